//! The habits of a style that are plain to see in a text: all but folding and gaps, which take
//! trials ([`infer`](super)).

use super::observe::{Joined, Lettered, Numbered, Observed, most_seen};
use crate::{
    chess::Role,
    pgn::{
        game::{Game, Item},
        style::{
            AnnotatedDots, Braces, Castling, Columns, Dots, KINDS, Kind, Kinds, LineEnd, Marks,
            Nags, Notation, NullMove, NumberEnd, Promotion, Style,
            notation::{Letters, Long},
        },
    },
};

/// `base` with the habits that need no trial: all but folding and gaps.
pub(super) fn plainly(base: &Style, seen: &Observed, played: &Played) -> Style {
    let mut style = base.clone();
    set_surroundings(&mut style, seen);
    if style.language.is_wide() {
        // The widths seen are those of the text with letters of one byte.
        style.columns = Columns::Characters;
    }
    if let Some(form) = seen.tag_form {
        style.tag_form = form;
    }
    if let Some(gap) = seen.between_tags {
        style.gaps[0][Kind::Begin as usize][Kind::Begin as usize] = gap;
    }
    set_numbers(&mut style.numbers, &seen.white);
    set_numbers(&mut style.dotted, &seen.black);
    style.annotated_dots = annotated_dots(base, seen);
    set(&mut style.dots, &Dots::ALL, &seen.dots);
    set(&mut style.number_end, &NumberEnd::ALL, &seen.number_ends);
    set(&mut style.braces, &Braces::ALL, &seen.braces);
    match (seen.dollars, seen.glyphs) {
        (0, 0) => {}
        (dollars, glyphs) if glyphs > dollars => style.nags = Nags::Glyphs,
        _ => style.nags = Nags::Dollar,
    }
    style.notation = notation(base, seen, played);
    set(&mut style.castling, &Castling::ALL, &seen.castling);
    if !seen.castles() && played.castles && style.notation.long().is_some() {
        style.castling = Castling::Squares;
    }
    if seen.z0 > 0 {
        style.null_move = NullMove::Z0;
    }
    set(&mut style.promotion, &Promotion::ALL, &seen.promotions);
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

/// Sets the language, and what ends lines, tags and games: all that no known writer has a habit of
/// its own in.
pub(super) fn set_surroundings(style: &mut Style, seen: &Observed) {
    style.language = seen.language;
    set(&mut style.line_end, &LineEnd::ALL, &seen.line_ends);
    if let Some(lines) = seen.after_tags {
        style.after_tags = lines;
    }
    style.tail = seen.tail;
    style.after_game = seen.after_game;
}

/// Sets a `habit` to the one of `all` that was seen most, if any was.
fn set<T: Copy, const N: usize>(habit: &mut T, all: &[T; N], counts: &[u32; N]) {
    if let Some(most) = most_seen(all, counts) {
        *habit = most;
    }
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
    let Lettered {
        bare,
        pieces,
        pawns,
    } = seen.lettered;
    let Joined {
        tight,
        dashes,
        crosses,
    } = seen.joined;
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
    let no_other =
        |promotion| promotion == Promotion::Lower || seen.promotions[promotion as usize] == 0;
    let by_protocol = !seen.castles() && Promotion::ALL.into_iter().all(no_other);
    match long.unwrap_or_default() {
        Notation::SquaresBare if by_protocol => Notation::Uci,
        notation => notation,
    }
}

/// Which annotations bring the number of a Black move.
fn annotated_dots(base: &Style, seen: &Observed) -> AnnotatedDots {
    match (seen.by_glyphs.mostly(), seen.by_comments.mostly()) {
        (None, None) => base.annotated_dots,
        (_, Some(true)) => AnnotatedDots::Yes,
        (Some(true), Some(false)) => AnnotatedDots::BeforeGlyphs,
        (Some(true), None) if base.annotated_dots == AnnotatedDots::No => AnnotatedDots::Yes,
        (None, Some(false)) if base.annotated_dots == AnnotatedDots::Yes => AnnotatedDots::No,
        (Some(true) | None, _) => base.annotated_dots,
        (Some(false), _) if base.annotated_dots == AnnotatedDots::BehindGlyphs => {
            base.annotated_dots
        }
        (Some(false), _) => AnnotatedDots::No,
    }
}

fn set_numbers(kinds: &mut Kinds, seen: &[Numbered; KINDS]) {
    for kind in Kind::ALL {
        if let Some(have_numbers) = seen[kind as usize].mostly() {
            kinds.set(kind, have_numbers);
        }
    }
}
