//! A payload is a few streams of bytes, each with a number: so a reader finds the players without decoding a move, and
//! `list -v` says where the bytes went, for any codec.
//!
//! Written as: for each stream that is not empty, its number plus one and its length as varints, then a zero, then the
//! streams' bytes in the same order. Numbers rise.

use crate::{
    coding::varint,
    error::{Error, Result},
};

/// What a stream holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum Stream {
    /// Which pieces are games, styles, departures from them.
    Layout = 0,
    /// Tags.
    Tags = 1,
    /// Moves, with whatever stands between them in codecs that do not separate it.
    Moves = 2,
    /// Annotations: which items stand between the moves.
    Notes = 3,
    /// Clock times.
    Clocks = 4,
    /// Evaluations.
    Evals = 5,
    /// Other numbers in comments.
    Numbers = 6,
    /// Lines of play inside comments.
    Lines = 7,
    /// Text that a person wrote.
    Prose = 8,
    /// Pieces that are no games.
    Text = 9,
    /// Tags that follow from the moves, at least in part.
    Outcomes = 10,
}

impl Stream {
    /// All streams, in the order of their numbers.
    pub const ALL: [Stream; 11] = [
        Stream::Layout,
        Stream::Tags,
        Stream::Moves,
        Stream::Notes,
        Stream::Clocks,
        Stream::Evals,
        Stream::Numbers,
        Stream::Lines,
        Stream::Prose,
        Stream::Text,
        Stream::Outcomes,
    ];

    /// What `list -v` calls it.
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
        for (number, bytes) in self
            .streams
            .iter()
            .enumerate()
            .filter(|(_, bytes)| !bytes.is_empty())
        {
            varint::write(&mut payload, number as u64 + 1);
            varint::write(&mut payload, bytes.len() as u64);
        }
        varint::write(&mut payload, 0);
        payload.extend(self.streams.iter().flatten());
        payload
    }
}

/// Most bytes that a table of streams takes.
pub const TABLE_BYTES_MAX: usize = Stream::ALL.len() * (1 + varint::MAX_BYTES) + 1;

/// The lengths of the streams, in the order of [`Stream::ALL`], from the beginning of a payload: the whole of it or
/// [`TABLE_BYTES_MAX`] bytes.
///
/// # Errors
/// When the table of streams is damaged.
pub fn lengths(mut payload: &[u8]) -> Result<[u64; Stream::ALL.len()]> {
    let mut lengths = [0; Stream::ALL.len()];
    for (number, len) in read_table(&mut payload)? {
        lengths[number] = len as u64;
    }
    Ok(lengths)
}

/// Takes the table off the front of `input`: the index of each stream that is there, and its length.
fn read_table(input: &mut &[u8]) -> Result<Vec<(usize, usize)>> {
    let mut table = Vec::new();
    let mut least = 1;
    loop {
        let number = varint::read(input)?;
        if number == 0 {
            return Ok(table);
        }
        if number < least || number > Stream::ALL.len() as u64 {
            return Err(Error::corrupt("the table of streams is not in order"));
        }
        least = number + 1;
        table.push((number as usize - 1, varint::read_len(input)?));
    }
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
        let mut input = payload;
        let mut streams = StreamsIn::default();
        for (number, len) in read_table(&mut input)? {
            streams.streams[number] = varint::take(&mut input, len)?;
        }
        match input {
            [] => Ok(streams),
            _ => Err(Error::corrupt("bytes follow the last stream")),
        }
    }

    /// The bytes of a stream; none if it is not there.
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
                2, 1, // tags, one byte
                10, 2, // text, two bytes
                0, // no more
                9, // tags
                7, 8, // text
            ]
        );
        let streams = StreamsIn::new(&payload).unwrap();
        assert_eq!(streams.get(Stream::Text), [7, 8]);
        assert_eq!(streams.get(Stream::Tags), [9]);
        assert!(streams.get(Stream::Moves).is_empty());
        let lengths = lengths(&payload[..5]).unwrap();
        assert_eq!(lengths[Stream::Tags as usize], 1);
        assert_eq!(lengths[Stream::Text as usize], 2);
        assert_eq!(lengths.iter().sum::<u64>(), 3);
        for end in 0..payload.len() {
            assert!(StreamsIn::new(&payload[..end]).is_err());
        }
    }
}
