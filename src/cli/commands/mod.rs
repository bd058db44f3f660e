//! The subcommands, a file each, and what one of them alone needs: `rivals` are the compressors
//! that `bench` runs beside the codecs, `rows` what `explain` prints, `man` the pages of
//! `generate`, `game_list` what `list --games` prints, and `games` reads the games that `train` and
//! `position` go through.

pub mod bench;
pub mod compress;
pub mod decompress;
pub mod explain;
mod game_list;
mod games;
pub mod generate;
pub mod list;
mod man;
pub mod position;
mod rivals;
mod rows;
pub mod test;
pub mod train;
