//! Every bit of a game, one row for each thing coded: as a table, as JSON lines, and the cost of the moves as a picture.
//!
//! Owns what the historical codecs' rows look like, and the picture for any codec. Decides neither where they are printed nor which
//! games are shown.

use super::{
    by_game::GameCodec,
    tape::{Played, Tape},
};
use crate::pgn::game::Game;
use serde_json::{Map, Value};
use std::io::{self, Write};

/// One thing coded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Which game of the file it belongs to, 1 for the first.
    pub game: usize,
    /// Its bits as zeros and ones.
    pub bits: String,
    /// The bits of the game up to its last.
    pub sum: usize,
    /// What the bits mean.
    pub what: String,
    /// The move, if it is one.
    pub played: Option<Played>,
}

/// The rows of `game`, the file's number `number`, which `codec` has no objection to. Their bits joined are what the codec stores
/// of the game, but for padding.
pub fn rows(codec: &dyn GameCodec, number: usize, game: &Game) -> Vec<Row> {
    let mut tape = Tape::explaining();
    codec.encode(game, &mut tape, &mut Vec::new());
    let rows = tape.rows().to_vec();
    let bits: String = tape
        .into_bytes()
        .iter()
        .map(|byte| format!("{byte:08b}"))
        .collect();
    let mut start = 0;
    rows.into_iter()
        .map(|row| {
            let bits = bits[start..row.end].to_owned();
            start = row.end;
            Row {
                game: number,
                bits,
                sum: row.end,
                what: row.what,
                played: row.played,
            }
        })
        .collect()
}

/// How many bits stand on a line of the table.
const LINE: usize = 48;

/// Writes the rows of one game as a table: bits of the row, running sum, the bits themselves, what they mean.
///
/// # Errors
/// Those of `out`.
pub fn write_table(out: &mut impl Write, rows: &[Row]) -> io::Result<()> {
    let widest = rows
        .iter()
        .map(|row| row.bits.len())
        .max()
        .unwrap_or(0)
        .clamp(4, LINE);
    writeln!(
        out,
        "{:>5} {:>7}  {:<widest$}  what",
        "bits", "sum", "coded"
    )?;
    for row in rows {
        let what = row.what.replace(|c: char| c.is_control(), " ");
        let (first, rest) = row.bits.split_at(row.bits.len().min(LINE));
        writeln!(
            out,
            "{:>5} {:>7}  {first:<widest$}  {what}",
            row.bits.len(),
            row.sum
        )?;
        for line in rest.as_bytes().chunks(LINE) {
            writeln!(out, "{:>13}  {}", "", String::from_utf8_lossy(line))?;
        }
    }
    Ok(())
}

/// Writes the rows as JSON, one object a line: `game`, `bits`, `sum`, `what`; for moves `ply` and `san`, and in variations
/// `depth`.
///
/// # Errors
/// Those of `out`.
pub fn write_json(out: &mut impl Write, rows: &[Row]) -> io::Result<()> {
    for row in rows {
        let mut object = Map::new();
        object.insert("game".into(), row.game.into());
        object.insert("bits".into(), row.bits.as_str().into());
        object.insert("sum".into(), row.sum.into());
        object.insert("what".into(), row.what.as_str().into());
        if let Some(played) = &row.played {
            object.insert("ply".into(), played.ply.into());
            object.insert("san".into(), played.san.as_str().into());
            if played.depth > 0 {
                object.insert("depth".into(), played.depth.into());
            }
        }
        writeln!(out, "{}", Value::Object(object))?;
    }
    Ok(())
}

/// The cost of a move, for the picture.
#[derive(Clone, Debug, PartialEq)]
pub struct Bar {
    /// Which half-move, 1 for the first.
    pub ply: u32,
    /// How it is spelt.
    pub san: String,
    /// What it costs in bits, finite and not below 0.
    pub bits: f64,
}

/// The bars of a game's main line.
pub fn bars(rows: &[Row]) -> Vec<Bar> {
    let played = rows
        .iter()
        .filter_map(|row| Some((row, row.played.as_ref()?)));
    played
        .filter(|(_, played)| played.depth == 0)
        .map(|(row, played)| Bar {
            ply: played.ply,
            san: played.san.clone(),
            bits: row.bits.len() as f64,
        })
        .collect()
}

/// Measures of the picture in its own units.
mod measure {
    pub(super) const BAR: usize = 9;
    pub(super) const GAP: usize = 2;
    pub(super) const HEIGHT: usize = 200;
    pub(super) const LEFT: usize = 36;
    pub(super) const TOP: usize = 28;
    pub(super) const BOTTOM: usize = 24;
}

