//! 18.1 of the document: forms of numbers.

use super::{
    blend::{Blend, Contexts, Mixing, Shape},
    guesser::place,
    levels::Level,
    writing::Form,
};
use crate::reference::models::coder::{Source, hash32 as h};

/// The forms of a block.
pub(crate) struct Forms {
    list: Vec<Form>,
    blend: Blend,
    /// By place and side.
    last: Vec<[u32; 2]>,
    before: u32,
}

impl Forms {
    /// Those of a block.
    pub(crate) fn new(level: Level) -> Forms {
        Forms {
            list: [64, 0, 32, 96, 8, 4, 68, 1, 5, 2].map(Form::read).to_vec(),
            blend: Blend::new(Shape {
                log2_rows: 13,
                ..Shape::new(5, [64, 2], level.mixing(Mixing::Refined))
            }),
            last: vec![[0; 2]; 1_024],
            before: 0,
        }
    }

    /// A comment begins.
    pub(crate) fn begin_comment(&mut self) {
        self.before = 0;
    }

    /// The form of a number of the field `name`, whose column is of `size`.
    pub(crate) fn decode(
        &mut self,
        source: &mut dyn Source,
        name: u32,
        side: usize,
        size: u32,
    ) -> Form {
        let last = &mut self.last[place(name)];
        let (a, b, f, m) = (last[side], last[1 - side], self.before, name << 8);
        let contexts = [
            h(a ^ m, 0, 0),
            h(a ^ m, b, 1),
            h(a ^ m, f, 2),
            h(a ^ m, size, 3),
            h(a, f, 4),
        ];
        let is_last = a > 0 && self.blend.decide(source, &contexts, 0, [0, side]);
        let symbol = match is_last {
            true => a - 1,
            false => self
                .blend
                .symbol(source, &Contexts::hashed(&contexts), 6, side),
        };
        let form = match symbol {
            63 => {
                let form = Form::read(source.raw(14) as u32);
                if self.list.len() < 63 && !self.list.contains(&form) {
                    self.list.push(form);
                }
                form
            }
            _ => self.list[symbol as usize],
        };
        let known = self.list.iter().position(|&other| other == form);
        self.before = known.map_or(0, |place| place as u32 + 1);
        last[side] = self.before;
        form
    }
}
