//! Parses the command line, and says what is wrong with it where `clap` would say something else,
//! or nothing.

use super::{Cli, CompressArgs};
use crate::cli::message::Quoted;
use clap::{
    Arg, Args, CommandFactory, Parser,
    error::{ContextKind, ContextValue, ErrorKind},
};
use std::{
    ffi::{OsStr, OsString},
    path::Path,
    sync::LazyLock,
};

/// Parses the command line. Refuses `compress -19`, which clap would read as `-1 -9`, and says why
/// there is no `-0`. `has_no_terminal` is true where neither standard input nor standard output is a
/// terminal.
///
/// # Errors
/// What `clap` says, help and version included.
pub fn parse(
    words: impl IntoIterator<Item = OsString>,
    has_no_terminal: bool,
) -> Result<Cli, clap::Error> {
    let mut words: Vec<_> = words.into_iter().collect();
    let is_inserted = insert_command(&mut words, has_no_terminal);
    let packs = |word: &OsString| word == "compress" || word == "c";
    let levels_may_follow = words.get(1).is_some_and(packs);
    let options = words
        .iter()
        .filter_map(|word| word.to_str())
        .take_while(|&word| levels_may_follow && word != "--");
    for word in options {
        if names_no_level(word) {
            return Err(clap::Error::raw(
                ErrorKind::InvalidValue,
                format!("{word}: levels go from -1 to -9\n"),
            ));
        }
    }
    let first = words.get(1).cloned().unwrap_or_default();
    let parsed =
        Cli::try_parse_from(words).map_err(|error| match (error.kind(), unknown(&error)) {
            (kind @ ErrorKind::InvalidSubcommand, _) if names_file(&first) => clap::Error::raw(
                kind,
                "say what to do with the file: pgnpack compress FILE, pgnpack decompress FILE, …\n",
            ),
            (kind @ ErrorKind::InvalidSubcommand, _) if looks_like_file(&first) => {
                let word = Quoted(&first.to_string_lossy()).to_string();
                clap::Error::raw(
                    kind,
                    format!("{word} is no command, and no file that is there\n"),
                )
            }
            (kind @ ErrorKind::UnknownArgument, Some(option)) => match misplaced(option, &first) {
                Some(told) => clap::Error::raw(kind, told),
                None => error,
            },
            _ => error,
        })?;
    if is_inserted && let Some(command) = command_behind_options(&parsed) {
        return Err(clap::Error::raw(
            ErrorKind::InvalidSubcommand,
            format!("the command comes first: pgnpack {command} …\n"),
        ));
    }
    Ok(parsed)
}

/// The first file of a command line, if it is the name of a command, and no file is called so.
fn command_behind_options(parsed: &Cli) -> Option<&str> {
    let first = parsed.command.files_behind_options().first()?.to_str()?;
    (is_command(OsStr::new(first)) && !Path::new(first).exists()).then_some(first)
}

/// What other packers have options for, and the command for each. Of several on a command line, the
/// first of this list counts: what only looks comes before what writes.
const MODES: [Mode; 4] = [
    Mode('t', &["test"], "test"),
    Mode('l', &["list"], "list"),
    Mode('d', &["decompress", "uncompress"], "decompress"),
    Mode('z', &["compress"], "compress"),
];

/// An option that stands for a command: its letter, its long names, and the command.
struct Mode(char, &'static [&'static str], &'static str);

impl Mode {
    /// Whether `word` asks for this.
    fn is_in(&self, word: &str) -> bool {
        let Mode(letter, names, _) = self;
        match word.strip_prefix("--") {
            Some(name) => names.contains(&name),
            None => flags(word).contains(*letter),
        }
    }
}

/// Options without a command are those of `compress`, or of the command that an option among them
/// stands for, as other packers have it and as `tar -I pgnpack` and `sort
/// --compress-program=pgnpack` run it; they may stand behind the first file. With no options
/// either, `pgnpack` packs where it `has_no_terminal`, and shows its help elsewhere. Returns whether
/// a command was inserted.
fn insert_command(words: &mut Vec<OsString>, has_no_terminal: bool) -> bool {
    const ANSWERED: [&str; 4] = ["-h", "--help", "-V", "--version"];
    // The first word is the program's own name, whatever that is.
    let first = 1.min(words.len());
    let options = words[first..].iter().take_while(|word| *word != "--");
    let options = first..first + options.count();
    let is_option = |word: &OsString| word.to_string_lossy().starts_with('-');
    let lacks_command = match words.get(1) {
        None => has_no_terminal && !words.is_empty(),
        Some(word) if is_option(word) => !ANSWERED.iter().any(|answered| word == answered),
        Some(word) => names_file(word) && words[options.clone()].iter().any(is_option),
    };
    if !lacks_command {
        return false;
    }
    let texts = || {
        words[options.clone()]
            .iter()
            .filter_map(|word| word.to_str())
    };
    let mode = MODES
        .iter()
        .find(|mode| texts().any(|word| mode.is_in(word)));
    let command = mode.map_or("compress", |&Mode(.., command)| command);
    if mode.is_some() {
        // What was packed by `tar -I "pgnpack -9T2"` is unpacked by `pgnpack -9T2 -d`.
        let its_own = Options::of(command).among(&words[options.clone()]);
        words.splice(options, its_own);
    }
    words.insert(1, command.into());
    true
}

