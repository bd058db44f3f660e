//! The `.pgz` file: blocks, an index, checksums.
//!
//! Owns everything about the bytes of a file but the inside of a payload: where a length is checked before it is believed
//! ([`block`]), where *damaged*, *cut short* and *newer* are told apart ([`header`]), how one game is found without reading the
//! rest ([`catalog`]). Knows a codec as a number alone, and nothing of games but how many there are.
//!
//! Each structure is read and written in the file that carries its name. [`reader`] and [`catalog`] are the two ways in: from front
//! to back, and through the index. [`writer`] is the way out.
//!
//! What follows is FORMAT.md, which is normative: where the code differs, the code is wrong.
#![doc = include_str!("FORMAT.md")]

pub mod block;
pub mod catalog;
pub mod checksum;
pub mod footer;
pub mod header;
pub mod index;
pub mod reader;
pub mod source;
pub mod writer;
