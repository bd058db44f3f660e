//! What the model of moves tells of each step of a main line: sections 6.2 and 11 of the document,
//! as far as they need the stream of moves. Numbers in comments are its clauses.

use crate::{
    reference::models::coder::RangeDecoder,
    reference::moves::{
        context::Context,
        main_line::{Moment, Step, Steps},
        ordinary::Moves,
        variants::Variants,
        weights,
    },
};
use pgnpack::{
    chess,
    pgn::game::{Fault, FaultKind, Game, Item},
};
use shakmaty::Position;

/// Of a step.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Told {
    /// 11.2
    pub(crate) surprise: u32,
    /// Whether it gives check.
    pub(crate) check: bool,
    /// Whether it answers one.
    pub(crate) evasion: bool,
}

/// What decodes the main lines of a block.
pub(crate) struct MainLines<'a> {
    pub(crate) decoder: RangeDecoder<'a>,
    steps: Steps,
    moves: Moves,
    variants: Variants,
}

impl<'a> MainLines<'a> {
    /// Those of a block.
    pub(crate) fn new(decoder: RangeDecoder<'a>, level: u8) -> MainLines<'a> {
        MainLines {
            decoder,
            steps: Steps::new(level),
            moves: Moves::new(level, &weights::standard()),
            variants: Variants::new(),
        }
    }

    /// The main line of the next game, whose tags `game` has, and what is told of its steps.
    pub(crate) fn decode(&mut self, game: &Game) -> (Vec<Item>, Vec<Told>) {
        let Some(mut position) = game.start() else {
            return self.by_other_rules(game);
        };
        let (mut line, mut all) = (Vec::new(), Vec::new());
        let mut context = Context::of(game);
        let mut taken = None;
        loop {
            let moment = Moment {
                position: &position,
                context: &context,
                taken,
                parting: self.moves.parting(&context),
            };
            let step = self.steps.decode(&moment, &mut self.decoder);
            let evasion = position.is_check();
            let before = self.decoder.cost;
            let item = match step {
                Step::End => break,
                Step::Null => {
                    context.pass();
                    position = chess::pass(&position).unwrap();
                    Item::Null
                }
                Step::Fault(kind, text) => {
                    let kind = FaultKind::ALL[kind as usize];
                    Item::Fault(Box::new(Fault { kind, text }))
                }
                Step::Move => {
                    let found = self.moves.decode(&position, &context, &mut self.decoder);
                    context.play(&position, found);
                    taken = found.played.capture();
                    position.play_unchecked(found.played);
                    Item::Move(found.played)
                }
            };
            let cost = match item {
                Item::Move(_) => self.decoder.cost - before,
                _ => 0,
            };
            line.push(item);
            all.push(Told {
                surprise: surprise(cost),
                check: position.is_check(),
                evasion,
            });
        }
        (line, all)
    }

    /// The same of a game by other rules.
    fn by_other_rules(&mut self, game: &Game) -> (Vec<Item>, Vec<Told>) {
        let steps = self
            .variants
            .decode(game, &mut self.steps, &mut self.decoder);
        let told = |(item, cost)| {
            let told = Told {
                surprise: surprise(cost),
                ..Told::default()
            };
            (item, told)
        };
        steps.into_iter().map(told).unzip()
    }
}

/// 11.2
fn surprise(cost: u32) -> u32 {
    const LEAST: [u32; 15] = [
        1, 32, 64, 110, 160, 220, 300, 380, 480, 600, 760, 960, 1_200, 1_500, 2_000,
    ];
    LEAST.iter().filter(|&&least| cost >= least).count() as u32
}
