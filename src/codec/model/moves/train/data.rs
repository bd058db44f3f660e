//! The games to learn from, in memory: one byte for each move.

use super::run::Options;
use crate::chess::{Move, Position, Rules};
use crate::codec::model::moves::{
    board::{
        candidate::Candidates,
        generate::legal_moves,
        view::{Attacks, View},
    },
    context::{GameContext, Speed},
    net::arithmetic::Plain,
};
use crate::pgn::game::Game;
use xxhash_rust::xxh3::xxh3_64;

/// One game in [`Games`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    begin: usize,
    length: u32,
    pub(crate) ratings: [u16; 2],
    pub(crate) speed: Speed,
    /// The caller's number for the kind of game.
    pub(crate) source: u8,
    /// 1 + its place in `starts`, or 0 for the usual position.
    start: u32,
}

/// Many games: ratings, speed and, for each move, its number among the legal moves in the model's
/// order.
#[derive(Clone, Debug, Default)]
pub struct Games {
    moves: Vec<u8>,
    starts: Vec<Position>,
    pub(crate) entries: Vec<Entry>,
}

/// Fewest half-moves of a game that is learnt from.
const FEWEST: usize = 4;

impl Games {
    /// Adds the main line of `game`, up to the first item that is no ordinary move.
    pub fn push_game(&mut self, source: u8, game: &Game) {
        let Some(start) = game.start() else { return };
        let context = GameContext::of_tags(&game.tags);
        let moves: Vec<Move> = game.main_line().collect();
        self.push(source, &context, start, &moves);
    }

    /// Adds a game up to the first move that is not legal; a game of fewer than [`FEWEST`]
    /// half-moves is left out. `context` is that at its start.
    pub(super) fn push(
        &mut self,
        source: u8,
        context: &GameContext,
        start: Position,
        moves: &[Move],
    ) {
        let mut numbers = Vec::with_capacity(moves.len());
        let mut position = start.clone();
        let mut candidates = Candidates::default();
        for &m in moves {
            let view = View::new(&position);
            legal_moves::<Plain>(&view, &Attacks::new(&view), &mut candidates);
            let Some(index) = candidates.index_of(m, &view) else {
                break;
            };
            numbers.push(index as u8);
            position.play_unchecked(m);
        }
        if numbers.len() < FEWEST {
            return;
        }
        let usual = start == Position::default();
        if !usual {
            self.starts.push(start);
        }
        self.entries.push(Entry {
            begin: self.moves.len(),
            length: numbers.len() as u32,
            ratings: context.ratings,
            speed: context.speed,
            source,
            start: if usual { 0 } else { self.starts.len() as u32 },
        });
        self.moves.extend(numbers);
    }

    /// How many games there are.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Half-moves of all games.
    pub fn plies(&self) -> usize {
        self.moves.len()
    }

    pub(crate) fn moves(&self, entry: &Entry) -> &[u8] {
        &self.moves[entry.begin..][..entry.length as usize]
    }

    pub(crate) fn start(&self, entry: &Entry) -> Position {
        match entry.start {
            0 => Position::default(),
            n => self.starts[n as usize - 1].clone(),
        }
    }

    /// The games to measure the cost of, by the number of their source: of those kept aside, the
    /// first, as many as have the half-moves of `options` at most. Sources without any are left out.
    pub(super) fn all_held_out(&self, options: &Options) -> Vec<(usize, Vec<Entry>)> {
        let sources = 0..options.repeats.len();
        sources
            .map(|source| (source, self.held_out_of(source, options.held_out)))
            .filter(|(_, entries)| !entries.is_empty())
            .collect()
    }

    fn held_out_of(&self, source: usize, most: usize) -> Vec<Entry> {
        let mut plies = 0;
        let entries = self.entries.iter().copied();
        entries
            .filter(|entry| usize::from(entry.source) == source && self.held_out(entry))
            .take_while(|entry| {
                plies += self.moves(entry).len();
                plies <= most
            })
            .collect()
    }

    /// Whether a game is kept aside for measuring: one in fifty, chosen by a hash of its moves.
    pub(crate) fn held_out(&self, entry: &Entry) -> bool {
        xxh3_64(self.moves(entry)).is_multiple_of(50)
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::chess::order;
    use crate::coding::random::Random;

    /// Games of random moves, with ratings.
    pub(crate) fn random_games(count: usize, random: &mut Random) -> Games {
        let mut games = Games::default();
        for _ in 0..count {
            let mut position = Position::default();
            let mut moves = Vec::new();
            for _ in 0..200 {
                let legal = order::legal_moves(&position);
                if legal.is_empty() {
                    break;
                }
                let m = legal[random.below(legal.len())];
                position.play_unchecked(m);
                moves.push(m);
            }
            let context = GameContext::new([1500, 2100], Speed::Blitz);
            games.push(0, &context, Position::default(), &moves);
        }
        games
    }

    /// The moves with these numbers, from a position on.
    pub(crate) fn replay(start: &Position, numbers: &[u8]) -> Vec<Move> {
        let mut position = start.clone();
        let mut candidates = Candidates::default();
        let moves = numbers.iter().map_while(|&number| {
            let view = View::new(&position);
            legal_moves::<Plain>(&view, &Attacks::new(&view), &mut candidates);
            let m = candidates.get(usize::from(number))?.to_move(&view);
            position.play_unchecked(m);
            Some(m)
        });
        moves.collect()
    }

    #[test]
    fn games_are_kept_as_they_were_played() {
        let mut random = Random::new(1);
        let games = random_games(3, &mut random);
        assert_eq!(games.len(), 3);
        let mut again = Games::default();
        for entry in &games.entries {
            let (start, numbers) = (games.start(entry), games.moves(entry));
            let moves = replay(&start, numbers);
            assert_eq!(moves.len(), numbers.len());
            let context = GameContext::new(entry.ratings, entry.speed);
            again.push(entry.source, &context, start, &moves);
        }
        assert_eq!(games.moves, again.moves);
    }
}
