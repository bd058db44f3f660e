//! What stands between the moves: comments, annotation glyphs and variations.
//!
//! Owns the order of the items of a game beside its main line, and everything inside comments. The moves of the main
//! line are known when this is coded; nothing here tells anything about them. Streams, which are read together, comment
//! after comment:
//!
//! * notes: which items stand where ([`structure`]), which template a comment follows ([`catalog`]);
//! * clocks: times left on clocks ([`clock`]);
//! * evals: evaluations;
//! * numbers: all other numbers in comments, and squares marked on the board ([`marks`]);
//! * lines: moves of lines of play in comments, and of variations ([`play`]), of which [`odds`] knows how likely they are;
//! * prose: comments that follow no template, and words beside commands.
//!
//! How closely numbers are looked at is in [`plan`]. What always comes in the same place costs one cheap decision ([`habit`]).
//!
//! What a comment says is told apart by [`template`], [`number`], [`span`], [`profile`] and [`lines`]: the text ↔ fields
//! side, which knows nothing of coding. [`fields`] sends each field to its coder, clocks and evaluations of a comment first, then
//! what else there is, words before either: [`clock`]; or [`mod@column`], which makes guesses at a number (of clocks by
//! [`countdown`], of rates by [`rate`]), and [`evals`] or [`figures`], which code it towards them ([`guess`]) or tell
//! it by the division that it comes of ([`speed`]). All of them blend what [`blend`] has seen; clocks and evaluations a
//! [`gauge`] tells by their sizes, of which a small network ([`expectation`]) tells an [`oracle`], too, what is to be
//! expected, from facts about [`thinking`] or for an [`appraisal`], those about the [`course`] of the game being the same.
//!
//! Prose is coded by the model of text, which [`foresight`] guides: [`reader`] reads along, [`listing`] lists the moves
//! and numbers that may come, in one of several [`language`]s, from the positions in [`tree`].
//!
//! What the field calls context is handed on in these, from the widest to the narrowest:
//!
//! | name | what it tells | who makes it | who asks it |
//! |---|---|---|---|
//! | [`structure::Place`] | where in a game a step is taken | [`walk`] | which items stand where |
//! | [`moment::Moment`] | side, ply, player and facts of the last move, and the [`course`] of the game | [`walk`] | all that codes fields |
//! | [`fields::Around`] | the moment, the positions that lines may start from, what the game plays next | [`comment`] | [`fields`] |
//! | [`known::Known`] | the numbers of this comment so far, and of those before it on the move | [`fields`] | [`figures`], [`evals`] |
//! | [`known::Blank`] | that, the moment, and the column and decimals of one number | [`fields`] | [`figures`] |
//! | [`guess::Setting`] | the numbers beside and before one number | [`figures`], [`evals`] | [`guess`] |
//! | [`evals::Prospect`] | guesses at an evaluation, and how long the move took | [`fields`] | [`evals`] |
//! | [`thinking::Thought`], [`appraisal::Appraisal`] | the facts that a network is told before a clock or an evaluation | [`clock`], [`evals`] | [`oracle`] |

mod appraisal;
mod blend;
mod bucket;
mod catalog;
mod clock;
mod column;
mod comment;
mod countdown;
mod course;
mod diagram;
mod evals;
mod expectation;
mod fields;
mod figures;
mod foresight;
mod forms;
mod gauge;
mod grain;
mod guess;
mod habit;
mod known;
mod language;
mod lines;
mod listing;
mod marks;
mod moment;
mod number;
mod odds;
mod oracle;
pub(in crate::codec) mod plan;
mod play;
mod ponder;
mod profile;
mod rate;
mod reader;
mod span;
mod speed;
mod structure;
mod template;
mod thinking;
mod tree;
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
    coding::{adaptive::Symbol, mix::hash_bytes, range::Coder, text::TextModel},
    error::{Error, Result},
    limits::Budget,
    pgn::game::{Fault, Game, Item, steps},
};
use catalog::{Candidates, Catalog};
use clock::Control;
use fields::Fields;
use foresight::Foresight;
use rustc_hash::FxHashSet;
use structure::{Step, Structure};
use template::Field;
use walk::{View, Walk};

