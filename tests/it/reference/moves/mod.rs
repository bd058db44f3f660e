//! A second implementation of the model of moves, which does what its document
//! (`src/codec/model/moves/MODEL.md`) and sections 7.8.2, 10 and 11 of `src/container/FORMAT.md`
//! say. Slow and plain; it shares no code with the first but the rules of chess. The games that it
//! decodes are those that the text itself says.
//!
//! It decodes the stream of moves alone. What the model is told of a game by its tags it takes from
//! the text; variations, lines of play and prose are in other streams. Texts must not have games by
//! other rules.

mod ahead;
mod ahead_rows;
pub(crate) mod board;
pub(crate) mod context;
mod danger;
mod exchange;
mod experience;
mod facts;
mod grid;
mod habits;
mod inputs;
pub(crate) mod main_line;
pub(crate) mod memory;
pub(crate) mod network;
pub(crate) mod ordinary;
mod precedent;
mod quick_facts;
mod ranking;
mod reflex;
mod replies;
mod scene;
pub(crate) mod shares;
mod tension;
pub(crate) mod texts;
mod tuning;
pub(crate) mod variants;
mod vectors;
pub(crate) mod weights;

use crate::{
    reference::{
        container::{self, only_payload},
        models::coder::RangeDecoder,
    },
    round_trip::pack,
};
use context::Context;
use main_line::{Moment, Step, Steps};
use ordinary::Moves;
use pgnpack::{
    chess::{self, Rules, order},
    codec::{
        CodecId, Level,
        model::{
            learnt::Learnt,
            moves::{context::GameContext, model::Effort, predictor::MovePredictor},
        },
    },
    pgn::game::{Game, Item, steps},
    pipeline::{CompressOptions, ModelChoice, ModelFile},
};
use shakmaty::{Chess, Move, Role};
use std::sync::Arc;
use texts::games_of;

/// The stream of moves of the only block that `text` is packed to.
fn moves_stream(text: &[u8], level: u8, model: ModelChoice) -> Vec<u8> {
    let options = CompressOptions {
        codec: CodecId::Model,
        level: Level::new(level).unwrap(),
        model,
        ..CompressOptions::default()
    };
    let payload = only_payload(&pack(text, &options).0);
    container::stream(&payload, container::MOVES).to_vec()
}

/// What decodes a block.
struct Block<'a> {
    decoder: RangeDecoder<'a>,
    steps: Steps,
    moves: Moves,
    /// The program's own model, where the shares of all moves are compared.
    program: Option<MovePredictor<'static>>,
}

/// Where a game has come to, as this implementation and as the program has it.
struct Place {
    position: Chess,
    context: Context,
    told: GameContext,
    taken: Option<Role>,
}

impl Block<'_> {
    /// Decodes the main line of a game, and compares it.
    fn game(&mut self, game: &Game, number: usize) {
        let mut expected = steps(&game.items);
        let mut place = Place {
            position: game.start().unwrap(),
            context: Context::of(game),
            told: GameContext::of_tags(&game.tags),
            taken: None,
        };
        loop {
            let Place {
                position,
                context,
                told,
                taken,
            } = &mut place;
            let moment = Moment {
                position,
                context,
                taken: *taken,
                parting: self.moves.parting(context),
            };
            match (
                self.steps.decode(&moment, &mut self.decoder),
                expected.next(),
            ) {
                (Step::Move, Some(&Item::Move(m))) => {
                    self.ordinary_move(&mut place, m, &format!("game {number}"));
                }
                (Step::Null, Some(Item::Null)) => {
                    context.pass();
                    told.pass();
                    *position = chess::pass(position).unwrap();
                }
                (Step::Fault(kind, text), Some(Item::Fault(fault))) => {
                    assert_eq!((kind, &text), (fault.kind as u64, &fault.text));
                }
                (Step::End, None) => return,
                (found, expected) => panic!("game {number}: {found:?}, not {expected:?}"),
            }
        }
    }

    /// Decodes a move, which must be `m`, and plays it.
    fn ordinary_move(&mut self, place: &mut Place, m: Move, game: &str) {
        let Place {
            position,
            context,
            told,
            taken,
        } = place;
        if let Some(program) = &mut self.program {
            let mut shares = self.moves.shares(position, context);
            let mut expected = program.distribution(position, told);
            shares.sort_by_key(|&(m, _)| order::key(m));
            expected.sort_by_key(|&(m, _)| order::key(m));
            assert_eq!(shares, expected, "{game}, ply {}", context.ply);
            program.listen(position, told, m);
        }
        let found = self.moves.decode(position, context, &mut self.decoder);
        assert_eq!(found.played, m, "{game}, ply {}", context.ply);
        context.play(position, found);
        told.advance(position, m);
        *taken = m.capture();
        position.play_unchecked(m);
    }
}

