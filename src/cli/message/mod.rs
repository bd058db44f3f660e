//! The wording of what the program says about jobs: refusals, warnings and summaries, a line each.
//! Errors of the library have their own wording, and the commands word their tables.

mod refusal;

use super::{job::Direction, wrapping::Wrapping};
pub use crate::error::{Count, Quoted};
use crate::{
    error::{Error, Escaped, Remedy},
    pipeline::{CompressReport, Damage, DecompressReport, Lost, Reached},
};
pub use refusal::{Fault, Misuse, Purpose, Refusal, WrongName};
use std::{
    fmt,
    io::{self, Write},
    path::Path,
};

/// Prints a line on standard error. If that fails, nobody can be told, and the work goes on.
pub fn say(line: impl fmt::Display) {
    let _ = writeln!(io::stderr(), "{line}");
}

/// Prints an error or a warning on standard error, after the program's name.
pub fn complain(of: impl fmt::Display) {
    say(format_args!("pgnpack: {of}"));
}

/// The name of a file in messages. Control characters are escaped, so that a message is one line,
/// and an empty name is in quotes, so that it is seen.
pub fn named(path: &Path) -> String {
    if path.as_os_str().is_empty() {
        return "''".to_owned();
    }
    Escaped(&path.to_string_lossy()).to_string()
}

/// The warning before networks are trained on few games.
pub const FEW_GAMES: &str =
    "these are too few games to train good networks (--networks FILE takes those of another model)";

/// The remark on a game whose moves `explain` does not show.
pub fn moves_untold(number: usize) -> String {
    format!("game {number} is played by other rules than chess: the cost of its moves is not shown")
}

/// The warning that somebody wrote to an input while it was read.
pub fn changed(name: &str) -> String {
    format!("{name}: has changed meanwhile: what was written then may not be in the output")
}

/// The line after the failure of an input of which a part is packed already, on standard output.
pub const TORN: &str = "standard output: ends in the middle of a packed file, so nothing follows";

/// The hint that the text of an input is wrapped in something.
pub fn wrapped(name: &str, wrapping: Wrapping) -> String {
    let undo = wrapping.undo();
    let what = match wrapping.encoding() {
        None => "is packed already; its text packs better".to_owned(),
        Some(encoding) => format!("is {encoding}; as UTF-8 it packs better"),
    };
    format!("{name}: {what}: {undo} FILE | pgnpack compress")
}

/// The line where there is not enough memory for the work on inputs of these names. To word it
/// takes none.
pub struct NoMemory<'n>(pub &'n [String]);

impl fmt::Display for NoMemory<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, name) in self.0.iter().enumerate() {
            f.write_str(if index == 0 { "" } else { ", " })?;
            f.write_str(name)?;
        }
        f.write_str(if self.0.is_empty() { "" } else { ": " })?;
        f.write_str("there is not enough memory")
    }
}

/// A number of bytes, formatted for people: `976 KiB`, `1.25 GiB`.
pub struct Size(pub u64);

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const UNITS: [&str; 5] = ["KiB", "MiB", "GiB", "TiB", "PiB"];
        if self.0 < 1024 {
            return write!(f, "{} B", self.0);
        }
        let mut value = self.0 as f64 / 1024.0;
        let mut unit = 0;
        while value >= 1023.95 && unit + 1 < UNITS.len() {
            value /= 1024.0;
            unit += 1;
        }
        let decimals = if value < 10.0 {
            2
        } else if value < 100.0 {
            1
        } else {
            0
        };
        write!(f, "{value:.decimals$} {}", UNITS[unit])
    }
}

/// `part` in percent of `whole`; 100 where `whole` is 0.
pub fn percent(part: u64, whole: u64) -> f64 {
    if whole == 0 {
        100.0
    } else {
        part as f64 * 100.0 / whole as f64
    }
}

/// The sizes before and after: `976 KiB => 81.1 KiB`.
pub fn sizes(text: u64, packed: u64, direction: Direction) -> String {
    match direction {
        Direction::Pack => format!("{} => {}", Size(text), Size(packed)),
        Direction::Unpack => format!("{} => {}", Size(packed), Size(text)),
    }
}

