//! The codecs, which turn games into payload bytes and back: one folder a codec, and the list of
//! all of them.
//!
//! A codec gets the [`Document`] of a whole block and returns a payload made of named [`streams`].
//! It knows neither files nor threads. A new codec needs a folder, a number in [`CodecId`] (the
//! test suites iterate over [`CodecId::ALL`]), the match arms that the compiler then asks for in
//! this file, a section of FORMAT.md, a second decoder in `tests/it/reference`, a row in README and
//! golden files.

pub mod bitpack;
mod board;
pub mod brenner;
pub mod by_game;
mod bytes;
pub mod dense11;
mod encodings;
pub mod explain;
pub mod index;
mod items;
pub mod jose;
pub mod layout;
pub(crate) mod level;
pub mod model;
pub mod moves_only;
pub mod noise;
pub mod notes;
pub mod squares;
pub mod streams;
pub mod tape;
pub mod text;

pub use self::level::Level;
use self::{
    bitpack::Bitpack,
    brenner::{Brenner, Notation},
    by_game::{ByGame, GameCodec},
    dense11::Dense11,
    index::Index,
    jose::Jose,
    model::Model,
    squares::Squares,
    streams::{Lengths, Stream},
};
use crate::{
    error::Result,
    limits::Budget,
    listed::listed,
    pgn::{
        game::Game,
        layout::{Document, KeptAsText, Reason},
    },
};

listed! {
    /// The codecs, with their numbers in the file format. A number is never changed or reused.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    #[repr(u8)]
    pub enum CodecId {
        /// Bytes under a text model: the fallback for whatever is not a game.
        Text = 0,
        /// Three bits a piece and six a square (the design that this project began with).
        Bitpack = 1,
        /// One byte a half-move (Brenner 2002).
        Brenner = 2,
        /// The same in Brenner's alternate notation.
        BrennerAlt = 3,
        /// One byte a half-move, by the identity of the piece (after the chess database jose).
        Jose = 4,
        /// Each move as an index into the legal moves, and a whole game as one number.
        Index = 5,
        /// Twelve bits a half-move: the squares of origin and destination.
        Squares = 6,
        /// Eleven bits a half-move: one number for every move that geometry allows (a note of
        /// Brenner's).
        Dense11 = 7,
        /// Entropy-coded under a model of what people play.
        Model = 8,
    }
}

impl CodecId {
    /// The codec of whoever names none: the smallest.
    pub const DEFAULT: CodecId = CodecId::Model;

    /// Whether its blocks depend on the level. The historical codecs keep what they cannot express
    /// under Zstandard, always at the same level.
    pub fn has_levels(self) -> bool {
        match self {
            CodecId::Text | CodecId::Model => true,
            CodecId::Bitpack
            | CodecId::Brenner
            | CodecId::BrennerAlt
            | CodecId::Jose
            | CodecId::Index
            | CodecId::Squares
            | CodecId::Dense11 => false,
        }
    }

    /// Whether its blocks depend on a model of moves.
    pub fn takes_model(self) -> bool {
        self == CodecId::Model
    }

    /// The reason to refuse `what`, a thing or an option, to this codec.
    pub fn has_no_use_for(self, what: &str) -> String {
        format!("the codec {} has no use for {what}", self.name())
    }

    /// The codec's name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            CodecId::Text => "text",
            CodecId::Bitpack => "bitpack",
            CodecId::Brenner => "brenner",
            CodecId::BrennerAlt => "brenner-alt",
            CodecId::Jose => "jose",
            CodecId::Index => "index",
            CodecId::Squares => "squares",
            CodecId::Dense11 => "dense11",
            CodecId::Model => "model",
        }
    }

    /// Which moves have a stream to themselves, without the annotations between them.
    pub fn moves_apart(self) -> MovesApart {
        match self {
            CodecId::Model => MovesApart::MainLines,
            CodecId::Index | CodecId::Squares | CodecId::Dense11 => MovesApart::All,
            CodecId::Text
            | CodecId::Bitpack
            | CodecId::Brenner
            | CodecId::BrennerAlt
            | CodecId::Jose => MovesApart::None,
        }
    }

    /// The codec with that name.
    pub fn from_name(name: &str) -> Option<CodecId> {
        CodecId::ALL.into_iter().find(|id| id.name() == name)
    }

    /// The codec with that number.
    pub fn from_number(number: u8) -> Option<CodecId> {
        CodecId::ALL.into_iter().find(|&id| id as u8 == number)
    }
}

