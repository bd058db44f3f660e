//! Which pieces are games, and their layouts, in plain numbers.

use crate::{
    coding::varint,
    error::{Error, Result},
    limits::Budget,
    pgn::{
        game::{Game, Outcome},
        layout::{Document, Edit, Layout, Piece, Reason, Termination},
        style::Style,
    },
};

const REASONS: [Reason; 5] = [
    Reason::NoGame,
    Reason::Start,
    Reason::Layout,
    Reason::Fault,
    Reason::Unsayable,
];

/// Appends everything of `document` but the contents of its pieces.
pub(super) fn write(document: &Document, out: &mut Vec<u8>) {
    varint::write(out, document.styles.len() as u64);
    varint::write(out, document.pieces.len() as u64);
    for piece in &document.pieces {
        match piece {
            Piece::Game(_, layout) => {
                out.push(REASONS.len() as u8);
                write_layout(layout, out);
            }
            Piece::Text(_, reason) => {
                out.push(REASONS.iter().position(|r| r == reason).unwrap_or(0) as u8);
            }
        }
    }
}

fn write_layout(layout: &Layout, out: &mut Vec<u8>) {
    varint::write(out, layout.style as u64);
    out.push(match layout.termination {
        Termination::AsTagged => 0,
        Termination::Missing => 1,
        Termination::Token(outcome) => {
            2 + Outcome::ALL.iter().position(|&o| o == outcome).unwrap_or(0) as u8
        }
    });
    varint::write(out, layout.edits.len() as u64);
    for edit in &layout.edits {
        varint::write(out, edit.keep as u64);
        varint::write(out, edit.drop as u64);
        varint::write(out, edit.insert.len() as u64);
        out.extend_from_slice(&edit.insert);
    }
}

/// Reads what [`write`] wrote; the pieces are empty.
pub(super) fn read(mut input: &[u8], budget: &Budget) -> Result<Document> {
    let input = &mut input;
    let styles = varint::read_len(input)?;
    budget.take(styles)?;
    let mut document = Document {
        styles: vec![Style::default(); styles],
        pieces: Vec::new(),
    };
    let pieces = varint::read_len(input)?;
    for _ in 0..pieces {
        budget.take(size_of::<Piece>() + size_of::<Game>())?;
        let kind = usize::from(varint::take(input, 1)?[0]);
        document.pieces.push(match REASONS.get(kind) {
            Some(&reason) => Piece::Text(Vec::new(), reason),
            None if kind == REASONS.len() => Piece::Game(Box::default(), read_layout(input)?),
            None => return Err(Error::corrupt("a piece of no known kind")),
        });
    }
    Ok(document)
}

fn read_layout(input: &mut &[u8]) -> Result<Layout> {
    let style = varint::read_len(input)?;
    let termination = match varint::take(input, 1)?[0] {
        0 => Termination::AsTagged,
        1 => Termination::Missing,
        token => Termination::Token(
            *Outcome::ALL
                .get(usize::from(token) - 2)
                .ok_or_else(|| Error::corrupt("an unknown outcome"))?,
        ),
    };
    let mut edits = Vec::new();
    for _ in 0..varint::read(input)? {
        let (keep, drop) = (varint::read_len(input)?, varint::read_len(input)?);
        let len = varint::read_len(input)?;
        edits.push(Edit {
            keep,
            drop,
            insert: varint::take(input, len)?.to_vec(),
        });
    }
    Ok(Layout {
        style,
        termination,
        edits,
    })
}