/// Decodes the main lines of `text` under the model in `file`, and compares them, and the shares of
/// all moves (6.14) with those of the program's own model, where it is given.
fn comes_back(
    text: &[u8],
    level: u8,
    (model, file): (ModelChoice, &[u8]),
    program: Option<MovePredictor<'static>>,
) {
    let stream = moves_stream(text, level, model);
    let mut block = Block {
        decoder: RangeDecoder::new(&stream),
        steps: Steps::new(level),
        moves: Moves::new(level, file),
        program,
    };
    for (number, game) in games_of(text).iter().enumerate() {
        block.game(game, number);
    }
    // A reader allows five, but the program leaves out no more.
    assert!(block.decoder.beyond() <= 4);
}

/// The same of all texts, with so many random games, under the built-in model.
fn all_come_back(level: u8, random: usize) {
    let file = weights::standard();
    for text in texts::all(random) {
        comes_back(&text, level, (ModelChoice::BuiltIn, &file), None);
    }
}

#[test]
fn main_lines_come_back_from_the_tables_of_reflexes() {
    all_come_back(1, 60);
}

#[test]
fn main_lines_come_back_from_the_quick_network() {
    all_come_back(2, 60);
}

#[test]
fn main_lines_come_back_from_the_quick_network_corrected_by_the_block() {
    all_come_back(3, 60);
}

#[test]
fn main_lines_come_back_from_the_first_judge_corrected_by_the_block() {
    all_come_back(6, 60);
}

#[test]
fn main_lines_come_back_from_two_judges_and_a_last_layer_that_learns() {
    all_come_back(7, 60);
}

#[test]
fn main_lines_come_back_from_thorough_decisions() {
    all_come_back(8, 60);
}

#[test]
fn main_lines_come_back_from_looking_ahead() {
    all_come_back(9, 10);
}

#[test]
fn a_model_may_have_up_to_two_judges() {
    let text = texts::few();
    for judges in [0, 1, 2] {
        let file = weights::with_judges(judges);
        let model = Arc::new(ModelFile::read(file.clone()).unwrap());
        for level in [1, 6, 7, 9] {
            let model = ModelChoice::Named(Arc::clone(&model));
            comes_back(&text, level, (model, &file), None);
        }
    }
    assert!(ModelFile::read(weights::with_judges(3)).is_err());
}

#[test]
fn a_model_may_hold_any_numbers() {
    let (text, file) = (texts::few(), weights::at_random());
    let model = Arc::new(ModelFile::read(file.clone()).unwrap());
    for level in [1, 2, 3, 6, 7, 9] {
        let model = ModelChoice::Named(Arc::clone(&model));
        comes_back(&text, level, (model, &file), None);
    }
}

#[test]
fn shares_of_all_moves_are_those_of_the_program() {
    let (text, file) = (texts::few(), weights::standard());
    let efforts = [
        (1, Effort::Reflex),
        (2, Effort::Quick),
        (3, Effort::Brisk),
        (6, Effort::Usual),
        (7, Effort::Keen),
        (8, Effort::Slow),
    ];
    for (level, effort) in efforts {
        let program = MovePredictor::new(Learnt::standard().moves(), effort);
        comes_back(&text, level, (ModelChoice::BuiltIn, &file), Some(program));
    }
}
