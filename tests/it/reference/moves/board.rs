//! A position as the player to move sees it. Numbers in comments are clauses of
//! `src/codec/model/moves/MODEL.md`.

use shakmaty::{Bitboard, Chess, Color, Move, Piece, Position, Role, Square, attacks};

/// Roles by number (7.1).
pub(crate) const ROLES: [Role; 6] = Role::ALL;
pub(crate) const PAWN: usize = 0;
pub(crate) const KNIGHT: usize = 1;
pub(crate) const BISHOP: usize = 2;
pub(crate) const ROOK: usize = 3;
pub(crate) const QUEEN: usize = 4;
pub(crate) const KING: usize = 5;
/// Stands for no piece.
pub(crate) const NOTHING: usize = 6;

/// The mover, as a place in the arrays here.
pub(crate) const OWN: usize = 0;
/// The opponent.
pub(crate) const OPP: usize = 1;

/// A set of squares, a bit each.
pub(crate) type Set = u64;

/// The position on the board of 5.1, and who attacks what on it (7.2).
pub(crate) struct Board {
    /// Whether ranks were mirrored.
    pub(crate) black: bool,
    /// By side and role.
    pub(crate) men: [[Set; 6]; 2],
    /// Rooks that may castle.
    pub(crate) castling: Set,
    /// The square that a pawn has just passed.
    pub(crate) passed_over: Option<usize>,
    /// What the piece on each square attacks.
    pub(crate) attacks_of: [Set; 64],
    /// Side and role of the piece on each square.
    mailbox: [Option<(usize, usize)>; 64],
    /// By side and role: what these attack.
    attacked: [[Set; 6]; 2],
    /// By side: how many pieces attack each square.
    attackers: [[usize; 64]; 2],
}

impl Board {
    /// The position as its player to move sees it.
    pub(crate) fn new(position: &Chess) -> Board {
        let black = position.turn() == Color::Black;
        let turned = |set: Bitboard| if black { set.flip_vertical().0 } else { set.0 };
        let men = [position.turn(), !position.turn()]
            .map(|color| ROLES.map(|role| turned(position.board().by_piece(role.of(color)))));
        let mut board = Board {
            black,
            men,
            castling: turned(position.castles().castling_rights()),
            passed_over: position.maybe_ep_square().map(|square| turn(black, square)),
            attacks_of: [0; 64],
            mailbox: [None; 64],
            attacked: [[0; 6]; 2],
            attackers: [[0; 64]; 2],
        };
        for side in [OWN, OPP] {
            for (role, &set) in men[side].iter().enumerate() {
                for square in squares(set) {
                    board.mailbox[square] = Some((side, role));
                }
            }
        }
        for square in squares(board.occupied()) {
            board.note_attacks(square);
        }
        board
    }

    fn note_attacks(&mut self, square: usize) {
        let (side, role) = self.mailbox[square].unwrap();
        let unseen = if side == OPP { self.men[OWN][KING] } else { 0 };
        let attacked = self.attacks_as(side, role, square, self.occupied() & !unseen);
        self.attacks_of[square] = attacked;
        self.attacked[side][role] |= attacked;
        for square in squares(attacked) {
            self.attackers[side][square] += 1;
        }
    }

    /// What a piece of `side` and `role` on `square` attacks.
    pub(crate) fn attacks_as(&self, side: usize, role: usize, square: usize, occupied: Set) -> Set {
        let color = if side == OWN {
            Color::White
        } else {
            Color::Black
        };
        let piece = Piece {
            color,
            role: ROLES[role],
        };
        attacks::attacks(Square::new(square as u32), piece, Bitboard(occupied)).0
    }

    /// Side and role of the piece on `square`.
    pub(crate) fn at(&self, square: usize) -> Option<(usize, usize)> {
        self.mailbox[square]
    }

    /// All pieces of a side.
    pub(crate) fn all(&self, side: usize) -> Set {
        self.men[side].iter().fold(0, |all, set| all | set)
    }

    /// All pieces.
    pub(crate) fn occupied(&self) -> Set {
        self.all(OWN) | self.all(OPP)
    }

    /// The king of a side.
    pub(crate) fn king(&self, side: usize) -> usize {
        self.men[side][KING].trailing_zeros() as usize
    }

