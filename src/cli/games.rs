//! All games of some inputs, one after another, however large the inputs are.

use super::{Session, Status, input, message::Refusal, plan::Source};
use crate::{
    container::header::MAGIC,
    pgn::{self, game::Game, split},
};
use anyhow::{Context, Result};
use std::io::Read;

/// Text that is read at once. A chunk has its own styles, and these decide what in it is kept as text and is no game:
/// what training makes of a file depends on this number.
const CHUNK: u64 = 16 << 20;

/// Calls `work` with every game of `sources`, until the user asks to stop.
pub fn each_game(
    sources: &[Source],
    session: &Session,
    mut work: impl FnMut(&Game),
) -> Result<Status> {
    for source in sources {
        let (mut input, _) = input::open(source, true)?;
        let mut buffer = Vec::new();
        let (mut is_first, mut at_end) = (true, false);
        while !at_end {
            if session.interrupted() {
                return Ok(Status::Interrupted);
            }
            let read = (&mut input)
                .take(CHUNK)
                .read_to_end(&mut buffer)
                .with_context(|| input::name_of(source))?;
            if is_first && buffer.starts_with(&MAGIC) {
                return Err(Refusal::Packed(input::name_of(source)).into());
            }
            (is_first, at_end) = (false, read == 0);
            let whole = pgn::cut(&split::with_line_feeds(&buffer), at_end);
            pgn::read(&buffer[..whole]).games().for_each(&mut work);
            buffer.drain(..whole);
        }
    }
    Ok(Status::Good)
}