/// Deepest nesting of variations: each level takes some memory.
pub const MAX_DEPTH: usize = 200;
/// Models of what stands between the moves of the games of one block.
pub struct Comments<'m> {
    structure: Structure,
    catalog: Catalog,
    candidates: Candidates,
    fields: Fields<'m>,
    /// Of steps in variations, by whether one of those that are open is broken.
    step_kinds: [Symbol<2>; 2],
    faults: FaultKinds,
    /// About how many bytes of prose there are.
    prose_bytes: usize,
    prose: Option<Box<TextModel>>,
    /// How the moves in the texts to be written are spelt.
    language: Language,
    /// Made when the first prose comes.
    foresight: Option<Box<Foresight<'m>>>,
    row: &'static Row,
    learnt: &'m Learnt,
    /// The fields of the comment being coded, as they are given and as they were coded, and what it is put together to.
    /// Kept for the room that they have.
    given: Vec<Field>,
    made: Vec<Field>,
    written: Vec<u8>,
}

/// What a step of a variation is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum StepKind {
    Move = 0,
    Null = 1,
    Fault = 2,
}

impl<'m> Comments<'m> {
    /// Models that have seen nothing, for the games `given` or to be read; numbers and lines of play are coded under what is `learnt`.
    pub(crate) fn new(level: Level, given: &[&Game], learnt: &'m Learnt) -> Comments<'m> {
        let row = level.row();
        let texts: Vec<&[u8]> = comments(given).filter(|text| !are_commands(text)).collect();
        Comments {
            structure: Structure::new(row.numbers),
            catalog: Catalog::new(row.templates, row.numbers),
            candidates: Candidates::default(),
            fields: Fields::new(row, learnt),
            step_kinds: [Symbol::default(), Symbol::default()],
            faults: FaultKinds::default(),
            prose_bytes: prose_in(&texts),
            prose: None,
            language: language::of_texts(&texts),
            foresight: None,
            row,
            learnt,
            given: Vec::new(),
            made: Vec::new(),
            written: Vec::new(),
        }
    }

    /// Keeps from now on what networks may learn from.
    pub(super) fn listen(&mut self) {
        self.fields.listen();
    }

    /// What is known by now of numbers, to be known beforehand.
    ///
    /// # Errors
    /// Where a network cannot be packed.
    pub(super) fn into_priors(self) -> Result<Priors> {
        self.fields.into_priors()
    }

    /// Codes what stands between the moves of a game: where it is read, its tags and its main line are known, and it
    /// gets the rest. `told` is about the steps of the main line, as far as anything is known.
    ///
    /// # Errors
    /// When what is read makes no game, or takes more than `budget`.
    pub(crate) fn code_annotations<C: Coder>(
        &mut self,
        channels: &mut Channels<C>,
        game: Coded,
        told: &[Told],
        budget: &Budget,
    ) -> Result<()> {
        let notes = &mut channels[Stream::Notes];
        let is_plain = |game: &Game| game.items.iter().all(Item::is_move);
        if self
            .structure
            .code_plain(notes, game.given().is_some_and(is_plain))
        {
            return Ok(()); // what is read has its main line already
        }
        let start = game.known().start().unwrap_or_default();
        match game {
            Coded::Given(game) => {
                let main: Vec<Item> = steps(&game.items).cloned().collect();
                let view = View {
                    tags: &game.tags,
                    start: &start,
                    main: &main,
                    told,
                };
                self.code_game(channels, &view, &game.items, budget)?;
            }
            Coded::Read(game) => {
                let view = View {
                    tags: &game.tags,
                    start: &start,
                    main: &game.items,
                    told,
                };
                game.items = self.code_game(channels, &view, &[], budget)?;
            }
        }
        Ok(())
    }

    /// Codes what stands between the moves of a game that is no mere main line: `given`, all its items, main line
    /// included. Returns all items where `C` reads, else nothing.
    ///
    /// # Errors
    /// When what is read makes no game, or takes more than `budget`.
    fn code_game<C: Coder>(
        &mut self,
        channels: &mut Channels<C>,
        view: &View,
        given: &[Item],
        budget: &Budget,
    ) -> Result<Vec<Item>> {
        if let Some(foresight) = &mut self.foresight {
            foresight.begin_game();
        }
        let control = view.tags.value_of("TimeControl").unwrap_or_default();
        self.fields.begin_game(Control::of_tag(control));
        let mut walk = Walk::new(view, budget);
        if C::READS {
            walk.items.reserve(2 * view.main.len()); // as many as there are where each move has a comment
        }
        let mut given = given.iter();
        while let Some(item) = self.code_item(channels, &mut walk, given.next())? {
            if !matches!(item, Item::Comment(_) | Item::Nag(_)) {
                self.fields.begin_move();
            }
            walk.push(item, C::READS)?;
        }
        walk.items.shrink_to_fit(); // many games wait together
        Ok(walk.items)
    }

    /// Codes one item; `None` is the end of the game.
    fn code_item<C: Coder>(
        &mut self,
        channels: &mut Channels<C>,
        walk: &mut Walk,
        given: Option<&Item>,
    ) -> Result<Option<Item>> {
        let coder = &mut channels[Stream::Notes];
        if coder.overrun() {
            return Err(Error::truncated("the notes on a game end too early"));
        }
        let place = walk.place();
        Ok(Some(
            match self.structure.code(coder, Step::to(given), place) {
                Step::Go if place.depth == 0 => match walk.view.main.get(walk.played) {
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
                    let text = match given {
                        Some(Item::Comment(text)) => text.as_slice(),
                        _ => &[],
                    };
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
        if coder.overrun() {
            return Err(Error::truncated("the variations end too early"));
        }
        let broken = walk.is_broken();
        let kind = match given {
            Some(Item::Null) => StepKind::Null,
            Some(Item::Fault(_)) => StepKind::Fault,
            _ => StepKind::Move,
        };
        let kind = self.step_kinds[usize::from(broken)].code(coder, kind as u32);
        if kind == StepKind::Null as u32 {
            return Ok(Item::Null);
        }
        if kind == StepKind::Fault as u32 {
            let kind = self.faults.code(coder, given);
            let text = self.code_text(
                &mut channels[Stream::Prose],
                faults::text_of(given),
                priming::field::PLAIN,
                walk,
            )?;
            return Ok(Item::Fault(Box::new(Fault { kind, text })));
        }
        if kind != StepKind::Move as u32 || broken {
            return Err(Error::corrupt("a variation goes on in no known way"));
        }
        let given = match given {
            Some(Item::Move(m)) => Some(*m),
            _ => None,
        };
        let instead = walk.instead();
        let root = walk.root();
        let play = self.fields.play();
        play.code_move(coder, &root, given, instead).map(Item::Move)
    }
}

/// How much of the comments may be prose, in bytes. It only says how large a table prose is given: what is mostly
/// figures, or comes again, will follow templates.
fn prose_in(texts: &[&[u8]]) -> usize {
    let mut met = FxHashSet::default();
    let worded = texts.iter().filter(|text| is_worded(text));
    let different = worded.filter(|text| met.insert(hash_bytes(text)));
    different.map(|text| text.len()).sum()
}

fn comments<'a>(games: &'a [&Game]) -> impl Iterator<Item = &'a [u8]> {
    let items = games.iter().flat_map(|game| &game.items);
    items.filter_map(|item| match item {
        Item::Comment(text) => Some(text.as_slice()),
        _ => None,
    })
}

/// Whether a comment looks like commands alone: `[%eval 0.25] [%clk 0:03:00]`.
fn are_commands(text: &[u8]) -> bool {
    text.starts_with(b"[%") && text.ends_with(b"]")
}

/// Whether at least half of a comment is letters.
fn is_worded(text: &[u8]) -> bool {
    let letters = text
        .iter()
        .filter(|byte| byte.is_ascii_alphabetic() || !byte.is_ascii());
    letters.count() * 2 >= text.len()
}

#[cfg(test)]
mod tests;
