//! What tests of texts need.

use super::{
    layout::{Document, Piece},
    read,
    style::Style,
    write,
};
use std::time::{Duration, Instant};

/// The least time that `work` takes, of five runs. It is good for ratios.
pub(crate) fn least_time(work: impl Fn()) -> Duration {
    let once = |_| {
        let start = Instant::now();
        work();
        start.elapsed()
    };
    (0..5).map(once).min().unwrap_or_default()
}

/// The text of a document with all games in one style.
pub(super) fn text_in(mut document: Document, style: &Style) -> Vec<u8> {
    document.styles = vec![style.clone()];
    for piece in &mut document.pieces {
        if let Piece::Game(_, layout) = piece {
            layout.style = 0;
        }
    }
    write(&document).unwrap()
}

/// Whether all of a document is games, and none of them has edits.
pub(super) fn is_exact(document: &Document) -> bool {
    let exact = |piece: &Piece| matches!(piece, Piece::Game(_, layout) if layout.edits.is_empty());
    document.pieces.iter().all(exact)
}

/// Checks that the games of `plain`, in that style, are read as such.
pub(super) fn assert_told(plain: &Document, style: &Style) {
    let text = text_in(plain.clone(), style);
    let back = read(&text);
    assert_eq!(write(&back).unwrap(), text, "{style:?}");
    assert!(back.games().eq(plain.games()), "{style:?}");
    assert_eq!(back.styles, std::slice::from_ref(style));
    assert!(is_exact(&back), "{style:?}");
}
