//! Reasons not to do, or not to finish, a job.

use super::named;
use crate::{cli::wrapping::Wrapping, codec::CodecId};
use std::{
    fmt,
    path::{Path, PathBuf},
};

/// A reason not to do, or not to finish, a job.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The command line asks for what no file, or no pipe, could give.
    Misuse(Misuse),
    /// An input is refused for its name alone, whatever it is.
    Name(PathBuf, WrongName),
    /// What is refused is the file of that name in messages.
    File(String, Fault),
}

/// What is wrong with a command line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Misuse {
    /// A file as the output of several inputs; `None` is standard output.
    OneOutputForSeveralInputs(Option<PathBuf>),
    /// Some games, in a folder: they would get the name of the whole file.
    GamesIntoFolder,
    /// The output of two inputs, in the folder that `-o` names.
    OneNameForTwo {
        /// The output.
        output: PathBuf,
        /// The inputs.
        inputs: [PathBuf; 2],
    },
    /// `--rm` with standard input.
    RemoveStdin,
    /// `--rm` with standard output.
    RemoveForStdout,
    /// `-` as the output, where only a file will do.
    Dash,
    /// Packed bytes would be written to a terminal.
    PackedToTerminal,
    /// Packed bytes would be read from a terminal.
    PackedFromTerminal,
    /// An option that only the codec `model` has, with another codec.
    OptionForCodec(&'static str, CodecId),
    /// More hidden units than a model file has room for.
    TooManyUnits(usize),
    /// More networks than a model has.
    TooManyNetworks(usize),
    /// A man page of a command that does not exist.
    NoCommand(String),
    /// A command, with the completions for a shell.
    CommandForShell,
}

/// What is wrong with the name of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WrongName {
    /// It says that the input is packed.
    AlreadyPacked,
    /// It does not end in `.pgz`, so no name for the output follows from it.
    UnknownSuffix,
    /// It is the suffix alone, so no name for the output follows from it.
    OnlySuffix,
}

/// What a game is wanted for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// To explain it.
    Explaining,
    /// To make a model of it.
    Learning,
    /// To say what it costs.
    Measuring,
    /// To take positions from, whatever they are.
    Positions,
    /// To take positions of chess from, and of none of its variants.
    PositionsOfChess,
    /// To take positions from that have the castling rights of standard chess.
    StandardPositions,
}

/// What is wrong with a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// As an output, it exists.
    Exists,
    /// The folder for it does not exist.
    NoFolder,
    /// The folder for an output is not a folder.
    NotAFolder,
    /// As an output, its name leads to an open descriptor that cannot be shared.
    Descriptor,
    /// As an input, its name leads to an open descriptor, so no name for the output follows from it.
    Nameless,
    /// It is both input and output.
    SameFile,
    /// It is another input or output of the same command.
    Taken,
    /// With `--rm`: a symbolic link.
    LinkToRemove,
    /// With `--rm`: the model that the files are packed with.
    ModelToRemove,
    /// With `--rm`: it has changed since it was read.
    Changed,
    /// Its text is wrapped in something, and is needed as it is.
    Wrapped(Wrapping),
    /// It holds no game for this.
    NoGame(Purpose),
    /// It is empty, and its text is to be measured.
    NoText,
    /// A folder, where a file to write to is needed.
    Folder,
    /// A folder, where a file to read is needed.
    FolderToRead,
    /// A file whose lines are wanted, given in place of a line.
    FileOfLines,
    /// A folder without files of this suffix.
    NothingIn(&'static str),
    /// A folder with links of this suffix, and no files.
    OnlyLinksIn(&'static str),
    /// A device, a pipe, a socket to write to.
    NotAFile,
    /// The same where `--rm` would remove the input.
    NotAFileToRemoveFor,
    /// A device, a pipe, a socket, where an option makes the program read it.
    NotAFileUnlessForced,
    /// An input in which this command or option cannot look anything up: a pipe, say.
    NotSearched(&'static str),
}

impl Refusal {
    /// The refusal of the file at `path`.
    pub fn of(path: &Path, fault: Fault) -> Refusal {
        Refusal::File(named(path), fault)
    }

    /// The input that is refused for its name alone, whatever it is.
    pub fn of_name(&self) -> Option<&Path> {
        match self {
            Refusal::Name(path, _) => Some(path),
            _ => None,
        }
    }

    /// Whether the command line is wrong, and no file is.
    pub fn is_misuse(&self) -> bool {
        matches!(self, Refusal::Misuse(_))
    }
}

impl From<Misuse> for Refusal {
    fn from(misuse: Misuse) -> Refusal {
        Refusal::Misuse(misuse)
    }
}

impl From<Misuse> for anyhow::Error {
    fn from(misuse: Misuse) -> anyhow::Error {
        Refusal::Misuse(misuse).into()
    }
}

impl std::error::Error for Refusal {}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::Misuse(misuse) => misuse.fmt(f),
            Refusal::Name(path, wrong) => write!(f, "{}: {wrong}", named(path)),
            Refusal::File(name, fault) => write!(f, "{name}: {fault}"),
        }
    }
}

