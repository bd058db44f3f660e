//! Codes moves outside the main line: lines of play in comments, and variations.
//!
//! Engines change their minds slowly: most of a line is what the same engine's last line had from
//! that position, or the other engine's last line, or what is then played (the moves of the game
//! are coded before its comments). So for each side it is remembered which move its lines had in a
//! position, and how lately a move was in any of them. The legal moves are put in order, the
//! remembered ones first, then by probability, and for each in turn it is coded whether it is the
//! one.

mod candidates;
mod earlier;
mod spot;

use super::{
    blend::{Blend, LONG_MEMORY, Shape},
    branch::Root,
    keys::{key_after, key_of},
    odds::Odds,
    syntax::lines::{MOST_MOVES, Start},
};
use crate::{
    chess::{Move, Rules, legal, side_index},
    codec::{level::Row, model::moves::model::MoveModel},
    coding::{
        mix::{hash32, stretch},
        range::Coder,
    },
    error::{Error, Result},
    pgn::game::Item,
};
use candidates::{Lineup, Queue, kind_of};
use earlier::{EarlierLines, Memory};
use spot::{CONTEXTS, Fared, Spot};

/// What the game plays from a position on.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Future<'a> {
    /// Steps of the main line.
    pub(super) main: &'a [Item],
    /// How many of them come before the comment.
    pub(super) played: usize,
}

impl<'a> Future<'a> {
    /// The move that comes after the one commented on.
    pub(super) fn next(&self) -> Option<Move> {
        self.from(Start::After).first().and_then(Item::as_move)
    }

    /// The steps that come after a line's start.
    fn from(&self, start: Start) -> &'a [Item] {
        let first = self.played.checked_sub(start.half_moves_back());
        first
            .and_then(|first| self.main.get(first..))
            .unwrap_or(&[])
    }
}

/// How fast the weights learn that choose a move: a mixer's rate (FORMAT.md 11.4).
const CHOICE_RATE: i32 = 25;
/// The same of those that tell whether the line goes on.
const MORE_RATE: i32 = 15;

/// Remembers lines and codes moves.
pub(super) struct Play<'m> {
    earlier: EarlierLines,
    choice: Blend<'static>,
    more: Blend<'static>,
    odds: Odds<'m>,
    queue: Queue,
}

/// Which line of a comment it is.
#[derive(Clone, Copy, Debug)]
pub(super) struct LineKind {
    /// A hash of the words that announce it, and of where it begins.
    pub(super) context: u32,
    /// The side whose move the comment is on: it announces the line.
    pub(super) side: usize,
    pub(super) start: Start,
}

/// A position in a line, where one of the legal moves follows.
struct Fork<'a> {
    here: &'a Root,
    /// The position's key.
    key: u64,
    /// The side whose line it is.
    side: usize,
    /// The move that the game has there, or that is replaced.
    played: Option<Move>,
}

