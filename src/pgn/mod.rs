//! Text ↔ games: all that is known about PGN text.
//!
//! [`read`] parses any bytes into a [`Document`](layout::Document): games, each with the layout of
//! its text, and stretches that are not games. [`write`](write()) restores the same bytes from it.
//! [`cut`](split::cut) tells whoever reads a stream how much of what has arrived is whole games.
//! How a document is stored is left to [`codec`](crate::codec).
//!
//! | file | what it owns |
//! |---|---|
//! | [`game`], [`cursor`] | what a game means; following its items on the board |
//! | [`tags`], [`tag_names`], [`time_control`], [`comment`] | the tags of a game, names that many have, the tag `TimeControl`, the text of a comment |
//! | [`charset`] | what the bytes of a text say as characters |
//! | [`layout`] | how a text differs from the plain rendering of its games |
//! | [`style`] | how the program that wrote a text formats games: habits, forms of tags, spellings of moves; the styles of programs that are widely used |
//! | [`lines`] | lines, and what ends them |
//! | [`split`] | where one game ends and the next begins |
//! | `parse` | text → game; the only code that names `pgn_reader` |
//! | `readings` | the parses of one text, which differ in what belongs to a comment |
//! | `unfold` | what a comment said before its lines were folded |
//! | `tag_lines` | lines of tags, and tags that share one |
//! | `quotes` | unescaped quotation marks within tags |
//! | `line_comments` | comments that go to the end of their line |
//! | `tokens` | tokens of the movetext, and which of them are numbers of moves |
//! | `patch` | a text with some stretches replaced |
//! | `repair`, `mend` | moves in spellings that the parser does not know; moves that cannot be played as spelt |
//! | `respelling` | whether the parser understands more of a game whose moves are spelt so |
//! | `command` | where in a comment a command (`[%clk 0:03:00]`) stands |
//! | `render`, `page` | game → text, in a style: its tokens, its lines; how each is spelt, `style` says |
//! | `infer` | finding the style of a text |
//! | `departure` | the edits between the rendering of a game and its text |
//! | `edits` | the differences between two similar texts |
//! | [`document`], [`writing`] | a whole text → its games, and back |
//! | `repeats` | games whose texts come again |
//! | `known_styles` | the styles that a text being read is known to have |

pub mod charset;
pub(crate) mod command;
pub mod comment;
pub mod cursor;
mod departure;
pub mod document;
mod edits;
pub mod game;
mod infer;
mod known_styles;
pub mod layout;
mod line_comments;
pub mod lines;
mod mend;
mod page;
mod parse;
mod patch;
mod quotes;
mod readings;
mod render;
mod repair;
mod repeats;
mod respelling;
pub mod split;
pub mod style;
mod tag_lines;
pub mod tag_names;
pub mod tags;
#[cfg(test)]
pub(crate) mod testing;
pub mod time_control;
mod tokens;
mod unfold;
pub mod writing;

pub use document::{read, read_once, tags_of};
pub use writing::{Scribe, write, write_at_most, write_pieces};
