//! The pictures that commands draw with `--svg`.

pub(super) mod bench;
pub(super) mod costs;
pub(super) mod schemes;
mod svg;
