//! The streams of a payload. A payload consists of a few numbered streams of bytes, so that a
//! reader finds the players without decoding a move, and `list -v` shows for any codec where the
//! bytes went.
//!
//! FORMAT.md 7.S says how they are put together.

use crate::{
    coding::varint,
    error::{Error, Result},
    listed::listed,
};
use std::ops::Range;

listed! {
    /// The content of a stream; [`describe`](Stream::describe) says what it is.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    #[allow(missing_docs, reason = "`describe` says it")]
    #[repr(u8)]
    pub enum Stream {
        Layout = 0,
        Tags = 1,
        Moves = 2,
        Notes = 3,
        Clocks = 4,
        Evals = 5,
        Numbers = 6,
        Lines = 7,
        Prose = 8,
        Text = 9,
        Outcomes = 10,
        Edits = 11,
        Joint = 12,
    }
}

impl Stream {
    /// The stream's name in `list -v`.
    pub fn name(self) -> &'static str {
        match self {
            Stream::Layout => "layout",
            Stream::Tags => "tags",
            Stream::Moves => "moves",
            Stream::Notes => "notes",
            Stream::Clocks => "clocks",
            Stream::Evals => "evals",
            Stream::Numbers => "numbers",
            Stream::Lines => "lines",
            Stream::Prose => "prose",
            Stream::Text => "text",
            Stream::Outcomes => "outcomes",
            Stream::Edits => "edits",
            Stream::Joint => "joint",
        }
    }

    /// What it holds, in a few words.
    pub fn describe(self) -> &'static str {
        match self {
            Stream::Layout => "which pieces are games, and how games are written",
            Stream::Tags => "tags, but for those that follow from the moves",
            Stream::Moves => {
                "moves of the main lines; in historical codecs, all that their bits say"
            }
            Stream::Notes => {
                "what stands between moves; in historical codecs, all that their bits do not say"
            }
            Stream::Clocks => "clock times in comments, or the times that moves took",
            Stream::Evals => "evaluations in comments",
            Stream::Numbers => "other numbers in comments",
            Stream::Lines => "moves of variations, and of lines of play in comments",
            Stream::Prose => "comments that people wrote",
            Stream::Text => "what is no game, or is kept as text",
            Stream::Outcomes => "tags that follow from the moves, such as results and openings",
            Stream::Edits => "where the text of a game departs from its style",
            Stream::Joint => "all of this in one, in a block of few pieces",
        }
    }
}

/// The streams of a payload being written.
#[derive(Clone, Debug, Default)]
pub struct StreamsOut {
    streams: [Vec<u8>; Stream::ALL.len()],
}

impl StreamsOut {
    /// No streams yet.
    pub fn new() -> StreamsOut {
        StreamsOut::default()
    }

    /// Sets the bytes of a stream.
    pub fn put(&mut self, stream: Stream, bytes: Vec<u8>) {
        self.streams[stream as usize] = bytes;
    }

    /// The payload.
    pub fn into_payload(self) -> Vec<u8> {
        let mut payload = Vec::new();
        let last = self.streams.iter().rposition(|bytes| !bytes.is_empty());
        for (number, bytes) in self.streams.iter().enumerate() {
            if Some(number) == last {
                varint::write(&mut payload, number as u64 * 2 + 1);
            } else if !bytes.is_empty() {
                varint::write(&mut payload, number as u64 * 2);
                varint::write(&mut payload, bytes.len() as u64);
            }
        }
        payload.extend(self.streams.iter().flatten());
        payload
    }
}

/// The largest size of the table of streams, in bytes.
pub const TABLE_BYTES_MAX: usize = Stream::ALL.len() * (1 + varint::MAX_BYTES);

/// A length in bytes for each stream, in the order of [`Stream::ALL`].
pub type Lengths = [u64; Stream::ALL.len()];