/// Whether a word is the name of a file (or pipe, or folder) that there is, and of no command.
fn names_file(word: &OsString) -> bool {
    Path::new(word).exists() && !is_command(word)
}

/// Whether a word is the name of a command, or a short one.
fn is_command(word: &OsStr) -> bool {
    Cli::command().find_subcommand(word).is_some()
}

/// Whether a word is more likely the name of a file, one that there is not, than a mistyped command.
fn looks_like_file(word: &OsString) -> bool {
    word.to_string_lossy().contains(['.', '/'])
}

/// The options of packing.
static PACKING: LazyLock<Vec<Arg>> = LazyLock::new(|| {
    let packing = CompressArgs::augment_args(clap::Command::new("compress"));
    packing.get_arguments().cloned().collect()
});

/// The options of a command.
struct Options(Vec<Arg>);

impl Options {
    fn of(command: &str) -> Options {
        let definition = Cli::command();
        let command = definition.find_subcommand(command);
        let options = command.into_iter().flat_map(clap::Command::get_arguments);
        Options(options.cloned().collect())
    }

    /// The words without the options that stand for commands, and without those that packing has
    /// and the command has not, with their values. An option that nobody has stays, to be refused.
    fn among(&self, words: &[OsString]) -> Vec<OsString> {
        let mut left = Vec::new();
        let mut words = words.iter();
        while let Some(word) = words.next() {
            let text = word.to_str().unwrap_or_default();
            let stays = match text.strip_prefix('-') {
                None | Some("") => {
                    left.push(word.clone());
                    continue;
                }
                Some(letters) => match letters.strip_prefix('-') {
                    Some(long) => self.keep_long(long, &mut left),
                    None => self.keep_short(letters, &mut left),
                },
            };
            if self.takes_next(text) {
                left.extend(words.next().filter(|_| stays).cloned());
            }
        }
        left
    }

    /// Keeps a long option if it stays, and returns whether it does.
    fn keep_long(&self, long: &str, left: &mut Vec<OsString>) -> bool {
        let word = format!("--{long}");
        let name = long.split('=').next().unwrap_or_default();
        let is_mode = MODES.iter().any(|mode| mode.is_in(&word));
        let stays = !is_mode && self.keeps(|option| is_called(option, name));
        left.extend(stays.then(|| word.into()));
        stays
    }

    /// Keeps those of the options of a word that stay, and returns whether the last one does.
    fn keep_short(&self, letters: &str, left: &mut Vec<OsString>) -> bool {
        let (flags, rest) = letters.split_at(flags(&format!("-{letters}")).len());
        let stays = |letter: char| {
            let is_mode = MODES.iter().any(|&Mode(mode, ..)| mode == letter);
            !is_mode && self.keeps(|option| option.get_short() == Some(letter))
        };
        // What takes a value comes last, with its value or without.
        let rest_stays = rest.chars().next().is_some_and(stays);
        let mut kept: String = flags.chars().filter(|&letter| stays(letter)).collect();
        kept += if rest_stays { rest } else { "" };
        left.extend((!kept.is_empty()).then(|| format!("-{kept}").into()));
        rest_stays
    }

    /// Whether an option is the command's, or nobody's.
    fn keeps(&self, is_it: impl Fn(&Arg) -> bool) -> bool {
        self.0.iter().any(&is_it) || !PACKING.iter().any(&is_it)
    }

    /// Whether the word behind this one is the value of its last option.
    fn takes_next(&self, word: &str) -> bool {
        match word.strip_prefix("--") {
            Some(name) => self
                .0
                .iter()
                .chain(&*PACKING)
                .any(|option| is_called(option, name) && option.get_action().takes_values()),
            None => word.starts_with('-') && word.len() == flags(word).len() + 2,
        }
    }
}

