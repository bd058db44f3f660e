//! The `model` codec: entropy-coded under a model of what people play, type and are called.
//!
//! Owns the order in which the streams of a block are coded (FORMAT.md 7.8): what helps to predict
//! comes first. Tags that help to predict the moves, or serve a search, stand before the moves, the
//! moves before what is said about them, and the *outcomes*, tags that follow at least in part from
//! both, behind these.
//!
//! No stream depends on a later one, so a reader finds players without decoding a move;
//! [`Codec::decode`] reads them in the order in which they were written. A block of few pieces has a
//! single string of bytes for all streams, in the same order ([`channels`]).
//!
//! What was learnt from other games beforehand is in a [model file](learnt); [`lessons`] learn a
//! part of it, and [`adam`] is how networks learn. The tags of a packed file's first games may stand
//! before all blocks, as its [`lead`].

mod adam;
mod channels;
mod coded;
pub mod comments;
mod endings;
mod facts;
mod faults;
pub mod lead;
pub mod learnt;
pub mod lessons;
mod mainline;
pub mod moves;
mod opening;
mod positions;
mod sections;
pub mod tags;
mod variants;

use super::{
    Codec, CodecId, Level, Outline,
    layout::{self, CodedDocument},
    streams::{Lengths, Stream, StreamsIn},
    text::CodedTexts,
};
use crate::{
    coding::range::{Coder, Meter},
    error::{Error, Result},
    limits::Budget,
    pgn::{
        game::{Game, Item},
        layout::{Document, Piece, Reason},
    },
};
use channels::Channels;
use coded::CodedGames;
use comments::{Comments, FromMoves};
use facts::GameFacts;
use lead::Lead;
use learnt::Learnt;
use mainline::MainLine;
use std::sync::Arc;
use tags::Primer;

/// The codec.
#[derive(Clone, Debug, Default)]
pub struct Model {
    /// The model to code under; `None` for the one that the program carries.
    learnt: Option<Arc<Learnt>>,
    before: Before,
}

/// What a reader has decoded before it comes to a block.
#[derive(Clone, Debug, Default)]
enum Before {
    /// Nothing.
    #[default]
    Nothing,
    /// The lead: the tags of the file's first block, and this is a later block.
    OthersTags(Arc<Lead>),
    /// The lead, and this is the first block: these are its own tags.
    OwnTags(Arc<Lead>),
}

/// What the models of tags know when a block begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TagKnowledge {
    /// Nothing.
    Fresh,
    /// What the lead has taught.
    AfterLead,
    /// The block's tags are the lead itself and are not coded again.
    Lead,
    /// What example games of this kind teach.
    Primed(Primer),
}

impl TagKnowledge {
    /// Those without a primer, in the order of their numbers.
    const UNPRIMED: [TagKnowledge; 3] = [
        TagKnowledge::Fresh,
        TagKnowledge::AfterLead,
        TagKnowledge::Lead,
    ];
    /// How many there are.
    const COUNT: usize = TagKnowledge::UNPRIMED.len() + Primer::ALL.len();

    /// All, in the order of their numbers.
    fn all() -> impl Iterator<Item = TagKnowledge> {
        let primed = Primer::ALL.into_iter().map(TagKnowledge::Primed);
        TagKnowledge::UNPRIMED.into_iter().chain(primed)
    }

    fn number(self) -> u8 {
        let place = TagKnowledge::all().position(|other| other == self);
        place.expect("it is among all") as u8
    }

    fn from_number(number: u8) -> Option<TagKnowledge> {
        TagKnowledge::all().nth(usize::from(number))
    }
}

/// What the first byte of a block says.
#[derive(Clone, Copy, Debug)]
struct Head {
    level: Level,
    tags: TagKnowledge,
}

/// The level is in the low four bits of a head, the number of the [`TagKnowledge`] above them.
const TAGS_SHIFT: u32 = 4;
const _: () = assert!(TagKnowledge::COUNT <= 1 << (u8::BITS - TAGS_SHIFT));

