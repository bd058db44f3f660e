//! Cuts a stream of text into blocks of whole games.

use crate::{error::Result, pgn};
use std::io::Read;

/// The blocks of a text. Where they end depends on the text and the size wanted alone, not on how the input portions it.
pub(super) struct Blocks<'a> {
    input: &'a mut dyn Read,
    /// Most bytes in a block.
    size: usize,
    /// Read but not yet given out.
    buffer: Vec<u8>,
    at_end: bool,
}

impl<'a> Blocks<'a> {
    /// Cuts `input` into blocks of `size` bytes at most.
    pub(super) fn new(input: &'a mut dyn Read, size: usize) -> Blocks<'a> {
        Blocks {
            input,
            size: size.max(1),
            buffer: Vec::new(),
            at_end: false,
        }
    }

    /// The next block; never empty. It ends where a game ends, unless a game is longer than a block.
    ///
    /// # Errors
    /// What reading gives.
    pub(super) fn next(&mut self) -> Result<Option<Vec<u8>>> {
        self.fill()?;
        if self.buffer.is_empty() {
            return Ok(None);
        }
        let len = match pgn::cut(&self.buffer, self.at_end) {
            0 => self.buffer.len(),
            len => len,
        };
        let rest = self.buffer.split_off(len);
        let mut block = std::mem::replace(&mut self.buffer, rest);
        block.shrink_to_fit();
        Ok(Some(block))
    }

    /// Whether there is another block.
    ///
    /// # Errors
    /// What reading gives.
    pub(super) fn has_next(&mut self) -> Result<bool> {
        if self.buffer.is_empty() && !self.at_end {
            let got = self.input.take(1).read_to_end(&mut self.buffer)?;
            self.at_end = got == 0;
        }
        Ok(!self.buffer.is_empty())
    }

    /// Reads until the buffer holds a whole block's bytes or the input ends.
    fn fill(&mut self) -> Result<()> {
        let wanted = self.size - self.buffer.len();
        if wanted > 0 && !self.at_end {
            let got = self
                .input
                .take(wanted as u64)
                .read_to_end(&mut self.buffer)?;
            self.at_end = got < wanted;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn blocks(text: &[u8], size: usize) -> Vec<Vec<u8>> {
        let mut input = text;
        let mut cutter = Blocks::new(&mut input, size);
        let mut blocks = Vec::new();
        while cutter.has_next().unwrap() {
            blocks.push(cutter.next().unwrap().unwrap());
        }
        assert_eq!(cutter.next().unwrap(), None);
        blocks
    }

    const GAME: &[u8] = b"[Event \"?\"]\n[Result \"*\"]\n\n1. e4 e5 2. Nf3 *\n\n";

    #[test]
    fn blocks_are_whole_games_and_together_the_text() {
        let text = GAME.repeat(10);
        for size in [GAME.len() * 2 + 20, GAME.len() * 5, text.len() + 1] {
            let blocks = blocks(&text, size);
            assert_eq!(blocks.concat(), text);
            for block in &blocks {
                assert!(block.len() <= size);
                assert!(
                    block.starts_with(b"[Event"),
                    "{:?}",
                    String::from_utf8_lossy(block)
                );
            }
        }
    }

    #[test]
    fn a_text_without_games_is_cut_all_the_same() {
        let text = b"no game at all ".repeat(100);
        let blocks = blocks(&text, 64);
        assert_eq!(blocks.concat(), text);
        assert!(blocks.iter().all(|block| (1..=64).contains(&block.len())));
    }

    #[test]
    fn nothing_has_no_blocks() {
        assert!(blocks(b"", 100).is_empty());
    }
}
