//! Learning the priors of clocks and evaluations. Games are coded much as a packed file would code
//! them, by coders that know nothing at first; what these know at the end is what the coders of
//! packed files begin with.

use super::Model;
use super::{
    channels::Channels,
    coded::Coded,
    comments::{Comments, FromMoves},
    learnt::{Learnt, Priors},
    mainline::MainLine,
};
use crate::{
    codec::{Codec, Level},
    coding::range::Listener,
    error::Result,
    limits::Budget,
    pgn::game::{Game, Item},
};

/// What the games of some files teach. The files take turns so that all end at the same time: what
/// is learnt last counts most, and should not come from one file alone. `learnt` has the networks
/// of moves; it should have no priors, unless these are to influence what is learnt.
///
/// # Errors
/// Where the result cannot be packed; never because of games that were read from a text.
pub fn priors(files: &[Vec<Game>], learnt: &Learnt) -> Result<Priors> {
    let budget = Budget::of_writer();
    // Of the moves, only how surprising they are is wanted, which the last level would tell hardly
    // better in ten times the time. The last level's model of numbers uses all contexts.
    let mut main = MainLine::new(Level::DEFAULT, learnt.moves(), &budget);
    let mut comments = Comments::new(Level::LAST, &[], learnt);
    comments.listen();
    let (mut moves, mut channels) = (Listener, Channels::listening());
    let mut told = Vec::new();
    let turns = files.iter().map(Vec::len).max().unwrap_or(0);
    for turn in 0..turns {
        for games in files {
            let share = |turn: usize| turn * games.len() / turns;
            for game in &games[share(turn)..share(turn + 1)] {
                told.clear();
                let facts = main.code(&mut moves, Coded::Given(game), &mut told)?;
                let known = FromMoves {
                    told: &told,
                    path: &facts.path,
                };
                comments.code_annotations(&mut channels, Coded::Given(game), known, &budget)?;
            }
        }
    }
    comments.take_priors()
}

/// The games of one file that are kept to learn from.
#[derive(Debug, Default)]
pub struct Lesson {
    games: Vec<Game>,
    bytes: usize,
}

/// Bytes of comments that are enough from one file.
const ENOUGH: usize = 4 << 20;

impl Lesson {
    /// Keeps a copy of `game` if it has comments, the codec can encode it, and there is not enough
    /// yet.
    pub fn offer(&mut self, game: &Game) {
        let bytes = |item: &Item| match item {
            Item::Comment(text) => text.len(),
            _ => 0,
        };
        let bytes: usize = game.items.iter().map(bytes).sum();
        if bytes > 0 && self.bytes < ENOUGH && Model::STANDARD.objection(game).is_none() {
            self.bytes += bytes;
            self.games.push(game.clone());
        }
    }

    /// The games kept.
    pub fn into_games(self) -> Vec<Game> {
        self.games
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        codec::{model::moves::testing::WITHOUT_JUDGES, streams::Stream},
        coding::random::Random,
        pgn::{self, layout::Document},
    };
    use std::{fmt::Write, sync::Arc};

    const MOVES: &str = "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O h3 Nb8 d4 Nbd7";

    /// A game whose players think for one to four whole minutes a move, in an order that `seed`
    /// decides.
    fn game(seed: u64) -> Document {
        let (mut text, mut clocks) = (String::from("[TimeControl \"7200\"]\n\n"), [7200; 2]);
        let mut random = Random::new(seed);
        for (ply, san) in MOVES.split(' ').enumerate() {
            let clock = &mut clocks[ply % 2];
            *clock -= 60 * (1 + random.below(4));
            let (hours, minutes) = (*clock / 3600, *clock / 60 % 60);
            write!(text, "{san} {{[%clk {hours}:{minutes:02}:00]}} ").unwrap();
        }
        pgn::read((text + "*\n\n").as_bytes())
    }

    #[test]
    fn what_is_learnt_makes_such_games_cheaper() {
        let with = |priors: &Priors| {
            Learnt::read(&Learnt::write(&WITHOUT_JUDGES, priors).unwrap()).unwrap()
        };
        let mut lesson = Lesson::default();
        for seed in 0..600 {
            game(seed).games().for_each(|game| lesson.offer(game));
        }
        let untaught = with(&Priors::default());
        let learnt = priors(&[lesson.into_games()], &untaught).unwrap();
        assert!(!learnt.clocks.network.is_empty() && learnt.evals.network.is_empty());
        let taught = with(&learnt);
        let bits = |learnt: Learnt| {
            let model = Model::with(Arc::new(learnt));
            let costs = model.costs(&game(1000), Level::DEFAULT).unwrap();
            costs[Stream::Clocks as usize]
        };
        let (taught, untaught) = (bits(taught), bits(untaught));
        assert!(taught < 0.9 * untaught, "{taught} {untaught}");
    }
}