impl fmt::Display for Misuse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Misuse::OneOutputForSeveralInputs(None) => {
                "-o - takes a single input (-c writes several to standard output)"
            }
            Misuse::OneOutputForSeveralInputs(Some(output)) => {
                let output = named(output);
                return write!(
                    f,
                    "{output}: no folder that exists, as several inputs need (or -c FILE… > OUTPUT)"
                );
            }
            Misuse::GamesIntoFolder => {
                "--games would give some games the name of the whole file: -o must name a file"
            }
            Misuse::OneNameForTwo { inputs, output } => {
                let [one, other] = inputs.each_ref().map(|path| named(path));
                let output = named(output);
                return write!(f, "{output}: {one} and {other} would both get this name");
            }
            Misuse::RemoveStdin => "--rm cannot remove standard input",
            Misuse::RemoveForStdout => "--rm needs an output file, not standard output",
            Misuse::Dash => "the output must be a file (write ./- for one called -)",
            Misuse::PackedToTerminal => {
                "packed bytes are not written to a terminal (use -o FILE, a pipe, or -f to force it)"
            }
            Misuse::PackedFromTerminal => {
                "packed bytes are not read from a terminal (name a file)"
            }
            Misuse::OptionForCodec(option, codec) => {
                return f.write_str(&codec.has_no_use_for(option));
            }
            Misuse::TooManyUnits(most) => {
                return write!(
                    f,
                    "a model file has room for at most {most} hidden units in all"
                );
            }
            Misuse::TooManyNetworks(most) => {
                return write!(f, "a model has at most {most} networks beside the quick one");
            }
            Misuse::CommandForShell => "completions are for all commands (man takes a command)",
            Misuse::NoCommand(name) => return write!(f, "there is no command {name}"),
        })
    }
}

impl fmt::Display for WrongName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            WrongName::AlreadyPacked => {
                "the name ends in .pgz already, left unchanged (-f packs it all the same)"
            }
            WrongName::UnknownSuffix => "the name does not end in .pgz (use -o FILE or -c)",
            WrongName::OnlySuffix => "without .pgz nothing is left of the name (use -o FILE or -c)",
        })
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Fault::Exists => "exists already (-f overwrites it)",
            Fault::NoFolder => "the folder does not exist",
            Fault::NotAFolder => "is not a folder",
            Fault::Descriptor => {
                "leads to a file that is open already (use the name of the file itself)"
            }
            Fault::Nameless => {
                "leads to a file that is open already: its output needs a name (use -o FILE or -c)"
            }
            Fault::SameFile => "is both input and output",
            Fault::Taken => "is an input or an output of this command already",
            Fault::ModelToRemove => "is the model that --model names: --rm would remove it",
            Fault::LinkToRemove => "is a symbolic link: --rm would leave the file that it leads to",
            Fault::Changed => "has changed since it was read, not removed",
            Fault::Wrapped(wrapping) => {
                let undo = wrapping.undo();
                return match wrapping.encoding() {
                    None => write!(f, "is packed (unpack it first: {undo} FILE)"),
                    Some(encoding) => {
                        write!(f, "is {encoding} (make it UTF-8 first: {undo} FILE)")
                    }
                };
            }
            Fault::NoGame(purpose) => match purpose {
                Purpose::Explaining => "there is no game in it",
                Purpose::Learning => "there is no game to learn from",
                Purpose::Measuring => "there is no game to measure",
                Purpose::Positions => "there is no game to take positions from",
                Purpose::PositionsOfChess => "there is no game of chess to take positions from",
                Purpose::StandardPositions => {
                    "there is no game to take positions of standard chess from"
                }
            },
            Fault::NoText => "there is no text to measure",
            Fault::Folder => "is a folder",
            Fault::FolderToRead => {
                "is a folder (compress, decompress, test and list take the files in it with -r)"
            }
            Fault::FileOfLines => "is a file: its lines are read from standard input (< FILE)",
            Fault::NothingIn(suffix) => {
                return write!(f, "holds no file whose name ends in .{suffix}");
            }
            Fault::OnlyLinksIn(suffix) => {
                return write!(
                    f,
                    "holds no file whose name ends in .{suffix} (links in it are not followed)"
                );
            }
            Fault::NotAFile => "is not a regular file (-f writes to it anyway)",
            Fault::NotAFileToRemoveFor => "is not a regular file: --rm needs one",
            Fault::NotAFileUnlessForced => {
                "is not a regular file (-f, -o FILE or -c reads it anyway)"
            }
            Fault::NotSearched(what) => {
                return write!(
                    f,
                    "{what} needs a file: it cannot search a pipe, or input that was partly read"
                );
            }
        })
    }
}
