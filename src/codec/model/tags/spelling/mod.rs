//! Values that are more than text, read and written.
//!
//! [`mod@format`] and [`shape`] know how numbers are spelt alone and within a pattern, [`affix`]
//! what stands before and behind them; [`identifier`] knows random identifiers, [`fens`] positions,
//! and [`start`] those of Chess960.

mod affix;
pub(super) mod fens;
pub(super) mod format;
pub(super) mod identifier;
pub(super) mod shape;
pub(super) mod start;
