//! Codes the annotations of one game after another.

use super::{
    MAX_DEPTH,
    catalog::{Catalog, MetOnce},
    fields::Fields,
    numbers::control::Control,
    prose::Prose,
    structure::{Step, Structure},
    survey::{Survey, may_be_commands},
    syntax::template::Field,
    verdict::Verdicts,
    walk::{BareGame, Walk},
};
use crate::{
    codec::{
        level::Row,
        model::{
            channels::Channels,
            faults::{self, FaultKinds},
            learnt::{Learnt, Priors},
        },
        streams::Stream,
        text::priming,
    },
    coding::{
        adaptive::{Bit, Symbol},
        range::Coder,
    },
    error::{Error, Result},
    limits::Budget,
    listed::listed,
    pgn::game::{Fault, Item},
};

/// The models of all annotations of a block.
pub(super) struct Annotator<'m> {
    pub(super) structure: Structure,
    verdicts: Verdicts,
    pub(super) catalog: Catalog,
    pub(super) met_once: MetOnce,
    pub(super) fields: Fields<'m>,
    /// Which kind of step comes next in a variation; by whether a step that cannot be played has
    /// come in any of the lines that are open here.
    step_kinds: [Symbol<2>; 2],
    faults: FaultKinds,
    /// Whether the comment behind a first one with an evaluation stands before it.
    put_off: Bit,
    pub(super) survey: Survey,
    /// Made when the first text comes.
    pub(super) prose: Option<Box<Prose<'m>>>,
    pub(super) row: &'static Row,
    pub(super) learnt: &'m Learnt,
    /// Buffers, kept to be used again: the fields of the comment being coded, as a writer found
    /// them and as they were coded, and the text that they are put together to.
    pub(super) given: Vec<Field>,
    pub(super) made: Vec<Field>,
    pub(super) written: Vec<u8>,
}

listed! {
    /// A step of a variation: a move, a null move, or a text that cannot be played.
    #[derive(Clone, Copy, PartialEq, Eq)]
    enum StepKind {
        Move,
        Null,
        Fault,
    }
}

/// In what order a writer codes the items behind a move.
#[derive(Clone, Copy, Default)]
struct Order {
    /// The glyph that stands before the first comment and is coded behind it; 0 if there is none.
    glyph: u8,
    /// Whether the first two comments change places.
    puts_off: bool,
}

