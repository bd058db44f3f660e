//! Codes moves outside the main line: lines of play in comments, and variations.
//!
//! Engines change their minds slowly: most of a line is what the same engine's last line had from
//! that position, or the other engine's last line, or what is then played (the moves of the game
//! are coded before its comments). So for each side it is remembered which move its lines had in a
//! position, and how lately a move was in any of them. The legal moves are put in order, the
//! remembered ones first, then by probability, and for each in turn it is coded whether it is the
//! one.

use super::{
    blend::{Blend, LONG_MEMORY, Shape},
    branch::Root,
    odds::Odds,
    syntax::lines::{MOST_MOVES, Start},
};
use crate::{
    chess::{CastlingSide, Color, Move, Position, Role, Rules, Square, legal, order, side_index},
    codec::{level::Row, model::moves::model::MoveModel},
    coding::{
        mix::{hash3, hash32, stretch},
        range::Coder,
    },
    error::{Error, Result},
    pgn::game::Item,
};

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

/// Contexts for the choice of a move.
const CONTEXTS: usize = 11;
/// Binary logarithm of the number of positions that are remembered for a side's lines.
const LOG2_PLACES: u32 = 15;
/// How fast the weights learn that choose a move: a mixer's rate (FORMAT.md 11.4).
const CHOICE_RATE: i32 = 25;
/// The same of those that tell whether the line goes on.
const MORE_RATE: i32 = 15;
/// A move is recent as long as at most this many lines have begun since the one that had it.
const RECENT: u32 = 8;

/// What a side's last line through a position had there.
#[derive(Clone, Copy, Debug)]
struct Memory {
    /// Part of the position's hash.
    check: u32,
    /// The move; `None` if the line ended there.
    m: Option<Move>,
}

/// Remembers lines and codes moves.
pub(super) struct Play<'m> {
    memories: [Vec<Option<Memory>>; 2],
    /// The number of the last line that had a move, by side that announced it, and by colour,
    /// origin and destination of the move.
    recent: [Vec<u32>; 2],
    /// Number of the line being coded.
    line: u32,
    choice: Blend<'static>,
    more: Blend<'static>,
    /// The length of each side's last line of more than one move.
    lengths: [u32; 2],
    odds: Odds<'m>,
    candidates: Vec<Candidate>,
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

/// A legal move.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    m: Move,
    /// Who has this move in the position, as bits: 1 the game, 2 this side's last line, 4 the other
    /// side's.
    sources: u32,
    /// How lately this side's lines had it, and the other's: from 0 (not in the last eight lines)
    /// to 3 (in one of the last two).
    recency: [u32; 2],
    odds: u32,
}

/// A priority queue of candidates: the order in which they are asked about.
#[derive(Clone, Debug, Default)]
struct Queue(Vec<u64>);

impl Queue {
    /// The highest number of a candidate; no position has more legal moves.
    const MOST: u64 = 0xff;

    /// Adds the next candidate. Those of higher `rank` (below 2^56) come first, and of equal ones
    /// those added first.
    #[inline]
    fn push(&mut self, rank: u64) {
        let number = self.0.len() as u64;
        self.0.push(rank << 8 | (Queue::MOST - number));
    }

    /// The number of the first candidate left.
    #[inline]
    fn likeliest(&self) -> usize {
        let best = self.0.iter().copied().max().unwrap_or(0);
        (Queue::MOST - (best & Queue::MOST)) as usize
    }

    /// Rules a candidate out.
    #[inline]
    fn strike(&mut self, number: usize) {
        self.0[number] = 0;
    }
}

/// Where in a line a move stands, and how well the moves before it were predicted.
#[derive(Clone, Copy, Debug)]
struct Spot {
    /// The kind of line.
    context: u32,
    side: usize,
    /// Moves before it in the line.
    index: u32,
    /// How many of the last moves in a row were the first candidate, as somebody remembered it.
    streak: u32,
    /// How the first candidate [`Fared`] at the last four moves, two bits each.
    history: u32,
    last: Option<Move>,
    /// The move before the last.
    before: Option<Move>,
}

/// How the first candidate for a move fared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fared {
    /// Nobody remembered it.
    Unremembered = 0,
    /// It was remembered, and right.
    Right = 1,
    /// It was remembered, and wrong.
    Wrong = 2,
}

impl Spot {
    /// The first place in a line of that kind, behind the move `last`.
    fn begin(context: u32, side: usize, last: Option<Move>) -> Spot {
        Spot {
            context,
            side,
            index: 0,
            streak: 0,
            history: 0,
            last,
            before: None,
        }
    }

    /// Goes past the move `m`, at which the first candidate fared like this.
    fn advance(&mut self, m: Move, first: Fared) {
        self.streak = if first == Fared::Right {
            self.streak + 1
        } else {
            0
        };
        self.history = ((self.history << 2) | first as u32) & 0xff;
        self.before = self.last;
        self.index += 1;
        self.last = Some(m);
    }

