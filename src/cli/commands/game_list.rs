//! `pgnpack list --games`: a line for each game of packed files.

use crate::{
    cli::{
        Session, Status,
        args::ListArgs,
        files::{input, output::Output},
        message::{hint_at_salvage, named},
    },
    pgn::{charset::readable, tags::Tags},
    pipeline::{self, DecompressOptions, Selection},
};
use anyhow::{Context, Result};
use serde_json::{Map, Value, json};
use std::{
    io::{self, BufWriter, Write},
    path::{Path, PathBuf},
};

/// The tags that a line shows, in this order: the seven of every game, those that tell games apart
/// best first.
const SHOWN: [&str; 7] = ["White", "Black", "Result", "Date", "Event", "Site", "Round"];

/// How a game is shown.
#[derive(Clone, Copy)]
enum Form {
    /// An object with all its tags.
    Json,
    /// A line.
    Lines,
    /// A line that begins with the name of the file.
    NamedLines,
}

/// Lists the games `games` of each of the files `paths`.
///
/// # Errors
/// When a model cannot be read.
pub fn run(
    games: &Selection,
    paths: &[PathBuf],
    args: &ListArgs,
    session: &Session,
) -> Result<Status> {
    let form = match args.json {
        true => Form::Json,
        false if args.folders.recursive || paths.len() > 1 => Form::NamedLines,
        false => Form::Lines,
    };
    let options = DecompressOptions {
        threads: args.threads.count,
        models: input::models(&args.models.models)?,
        block_limit: args.limit.block_limit,
    };
    let mut worst = Status::Good;
    for path in paths {
        if let Err(error) = list(path, games, form, &options, session) {
            worst = worst.max(session.report(&error));
        }
        if worst.flow().is_break() {
            break;
        }
    }
    Ok(worst)
}

fn list(
    path: &Path,
    games: &Selection,
    form: Form,
    options: &DecompressOptions,
    session: &Session,
) -> Result<()> {
    let (name, mut file) = input::open_to_list(path)?;
    let mut out = BufWriter::new(Output::stdout());
    let column = named(path);
    let listed = pipeline::visit_tags(&mut file, games, options, session, |number, tags| {
        let number = number + 1;
        let written = match form {
            Form::Json => writeln!(out, "{}", as_json(path, number, tags)),
            Form::NamedLines => write_line(Some(&column), number, tags, &mut out),
            Form::Lines => write_line(None, number, tags, &mut out),
        };
        Ok(written?)
    });
    // What was found before an error is worth having, too.
    out.flush()?;
    listed.map_err(hint_at_salvage).with_context(|| name)
}

fn write_line(
    file: Option<&str>,
    number: u64,
    tags: &Tags,
    out: &mut impl Write,
) -> io::Result<()> {
    if let Some(file) = file {
        write!(out, "{file}\t")?;
    }
    write!(out, "{number}")?;
    for name in SHOWN {
        out.write_all(b"\t")?;
        let value = value_of(tags, name).or_else(|| match name {
            "Date" => value_of(tags, "UTCDate"),
            _ => None,
        });
        out.write_all(&printable(value.unwrap_or_default()))?;
    }
    out.write_all(b"\n")
}

/// The name of a tag without the blanks that some writers put around it.
fn bare(name: &[u8]) -> &[u8] {
    name.trim_ascii()
}

/// The value of the first tag called `name`.
fn value_of<'a>(tags: &'a Tags, name: &str) -> Option<&'a [u8]> {
    let named = tags.iter().find(|tag| bare(tag.name) == name.as_bytes());
    named.map(|tag| tag.value)
}

/// The value of a tag on a line, in the text's own encoding: without escapes, and with a space for
/// each control character.
fn printable(value: &[u8]) -> Vec<u8> {
    match String::from_utf8(without_escapes(value)) {
        Ok(text) => text.replace(char::is_control, " ").into_bytes(),
        Err(other) => {
            let mut bytes = other.into_bytes();
            // No others: in Windows-1252 these bytes are quotation marks and letters.
            for byte in bytes.iter_mut().filter(|byte| byte.is_ascii_control()) {
                *byte = b' ';
            }
            bytes
        }
    }
}

/// `value` without the backslashes that stand before quotation marks and backslashes (PGN standard,
/// 7).
fn without_escapes(value: &[u8]) -> Vec<u8> {
    let mut plain = Vec::with_capacity(value.len());
    let mut rest = value.iter().copied().peekable();
    while let Some(byte) = rest.next() {
        let escaped = rest.next_if(|&next| byte == b'\\' && matches!(next, b'"' | b'\\'));
        plain.push(escaped.unwrap_or(byte));
    }
    plain
}

/// A game as an object. Of tags of the same name, the first counts.
fn as_json(path: &Path, number: u64, tags: &Tags) -> Value {
    let mut values = Map::new();
    for tag in tags.iter() {
        let value = without_escapes(tag.value);
        let name = readable(bare(tag.name));
        values.entry(name).or_insert(readable(&value).into());
    }
    json!({
        "file": path.display().to_string(),
        "game": number,
        "tags": values,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_has_a_field_for_each_tag() {
        let mut tags = Tags::default();
        tags.push(b"Event", br#"The \"Big\" C:\\Open"#);
        tags.push(b"White", b"M\xfcller\t\x1b[2J");
        tags.push(b"Result", b"1-0");
        tags.push(b"UTCDate  ", b"2026.11.23");
        tags.push(b"Event", b"another");
        tags.push(b"Site", "C1: \u{9b}31m".as_bytes());
        let mut line = Vec::new();
        write_line(Some("a.pgz"), 7, &tags, &mut line).unwrap();
        let expected =
            b"a.pgz\t7\tM\xfcller  [2J\t\t1-0\t2026.11.23\tThe \"Big\" C:\\Open\tC1:  31m\t\n";
        assert_eq!(
            line.escape_ascii().to_string(),
            expected.escape_ascii().to_string()
        );
        let json = as_json(Path::new("a.pgz"), 7, &tags);
        assert_eq!(json["tags"]["Event"], r#"The "Big" C:\Open"#);
        assert_eq!(json["tags"]["UTCDate"], "2026.11.23");
        assert_eq!(json["tags"]["White"], "Müller\t\u{1b}[2J");
    }
}