impl Head {
    fn byte(self) -> u8 {
        self.level.number() | self.tags.number() << TAGS_SHIFT
    }

    /// # Errors
    /// Corrupt for a byte that says nothing.
    fn of_byte(byte: u8) -> Result<Head> {
        let level = Level::read(byte & ((1 << TAGS_SHIFT) - 1))?;
        let tags = TagKnowledge::from_number(byte >> TAGS_SHIFT)
            .ok_or_else(|| Error::corrupt("models of tags that begin in no known way"))?;
        Ok(Head { level, tags })
    }
}

/// Blocks of at most this many pieces have all streams in one: separate streams would take about
/// twelve bytes more.
const JOINT_PIECES: usize = 4;
/// Blocks of at most this many games begin with a primer's tags where that seems to make them
/// smaller.
const PRIMED_GAMES: usize = 256;
/// Whether it does is tried on this many of their games.
const TRIED_GAMES: usize = 64;
/// But on no more bytes of tags than this.
// Without this bound, a game of 80,000 tags (3.7 MB) alone takes twice as long, at levels 1 and 6.
const TRIED_BYTES: usize = 1 << 18;
/// A single game whose tags differ from those of a primer's game by no more names than this is not
/// tried without a primer.
// Of 3,100 single games of all kinds, none took fewer bytes without one; of 330 that differ by more,
// two did. Trials take a third of the time of packing a game.
const SURE_DISTANCE: usize = 3;

impl Model {
    /// The codec with the model that the program carries.
    pub const STANDARD: Model = Model {
        learnt: None,
        before: Before::Nothing,
    };

    /// The codec with another model. Only the same model reads what it writes.
    pub fn with(learnt: Arc<Learnt>) -> Model {
        Model {
            learnt: Some(learnt),
            ..Model::STANDARD
        }
    }

    /// The same codec for blocks that begin with what `lead` has taught. Only the same lead reads
    /// what it writes.
    pub fn after(&self, lead: Arc<Lead>) -> Model {
        Model {
            learnt: self.learnt.clone(),
            before: Before::OthersTags(lead),
        }
    }

    /// The same codec for the one block that `lead` was made from.
    pub fn of_lead(&self, lead: Arc<Lead>) -> Model {
        Model {
            learnt: self.learnt.clone(),
            before: Before::OwnTags(lead),
        }
    }

    /// The head of a block to be written.
    fn head(&self, document: &Document, level: Level) -> Result<Head> {
        let tags = match self.before {
            Before::Nothing => self.cheapest_knowledge(document, level)?,
            Before::OthersTags(_) => TagKnowledge::AfterLead,
            Before::OwnTags(_) => TagKnowledge::Lead,
        };
        Ok(Head { level, tags })
    }

    /// The cheapest knowledge for a block without a lead: a primer, if the block has few games and
    /// they cost less with it.
    fn cheapest_knowledge(&self, document: &Document, level: Level) -> Result<TagKnowledge> {
        let games: Vec<&Game> = document.games().take(PRIMED_GAMES + 1).collect();
        if !(1..=PRIMED_GAMES).contains(&games.len()) {
            return Ok(TagKnowledge::Fresh);
        }
        let (primers, distance) = Primer::like(games[0]);
        let mut candidates: Vec<TagKnowledge> =
            primers.into_iter().map(TagKnowledge::Primed).collect();
        if games.len() > 1 || distance > SURE_DISTANCE {
            candidates.push(TagKnowledge::Fresh);
        }
        if let [only] = candidates[..] {
            return Ok(only);
        }
        let mut bytes = 0;
        let tried = games.iter().take(TRIED_GAMES).take_while(|game| {
            bytes += game.tags.size();
            bytes <= TRIED_BYTES
        });
        let facts: Vec<GameFacts> = tried.map(|game| GameFacts::of(game)).collect();
        if facts.is_empty() {
            return Ok(TagKnowledge::Fresh);
        }
        let mut best = (u64::MAX, TagKnowledge::Fresh);
        for knowledge in candidates {
            let cost = self.tags_cost(knowledge, &games, &facts, level)?;
            if cost < best.0 {
                best = (cost, knowledge);
            }
        }
        Ok(best.1)
    }

