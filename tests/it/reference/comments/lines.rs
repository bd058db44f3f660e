//! Section 19 of the document: lines of play and variations. Numbers in comments are its clauses.

use super::{
    blend::{Blend, Mixing, Shape},
    levels::Level,
    shares::Shares,
    walk::Root,
};
use crate::reference::{
    models::coder::{Source, hash32 as h, stretch},
    moves::memory,
};
use shakmaty::{Chess, Color, Move, Position, Role};

/// What a side's last line through a position had there.
#[derive(Clone, Copy)]
struct Memory {
    check: u32,
    m: Option<Move>,
}

/// What codes lines.
pub(crate) struct Lines {
    memories: [Vec<Option<Memory>>; 2],
    recent: [Vec<u32>; 2],
    line: u32,
    choice: Blend,
    more: Blend,
    lengths: [u32; 2],
    shares: Shares,
}

/// A line to be decoded.
pub(crate) struct Kind<'a> {
    /// *kind*
    pub(crate) kind: u32,
    pub(crate) side: usize,
    /// What the game plays from its start on.
    pub(crate) ahead: &'a [Option<Move>],
}

/// A legal move.
struct Candidate {
    m: Move,
    sources: u32,
    lately: [u32; 2],
    odds: u64,
    /// What puts it in order.
    rank: u64,
}

/// Where a move comes.
struct Place {
    kind: u32,
    side: usize,
    index: u32,
    streak: u32,
    history: u32,
    last: Option<Move>,
    before: Option<Move>,
}

impl Place {
    fn new(kind: u32, side: usize, last: Option<Move>) -> Place {
        Place {
            kind,
            side,
            index: 0,
            streak: 0,
            history: 0,
            last,
            before: None,
        }
    }

    /// A move has come, and how the first candidate fared.
    fn advance(&mut self, m: Move, fared: u32) {
        self.streak = if fared == 1 { self.streak + 1 } else { 0 };
        self.history = (self.history << 2 | fared) % 256;
        self.before = self.last;
        self.last = Some(m);
        self.index += 1;
    }

    /// 19.4
    fn contexts(&self, candidate: &Candidate, union: u32, class: u32, rank: u32) -> [u32; 11] {
        let Candidate {
            sources, lately, ..
        } = *candidate;
        let this = id(candidate.m);
        let [last, before] = [self.last, self.before].map(|m| m.map_or(0, id));
        let early = self.index.min(3);
        let both = sources << 3 | union;
        [
            h(sources, self.streak.min(12), early),
            h(sources, class, rank.min(4)),
            h(this, sources, self.side as u32),
            h(last, this, 0),
            h(class, rank, 1),
            h(sources, self.index.min(40), self.kind),
            h(lately[0] << 2 | lately[1], rank, sources),
            h(self.kind, sources, early),
            h(both, self.history, 8),
            h(before, this, 9),
            h(both, rank, class),
        ]
    }
}

impl Lines {
    /// Those of a block.
    pub(crate) fn new(level: Level) -> Lines {
        let choice = Shape {
            predicts: true,
            log2_rows: level.line_rows(),
            log2_nodes: 0,
            memory: 250,
            rate: 25,
            ..Shape::new(11, [64, 256], Mixing::Twice)
        };
        let more = Shape {
            log2_rows: 14,
            log2_nodes: 0,
            rate: 15,
            ..Shape::new(4, [4, 64], Mixing::Twice)
        };
        Lines {
            memories: [vec![None; 1 << 15], vec![None; 1 << 15]],
            recent: [vec![0; 1 << 13], vec![0; 1 << 13]],
            line: 9,
            choice: Blend::new(choice),
            more: Blend::new(more),
            lengths: [0; 2],
            shares: Shares::new(level.0),
        }
    }

    /// A game begins.
    pub(crate) fn begin_game(&mut self) {
        self.line += 8;
    }

    /// 19.5: a line of play from a position.
    pub(crate) fn decode_line(
        &mut self,
        source: &mut dyn Source,
        root: &Root,
        kind: &Kind,
    ) -> Vec<Move> {
        let mut here = root.clone();
        here.context = here.context.announced_by(kind.side);
        let mut place = Place::new(kind.kind, kind.side, root.last);
        let mut ahead = kind.ahead;
        let mut way = Vec::new();
        self.line += 1;
        let mut moves = Vec::new();
        while moves.len() < 250 && !here.position.legal_moves().is_empty() {
            let played = ahead.first().copied().flatten();
            ahead = ahead.get(1..).unwrap_or(&[]);
            let key = key(&here.position);
            if !moves.is_empty() && !self.goes_on(source, &place, key) {
                break;
            }
            let (m, fared) = self.choose(source, &here, played, &place);
            if played != Some(m) {
                ahead = &[];
            }
            place.advance(m, fared);
            way.push((key, here.position.turn(), Some(m)));
            here.play(m);
            moves.push(m);
        }
        assert!(!moves.is_empty());
        way.push((key(&here.position), here.position.turn(), None));
        self.remember(kind.side, &way);
        if moves.len() > 1 {
            self.lengths[kind.side] = moves.len() as u32;
        }
        moves
    }

    /// 19.6: a move of a variation.
    pub(crate) fn decode_move(
        &mut self,
        source: &mut dyn Source,
        root: &Root,
        instead: Option<Move>,
    ) -> Move {
        let is_first = u32::from(instead.is_some());
        self.line += is_first;
        let turn = root.position.turn();
        let side = usize::from(turn.is_black());
        let place = Place::new(1 + is_first, side, root.last);
        let (m, _) = self.choose(source, root, instead, &place);
        self.remember(side, &[(key(&root.position), turn, Some(m))]);
        m
    }

