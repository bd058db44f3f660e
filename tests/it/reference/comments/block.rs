//! The annotations of a block: section 2 of the document. Numbers in comments are its clauses.

use super::{
    catalog::Catalog,
    fields::{Around, Fields},
    levels::Level,
    prose::Prose,
    streams::{Stream, Streams},
    structure::{Next, Structure},
    template::{Part, Template},
    verdicts::Verdicts,
    walk::{Bare, Moment, Positions, Walk},
};
use crate::reference::models::coder::{AdaptiveBit, RangeDecoder, Symbol};
use pgnpack::pgn::game::{Fault, FaultKind, Item};
use shakmaty::Move;

/// The models of a block.
pub(crate) struct Annotations {
    structure: Structure,
    verdicts: Verdicts,
    catalog: Catalog,
    fields: Fields,
    level: Level,
    prose: Option<Prose>,
    steps: [Symbol; 2],
    faults: Symbol,
    /// 2.3, 4
    put_off: AdaptiveBit,
}

impl Annotations {
    /// As they begin.
    pub(crate) fn new(level: u8) -> Annotations {
        let level = Level(level);
        Annotations {
            structure: Structure::new(level),
            verdicts: Verdicts::new(level),
            catalog: Catalog::new(level),
            fields: Fields::new(level),
            level,
            prose: None,
            steps: [Symbol::new(2), Symbol::new(2)],
            faults: Symbol::new(2),
            put_off: AdaptiveBit::new(),
        }
    }

    /// The items of the next game.
    pub(crate) fn decode(&mut self, streams: &mut Streams, bare: &Bare) -> Vec<Item> {
        if self.structure.begin_game(streams.get(Stream::Notes)) {
            return bare.main.clone();
        }
        if let Some(prose) = &mut self.prose {
            prose.begin_game();
        }
        let control = bare.game.tag("TimeControl").unwrap_or_default();
        self.fields.begin_game(control);
        self.verdicts.begin_game();
        let mut walk = Walk::new(bare);
        let mut items: Vec<Item> = Vec::new();
        let mut evaluated = false;
        loop {
            let is_first = self.structure.since == 0 && walk.is_main();
            let Some(item) = self.item(streams, &walk) else {
                return items;
            };
            let follows = std::mem::take(&mut evaluated);
            match item {
                Item::Comment(_) if is_first => {
                    let glyph = self.verdict(streams, &walk);
                    items.extend((glyph > 0).then_some(Item::Nag(glyph)));
                    evaluated = self.fields.standing.is_some();
                }
                Item::Comment(_) if follows => {
                    if self.put_off.decode(streams.get(Stream::Notes)) {
                        items.insert(items.len() - 1, item);
                        continue;
                    }
                }
                Item::Comment(_) | Item::Nag(_) => {}
                _ => {
                    self.fields.begin_step();
                    if walk.is_main() && item.is_move() {
                        self.verdicts.begin_step();
                    }
                }
            }
            walk.pass(&item);
            items.push(item);
        }
    }

    /// 7.3: the glyph before a comment, 0 if there is none.
    fn verdict(&mut self, streams: &mut Streams, walk: &Walk) -> u8 {
        let Some(standing) = self.fields.standing else {
            return 0;
        };
        let side = walk.place().side;
        let source = streams.get(Stream::Notes);
        let glyph = self.verdicts.decode(source, side, standing);
        if glyph > 0 {
            self.structure.take_glyph(glyph.into());
        }
        glyph
    }

    /// 2.3, 2: an item; `None` is the end of the game.
    fn item(&mut self, streams: &mut Streams, walk: &Walk) -> Option<Item> {
        let place = walk.place();
        let notes = streams.get(Stream::Notes);
        Some(match self.structure.next(notes, place) {
            Next::GoOn if walk.is_main() => walk.bare.main.get(walk.played)?.clone(),
            Next::GoOn => self.step(streams, walk),
            Next::Glyph => Item::Nag(self.structure.decode_glyph(notes, place)),
            Next::Comment => {
                let text = self.comment(streams, walk);
                Item::Comment(text.as_slice().into())
            }
            Next::Open => {
                assert!(place.depth < 200);
                Item::Open
            }
            Next::Close => {
                assert!(place.depth > 0);
                Item::Close
            }
        })
    }

    /// 19.6: a step of a variation.
    fn step(&mut self, streams: &mut Streams, walk: &Walk) -> Item {
        let source = streams.get(Stream::Lines);
        match self.steps[usize::from(walk.is_broken())].decode(source) {
            0 => {
                assert!(!walk.is_broken());
                let lines = &mut self.fields.lines;
                Item::Move(lines.decode_move(source, &walk.root(), walk.instead()))
            }
            1 => Item::Null,
            2 => {
                let kind = FaultKind::ALL[self.faults.decode(source) as usize];
                let text = self.prose(streams, |prose, source| prose.decode_fault(source));
                Item::Fault(Box::new(Fault { kind, text }))
            }
            _ => panic!("damage"),
        }
    }

    /// A text, by the models of prose.
    fn prose(
        &mut self,
        streams: &mut Streams,
        decode: impl FnOnce(&mut Prose, &mut RangeDecoder) -> Vec<u8>,
    ) -> Vec<u8> {
        let source = streams.get(Stream::Prose);
        if self.prose.is_none() {
            self.prose = Some(Prose::begin(source, self.level));
        }
        decode(self.prose.as_mut().expect("prose"), source)
    }

    /// 2.4: a comment.
    fn comment(&mut self, streams: &mut Streams, walk: &Walk) -> Vec<u8> {
        let moment = Moment {
            glyph: self.structure.glyph,
            ..walk.moment()
        };
        self.fields.standing = None;
        let (since, ended) = (self.structure.since, walk.place().ended);
        let notes = streams.get(Stream::Notes);
        let Some(number) = self.catalog.decode(notes, moment.side, since, ended) else {
            self.structure.note(1);
            return self.prose(streams, |prose, source| prose.decode(source, walk));
        };
        self.structure.note(number as u32 + 2);
        let words = self.catalog.get(number).words().map(|place| {
            let words = self.prose(streams, |prose, source| prose.decode(source, walk));
            (place, words)
        });
        let template = self.catalog.get(number);
        let positions = match template.wants_positions() {
            true => walk.positions(),
            false => Positions::default(),
        };
        let main: Vec<Option<Move>> = match walk.is_main() {
            true => walk.bare.main.iter().map(Item::as_move).collect(),
            false => Vec::new(),
        };
        let around = Around {
            moment: &moment,
            positions: &positions,
            main: &main,
            played: walk.played,
        };
        let mut texts = self.fields.decode(streams, template, &around);
        if let Some((place, words)) = words {
            texts[place] = words;
        }
        written(template, &texts)
    }
}

/// A comment that follows a template.
fn written(template: &Template, fields: &[Vec<u8>]) -> Vec<u8> {
    let mut fields = fields.iter();
    let parts = template.parts.iter().map(|part| match part {
        Part::Text(text) => text,
        Part::Field(_) => fields.next().expect("a field"),
    });
    parts.flatten().copied().collect()
}
