//! What a FEN has behind its position.

use crate::chess::{Color, Move, Role};

/// The two counters of a FEN.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counters {
    /// Half-moves since the last capture or move of a pawn.
    pub(crate) clock: u16,
    /// Number of the next move.
    pub(crate) number: u16,
}

impl Counters {
    /// The counters of a text; `None` unless they give exactly that text back.
    pub(crate) fn of(text: &str) -> Option<Counters> {
        let (clock, number) = text.split_once(' ')?;
        let counters = Counters {
            clock: clock.parse().ok()?,
            number: number.parse().ok()?,
        };
        (counters.text() == text).then_some(counters)
    }

    /// How they are spelt.
    pub(crate) fn text(self) -> String {
        format!("{} {}", self.clock, self.number)
    }

    /// Those after a move of `color`.
    pub(crate) fn after(self, m: Move, color: Color) -> Counters {
        let is_final = m.is_capture() || m.role() == Role::Pawn;
        Counters {
            clock: if is_final {
                0
            } else {
                self.clock.saturating_add(1)
            },
            number: self.number.saturating_add(u16::from(color.is_black())),
        }
    }
}
