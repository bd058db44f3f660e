//! Finds the moves that were meant where moves cannot be played as they are spelt.
//!
//! A slip of the pen (`Nf3n`), a square of origin left out where two knights can go (`Nd2`), a
//! capture without its cross (`ed5`), castling as a step of the king (`Kg1`): after each of them
//! the parser knows no position any more, and nothing that follows can be played either. Here such
//! a token is replaced by a legal move that it resembles; of several, by the one after which most
//! of the next moves can be played. What the token looked like is a matter of layout.

use super::{patch::Patch, style::NullMove, tokens::tokens};
use crate::chess::{
    CastlingSide, Move, Position, Role, Rules,
    line::Line,
    san::{self, SanPlus},
    square_name,
};

/// Where a token may mean several moves, this many of the moves that follow are tried after each.
/// They are looked for among [`FAR`] tokens.
const AHEAD: usize = 8;
/// How many of the next tokens are searched for those moves.
const FAR: usize = 100;
/// At least this many of these must be playable after a move that is one letter off.
const SURE: usize = 4;
/// A token with more bytes is not a move.
const LONGEST: usize = 16;
/// Games with deeper variations are not mended: that is for games that people typed.
const MENDED_DEPTH: usize = 100;
/// Once so many lines have come to a move that nobody understands, the rest of a game stays as it
/// is: to look for what was meant takes far longer than to read on.
const MOST_LOST: usize = 200;

/// `text`, a game from `start`, with such tokens replaced by what they mean, in SAN; `None` if
/// there are none, or if variations are nested too deep.
pub(super) fn mend(text: &[u8], start: Position) -> Option<Vec<u8>> {
    let mut words = tokens(text).map(|(at, len)| (at, &text[at..][..len]));
    let mut lost = 0;
    let mut mended = Patch::new(text);
    let mut walk = Walk::new(start);
    while let Some((at, token)) = words.next() {
        if walk.step(token)? != Fate::Lost {
            continue;
        }
        let rest = words.clone().take(FAR).map(|(_, token)| token);
        let Some(m) = meant(walk.line.position(), token, rest) else {
            walk.give_up();
            lost += 1;
            if lost == MOST_LOST {
                break;
            }
            continue;
        };
        let spelt = san::spell(walk.line.position(), m);
        mended
            .replace(at, token.len())
            .extend_from_slice(spelt.as_bytes());
        walk.line.play(m);
    }
    mended.changed()
}

/// A walk along a game's tokens.
struct Walk {
    line: Line,
    /// For the main line and each open variation: whether it has come to a move that nobody
    /// understands.
    lost: Vec<bool>,
}

/// What became of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fate {
    /// It is not a move, or the position that it is played in is unknown.
    NoMove,
    /// It was played.
    Played,
    /// It looks like a move but cannot be played.
    Lost,
}

impl Walk {
    fn new(start: Position) -> Walk {
        Walk {
            line: Line::new(start),
            lost: vec![false],
        }
    }

    /// Does what the token says; `None` where that opens a variation too deep.
    fn step(&mut self, token: &[u8]) -> Option<Fate> {
        match token {
            b"(" if self.lost.len() > MENDED_DEPTH => return None,
            b"(" => {
                self.line.open();
                // What the line around lost may have been a stray word: then the position is right.
                self.lost.push(false);
            }
            b")" if self.lost.len() > 1 => {
                self.lost.pop();
                self.line.close();
            }
            _ if self.lost.last() == Some(&false) && is_move(token) => {
                return Some(match play(&mut self.line, token) {
                    true => Fate::Played,
                    false => Fate::Lost,
                });
            }
            _ => {}
        }
        Some(Fate::NoMove)
    }

    fn give_up(&mut self) {
        if let Some(lost) = self.lost.last_mut() {
            *lost = true;
        }
    }
}

/// Whether a token looks like a move: not like a number, a result, a glyph or a comment.
fn is_move(token: &[u8]) -> bool {
    let castles = matches!(token, [b'0', b'-', b'0', ..]);
    let begins = matches!(token, [b'a'..=b'z' | b'A'..=b'Z', _, ..]);
    token.len() <= LONGEST && (castles || begins || NullMove::of(token).is_some())
}

/// Plays the move that the token names in SAN; false where it names no legal move.
fn play(line: &mut Line, token: &[u8]) -> bool {
    if NullMove::of(token).is_some() {
        return line.pass();
    }
    let found = SanPlus::from_ascii(token).ok();
    let m = found.and_then(|found| san::find(line.position(), found.san).ok());
    m.is_some_and(|m| {
        line.play(m);
        true
    })
}

