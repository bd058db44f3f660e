//! Joins [`pgn`](crate::pgn), [`codec`](crate::codec) and [`container`](crate::container): whole
//! streams in, whole streams out, on as many threads as wanted.
//!
//! * [`compress`](compress()): text → `.pgz`;
//! * [`decompress`](decompress()): `.pgz` → text; into [`std::io::sink`] it is a test;
//! * [`inspect`](inspect()): what a file holds, without decoding it;
//! * [`extract`](extract()), [`visit_tags`], [`visit_games`]: the text of some games of a file, or
//!   their tags, or all that was understood of them, without decoding the rest;
//!   [`visit_games_of_text`]: the same of a text, as if it were packed;
//! * [`salvage`](salvage()): all that is sound in a damaged file.
//!
//! Owns the order of blocks, verification, the fallback to text, and the choice of the
//! [model](models) of moves that a file needs. Knows neither file names nor terminals.
//!
//! With one thread, all is done on the caller's. Its stack must have half a MiB to spare (level 9,
//! variations nested 200 deep, in an optimised build; level 6 takes a quarter of that).

mod blocks;
mod compress;
mod decompress;
mod extract;
mod inspect;
mod lead;
mod models;
mod options;
mod ordered;
mod pack;
mod report;
mod salvage;
mod selection;
mod unpack;
mod unpacking;
mod watch;

pub use crate::limits::MOST_BLOCK_SIZE;
pub use crate::pgn::layout::KeptAsText;
pub use compress::compress;
pub use decompress::{decompress, decompress_or_pass_on};
pub use extract::{Excerpt, extract, salvage_games, visit_games, visit_games_of_text, visit_tags};
pub use inspect::{BlockContents, Contents, FileContents, ModelContents, inspect, inspect_up_to};
pub use models::{ModelChoice, ModelFile};
pub use options::{CompressOptions, DecompressOptions};
pub use ordered::{guarded, ordered};
pub use pack::understand;
pub use report::{CompressReport, Damage, DecompressReport, Lost, Reached};
pub use salvage::{salvage, salvage_front};
pub use selection::Selection;
pub use watch::{Nobody, Watch};
