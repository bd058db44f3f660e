//! Packs chess games far smaller than any general compressor, and gives every byte back.
//!
//! ```text
//! bytes ──split──▶ one game's text ──parse──▶ Game + Layout ──codec──▶ payload ──container──▶ .pgz
//! bytes ◀─────────────────────────── render(Game, Layout) ◀──codec── payload ◀──container── .pgz
//! ```
//!
//! A [`Game`](pgn::game::Game) is the content of a game: tags, moves, comments. A
//! [`Layout`](pgn::layout::Layout) says how the game's text differs from the plain rendering of
//! that content. Every codec stores both, so every codec gives every byte back, and none needs to
//! know about white space.
//!
//! Each module's documentation says what it owns. What was tried and lost, with numbers, is in the
//! nearest NOTES.md.
//!
//! | module | what it owns |
//! |---|---|
//! | [`pgn`] | text ↔ games and layouts; the only code that names `pgn_reader` |
//! | [`chess`] | replaying, spelling and ordering moves; the wall round `shakmaty` |
//! | [`coding`] | bits, the range coder, probabilities that learn, a text model; knows neither chess nor PGN |
//! | [`codec`] | games ↔ payload; one folder a codec |
//! | [`position`] | one position ↔ bits; one file a scheme; the `model` codec codes the positions in its text by one of them |
//! | [`container`] | the `.pgz` file; knows codecs only as numbers |
//! | [`pipeline`] | threads, order, verification: joins `pgn`, `codec` and `container` |
//! | [`cli`] | the command line; the only code that prints, or knows what a table, JSON or a picture looks like |
//! | [`error`], [`limits`], `listed` | what can go wrong, how much memory a file may claim, and enums whose variants can be listed |
//!
//! Which module may import which is a table in `tests/it/layering.rs`, and a test holds the code to
//! it.
//!
//! | question | answered in |
//! |---|---|
//! | where does one game's text end and the next begin? | [`pgn::split`] |
//! | why was some text not understood as a game? | [`pgn::layout::Reason`], which names the place of each decision |
//! | what happens if a codec fails, or gives back another text? | `pipeline::pack` |
//! | how are games 5 to 7 found without reading the rest? | [`pipeline::extract`](pipeline::extract()), [`container::catalog`] |
//! | what does each level turn on? | `codec::level` |
//! | how is a codec added? | [`codec`] |
//! | what is known of a tag by its name, and how is more said of it? | `codec::model::tags::names` |
//! | what do the words used in the default codec mean? | [`codec::model`] |
//! | how much memory may a damaged file make a decoder take? | [`limits`] |
//!
//! Whole streams go through [`pipeline::compress()`] and [`pipeline::decompress()`]:
//!
//! ```
//! use pgnpack::pipeline::{self, CompressOptions, DecompressOptions, Nobody};
//!
//! let text = b"[Event \"?\"]\n[Result \"*\"]\n\n1. e4 e5 *\n";
//! let options = CompressOptions::default();
//! let (mut packed, mut back) = (Vec::new(), Vec::new());
//! pipeline::compress(&mut &text[..], &mut packed, &options, &Nobody)?;
//! pipeline::decompress(&mut &packed[..], &mut back, &DecompressOptions::default(), &Nobody)?;
//! assert_eq!(back, text);
//! # Ok::<(), pgnpack::error::Error>(())
//! ```

// These macros panic where a stream is closed. Messages go through `cli::message::say` instead,
// which ignores a closed standard error, and results through `cli::files::output::Output`, which
// reports errors of standard output.
#![cfg_attr(not(test), warn(clippy::print_stderr, clippy::print_stdout))]

pub mod chess;
pub mod cli;
pub mod codec;
pub mod coding;
pub mod container;
pub mod error;
pub mod limits;
mod listed;
pub mod pgn;
pub mod pipeline;
pub mod position;