/// The legal move that a token resembles, if there is one; `rest` are the tokens after it.
fn meant<'t>(
    position: &Position,
    token: &[u8],
    rest: impl Iterator<Item = &'t [u8]> + Clone,
) -> Option<Move> {
    let word = plain(token);
    let moves = position.legal_moves();
    let ahead = |&m: &Move| playable(position, m, rest.clone());
    let alike = |m: &Move| spellings(position, *m).contains(&word);
    let same: Vec<Move> = moves.iter().copied().filter(alike).collect();
    match same.as_slice() {
        [m] => return Some(*m),
        [] => {}
        _ => {
            // `bc6` is rather the pawn's move, `Bc6` the bishop's.
            let is_in_case = |m: &Move| (m.role() != Role::Pawn) == token[0].is_ascii_uppercase();
            return same.into_iter().max_by_key(|m| (ahead(m), is_in_case(m)));
        }
    }
    let close = |m: &Move| {
        let mut spellings = spellings(position, *m).into_iter();
        spellings.any(|spelling| is_one_off(&spelling, &word))
    };
    let close = moves.iter().copied().filter(close);
    let (best, played) = close
        .map(|m| (m, ahead(&m)))
        .max_by_key(|&(_, played)| played)?;
    (played >= SURE).then_some(best)
}

/// How many of the next moves of the line can be played after `m`, up to [`AHEAD`].
fn playable<'t>(position: &Position, m: Move, rest: impl Iterator<Item = &'t [u8]>) -> usize {
    let mut line = Line::new(position.clone());
    line.play(m);
    let (mut played, mut depth) = (0, 0);
    for token in rest {
        match token {
            b"(" => depth += 1,
            b")" if depth == 0 => break,
            b")" => depth -= 1,
            _ if depth > 0 || !is_move(token) => {}
            _ if played < AHEAD && play(&mut line, token) => played += 1,
            _ => break,
        }
    }
    played
}

/// A token in lower case, without all that may be left out of a move, and `o` for zeros: `exd5+`
/// and `ED5` become `ed5`.
fn plain(token: &[u8]) -> Vec<u8> {
    let letters = token.iter().filter(|byte| byte.is_ascii_alphanumeric());
    let letters = letters.map(|byte| match byte.to_ascii_lowercase() {
        b'0' => b'o',
        byte => byte,
    });
    letters.filter(|&byte| byte != b'x').collect()
}

/// The spellings that a move may have, as [`plain`] has them.
fn spellings(position: &Position, m: Move) -> Vec<Vec<u8>> {
    let to = square_name(m.to());
    let from = m.from().map_or([b'?'; 2], square_name);
    let piece = m.role().char() as u8;
    let mut spellings: Vec<Vec<u8>> =
        vec![[from, to].concat(), [&[piece], &from[..], &to].concat()];
    match m {
        Move::Castle { .. } => {
            let side = m.castling_side().unwrap_or(CastlingSide::KingSide);
            let name: &[u8] = match side {
                CastlingSide::KingSide => b"oo",
                CastlingSide::QueenSide => b"ooo",
            };
            let king = side.king_to(position.turn());
            let king = square_name(king);
            spellings.extend([name.to_vec(), [&[piece], &king[..]].concat()]);
            spellings.push([from, king].concat());
        }
        _ if m.role() == Role::Pawn => {
            spellings.extend([to.to_vec(), [&[piece], &to[..]].concat()]);
            if m.is_capture() {
                spellings.extend([[&from[..1], &to].concat(), vec![from[0], to[0]]]);
            }
        }
        _ => spellings.extend([
            [&[piece], &to[..]].concat(),
            [&[piece], &from[..1], &to].concat(),
            [&[piece], &from[1..], &to].concat(),
        ]),
    }
    let Some(promoted) = m.promotion() else {
        return spellings;
    };
    let mut named = spellings.clone();
    for spelling in &mut named {
        spelling.push(promoted.char() as u8);
    }
    // A promotion may leave out the piece if it is a queen.
    if promoted == Role::Queen {
        named.extend(spellings);
    }
    named
}

