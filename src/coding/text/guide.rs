//! The interface through which a caller shares what it knows about a text.

/// Corrects the bit probabilities of a [`TextModel`](super::TextModel) by what the caller knows the
/// text is about. The model itself does not learn from the corrections.
pub trait Guide {
    /// A byte begins.
    fn begin(&mut self);
    /// The corrected probability of a one where the model says `p`, both in 1/65,536.
    fn correct(&mut self, p: u32) -> u32;
    /// Learns that the bit was `bit`, where the model had said `p`.
    fn learn(&mut self, p: u32, bit: bool);
    /// The byte was `byte`.
    fn end(&mut self, byte: u8);
}

/// A guide that corrects nothing.
#[derive(Clone, Copy, Debug)]
pub struct Unguided;

impl Guide for Unguided {
    #[inline(always)]
    fn begin(&mut self) {}

    #[inline(always)]
    fn correct(&mut self, p: u32) -> u32 {
        p
    }

    #[inline(always)]
    fn learn(&mut self, _: u32, _: bool) {}

    #[inline(always)]
    fn end(&mut self, _: u8) {}
}