/// The summary line of a file that was packed: `games.pgn: 8.31 % (976 KiB => 81.1 KiB, 3,504
/// games, 2.91 bits a half-move)`.
pub fn packed(name: &str, report: &CompressReport) -> String {
    let (text, packed) = (report.text_bytes, report.packed_bytes);
    let sizes = sizes(text, packed, Direction::Pack);
    let games = Count(report.games, "game");
    let as_text = match report.games_as_text {
        0 => String::new(),
        games => format!(", {} kept as text", Count(games, "game")),
    };
    let moves = match report.moves_plies {
        0 => String::new(),
        plies => format!(
            ", {:.2} bits a half-move",
            report.moves_bytes as f64 * 8.0 / plies as f64
        ),
    };
    let ratio = percent(packed, text);
    format!("{name}: {ratio:.2} % ({sizes}, {games}{as_text}{moves})")
}

/// The summary line of a file that was unpacked: `games.pgz: 8.31 % (81.1 KiB => 976 KiB, 3,504
/// games)`; of some games of one: `games.pgz: 1.31 KiB, 2 games`; of a damaged one:
/// `games.pgz: saved 1.31 KiB, 2 games`; of one passed on: `games.pgn: 1.17 KiB, not packed`.
pub fn unpacked(name: &str, report: &DecompressReport) -> String {
    let text = report.text_bytes;
    if report.passed_on {
        return format!("{name}: {}, not packed", Size(text));
    }
    let games = Count(report.games, "game");
    match report.packed_bytes_of_text() {
        None if !report.is_whole() => format!("{name}: saved {}, {games}", Size(text)),
        None => format!("{name}: {}, {games}", Size(text)),
        Some(packed) => {
            let ratio = percent(packed, text);
            let sizes = sizes(text, packed, Direction::Unpack);
            format!("{name}: {ratio:.2} % ({sizes}, {games})")
        }
    }
}

/// The line on several files together, the last of a command; `packed` is none where some were
/// unpacked in part.
pub fn in_all(text: u64, packed: Option<u64>, games: u64) -> String {
    let games = Count(games, "game");
    match packed {
        None => format!("in all: {}, {games}", Size(text)),
        Some(packed) => format!(
            "in all: {:.2} % ({} of text, {} packed, {games})",
            percent(packed, text),
            Size(text),
            Size(packed)
        ),
    }
}

/// An error of reading a packed file, which salvage may help against if the file is damaged.
pub fn hint_at_salvage(error: Error) -> Error {
    match error.is_damage() && error.remedy().is_none() {
        true => error.with_remedy(Remedy::Salvage),
        false => error,
    }
}

/// What follows the message of `error`: the option that helps, if one does.
pub fn help_against(error: &Error) -> &'static str {
    match error.remedy() {
        Some(Remedy::Model) => " (--model FILE)",
        Some(Remedy::BlockLimit) => " (--block-limit SIZE)",
        Some(Remedy::Salvage) => " (decompress --salvage writes what is sound)",
        Some(Remedy::AnotherCopy) | None => "",
    }
}

/// The line where nothing of the damaged file `name` could be unpacked. `to_file` tells whether a
/// file would have been written.
pub fn nothing_saved(name: &str, to_file: bool) -> String {
    let file = if to_file { ", no file was written" } else { "" };
    format!("{name}: nothing could be saved{file}")
}

/// The line on a damaged block of the file `name` that was left out: `games.pgz: block 4 at byte
/// 56371: damaged: …; left out: games 109 to 135 (a block of 976 KiB)`.
pub fn left_out(name: &str, damage: &Damage) -> String {
    format!(
        "{}; left out: {}",
        in_file(name, &damage.error),
        contents(damage)
    )
}

/// The line on a damaged block of the file `name` that was found by a test.
pub fn damaged(name: &str, damage: &Damage) -> String {
    format!(
        "{}; affected: {}",
        in_file(name, &damage.error),
        contents(damage)
    )
}

/// Prints the damage found in a packed file; `of_block` words the line on a block.
pub fn tell_damage(name: &str, report: &DecompressReport, of_block: fn(&str, &Damage) -> String) {
    for damage in &report.damaged {
        complain(of_block(name, damage));
    }
    if report.more_damaged > 0 {
        let blocks = Count(report.more_damaged, "block");
        complain(format!("{name}: {blocks} more damaged"));
    }
    if report.displaced != 0 {
        complain(displaced(name, report.displaced));
    }
    if let Some(loss) = &report.lost {
        complain(lost(name, loss));
    }
}

/// What is wrong with something in the file `name`, and which option helps.
fn in_file(name: &str, error: &Error) -> String {
    format!("{name}: {error}{}", help_against(error))
}

