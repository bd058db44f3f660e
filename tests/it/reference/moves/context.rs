//! What the model of moves is told of a game besides the position. Numbers in comments are clauses
//! of `src/codec/model/moves/MODEL.md`.

use super::{
    board::{Board, PAWN, Turned},
    memory,
};
use pgnpack::pgn::game::Game;
use shakmaty::{Chess, Color, Position};

/// What the tags say, and what was played (7.3).
#[derive(Clone)]
pub(crate) struct Context {
    ratings: [usize; 2],
    players: [Option<u32>; 2],
    /// The class of the time control.
    pub(crate) speed: usize,
    /// How many half-moves were played.
    pub(crate) ply: usize,
    /// The last four moves, the latest first; `None` for a null move.
    past: [Option<(Turned, Color)>; 4],
    /// Half-moves since the last one that cannot be taken back.
    pub(crate) quiet: usize,
    /// How the pieces stood since that one, the latest first, before the current position.
    stood: Vec<Chess>,
}

/// A past move on the board of another one.
pub(crate) struct Past {
    pub(crate) role: usize,
    pub(crate) captured: usize,
    pub(crate) from: usize,
    pub(crate) to: usize,
}

impl Context {
    /// That of a game at its start.
    pub(crate) fn of(game: &Game) -> Context {
        let rating = |tag: &str| game.tag(tag).map_or(0, rating);
        Context {
            ratings: [rating("WhiteElo"), rating("BlackElo")],
            players: ["White", "Black"].map(|tag| memory::player(game.tag(tag))),
            speed: game.tag("TimeControl").map_or(0, speed),
            ply: 0,
            past: [None; 4],
            quiet: 0,
            stood: Vec::new(),
        }
    }

    /// The same, where a side counts as both players (6.13).
    pub(crate) fn announced_by(&self, side: usize) -> Context {
        Context {
            players: [self.players[side]; 2],
            ..self.clone()
        }
    }

    /// The rating of a player, 0 if unknown.
    pub(crate) fn rating(&self, player: Color) -> usize {
        self.ratings[usize::from(player.is_black())]
    }

    /// The hash of a player's name, if it is known.
    pub(crate) fn player(&self, player: Color) -> Option<u32> {
        self.players[usize::from(player.is_black())]
    }

    /// The move `back` half-moves ago, 0 for the last one.
    pub(crate) fn past(&self, board: &Board, back: usize) -> Option<Past> {
        let (m, mover) = self.past[back]?;
        let seen = |square: usize| {
            let mirrored = mover.is_black() != board.black;
            square ^ if mirrored { 56 } else { 0 }
        };
        Some(Past {
            role: m.role,
            captured: m.captured,
            from: seen(m.from),
            to: seen(m.to),
        })
    }

    /// Takes note that `m` is played in `position`.
    pub(crate) fn play(&mut self, position: &Chess, m: Turned) {
        self.past.rotate_right(1);
        self.past[0] = Some((m, position.turn()));
        self.ply += 1;
        if is_quiet(&m) {
            self.quiet = (self.quiet + 1).min(32);
            self.stood.insert(0, position.clone());
        } else {
            self.quiet = 0;
            self.stood.clear();
        }
    }

    /// Takes note of a null move.
    pub(crate) fn pass(&mut self) {
        self.past.rotate_right(1);
        self.past[0] = None;
        self.ply += 1;
        self.quiet = 0;
        self.stood.clear();
    }

    /// How often the pieces stood as after `m` in `position` (15.9).
    pub(crate) fn repeats(&self, position: &Chess, m: &Turned) -> usize {
        if !is_quiet(m) {
            return 0;
        }
        let mut after = position.clone();
        after.play_unchecked(m.played);
        // The first is one half-move back.
        let earlier = self.stood.iter().take(31).skip(2).step_by(2);
        let same = |stood: &&Chess| stood.board() == after.board();
        earlier.filter(same).count()
    }
}

/// Whether it is no capture, pawn move or castling.
fn is_quiet(m: &Turned) -> bool {
    !(m.played.is_capture() || m.castles || m.role == PAWN)
}

/// The rating in a tag's value; 0 is unknown.
fn rating(value: &[u8]) -> usize {
    let value = value.trim_ascii();
    if !(1..=4).contains(&value.len()) || !value.iter().all(u8::is_ascii_digit) {
        return 0;
    }
    let number = std::str::from_utf8(value).unwrap().parse().unwrap();
    if (100..4_500).contains(&number) {
        number
    } else {
        0
    }
}

/// The class of the time control in a tag's value.
fn speed(value: &[u8]) -> usize {
    let value: String = value.iter().map(|&byte| char::from(byte)).collect();
    let behind = |mark: char| value.split_once(mark).map(|(_, rest)| rest);
    let Some(base) = thousandths(behind('/').unwrap_or(&value)) else {
        return 0;
    };
    let increment = behind('+').and_then(|gain| thousandths(gain.trim_ascii_start()));
    let increment = increment.unwrap_or(0);
    if value.contains('/') && base >= 86_400_000 {
        return 5;
    }
    match (base + 40 * increment) / 1_000 {
        0..180 => 1,
        180..480 => 2,
        480..1_500 => 3,
        1_500..200_000 => 4,
        _ => 5,
    }
}

/// The number at the front of `text`, in thousandths (7.3).
pub(crate) fn thousandths(text: &str) -> Option<u64> {
    let digits = |text: &str, most: usize| -> String {
        text.chars()
            .take(most)
            .take_while(char::is_ascii_digit)
            .collect()
    };
    let whole = digits(text, 7);
    let seconds: u64 = whole.parse().ok()?;
    let fraction = match text[whole.len()..].strip_prefix('.') {
        Some(rest) => digits(rest, 3),
        None => String::new(),
    };
    let thousandths: u64 = format!("{fraction:0<3}").parse().unwrap();
    Some(1_000 * seconds + thousandths)
}
