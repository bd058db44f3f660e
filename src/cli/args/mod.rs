//! What can be typed; [`values`] parses the values of arguments. Beside this folder, only those
//! name `clap` that show what it made of them: `generate` and `man` in
//! [`commands`](super::commands), and [`cli`](super) its answers.

mod level;
mod parse;
mod position;
pub mod values;

pub use level::LevelArgs;
pub use parse::parse;
pub use position::*;

use super::Status;
use crate::{
    codec::{CodecId, streams::Stream},
    pipeline::Selection,
};
use clap::{Args, Parser, Subcommand, ValueEnum};
use level::block_size_help;
use std::{num::NonZero, path::PathBuf};
use values::{
    DEFAULT_LIMIT, TrainingFile, codec_parser, game_codec_parser, input_parser, limit_help,
    parse_games, parse_limit, parse_size, parse_units, threads_parser, training_file_parser,
    units_help,
};

/// Packs chess games (PGN) far smaller than any general compressor, and gives every byte back.
#[derive(Debug, Parser)]
#[command(
    args_override_self = true,
    name = "pgnpack",
    version,
    propagate_version = true,
    arg_required_else_help = true,
    override_usage = "pgnpack <COMMAND>\n       pgnpack <-d | -t | -l | OPTIONS> [FILE]..."
)]
#[command(after_help = after_help())]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// What is said of standard input, in the help and in the man page.
pub const STANDARD_INPUT: &str = "Without FILE, or with -, commands that pack, unpack, test, explain or take positions read standard input.";

/// What is said of options without a command, in the help and in the man page.
pub const WITHOUT_COMMAND: &str = "Options without a command are those of compress or, with -d, -t or -l among them, of decompress, test or list. In a pipe, pgnpack alone packs.";

/// The exit statuses, and what each means.
pub fn exit_statuses() -> [(String, &'static str); 5] {
    let code = |status: Status| status.code().to_string();
    [
        (code(Status::Good), "all went well"),
        (code(Status::Failed), "a file failed"),
        (code(Status::Usage), "wrong usage"),
        (code(Status::Closed), "the reader of the output went away"),
        (
            "other".to_owned(),
            "a signal ends the program as it would any other (130 for Ctrl-C)",
        ),
    ]
}

fn after_help() -> String {
    let statuses = exit_statuses().map(|(status, meaning)| format!("  {status:<6} {meaning}"));
    format!(
        "{STANDARD_INPUT}\n\n{WITHOUT_COMMAND}\n\nExit status:\n{}",
        statuses.join("\n")
    )
}

fn streams_help() -> String {
    let streams = Stream::ALL.map(|stream| (stream.name(), stream.describe()));
    let frame = ("frame", "headers, checksums and the index");
    let mut help = "Streams of -v:".to_owned();
    for (name, what) in streams.into_iter().chain([frame]) {
        help += &format!("\n  {name:<8}  {what}");
    }
    help
}

/// The verbs.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Pack files: game.pgn becomes game.pgz, other names get .pgz appended
    #[command(visible_alias = "c")]
    Compress(CompressArgs),
    /// Unpack files: game.pgz becomes game.pgn, notes.txt.pgz becomes notes.txt
    #[command(visible_aliases = ["d", "x"])]
    Decompress(DecompressArgs),
    /// Unpack without writing anything, and check everything; silent when all is well
    #[command(visible_alias = "t")]
    Test(TestArgs),
    /// Show what packed files hold, or list their games
    #[command(visible_alias = "l")]
    List(ListArgs),
    /// Show what each bit of a game says, or what each move costs under the model
    Explain(ExplainArgs),
    /// Measure every codec, and levels 1, 6 and 9, on your own files, beside the general
    /// compressors on the PATH (packing without verification)
    Bench(BenchArgs),
    /// Train a model of moves on your own games, or measure one
    Train(TrainArgs),
    /// Encode single positions, without their two move counters, in as few bits as possible, and
    /// compare the schemes for that
    Position(PositionArgs),
    /// Print a man page, or completions for a shell
    Generate(GenerateArgs),
}

impl Command {
    /// The files of the commands that options, too, may stand for; none for all others.
    pub fn files_behind_options(&self) -> &[PathBuf] {
        match self {
            Command::Compress(args) => &args.files.files,
            Command::Decompress(args) => &args.files.files,
            Command::Test(args) => &args.files,
            Command::List(args) => &args.files,
            _ => &[],
        }
    }