impl<'m> Annotator<'m> {
    /// Fresh models.
    pub(super) fn new(row: &'static Row, survey: Survey, learnt: &'m Learnt) -> Annotator<'m> {
        Annotator {
            structure: Structure::new(row.annotations),
            verdicts: Verdicts::new(row.annotations),
            catalog: Catalog::new(row.templates, row.annotations),
            met_once: MetOnce::default(),
            fields: Fields::new(row, learnt),
            step_kinds: [Symbol::default(), Symbol::default()],
            faults: FaultKinds::default(),
            put_off: Bit::default(),
            survey,
            prose: None,
            row,
            learnt,
            given: Vec::new(),
            made: Vec::new(),
            written: Vec::new(),
        }
    }

    /// As [`Comments::listen`](super::Comments::listen).
    pub(super) fn listen(&mut self) {
        self.fields.listen();
    }

    /// As [`Comments::take_priors`](super::Comments::take_priors).
    pub(super) fn take_priors(&mut self) -> Result<Priors> {
        self.fields.take_priors()
    }

    /// Codes the annotations of a game that has any; `given` is all its items, main line included.
    /// Returns all items when reading, nothing when writing.
    ///
    /// # Errors
    /// When what is read makes no game, or takes more than `budget`.
    pub(super) fn code_game<C: Coder>(
        &mut self,
        channels: &mut Channels<C>,
        bare: &BareGame,
        given: &[Item],
        budget: &Budget,
    ) -> Result<Vec<Item>> {
        self.begin_game(bare);
        let mut walk = Walk::new(bare, budget, self.row.moves);
        if C::READS {
            walk.items.reserve(bare.main.len()); // no more than what has been paid for
        }
        let mut items: Vec<&Item> = given.iter().collect();
        let (mut next, mut order) = (0, Order::default());
        // Whether the last item was the first comment behind its move, with an evaluation.
        let mut evaluated = false;
        loop {
            let is_first = self.structure.is_at_move() && walk.is_in_main_line();
            if is_first {
                order = self.order(&mut walk, &items[next..]);
                next += usize::from(order.glyph > 0);
                if order.puts_off {
                    items.swap(next, next + 1);
                }
            }
            let given = items.get(next).copied();
            let Some(item) = self.code_item(channels, &mut walk, given)? else {
                break;
            };
            next = items.len().min(next + 1);
            let follows = std::mem::take(&mut evaluated);
            match item {
                Item::Comment(_) if is_first => {
                    self.code_verdict(channels, &mut walk, order)?;
                    evaluated = self.fields.standing().is_some();
                }
                Item::Comment(_) if follows => {
                    let notes = &mut channels[Stream::Notes];
                    if self.put_off.code(notes, order.puts_off) {
                        walk.push_before_last::<C>(item)?;
                        continue;
                    }
                }
                Item::Comment(_) | Item::Nag(_) => {}
                _ => self.leave_move(walk.is_in_main_line() && item.is_move()),
            }
            walk.push::<C>(item)?;
        }
        walk.items.shrink_to_fit(); // the games of a block are in memory together
        Ok(walk.items)
    }

    fn begin_game(&mut self, bare: &BareGame) {
        self.structure.begin_game();
        if let Some(prose) = &mut self.prose {
            prose.begin_game(bare.tags);
        }
        let control = bare.tags.value_of("TimeControl").unwrap_or_default();
        self.fields.begin_game(Control::of_tag(control));
        self.verdicts.begin_game();
    }

    /// A new move begins, to which the comments that follow belong; `for_main_line` tells whether it
    /// is one of the main line.
    fn leave_move(&mut self, for_main_line: bool) {
        self.fields.begin_move();
        if for_main_line {
            self.verdicts.begin_move();
        }
    }

    /// How a writer codes the items behind a move of the main line: the evaluation comes first, as
    /// the glyph and what is said before it mostly follow from it.
    fn order(&mut self, walk: &mut Walk, items: &[&Item]) -> Order {
        let (glyph, comments) = match items {
            [Item::Nag(nag @ 1..), comments @ ..] => (*nag, comments),
            comments => (0, comments),
        };
        let puts_off = match comments {
            [Item::Comment(said), Item::Comment(text), ..]
                if !may_be_commands(said) && self.is_evaluation(walk, text) =>
            {
                true
            }
            [Item::Comment(text), ..] if glyph > 0 && self.is_evaluation(walk, text) => false,
            _ => return Order::default(),
        };
        Order { glyph, puts_off }
    }

    /// Codes the glyph before the comment just coded, the first behind its move, if that has an
    /// evaluation; `order` is a writer's.
    fn code_verdict<C: Coder>(
        &mut self,
        channels: &mut Channels<C>,
        walk: &mut Walk,
        order: Order,
    ) -> Result<()> {
        let Some(standing) = self.fields.standing() else {
            return match order {
                Order {
                    glyph: 0,
                    puts_off: false,
                } => Ok(()),
                _ => Err(Error::corrupt("something is put off behind no evaluation")),
            };
        };
        let coder = &mut channels[Stream::Notes];
        let side = walk.place().side;
        match self.verdicts.code(coder, order.glyph, side, standing) {
            0 => Ok(()),
            glyph => {
                self.structure.note_glyph(glyph);
                walk.push::<C>(Item::Nag(glyph))
            }
        }
    }

    /// Codes one item; `None` is the end of the game.
    fn code_item<C: Coder>(
        &mut self,
        channels: &mut Channels<C>,
        walk: &mut Walk,
        given: Option<&Item>,
    ) -> Result<Option<Item>> {
        let coder = &mut channels[Stream::Notes];
        coder.expect_more("the notes on a game end too early")?;
        let place = walk.place();
        Ok(Some(
            match self.structure.code(coder, Step::to(given), place) {
                Step::Go if place.depth == 0 => match walk.bare.main.get(walk.played) {
                    Some(step) => step.clone(),
                    None => return Ok(None),
                },
                Step::Go => self.code_step(channels, walk, given)?,
                Step::Nag => {
                    let nag = match given {
                        Some(Item::Nag(nag)) => *nag,
                        _ => 0,
                    };
                    Item::Nag(self.structure.code_nag(coder, nag, place))
                }
                Step::Comment => {
                    let text = given.and_then(Item::as_comment).unwrap_or_default();
                    Item::Comment(self.code_comment(channels, walk, text)?)
                }
                Step::Open if place.depth >= MAX_DEPTH => {
                    return Err(Error::corrupt("variations are nested too deeply"));
                }
                Step::Open => Item::Open,
                Step::Close if place.depth == 0 => {
                    return Err(Error::corrupt("a variation ends that did not begin"));
                }
                Step::Close => Item::Close,
            },
        ))
    }

    /// Codes a step of a variation.
    fn code_step<C: Coder>(
        &mut self,
        channels: &mut Channels<C>,
        walk: &mut Walk,
        given: Option<&Item>,
    ) -> Result<Item> {
        let coder = &mut channels[Stream::Lines];
        coder.expect_more("the variations end too early")?;
        let broken = walk.is_broken();
        let kind = match given {
            Some(Item::Null) => StepKind::Null,
            Some(Item::Fault(_)) => StepKind::Fault,
            _ => StepKind::Move,
        };
        let kind = self.step_kinds[usize::from(broken)].code(coder, kind as u32);
        match StepKind::ALL.get(kind as usize) {
            Some(StepKind::Null) => Ok(Item::Null),
            Some(StepKind::Fault) => self.code_fault(channels, walk, given),
            Some(StepKind::Move) if !broken => {
                let given = given.and_then(Item::as_move);
                let instead = walk.instead();
                let root = walk.root();
                let play = self.fields.play();
                play.code_move(coder, &root, given, instead).map(Item::Move)
            }
            _ => Err(Error::corrupt("a variation goes on in no known way")),
        }
    }

    /// Codes a step of a variation that cannot be played.
    fn code_fault<C: Coder>(
        &mut self,
        channels: &mut Channels<C>,
        walk: &mut Walk,
        given: Option<&Item>,
    ) -> Result<Item> {
        let kind = self.faults.code(&mut channels[Stream::Lines], given);
        let text = self.code_text(
            &mut channels[Stream::Prose],
            faults::text_of(given),
            priming::field::PLAIN,
            walk,
        )?;
        Ok(Item::Fault(Box::new(Fault { kind, text })))
    }
}
