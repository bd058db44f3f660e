//! The streams of a block (2.1 of the document).

use crate::reference::models::coder::RangeDecoder;
use pgnpack::codec::streams;

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

const ALL: [streams::Stream; 6] = [
    streams::Stream::Notes,
    streams::Stream::Clocks,
    streams::Stream::Evals,
    streams::Stream::Numbers,
    streams::Stream::Lines,
    streams::Stream::Prose,
];

/// The decoders of all.
pub(crate) struct Streams<'a>(Vec<RangeDecoder<'a>>);

impl<'a> Streams<'a> {
    /// Those of a block.
    pub(crate) fn new(streams: &'a streams::StreamsIn) -> Streams<'a> {
        let decoders = ALL.map(|stream| RangeDecoder::new(streams.get(stream)));
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
