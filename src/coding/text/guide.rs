//! Who knows more about a text than its bytes tell.

/// Corrects what a [`TextModel`](super::TextModel) says of the bits of a text, by what the caller knows the text is
/// about. The model itself learns nothing of it.
pub trait Guide {
    /// A byte begins.
    fn begin(&mut self);
    /// The probability of a one (in 1/65,536) where the model says `p`.
    fn correct(&mut self, p: u32) -> u32;
    /// The bit of which the model said `p` was `bit`.
    fn learn(&mut self, p: u32, bit: bool);
    /// The byte was `byte`.
    fn end(&mut self, byte: u8);
}

/// Knows nothing.
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
