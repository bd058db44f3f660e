//! The streams of a block (2.1 of the document).

use crate::reference::{container, models::coder::RangeDecoder};

/// A stream.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Stream {
    Notes,
    Clocks,
    Evals,
    Numbers,
    Lines,
    Prose,
}

/// Their numbers in a payload.
const ALL: [u64; 6] = [
    container::NOTES,
    container::CLOCKS,
    container::EVALS,
    container::NUMBERS,
    container::LINES,
    container::PROSE,
];

/// The decoders of all.
pub(crate) struct Streams<'a>(Vec<RangeDecoder<'a>>);

impl<'a> Streams<'a> {
    /// Those of a block.
    pub(crate) fn new(payload: &'a [u8]) -> Streams<'a> {
        let decoders = ALL.map(|number| RangeDecoder::new(container::stream(payload, number)));
        Streams(decoders.into())
    }

    /// The decoder of a stream.
    pub(crate) fn get(&mut self, stream: Stream) -> &mut RangeDecoder<'a> {
        &mut self.0[stream as usize]
    }

    /// Nothing was read beyond the end of any.
    pub(crate) fn check(&self) {
        assert!(self.0.iter().all(|decoder| decoder.beyond() <= 4));
    }
}
