//! The `.pgz` file: blocks, an index, checksums.
//!
//! Owns every byte of a file except the inside of payloads. No length is believed before a checksum
//! over it holds ([`block`]), *damaged*, *cut short* and *newer* files are told apart ([`header`]),
//! and a block is found without reading the rest ([`catalog`]), even behind damage ([`survey`]).
//! Knows a codec only by its number, and of games only how many a block holds.
//!
//! Each structure is read and written in the module of its name. A whole file is read by
//! [`reader`], from front to back, or by [`catalog`], through its index; [`writer`] writes one.
//!
//! The rest of this page is FORMAT.md, which is normative: where the code differs, the code is
//! wrong.
#![doc = include_str!("FORMAT.md")]

pub mod block;
pub mod catalog;
pub mod checksum;
pub mod footer;
pub mod header;
pub mod index;
mod locate;
pub mod place;
pub mod reader;
pub mod source;
pub mod survey;
pub mod writer;

#[cfg(test)]
mod testing;