    /// About what the tags of `games` cost with this `knowledge`, as far as the first of them show,
    /// of which `facts` are: all that follow are taken to cost as much as the later half of those.
    fn tags_cost(
        &self,
        knowledge: TagKnowledge,
        games: &[&Game],
        facts: &[GameFacts],
        level: Level,
    ) -> Result<u64> {
        let budget = Budget::of_writer();
        // How tags are coded is planned from all games, as it will be for the block.
        let cost = |tried: usize| -> Result<u64> {
            let mut meter = Meter::new();
            let mut few = CodedGames::Given(games[..tried].to_vec());
            let mut tags = self.tags(knowledge, games, games.len(), level, &budget)?;
            tags.code_early(&mut meter, &mut few)?;
            tags.code_late(&mut meter, &mut few, &facts[..tried])?;
            Ok(meter.cost())
        };
        let (tried, half) = (facts.len(), facts.len() / 2);
        let all = cost(tried)?;
        if tried == games.len() {
            return Ok(all);
        }
        let later = all.saturating_sub(cost(half)?);
        Ok(all + later * (games.len() - tried) as u64 / (tried - half) as u64)
    }

    /// The coder of a block's tags, with the `knowledge` that it begins with.
    ///
    /// # Errors
    /// Where that is of a lead and there is none.
    fn tags<'s>(
        &'s self,
        knowledge: TagKnowledge,
        given: &[&Game],
        games: usize,
        level: Level,
        budget: &'s Budget,
    ) -> Result<tags::Tags<'s>> {
        let lead = || match &self.before {
            Before::OthersTags(lead) | Before::OwnTags(lead) => Ok(&**lead),
            Before::Nothing => Err(Error::corrupt(
                "a block wants tags before it, and there are none",
            )),
        };
        Ok(match knowledge {
            TagKnowledge::Fresh => tags::Tags::new(given, games, level, budget),
            TagKnowledge::AfterLead => tags::Tags::after(lead()?.tags(), given, games, budget),
            TagKnowledge::Lead => tags::Tags::of_taught(lead()?.tags(), budget),
            TagKnowledge::Primed(primer) => {
                tags::Tags::after(primer.taught(level), given, games, budget)
            }
        })
    }

    /// The model that blocks are coded under.
    pub fn learnt(&self) -> &Learnt {
        self.learnt.as_deref().unwrap_or_else(|| Learnt::standard())
    }

    /// Codes a block, stream after stream.
    fn code<C: Coder>(
        &self,
        channels: &mut Channels<C>,
        head: Head,
        mut document: CodedDocument,
        budget: &Budget,
    ) -> Result<()> {
        layout::code(&mut channels[Stream::Layout], &mut document, budget)?;
        let (mut games, texts) = contents(&mut document);
        let level = head.level;
        let tags = self.tags(head.tags, games.given(), games.len(), level, budget)?;
        self.code_games(channels, level, tags, &mut games, budget)?;
        let moves = self.learnt().moves();
        positions::code_texts(&mut channels[Stream::Text], level, moves, texts, budget)?;
        layout::code_edits(&mut channels[Stream::Edits], document, budget)
    }

    /// The bits that each stream of `document` takes when it is packed by itself and each has a
    /// coder of its own: those of all streams but the joint one, in the order of [`Stream::ALL`].
    ///
    /// # Errors
    /// As [`Codec::encode`].
    pub fn costs(&self, document: &Document, level: Level) -> Result<Vec<f64>> {
        let mut channels = Channels::measuring();
        let head = self.head(document, level)?;
        let document = CodedDocument::Given(document);
        self.code(&mut channels, head, document, &Budget::of_writer())?;
        Ok(channels.bits())
    }

    /// Codes the tags, moves, annotations and outcomes of a block's games.
    fn code_games<C: Coder>(
        &self,
        channels: &mut Channels<C>,
        level: Level,
        mut tags: tags::Tags,
        games: &mut CodedGames,
        budget: &Budget,
    ) -> Result<()> {
        tags.code_early(&mut channels[Stream::Tags], games)?;
        let mut main_line = MainLine::new(level, self.learnt().moves(), budget);
        let count = games.len();
        let mut told = Vec::new();
        let mut ends = Vec::with_capacity(count);
        let mut facts = Vec::with_capacity(count);
        for index in 0..count {
            let coder = &mut channels[Stream::Moves];
            facts.push(main_line.code(coder, games.at(index), &mut told)?);
            ends.push(told.len());
        }
        drop(main_line); // the comments need room
        let mut comments = Comments::new(level, games.given(), self.learnt());
        let mut start = 0;
        for (index, end) in ends.into_iter().enumerate() {
            let known = FromMoves {
                told: &told[start..end],
                path: &facts[index].path,
            };
            comments.code_annotations(channels, games.at(index), known, budget)?;
            start = end;
        }
        drop(comments);
        tags.code_late(&mut channels[Stream::Outcomes], games, &facts)
    }
}