/// What damaged blocks hold.
fn contents(damage: &Damage) -> String {
    let first = damage.first_game.saturating_add(1);
    let games = match damage.games {
        0 => "no game".to_owned(),
        1 => format!("game {first}"),
        games => {
            let last = damage.first_game.saturating_add(games);
            format!("games {first} to {last}")
        }
    };
    let size = Size(damage.text_bytes);
    match damage.blocks {
        1 => format!("{games} (a block of {size})"),
        blocks => format!("{games} ({blocks} blocks of {size} in all)"),
    }
}

/// The line on missing bytes (`by` below 0) or surplus bytes in the file `name`.
fn displaced(name: &str, by: i64) -> String {
    let bytes = Count(by.unsigned_abs(), "byte");
    match by {
        ..0 => format!("{name}: {bytes} missing"),
        _ => format!("{name}: {bytes} too many (if they are a packed file, it is left out)"),
    }
}

/// Prints what faults of this program cost some bytes of the packed file `name`.
pub fn tell_faults(name: &str, report: &CompressReport) {
    if let Some(fault) = &report.lead_fault {
        complain(failed(
            name,
            "its blocks have not learnt from the first",
            fault,
        ));
    }
    if let Some(fault) = &report.fault {
        let blocks = Count(report.failed_blocks, "block");
        let what = format!("a codec failed on {blocks}, and another way to pack was taken");
        complain(failed(name, &what, fault));
    }
}

fn failed(name: &str, what: &str, fault: &Error) -> String {
    format!("{name}: {what}: nothing is lost, but please report this bug in pgnpack ({fault})")
}

/// The message, before the system's reason, for an input that `--rm` could not remove.
pub fn not_removed(path: &Path) -> String {
    format!(
        "{}: its output was written, but it could not be removed",
        named(path)
    )
}

/// The message, before the reason, for an input that `--rm` did not remove.
pub fn kept(path: &Path) -> String {
    format!("{}: not removed", named(path))
}

/// The warning, before the system's reason, that the file `output` lacks the permissions of its
/// input.
pub fn unlike(output: &Path, input: &str) -> String {
    let output = named(output);
    format!("{output}: could not be given the permissions of {input}")
}

/// What a line of input should be.
#[derive(Clone, Copy)]
pub enum Expected<'a> {
    /// A position.
    Position,
    /// The code of a position under the scheme of this name.
    Code(&'a str),
}

impl fmt::Display for Expected<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Expected::Position => f.write_str("position"),
            Expected::Code(scheme) => write!(f, "code of the scheme {scheme}"),
        }
    }
}

/// The reason to stop where nothing at all is what was `expected`.
pub fn hopeless(expected: Expected<'_>) -> String {
    let hint = match expected {
        Expected::Position => " (position stats takes games)",
        Expected::Code(_) => "",
    };
    format!("none of these lines is a {expected}{hint}")
}

/// The line on bytes of the file `name` that could not be read.
fn lost(name: &str, lost: &Lost) -> String {
    let rest = match lost.reached {
        Reached::Nothing => String::new(),
        Reached::Blocks => "; nothing could be read from there on".to_owned(),
        Reached::Around(0) => "; what follows was found".to_owned(),
        Reached::Around(bytes) => format!(
            "; {} from there on could not be read, but what follows them was found",
            Count(bytes, "byte")
        ),
        Reached::End => "; the blocks before that were found".to_owned(),
    };
    format!("{}{rest}", in_file(name, &lost.error))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_cannot_break_a_line() {
        let name = named(Path::new("a\nb\u{1b}[2Jé.pgn"));
        assert_eq!(name, "a\\nb\\u{1b}[2Jé.pgn");
    }

    #[test]
    fn whoever_lacks_memory_is_named() {
        let told = |names: &[&str]| {
            let names: Vec<String> = names.iter().map(|&name| name.to_owned()).collect();
            NoMemory(&names).to_string()
        };
        assert_eq!(told(&[]), "there is not enough memory");
        assert_eq!(told(&["a.pgn"]), "a.pgn: there is not enough memory");
        assert_eq!(
            told(&["a.pgn", "b.pgn"]),
            "a.pgn, b.pgn: there is not enough memory"
        );
    }

    #[test]
    fn sizes_and_counts_read_well() {
        let sizes =
            [0, 1023, 1024, 999_561, 1 << 20, 200 << 30].map(|bytes| Size(bytes).to_string());
        assert_eq!(
            sizes,
            [
                "0 B", "1023 B", "1.00 KiB", "976 KiB", "1.00 MiB", "200 GiB"
            ]
        );
        assert_eq!(Count(1, "game").to_string(), "1 game");
        assert_eq!(Count(1_234_567, "game").to_string(), "1,234,567 games");
    }
}
