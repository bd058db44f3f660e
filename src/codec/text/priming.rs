//! What a text model has read before it sees a file: sentences as annotators write them, names of players, places and
//! openings, the tags of PGN, comments as programs make them.
//!
//! All of it was written for this purpose; names are facts. What is read last counts most. A model is trained once a process, purpose and
//! strength, when it is first asked for; every model handed out starts from it. The large one for any text at all is
//! kept from the second time on only: a run that asks for it once has no use for another.
//!
//! Beneath what it has read lies a snapshot: how often each bit followed what in the names, places and comments of many
//! games, without the names and comments themselves. `compile` makes it (a test that is run by hand).
//!
//! NOTES. Medians of 20 single annotated games that the snapshot was not made from, as a share of `xz -9e`: without a
//! snapshot 52.6 %; with 65,536 lines of thirteen contexts 49.8 %, with 131,072 48.2 %; with 131,072 lines of the eight
//! contexts that follow from the text alone and learn slowly 47.1 %; where the comments of a game weigh as much as ten
//! names 45.8 %, for 0.4 % more of the tags (six names, as it is now: 44.4 % of 24 games kept apart, quartiles 41.5 %
//! and 56.4 %). Tags with a snapshot: 1 % to 3 % fewer bytes than without one; having read 16,000 names instead makes
//! 2.6 % fewer, in half a second. Comments in six other languages, 180 KB of them, bring single games with French
//! comments from 58.9 % to 55.8 %, and take 0.9 % more of those with English ones; with twice the lines, 262,144, those
//! get 54.6 %, and English ones 2 % fewer bytes than before (60 games each). With 490 KB, as it is now, all games of
//! three files, medians: French 49.9 % (57.1 % without any of this), English 42.2 % and 45.4 % (42.8 % and 45.7 %).

use crate::{
    coding::{
        range::Coder,
        text::{Options, Primed, Snapshot, Strength, TextModel},
    },
    error::{Error, Result},
};
use std::sync::{
    OnceLock,
    atomic::{AtomicBool, Ordering},
};

#[cfg(test)]
mod compile;

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

/// Statistics of what people write and are called: lines of contexts, as [`Snapshot`] reads them.
static SNAPSHOT: &[u8] = include_bytes!("priming/snapshot.bin");

/// What a model is for: it reads no more than that needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Purpose {
    /// Any text at all.
    All,
    /// Comments that a person wrote.
    Prose,
    /// Values and names of tags.
    Tags,
    /// Comments that a program wrote.
    Templates,
}

impl Purpose {
    /// Whether texts of this kind are read.
    fn needs(self, field: u32) -> bool {
        use field::{OPENING, PLAIN, PLAYER, PROSE, TEMPLATE};
        match self {
            Purpose::All => true,
            Purpose::Prose => matches!(field, OPENING | PLAYER | PROSE),
            Purpose::Tags => !matches!(field, PLAIN | TEMPLATE | PROSE),
            Purpose::Templates => field == TEMPLATE,
        }
    }
}

/// Digits of the logarithm of how many bytes of text there are.
const SIZE_BITS: u32 = 5;
/// Tables grow no further than for so many bytes.
const MOST_LOG2: u32 = 24;

/// Codes for how many `bytes` of text (one at least) a model is made: a power of two, not above that.
///
/// # Errors
/// Where it is told to be larger than any that is made.
pub fn code_size<C: Coder>(coder: &mut C, bytes: usize) -> Result<usize> {
    match coder.raw(bytes.max(1).ilog2().min(MOST_LOG2), SIZE_BITS) {
        log2 @ 0..=MOST_LOG2 => Ok(1 << log2),
        _ => Err(Error::corrupt("no text model is that large")),
    }
}

/// A model for about `expected_bytes` of any text.
pub fn model(strength: Strength, expected_bytes: usize) -> TextModel {
    start(Purpose::All, strength, expected_bytes)
}

/// A model for about `expected_bytes` of comments that a person wrote.
pub fn prose(strength: Strength, expected_bytes: usize) -> TextModel {
    start(Purpose::Prose, strength, expected_bytes)
}

/// A model for about `expected_bytes` of values and names of tags.
pub fn tags(strength: Strength, expected_bytes: usize) -> TextModel {
    start(Purpose::Tags, strength, expected_bytes)
}

/// A model for about `expected_bytes` of comments that a program wrote.
pub fn templates(strength: Strength, expected_bytes: usize) -> TextModel {
    start(Purpose::Templates, strength, expected_bytes)
}

/// A model for about `expected_bytes` of any text that has read nothing.
pub fn nothing(strength: Strength, expected_bytes: usize) -> TextModel {
    TextModel::new(Options {
        strength,
        expected_bytes,
        snapshot: Snapshot::default(),
    })
}

fn start(purpose: Purpose, strength: Strength, expected_bytes: usize) -> TextModel {
    static PRIMED: [[OnceLock<Primed>; 4]; 4] = [const { [const { OnceLock::new() }; 4] }; 4];
    static ASKED_FOR: [AtomicBool; 4] = [const { AtomicBool::new(false) }; 4];
    if purpose == Purpose::All && strength > Strength::Fast {
        // Most files ask for it once; kept, its table would take 16 MiB from all blocks to come. Who asks again has many such blocks.
        let asked_for = &ASKED_FOR[strength as usize];
        if !asked_for.swap(true, Ordering::Relaxed) {
            return train(purpose, strength).start(expected_bytes);
        }
    }
    PRIMED[purpose as usize][strength as usize]
        .get_or_init(|| train(purpose, strength))
        .start(expected_bytes)
}

fn train(purpose: Purpose, strength: Strength) -> Primed {
    let wanted = TEXTS.iter().filter(|(field, _)| purpose.needs(*field));
    let options = Options {
        strength,
        expected_bytes: wanted.clone().map(|(_, text)| text.len()).sum(),
        snapshot: Snapshot::new(SNAPSHOT),
    };
    Primed::new(
        options,
        wanted.flat_map(|&(field, text)| strings(field, text)),
    )
}

/// The strings of a text: its lines, or all of it where it is a file to be read as such.
fn strings(field: u32, text: &'static str) -> Box<dyn Iterator<Item = (u32, &'static [u8])>> {
    match field {
        field::PLAIN => Box::new(std::iter::once((field, text.as_bytes()))),
        _ => Box::new(text.lines().map(move |line| (field, line.as_bytes()))),
    }
}
