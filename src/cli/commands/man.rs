//! Man pages: what the definition of the arguments says, then exit statuses, examples and where to
//! read on.

use crate::cli::args::{STANDARD_INPUT, WITHOUT_COMMAND, exit_statuses};
use clap::Command;
use clap_mangen::Man;
use roff::{Inline, Roff, bold, roman};
use std::io::{self, Write};

/// What is done, and the command line for it.
const EXAMPLES: [(&str, &str); 7] = [
    (
        "Pack a file into games.pgz, and unpack it again:",
        "pgnpack compress games.pgn; pgnpack decompress games.pgz -o again.pgn",
    ),
    (
        "Pack what another program unpacks:",
        "zstdcat db.pgn.zst | pgnpack compress > db.pgz",
    ),
    (
        "Look into some games of a packed file:",
        "pgnpack decompress --games 100..200 db.pgz | less",
    ),
    (
        "Find the games of a player, and unpack two of them:",
        "pgnpack list --games 1.. db.pgz | grep Carlsen; pgnpack decompress --games 17,304 db.pgz",
    ),
    (
        "Pack all .pgn files in a folder, each as small as possible, and remove them:",
        "pgnpack compress -r -9 --rm games",
    ),
    (
        "Check packed files, and save what a damaged one still holds:",
        "pgnpack test *.pgz || pgnpack decompress --salvage damaged.pgz -o saved.pgn",
    ),
    (
        "Show what each move of a game costs:",
        "pgnpack explain --games 7 games.pgn",
    ),
];

/// Writes the page of `command`, the program itself or a command of it, to `out`. `source` is the
/// program with its version.
///
/// # Errors
/// When `out` refuses.
pub fn write(command: &Command, source: String, out: &mut dyn Write) -> io::Result<()> {
    let is_program = command.get_name() == "pgnpack";
    // The date is a blank: without any, the source would stand in its place.
    let page = Man::new(command.clone())
        .date(" ")
        .source(source)
        .manual("User Commands");
    page.render_title(out)?;
    page.render_name_section(out)?;
    synopsis(command, out)?;
    page.render_description_section(out)?;
    page.render_options_section(out)?;
    if command.has_subcommands() {
        page.render_subcommands_section(out)?;
    }
    let mut rest = Roff::new();
    if is_program {
        section(&mut rest, "STANDARD INPUT");
        rest.text([roman(STANDARD_INPUT)]);
        section(&mut rest, "WITHOUT COMMAND");
        rest.text([roman(WITHOUT_COMMAND)]);
    }
    section(&mut rest, "EXIT STATUS");
    for (status, meaning) in exit_statuses() {
        entry(&mut rest, bold(status), meaning);
    }
    if is_program {
        section(&mut rest, "EXAMPLES");
        for (what, line) in EXAMPLES {
            entry(&mut rest, roman(what), line);
        }
    } else {
        if let Some(notes) = command.get_after_help() {
            section(&mut rest, "NOTES");
            lines(&mut rest, &notes.to_string());
        }
        section(&mut rest, "SEE ALSO");
        rest.text([bold("pgnpack"), roman("(1)")]);
    }
    rest.to_writer(out)
}

/// How a command is called, by all of its names.
fn synopsis(command: &Command, out: &mut dyn Write) -> io::Result<()> {
    let mut usage = Roff::new();
    section(&mut usage, "SYNOPSIS");
    let said = command.clone().render_usage().to_string();
    let ways = said.trim_start_matches("Usage:").lines();
    let line = ways.map(str::trim_start).collect::<Vec<_>>().join("\n");
    lines(&mut usage, &line);
    for alias in command.get_visible_aliases() {
        lines(&mut usage, &line.replacen(command.get_name(), alias, 1));
    }
    usage.to_writer(out)
}

fn section(page: &mut Roff, title: &str) {
    page.control("SH", [title]);
}

/// Lines that are not filled.
fn lines(page: &mut Roff, text: &str) {
    page.control("nf", []);
    for line in text.lines() {
        page.text([roman(line)]);
    }
    page.control("fi", []);
}

fn entry(page: &mut Roff, head: Inline, body: &str) {
    page.control("TP", []);
    page.text([head]);
    page.text([roman(body)]);
}
