//! The text coded so far, in the forms in which the contexts look at it.

/// Log2 of the number of entries of `after_two`.
const INDIRECT_BITS: u32 = 14;

/// The bytes coded so far, and what the contexts need of them: words, lines, and what followed a
/// byte the last times.
#[derive(Clone, Debug)]
pub(super) struct Past {
    /// The last bytes; a ring buffer once it has grown to `mask + 1` bytes.
    ring: Vec<u8>,
    mask: usize,
    len: usize,
    /// The last eight bytes, the latest in the lowest bits.
    pub(super) recent: u64,
    /// The same with all digits as `0` and all letters in lower case.
    pub(super) folded: u64,
    /// The kinds of the latest characters, four bits each, the latest lowest. A run of small
    /// letters counts once.
    pub(super) shape: u64,
    /// Hash of the letters of the current word so far, zero between words.
    pub(super) word: u32,
    /// Hashes of the word before it and of the one before that.
    pub(super) words_before: [u32; 2],
    /// The kind of text, as the caller numbers it.
    pub(super) field: u32,
    line_start: usize,
    line_before: usize,
    /// Whether any context looks at folded bytes, at kinds of characters, or at what followed bytes
    /// before. If not, these are not kept.
    detailed: bool,
    after_one: Vec<u16>,
    after_two: Vec<u16>,
}

impl Past {
    /// An empty past that keeps the last 2^`log2_window` bytes, with or without details.
    pub(super) fn new(log2_window: u32, detailed: bool) -> Past {
        let room = |entries: usize| if detailed { entries } else { 0 };
        Past {
            ring: Vec::new(),
            mask: (1 << log2_window) - 1,
            len: 0,
            recent: 0,
            folded: 0,
            shape: 0,
            word: 0,
            words_before: [0; 2],
            field: 0,
            line_start: 0,
            line_before: 0,
            detailed,
            after_one: vec![0; room(256)],
            after_two: vec![0; room(1 << INDIRECT_BITS)],
        }
    }

    /// Makes room for 2^`log2_window` bytes, unless there is more room already, or all of it is
    /// taken.
    pub(super) fn widen(&mut self, log2_window: u32) {
        let mask = (1 << log2_window) - 1;
        if self.len <= self.mask {
            self.mask = self.mask.max(mask);
        }
    }

    /// Binary logarithm of the number of bytes that are kept.
    #[cfg(test)]
    pub(super) fn log2_window(&self) -> u32 {
        (self.mask + 1).ilog2()
    }

    /// Number of bytes so far.
    #[inline]
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// The byte at `position`, counted from the first byte; an arbitrary one if the window no
    /// longer holds it.
    #[inline]
    pub(super) fn at(&self, position: usize) -> u8 {
        self.ring.get(position & self.mask).copied().unwrap_or(0)
    }

    /// The byte in the current column of the line before; zero where that line was shorter.
    pub(super) fn above(&self) -> u8 {
        let position = self.line_before + (self.len - self.line_start);
        if position < self.line_start {
            self.at(position)
        } else {
            0
        }
    }

    /// The last byte, and the two bytes that came after its last two occurrences.
    pub(super) fn indirect_one(&self) -> u32 {
        let last = self.recent as u8;
        u32::from(self.after_one[usize::from(last)]) << 8 | u32::from(last)
    }

    /// The last byte, and the two bytes that came after the last two occurrences of the last two
    /// bytes.
    pub(super) fn indirect_two(&self) -> u32 {
        let last = self.recent as u8;
        u32::from(self.after_two[pair(self.recent)]) << 8 | u32::from(last)
    }

    /// Starts a text of kind `field`, which does not continue the bytes before it.
    pub(super) fn begin(&mut self, field: u32) {
        self.field = field;
        self.recent = u64::from(field.wrapping_mul(0x9e37_79b1) >> 16) << 8;
        self.folded = self.recent;
        self.shape = u64::from(field % 16) << 4 | END_OF_LINE;
        self.word = 0;
        self.words_before = [field, 0];
        self.line_before = self.line_start;
        self.line_start = self.len;
    }

    /// Appends a byte.
    #[inline]
    pub(super) fn push(&mut self, byte: u8) {
        if self.ring.len() <= self.mask {
            self.ring.push(byte);
        } else {
            self.ring[self.len & self.mask] = byte;
        }
        self.len += 1;
        if self.detailed {
            self.take_details(byte);
        }
        self.recent = self.recent << 8 | u64::from(byte);
        self.take_word(byte);
        if byte == b'\n' {
            self.line_before = self.line_start;
            self.line_start = self.len;
        }
    }

    #[inline]
    fn take_details(&mut self, byte: u8) {
        let follow = |seen: &mut u16| *seen = *seen << 8 | u16::from(byte);
        follow(&mut self.after_one[usize::from(self.recent as u8)]);
        follow(&mut self.after_two[pair(self.recent)]);
        let kind = kind(byte);
        if kind != LETTER || self.shape & 15 != LETTER {
            self.shape = self.shape << 4 | kind;
        }
        let folded = if kind == DIGIT {
            b'0'
        } else {
            byte.to_ascii_lowercase()
        };
        self.folded = self.folded << 8 | u64::from(folded);
    }

    #[inline]
    fn take_word(&mut self, byte: u8) {
        // Bytes above 127 belong to letters with accents.
        if byte.is_ascii_alphabetic() || byte >= 128 {
            let letter = u32::from(byte.to_ascii_lowercase());
            self.word = (self.word ^ letter)
                .wrapping_add(0x51_ed27)
                .wrapping_mul(0x2545_f491);
        } else if self.word != 0 {
            self.words_before = [self.word, self.words_before[0]];
            self.word = 0;
        }
    }
}

const LETTER: u64 = 1;
const DIGIT: u64 = 3;
const END_OF_LINE: u64 = 5;

/// What kind of character a byte is, below 16.
#[inline]
fn kind(byte: u8) -> u64 {
    match byte {
        b'a'..=b'z' | 128.. => LETTER,
        b'A'..=b'Z' => 2,
        b'0'..=b'9' => DIGIT,
        b' ' => 4,
        b'\n' | 0 => END_OF_LINE,
        b'.' | b',' => 6,
        b'-' | b'=' => 7,
        b'(' | b')' => 8,
        b'#' | b'+' => 9,
        _ => 10,
    }
}

#[inline]
fn pair(recent: u64) -> usize {
    ((recent as u32 & 0xffff).wrapping_mul(0x9e37_79b1) >> (32 - INDIRECT_BITS)) as usize
}
