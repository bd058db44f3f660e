//! What kind of values a column holds.

use super::spelling::{
    format::Format,
    identifier::{Identifier, Prefix},
    shape::Width,
};

/// What kind of values a column holds. Any column can hold any value: those that do not fit its
/// kind are spelt out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) enum Kind {
    /// A few values again and again.
    #[default]
    Few,
    /// Many values, each of which comes again for a while.
    Many,
    /// Names of players: one list for both sides.
    Player,
    /// Numbers.
    Number(Format),
    /// Patterns with numbers in them.
    Pattern(Width),
    /// Identifiers made at random.
    Identifier(Identifier),
    /// Chess960 starts.
    Start,
}

impl Kind {
    /// Whether values are told by their place in a list alone.
    pub(super) fn is_list(&self) -> bool {
        matches!(self, Kind::Few | Kind::Many | Kind::Player)
    }

    /// Whether values are identifiers and nothing else. Another column may have them, too, behind a
    /// path, as Lichess writes its `GameId` behind the address of the game.
    pub(super) fn is_bare(&self) -> bool {
        match self {
            Kind::Identifier(Identifier {
                prefix: Prefix::Fixed(prefix),
                suffix,
                ..
            }) => prefix.is_empty() && suffix.is_empty(),
            _ => false,
        }
    }
}
