//! Section 6 of the document: which item comes next. Numbers in comments are its clauses.

use super::{
    blend::{Blend, Contexts, Mixing, Shape},
    levels::Level,
    streaks::Streaks,
};
use crate::reference::models::coder::{AdaptiveBit, Source, hash3, hash32 as h};

/// 6.2
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    pub(crate) side: usize,
    pub(crate) depth: u32,
    pub(crate) moves: u32,
    pub(crate) ended: bool,
    pub(crate) surprise: u32,
    pub(crate) named: u32,
}

/// 6.3
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Next {
    GoOn,
    Comment,
    Glyph,
    Open,
    Close,
}

const ALL: [Next; 5] = [
    Next::GoOn,
    Next::Comment,
    Next::Glyph,
    Next::Open,
    Next::Close,
];

/// What is remembered (6.1), and the models.
pub(crate) struct Structure {
    plain: [AdaptiveBit; 2],
    was_plain: bool,
    streaks: Streaks,
    contexts: &'static [usize],
    steps: Blend,
    glyphs: Blend,
    pub(crate) since: u32,
    pub(crate) glyph: u32,
    patterns: [[u32; 2]; 2],
    last_nag: u32,
}

impl Structure {
    /// That of a block.
    pub(crate) fn new(level: Level) -> Structure {
        let contexts = level.step_contexts();
        let mixing = level.mixing(Mixing::Twice);
        Structure {
            plain: [AdaptiveBit::new(), AdaptiveBit::new()],
            was_plain: true,
            streaks: Streaks::new(),
            contexts,
            steps: Blend::new(Shape::new(contexts.len(), [8, 8], mixing)),
            glyphs: Blend::new(Shape {
                log2_rows: 11,
                ..Shape::new(4, [256, 1], mixing)
            }),
            since: 0,
            glyph: 0,
            patterns: [[0; 2]; 2],
            last_nag: 0,
        }
    }

    /// 2.2: whether the next game is a plain one, which begins.
    pub(crate) fn begin_game(&mut self, source: &mut dyn Source) -> bool {
        self.was_plain = self.plain[usize::from(self.was_plain)].decode(source);
        self.since = 1;
        self.glyph = 0;
        self.patterns = [[0; 2]; 2];
        self.was_plain
    }

    /// `since` takes note of `what`.
    pub(crate) fn note(&mut self, what: u32) {
        self.since = h(self.since, what, 0x57e9);
    }

    /// 6.3 and 6.4
    pub(crate) fn next(&mut self, source: &mut dyn Source, place: Place) -> Next {
        let inside = usize::from(place.depth > 0);
        let own = self.patterns[inside][place.side];
        let other = self.patterns[inside][1 - place.side];
        let both = own ^ other.rotate_left(7);
        let kind = inside as u32 | u32::from(place.ended) << 1;
        let situation = hash3(self.since, both, kind | place.named << 2);
        let number = self.streaks.decode(source, situation).unwrap_or_else(|| {
            let contexts = self.contexts_of(place, [own, other, both], kind);
            let mut decide = |node| {
                let sets = [node, (kind | place.named << 2) as usize];
                self.steps.decide(source, &contexts, node, sets)
            };
            let number = (1..5).find(|&node| decide(node)).unwrap_or(5) as u32 - 1;
            self.streaks.note(situation, number);
            number
        });
        if number == 0 {
            self.patterns[inside][place.side] = self.since;
            self.since = 0;
            self.glyph = 0;
        } else {
            self.note(number);
        }
        ALL[number as usize]
    }

    fn contexts_of(&self, place: Place, [own, other, both]: [u32; 3], kind: u32) -> Vec<u32> {
        let since = self.since;
        let all = [
            h(since, own, kind),
            h(since, other, kind),
            h(since, both, kind),
            h(since, place.depth.min(5), kind | place.moves.min(15) << 2),
            h(since, kind, place.named << 8 | 7),
            h(since, kind | place.surprise << 2, 8),
            h(since, own, place.surprise << 8 | 9),
        ];
        self.contexts.iter().map(|&context| all[context]).collect()
    }

    /// 6.5
    pub(crate) fn decode_glyph(&mut self, source: &mut dyn Source, place: Place) -> u8 {
        let contexts = Contexts::hashed(&[
            h(self.since, 0, 1),
            h(self.last_nag, place.side as u32, 1),
            h(place.depth.min(3), u32::from(place.moves == 0), 1),
            h(self.since, place.surprise << 8, 1),
        ]);
        let glyph = self.glyphs.symbol(source, &contexts, 8, 0);
        self.last_nag = glyph;
        self.take_glyph(glyph);
        glyph as u8
    }

    /// A glyph has come.
    pub(crate) fn take_glyph(&mut self, glyph: u32) {
        self.glyph = glyph;
        self.note(glyph);
    }
}
