//! The training of text models in advance, on texts that are compiled into the program: sentences
//! as annotators write them, the tags of PGN, templates of comments as programs make them (spelt as
//! 9.1 of `codec/model/comments/MODEL.md` says).
//!
//! All of these texts were written for this purpose. What is read last counts most. A model is
//! trained once a process, purpose and strength, when it is first needed; every model handed out
//! starts from it. The large models for any text at all are kept only from their second use on: a
//! run that needs one once has no more use for it.
//!
//! Where a model has learnt nothing from these texts, it falls back on a snapshot: statistics of
//! what followed each context, and how often, in the names, places and comments of many games. What
//! is in the comments of one game only, or in the tags of eight games or fewer, is not in it.
//! `compile` makes the snapshot (a test that is run by hand).

use crate::{
    coding::{
        range::Coder,
        text::{Options, Primed, Snapshot, Strength, TextModel},
    },
    error::{Error, Result},
    listed::listed,
};
use std::sync::{
    OnceLock,
    atomic::{AtomicBool, Ordering},
};

#[cfg(test)]
mod compile;

/// The fields of [`TextModel::code_string`]: numbers for the kinds of strings, so that it expects
/// the right sort of text.
pub mod field {
    /// Text of no particular kind: whole files, and pieces that are not games.
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
    /// Values of other tags. Fields above this one share its weights, but not its short contexts.
    pub const VALUE: u32 = 15;

    use crate::coding::{mix::hash_bytes, text::FIELD_SETS};

    const _: () = assert!(VALUE as usize == FIELD_SETS - 1);

    /// The field for the values of a tag; tags that are none of the above have fields of their own.
    pub fn of_tag(name: &[u8]) -> u32 {
        match name {
            b"White" | b"Black" | b"Annotator" => PLAYER,
            b"Event" | b"Tournament" | b"WhiteTeam" | b"BlackTeam" | b"BroadcastName" => EVENT,
            b"Site" | b"EventCountry" => SITE,
            b"Opening" | b"Variation" | b"SubVariation" => OPENING,
            _ => VALUE + 1 + hash_bytes(name) % 4096,
        }
    }

    /// The field for patterns of numbers in the tags of a group.
    pub fn of_patterns(group: u32) -> u32 {
        0x8000 + group % 997
    }
}

/// The texts to train on, in this order, and their fields.
const TEXTS: [(u32, &str); 8] = [
    (field::PLAIN, include_str!("plain.txt")),
    (field::TEMPLATE, include_str!("templates.txt")),
    (field::VALUE, include_str!("values.txt")),
    (field::TAG, include_str!("tags.txt")),
    (field::PROSE, include_str!("french.txt")),
    (field::PROSE, include_str!("spanish.txt")),
    (field::PROSE, include_str!("german.txt")),
    (field::PROSE, include_str!("english.txt")),
];

/// The snapshot: statistics of names, places and comments. Each of its buckets is a cache line.
static SNAPSHOT: &CacheLines<[u8]> = &CacheLines(*include_bytes!("snapshot.bin"));

#[repr(C, align(64))]
struct CacheLines<B: ?Sized>(B);

listed! {
    /// What a model is for; it is trained only on the texts that this needs.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    enum Purpose {
        /// Any text at all.
        Any,
        /// Comments that a person wrote.
        Prose,
        /// Values and names of tags.
        Tags,
        /// Comments that a program wrote.
        Templates,
    }
}

impl Purpose {
    /// Whether a model is trained on texts of this field.
    fn needs(self, field: u32) -> bool {
        use field::{PROSE, TAG, TEMPLATE, VALUE};
        match self {
            Purpose::Any => field != PROSE,
            Purpose::Prose => field == PROSE,
            Purpose::Tags => matches!(field, TAG | VALUE),
            Purpose::Templates => field == TEMPLATE,
        }
    }
}

