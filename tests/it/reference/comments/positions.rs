//! 10.3 and 10.4 of the document: lines of play and positions as text. Numbers in comments are its
//! clauses.

use super::walk::Root;
use pgnpack::chess::ends::king_or_to;
use shakmaty::{Chess, Color, EnPassantMode, Move, Position, Role, fen::Fen, san::SanPlus};

/// 10.4
pub(crate) fn write(form: u8, position: &Chess) -> String {
    let modes = [
        EnPassantMode::Legal,
        EnPassantMode::PseudoLegal,
        EnPassantMode::Always,
    ];
    let fen = Fen::from_position(position, modes[usize::from(form >> 3)]).to_string();
    let fields = usize::from(form & 7) + 1;
    assert!(fields <= 6);
    let fields: Vec<&str> = fen.split(' ').take(fields).collect();
    fields.join(" ")
}

/// 10.3
pub(crate) fn write_line(form: u8, root: &Root, moves: &[Move]) -> String {
    let (notation, between) = (form % 7, [" ", ",", ", "][usize::from(form / 7 % 3)]);
    let mut here = root.clone();
    let mut words = Vec::new();
    for (number, &m) in moves.iter().enumerate() {
        let mut word = String::new();
        let is_white = here.position.turn() == Color::White;
        if matches!(notation, 2 | 3) && (is_white || number == 0) {
            let dots = if is_white { "." } else { "..." };
            let blank = if notation == 2 { " " } else { "" };
            word = format!("{}{dots}{blank}", here.ply / 2 + 1);
        }
        let san = SanPlus::from_move(here.position.clone(), m);
        word += &match notation {
            0 | 2 | 3 => san.to_string(),
            1 => san.san.to_string(),
            4 => squares(m, king_or_to(m)),
            5 => squares(m, m.to()),
            _ => long(m, &san),
        };
        words.push(word);
        here.play(m);
    }
    words.join(between)
}

/// A move by both squares, and the mark of check that it has.
fn long(m: Move, san: &SanPlus) -> String {
    if m.is_castle() {
        return san.to_string();
    }
    let role = match m.role() {
        Role::Pawn => String::new(),
        role => role.upper_char().to_string(),
    };
    let between = if m.is_capture() { 'x' } else { '-' };
    let promotion = m.promotion().map(|role| format!("={}", role.upper_char()));
    let check = san.suffix.map(|mark| mark.to_string());
    format!(
        "{role}{}{between}{}{}{}",
        m.from().unwrap(),
        m.to(),
        promotion.unwrap_or_default(),
        check.unwrap_or_default()
    )
}

fn squares(m: Move, to: shakmaty::Square) -> String {
    let promotion = m.promotion().map(|role| role.char().to_string());
    format!("{}{to}{}", m.from().unwrap(), promotion.unwrap_or_default())
}
