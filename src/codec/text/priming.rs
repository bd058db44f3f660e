//! What a text model has read before it sees a file: sentences as annotators write them, names of players, places and
//! openings, the tags of PGN, comments as programs make them.
//!
//! All of it was written for this purpose; names are facts. What is read last counts most.
//!
//! A model is trained once a process and strength, when it is first asked for; every model handed out starts from it.
//!
//! NOTES. Of six single annotated games from 1.6 to 5.5 kB, as text: 6,451 bytes without priming, 4,997 with it. Thirty
//! kilobytes of other people's comments instead of seven of our own sentences bring another 4 %; training takes two
//! milliseconds a kilobyte.

use crate::coding::text::{Options, Primed, Strength, TextModel};
use std::sync::OnceLock;

/// Kinds of strings: what to tell [`TextModel::code_string`] so that it expects the right sort of text.
pub mod field {
    /// Text that is no string of any kind: whole files, pieces that are no games.
    pub const PLAIN: u32 = 0;
    /// Comments that a person wrote.
    pub const PROSE: u32 = 1;
    /// Names of players and annotators.
    pub const PLAYER: u32 = 2;
    /// Names of events.
    pub const EVENT: u32 = 3;
    /// Places.
    pub const SITE: u32 = 4;
    /// Openings and variations.
    pub const OPENING: u32 = 5;
    /// Names of tags.
    pub const TAG: u32 = 6;
    /// Comments that a program wrote.
    pub const TEMPLATE: u32 = 7;
    /// Values of other tags. Fields above this one are weighted as it is, but do not share what is short.
    pub const VALUE: u32 = 15;

    use crate::coding::mix::hash_bytes;

    /// The kind of the values of a tag: one of its own where it is none of the above.
    pub fn of_tag(name: &[u8]) -> u32 {
        match name {
            b"White" | b"Black" | b"Annotator" => PLAYER,
            b"Event" | b"Tournament" | b"WhiteTeam" | b"BlackTeam" | b"BroadcastName" => EVENT,
            b"Site" | b"EventCountry" => SITE,
            b"Opening" | b"Variation" | b"SubVariation" => OPENING,
            _ => VALUE + 1 + hash_bytes(name) % 4096,
        }
    }
}

/// What is read, in this order, and as what.
const TEXTS: [(u32, &str); 12] = [
    (field::PLAIN, include_str!("priming/plain.txt")),
    (field::TEMPLATE, include_str!("priming/templates.txt")),
    (field::VALUE, include_str!("priming/values.txt")),
    (field::TAG, include_str!("priming/tags.txt")),
    (field::OPENING, include_str!("priming/openings.txt")),
    (field::SITE, include_str!("priming/sites.txt")),
    (field::EVENT, include_str!("priming/events.txt")),
    (field::PLAYER, include_str!("priming/players.txt")),
    (field::PROSE, include_str!("priming/french.txt")),
    (field::PROSE, include_str!("priming/spanish.txt")),
    (field::PROSE, include_str!("priming/german.txt")),
    (field::PROSE, include_str!("priming/english.txt")),
];

/// A model for about `expected_bytes` that has read all that.
pub fn model(strength: Strength, expected_bytes: usize) -> TextModel {
    static PRIMED: [OnceLock<Primed>; 3] = [const { OnceLock::new() }; 3];
    let which = match strength {
        Strength::Fast => 0,
        Strength::Full => 1,
        Strength::Most => 2,
    };
    PRIMED[which]
        .get_or_init(|| train(strength))
        .start(expected_bytes)
}

fn train(strength: Strength) -> Primed {
    let options = Options {
        strength,
        expected_bytes: TEXTS.iter().map(|(_, text)| text.len()).sum(),
    };
    Primed::new(
        options,
        TEXTS.iter().flat_map(|&(field, text)| strings(field, text)),
    )
}

/// The strings of a text: its lines, or all of it where it is a file to be read as such.
fn strings(field: u32, text: &'static str) -> Box<dyn Iterator<Item = (u32, &'static [u8])>> {
    match field {
        field::PLAIN => Box::new(std::iter::once((field, text.as_bytes()))),
        _ => Box::new(text.lines().map(move |line| (field, line.as_bytes()))),
    }
}
