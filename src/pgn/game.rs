//! What a game means, whatever its text looks like.
//!
//! Owns the types that every codec stores. Knows nothing of white space, move numbers or spelling:
//! that is [`layout`](super::layout).

pub use super::{
    comment::Comment,
    tags::{Tag, TagRef, Tags},
};

use crate::{
    chess::{
        Color, Move, Position, setup,
        variants::{self, Variant, VariantPosition},
    },
    limits::charges,
    listed::listed,
};

/// One game: its tags in order and its movetext.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Game {
    /// Tags in the order of the text; a name may come twice.
    pub tags: Tags,
    /// Moves, annotations and variations in the order of the text. Every [`Item::Open`] has its
    /// [`Item::Close`].
    pub items: Vec<Item>,
}

const _: () = assert!(size_of::<Game>() <= charges::GAME);

/// Variations are nested no deeper than this: a decoder keeps a position in memory for each open
/// variation. A text with deeper ones is not a game. (A codec may draw the line earlier.)
pub const DEEPEST: usize = 256;

/// One thing in the movetext.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Item {
    /// A move, legal where it stands.
    Move(Move),
    /// A null move (`--`) where passing the turn is possible.
    Null,
    /// A numeric annotation glyph (`$1`, `!`).
    Nag(u8),
    /// A comment without its braces. Holds no NUL.
    Comment(Comment),
    /// `(`: what follows replaces the last move of the line around it.
    Open,
    /// `)`.
    Close,
    /// A move that cannot be played: it is not legal, or the game is played by [other
    /// rules](Game::variant_start). All further moves of its line are faults, too. Boxed because
    /// there are few: items take 24 bytes, not 32.
    Fault(Box<Fault>),
}

const _: () = assert!(size_of::<Item>() <= charges::ITEM);

impl Item {
    /// Whether it takes a turn: a move, a null move, or one that cannot be played.
    #[inline]
    pub fn is_move(&self) -> bool {
        matches!(self, Item::Move(_) | Item::Null | Item::Fault(_))
    }

    /// The move, if it is one that can be played.
    #[inline]
    pub fn as_move(&self) -> Option<Move> {
        match self {
            Item::Move(m) => Some(*m),
            _ => None,
        }
    }

    /// The text, if it is a comment.
    pub fn as_comment(&self) -> Option<&[u8]> {
        match self {
            Item::Comment(text) => Some(text),
            _ => None,
        }
    }

    /// What it counts for in memory, in bytes, without the text of a comment or a fault.
    pub fn size(&self) -> usize {
        let boxed = match self {
            Item::Fault(_) => charges::FAULT,
            _ => 0,
        };
        charges::ITEM + boxed
    }

    /// Whether it says something of the move before it: a glyph, a comment, a variation.
    #[inline]
    pub fn is_annotation(&self) -> bool {
        matches!(self, Item::Nag(_) | Item::Comment(_) | Item::Open)
    }
}

/// A move that cannot be played, as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// What is wrong with it.
    pub kind: FaultKind,
    /// The move as canonical text, without NUL.
    pub text: Vec<u8>,
}

const _: () = assert!(size_of::<Fault>() <= charges::FAULT);

listed! {
    /// Why a move cannot be played (the four error records of the chess database jose, 0xe1 to
    /// 0xe4).
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum FaultKind {
        /// Looks like a move but cannot be read.
        Unreadable,
        /// No such move is legal.
        Illegal,
        /// More than one legal move answers to it.
        Ambiguous,
        /// Not a move at all.
        Unrecognised,
    }
}

/// How a game ended, or that nothing is known of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// `1-0` or `0-1`.
    Won(Color),
    /// `1/2-1/2`.
    Drawn,
    /// `*`.
    Unknown,
}

impl Outcome {
    /// All outcomes, in the order of their numbers in the format.
    pub const ALL: [Outcome; 4] = [
        Outcome::Unknown,
        Outcome::Won(Color::White),
        Outcome::Won(Color::Black),
        Outcome::Drawn,
    ];

    /// The token that ends a game's movetext.
    pub fn token(self) -> &'static str {
        match self {
            Outcome::Won(Color::White) => "1-0",
            Outcome::Won(Color::Black) => "0-1",
            Outcome::Drawn => "1/2-1/2",
            Outcome::Unknown => "*",
        }
    }

    /// The outcome that `token` names.
    pub fn from_token(token: &[u8]) -> Option<Outcome> {
        Outcome::ALL
            .into_iter()
            .find(|outcome| outcome.token().as_bytes() == token)
    }
}

/// The items of the main line, without its variations.
pub fn main_line_items(items: &[Item]) -> impl Iterator<Item = &Item> {
    let mut depth = 0;
    items.iter().filter(move |item| {
        match item {
            Item::Open => depth += 1,
            Item::Close => depth -= 1,
            _ => return depth == 0,
        }
        false
    })
}

/// The moves, null moves and faults of the main line.
pub fn steps(items: &[Item]) -> impl Iterator<Item = &Item> {
    main_line_items(items).filter(|item| item.is_move())
}

impl Game {
    /// The moves of the main line before the first null move or fault.
    pub fn main_line(&self) -> impl Iterator<Item = Move> + '_ {
        steps(&self.items).map_while(Item::as_move)
    }

    /// The value of the first tag called `name`.
    pub fn tag(&self, name: &str) -> Option<&[u8]> {
        self.tags.value_of(name)
    }

    /// The position that the game starts from: that of the `FEN` tag, or the usual one where the
    /// tag names no legal position (as `?`). `None` where the `Variant` tag names rules under which
    /// men move otherwise than in chess.
    pub fn start(&self) -> Option<Position> {
        let of_fen = || setup::start_of_fen(self.tag("FEN")?);
        (self.variant() == Variant::Chess).then(|| of_fen().unwrap_or_default())
    }

    /// The starting position of such a variant; `None` where [`start`](Game::start) has one.
    pub fn variant_start(&self) -> Option<VariantPosition> {
        let variant = self.variant();
        let of_fen = || variants::position_of_fen(variant, self.tag("FEN")?);
        let usual = || VariantPosition::new(variant);
        (variant != Variant::Chess).then(|| of_fen().unwrap_or_else(usual))
    }

    /// The rules by which men move: those that the `Variant` tag names.
    fn variant(&self) -> Variant {
        self.tag("Variant").map_or(Variant::Chess, variants::named)
    }
}

/// The tags that [`Game::start`] looks at: the first of each name.
pub(super) const START_TAGS: [&[u8]; 2] = [b"FEN", b"Variant"];
