//! Annotations: the comments, annotation glyphs (NAGs) and variations that stand between the moves
//! of a game.
//!
//! This module codes where each annotation stands and everything inside comments. The moves of the
//! main line are coded before (by the model of moves), so everything here may depend on them;
//! nothing here says anything about them. The annotations go into six streams (2.1 of MODEL.md),
//! which a decoder reads side by side, comment after comment:
//!
//! * notes: [`structure`], [`catalog`], [`verdict`];
//! * clocks: [`numbers::clock`];
//! * evals: [`numbers::evals`];
//! * numbers: [`numbers::figures`], [`marks`];
//! * lines: [`play`], with probabilities from [`odds`];
//! * prose: [`prose`].
//!
//! [`plan`] sets how many contexts each compression level spends on all this. What always comes in
//! the same place costs one cheap decision ([`streak`]). Whatever is less certain mixes the
//! predictions of several contexts ([`blend`]), and of a small neural network ([`expectation`]).
//!
//! [`comment`] drives the coding of one comment: it codes a person's words as prose, and [`fields`]
//! hands each other field to its coder, clocks and evaluations first. Each folder has a front page
//! of its own:
//!
//! * [`syntax`]: what a comment consists of. Parsing and writing come first and know nothing of
//!   coding;
//! * [`numbers`]: the three coders of numbers, and where their guesses come from;
//! * [`prose`]: what a person wrote, and what it says about moves;
//! * [`expectation`]: the network of clocks and evaluations, and how it learns.
//!
//! What is known when something is coded is handed on in these types, from the widest to the
//! narrowest:
//!
//! | name | what it holds | made by | used by |
//! |---|---|---|---|
//! | [`structure::Place`] | where in a game the next item comes | [`walk`] | [`structure`] |
//! | [`moment::Moment`] | side, ply, player and facts of the last move, and the course of the game | [`walk`] | all coders of fields |
//! | [`branch::Branch`] | the positions that lines of play may start from | [`walk`] | [`syntax`], [`fields`], [`numbers`] |
//! | [`fields::Around`] | the moment, the branch, what the game plays next | [`comment`] | [`fields`] |
//!
//! [`numbers`] goes on with what is known of one number.
//!
//! The following is MODEL.md, a part of the file format.
#![doc = include_str!("MODEL.md")]

mod blend;
mod branch;
mod catalog;
mod comment;
mod expectation;
mod fields;
mod marks;
mod moment;
mod numbers;
mod odds;
pub(in crate::codec) mod plan;
mod play;
mod prose;
mod streak;
mod structure;
mod syntax;
mod verdict;
mod walk;

pub(super) use moment::Told;

use super::{
    channels::Channels,
    coded::Coded,
    faults::{self, FaultKinds},
    learnt::{Learnt, Priors},
};
use crate::{
    chess::language::Language,
    codec::{
        level::{Level, Row},
        streams::Stream,
        text::priming,
    },
    coding::{
        adaptive::{Bit, Symbol},
        mix::hash_bytes,
        range::Coder,
    },
    error::{Error, Result},
    limits::Budget,
    listed::listed,
    pgn::{
        command,
        game::{Fault, Game, Item, steps},
    },
};
use catalog::{Candidates, Catalog};
use fields::Fields;
use numbers::clock::Control;
use prose::{Prose, language};
use rustc_hash::FxHashSet;
use structure::{Step, Structure};
use syntax::template::Field;
use verdict::Verdicts;
use walk::{BareGame, Walk};

/// Deepest nesting of variations: below the parser's limit, because each level takes more memory
/// here. Games with deeper ones are kept as text.
pub const MAX_DEPTH: usize = 200;

/// The models of the annotations of one block, shared by all its games.
pub struct Comments<'m> {
    structure: Structure,
    verdicts: Verdicts,
    catalog: Catalog,
    candidates: Candidates,
    fields: Fields<'m>,
    /// Which kind of step comes next in a variation; by whether a step that cannot be played has
    /// come in any of the lines that are open here.
    step_kinds: [Symbol<2>; 2],
    faults: FaultKinds,
    /// Whether the comment behind a first one with an evaluation stands before it.
    put_off: Bit,
    /// About how many bytes of prose the block has; only a writer knows.
    prose_bytes: usize,
    /// The language of the piece letters in the comments; only a writer knows.
    language: Language,
    /// Made when the first text comes.
    prose: Option<Box<Prose<'m>>>,
    row: &'static Row,
    learnt: &'m Learnt,
    /// Buffers, kept to be used again: the fields of the comment being coded, as a writer found
    /// them and as they were coded, and the text that they are put together to.
    given: Vec<Field>,
    made: Vec<Field>,
    written: Vec<u8>,
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

/// What the moves of a game have told.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct FromMoves<'a> {
    /// What the steps of the main line cost; may be shorter than that.
    pub(crate) told: &'a [Told],
    /// The first positions, as [`opening::path`](super::opening::path) has them.
    pub(crate) path: &'a [u32],
}

/// In what order a writer codes the items behind a move.
#[derive(Clone, Copy, Default)]
struct Order {
    /// The glyph that stands before the first comment and is coded behind it; 0 if there is none.
    glyph: u8,
    /// Whether the first two comments change places.
    puts_off: bool,
}

