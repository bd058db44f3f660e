//! Reads all games of some inputs, one after another, in chunks: the memory that this takes depends
//! on the size of a chunk and of the largest game, not on that of the inputs.

use crate::{
    cli::{
        Session,
        files::input::{self, Pipes},
        job::Source,
        message::{Fault, Refusal},
        wrapping::Wrapping,
    },
    pgn::{self, game::Game, split},
};
use anyhow::{Context, Result};
use std::{io::Read, ops::ControlFlow};

/// Bytes of text that are read at a time. Each chunk is parsed with styles of its own, and these
/// decide what is a game and what is kept as text. So the model that training makes depends on this
/// number.
const CHUNK: u64 = 16 << 20;

/// Calls `work` with every game of `sources`, until the user asks to stop: then it breaks off.
///
/// # Errors
/// When a source cannot be read, or holds no text that games could be in: what is packed, UTF-16 and
/// UTF-32.
pub fn each_game(
    sources: &[Source],
    session: &Session,
    mut work: impl FnMut(&Game),
) -> Result<ControlFlow<()>> {
    for source in sources {
        let (mut input, _) = input::open(source, Pipes::Read)?;
        let mut buffer = Vec::new();
        let (mut is_first, mut at_end) = (true, false);
        while !at_end {
            if session.interrupted() {
                return Ok(ControlFlow::Break(()));
            }
            let read = (&mut input)
                .take(CHUNK)
                .read_to_end(&mut buffer)
                .with_context(|| input::name_of(source))?;
            if is_first && let Some(wrapping) = Wrapping::of(&buffer) {
                return Err(Refusal::File(input::name_of(source), Fault::Wrapped(wrapping)).into());
            }
            (is_first, at_end) = (false, read == 0);
            let whole = split::cut(&buffer, at_end);
            pgn::read(&buffer[..whole]).games().for_each(&mut work);
            buffer.drain(..whole);
        }
    }
    Ok(ControlFlow::Continue(()))
}
