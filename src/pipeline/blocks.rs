//! Cuts a stream of text into blocks of whole games.

use crate::{
    error::Result,
    pgn::{
        lines,
        split::{self, MOST_GAME_BYTES},
    },
};
use std::io::Read;

/// Cuts a text into blocks. Where they end depends only on the text and the wanted size, not on the
/// lengths of reads.
pub(super) struct Blocks<'a> {
    input: &'a mut dyn Read,
    /// Most bytes in a block, unless it is a single longer game.
    size: usize,
    /// Text that was read.
    buffer: Vec<u8>,
    /// So many bytes of it are in blocks already.
    cut: usize,
    at_end: bool,
}

impl<'a> Blocks<'a> {
    /// The most bytes that any block may have, given the wanted `size`.
    pub(super) fn longest(size: usize) -> usize {
        size.max(MOST_GAME_BYTES)
    }

    /// Cuts `input` into blocks of at most `size` bytes. A longer game gets a block of its own.
    pub(super) fn new(input: &'a mut dyn Read, size: usize) -> Blocks<'a> {
        Blocks {
            input,
            size: size.max(1),
            buffer: Vec::new(),
            cut: 0,
            at_end: false,
        }
    }

    /// Text that was read and is in no block yet.
    fn ahead(&self) -> &[u8] {
        &self.buffer[self.cut..]
    }

    /// The next block; never empty. It ends where a game ends, unless no game with tags is in
    /// sight.
    ///
    /// # Errors
    /// Errors of reading.
    pub(super) fn next(&mut self) -> Result<Option<Vec<u8>>> {
        // One more byte says whether a block that is just full is the last.
        self.fill(self.size + 1)?;
        if self.ahead().is_empty() {
            return Ok(None);
        }
        let (first, whole) = self.first(self.size);
        let len = match split::cut(first, whole) {
            0 => self.long_game()?,
            len => len,
        };
        Ok(Some(self.take(len)))
    }

    /// The text ahead, but no more than `bytes` of it, and whether that is all there is.
    fn first(&self, bytes: usize) -> (&[u8], bool) {
        let ahead = self.ahead();
        match ahead.len() <= bytes {
            true => (ahead, self.at_end),
            false => (&ahead[..bytes], false),
        }
    }

    /// Takes the next block, of `len` bytes. Copies it or what is behind it, whichever is less: behind
    /// a long game, there may be megabytes, and blocks may be small.
    fn take(&mut self, len: usize) -> Vec<u8> {
        let end = self.cut + len;
        if len < self.buffer.len() - end {
            let block = self.ahead()[..len].to_vec();
            self.cut = end;
            return block;
        }
        let rest = self.buffer.split_off(end);
        let mut block = std::mem::replace(&mut self.buffer, rest);
        block.drain(..std::mem::take(&mut self.cut));
        block.shrink_to_fit();
        block
    }

    /// Whether there is another block.
    ///
    /// # Errors
    /// Errors of reading.
    pub(super) fn has_next(&mut self) -> Result<bool> {
        self.fill(1)?;
        Ok(!self.ahead().is_empty())
    }

    /// The length of the game at the beginning of the buffer, which is longer than a block; at most
    /// [`MOST_GAME_BYTES`]. The length of a block if it has no tags, for then it may be no game.
    fn long_game(&mut self) -> Result<usize> {
        let mut room = self.size;
        while room < MOST_GAME_BYTES && split::begins_with_a_bracket(self.ahead()) {
            room = (2 * room).min(MOST_GAME_BYTES);
            self.fill(room)?;
            let (first, whole) = self.first(room);
            let lines = lines::with_line_feeds(first);
            if let Some(len) = split::first_game(&lines, whole) {
                return Ok(len);
            }
        }
        Ok(self.ahead().len().min(self.size))
    }

    /// Reads until so many `bytes` are ahead or the input ends.
    fn fill(&mut self, bytes: usize) -> Result<()> {
        let wanted = bytes.saturating_sub(self.ahead().len());
        if wanted > 0 && !self.at_end {
            self.buffer.drain(..std::mem::take(&mut self.cut));
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

    const GAME: &str = "[Event \"?\"]\n[Result \"*\"]\n\n1. e4 e5 2. Nf3 *\n\n";

    #[test]
    fn blocks_are_whole_games_and_together_the_text() {
        let text = GAME.repeat(10).into_bytes();
        let whole = text.len();
        for size in [
            GAME.len() * 2 + 20,
            GAME.len() * 5,
            whole - 1,
            whole,
            whole + 1,
        ] {
            let blocks = blocks(&text, size);
            assert_eq!(blocks.concat(), text);
            assert_eq!(blocks.len() == 1, size >= whole);
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
    fn lines_that_end_with_carriage_returns_are_cut_as_others_are() {
        let text = GAME.repeat(10);
        let size = 3 * GAME.len() + 20;
        let bare = text.replace('\n', "\r");
        let lengths = |text: &str| -> Vec<usize> {
            let blocks = blocks(text.as_bytes(), size);
            blocks.iter().map(Vec::len).collect()
        };
        assert_eq!(lengths(&bare), lengths(&text));
        assert!(lengths(&text).len() > 3);
    }

    #[test]
    fn a_game_longer_than_a_block_has_one_of_its_own() {
        let long = GAME.replace("1. e4", &format!("{{{}}} 1. e4", "word ".repeat(100)));
        let text = [GAME, GAME, &long, GAME, &long].concat();
        let blocks = blocks(text.as_bytes(), 2 * GAME.len() + 20);
        let both = GAME.repeat(2);
        let wanted = [&both, &long, GAME, &long].map(str::as_bytes);
        let lengths: Vec<usize> = blocks.iter().map(Vec::len).collect();
        assert!(blocks == wanted, "{lengths:?}");
    }

    #[test]
    fn a_text_without_games_is_cut_all_the_same() {
        let text = b"no game at all ".repeat(100);
        let blocks = blocks(&text, 64);
        assert_eq!(blocks.concat(), text);
        assert!(blocks.iter().all(|block| (1..=64).contains(&block.len())));
    }

    #[test]
    fn a_game_longer_than_the_longest_is_cut() {
        let comment = "word ".repeat(MOST_GAME_BYTES / 5 + (1 << 17));
        let text = GAME.replace("1. e4", &format!("{{{comment}}} 1. e4"));
        let lengths: Vec<usize> = blocks(text.as_bytes(), 1 << 20)
            .iter()
            .map(Vec::len)
            .collect();
        assert_eq!(lengths[0], 8 << 20);
        assert_eq!(lengths.iter().sum::<usize>(), text.len());
    }

    #[test]
    fn nothing_has_no_blocks() {
        assert!(blocks(b"", 100).is_empty());
    }
}
