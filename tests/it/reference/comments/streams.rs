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

/// The decoders of all, or a single one where everything is in one stream.
pub(crate) struct Streams<'a>(Vec<RangeDecoder<'a>>);

impl<'a> Streams<'a> {
    /// Those of a block.
    pub(crate) fn new(payload: &'a [u8]) -> Streams<'a> {
        let decoders = ALL.map(|number| RangeDecoder::new(container::stream(payload, number)));
        Streams(decoders.into())
    }

    /// All in one stream.
    pub(crate) fn joint(decoder: RangeDecoder<'a>) -> Streams<'a> {
        Streams(vec![decoder])
    }

    /// The decoder of a stream.
    pub(crate) fn get(&mut self, stream: Stream) -> &mut RangeDecoder<'a> {
        let last = self.0.len() - 1;
        &mut self.0[last.min(stream as usize)]
    }

    /// The last decoder.
    pub(crate) fn into_last(mut self) -> Option<RangeDecoder<'a>> {
        self.0.pop()
    }

    /// Nothing was read beyond the end of any.
    pub(crate) fn check(&self) {
        assert!(self.0.iter().all(|decoder| decoder.beyond() <= 4));
    }
}