/// The games and the texts of a document.
fn contents<'d>(document: &'d mut CodedDocument) -> (CodedGames<'d>, CodedTexts<'d>) {
    match document {
        CodedDocument::Given(document) => (
            CodedGames::Given(document.games().collect()),
            CodedTexts::Given(document.texts().collect()),
        ),
        CodedDocument::Read(document) => {
            let (mut games, mut texts) = (Vec::new(), Vec::new());
            for piece in &mut document.pieces {
                match piece {
                    Piece::Game(game, _) => games.push(&mut **game),
                    Piece::Text(text, _) => texts.push(text),
                }
            }
            (CodedGames::Read(games), CodedTexts::Read(texts))
        }
    }
}

impl Codec for Model {
    fn id(&self) -> CodecId {
        CodecId::Model
    }

    fn objection(&self, game: &Game) -> Option<Reason> {
        if is_too_deep(game) || tags::are_too_long(game) {
            Some(Reason::Unsayable)
        } else {
            None
        }
    }

    fn encode(&self, document: &Document, level: Level) -> Result<Vec<u8>> {
        let mut channels = match document.pieces.len() {
            0..=JOINT_PIECES => Channels::writing_joint(),
            _ => Channels::writing(),
        };
        let head = self.head(document, level)?;
        let document = CodedDocument::Given(document);
        self.code(&mut channels, head, document, &Budget::of_writer())?;
        Ok(channels.finish(head.byte()).into_payload())
    }

    fn decode(&self, payload: &[u8], budget: &Budget) -> Result<Document> {
        let (head, mut channels) = Channels::reading(&StreamsIn::new(payload)?)?;
        let mut document = Document::default();
        let read = CodedDocument::Read(&mut document);
        self.code(&mut channels, Head::of_byte(head)?, read, budget)?;
        Ok(document)
    }

    fn layout_stream(&self, lengths: &Lengths) -> Stream {
        channels::first_stream(lengths[Stream::Joint as usize] > 0)
    }

    fn outline(&self, layout: &[u8], budget: &Budget) -> Result<Outline> {
        let (head, layout) = channels::split_head(layout)?;
        Ok(Outline {
            level: Some(Head::of_byte(head)?.level),
            kept_as_text: layout::kept_as_text(layout, budget)?,
        })
    }
}

/// Whether variations are nested more deeply than this codec can express. Each level of nesting
/// takes two items, so a game of few items need not be searched.
fn is_too_deep(game: &Game) -> bool {
    let mut depth = 0;
    let many = game.items.len() > 2 * comments::MAX_DEPTH;
    many && game.items.iter().any(|item| {
        match item {
            Item::Open => depth += 1,
            Item::Close => depth = usize::saturating_sub(depth, 1),
            _ => {}
        }
        depth > comments::MAX_DEPTH
    })
}

#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;
