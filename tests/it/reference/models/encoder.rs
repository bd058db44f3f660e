//! 11.1 of FORMAT.md: what an encoder of the range coder does.

use super::coder::part;

/// Turns decisions into bytes.
pub(crate) struct RangeEncoder {
    low: u32,
    range: u32,
    bytes: Vec<u8>,
}

impl RangeEncoder {
    /// An encoder that has put out nothing.
    pub(crate) fn new() -> Self {
        RangeEncoder {
            low: 0,
            range: u32::MAX,
            bytes: Vec::new(),
        }
    }

    /// Encodes a decision that is 1 with the probability `p` in 1/65,536.
    pub(crate) fn decision(&mut self, bit: bool, p: u32) {
        let bound = part(self.range, p);
        if bit {
            self.range = bound;
        } else {
            self.add(bound);
            self.range -= bound;
        }
        self.put_out();
    }

    /// Encodes one of several symbols, which own what their `bounds` say.
    pub(crate) fn symbol(&mut self, symbol: usize, bounds: &[u32]) {
        let [begin, end] = [symbol, symbol + 1].map(|s| part(self.range, bounds[s]));
        self.add(begin);
        self.range = end - begin;
        self.put_out();
    }

    /// The bytes, with the end.
    pub(crate) fn finish(mut self) -> Vec<u8> {
        let last = u64::from(self.low) + u64::from(self.range) - 1;
        let rounded = (0..33).rev().map(|zeros| last >> zeros << zeros);
        let roundest = rounded
            .into_iter()
            .find(|&number| number >= u64::from(self.low));
        let end = roundest.expect("a number");
        self.add((end - u64::from(self.low)) as u32);
        let mut end = self.low.to_be_bytes().to_vec();
        while end.last() == Some(&0) {
            end.pop();
        }
        self.bytes.extend(end);
        self.bytes
    }

    /// Adds to *low*, and the carry to the bytes put out already.
    fn add(&mut self, number: u32) {
        let (sum, carry) = self.low.overflowing_add(number);
        self.low = sum;
        if carry {
            let last = self.bytes.iter().rposition(|&byte| byte != 0xff);
            let last = last.expect("a byte that takes the carry");
            self.bytes[last] += 1;
            self.bytes[last + 1..].fill(0);
        }
    }

    fn put_out(&mut self) {
        while self.range < 1 << 24 {
            self.bytes.push((self.low >> 24) as u8);
            self.low <<= 8;
            self.range <<= 8;
        }
    }
}
