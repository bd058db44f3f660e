//! The main lines of games whose start is no position of chess, such as games by the rules of
//! variants.
//!
//! In the game, their moves are texts ([`Item::Fault`]). Where the `Variant` tag names rules that
//! [`chess::variants`](crate::chess::variants) knows, the game is replayed by these, and texts that
//! spell legal moves are coded as moves (FORMAT.md 7.8.2).
//!
//! * [`scores`]: which moves are likely; it knows nothing at first and learns from the block;
//! * [`ranking`](super::moves::ranking), which games of chess use, too: corrects these by what was
//!   played from the same position.
//!
//! The following is MODEL.md, a part of the file format.
#![doc = include_str!("MODEL.md")]

mod scores;

use self::scores::{Scene, Scores};
use super::{
    coded::Coded,
    comments::Told,
    facts::GameFacts,
    faults::{self, FaultCoder},
    mainline,
    moves::{
        context::GameContext,
        memory::{Keys, Memories, variant_key},
        predictions::Predictions,
        ranking::{Deciding, Ranking},
    },
};
use crate::{
    chess::{Move, Rules, san::Suffix, side_index, variants::VariantMoves},
    coding::{
        adaptive::{Bit, Symbol},
        cost::Counting,
        range::Coder,
    },
    error::{Error, Result},
    limits::HALF_MOVE,
    pgn::game::{self, Fault, Game, Item},
};

/// Log2 of the positions that each memory has room for.
const LOG2_MEMORY: u32 = 16;
/// Classes of the ply.
const STAGES: usize = 16;

/// What one block has shown of games by other rules.
#[derive(Debug)]
pub(super) struct VariantLines {
    /// Whether there is another move: by whether one is legal (yes, no, unknown) and the ply in
    /// steps of 8.
    goes_on: [[Bit; STAGES]; 3],
    /// Whether a text spells a legal move as the standard does.
    is_spelt: Bit,
    /// The mark of a move, by what it should be and whether the move leaves no legal ones.
    marks: [Symbol<2>; 6],
    scores: Scores,
    memories: Memories,
    ranking: Ranking,
    predictions: Predictions,
    /// The weights of the moves, proportional to their probabilities by the scores.
    weights: Vec<u32>,
}

/// The marks, by their numbers.
const MARKS: [Option<Suffix>; 3] = [None, Some(Suffix::Check), Some(Suffix::Checkmate)];

fn number_of(mark: Option<Suffix>) -> usize {
    MARKS.iter().position(|&known| known == mark).unwrap_or(0)
}

impl Default for VariantLines {
    fn default() -> VariantLines {
        VariantLines {
            goes_on: [[Bit::default(); STAGES]; 3],
            is_spelt: Bit::default(),
            marks: Default::default(),
            scores: Scores::default(),
            memories: Memories::new(LOG2_MEMORY),
            ranking: Ranking::new(),
            predictions: Predictions::default(),
            weights: Vec::new(),
        }
    }
}

/// How far the replay of a game has come.
struct Replay {
    /// The legal moves; `None` where the position is unknown.
    here: Option<VariantMoves>,
    /// Hashes of White's and of Black's name.
    players: [Option<u32>; 2],
    ply: usize,
    /// The last two moves, the latest first.
    past: [Option<Move>; 2],
}

impl Replay {
    fn new(game: &Game) -> Replay {
        Replay {
            here: game.variant_start().and_then(VariantMoves::new),
            players: GameContext::of_tags(&game.tags).players,
            ply: 0,
            past: [None; 2],
        }
    }

    /// Goes on to the position after a step.
    fn go_on(&mut self, step: Step) {
        self.ply += 1;
        self.past = [step.played, self.past[0]];
        self.here = step.after;
    }
}

/// What stands in the place of a move, and the move that it means.
struct Step {
    /// The text, where it is read; else empty.
    text: Vec<u8>,
    /// The move, where one is meant.
    played: Option<Move>,
    /// The legal moves after it, where the position is known.
    after: Option<VariantMoves>,
}