impl<'m> Play<'m> {
    pub(super) fn new(row: &Row, moves: &'m MoveModel) -> Play<'m> {
        Play {
            earlier: EarlierLines::new(),
            choice: Blend::new(Shape {
                contexts: CONTEXTS,
                expects: true,
                log2_rows: row.annotations.log2_line_rows,
                log2_nodes: 0,
                sets: [64, 256],
                memory: LONG_MEMORY,
                rate: CHOICE_RATE,
                ..Shape::SHARED
            }),
            more: Blend::new(Shape {
                contexts: 4,
                log2_rows: 14,
                log2_nodes: 0,
                sets: [4, 64],
                rate: MORE_RATE,
                ..Shape::SHARED
            }),
            odds: Odds::new(row.moves, moves),
            queue: Queue::default(),
        }
    }

    /// A new game begins.
    pub(super) fn begin_game(&mut self) {
        self.earlier.forget_recent();
    }

    /// Codes a line of at least one move from `root`.
    ///
    /// # Errors
    /// When what is read is no line.
    pub(super) fn code_line<C: Coder>(
        &mut self,
        coder: &mut C,
        root: &Root,
        given: &[Move],
        kind: LineKind,
        future: &Future,
    ) -> Result<Vec<Move>> {
        let side = kind.side;
        let mut here = root.clone();
        // The side whose comment it is has found the moves of both.
        here.context.players = [here.context.players[side]; 2];
        let mut key = key_of(&here.position);
        let mut keys = vec![key];
        let mut moves = Vec::new();
        let mut ahead = future.from(kind.start).iter();
        let mut spot = Spot::begin(kind.context, side, root.last);
        self.earlier.begin();
        while moves.len() < MOST_MOVES {
            coder.expect_more("the lines of play end too early")?;
            let played = ahead.next().and_then(Item::as_move);
            if !legal::can_move(&here.position) {
                break;
            }
            let more = given.len() > moves.len();
            if !moves.is_empty() && !self.code_more(coder, more, &spot, key) {
                break;
            }
            let fork = Fork {
                here: &here,
                key,
                side,
                played,
            };
            let given = given.get(moves.len()).copied();
            let Some((m, first)) = self.choose(coder, &fork, given, &spot) else {
                break;
            };
            if played != Some(m) {
                ahead = [].iter();
            }
            spot.advance(m, first);
            key = key_after(key, here.position.turn(), m);
            keys.push(key);
            here.play(m);
            moves.push(m);
        }
        if moves.is_empty() {
            return Err(Error::corrupt(
                "a line of play starts where the game has ended",
            ));
        }
        self.earlier
            .remember(side, root.position.turn(), &moves, &keys);
        Ok(moves)
    }

    /// Codes one move of a variation. `instead` is the move that it replaces if it is the
    /// variation's first.
    ///
    /// # Errors
    /// When there is no legal move.
    pub(super) fn code_move<C: Coder>(
        &mut self,
        coder: &mut C,
        root: &Root,
        given: Option<Move>,
        instead: Option<Move>,
    ) -> Result<Move> {
        if instead.is_some() {
            self.earlier.begin(); // a variation counts as a line
        }
        let key = key_of(&root.position);
        let turn = root.position.turn();
        let side = side_index(turn);
        let fork = Fork {
            here: root,
            key,
            side,
            played: instead,
        };
        let spot = Spot::begin(1 + u32::from(instead.is_some()), side, root.last);
        let Some((m, _)) = self.choose(coder, &fork, given, &spot) else {
            return Err(Error::corrupt(
                "a variation goes on where the game has ended",
            ));
        };
        self.earlier.remember(side, turn, &[m], &[key]);
        Ok(m)
    }

    /// Codes which legal move it is at a `spot`. Returns the move, and how the first candidate
    /// fared; `None` where no move is legal.
    fn choose<C: Coder>(
        &mut self,
        coder: &mut C,
        fork: &Fork,
        given: Option<Move>,
        spot: &Spot,
    ) -> Option<(Move, Fared)> {
        let &Fork {
            here,
            key,
            side,
            played,
        } = fork;
        let Play {
            earlier,
            choice,
            odds,
            queue,
            ..
        } = self;
        let [own, other] = [side, 1 - side].map(|side| earlier.memory(side, key)?.m);
        let lately = earlier.lately(side, here.position.turn());
        let mut lineup = Lineup::new(odds.of(here, key), [played, own, other], lately, queue);
        let mut left = lineup.total();
        let union = lineup.union();
        let mut rank = 0;
        let mut candidate = lineup.next()?;
        let remembered = candidate.sources;
        while rank + 1 < lineup.len() {
            let class = kind_of(&candidate, spot.last);
            let rank_class = rank.min(15) as u32;
            let contexts = spot.contexts_of(&candidate, union, class, rank_class);
            choice.select_all(&contexts);
            let p = (u64::from(candidate.odds) << 16) / left.max(1);
            choice.expect(stretch(p.clamp(16, 65_520) as u32));
            let sets = [
                (candidate.sources << 3 | rank_class.min(7)) as usize,
                (class & 255) as usize,
            ];
            if choice.bit(coder, given == Some(candidate.m), 0, sets) {
                break;
            }
            left -= u64::from(candidate.odds);
            candidate = lineup.next()?;
            rank += 1;
        }
        let first = match (remembered, rank) {
            (0, _) => Fared::Unremembered,
            (_, 0) => Fared::Right,
            _ => Fared::Wrong,
        };
        odds.follow(candidate.m);
        Some((candidate.m, first))
    }

    fn code_more<C: Coder>(&mut self, coder: &mut C, more: bool, spot: &Spot, key: u64) -> bool {
        let ended = |side: usize| match self.earlier.memory(side, key) {
            None => 0,
            Some(Memory { m: None, .. }) => 1,
            Some(_) => 2,
        };
        let state = ended(spot.side) | ended(1 - spot.side) << 2;
        let left = self.earlier.length(spot.side).saturating_sub(spot.index);
        let left = left.min(20);
        let h = hash32;
        self.more.select_all(&[
            h(spot.context, spot.index, spot.side as u32),
            h(spot.context, state, spot.streak.min(10)),
            h(spot.context, left, state & 3),
            h(spot.context, spot.index.min(30) / 2, left / 4),
        ]);
        self.more.bit(
            coder,
            more,
            0,
            [
                spot.index.min(3) as usize,
                (state * 4 + spot.streak.min(3)) as usize,
            ],
        )
    }
}