/// Whether an option has this long name.
fn is_called(option: &Arg, name: &str) -> bool {
    let aliases = option.get_all_aliases().unwrap_or_default();
    option.get_long() == Some(name) || aliases.contains(&name)
}

/// Whether a word of options holds a level that does not exist: 0, or one of two digits, as in
/// `-v19`.
fn names_no_level(word: &str) -> bool {
    let two_digits = |pair: &[u8]| pair.iter().all(u8::is_ascii_digit);
    let is_none =
        |letters: &str| letters.contains('0') || letters.as_bytes().windows(2).any(two_digits);
    // Most words need no look at the options.
    is_none(word) && {
        let letters = flags(word);
        is_none(letters)
            && letters
                .chars()
                .all(|letter| letter.is_ascii_digit() || packs_with(letter))
    }
}

/// Whether packing has an option of this letter.
fn packs_with(letter: char) -> bool {
    PACKING
        .iter()
        .any(|option| option.get_short() == Some(letter))
}

/// The letters of a word such as `-vfT16` that are options without values (`vf`); none of other
/// words.
fn flags(word: &str) -> &str {
    let letters = word.strip_prefix('-').unwrap_or_default();
    if letters.is_empty() || letters.starts_with('-') {
        return "";
    }
    let takes_value = |letter: char| {
        let mut options = PACKING.iter();
        let option = options.find(|option| option.get_short() == Some(letter));
        option.is_some_and(|option| option.get_action().takes_values())
    };
    &letters[..letters.find(takes_value).unwrap_or(letters.len())]
}

/// The option that `clap` did not know.
fn unknown(error: &clap::Error) -> Option<&str> {
    match error.get(ContextKind::InvalidArg) {
        Some(ContextValue::String(option)) => Some(option),
        _ => None,
    }
}

