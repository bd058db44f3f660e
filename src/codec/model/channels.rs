//! The range coders of a block: one for each stream of a payload, or a single one that all streams
//! share.

use crate::{
    codec::streams::{Stream, StreamsIn, StreamsOut},
    coding::range::{Decoder, Encoder, Listener, Meter},
    error::{Error, Result},
};
use std::ops::{Index, IndexMut};

/// How many streams there are where each has a coder of its own: all but the joint one, which is
/// the last of all.
const APART: usize = Stream::Joint as usize;
// A stream behind the joint one would have no coder.
const _: () = assert!(APART + 1 == Stream::ALL.len());

/// The stream whose first byte is the block's head (its level, and what models of tags know).
pub(super) fn first_stream(is_joint: bool) -> Stream {
    match is_joint {
        true => Stream::Joint,
        false => Stream::Layout,
    }
}

/// The head, and what follows it, of the bytes of the stream that it begins.
///
/// # Errors
/// Where there are none.
pub(super) fn split_head(first: &[u8]) -> Result<(u8, &[u8])> {
    match first.split_first() {
        Some((&head, rest)) => Ok((head, rest)),
        None => Err(Error::truncated("a block without its level")),
    }
}

/// The coders of all streams.
#[derive(Debug)]
pub(crate) enum Channels<C> {
    /// One that all streams share.
    Joint(C),
    /// One for each stream but the joint one, in the order of [`Stream::ALL`].
    Apart(Box<[C; APART]>),
}

impl Channels<Encoder> {
    /// Coders that write each stream separately.
    pub(crate) fn writing() -> Channels<Encoder> {
        Channels::Apart(Box::new(std::array::from_fn(|_| Encoder::new())))
    }

    /// A single coder that writes all streams, in the order in which they are coded.
    pub(crate) fn writing_joint() -> Channels<Encoder> {
        Channels::Joint(Encoder::new())
    }

    /// The bytes written, with `head` in front.
    pub(crate) fn finish(self, head: u8) -> StreamsOut {
        let mut streams = StreamsOut::new();
        let first = first_stream(matches!(self, Channels::Joint(_)));
        let mut put = |stream, coder: Encoder| {
            let mut bytes = coder.finish();
            if stream == first {
                bytes.insert(0, head);
            }
            streams.put(stream, bytes);
        };
        match self {
            Channels::Joint(coder) => put(Stream::Joint, coder),
            Channels::Apart(coders) => {
                for (stream, coder) in Stream::ALL.into_iter().zip(*coders) {
                    put(stream, coder);
                }
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
        let (head, first) = split_head(streams.get(first_stream(is_joint)))?;
        let coders = match is_joint {
            true => Channels::Joint(Decoder::new(first)),
            false => Channels::Apart(Box::new(std::array::from_fn(|place| {
                Decoder::new(match Stream::ALL[place] {
                    Stream::Layout => first,
                    stream => streams.get(stream),
                })
            }))),
        };
        Ok((head, coders))
    }
}

impl Channels<Listener> {
    /// A coder that writes nothing.
    pub(crate) fn listening() -> Channels<Listener> {
        Channels::Joint(Listener)
    }
}

impl Channels<Meter> {
    /// Coders that measure each stream separately and write nothing.
    pub(crate) fn measuring() -> Channels<Meter> {
        Channels::Apart(Box::new(std::array::from_fn(|_| Meter::new())))
    }

    /// The cost in bits of each stream but the joint one, in the order of [`Stream::ALL`].
    pub(crate) fn bits(&self) -> Vec<f64> {
        let apart = Stream::ALL.into_iter().take(APART);
        apart.map(|stream| self[stream].bits()).collect()
    }
}

impl<C> Index<Stream> for Channels<C> {
    type Output = C;

    fn index(&self, stream: Stream) -> &C {
        match self {
            Channels::Joint(coder) => coder,
            Channels::Apart(coders) => &coders[stream as usize],
        }
    }
}

impl<C> IndexMut<Stream> for Channels<C> {
    fn index_mut(&mut self, stream: Stream) -> &mut C {
        match self {
            Channels::Joint(coder) => coder,
            Channels::Apart(coders) => &mut coders[stream as usize],
        }
    }
}
