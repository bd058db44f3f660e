//! Progress and cancellation of the pipeline's work.

use crate::error::{Error, Result};
use std::io;

/// Learns how far the work is, and may stop it.
pub trait Watch: Sync {
    /// Called when a block is done, with its lengths as text and in the `.pgz` file, in bytes.
    fn advance(&self, text_bytes: u64, packed_bytes: u64);

    /// Whether to stop. Asked between blocks.
    fn cancelled(&self) -> bool;
}

/// A watch that ignores progress and never stops the work.
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
