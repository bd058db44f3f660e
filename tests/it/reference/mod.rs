//! Second decoders, written from the documents of the format. Slow and plain: they say what the
//! documents say, clause by clause. They share no code with the program but the types of games, the
//! rules of chess, how moves are spelt, and the parser that reads the nine texts from which models of
//! tags may begin.
//!
//! * [`container`]: the file, blocks and streams (FORMAT.md 1 to 7);
//! * [`models`]: entropy coding (11), the model of text and codec `text`;
//! * [`documents`]: from the payload of a block to its text (7.G, 9);
//! * [`codecs`]: the encodings of moves of the codecs 1 to 7, from the papers that they come from;
//! * [`moves`], [`tags`], [`comments`], [`positions`]: the models of codec `model`.

mod codecs;
mod comments;
pub(crate) mod container;
mod documents;
mod models;
mod moves;
mod positions;
mod tags;

use pgnpack::{
    codec::{self, CodecId, Level},
    pipeline::understand,
};

/// What codec `model` makes of a text as one block, however little it has understood of it.
fn encoded(text: &[u8], level: u8) -> Vec<u8> {
    let codec = codec::by_id(CodecId::Model);
    let document = understand(codec, text).unwrap();
    codec.encode(&document, Level::new(level).unwrap()).unwrap()
}