impl<'m> Comments<'m> {
    /// Fresh models for one block. A writer passes all games of the block as `given`, a reader
    /// none. What is `learnt` in advance serves clocks, evaluations and moves: of lines of play, of
    /// variations and in prose.
    pub(crate) fn new(level: Level, given: &[&Game], learnt: &'m Learnt) -> Comments<'m> {
        let row = level.row();
        let texts: Vec<&[u8]> = comments(given)
            .filter(|text| !may_be_commands(text))
            .collect();
        Comments {
            structure: Structure::new(row.annotations),
            verdicts: Verdicts::new(row.annotations),
            catalog: Catalog::new(row.templates, row.annotations),
            candidates: Candidates::default(),
            fields: Fields::new(row, learnt),
            step_kinds: [Symbol::default(), Symbol::default()],
            faults: FaultKinds::default(),
            put_off: Bit::default(),
            prose_bytes: prose_in(&texts),
            prose: None,
            language: language::of_texts(&texts),
            row,
            learnt,
            given: Vec::new(),
            made: Vec::new(),
            written: Vec::new(),
        }
    }

    /// From now on keeps training samples for the networks of clocks and evaluations.
    pub(super) fn listen(&mut self) {
        self.fields.listen();
    }

    /// What has been learnt of clocks and evaluations so far, as priors for a model file.
    ///
    /// # Errors
    /// Where a network cannot be packed.
    pub(super) fn into_priors(self) -> Result<Priors> {
        self.fields.into_priors()
    }

    /// Codes the annotations of a game. When reading, `game` holds its tags and its main line, and
    /// its items are completed here.
    ///
    /// # Errors
    /// When what is read makes no game, or takes more than `budget`.
    pub(crate) fn code_annotations<C: Coder>(
        &mut self,
        channels: &mut Channels<C>,
        game: Coded,
        known: FromMoves,
        budget: &Budget,
    ) -> Result<()> {
        let notes = &mut channels[Stream::Notes];
        let is_plain = |game: &Game| game.items.iter().all(Item::is_move);
        if self
            .structure
            .code_plain(notes, game.given().is_some_and(is_plain))
        {
            return Ok(()); // a reader has the main line already
        }
        let start = game.known().start().unwrap_or_default();
        match game {
            Coded::Given(game) => {
                let main: Vec<Item> = steps(&game.items).cloned().collect();
                let bare = BareGame {
                    tags: &game.tags,
                    start: &start,
                    main: &main,
                    known,
                };
                self.code_game(channels, &bare, &game.items, budget)?;
            }
            Coded::Read(game) => {
                let bare = BareGame {
                    tags: &game.tags,
                    start: &start,
                    main: &game.items,
                    known,
                };
                let all = self.code_game(channels, &bare, &[], budget)?;
                let main = std::mem::replace(&mut game.items, all);
                budget.give_back(main.iter().map(Item::size).sum());
            }
        }
        Ok(())
    }

    /// Codes the annotations of a game that has any; `given` is all its items, main line included.
    /// Returns all items when reading, nothing when writing.
    ///
    /// # Errors
    /// When what is read makes no game, or takes more than `budget`.
    fn code_game<C: Coder>(
        &mut self,
        channels: &mut Channels<C>,
        bare: &BareGame,
        given: &[Item],
        budget: &Budget,
    ) -> Result<Vec<Item>> {
        if let Some(prose) = &mut self.prose {
            prose.begin_game();
        }
        let control = bare.tags.value_of("TimeControl").unwrap_or_default();
        self.fields.begin_game(Control::of_tag(control));
        self.verdicts.begin_game();
        let mut walk = Walk::new(bare, budget);
        if C::READS {
            walk.items.reserve(2 * bare.main.len()); // enough where each move has a comment
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
                _ => {
                    self.fields.begin_move();
                    if walk.is_in_main_line() && item.is_move() {
                        self.verdicts.begin_move();
                    }
                }
            }
            walk.push::<C>(item)?;
        }
        walk.items.shrink_to_fit(); // the games of a block are in memory together
        Ok(walk.items)
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

/// Estimates how many bytes of the comments are prose: the different ones that are mostly letters.
/// The rest will follow templates. The estimate only sets the size of the text model's table.
fn prose_in(texts: &[&[u8]]) -> usize {
    let mut met = FxHashSet::default();
    let worded = texts.iter().filter(|text| is_mostly_letters(text));
    let different = worded.filter(|text| met.insert(hash_bytes(text)));
    different.map(|text| text.len()).sum()
}

fn comments<'a>(games: &'a [&Game]) -> impl Iterator<Item = &'a [u8]> {
    let items = games.iter().flat_map(|game| &game.items);
    items.filter_map(Item::as_comment)
}

/// Whether a comment looks as if it held nothing but commands: `[%eval 0.25] [%clk 0:03:00]`. Only
/// its ends are looked at: that is enough to estimate how much prose there is, and all comments of
/// a block are asked before the first is coded. How one is coded is decided by what is between,
/// too: [`tokenize_beside_words`](syntax::template::tokenize_beside_words).
fn may_be_commands(text: &[u8]) -> bool {
    text.starts_with(command::BEGIN) && text.ends_with(b"]")
}

/// Whether at least half of a comment is letters.
fn is_mostly_letters(text: &[u8]) -> bool {
    let letters = text
        .iter()
        .filter(|byte| byte.is_ascii_alphabetic() || !byte.is_ascii());
    letters.count() * 2 >= text.len()
}

#[cfg(test)]
mod tests;