    /// How many pieces of `side` attack `square`.
    pub(crate) fn attackers(&self, side: usize, square: usize) -> usize {
        self.attackers[side][square]
    }

    /// Whether pieces of `side` that have one of `roles` attack `square`.
    pub(crate) fn attacked_by(&self, side: usize, roles: &[usize], square: usize) -> bool {
        let attacks = |&role: &usize| has(self.attacked[side][role], square);
        roles.iter().any(attacks)
    }

    /// Whether pieces of `side` worth less than `role` attack `square` (7.1).
    pub(crate) fn attacked_below(&self, side: usize, role: usize, square: usize) -> bool {
        let below: &[usize] = match role {
            PAWN => &[],
            KNIGHT | BISHOP => &[PAWN],
            ROOK => &[PAWN, KNIGHT, BISHOP],
            QUEEN => &[PAWN, KNIGHT, BISHOP, ROOK],
            _ => &[PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING],
        };
        self.attacked_by(side, below, square)
    }

    /// Whether the mover stands in check.
    pub(crate) fn in_check(&self) -> bool {
        self.attackers(OPP, self.king(OWN)) > 0
    }

    /// The square as this board has it.
    pub(crate) fn turned(&self, square: Square) -> usize {
        turn(self.black, square)
    }
}

fn turn(black: bool, square: Square) -> usize {
    usize::from(square) ^ if black { 56 } else { 0 }
}

/// Whether `set` has `square`.
pub(crate) fn has(set: Set, square: usize) -> bool {
    set >> square & 1 == 1
}

/// The squares of a set.
pub(crate) fn squares(set: Set) -> impl Iterator<Item = usize> {
    (0..64).filter(move |&square| has(set, square))
}

/// The distance of two squares in king's steps.
pub(crate) fn distance(one: usize, other: usize) -> usize {
    (one % 8)
        .abs_diff(other % 8)
        .max((one / 8).abs_diff(other / 8))
}

/// A legal move on the board of 5.1.
#[derive(Clone, Copy)]
pub(crate) struct Turned {
    /// The role that moves.
    pub(crate) role: usize,
    /// The role promoted to.
    pub(crate) promotion: Option<usize>,
    /// The role captured, or [`NOTHING`].
    pub(crate) captured: usize,
    /// The origin.
    pub(crate) from: usize,
    /// The target; for castling the own rook's square.
    pub(crate) to: usize,
    /// Whether it is castling.
    pub(crate) castles: bool,
    /// The move itself.
    pub(crate) played: Move,
}

impl Turned {
    /// `m` on `board`.
    pub(crate) fn new(board: &Board, m: Move) -> Turned {
        Turned {
            role: m.role() as usize - 1,
            promotion: m.promotion().map(|role| role as usize - 1),
            captured: m.capture().map_or(NOTHING, |role| role as usize - 1),
            from: board.turned(m.from().unwrap()),
            to: board.turned(m.to()),
            castles: m.is_castle(),
            played: m,
        }
    }

    /// The role after the move.
    pub(crate) fn standing(&self) -> usize {
        self.promotion.unwrap_or(self.role)
    }

    /// The square where the piece stands after the move.
    pub(crate) fn lands(&self) -> usize {
        match (self.castles, self.to > self.from) {
            (false, _) => self.to,
            (true, false) => 2,
            (true, true) => 6,
        }
    }

    /// Whether a pawn moves straight ahead.
    pub(crate) fn pushes(&self) -> bool {
        self.role == PAWN && self.from % 8 == self.to % 8
    }
}

/// The legal moves in the order of 5.2.
pub(crate) fn legal_moves(position: &Chess, board: &Board) -> Vec<Turned> {
    let legal = position.legal_moves();
    let mut moves: Vec<Turned> = legal.iter().map(|&m| Turned::new(board, m)).collect();
    moves.sort_by_key(|m| (m.from, m.to, m.promotion.unwrap_or(0)));
    moves
}

/// A legal move as it is on the turned board (5.1).
pub(crate) fn turned(position: &Chess, m: Move) -> Turned {
    Turned::new(&Board::new(position), m)
}