/// What to say of an option that `command` has not, but that stands for a command with other
/// packers, or of a long one that other commands have.
fn misplaced(option: &str, command: &OsString) -> Option<String> {
    if let Some(Mode(.., instead)) = MODES.iter().find(|mode| mode.is_in(option)) {
        return Some(format!(
            "{option} is not an option but a command: pgnpack {instead} FILE\n"
        ));
    }
    let (name, definition) = (option.strip_prefix("--")?, Cli::command());
    let command = definition.find_subcommand(command)?;
    if command.has_subcommands() {
        return None;
    }
    let has_it = |command: &&clap::Command| command.get_arguments().any(|arg| is_called(arg, name));
    let owners = definition.get_subcommands().filter(has_it);
    let owners: Vec<&str> = owners.map(clap::Command::get_name).collect();
    (!owners.is_empty()).then(|| {
        let (command, owners) = (command.get_name(), owners.join(", "));
        format!("{option} is not an option of {command} (but of: {owners})\n")
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::args::Command;

    fn parsed(words: &str) -> Result<Cli, clap::Error> {
        parse(words.split(' ').map(Into::into), false)
    }

    #[test]
    fn flags_of_other_packers_are_told_apart() {
        for (words, hint) in [
            ("pgnpack compress -t a.pgz", "pgnpack test FILE"),
            ("pgnpack decompress --list a.pgz", "pgnpack list FILE"),
            ("pgnpack decompress -zc a.pgn", "pgnpack compress FILE"),
            ("pgnpack compress -dc a.pgz", "pgnpack decompress FILE"),
            ("pgnpack compress a.pgz -d", "pgnpack decompress FILE"),
        ] {
            let error = parsed(words).unwrap_err();
            assert!(error.to_string().contains(hint), "{error}");
        }
        assert!(parsed("pgnpack test -T1 a.pgz").is_ok());
    }

    #[test]
    fn options_without_a_command_pack_or_unpack() {
        for (words, same) in [
            ("pgnpack -9", "pgnpack compress -9"),
            ("-- -9", "pgnpack compress -9"),
            ("pgnpack -od a.pgn", "pgnpack compress -od a.pgn"),
            ("pgnpack -f -- -d", "pgnpack compress -f -- -d"),
            ("pgnpack -", "pgnpack compress -"),
            ("pgnpack -d", "pgnpack decompress"),
            ("pgnpack -9 -d", "pgnpack decompress"),
            ("pgnpack -9 -d -- -9", "pgnpack decompress -- -9"),
            ("pgnpack --best -d", "pgnpack decompress"),
            ("pgnpack -9T1 -d", "pgnpack decompress -T1"),
            ("pgnpack -6vf -d", "pgnpack decompress -vf"),
            ("pgnpack -d9", "pgnpack decompress"),
            ("pgnpack --no-verify -d a", "pgnpack decompress a"),
            (
                "pgnpack --block-size 1M --codec=jose -d",
                "pgnpack decompress",
            ),
            (
                "pgnpack --model m.pgm --embed-model -d",
                "pgnpack decompress --model m.pgm",
            ),
            ("pgnpack -fdT1 a.pgz", "pgnpack decompress -fT1 a.pgz"),
            ("pgnpack -c --uncompress", "pgnpack decompress -c"),
            ("pgnpack -do -- -9", "pgnpack decompress -o -- -9"),
            ("pgnpack -zf9 a.pgn", "pgnpack compress -f9 a.pgn"),
            ("pgnpack -t a.pgz", "pgnpack test a.pgz"),
            ("pgnpack -t --rm -o b a", "pgnpack test a"),
            ("pgnpack -t --to-stdout a", "pgnpack test a"),
            ("pgnpack --to-stdout -d a", "pgnpack decompress -c a"),
            ("pgnpack -dtT 2 a.pgz", "pgnpack test -T2 a.pgz"),
            ("pgnpack -9 --test -v a.pgz", "pgnpack test -v a.pgz"),
            ("pgnpack -ldv a.pgz", "pgnpack list -v a.pgz"),
            (
                "pgnpack --games 1 --model m.pgm --list a",
                "pgnpack list --games 1 --model m.pgm a",
            ),
            // A file that there is, where tests run.
            ("pgnpack Cargo.toml -9", "pgnpack compress Cargo.toml -9"),
            ("pgnpack Cargo.toml a -d", "pgnpack decompress Cargo.toml a"),
        ] {
            let [words, same] = [words, same].map(|words| {
                let command = parsed(words).map(|cli| cli.command);
                format!("{:?}", command.map_err(|error| error.kind()))
            });
            assert_eq!(words, same);
        }
    }

    #[test]
    fn options_that_nobody_has_are_refused_whatever_stands_for_a_command() {
        for words in [
            "pgnpack -dZ a",
            "pgnpack -d -S .x a",
            "pgnpack -dM9 a",
            "pgnpack -d -0 a",
            "pgnpack -d --rsyncable a",
            "pgnpack -d -f -o -9 a",
            "pgnpack -d --output -9 a",
        ] {
            let error = parsed(words).unwrap_err();
            assert_eq!(error.exit_code(), 2, "{words}");
        }
        for (words, kind) in [
            ("pgnpack -dh --rm a", ErrorKind::DisplayHelp),
            ("pgnpack -d -h", ErrorKind::DisplayHelp),
            ("pgnpack -9 -dV a", ErrorKind::DisplayVersion),
        ] {
            assert_eq!(parsed(words).unwrap_err().kind(), kind, "{words}");
        }
    }

    #[test]
    fn options_of_other_commands_are_told_apart() {
        for (words, told) in [
            (
                "pgnpack --games 3 a.pgz",
                "--games is not an option of compress (but of: decompress, list, explain)\n",
            ),
            (
                "pgnpack test --embed-model a.pgz",
                "--embed-model is not an option of test (but of: compress)\n",
            ),
        ] {
            let error = parsed(words).unwrap_err();
            assert_eq!(error.to_string(), format!("error: {told}"));
        }
        for words in ["list --nobody a.pgz", "position encode --force"] {
            let error = parsed(&format!("pgnpack {words}")).unwrap_err();
            assert!(error.to_string().contains("unexpected argument"));
        }
    }

    #[test]
    fn a_file_without_a_command_is_no_mistyped_command() {
        for (word, told) in [
            ("Cargo.toml", "say what to do with the file"),
            (
                "nosuch.pgn",
                "'nosuch.pgn' is no command, and no file that is there",
            ),
            ("games/nosuch -9", "'games/nosuch' is no command"),
        ] {
            let error = parsed(&format!("pgnpack {word}")).unwrap_err();
            assert!(error.to_string().contains(told), "{error}");
        }
        let error = parsed("pgnpack compres").unwrap_err();
        assert!(error.to_string().contains("'compress'"), "{error}");
    }

    #[test]
    fn a_name_alone_packs_in_a_pipe() {
        let alone = |has_no_terminal| parse(["pgnpack".into()], has_no_terminal);
        assert!(matches!(alone(true).unwrap().command, Command::Compress(_)));
        assert!(alone(false).unwrap_err().to_string().contains("Commands:"));
    }

    #[test]
    fn only_a_level_is_said_to_be_none() {
        let error = parsed("pgnpack compress -M100 a.pgn").unwrap_err();
        assert_eq!(error.kind(), ErrorKind::UnknownArgument);
    }
}
