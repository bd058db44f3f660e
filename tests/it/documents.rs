//! Text ↔ documents: every byte comes back.

use crate::corpus;
use pgnpack::pgn;
use std::fs;

fn comes_back(text: &[u8]) -> bool {
    pgn::write(&pgn::read(text)).is_ok_and(|written| written == text)
}

#[test]
fn every_file_of_the_corpus_comes_back() {
    for folder in ["odd", "dev", "train"] {
        for path in corpus::files(folder) {
            let text = fs::read(&path).unwrap();
            for block in text.chunks(16 << 20) {
                assert!(comes_back(block), "{}", path.display());
            }
        }
    }
}