/// For fewer bytes of prose, a model reads no prose.
// Files of one game are 0.2 % (level 6) and 0.4 % (level 1) larger where a person wrote the remark
// (60 made for this), not larger where a program did, and 4,600 bytes less are read.
const LEAST_PROSE: usize = 64;

/// Width in bits of the logarithm in [`code_size`].
const SIZE_BITS: u32 = 5;
/// Log2 of the largest size in [`code_size`].
const MOST_LOG2: u32 = 24;

/// Codes the size that a model is made for: `bytes` of text (one at least), rounded down to a power
/// of two.
///
/// # Errors
/// When the size read is larger than any that a writer uses.
pub fn code_size<C: Coder>(coder: &mut C, bytes: usize) -> Result<usize> {
    match coder.raw(bytes.max(1).ilog2().min(MOST_LOG2), SIZE_BITS) {
        log2 @ 0..=MOST_LOG2 => Ok(1 << log2),
        _ => Err(Error::corrupt("no text model is that large")),
    }
}

/// A model for about `expected_bytes` of any text.
pub fn model(strength: Strength, expected_bytes: usize) -> TextModel {
    start(Purpose::Any, strength, expected_bytes)
}

/// A model for about `expected_bytes` of comments that a person wrote. So few as a remark or two
/// are rather a program's, and not worth the time that it takes to read prose.
pub fn prose(strength: Strength, expected_bytes: usize) -> TextModel {
    let purpose = match expected_bytes < LEAST_PROSE {
        true => Purpose::Templates,
        false => Purpose::Prose,
    };
    start(purpose, strength, expected_bytes)
}

/// A model for about `expected_bytes` of values and names of tags.
pub fn tags(strength: Strength, expected_bytes: usize) -> TextModel {
    start(Purpose::Tags, strength, expected_bytes)
}

/// A model for about `expected_bytes` of comments that a program wrote.
pub fn templates(strength: Strength, expected_bytes: usize) -> TextModel {
    start(Purpose::Templates, strength, expected_bytes)
}

/// A model for about `expected_bytes` of text that has read none, which would take time: it knows
/// the snapshot alone.
pub fn unread(strength: Strength, expected_bytes: usize) -> TextModel {
    untrained(strength, expected_bytes, Snapshot::new(&SNAPSHOT.0))
}

/// A model for about `expected_bytes` of any text that knows nothing.
pub fn nothing(strength: Strength, expected_bytes: usize) -> TextModel {
    untrained(strength, expected_bytes, Snapshot::default())
}

fn untrained(strength: Strength, expected_bytes: usize, snapshot: Snapshot) -> TextModel {
    TextModel::new(Options {
        strength,
        expected_bytes,
        snapshot,
    })
}

fn start(purpose: Purpose, strength: Strength, expected_bytes: usize) -> TextModel {
    const STRENGTHS: usize = Strength::ALL.len();
    static PRIMED: [[OnceLock<Primed>; STRENGTHS]; Purpose::ALL.len()] =
        [const { [const { OnceLock::new() }; STRENGTHS] }; Purpose::ALL.len()];
    static ASKED_FOR: [AtomicBool; STRENGTHS] = [const { AtomicBool::new(false) }; STRENGTHS];
    if purpose == Purpose::Any && strength > Strength::Fast {
        // Most files need it once; if it were kept, its table would occupy 16 MiB while all other
        // blocks are coded. A second request means that there are many such blocks.
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
        snapshot: Snapshot::new(&SNAPSHOT.0),
    };
    Primed::new(
        options,
        wanted.flat_map(|&(field, text)| strings(field, text)),
    )
}

/// The strings of a text: its lines, or the whole text where it stands for a file.
fn strings(field: u32, text: &'static str) -> Box<dyn Iterator<Item = (u32, &'static [u8])>> {
    match field {
        field::PLAIN => Box::new(std::iter::once((field, text.as_bytes()))),
        _ => Box::new(text.lines().map(move |line| (field, line.as_bytes()))),
    }
}