impl VariantLines {
    /// Codes the main line of a game as [`MainLine::code`](super::mainline::MainLine::code) does.
    pub(super) fn code<C: Coder>(
        &mut self,
        coder: &mut C,
        mut game: Coded,
        told: &mut Vec<Told>,
        faults: &mut FaultCoder<'_>,
    ) -> Result<GameFacts> {
        let mut replay = Replay::new(game.known());
        let mut steps = game::steps(game.given().map_or(&[], |game| &game.items));
        loop {
            coder.expect_more(mainline::CUT_SHORT)?;
            let given = steps.next();
            let goes_on = self.goes_on(&replay).code(coder, given.is_some());
            if !goes_on {
                let facts = GameFacts::of_unplayable();
                faults.budget().take(facts.size())?;
                return Ok(facts);
            }
            // Of a variant, a step costs all that is coded of it, its text included.
            let mut counting = Counting::new(coder);
            let step = self.code_step(&mut counting, &mut replay, given, faults)?;
            told.push(Told::new(counting.cost(), false, false));
            if let Coded::Read(game) = &mut game {
                faults.budget().take(step.size() + HALF_MOVE)?;
                game.items.push(step);
            }
        }
    }

    /// The probability that there is another move.
    fn goes_on(&mut self, replay: &Replay) -> &mut Bit {
        let state = match &replay.here {
            Some(here) => usize::from(here.moves().is_empty()),
            None => 2,
        };
        &mut self.goes_on[state][(replay.ply / 8).min(STAGES - 1)]
    }

    fn code_step<C: Coder>(
        &mut self,
        coder: &mut C,
        replay: &mut Replay,
        given: Option<&Item>,
        faults: &mut FaultCoder<'_>,
    ) -> Result<Item> {
        let kind = faults.kinds.code(coder, given);
        let given = faults::text_of(given);
        let here = replay.here.take().filter(|here| !here.moves().is_empty());
        let mut step = match &here {
            Some(here) => self.code_text(coder, replay, here, given, faults)?,
            None => Step {
                text: faults.code_text(coder, given)?,
                played: None,
                after: None,
            },
        };
        let text = std::mem::take(&mut step.text);
        replay.go_on(step);
        Ok(Item::Fault(Box::new(Fault { kind, text })))
    }

    /// Codes what stands in the place of a move, in a position with legal moves.
    fn code_text<C: Coder>(
        &mut self,
        coder: &mut C,
        replay: &Replay,
        here: &VariantMoves,
        given: &[u8],
        faults: &mut FaultCoder<'_>,
    ) -> Result<Step> {
        let spelt = here
            .read(given)
            .filter(|&(m, mark)| here.spell(m, mark) == given);
        if self.is_spelt.code(coder, spelt.is_some()) {
            return self.code_spelt(coder, replay, here, spelt, faults);
        }
        let text = faults.code_text(coder, given)?;
        let meant = here.read(if C::READS { &text } else { given });
        let played = meant.map(|(m, _)| m);
        Ok(Step {
            text,
            played,
            after: played.and_then(|m| here.after(m)),
        })
    }

    /// Codes a legal move and its mark.
    fn code_spelt<C: Coder>(
        &mut self,
        coder: &mut C,
        replay: &Replay,
        here: &VariantMoves,
        given: Option<(Move, Option<Suffix>)>,
        faults: &mut FaultCoder<'_>,
    ) -> Result<Step> {
        let played = given.and_then(|(m, _)| here.moves().iter().position(|&legal| legal == m));
        let m = here.moves()[self.code_move(coder, replay, here, played.unwrap_or(0))];
        let after = here.after(m);
        let expected = after.as_ref().map_or(0, |after| {
            2 * number_of(after.mark()) + usize::from(after.moves().is_empty())
        });
        let mark = given.map_or(0, |(_, mark)| number_of(mark));
        let mark = self.marks[expected].code(coder, mark as u32);
        let mark = MARKS
            .get(mark as usize)
            .ok_or_else(|| Error::corrupt("a move with no known mark"))?;
        let mut text = Vec::new();
        if C::READS {
            text = here.spell(m, *mark);
            faults.budget().take(text.len())?;
        }
        Ok(Step {
            text,
            played: Some(m),
            after,
        })
    }

