//! Where decisions come from, and what becomes of them. Numbers in comments are sections of
//! `src/container/FORMAT.md`.

use crate::reference::models::coder::{Known, RangeDecoder, Source};

/// A stream that is read, or tags that are known and from which models learn.
pub(crate) enum Coder<'a> {
    /// Decisions are read.
    Reads(RangeDecoder<'a>),
    /// Whoever asks for a decision says first what it is.
    Knows(Known),
}

impl<'a> Coder<'a> {
    /// One that reads `stream`.
    pub(crate) fn reading(stream: &'a [u8]) -> Self {
        Coder::Reads(RangeDecoder::new(stream))
    }

    /// The decoder, where decisions are read.
    pub(crate) fn decoder(&mut self) -> Option<&mut RangeDecoder<'a>> {
        match self {
            Coder::Reads(decoder) => Some(decoder),
            Coder::Knows(_) => None,
        }
    }

    /// The same for others to go on with.
    pub(crate) fn into_decoder(self) -> Option<RangeDecoder<'a>> {
        match self {
            Coder::Reads(decoder) => Some(decoder),
            Coder::Knows(_) => None,
        }
    }

    /// One that learns what is known.
    pub(crate) fn knowing() -> Self {
        Coder::Knows(Known::default())
    }

    /// Says what the next `width` decisions are, where they are not read.
    pub(crate) fn tell(&mut self, value: u64, width: u32) {
        if let Coder::Knows(known) = self {
            for place in (0..width).rev() {
                known.push(value >> place & 1 == 1);
            }
        }
    }

    /// `width` raw bits.
    pub(crate) fn raw_bits(&mut self, given: u64, width: u32) -> u64 {
        self.tell(given, width);
        self.raw(width)
    }

    /// One of `count` symbols with equal parts (11.1).
    pub(crate) fn one_of(&mut self, given: usize, count: usize) -> usize {
        match self {
            Coder::Reads(decoder) => {
                let bounds: Vec<u32> = (0..=count).map(|i| (65_536 * i / count) as u32).collect();
                decoder.symbol(&bounds)
            }
            Coder::Knows(_) => given,
        }
    }

    /// Whether at most five bytes were read beyond the end.
    pub(crate) fn is_sound(&self) -> bool {
        match self {
            Coder::Reads(decoder) => decoder.is_sound(),
            Coder::Knows(_) => true,
        }
    }
}

impl Source for Coder<'_> {
    fn decision(&mut self, p: i64) -> bool {
        match self {
            Coder::Reads(decoder) => decoder.decision(p),
            Coder::Knows(known) => known.decision(p),
        }
    }
}