/// The lengths of the streams in a payload of `payload_bytes` bytes. `start` is the beginning of the
/// payload: all of it, or [`TABLE_BYTES_MAX`] bytes.
///
/// # Errors
/// When the table of streams is damaged or does not fit the payload.
pub fn lengths(start: &[u8], payload_bytes: u64) -> Result<Lengths> {
    let mut input = start;
    let mut lengths = [0; Stream::ALL.len()];
    let mut least = 0;
    let mut taken = 0u64;
    while !input.is_empty() {
        let entry = varint::read(&mut input)?;
        let (number, is_last) = (entry / 2, entry % 2 == 1);
        if number < least || number >= Stream::ALL.len() as u64 {
            return Err(Error::corrupt("the table of streams is not in order"));
        }
        least = number + 1;
        let told = match is_last {
            true => 0,
            false => varint::read_len(&mut input)? as u64,
        };
        // What is left of the payload after the table and the streams so far.
        let table_bytes = (start.len() - input.len()) as u64;
        let left = payload_bytes
            .checked_sub(taken + table_bytes)
            .and_then(|left| left.checked_sub(told))
            .ok_or_else(|| Error::truncated("a stream ends too early"))?;
        if is_last {
            lengths[number as usize] = left;
            return Ok(lengths);
        }
        lengths[number as usize] = told;
        taken += told;
    }
    match payload_bytes {
        0 => Ok(lengths),
        _ => Err(Error::truncated("the table of streams ends too early")),
    }
}

/// Where in a payload of `payload_bytes` bytes a stream is; `lengths` are [those](lengths()) of that
/// payload's streams, which stand one after another at its end.
pub fn range_of(stream: Stream, lengths: &Lengths, payload_bytes: u64) -> Range<u64> {
    let start = payload_bytes - lengths[stream as usize..].iter().sum::<u64>();
    start..start + lengths[stream as usize]
}

/// The streams of a payload being read.
#[derive(Clone, Copy, Debug, Default)]
pub struct StreamsIn<'a> {
    streams: [&'a [u8]; Stream::ALL.len()],
}

impl<'a> StreamsIn<'a> {
    /// Finds the streams in `payload`.
    ///
    /// # Errors
    /// When the table of streams is damaged or does not fit the payload.
    pub fn new(payload: &'a [u8]) -> Result<StreamsIn<'a>> {
        let payload_bytes = payload.len() as u64;
        let lengths = lengths(payload, payload_bytes)?;
        let streams = Stream::ALL.map(|stream| {
            let range = range_of(stream, &lengths, payload_bytes);
            &payload[range.start as usize..range.end as usize]
        });
        Ok(StreamsIn { streams })
    }

    /// The bytes of a stream; empty if it is absent.
    pub fn get(&self, stream: Stream) -> &'a [u8] {
        self.streams[stream as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_payload_is_a_table_and_the_streams() {
        let mut out = StreamsOut::new();
        out.put(Stream::Text, vec![7, 8]);
        out.put(Stream::Tags, vec![9]);
        let payload = out.into_payload();
        assert_eq!(
            payload,
            [
                2, 1,  // tags, one byte
                19, // text, the rest
                9,  // tags
                7, 8, // text
            ]
        );
        let streams = StreamsIn::new(&payload).unwrap();
        assert_eq!(streams.get(Stream::Text), [7, 8]);
        assert_eq!(streams.get(Stream::Tags), [9]);
        assert!(streams.get(Stream::Moves).is_empty());
        let lengths = lengths(&payload[..3], payload.len() as u64).unwrap();
        assert_eq!(lengths[Stream::Tags as usize], 1);
        assert_eq!(lengths[Stream::Text as usize], 2);
        assert_eq!(lengths.iter().sum::<u64>(), 3);
    }

    #[test]
    fn no_streams_are_no_bytes() {
        assert!(StreamsOut::new().into_payload().is_empty());
        let streams = StreamsIn::new(&[]).unwrap();
        assert!(streams.get(Stream::Layout).is_empty());
    }

    #[test]
    fn a_table_that_does_not_fit_is_refused() {
        let endless = b"\x00\xff\xff\xff\xff\xff\xff\xff\xff\x7f\x02\xff\xff\xff\xff\xff\xff\xff\xff\x7f\x04\x03\x17";
        for payload in [
            &endless[..],   // lengths that no number holds together
            &[2, 1],        // no last stream
            &[2, 5, 19, 9], // tags longer than the payload
            &[2, 1, 1, 9],  // numbers that fall
            &[27, 9],       // a stream that there is not
            &[2],           // no length
            &[0x80],        // half a number
        ] {
            assert!(StreamsIn::new(payload).is_err(), "{payload:?}");
        }
    }
}
