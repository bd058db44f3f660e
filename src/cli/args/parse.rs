//! Parses the command line, and says what is wrong with it where `clap` would say something else,
//! or nothing.

use super::{Cli, CompressArgs, DecompressArgs};
use clap::{
    Arg, Args, Parser,
    error::{ContextKind, ContextValue, ErrorKind},
};
use std::{ffi::OsString, path::Path};

/// Parses the command line. Refuses `compress -19`, which clap would read as `-1 -9`, and says why
/// there is no `-0`. `in_a_pipe` is true where neither standard input nor standard output is a
/// terminal.
///
/// # Errors
/// What `clap` says, help and version included.
pub fn parse(
    words: impl IntoIterator<Item = OsString>,
    in_a_pipe: bool,
) -> Result<Cli, clap::Error> {
    let mut words: Vec<_> = words.into_iter().collect();
    insert_command(&mut words, in_a_pipe);
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
    let names_file = words.get(1).is_some_and(|word| Path::new(word).is_file());
    Cli::try_parse_from(words).map_err(|error| match (error.kind(), command_of_flag(&error)) {
        (kind @ ErrorKind::InvalidSubcommand, _) if names_file => clap::Error::raw(
            kind,
            "say what to do with the file: pgnpack compress FILE, pgnpack decompress FILE, …\n",
        ),
        (kind @ ErrorKind::UnknownArgument, Some((flag, command))) => clap::Error::raw(
            kind,
            format!("{flag} is not an option but a command: pgnpack {command} FILE\n"),
        ),
        _ => error,
    })
}

/// Options without a command are those of `compress` or, with `-d` among them, of `decompress`, as
/// other packers have it and as `tar -I pgnpack` and `sort --compress-program=pgnpack` run it. With
/// no options either, `pgnpack` packs where it stands `in_a_pipe`, and shows its help elsewhere.
fn insert_command(words: &mut Vec<OsString>, in_a_pipe: bool) {
    const ANSWERED: [&str; 4] = ["-h", "--help", "-V", "--version"];
    let lacks_command = match words.get(1).map(|word| word.to_string_lossy()) {
        None => in_a_pipe && !words.is_empty(),
        Some(word) => word.starts_with('-') && !ANSWERED.contains(&&*word),
    };
    if !lacks_command {
        return;
    }
    let unpacks = |word: &str| {
        let long = matches!(word, "--decompress" | "--uncompress");
        long || flags(word).contains('d')
    };
    let end = words[1..].iter().position(|word| word == "--");
    let options = 1..end.map_or(words.len(), |place| 1 + place);
    let is_given = |word: &OsString| word.to_str().is_some_and(unpacks);
    if words[options.clone()].iter().any(is_given) {
        // What was packed by `tar -I "pgnpack -9T2"` is unpacked by `pgnpack -9T2 -d`.
        let of_both = without_those_of_packing(&words[options.clone()]);
        words.splice(options, of_both);
        words.insert(1, "decompress".into());
    } else {
        words.insert(1, "compress".into());
    }
}

/// The words without the options that only packing has, and without their values.
fn without_those_of_packing(words: &[OsString]) -> Vec<OsString> {
    let packing = CompressArgs::augment_args(clap::Command::new("compress"));
    let unpacking = DecompressArgs::augment_args(clap::Command::new("decompress"));
    let has =
        |command: &clap::Command, is_it: &dyn Fn(&Arg) -> bool| command.get_arguments().any(is_it);
    let mut left = Vec::new();
    let mut words = words.iter();
    while let Some(word) = words.next() {
        let text = word.to_str().unwrap_or_default();
        if let Some(long) = text.strip_prefix("--") {
            let (name, value) = long.split_once('=').unzip();
            let name = name.unwrap_or(long);
            let is_it = |option: &Arg| option.get_long() == Some(name);
            let option = packing.get_arguments().find(|option| is_it(option));
            match option.filter(|_| !has(&unpacking, &is_it)) {
                None => left.push(word.clone()),
                Some(option) if option.get_action().takes_values() && value.is_none() => {
                    words.next();
                }
                Some(_) => {}
            }
            continue;
        }
        let flags = flags(text);
        let is_of_both = |&flag: &char| has(&unpacking, &|option| option.get_short() == Some(flag));
        let kept: String = flags.chars().filter(is_of_both).collect();
        match kept.len() == flags.len() {
            true => left.push(word.clone()),
            false => {
                let rest = &text[1 + flags.len()..];
                let word = format!("-{kept}{rest}");
                left.extend((word.len() > 1).then(|| word.into()));
            }
        }
    }
    left
}

/// Whether a word holds a level that does not exist: 0, or one of two digits, as in `-v19`.
fn names_no_level(word: &str) -> bool {
    let two_digits = |pair: &[u8]| pair.iter().all(u8::is_ascii_digit);
    let is_none =
        |letters: &str| letters.contains('0') || letters.as_bytes().windows(2).any(two_digits);
    // Most words need no look at the options.
    is_none(word) && is_none(flags(word))
}

/// The letters of a word such as `-vfT16` that are options without values (`vf`); none of other
/// words.
fn flags(word: &str) -> &str {
    let letters = word.strip_prefix('-').unwrap_or_default();
    if letters.is_empty() || letters.starts_with('-') {
        return "";
    }
    let options = CompressArgs::augment_args(clap::Command::new("compress"));
    let takes_value = |letter: char| {
        let mut options = options.get_arguments();
        let option = options.find(|option| option.get_short() == Some(letter));
        option.is_some_and(|option| option.get_action().takes_values())
    };
    &letters[..letters.find(takes_value).unwrap_or(letters.len())]
}

/// The unknown flag, and the command that does what the flag means to other packers.
fn command_of_flag(error: &clap::Error) -> Option<(&'static str, &'static str)> {
    const FLAGS: [(&str, &str); 8] = [
        ("-z", "compress"),
        ("--compress", "compress"),
        ("-d", "decompress"),
        ("--decompress", "decompress"),
        ("-t", "test"),
        ("--test", "test"),
        ("-l", "list"),
        ("--list", "list"),
    ];
    let Some(ContextValue::String(unknown)) = error.get(ContextKind::InvalidArg) else {
        return None;
    };
    FLAGS.into_iter().find(|(flag, _)| unknown == flag)
}
