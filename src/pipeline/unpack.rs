//! The payload of one block → its text, and the document that this was written from.

use super::models::Codecs;
use crate::{
    codec::{Codec, CodecId},
    container::block::{Block, BlockHeader, Method},
    error::{Error, Result},
    limits::Budget,
    pgn::{self, layout::Document},
};

/// What a block holds.
pub(super) struct Decoded {
    pub(super) text: Vec<u8>,
    /// The document that the text was written from, which takes many times as much memory; `None`
    /// where the text is stored.
    pub(super) document: Option<Document>,
}

/// What `block` holds, decoded with the `codecs` of its file.
///
/// # Errors
/// Unsupported for a codec that this build does not have; limit for a payload that takes too much
/// memory; corrupt for any other payload that does not give the text.
pub(super) fn unpack(codecs: &Codecs, block: Block) -> Result<Decoded> {
    let header = &block.header;
    let contents = match header.method {
        Method::Stored => header.check_text(&block.payload).map(|()| Decoded {
            text: block.payload,
            document: None,
        }),
        Method::Codec(number) => {
            let codec = CodecId::from_number(number)
                .map(|id| codecs.by_id(id))
                .ok_or_else(|| unknown_codec(number))?;
            decode(codec, &block.payload, header)
        }
    };
    contents.map_err(of_payload)
}

/// What `codec` decodes from the `payload` of a block with that `header`, whose checksum the text
/// has.
///
/// # Errors
/// Those of the codec; corrupt for another text than the header's.
pub(super) fn decode(codec: &dyn Codec, payload: &[u8], header: &BlockHeader) -> Result<Decoded> {
    let document = codec.decode(payload, &Budget::of_block(header.text_bytes))?;
    let text = pgn::write_at_most(&document, header.text_bytes)?;
    header.check_text(&text)?;
    let document = Some(document);
    Ok(Decoded { text, document })
}

/// The error of a payload that could not be decoded. It was read whole, so where it "ends too
/// early", it is damaged and not cut short.
pub(super) fn of_payload(error: Error) -> Error {
    match error.is_damage() {
        true => Error::corrupt(format!("damaged: {error}")),
        false => error,
    }
}

/// The error for a block that names a codec that this build does not have.
pub(super) fn unknown_codec(number: u8) -> Error {
    let what = format!("the block is coded with codec {number}, which this program does not have");
    Error::unsupported(what)
}
