//! Packed files for the tests of this module.

use super::{
    block::{BlockHeader, Method},
    header::Header,
    writer::Writer,
};

/// A packed file with a stored block for each of `texts`, which says that it holds so many `games`.
pub(super) fn file(header: &Header, texts: &[&[u8]], games: u64) -> Vec<u8> {
    let mut file = Vec::new();
    let mut writer = Writer::new(&mut file, header.clone());
    for text in texts {
        let header = BlockHeader::of(Method::Stored, text, text, games);
        writer.block(&header, text).unwrap();
    }
    writer.finish().unwrap();
    file
}