/// A bar chart of the cost of each move along a game, as SVG: White's moves light, Black's dark, a move's name and cost where the pointer
/// rests on its bar.
pub fn svg(title: &str, bars: &[Bar]) -> String {
    use measure::{BAR, BOTTOM, GAP, HEIGHT, LEFT, TOP};
    let highest = bars
        .iter()
        .fold(1.0_f64, |highest, bar| highest.max(bar.bits))
        .ceil();
    let width = (LEFT + bars.len() * (BAR + GAP) + LEFT).max(240);
    let height = TOP + HEIGHT + BOTTOM;
    let total: f64 = bars.iter().map(|bar| bar.bits).sum();
    let mean = total / bars.len().max(1) as f64;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
         font-family=\"sans-serif\" font-size=\"11\">\n<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n\
         <text x=\"{LEFT}\" y=\"16\">{}: {total:.1} bits, {mean:.2} a move</text>\n",
        escape(title)
    );
    let y_of = |bits: f64| (TOP + HEIGHT) as f64 - bits / highest * HEIGHT as f64;
    for step in 0..=4 {
        let bits = highest * f64::from(step) / 4.0;
        let (y, right) = (y_of(bits), width - LEFT);
        svg += &format!(
            "<path d=\"M{LEFT} {y:.1}H{right}\" stroke=\"#dddddd\"/><text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{bits:.1}</text>\n",
            LEFT - 4,
            y + 4.0
        );
    }
    for (index, bar) in bars.iter().enumerate() {
        let (x, y) = (LEFT + index * (BAR + GAP), y_of(bar.bits));
        let fill = if bar.ply % 2 == 1 {
            "#e0a458"
        } else {
            "#3d5a80"
        };
        let number = bar.ply.div_ceil(2);
        let dots = if bar.ply % 2 == 1 { "." } else { "..." };
        svg += &format!(
            "<rect x=\"{x}\" y=\"{y:.1}\" width=\"{BAR}\" height=\"{:.1}\" fill=\"{fill}\"><title>{number}{dots} {}: {:.2} bits</title></rect>\n",
            (TOP + HEIGHT) as f64 - y,
            escape(&bar.san),
            bar.bits
        );
        if bar.ply % 2 == 1 && number.is_multiple_of(5) {
            svg += &format!(
                "<text x=\"{x}\" y=\"{}\">{number}</text>\n",
                TOP + HEIGHT + 16
            );
        }
    }
    svg + "</svg>\n"
}

fn escape(text: &str) -> String {
    // XML has no control characters, however they are written.
    text.replace(|letter: char| letter.is_control(), "?")
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn example() -> Vec<Row> {
        let row = |bits: &str, sum, what: &str| Row {
            game: 1,
            bits: bits.to_owned(),
            sum,
            what: what.to_owned(),
            played: None,
        };
        let played = Some(Played {
            ply: 1,
            depth: 0,
            san: "e4".to_owned(),
        });
        vec![
            row(&"01".repeat(30), 60, "[A \"b\tc\"]"),
            Row {
                played,
                ..row("101100011", 69, "e4")
            },
        ]
    }

    #[test]
    fn a_table_shows_every_bit() {
        let mut out = Vec::new();
        write_table(&mut out, &example()).unwrap();
        let expected = format!(
            " bits     sum  {:<48}  what\n   60      60  {}  [A \"b c\"]\n{:>13}  {}\n    9      69  {:<48}  e4\n",
            "coded",
            "01".repeat(24),
            "",
            "01".repeat(6),
            "101100011"
        );
        assert_eq!(String::from_utf8(out).unwrap(), expected);
    }

    #[test]
    fn a_row_is_an_object_of_its_own() {
        let mut out = Vec::new();
        write_json(&mut out, &example()).unwrap();
        let lines = String::from_utf8(out).unwrap();
        let objects: Vec<Value> = lines
            .lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect();
        assert_eq!(objects.len(), 2);
        assert_eq!(objects[0]["what"], "[A \"b\tc\"]");
        assert_eq!(objects[0].get("ply"), None);
        assert_eq!(
            (&objects[1]["bits"], &objects[1]["sum"]),
            (&"101100011".into(), &69.into())
        );
        assert_eq!(
            (&objects[1]["ply"], &objects[1]["san"]),
            (&1.into(), &"e4".into())
        );
    }

    #[test]
    fn the_picture_has_a_bar_a_move() {
        let picture = svg("a < b", &bars(&example()));
        assert_eq!(picture.matches("<title>").count(), 1);
        assert!(picture.contains("a &lt; b: 9.0 bits, 9.00 a move"));
        assert!(picture.contains("1. e4: 9.00 bits"));
    }
}