    /// The number of threads that work, of commands that may have several.
    #[cfg(target_os = "linux")]
    pub fn threads(&self) -> Option<NonZero<usize>> {
        match self {
            Command::Compress(args) => Some(args.common.threads.count),
            Command::Decompress(args) => Some(args.common.threads.count),
            Command::Test(args) => Some(args.common.threads.count),
            // Without games, nothing is decoded.
            Command::List(args) => args.games.as_ref().map(|_| args.threads.count),
            Command::Bench(args) => Some(args.threads),
            Command::Train(args) => Some(args.threads.count),
            Command::Explain(_) | Command::Position(_) | Command::Generate(_) => None,
        }
    }
}

/// What becomes of folders among the inputs.
#[derive(Args, Clone, Debug, Default)]
pub struct FolderArgs {
    /// Take the files in folders, too, and in the folders within: those called .pgn to pack, .pgz to
    /// unpack, test or list, in capitals or not. Links in a folder are not followed
    #[arg(short, long, requires = "files")]
    pub recursive: bool,
}

/// Where input comes from and output goes.
#[derive(Args, Clone, Debug)]
pub struct FileArgs {
    /// Files to read; - is standard input
    #[arg(value_name = "FILE", value_parser = input_parser())]
    pub files: Vec<PathBuf>,
    /// Folders among them.
    #[command(flatten)]
    pub folders: FolderArgs,
    /// Write to this file (one input only), or each output into this folder, which must exist,
    /// under its usual name, whatever folder its input is in (no two of one name); - is standard
    /// output
    #[arg(short, long, value_name = "PATH")]
    pub output: Option<PathBuf>,
    /// Write to standard output
    #[arg(short = 'c', long, visible_alias = "to-stdout", conflicts_with_all = ["output", "rm"])]
    pub stdout: bool,
    /// Overwrite existing files. Also: pack files whose names end in .pgz, and read pipes and
    /// devices (-c and -o FILE do so anyway); write packed bytes to a terminal; with -d and standard
    /// output, write files that are not packed as they are
    #[arg(short, long)]
    pub force: bool,
    /// Keep the input files (the default); of -k and --rm the last one counts
    #[arg(short, long, overrides_with = "rm")]
    pub keep: bool,
    /// Remove each input file, which must not be a symbolic link, once its output is safely on disk;
    /// not with -c, --games or --salvage
    #[arg(long, overrides_with = "keep")]
    pub rm: bool,
    /// Ignored, for scripts that were written for gzip: packed files hold neither names nor times
    #[arg(short, long)]
    pub no_name: bool,
}

/// How many threads to use.
#[derive(Args, Clone, Debug)]
pub struct ThreadArgs {
    /// Threads to use, 1024 at most; 0 is one for each core. The output does not depend on it
    #[arg(id = "threads", short = 'T', long = "threads", value_name = "N", default_value = "0", value_parser = threads_parser(0))]
    pub count: NonZero<usize>,
}

/// How much to use and to say.
#[derive(Args, Clone, Debug)]
pub struct CommonArgs {
    /// Threads.
    #[command(flatten)]
    pub threads: ThreadArgs,
    /// Print nothing but errors; of -q and -v the last one counts
    #[arg(short, long, overrides_with = "verbose")]
    pub quiet: bool,
    /// Print a summary of each file (on a terminal, compress and decompress do so anyway, and show
    /// their progress, unless they write to standard output)
    #[arg(short, long, overrides_with = "quiet")]
    pub verbose: bool,
    /// Show no progress on a terminal
    #[arg(long)]
    pub no_progress: bool,
}

impl CommonArgs {
    /// Whether progress may be shown.
    pub fn shows_progress(&self) -> bool {
        !self.quiet && !self.no_progress
    }
}

