//! Somebody who looks on while the pipeline works.

use crate::error::{Error, Result};
use std::io;

/// Is told how far the work is, and may end it.
pub trait Watch: Sync {
    /// So many more bytes of text and of `.pgz` are done: the block that they belong to has been written.
    fn advance(&self, text_bytes: u64, packed_bytes: u64);

    /// Whether to stop. Asked between blocks.
    fn cancelled(&self) -> bool;
}

/// Looks at nothing and never stops.
#[derive(Clone, Copy, Debug, Default)]
pub struct Nobody;

impl Watch for Nobody {
    fn advance(&self, _text_bytes: u64, _packed_bytes: u64) {}

    fn cancelled(&self) -> bool {
        false
    }
}

/// Fails when `watch` wants the work to stop.
///
/// # Errors
/// [`ErrorKind::Io`](crate::error::ErrorKind::Io), from [`io::ErrorKind::Interrupted`].
pub(super) fn check(watch: &dyn Watch) -> Result<()> {
    match watch.cancelled() {
        true => Err(Error::from(io::Error::from(io::ErrorKind::Interrupted))),
        false => Ok(()),
    }
}
