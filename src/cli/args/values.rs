//! Parsers for the values of arguments.

use crate::{
    codec::{
        CodecId,
        model::{
            learnt::MOST_UNITS_IN_ALL,
            moves::{model::MOST_JUDGES, net::weights::LANES, train::ENOUGH},
        },
    },
    container::header::BLOCK_BOUND_LOG2,
    pipeline::{MOST_BLOCK_SIZE, Selection},
    position::{self, Scheme},
};
use clap::builder::{OsStringValueParser, PossibleValuesParser, TypedValueParser};
use std::{
    ffi::OsStr,
    num::NonZero,
    ops::Bound,
    path::{Path, PathBuf},
    str::FromStr,
};

/// The name of an input. An empty one is no file, as any other name may be none.
pub fn input_parser() -> impl TypedValueParser<Value = PathBuf> {
    OsStringValueParser::new().map(PathBuf::from)
}

/// The name of any codec.
pub fn codec_parser() -> impl TypedValueParser<Value = CodecId> {
    one_of(CodecId::ALL.into_iter())
}

/// The name of a codec that writes games.
pub fn game_codec_parser() -> impl TypedValueParser<Value = CodecId> {
    one_of(CodecId::ALL.into_iter().filter(|&id| id != CodecId::Text))
}

fn one_of(codecs: impl Iterator<Item = CodecId>) -> impl TypedValueParser<Value = CodecId> {
    PossibleValuesParser::new(codecs.map(CodecId::name))
        .try_map(|name| CodecId::from_name(&name).ok_or("there is no such codec"))
}

/// The name of a scheme.
pub fn scheme_parser() -> impl TypedValueParser<Value = &'static dyn Scheme> {
    PossibleValuesParser::new(position::ALL.iter().map(|scheme| scheme.name()))
        .try_map(|name| position::by_name(&name).ok_or("there is no such scheme"))
}

/// Most threads that may be asked for: more than machines have cores. Some systems kill a program
/// with many times as many.
const MOST_THREADS: usize = 1024;

/// Reads a number of threads, at least `least`; 0 is one for each core.
pub fn threads_parser(
    least: usize,
) -> impl Fn(&str) -> Result<NonZero<usize>, String> + Clone + Send + Sync {
    let available = || std::thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN);
    move |text| {
        let asked = number(text).filter(|asked| (least..=MOST_THREADS).contains(asked));
        let asked =
            asked.ok_or_else(|| format!("it must be a number from {least} to {MOST_THREADS}"))?;
        Ok(NonZero::new(asked).unwrap_or_else(available))
    }
}

/// Reads a number above 0.
pub fn parse_positive(text: &str) -> Result<NonZero<u64>, String> {
    number(text).ok_or_else(|| format!("it must be a number from 1 to {}", u64::MAX))
}

/// The least bytes of text in a block: smaller ones would be mostly header.
const LEAST_BLOCK_SIZE: u64 = 4 << 10;

/// The most bytes of text in a block of the format.
const MOST_OF_FORMAT: u64 = 1 << *BLOCK_BOUND_LOG2.end();

/// Reads the size of the blocks to write.
pub fn parse_size(text: &str) -> Result<usize, String> {
    let size = size(text)?.filter(|size| (LEAST_BLOCK_SIZE..=MOST_BLOCK_SIZE).contains(size));
    size.map(|size| size as usize)
        .ok_or_else(|| format!("a block holds {} of text", block_sizes()))
}

/// The sizes that [`parse_size`] takes.
pub(super) fn block_sizes() -> String {
    format!("{}K to {}M", LEAST_BLOCK_SIZE >> 10, MOST_BLOCK_SIZE >> 20)
}

/// The size up to which blocks are read unless told otherwise: as far as they are written.
pub(super) const DEFAULT_LIMIT: &str = "64M";

/// Reads the size up to which blocks are read.
pub fn parse_limit(text: &str) -> Result<u64, String> {
    let size = size(text)?.filter(|size| (1..=MOST_OF_FORMAT).contains(size));
    size.ok_or_else(|| format!("a limit is from 1B to {}G of text", MOST_OF_FORMAT >> 30))
}

/// Whether a text is a number without a sign.
fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Reads a number without a sign.
fn number<N: FromStr>(text: &str) -> Option<N> {
    match is_digits(text) {
        true => text.parse().ok(),
        false => None,
    }
}

/// Reads `64K`, `8M`, `8MiB` (powers of 1,024) or a plain number of bytes; `None` for more than any
/// machine has.
fn size(text: &str) -> Result<Option<u64>, String> {
    let digits = text.trim_end_matches(|c: char| !c.is_ascii_digit());
    let shift = match text[digits.len()..].to_ascii_lowercase().as_str() {
        "" | "b" => 0,
        "k" | "kib" => 10,
        "m" | "mib" => 20,
        "g" | "gib" => 30,
        _ => return Err("sizes look like 512K, 8M or 8MiB".into()),
    };
    let number: u64 = number(digits).ok_or("sizes look like 512K, 8M or 8MiB")?;
    Ok(number.checked_mul(1 << shift))
}

/// What is said of `--units`.
pub(super) fn units_help() -> String {
    format!(
        "Hidden units of the networks for levels -7 to -9 (the first) and -5 and -6 (the last), \
         multiples of {LANES}; a model file has room for {MOST_UNITS_IN_ALL} in all, in \
         {MOST_JUDGES} networks at most"
    )
}

/// What is said of `--limit`.
pub(super) fn limit_help() -> String {
    format!(
        "Train each network for so many million half-moves; the tables and the quick network for {} \
         at most, with or without this option",
        ENOUGH.get() / 1_000_000
    )
}

