//! The rows that `explain` writes, as a table or as JSON with an object a line: each coded item
//! with its bits, or each move with its rank, probability and cost under a model.

use crate::{
    cli::message::Count,
    codec::{explain::Explained, model::moves::estimates::Estimate},
};
use serde_json::json;
use std::io::{self, Write};

/// Most bits on a line of the table.
const LINE: usize = 48;

/// Writes the rows of one game as a table: bits of the row, running sum, the bits themselves, what
/// they mean; and a last line for what is noted beside the bits.
///
/// # Errors
/// Those of `out`.
pub fn write_bits(out: &mut impl Write, explained: &Explained) -> io::Result<()> {
    let widest = explained
        .rows
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
    for row in &explained.rows {
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
    match explained.notes_bytes as u64 {
        0 => Ok(()),
        bytes => writeln!(
            out,
            "{:>13}  and {} of notes, for all that these bits do not say",
            "",
            Count(bytes, "byte")
        ),
    }
}

/// Writes the rows of a game, of that number in the file, as JSON: `game`, `bits`, `sum`, `what`;
/// for moves `ply` and `san`, and in variations `depth`. A last object, of `game` and
/// `notes_bytes`, tells what is noted beside the bits.
///
/// # Errors
/// Those of `out`.
pub fn write_bits_json(out: &mut impl Write, game: usize, explained: &Explained) -> io::Result<()> {
    for row in &explained.rows {
        let mut object = json!({"game": game, "bits": row.bits, "sum": row.sum, "what": row.what});
        if let Some(played) = &row.played {
            object["ply"] = played.ply.into();
            object["san"] = played.san.as_str().into();
            if played.depth > 0 {
                object["depth"] = played.depth.into();
            }
        }
        writeln!(out, "{object}")?;
    }
    match explained.notes_bytes {
        0 => Ok(()),
        bytes => writeln!(out, "{}", json!({"game": game, "notes_bytes": bytes})),
    }
}

/// Writes the heads of the columns of [`write_move`].
///
/// # Errors
/// Those of `out`.
pub fn write_move_heads(out: &mut impl Write) -> io::Result<()> {
    writeln!(
        out,
        "{:>5} {:>7} {:>8} {:>5} {:>9}  move",
        "ply", "bits", "sum", "rank", "chance"
    )
}

/// Writes a move as a row of the table.
///
/// # Errors
/// Those of `out`.
pub fn write_move(out: &mut impl Write, row: &Estimate) -> io::Result<()> {
    writeln!(
        out,
        "{:>5} {:>7.3} {:>8.2} {:>5} {:>8.3}%  {}",
        row.ply,
        row.bits,
        row.sum,
        row.rank,
        row.chance * 100.0,
        row.san
    )
}

/// Writes a move of game number `game` as JSON.
///
/// # Errors
/// Those of `out`.
pub fn write_move_json(out: &mut impl Write, game: usize, row: &Estimate) -> io::Result<()> {
    let object = json!({"game": game, "ply": row.ply, "san": row.san, "rank": row.rank,
                        "probability": row.chance, "cost": row.bits, "sum": row.sum});
    writeln!(out, "{object}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codec::{explain::Row, tape::Played};
    use serde_json::Value;

    fn example() -> Explained {
        let row = |bits: &str, sum, what: &str| Row {
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
        let rows = vec![
            row(&"01".repeat(30), 60, "[A \"b\tc\"]"),
            Row {
                played,
                ..row("101100011", 69, "e4")
            },
        ];
        Explained {
            rows,
            notes_bytes: 1,
        }
    }

    #[test]
    fn a_table_shows_every_bit() {
        let mut out = Vec::new();
        write_bits(&mut out, &example()).unwrap();
        let expected = format!(
            " bits     sum  {:<48}  what\n   60      60  {}  [A \"b c\"]\n{:>13}  {}\n    9      69  {:<48}  e4\n{:>13}  and 1 byte of notes, for all that these bits do not say\n",
            "coded",
            "01".repeat(24),
            "",
            "01".repeat(6),
            "101100011",
            ""
        );
        assert_eq!(String::from_utf8(out).unwrap(), expected);
    }

    #[test]
    fn a_row_is_an_object_of_its_own() {
        let mut out = Vec::new();
        write_bits_json(&mut out, 2, &example()).unwrap();
        let lines = String::from_utf8(out).unwrap();
        let objects: Vec<Value> = lines
            .lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect();
        assert_eq!(objects.len(), 3);
        assert_eq!(objects[2], json!({"game": 2, "notes_bytes": 1}));
        assert!(objects.iter().all(|object| object["game"] == 2));
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
}