    /// Codes which of the legal moves is played.
    fn code_move<C: Coder>(
        &mut self,
        coder: &mut C,
        replay: &Replay,
        here: &VariantMoves,
        played: usize,
    ) -> usize {
        if here.moves().len() < 2 {
            return 0;
        }
        let position = here.position();
        let scene = Scene::new(position, replay.past, replay.ply);
        self.scores.weigh(&scene, here.moves(), &mut self.weights);
        let player = replay.players[side_index(position.turn())];
        let keys = Keys::new(variant_key(position), player);
        let [seen, by_player] = self.memories.recall(&keys);
        self.predictions.fill(&self.weights, seen, by_player);
        let index = self
            .ranking
            .code(coder, played, &mut self.predictions, None);
        self.scores.learn(&self.weights, index);
        self.memories.note(&keys, index);
        index
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        chess::variants::{Variant, VariantPosition},
        codec::model::{learnt::Learnt, testing::document},
        codec::{CodecId, Level, by_id},
        coding::range::Meter,
        limits::Budget,
        pgn::game::FaultKind,
    };
    use proptest::prelude::*;

    const NAMES: [(&str, Variant); 5] = [
        ("Antichess", Variant::Antichess),
        ("Atomic", Variant::Atomic),
        ("Crazyhouse", Variant::Crazyhouse),
        ("Horde", Variant::Horde),
        ("Racing Kings", Variant::RacingKings),
    ];

    fn fault(text: &[u8]) -> Item {
        let (kind, text) = (FaultKind::Illegal, text.to_vec());
        Item::Fault(Box::new(Fault { kind, text }))
    }

    /// A game of random moves, in which some picks give a wrong mark, another spelling, or plain
    /// words.
    fn game((name, variant): (&str, Variant), picks: &[(u16, u8)]) -> Game {
        let mut game = Game::default();
        game.tags.push(b"Variant", name.as_bytes());
        let mut here = VariantMoves::new(VariantPosition::new(variant));
        for &(pick, kind) in picks {
            let Some(now) = here.take().filter(|here| !here.moves().is_empty()) else {
                break;
            };
            let m = now.moves()[usize::from(pick) % now.moves().len()];
            let after = now.after(m);
            let mark = after.as_ref().and_then(VariantMoves::mark);
            game.items.push(fault(&match kind {
                0 => now.spell(m, Some(Suffix::Checkmate)),
                1 => [&now.spell(m, mark)[..], b"!"].concat(),
                2 => b"words".to_vec(),
                _ => now.spell(m, mark),
            }));
            here = after;
        }
        game
    }

    proptest! {
        #[test]
        fn games_come_back(games in prop::collection::vec((0usize..5, prop::collection::vec((any::<u16>(), 0u8..60), 0..150)), 0..6)) {
            let document = document(games.iter().map(|(name, picks)| game(NAMES[*name], picks)).collect());
            let codec = by_id(CodecId::Model);
            for level in [1, 6] {
                let payload = codec.encode(&document, Level::new(level).unwrap()).unwrap();
                prop_assert_eq!(codec.decode(&payload, &Budget::new(1 << 30)).unwrap(), document.clone());
            }
        }
    }

    /// The cost of the main lines of some identical games, in bits.
    fn cost(games: usize) -> f64 {
        let game = game(NAMES[2], &[(3, 9); 60]);
        let budget = Budget::of_writer();
        let mut lines =
            mainline::MainLine::new(Level::DEFAULT, Learnt::standard().moves(), &budget);
        let mut meter = Meter::new();
        for _ in 0..games {
            lines
                .code(&mut meter, Coded::Given(&game), &mut Vec::new())
                .unwrap();
        }
        meter.bits()
    }

    #[test]
    fn what_is_played_is_learnt() {
        let (one, two) = (cost(1), cost(2) - cost(1));
        assert!(one < 60.0 * 6.0, "{one}");
        assert!(two < one / 2.0, "{two} {one}");
    }
}