/// Reads a number of hidden units.
pub fn parse_units(text: &str) -> Result<usize, String> {
    let units = text.parse().ok();
    let units = units
        .filter(|units| (LANES..=MOST_UNITS_IN_ALL).contains(units) && units.is_multiple_of(LANES));
    units.ok_or_else(|| {
        format!("a network has a multiple of {LANES} units, {MOST_UNITS_IN_ALL} at most")
    })
}

/// Reads a learning rate.
pub fn parse_rate(text: &str) -> Result<f32, String> {
    let rate = text.parse().ok();
    let rate = rate.filter(|rate| (0.0..=1.0).contains(rate) && *rate > 0.0);
    rate.ok_or_else(|| "a rate is above 0 and at most 1".into())
}

/// A file of games to learn from, as typed, and how often its games are seen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrainingFile {
    /// The file.
    pub path: PathBuf,
    /// How often its games are seen.
    pub times: usize,
}

/// `games.pgn` or `games.pgn@3`; the name need not be UTF-8.
pub fn training_file_parser() -> impl TypedValueParser<Value = TrainingFile> {
    OsStringValueParser::new().try_map(|word| parse_training_file(&word))
}

fn parse_training_file(word: &OsStr) -> Result<TrainingFile, String> {
    let counted = word.to_str().and_then(|text| text.rsplit_once('@'));
    let (path, times) = match counted {
        // If a file of the whole name exists, the @ is part of the name.
        Some((path, times)) if is_digits(times) && !Path::new(word).exists() => {
            (path.as_ref(), times.parse().ok())
        }
        _ => (word, Some(1)),
    };
    let times = times.filter(|times| (1..=100).contains(times));
    Ok(TrainingFile {
        path: path.into(),
        times: times.ok_or("the number after @ says how often the games are seen, 1 to 100")?,
    })
}

/// Reads numbers and ranges of games, counted from 1: `7`, `100..200`, `100..` or `..200`, or
/// several of these with commas between.
pub fn parse_games(text: &str) -> Result<Selection, String> {
    let ranges: Option<Vec<_>> = text.split(',').map(parse_range).collect();
    ranges.map(Selection::of).ok_or_else(|| {
        "games look like 7, 100..200, 100.. or ..200, counted from 1, with commas between".into()
    })
}

/// One range, counted from 0.
fn parse_range(text: &str) -> Option<(Bound<u64>, Bound<u64>)> {
    let number = |text: &str| number::<NonZero<u64>>(text).map(NonZero::get);
    let (first, last) = match text.split_once("..") {
        None => (number(text)?, Some(number(text)?)),
        Some(("", "")) => (1, None),
        Some(("", last)) => (1, Some(number(last)?)),
        Some((first, "")) => (number(first)?, None),
        Some((first, last)) => (number(first)?, Some(number(last)?)),
    };
    let in_order = last.is_none_or(|last| first <= last);
    let end = last.map_or(Bound::Unbounded, Bound::Excluded);
    in_order.then_some((Bound::Included(first - 1), end))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_and_games_are_read_strictly() {
        assert_eq!(parse_size("512K"), Ok(512 << 10));
        assert_eq!(parse_size("8MiB"), Ok(8 << 20));
        assert_eq!(parse_size("4K"), Ok(4 << 10));
        assert_eq!(parse_size("64M"), Ok(64 << 20));
        assert!(parse_size("4095").is_err() && parse_size("65M").is_err());
        assert!(parse_size("8X").is_err() && parse_size("K").is_err() && parse_size("1").is_err());
        assert_eq!(parse_limit(DEFAULT_LIMIT), Ok(MOST_BLOCK_SIZE));
        assert_eq!(parse_positive("3").map(NonZero::get), Ok(3));
        for wrong in ["0", "+3", "18446744073709551616", ""] {
            assert!(parse_positive(wrong).is_err(), "{wrong}");
        }
        assert_eq!(parse_games("7"), Ok(Selection::from(6..7)));
        assert_eq!(parse_games("3.."), Ok(Selection::from(2..)));
        assert_eq!(parse_games("..3"), parse_games("1..3"));
        assert_eq!(parse_games(".."), parse_games("1.."));
        let several = parse_games("9..,2,4..6").unwrap();
        assert_eq!(several.among(10).unwrap(), [1..2, 3..6, 8..10]);
        assert_eq!(parse_limit("1G"), Ok(1 << 30));
        assert!(parse_limit("2G").is_err());
        let least = parse_limit("0").unwrap_err();
        assert_eq!(least, "a limit is from 1B to 1G of text");
        for wrong in ["4096ib", "4Mibib", "4Kb", "+8K", "K", ""] {
            assert!(parse_size(wrong).is_err(), "{wrong}");
        }
        for wrong in [
            "0", "5..3", "x", "...", "..0", "1...3", "+2", "1,", ",2", "1, 2", "",
        ] {
            assert!(parse_games(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn how_often_games_are_seen_stands_behind_the_last_at_sign() {
        let file = |path: &str, times| {
            Ok(TrainingFile {
                path: path.into(),
                times,
            })
        };
        for (word, read) in [
            ("a.pgn", file("a.pgn", 1)),
            ("a.pgn@3", file("a.pgn", 3)),
            ("a@b.pgn", file("a@b.pgn", 1)),
            ("a@b.pgn@100", file("a@b.pgn", 100)),
        ] {
            assert_eq!(parse_training_file(word.as_ref()), read, "{word}");
        }
        for wrong in ["a.pgn@0", "a.pgn@101"] {
            assert!(parse_training_file(wrong.as_ref()).is_err(), "{wrong}");
        }
    }
}