/// `pgnpack compress`.
#[derive(Args, Debug)]
pub struct CompressArgs {
    /// Files.
    #[command(flatten)]
    pub files: FileArgs,
    /// Resources.
    #[command(flatten)]
    pub common: CommonArgs,
    /// How hard to try.
    #[command(flatten)]
    pub level: LevelArgs,
    /// How games are written. Levels are for `model` and `text`; other codecs take only the size of
    /// their blocks from them
    #[arg(long, value_name = "NAME", default_value = CodecId::DEFAULT.name(), value_parser = codec_parser())]
    pub codec: CodecId,
    /// Text in a block.
    #[arg(long, value_name = "SIZE", value_parser = parse_size, help = block_size_help())]
    pub block_size: Option<usize>,
    /// Pack with this model of moves, made by pgnpack train; whoever unpacks must have it
    #[arg(long, value_name = "FILE")]
    pub model: Option<PathBuf>,
    /// Store the model in the packed file (a few MB), so that it is not needed to unpack. The
    /// program's own model is never stored
    #[arg(long, requires = "model")]
    pub embed_model: bool,
    /// Do not unpack and compare each block before it is written (blocks of very many tiny games
    /// are compared all the same); not with --rm
    #[arg(long, conflicts_with = "rm")]
    pub no_verify: bool,
}

/// Models of moves for packed files that name one.
#[derive(Args, Clone, Debug)]
pub struct ModelArgs {
    /// The model that a file was packed with; may be given several times, for several files
    #[arg(long = "model", value_name = "FILE")]
    pub models: Vec<PathBuf>,
}

/// How much text a block of a packed file may hold.
#[derive(Args, Clone, Debug)]
pub struct LimitArgs {
    /// Read blocks of up to this much text, 1G at most. Other programs may make larger ones than
    /// pgnpack does, and they take many times as much memory
    #[arg(long, value_name = "SIZE", default_value = DEFAULT_LIMIT, value_parser = parse_limit)]
    pub block_limit: u64,
}

/// `pgnpack decompress`.
#[derive(Args, Debug)]
pub struct DecompressArgs {
    /// Files.
    #[command(flatten)]
    pub files: FileArgs,
    /// Resources.
    #[command(flatten)]
    pub common: CommonArgs,
    /// Models.
    #[command(flatten)]
    pub models: ModelArgs,
    /// Limits.
    #[command(flatten)]
    pub limit: LimitArgs,
    /// Only these games, counted from 1: 7, 100..200, 100.., ..200 or 3,7,20..30; each once, in the
    /// order of the file, which must not be a pipe; all that are named must be there; to standard
    /// output if there is no -o, which must name a file
    #[arg(long, value_name = "GAMES", value_parser = parse_games, conflicts_with = "rm")]
    pub games: Option<Selection>,
    /// Leave out what is damaged, say what was saved and what was left out; fails if anything was.
    /// With --games, no bytes may be missing or too many, and the index must be sound; in a file
    /// without one, which has a single block, the header of that
    #[arg(long, conflicts_with = "rm")]
    pub salvage: bool,
    /// Nothing: what other packers have in place of a command, and what `tar` adds when it unpacks.
    #[arg(short = 'd', long = "decompress", alias = "uncompress", hide = true)]
    pub as_tar_says: bool,
}

/// `pgnpack test`.
#[derive(Args, Debug)]
pub struct TestArgs {
    /// Files to test; - is standard input
    #[arg(value_name = "FILE", value_parser = input_parser())]
    pub files: Vec<PathBuf>,
    /// Folders among them.
    #[command(flatten)]
    pub folders: FolderArgs,
    /// Resources.
    #[command(flatten)]
    pub common: CommonArgs,
    /// Models.
    #[command(flatten)]
    pub models: ModelArgs,
    /// Limits.
    #[command(flatten)]
    pub limit: LimitArgs,
}

/// `pgnpack list`.
#[derive(Args, Debug)]
#[command(after_help = streams_help())]
pub struct ListArgs {
    /// Packed files; - is standard input, if that is a file
    #[arg(value_name = "FILE", required = true, value_parser = input_parser())]
    pub files: Vec<PathBuf>,
    /// Folders among them.
    #[command(flatten)]
    pub folders: FolderArgs,
    /// Also show streams, blocks, and games kept as text and why
    #[arg(short, long)]
    pub verbose: bool,
    /// List these games instead, counted from 1: 7, 100..200, 3,7,20..30 or, for all, 1..; one a
    /// line: its number, the players, and the tags Result, Date (or UTCDate), Event, Site and
    /// Round, with tabs between; with several files or -r, behind the file's name. Takes as long as
    /// unpacking; -T and --model are for this alone
    #[arg(long, value_name = "GAMES", value_parser = parse_games, conflicts_with = "verbose")]
    pub games: Option<Selection>,
    /// Threads, for --games.
    #[command(flatten)]
    pub threads: ThreadArgs,
    /// Models, for --games.
    #[command(flatten)]
    pub models: ModelArgs,
    /// Limits.
    #[command(flatten)]
    pub limit: LimitArgs,
    /// Print JSON, an object for each file; with --games, an object for each game, with all its
    /// tags (the first of each name; text that is not UTF-8 is read as Latin-1). In names of files,
    /// U+FFFD stands for what is not UTF-8
    #[arg(long)]
    pub json: bool,
}