    fn memory(&self, side: usize, key: u64) -> Option<Memory> {
        let memory = self.memories[side][key as usize % (1 << 15)];
        memory.filter(|memory| memory.check == (key >> 32) as u32)
    }

    /// 19.5, whether the line goes on
    fn goes_on(&mut self, source: &mut dyn Source, place: &Place, key: u64) -> bool {
        let ended = |side: usize| match self.memory(side, key) {
            None => 0,
            Some(Memory { m: None, .. }) => 1,
            Some(_) => 2,
        };
        let own = ended(place.side);
        let state = own | ended(1 - place.side) << 2;
        let left = self.lengths[place.side].saturating_sub(place.index).min(20);
        let (kind, index, streak) = (place.kind, place.index, place.streak);
        let contexts = [
            h(kind, index, place.side as u32),
            h(kind, state, streak.min(10)),
            h(kind, left, own),
            h(kind, index.min(30) / 2, left / 4),
        ];
        let sets = [index.min(3) as usize, (4 * state + streak.min(3)) as usize];
        self.more.decide(source, &contexts, 0, sets)
    }

    /// 19.3
    fn candidates(&mut self, here: &Root, side: usize, played: Option<Move>) -> Vec<Candidate> {
        let key = key(&here.position);
        let had = [side, 1 - side].map(|side| self.memory(side, key).and_then(|memory| memory.m));
        let turn = here.position.turn();
        let mut all = Vec::new();
        for (m, odds) in self.shares.odds(here, key) {
            let has = [played, had[0], had[1]].map(|other| u32::from(other == Some(m)));
            let sources = has[0] | has[1] << 1 | has[2] << 2;
            let lately = [side, 1 - side].map(|side| {
                match self.line - self.recent[side][recent_place(turn, m)] {
                    ..=2 => 3,
                    3..=4 => 2,
                    5..=8 => 1,
                    _ => 0,
                }
            });
            let preferred: u64 = [0, 6, 5, 7, 4, 6, 6, 7][sources as usize];
            let rank = preferred << 40 | odds << (2 * lately[0] + lately[1]);
            all.push(Candidate {
                m,
                sources,
                lately,
                odds,
                rank,
            });
        }
        all.sort_by_key(|candidate| std::cmp::Reverse(candidate.rank));
        all
    }

    /// 19.4: a move, and how the first candidate fared.
    fn choose(
        &mut self,
        source: &mut dyn Source,
        here: &Root,
        played: Option<Move>,
        place: &Place,
    ) -> (Move, u32) {
        let candidates = self.candidates(here, place.side, played);
        let union = candidates
            .iter()
            .fold(0, |all, candidate| all | candidate.sources);
        let mut left: u64 = candidates.iter().map(|candidate| candidate.odds).sum();
        let mut number = 0;
        while number + 1 < candidates.len() {
            let candidate = &candidates[number];
            let rank = number.min(15) as u32;
            let class = class(candidate, place.last);
            let contexts = place.contexts(candidate, union, class, rank);
            let p = ((candidate.odds << 16) / left.max(1)).clamp(16, 65_520);
            let sets = [
                (candidate.sources << 3 | rank.min(7)) as usize,
                class as usize % 256,
            ];
            let prediction = Some(stretch(p as i64));
            if self
                .choice
                .decide_expected(source, &contexts, prediction, 0, sets)
            {
                break;
            }
            left -= candidate.odds;
            number += 1;
        }
        let m = candidates[number].m;
        self.shares.follow(here, m);
        let fared = match (candidates[0].sources, number) {
            (0, _) => 0,
            (_, 0) => 1,
            _ => 2,
        };
        (m, fared)
    }

    /// 19.2
    fn remember(&mut self, side: usize, way: &[(u64, Color, Option<Move>)]) {
        for &(key, turn, m) in way {
            self.memories[side][key as usize % (1 << 15)] = Some(Memory {
                check: (key >> 32) as u32,
                m,
            });
            if let Some(m) = m {
                self.recent[side][recent_place(turn, m)] = self.line;
            }
        }
    }
}

/// The class of a candidate.
fn class(candidate: &Candidate, last: Option<Move>) -> u32 {
    let Candidate {
        m, lately, odds, ..
    } = *candidate;
    let back = m.is_capture() && last.is_some_and(|last| last.to() == m.to());
    let likely = stretch((16 * odds).min(65_000) as i64) / 512 + 6;
    m.role() as u32
        | m.capture().map_or(0, |role| role as u32) << 3
        | u32::from(back) << 6
        | lately[0] << 7
        | lately[1] << 9
        | u32::from(m.promotion() == Some(Role::Queen)) << 11
        | (likely as u32 % 16) << 12
}

/// The number of a move in section 10 of the file format.
fn order(m: Move) -> u32 {
    let promotion = match m.promotion() {
        None => 0,
        Some(role) => role as u32 - 1,
    };
    let from = m.from().map_or(0, u32::from);
    512 * from + 8 * u32::from(m.to()) + promotion
}

fn id(m: Move) -> u32 {
    order(m) | (m.role() as u32) << 16
}

fn recent_place(turn: Color, m: Move) -> usize {
    (order(m) >> 3 | u32::from(turn == Color::White) << 12) as usize
}

/// 19.1
pub(crate) fn key(position: &Chess) -> u64 {
    let black = match position.turn() {
        Color::White => 0,
        Color::Black => 0x9d3c_11a7_5e0b_46f3,
    };
    black ^ memory::pieces(position)
}
