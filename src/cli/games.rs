//! All games of some inputs, one after another, however large the inputs are.

use super::{Session, Status, input, plan::Source};
use crate::pgn::{self, game::Game};
use anyhow::{Context, Result};
use std::io::Read;

/// Text that is read at once. A chunk has its own styles, and these decide what in it is kept as text and is no game: what training makes of a
/// file depends on this number.
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
        let mut at_end = false;
        while !at_end {
            if session.interrupted() {
                return Ok(Status::Interrupted);
            }
            let read = (&mut input)
                .take(CHUNK)
                .read_to_end(&mut buffer)
                .with_context(|| input::name_of(source))?;
            at_end = read == 0;
            let whole = pgn::cut(&buffer, at_end);
            pgn::read(&buffer[..whole]).games().for_each(&mut work);
            buffer.drain(..whole);
        }
    }
    Ok(Status::Good)
}