/// `pgnpack explain`.
#[derive(Args, Debug)]
pub struct ExplainArgs {
    /// PGN or a packed file; - or nothing is standard input
    #[arg(value_name = "FILE")]
    pub file: Option<PathBuf>,
    /// The codec to explain (model: at level 6; its stream of moves takes more bits than the rows
    /// of moves add up to: the others say where the game ends, and spell what cannot be played)
    #[arg(long, value_name = "NAME", default_value = CodecId::DEFAULT.name(), value_parser = game_codec_parser())]
    pub codec: CodecId,
    /// These games, counted from 1: 7, 100..200, 100.., ..200 or 3,7,20..30; the first one if not
    /// given
    #[arg(long, value_name = "GAMES", value_parser = parse_games)]
    pub games: Option<Selection>,
    /// The model to explain moves by, instead of the program's own; also the one that a packed file
    /// needs
    #[arg(long, value_name = "FILE")]
    pub model: Option<PathBuf>,
    /// Limits.
    #[command(flatten)]
    pub limit: LimitArgs,
    /// Print JSON, an object for each move, or for each row of bits and for the notes beside them
    #[arg(long)]
    pub json: bool,
    /// Also draw the cost of each move along the games into this file
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
    /// Show the board after each move (model only)
    #[arg(long, conflicts_with = "json")]
    pub board: bool,
    /// Overwrite files that exist
    #[arg(short, long)]
    pub force: bool,
}

/// `pgnpack bench`.
#[derive(Args, Debug)]
pub struct BenchArgs {
    /// Files to measure on, all together (- is a file of that name)
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
    /// Threads for pgnpack; the general compressors run on one
    #[arg(short = 'T', long, value_name = "N", default_value = "1", value_parser = threads_parser(1))]
    pub threads: NonZero<usize>,
    /// Measure the codec model with this model of moves instead of the program's own
    #[arg(long, value_name = "FILE")]
    pub model: Option<PathBuf>,
    /// Leave the general compressors out
    #[arg(long)]
    pub no_rivals: bool,
    /// Print JSON, an object for each row
    #[arg(long)]
    pub json: bool,
    /// Also draw size against speed into this file
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
    /// Overwrite files that exist
    #[arg(short, long)]
    pub force: bool,
}

/// `pgnpack train`.
#[derive(Args, Debug)]
pub struct TrainArgs {
    /// PGN files (- is a file of that name); FILE@3 has its games seen three times, for sources
    /// that matter more
    #[arg(value_name = "FILE[@N]", required = true, value_parser = training_file_parser())]
    pub files: Vec<TrainingFile>,
    /// File to write the model to; until it is complete, finished parts are kept in FILE.part
    #[arg(short, long, value_name = "FILE", required_unless_present = "measure")]
    pub output: Option<PathBuf>,
    /// Train nothing: say what each file's moves cost at several levels (@N does nothing)
    #[arg(long, conflicts_with_all = ["output", "units", "quick", "limit", "seed", "threads", "quiet", "force"])]
    pub measure: bool,
    /// The model to measure instead of the program's own
    #[arg(
        long,
        value_name = "FILE",
        requires = "measure",
        conflicts_with = "output"
    )]
    pub model: Option<PathBuf>,
    /// Hidden units of the networks.
    #[arg(long, help = units_help(), value_name = "N", value_delimiter = ',', default_value = "512", value_parser = parse_units)]
    pub units: Vec<usize>,
    /// Take the tables and the quick network, which levels -1 to -4 use, from this model instead of
    /// training them
    #[arg(long, value_name = "FILE")]
    pub quick: Option<PathBuf>,
    /// Take all networks from this model, and learn only the tables of level -1 and how clocks and
    /// evaluations go
    #[arg(long, value_name = "FILE", conflicts_with_all = ["quick", "units", "measure"])]
    pub networks: Option<PathBuf>,
    /// Millions of half-moves to train each network for.
    #[arg(long, help = limit_help(), value_name = "MILLIONS", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub limit: Option<u32>,
    /// Seed of the random numbers: another one gives another model
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Threads.
    #[command(flatten)]
    pub threads: ThreadArgs,
    /// Print nothing but errors
    #[arg(short, long)]
    pub quiet: bool,
    /// Overwrite files that exist
    #[arg(short, long)]
    pub force: bool,
}

