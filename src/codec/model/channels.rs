//! The range coders of a block: one for each stream of a payload, or a single one that all streams
//! share.

use crate::{
    codec::streams::{Stream, StreamsIn, StreamsOut},
    coding::range::{Decoder, Encoder, Meter},
    error::{Error, Result},
};
use std::ops::{Index, IndexMut};

/// How many streams there are where each has a coder of its own.
const APART: usize = Stream::Joint as usize;

/// The stream whose first byte is the block's head (level and beginning of the tags).
pub(super) fn first_stream(is_joint: bool) -> Stream {
    match is_joint {
        true => Stream::Joint,
        false => Stream::Layout,
    }
}

/// The coders of all streams.
#[derive(Debug)]
pub(crate) struct Channels<C> {
    /// One for each stream, or a single one that all share.
    coders: Vec<C>,
}

impl Channels<Encoder> {
    /// Coders that write each stream separately.
    pub(crate) fn writing() -> Channels<Encoder> {
        Channels {
            coders: vec![Encoder::new(); APART],
        }
    }

    /// A single coder that writes all streams, in the order in which they are coded.
    pub(crate) fn writing_joint() -> Channels<Encoder> {
        Channels {
            coders: vec![Encoder::new()],
        }
    }

    /// The bytes written, with `head` in front.
    pub(crate) fn finish(self, head: u8) -> StreamsOut {
        let first = first_stream(self.coders.len() == 1);
        let mut streams = StreamsOut::new();
        for (stream, coder) in Stream::ALL.into_iter().zip(self.coders) {
            let mut bytes = coder.finish();
            match stream {
                Stream::Layout => {
                    bytes.insert(0, head);
                    streams.put(first, bytes);
                }
                _ => streams.put(stream, bytes),
            }
        }
        streams
    }
}

impl<'a> Channels<Decoder<'a>> {
    /// The head, and coders that read what follows it.
    ///
    /// # Errors
    /// Where the block is empty.
    pub(crate) fn reading(streams: &StreamsIn<'a>) -> Result<(u8, Channels<Decoder<'a>>)> {
        let is_joint = !streams.get(Stream::Joint).is_empty();
        let (&head, first) = streams
            .get(first_stream(is_joint))
            .split_first()
            .ok_or_else(|| Error::truncated("a block without its level"))?;
        let mut coders = vec![Decoder::new(first)];
        if !is_joint {
            let others = Stream::ALL[1..APART].iter();
            coders.extend(others.map(|&stream| Decoder::new(streams.get(stream))));
        }
        Ok((head, Channels { coders }))
    }
}

impl Channels<Meter> {
    /// Coders that measure each stream separately and write nothing.
    pub(crate) fn measuring() -> Channels<Meter> {
        Channels {
            coders: vec![Meter::new(); APART],
        }
    }

    /// The cost of each stream in bits: those that a block has apart, in the order of
    /// [`Stream::ALL`].
    pub(crate) fn bits(&self) -> Vec<f64> {
        self.coders.iter().map(Meter::bits).collect()
    }
}

impl<C> Index<Stream> for Channels<C> {
    type Output = C;

    fn index(&self, stream: Stream) -> &C {
        &self.coders[(stream as usize).min(self.coders.len() - 1)]
    }
}

impl<C> IndexMut<Stream> for Channels<C> {
    fn index_mut(&mut self, stream: Stream) -> &mut C {
        let place = (stream as usize).min(self.coders.len() - 1);
        &mut self.coders[place]
    }
}
