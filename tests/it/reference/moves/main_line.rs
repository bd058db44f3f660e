//! Whether a step of a main line is an ordinary move. Numbers in comments are sections of
//! `src/container/FORMAT.md`.

use super::context::Context;
use crate::reference::models::coder::{
    AdaptiveBit, Mixer, RangeDecoder, Source, Symbol, squash, stretch,
};
use crate::reference::models::contexts::outcome;
use crate::reference::models::text::{Strength, TextModel};
use shakmaty::{Chess, Color, Position, Role};

/// What is known where a step is about to be decoded.
pub(crate) struct Moment<'a> {
    /// The position.
    pub(crate) position: &'a Chess,
    /// What the tags and the moves before say.
    pub(crate) context: &'a Context,
    /// What the last ordinary move took.
    pub(crate) taken: Option<Role>,
    /// *since*, and by how many moves this game is longer than the one before.
    pub(crate) parting: (usize, i64),
}

/// A step of a main line.
#[derive(Debug)]
pub(crate) enum Step {
    /// An ordinary move.
    Move,
    /// A null move.
    Null,
    /// A move that cannot be played: the number of its kind, and its text.
    Fault(u64, Vec<u8>),
    /// None: the line ends.
    End,
}

/// The models of 7.8.2 that say whether the next step is an ordinary move.
pub(crate) struct Steps {
    level: u8,
    after_mate: AdaptiveBit,
    tables: Vec<Vec<AdaptiveBit>>,
    mixer: Mixer,
    others: Symbol,
    faults: Symbol,
    texts: Option<TextModel>,
}

impl Steps {
    /// Those of a block.
    pub(crate) fn new(level: u8) -> Steps {
        let bit = AdaptiveBit::starting(64_444, 6).limit(250);
        Steps {
            level,
            after_mate: AdaptiveBit::starting(1, 100),
            tables: vec![vec![bit; 4_096]; 5],
            mixer: Mixer::starting(&[16_384, 16_384, 16_384, 16_384, 0], 18, 6, 0),
            others: Symbol::new(2),
            faults: Symbol::new(2),
            texts: None,
        }
    }

    /// Decodes what follows.
    pub(crate) fn decode(&mut self, moment: &Moment, decoder: &mut RangeDecoder) -> Step {
        if self.is_move(moment, decoder) {
            return Step::Move;
        }
        match self.others.decode(decoder) {
            0 => Step::End,
            1 => Step::Null,
            2 => {
                let kind = self.kind(decoder);
                Step::Fault(kind, self.text(decoder))
            }
            _ => panic!("damage"),
        }
    }

    /// The kind of a move that cannot be played.
    pub(crate) fn kind(&mut self, decoder: &mut RangeDecoder) -> u64 {
        self.faults.decode(decoder)
    }

    /// The text of a move that cannot be played.
    pub(crate) fn text(&mut self, decoder: &mut RangeDecoder) -> Vec<u8> {
        let strength = match self.level {
            1..=3 => Strength::Fast,
            4..=7 => Strength::Full,
            _ => Strength::Most,
        };
        let new = || TextModel::new(strength, 65_536, None);
        let model = self.texts.get_or_insert_with(new);
        let mut text = Vec::new();
        loop {
            match model.decode_byte(decoder) {
                0 => return text,
                byte => text.push(byte),
            }
        }
    }

    /// Whether an ordinary move follows.
    fn is_move(&mut self, moment: &Moment, decoder: &mut RangeDecoder) -> bool {
        if moment.position.is_checkmate() {
            return self.after_mate.decode(decoder);
        }
        let places = places(moment);
        let used = if self.level < 3 { 2 } else { 5 };
        let inputs: Vec<i64> = (0..used)
            .map(|table| stretch(self.tables[table][places[table]].p.clamp(24, 65_512)))
            .collect();
        let set = 2 * moment.parting.0.min(8) + usize::from(moment.position.is_check());
        let p = if self.level < 3 {
            outcome(&inputs, 290)
        } else {
            squash(self.mixer.says(set, &inputs))
        };
        let p = p.clamp(16, 65_520);
        let is_move = decoder.decision(p);
        if self.level >= 3 {
            self.mixer.learn(set, &inputs, is_move, p);
        }
        for (table, place) in self.tables.iter_mut().zip(places).take(used) {
            table[place].learn(is_move);
        }
        is_move
    }
}

/// The places in the five tables.
fn places(moment: &Moment) -> [usize; 5] {
    let (position, context) = (moment.position, moment.context);
    let mover = position.turn();
    let material = |color: Color| -> i32 {
        let count = |(role, worth): (Role, i32)| {
            worth
                * (position.board().by_color(color) & position.board().by_role(role)).count() as i32
        };
        let worths = [
            (Role::Pawn, 1),
            (Role::Knight, 3),
            (Role::Bishop, 3),
            (Role::Rook, 5),
            (Role::Queen, 9),
        ];
        worths.into_iter().map(count).sum()
    };
    let own = (12 + (material(mover) - material(!mover)).clamp(-12, 12)) as usize;
    let taken = moment.taken.map_or(0, |role| role as usize);
    let check = usize::from(position.is_check());
    let men = position.board().occupied().count();
    let better = match own {
        0..10 => 0,
        10..15 => 1,
        _ => 2,
    };
    let rating = (context.rating(mover) / 400).min(7);
    let (since, longer) = moment.parting;
    [
        2 * (8 * own + taken) + check,
        24 * (8 * (context.ply / 16).min(15) + rating) + 3 * context.speed + better,
        2 * (context.ply / 2).min(255) + usize::from(mover == Color::White),
        32 * men.min(32) + own,
        32 * since.min(63) + (16 + longer.clamp(-16, 15)) as usize,
    ]
}
