//! 10.3 and 10.4 of the document: lines of play and positions as text. Numbers in comments are its
//! clauses.

use super::walk::Root;
use pgnpack::chess::{ends::king_or_to, language::Language};
use shakmaty::{
    Chess, Color, EnPassantMode, File, Move, Position, Rank, Role, Square, fen::Fen, san::SanPlus,
};

/// 10.4
pub(crate) fn write(form: u8, position: &Chess) -> String {
    match form {
        6 => return board(position, "\n"),
        7 => return board(position, "\r\n"),
        _ => {}
    }
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

fn board(position: &Chess, between: &str) -> String {
    let man_on = |rank, file| {
        let man = position.board().piece_at(Square::from_coords(file, rank));
        man.map_or(".".to_owned(), |man| man.char().to_string())
    };
    let rank = |rank| File::ALL.map(|file| man_on(rank, file)).join(" ");
    let mut ranks = Rank::ALL;
    ranks.reverse();
    ranks.map(rank).join(between)
}

/// How a line is written (9.1, 10.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Line {
    pub(crate) form: u8,
    pub(crate) castling: u8,
    pub(crate) language: Language,
}

/// 10.3
pub(crate) fn write_line(line: Line, root: &Root, moves: &[Move]) -> Vec<u8> {
    let Line {
        form,
        castling,
        language,
    } = line;
    let notation = form % 7 + 7 * (form / 63);
    let between = [" ", ",", ", "][usize::from(form % 63 / 7 % 3)];
    let mut here = root.clone();
    let mut line = Vec::new();
    for (number, &m) in moves.iter().enumerate() {
        if number > 0 {
            line.extend(between.as_bytes());
        }
        let turn = here.position.turn();
        let is_white = turn == Color::White;
        let behind_number = match (notation, is_white) {
            (3 | 8 | 11 | 18 | 20, true) => Some("."),
            (2 | 7 | 10 | 12 | 14..=17 | 19, true) => Some(". "),
            (_, false) if number > 0 => None,
            (2 | 7 | 10 | 12, false) => Some("... "),
            (3 | 8 | 11 | 14 | 15, false) => Some("..."),
            (16, false) => Some(". ... "),
            (19, false) => Some(". ..."),
            (20, false) => Some(".."),
            _ => None,
        };
        if let Some(behind) = behind_number {
            line.extend(format!("{}{behind}", here.ply / 2 + 1).as_bytes());
        }
        let SanPlus { san, suffix } = SanPlus::from_move(here.position.clone(), m);
        let castled = match notation {
            4 | 5 | 12 => ["king", "O", "0"],
            _ => ["O", "0", "king"],
        };
        let castled = castled[usize::from(castling)];
        match notation {
            _ if m.is_castle() && castled != "king" => {
                line.extend(san.to_string().replace('O', castled).as_bytes());
            }
            4 | 12 => line.extend(squares(m, king_or_to(m)).as_bytes()),
            5 => line.extend(squares(m, m.to()).as_bytes()),
            6 | 9..=11 | 13 => {
                let sign = match m.is_capture() {
                    _ if notation == 13 => "",
                    true => "x",
                    false => "-",
                };
                language.translate(long(m, sign).as_bytes(), m, turn, &mut line);
            }
            _ if m.is_castle() => {
                let king = format!("K{}", king_or_to(m));
                language.translate(king.as_bytes(), m, turn, &mut line);
            }
            _ => language.translate(san.to_string().as_bytes(), m, turn, &mut line),
        }
        let marks = matches!(notation, 0 | 2 | 3 | 6 | 10 | 11 | 13 | 14 | 16..);
        if let (Some(mark), true) = (suffix, marks) {
            line.extend(mark.to_string().as_bytes());
        }
        here.play(m);
    }
    line
}

/// A move by both squares, with a sign between them.
fn long(m: Move, sign: &str) -> String {
    let role = match m.role() {
        Role::Pawn => String::new(),
        role => role.upper_char().to_string(),
    };
    let promotion = m.promotion().map(|role| format!("={}", role.upper_char()));
    let (from, to) = (m.from().unwrap(), king_or_to(m));
    format!("{role}{from}{sign}{to}{}", promotion.unwrap_or_default())
}

fn squares(m: Move, to: shakmaty::Square) -> String {
    let promotion = m.promotion().map(|role| role.char().to_string());
    format!("{}{to}{}", m.from().unwrap(), promotion.unwrap_or_default())
}
