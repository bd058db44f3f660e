//! One range coder for each stream of a payload.

use crate::{
    codec::streams::{Stream, StreamsIn, StreamsOut},
    coding::range::{Decoder, Encoder},
};
use std::ops::{Index, IndexMut};

/// The coders of all streams.
#[derive(Debug)]
pub(crate) struct Channels<C> {
    coders: Vec<C>,
}

impl Channels<Encoder> {
    /// Coders that write.
    pub(crate) fn writing() -> Channels<Encoder> {
        Channels {
            coders: vec![Encoder::new(); Stream::ALL.len()],
        }
    }

    /// What was written.
    pub(crate) fn finish(self) -> StreamsOut {
        let mut streams = StreamsOut::new();
        for (stream, coder) in Stream::ALL.into_iter().zip(self.coders) {
            streams.put(stream, coder.finish());
        }
        streams
    }
}

impl<'a> Channels<Decoder<'a>> {
    /// Coders that read `streams`.
    pub(crate) fn reading(streams: &StreamsIn<'a>) -> Channels<Decoder<'a>> {
        Channels {
            coders: Stream::ALL
                .into_iter()
                .map(|stream| Decoder::new(streams.get(stream)))
                .collect(),
        }
    }
}

impl<C> Index<Stream> for Channels<C> {
    type Output = C;

    fn index(&self, stream: Stream) -> &C {
        &self.coders[stream as usize]
    }
}

impl<C> IndexMut<Stream> for Channels<C> {
    fn index_mut(&mut self, stream: Stream) -> &mut C {
        &mut self.coders[stream as usize]
    }
}