static MODEL: Model = Model::STANDARD;
static BITPACK: ByGame<Bitpack> = ByGame::new(CodecId::Bitpack, Bitpack);
static BRENNER: ByGame<Brenner> = ByGame::new(CodecId::Brenner, Brenner(Notation::First));
static BRENNER_ALT: ByGame<Brenner> =
    ByGame::new(CodecId::BrennerAlt, Brenner(Notation::Alternate));
static JOSE: ByGame<Jose> = ByGame::new(CodecId::Jose, Jose);
static INDEX: ByGame<Index> = ByGame::new(CodecId::Index, Index);
static SQUARES: ByGame<Squares> = ByGame::new(CodecId::Squares, Squares);
static DENSE11: ByGame<Dense11> = ByGame::new(CodecId::Dense11, Dense11);

/// The codec with that number; `model` uses the model that is built into the program.
pub fn by_id(id: CodecId) -> &'static dyn Codec {
    match id {
        CodecId::Text => &text::Text,
        CodecId::Model => &MODEL,
        CodecId::Bitpack => &BITPACK,
        CodecId::Brenner => &BRENNER,
        CodecId::BrennerAlt => &BRENNER_ALT,
        CodecId::Jose => &JOSE,
        CodecId::Index => &INDEX,
        CodecId::Squares => &SQUARES,
        CodecId::Dense11 => &DENSE11,
    }
}

/// The codec with that number as a codec of single games, if it writes each game by itself.
pub fn game_codec(id: CodecId) -> Option<&'static dyn GameCodec> {
    by_id(id).games()
}

/// Which moves a codec separates from the annotations between them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MovesApart {
    /// No moves.
    None,
    /// Only the moves of main lines.
    MainLines,
    /// All moves, those of variations included.
    All,
}

/// All codecs, in the order of their numbers.
pub fn registered() -> impl Iterator<Item = &'static dyn Codec> {
    CodecId::ALL.into_iter().map(by_id)
}

/// Turns the pieces of one block into a payload and back. It keeps no state between blocks, so each
/// can be decoded alone.
pub trait Codec: Sync {
    /// The codec's number.
    fn id(&self) -> CodecId;

    /// The reason why this codec cannot express `game`; `None` if it can. The caller then passes
    /// the game as text.
    fn objection(&self, game: &Game) -> Option<Reason>;

    /// Encodes a document in which [`objection`](Codec::objection) has no reason against any game.
    /// The payload is made of [`streams`]; it includes whatever the decoder must know, such as the
    /// level where that matters.
    ///
    /// # Errors
    /// For internal failures, and possibly for a game that `objection` names; never because of the
    /// text.
    fn encode(&self, document: &Document, level: Level) -> Result<Vec<u8>>;

    /// Decodes a payload that [`encode`](Codec::encode) wrote.
    ///
    /// # Errors
    /// When the payload is not such a payload. Time and memory stay bounded by `budget`, whatever
    /// the bytes.
    fn decode(&self, payload: &[u8], budget: &Budget) -> Result<Document>;

    /// The underlying codec of single games, if this codec writes each game by itself.
    fn games(&self) -> Option<&dyn GameCodec> {
        None
    }

    /// The stream that begins with the layout, in a payload whose streams have these `lengths` (in
    /// the order of [`Stream::ALL`]).
    fn layout_stream(&self, _lengths: &Lengths) -> Stream {
        Stream::Layout
    }

    /// Summarises a block from its [`layout_stream`](Codec::layout_stream) alone.
    ///
    /// # Errors
    /// As [`decode`](Codec::decode).
    fn outline(&self, layout: &[u8], budget: &Budget) -> Result<Outline>;
}

/// What is known of a block without decoding it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outline {
    /// The level that it was written at, if the decoder depends on it.
    pub level: Option<Level>,
    /// How many pieces were kept as text, and why.
    pub kept_as_text: KeptAsText,
}
