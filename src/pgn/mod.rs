//! Text ↔ games.
//!
//! [`read`] takes any bytes apart into a [`Document`](layout::Document), and [`write`](write()) puts the same bytes
//! together again. [`cut`] tells a stream where whole games end. Owns all that is known of PGN text; knows nothing of
//! how a document is stored.
//!
//! | file | what it owns |
//! |---|---|
//! | [`game`] | what a game means |
//! | [`tags`], [`time_control`], [`comment`] | its tags, what one of them says, its comments |
//! | [`layout`] | how a text departs from the plain rendering of what it means |
//! | [`style`], [`habit`] | the habits of the program that wrote a text |
//! | [`split`] | where one game ends and the next begins |
//! | `parse` | text → game; the only code that names `pgn_reader` |
//! | `readings` | the same text read with other beliefs about its comments |
//! | `tag_lines` | lines of tags, and tags that share one |
//! | `quotes` | quotation marks within tags |
//! | `repair`, `mend` | moves spelt as the parser does not know them, or as they cannot be played |
//! | `command` | where in a comment a command stands |
//! | `render`, `notation`, `page` | game → text, in a style: its tokens, its moves, its lines; the only code that writes PGN |
//! | `observe`, `infer` | finding the style of a text |
//! | `departure` | how a text departs from its style |
//! | `edits` | from one text to another that is much like it |
//! | [`document`] | a whole text, both ways |

mod command;
pub mod comment;
mod departure;
pub mod document;
mod edits;
pub mod game;
pub mod habit;
mod infer;
pub mod layout;
mod mend;
mod notation;
mod observe;
mod page;
mod parse;
mod quotes;
mod readings;
mod render;
mod repair;
pub mod split;
pub mod style;
mod tag_lines;
pub mod tags;
pub mod time_control;

pub use document::{read, write, write_at_most};
pub use split::cut;
