//! The habits of a style that are plain to see in a text: all but folding and gaps, which take
//! trials ([`infer`](super)).

use super::observe::{Numbered, Observed};
use crate::{
    chess::Role,
    pgn::{
        game::{Game, Item},
        style::{
            AnnotatedDots, Braces, Castling, Columns, Dots, Kind, Kinds, LineEnd, Marks, Nags,
            Notation, NullMove, NumberEnd, Promotion, Style,
            notation::{Letters, Long},
        },
    },
};

/// `base` with the habits that need no trial: all but folding and gaps.
pub(super) fn plainly(base: &Style, seen: &Observed, played: &Played) -> Style {
    let mut style = Style {
        language: seen.language,
        ..base.clone()
    };
    if style.language.is_wide() {
        // The widths seen are those of the text with letters of one byte.
        style.columns = Columns::Characters;
    }
    if let Some(most) = most(&seen.line_ends) {
        style.line_end = LineEnd::ALL[most];
    }
    if let Some(lines) = seen.after_tags {
        style.after_tags = lines;
    }
    if let Some(form) = seen.tag_form {
        style.tag_form = form;
    }
    if let Some(gap) = seen.between_tags {
        style.gaps[0][Kind::Begin as usize][Kind::Begin as usize] = gap;
    }
    style.tail = seen.tail;
    style.after_game = seen.after_game;
    set_numbers(&mut style.numbers, &seen.white);
    set_numbers(&mut style.dotted, &seen.black);
    style.annotated_dots = annotated_dots(base, seen);
    if let Some(most) = most(&seen.dots) {
        style.dots = Dots::ALL[most];
    }
    if let Some(most) = most(&seen.number_ends) {
        style.number_end = NumberEnd::ALL[most];
    }
    if let Some(most) = most(&seen.braces) {
        style.braces = Braces::ALL[most];
    }
    match (seen.dollars, seen.glyphs) {
        (0, 0) => {}
        (dollars, glyphs) if glyphs > dollars => style.nags = Nags::Glyphs,
        _ => style.nags = Nags::Dollar,
    }
    style.notation = notation(base, seen, played);
    if let Some(most) = most(&seen.castling) {
        style.castling = Castling::ALL[most];
    } else if played.castles && style.notation.long().is_some() {
        style.castling = Castling::Squares;
    }
    if seen.z0 > 0 {
        style.null_move = NullMove::Z0;
    }
    if let Some(most) = most(&seen.promotions) {
        style.promotion = Promotion::ALL[most];
    }
    if let Some(captures) = seen.captures {
        style.captures = captures;
    }
    style.marks = match (seen.checks, seen.mates, seen.double_plus) {
        (0, 0, 0) => base.marks,
        (_, _, double) if double > 0 => Marks::PlusPlus,
        (_, mates, _) if mates > 0 => Marks::Full,
        _ if base.marks == Marks::None => Marks::Full,
        _ => base.marks,
    };
    style
}

/// What the moves of a game hold that notations spell differently.
pub(super) struct Played {
    /// How many moves of pieces other than pawns there are, castling not counted.
    pieces: u32,
    pub(super) captures: bool,
    pub(super) castles: bool,
}

impl Played {
    pub(super) fn of(game: &Game) -> Played {
        let mut played = Played {
            pieces: 0,
            captures: false,
            castles: false,
        };
        for item in &game.items {
            if let Item::Move(m) = item {
                played.pieces += u32::from(m.role() != Role::Pawn && !m.is_castle());
                played.captures |= m.is_capture();
                played.castles |= m.is_castle();
            }
        }
        played
    }
}

/// The notation of most moves. What the text does not show is as in `base`, or else as it is most
/// often.
fn notation(base: &Style, seen: &Observed, played: &Played) -> Notation {
    let [bare, pieces, pawns] = seen.lettered;
    let [tight, dashes, crosses] = seen.joined;
    if seen.whole() * 2 <= seen.moves && pieces * 4 <= seen.moves {
        return Notation::San;
    }
    let quiet = (dashes > tight).then_some(b'-');
    let known = base.notation.long().filter(|known| known.quiet == quiet);
    let letters = match (known, quiet) {
        _ if pawns > bare => Letters::Men,
        _ if pieces * 2 > played.pieces => Letters::Pieces,
        _ if played.pieces > 0 => Letters::None,
        (Some(known), _) => known.letters,
        (None, Some(_)) => Letters::Pieces,
        (None, None) => Letters::None,
    };
    let capture = match known {
        _ if crosses > 0 => Some(b'x'),
        _ if played.captures => quiet,
        Some(known) => known.capture,
        None if letters == Letters::None => quiet,
        None => Some(b'x'),
    };
    let long = Notation::of(Long {
        letters,
        quiet,
        capture,
    });
    // UCI names what a pawn becomes in lower case, and castling by its squares.
    let by_protocol = seen.castling == [0; 3] && seen.promotions[..3] == [0; 3];
    match long.unwrap_or_default() {
        Notation::SquaresBare if by_protocol => Notation::Uci,
        notation => notation,
    }
}

/// Which annotations bring the number of a Black move.
fn annotated_dots(base: &Style, seen: &Observed) -> AnnotatedDots {
    let [by_glyphs, by_comments] = seen
        .annotated
        .map(|[without, with]| (without + with > 0).then_some(with > without));
    match (by_glyphs, by_comments) {
        (None, None) => base.annotated_dots,
        (_, Some(true)) => AnnotatedDots::Yes,
        (Some(true), Some(false)) => AnnotatedDots::BeforeGlyphs,
        (Some(true), None) if base.annotated_dots == AnnotatedDots::No => AnnotatedDots::Yes,
        (None, Some(false)) if base.annotated_dots == AnnotatedDots::Yes => AnnotatedDots::No,
        (Some(true) | None, _) => base.annotated_dots,
        (Some(false), _) => AnnotatedDots::No,
    }
}

fn set_numbers(kinds: &mut Kinds, seen: &Numbered) {
    for kind in Kind::ALL {
        let [without, with] = seen[kind as usize];
        if without + with > 0 {
            kinds.set(kind, with > without);
        }
    }
}

/// The index of the largest count, if any is above zero.
pub(super) fn most(counts: &[u32]) -> Option<usize> {
    let largest = *counts.iter().max()?;
    if largest == 0 {
        return None;
    }
    counts.iter().position(|&count| count == largest)
}