/// `pgnpack generate`.
#[derive(Args, Debug)]
pub struct GenerateArgs {
    /// What to print
    pub what: Generated,
    /// The command whose man page to print, in place of the program's: compress, or position encode
    pub command: Vec<String>,
}

/// What `generate` can print.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Generated {
    Man,
    Bash,
    Zsh,
    Fish,
    Powershell,
    Elvish,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(words: &str) -> Result<Cli, clap::Error> {
        parse(words.split(' ').map(Into::into), false)
    }

    fn level_of(words: &str) -> u8 {
        match parsed(words).unwrap().command {
            Command::Compress(args) => args.level.0.number(),
            _ => unreachable!(),
        }
    }

    #[test]
    fn the_definition_is_consistent() {
        <Cli as clap::CommandFactory>::command().debug_assert();
    }

    #[test]
    fn the_last_level_given_wins() {
        assert_eq!(level_of("pgnpack compress"), 6);
        assert_eq!(level_of("pgnpack compress -9"), 9);
        assert_eq!(level_of("pgnpack compress -9 -1f"), 1);
        assert_eq!(level_of("pgnpack compress --best"), 9);
        assert_eq!(level_of("pgnpack compress -9T1"), 9);
        assert_eq!(level_of("pgnpack compress -vT16 -3"), 3);
        assert_eq!(level_of("pgnpack compress -9o22 a"), 9);
        assert_eq!(level_of("pgnpack compress -4 -- -19"), 4);
        for word in [
            "-0", "-v0", "-19", "-v19", "-f19", "-q19", "-1v19", "-v19T2",
        ] {
            let words = format!("pgnpack compress {word} a.pgn");
            let error = parsed(&words).unwrap_err();
            let why = format!("{word}: levels go from -1 to -9\n");
            assert!(error.to_string().ends_with(&why), "{error}");
        }
    }

    #[test]
    fn what_was_not_verified_is_not_a_reason_to_remove_the_original() {
        assert!(parsed("pgnpack compress --rm a.pgn").is_ok());
        assert!(parsed("pgnpack compress --no-verify --rm a.pgn").is_err());
    }

    #[test]
    fn either_more_is_said_or_less() {
        for (words, talks) in [("-q -v", [false, true]), ("-v -q", [true, false])] {
            let words = format!("pgnpack test {words}");
            match parsed(&words).unwrap().command {
                Command::Test(args) => assert_eq!([args.common.quiet, args.common.verbose], talks),
                _ => unreachable!(),
            }
        }
    }

    #[test]
    fn progress_is_shown_unless_that_is_switched_off() {
        for (words, shows) in [("-v", true), ("-q", false), ("-v --no-progress", false)] {
            let words = format!("pgnpack test {words}");
            match parsed(&words).unwrap().command {
                Command::Test(args) => assert_eq!(args.common.shows_progress(), shows),
                _ => unreachable!(),
            }
        }
    }

    #[test]
    fn what_is_said_twice_counts_as_it_was_said_last() {
        let words = "pgnpack compress -T1 -f -f -vv --codec jose -T2 --codec index";
        match parsed(words).unwrap().command {
            Command::Compress(args) => {
                assert_eq!(args.common.threads.count.get(), 2);
                assert_eq!(args.codec, CodecId::Index);
                assert!(args.files.force && args.common.verbose);
            }
            _ => unreachable!(),
        }
        let words = "pgnpack decompress --model a.pgm --model b.pgm x.pgz";
        match parsed(words).unwrap().command {
            Command::Decompress(args) => assert_eq!(args.models.models.len(), 2),
            _ => unreachable!(),
        }
    }
}
