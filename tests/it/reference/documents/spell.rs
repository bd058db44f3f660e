//! How moves are spelt (9.3.3, 9.4).

use super::style::Style;
use shakmaty::{Chess, Color, Move, Position, Role, Square};

/// 9.4, *languages*: the letter of a piece.
fn letter(style: &Style, role: Role, mover: Color) -> Vec<u8> {
    let place = match role {
        Role::Knight => 0,
        Role::Bishop => 1,
        Role::Rook => 2,
        Role::Queen => 3,
        Role::King => 4,
        Role::Pawn => return b"P".to_vec(),
    };
    let latin = [
        "NBRQK", "CFTDR", "SLTDK", "CATDR", "PLTDK", "CBTDR", "SGWHK", "HFBVK", "JSVDK", "CNTDR",
        "RLTDK", "RBHDK", "ROVLK",
    ];
    let others: [[&str; 5]; 2] = [["♘", "♗", "♖", "♕", "♔"], ["♞", "♝", "♜", "♛", "♚"]];
    let letter = match style.language() as usize {
        language @ 0..=12 => &latin[language][place..=place],
        language @ 13..=14 => others[language - 13][place],
        15 => others[usize::from(mover == Color::Black)][place],
        16 => ["К", "С", "Л", "Ф", "Кр"][place],
        17 => {
            let bytes: [&[u8]; 5] = [b"\xca", b"\xd1", b"\xcb", b"\xd4", b"\xca\xf0"];
            return bytes[place].to_vec();
        }
        18 => ["К", "С", "Т", "Ф", "Кр"][place],
        19 => ["К", "О", "Т", "Д", "Ц"][place],
        20 => ["С", "Л", "Т", "Д", "К"][place],
        21 => ["Ι", "Α", "Π", "Β", "Ρ"][place],
        22 => ["A", "F", "K", "V", "Ş"][place],
        23 => ["A", "F", "T", "V", "Ş"][place],
        24 => ["Z", "L", "T", "D", "K"][place],
        25 => ["Ž", "R", "B", "V", "K"][place],
        26 => ["M", "T", "X", "H", "V"][place],
        27 => ["K", "G", "B", "M", "R"][place],
        28 => ["Ĉ", "K", "T", "D", "R"][place],
        _ => panic!("damage: a language"),
    };
    letter.as_bytes().to_vec()
}

fn square(square: Square) -> Vec<u8> {
    square.to_string().into_bytes()
}

/// Where the king lands that castles with this rook.
fn landing(king: Square, rook: Square) -> Square {
    let file = if rook > king { 6 } else { 2 };
    Square::new(u32::from(king.rank()) * 8 + file)
}

/// A move in a position, with its mark. `turn` is whose move it is by count (9.3, *turns*).
pub(super) fn spell(style: &Style, position: &Chess, m: Move, turn: Color) -> Vec<u8> {
    let mut text = match style.notation() {
        0 => algebraic(style, position, m, turn),
        1 | 2 => squares(style, m),
        _ => long(style, m, turn),
    };
    let mut behind = position.clone();
    behind.play_unchecked(m);
    let mark = match (style.marks(), behind.is_check(), behind.is_checkmate()) {
        (1, ..) | (_, false, _) => "",
        (_, _, false) | (2, ..) => "+",
        (0, ..) => "#",
        _ => "++",
    };
    let (before_mark, behind_mark) = match (m.is_en_passant(), style.en_passant()) {
        (true, 1) => ("", "e.p."),
        (true, 2) => ("", " e.p."),
        (true, 3) => ("ep", ""),
        _ => ("", ""),
    };
    for part in [before_mark, mark, behind_mark] {
        text.extend(part.as_bytes());
    }
    text
}

/// What stands for `x`.
fn capture(style: &Style) -> &'static str {
    ["x", ":", "×", ""][style.captures() as usize]
}

fn promoted(style: &Style, m: Move, turn: Color) -> Vec<u8> {
    let Some(role) = m.promotion() else {
        return Vec::new();
    };
    let letter = letter(style, role, turn);
    match style.promotion() {
        0 => [b"=", &letter[..]].concat(),
        1 => letter,
        2 => [b"(", &letter[..], b")"].concat(),
        _ => letter.to_ascii_lowercase(),
    }
}

/// `O-O` and the like, where *castling* is below 2.
fn castles(style: &Style, king: Square, rook: Square) -> Vec<u8> {
    let sign = if style.castling() == 0 { "O" } else { "0" };
    let count = if rook > king { 2 } else { 3 };
    vec![sign; count].join("-").into_bytes()
}

/// Notation 0.
fn algebraic(style: &Style, position: &Chess, m: Move, turn: Color) -> Vec<u8> {
    if let Move::Castle { king, rook } = m {
        let to = square(landing(king, rook));
        return match style.castling() {
            0 | 1 => castles(style, king, rook),
            2 => [letter(style, Role::King, turn), to].concat(),
            _ => [square(king), to].concat(),
        };
    }
    let from = m.from().expect("a man on the board");
    let mut text = Vec::new();
    if m.role() == Role::Pawn {
        if m.is_capture() {
            text.push(from.file().char() as u8);
        }
    } else {
        text = letter(style, m.role(), turn);
        let others: Vec<Square> = position
            .legal_moves()
            .into_iter()
            .filter(|other| other.role() == m.role() && other.to() == m.to() && !other.is_castle())
            .filter_map(|other| other.from())
            .filter(|other| *other != from)
            .collect();
        let by_file = others.iter().all(|other| other.file() != from.file());
        let by_rank = others.iter().all(|other| other.rank() != from.rank());
        if !others.is_empty() {
            if by_file || !by_rank {
                text.push(from.file().char() as u8);
            }
            if !by_file {
                text.push(from.rank().char() as u8);
            }
        }
    }
    if m.is_capture() {
        text.extend(capture(style).as_bytes());
    }
    text.extend(square(m.to()));
    text.extend(promoted(style, m, turn));
    text
}

/// Notations 1 and 2.
fn squares(style: &Style, m: Move) -> Vec<u8> {
    let from = m.from().expect("a man on the board");
    let to = match m {
        Move::Castle { king, rook } if style.notation() == 1 => landing(king, rook),
        _ => m.to(),
    };
    let promotion = m.promotion().map(|role| role.char() as u8);
    let mut text = [square(from), square(to)].concat();
    text.extend(promotion);
    text
}

/// Notations 3 to 14.
fn long(style: &Style, m: Move, turn: Color) -> Vec<u8> {
    let (form, kind) = ((style.notation() - 3) % 4, (style.notation() - 3) / 4);
    let between = match form {
        0 if m.is_capture() => capture(style),
        1 if m.is_capture() => capture(style),
        0 | 2 => "-",
        _ => "",
    };
    let letters = kind != 1;
    let (to, has_letter) = match m {
        Move::Castle { king, rook } => match style.castling() {
            0 | 1 => return castles(style, king, rook),
            castling => (landing(king, rook), letters && castling == 2),
        },
        _ => (m.to(), letters && (kind == 2 || m.role() != Role::Pawn)),
    };
    let mut text = Vec::new();
    if has_letter {
        text = letter(style, m.role(), turn);
    }
    text.extend(square(m.from().expect("a man on the board")));
    text.extend(between.as_bytes());
    text.extend(square(to));
    text.extend(promoted(style, m, turn));
    text
}