    /// The contexts for whether `candidate` is the move, after `rank` others were not. `class` is
    /// its kind of move, `union` the sources of all candidates together.
    fn contexts_of(
        &self,
        candidate: &Candidate,
        union: u32,
        class: u32,
        rank: u32,
    ) -> [u32; CONTEXTS] {
        let h = hash32;
        let Candidate {
            sources, recency, ..
        } = *candidate;
        let id = move_id(candidate.m);
        let [last, before] = [self.last, self.before].map(|m| m.map_or(0, move_id));
        let early = self.index.min(3);
        [
            h(sources, self.streak.min(12), early),
            h(sources, class, rank.min(4)),
            h(id, sources, self.side as u32),
            h(last, id, 0),
            h(class, rank, 1),
            h(sources, self.index.min(40), self.context),
            h(recency[0] << 2 | recency[1], rank, sources),
            h(self.context, sources, early),
            h((sources << 3) | union, self.history, 8),
            h(before, id, 9),
            h((sources << 3) | union, rank, class),
        ]
    }
}

impl<'m> Play<'m> {
    pub(super) fn new(row: &Row, moves: &'m MoveModel) -> Play<'m> {
        Play {
            memories: [vec![None; 1 << LOG2_PLACES], vec![None; 1 << LOG2_PLACES]],
            recent: [vec![0; 2 << 12], vec![0; 2 << 12]],
            line: 1 + RECENT,
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
            lengths: [0; 2],
            odds: Odds::new(row.moves, moves),
            candidates: Vec::new(),
            queue: Queue::default(),
        }
    }

    /// A new game begins.
    pub(super) fn begin_game(&mut self) {
        self.line += RECENT; // no move of another game is recent
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
        self.line += 1;
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
            self.list(&here, key, side, played);
            let (m, first) = self.choose(coder, given.get(moves.len()).copied(), &spot);
            self.odds.follow(&here, m);
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
        self.remember(side, root.position.turn(), &moves, &keys);
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
        // A variation counts as a line.
        self.line += u32::from(instead.is_some());
        let key = key_of(&root.position);
        let turn = root.position.turn();
        let side = side_index(turn);
        self.list(root, key, side, instead);
        if self.candidates.is_empty() {
            return Err(Error::corrupt(
                "a variation goes on where the game has ended",
            ));
        }
        let spot = Spot::begin(1 + u32::from(instead.is_some()), side, root.last);
        let (m, _) = self.choose(coder, given, &spot);
        self.odds.follow(root, m);
        self.remember(side, turn, &[m], &[key]);
        Ok(m)
    }

    fn memory(&self, side: usize, key: u64) -> Option<Memory> {
        self.memories[side][place_of(key)].filter(|memory| memory.check == (key >> 32) as u32)
    }

    /// Lists the legal moves as candidates, and puts them in order.
    fn list(&mut self, here: &Root, key: u64, side: usize, played: Option<Move>) {
        let own = self.memory(side, key).and_then(|memory| memory.m);
        let other = self.memory(1 - side, key).and_then(|memory| memory.m);
        self.candidates.clear();
        self.queue.0.clear();
        let turn = here.position.turn();
        for &(m, odds) in self.odds.of(here, key) {
            let sources = u32::from(played == Some(m))
                | u32::from(own == Some(m)) << 1
                | u32::from(other == Some(m)) << 2;
            let place = recent_place(turn, m);
            let recency = [side, 1 - side].map(|side| match self.line - self.recent[side][place] {
                0..=2 => 3,
                3..=4 => 2,
                5..=RECENT => 1,
                _ => 0,
            });
            let odds = u32::from(odds);
            let weight = u64::from(odds) << (2 * recency[0] + recency[1]);
            let preferred = [0u64, 6, 5, 7, 4, 6, 6, 7][sources as usize];
            self.candidates.push(Candidate {
                m,
                sources,
                recency,
                odds,
            });
            self.queue.push(preferred << 40 | weight);
        }
    }

    /// Codes which of the candidates it is. Returns the move, and how the first candidate fared.
    fn choose<C: Coder>(
        &mut self,
        coder: &mut C,
        given: Option<Move>,
        spot: &Spot,
    ) -> (Move, Fared) {
        let candidates = std::mem::take(&mut self.candidates);
        let mut left: u64 = candidates
            .iter()
            .map(|candidate| u64::from(candidate.odds))
            .sum();
        let union = candidates
            .iter()
            .fold(0, |all, candidate| all | candidate.sources);
        let mut rank = 0;
        let mut chosen = self.queue.likeliest();
        let remembered = candidates[chosen].sources;
        while rank + 1 < candidates.len() {
            let candidate = &candidates[chosen];
            let class = kind_of(candidate, spot.last);
            let rank_class = rank.min(15) as u32;
            let contexts = spot.contexts_of(candidate, union, class, rank_class);
            self.choice.select_all(&contexts);
            let p = (u64::from(candidate.odds) << 16) / left.max(1);
            self.choice.expect(stretch(p.clamp(16, 65_520) as u32));
            let sets = [
                (candidate.sources << 3 | rank_class.min(7)) as usize,
                (class & 255) as usize,
            ];
            if self.choice.bit(coder, given == Some(candidate.m), 0, sets) {
                break;
            }
            left -= u64::from(candidate.odds);
            self.queue.strike(chosen);
            chosen = self.queue.likeliest();
            rank += 1;
        }
        let found = candidates[chosen];
        self.candidates = candidates;
        let first = match (remembered, rank) {
            (0, _) => Fared::Unremembered,
            (_, 0) => Fared::Right,
            _ => Fared::Wrong,
        };
        (found.m, first)
    }

    fn code_more<C: Coder>(&mut self, coder: &mut C, more: bool, spot: &Spot, key: u64) -> bool {
        let ended = |side: usize| match self.memory(side, key) {
            None => 0,
            Some(Memory { m: None, .. }) => 1,
            Some(_) => 2,
        };
        let state = ended(spot.side) | ended(1 - spot.side) << 2;
        let left = self.lengths[spot.side].saturating_sub(spot.index).min(20);
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

    fn remember(&mut self, side: usize, mut turn: Color, moves: &[Move], keys: &[u64]) {
        for (index, &key) in keys.iter().enumerate() {
            let m = moves.get(index).copied();
            self.memories[side][place_of(key)] = Some(Memory {
                check: (key >> 32) as u32,
                m,
            });
            if let Some(m) = m {
                self.recent[side][recent_place(turn, m)] = self.line;
                turn = turn.other();
            }
        }
        if moves.len() > 1 {
            self.lengths[side] = moves.len() as u32;
        }
    }
}

/// The kind of move that a candidate is, in a few bits.
fn kind_of(candidate: &Candidate, last: Option<Move>) -> u32 {
    let m = candidate.m;
    let captured = m.capture().map_or(0, |role| role as u32);
    let back = last.is_some_and(|last| last.to() == m.to() && m.is_capture());
    let likely = (stretch((candidate.odds * 16).min(65_000)) / 512 + 6) as u32;
    m.role() as u32
        | captured << 3
        | u32::from(back) << 6
        | candidate.recency[0] << 7
        | candidate.recency[1] << 9
        | u32::from(m.promotion() == Some(Role::Queen)) << 11
        | likely << 12
}

/// A move as a small number, the same in all positions.
fn move_id(m: Move) -> u32 {
    u32::from(order::key(m)) | (m.role() as u32) << 16
}

fn recent_place(turn: Color, m: Move) -> usize {
    usize::from(order::key(m) >> 3) & 0xfff | (turn as usize) << 12
}

fn place_of(key: u64) -> usize {
    key as usize & ((1 << LOG2_PLACES) - 1)
}

/// The Zobrist key of a piece on a square. These numbers are part of the format, and differ from
/// those of [`moves`](crate::codec::model::moves::context).
fn line_piece_key(color: Color, role: Role, square: Square) -> u64 {
    hash3(color as u32, role as u32, u32::from(u8::from(square)))
}

/// The Zobrist key of Black's turn: an arbitrary number, but part of the format.
const BLACK_TO_MOVE: u64 = 0x9d3c_11a7_5e0b_46f3;

/// The Zobrist key of where the pieces stand and whose turn it is.
fn key_of(position: &Position) -> u64 {
    let mut key = if position.turn() == Color::White {
        0
    } else {
        BLACK_TO_MOVE
    };
    for (square, piece) in position.board().iter() {
        key ^= line_piece_key(piece.color, piece.role, square);
    }
    key
}

/// The key after `m`, played by `turn`.
fn key_after(key: u64, turn: Color, m: Move) -> u64 {
    let own = |role, square| line_piece_key(turn, role, square);
    let theirs = |role, square| line_piece_key(turn.other(), role, square);
    key ^ BLACK_TO_MOVE
        ^ match m {
            Move::Normal {
                role,
                from,
                capture,
                to,
                promotion,
            } => {
                own(role, from)
                    ^ own(promotion.unwrap_or(role), to)
                    ^ capture.map_or(0, |role| theirs(role, to))
            }
            Move::EnPassant { from, to } => {
                let victim = Square::from_coords(to.file(), from.rank());
                own(Role::Pawn, from) ^ own(Role::Pawn, to) ^ theirs(Role::Pawn, victim)
            }
            Move::Castle { king, rook } => {
                let side = m.castling_side().unwrap_or(CastlingSide::KingSide);
                let at = |file| Square::from_coords(file, king.rank());
                own(Role::King, king)
                    ^ own(Role::Rook, rook)
                    ^ own(Role::King, at(side.king_to_file()))
                    ^ own(Role::Rook, at(side.rook_to_file()))
            }
            Move::Put { .. } => 0,
        }
}