/// Whether one letter more, less or other, at most, makes `b` of `a`.
fn is_one_off(a: &[u8], b: &[u8]) -> bool {
    let (short, long) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    let same = short.iter().zip(long).take_while(|(a, b)| a == b).count();
    match long.len() - short.len() {
        0 => short.get(same + 1..) == long.get(same + 1..),
        1 => short[same..] == long[same + 1..],
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mended(text: &str) -> String {
        match mend(text.as_bytes(), Position::default()) {
            Some(mended) => String::from_utf8(mended).unwrap(),
            None => text.to_owned(),
        }
    }

    #[test]
    fn what_was_meant_is_read() {
        for (text, meant) in [
            (
                "1. e4 e5 2. Nf3n Nc6 3. Bb5 a6 4. Ba4",
                "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4",
            ),
            ("1. e4 d5 2. ed5 Qd5 3. Nc3", "1. e4 d5 2. exd5 Qxd5 3. Nc3"),
            ("1. e4 d5 2. ed Qxd5", "1. e4 d5 2. exd5 Qxd5"),
            (
                "1. e4 d5 2. e4:d5 {e4:d5} Qd8:d5",
                "1. e4 d5 2. exd5 {e4:d5} Qxd5",
            ),
            ("1. nf3 NF6 2. c4", "1. Nf3 Nf6 2. c4"),
            (
                "1. Nf3 d5 2. g3 c5 3. Bg2 Nc6 4. Kg1 e5",
                "1. Nf3 d5 2. g3 c5 3. Bg2 Nc6 4. O-O e5",
            ),
            (
                "1. d4 d5 2. Nf3 Nf6 3. e3 e6 4. Nd2 (4. Nd2 a6 5. Nc3) 4... c5 5. Ng1",
                "1. d4 d5 2. Nf3 Nf6 3. e3 e6 4. Nbd2 (4. Nfd2 a6 5. Nc3) 4... c5 5. Ng1",
            ),
            (
                "1. d4 d5 2. Nf3 Nf6 3. e3 e6 4. Nd2 c5 5. Nf3",
                "1. d4 d5 2. Nf3 Nf6 3. e3 e6 4. Nfd2 c5 5. Nf3",
            ),
        ] {
            assert_eq!(mended(text), meant);
        }
    }

    #[test]
    fn behind_many_moves_that_nobody_understands_the_rest_stays() {
        for (lost, answer) in [(MOST_LOST - 1, "Qxd5"), (MOST_LOST, "Qd5")] {
            let nonsense = "(2. Qh9) ".repeat(lost);
            let mended = mended(&format!("1. e4 d5 2. ed5 {nonsense}2... Qd5"));
            let expected = format!("1. e4 d5 2. exd5 {nonsense}2... {answer}");
            assert!(mended == expected, "{lost}");
        }
    }

    #[test]
    fn what_nobody_understands_stays() {
        for text in [
            "1. e4 e5 2. Nf3 Nc6 *",
            "1. e4 e5 2. Ke3 Nc6 3. Nf3",
            "1. e4 e5 2. Rc7 Nc6 3. Nf3 Nf6 4. d3 d6",
            "1. e4 e5 2. Rxh8 Kd4 (2. Qq9)",
            "1. e4 hello world 2. d4",
            "1. e4 (e5) ) ( 2. ed5",
        ] {
            assert_eq!(mended(text), text);
        }
    }

    #[test]
    fn a_capture_by_a_pawn_is_none_by_the_bishop() {
        for (text, meant) in [
            (
                "1. d4 d5 2. c4 dc4 3. e3 a6 4. b3 e6 5. bc4 Nf6 6. Nc3 Be7",
                "1. d4 d5 2. c4 dxc4 3. e3 a6 4. b3 e6 5. bxc4 Nf6 6. Nc3 Be7",
            ),
            (
                "1. d4 d5 2. c4 dc4 3. e3 a6 4. b3 e6 5. BC4 Nf6 6. Nc3 Be7",
                "1. d4 d5 2. c4 dxc4 3. e3 a6 4. b3 e6 5. Bxc4 Nf6 6. Nc3 Be7",
            ),
        ] {
            assert_eq!(mended(text), meant);
        }
    }

    #[test]
    fn a_bracket_too_many_is_passed_over() {
        assert_eq!(
            mended("1. e4 ) d5 2. ed5 (2. e5) ) Qd5"),
            "1. e4 ) d5 2. exd5 (2. e5) ) Qxd5"
        );
    }

    #[test]
    fn one_letter_is_the_difference() {
        for (a, b, one_off) in [
            ("nf3", "nf4", true),
            ("nf3", "nf3n", true),
            ("nf3", "f3", true),
            ("nf3", "nf3", true),
            ("nf3", "nc4", false),
            ("nf3", "n", false),
        ] {
            assert_eq!(is_one_off(a.as_bytes(), b.as_bytes()), one_off, "{a} {b}");
        }
    }
}
