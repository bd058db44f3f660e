//! The facts of a position that a scheme keeps.

/// What a scheme keeps of castling rights and en passant. Men and side to move are always kept, the
/// two move counters never.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Facts {
    /// The castling rights of the side not to move are lost.
    pub castling_of_mover_only: bool,
    /// The en-passant file is lost unless an enemy pawn stands beside the pawn that has just moved
    /// two squares.
    pub en_passant_if_capturable: bool,
}

impl Facts {
    /// All castling rights and every en-passant file.
    pub const ALL: Facts = Facts {
        castling_of_mover_only: false,
        en_passant_if_capturable: false,
    };
    /// All castling rights, and the en-passant file where an enemy pawn stands beside that pawn.
    pub const CAPTURABLE: Facts = Facts {
        castling_of_mover_only: false,
        en_passant_if_capturable: true,
    };
    /// The castling rights of the side to move, and every en-passant file.
    pub const MOVER: Facts = Facts {
        castling_of_mover_only: true,
        en_passant_if_capturable: false,
    };
    /// The castling rights of the side to move, and the en-passant file where an enemy pawn stands
    /// beside that pawn.
    pub const MOVER_CAPTURABLE: Facts = Facts {
        castling_of_mover_only: true,
        en_passant_if_capturable: true,
    };

    /// The facts in words.
    pub fn describe(self) -> &'static str {
        match (self.castling_of_mover_only, self.en_passant_if_capturable) {
            (false, false) => "all",
            (false, true) => "all castling, en passant if a pawn stands beside",
            (true, false) => "the mover's castling, all en passant",
            (true, true) => "the mover's castling, en passant if a pawn stands beside",
        }
    }
}
