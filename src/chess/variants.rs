//! Chess variants: games in which men move otherwise than in chess, by the rules that `shakmaty`
//! knows.
//!
//! Owns which rules a name means, where such a game starts, the frozen order of its legal moves,
//! and their spelling.

use super::{
    Bitboard, CastlingMode, Move, MoveList, Rank, Role, Rules, Square,
    san::{San, SanPlus, Suffix, text_of},
    setup::setup_of_fen,
};
pub use shakmaty::variant::{Variant, VariantPosition};

/// The rules for moves that the value of a `Variant` tag names. They are those of chess for
/// Chess960, for variants that differ only in how a game is won, and for names that are not known.
pub fn named(name: &[u8]) -> Variant {
    let name: Vec<u8> = name
        .iter()
        .filter(|byte| byte.is_ascii_alphanumeric())
        .map(u8::to_ascii_lowercase)
        .collect();
    match name.as_slice() {
        b"antichess" | b"giveaway" | b"suicide" => Variant::Antichess,
        b"atomic" => Variant::Atomic,
        b"crazyhouse" => Variant::Crazyhouse,
        b"horde" => Variant::Horde,
        b"racingkings" => Variant::RacingKings,
        _ => Variant::Chess,
    }
}

/// The position of `variant` that the text of a FEN names; `None` where the text is not a FEN or
/// the position breaks the rules.
pub fn position_of_fen(variant: Variant, text: &[u8]) -> Option<VariantPosition> {
    let setup = setup_of_fen(text)?;
    let mode = CastlingMode::detect(&setup);
    VariantPosition::from_setup(variant, setup, mode).ok()
}

/// A position of a variant with its legal moves in the format's order: moves on the board by
/// origin, destination and promotion, then those that put a man on it by role and destination.
#[derive(Clone, Debug)]
pub struct VariantMoves {
    position: VariantPosition,
    moves: MoveList,
}

impl VariantMoves {
    /// The most legal moves of a position. One with more is refused: it is not played on from. So
    /// a move's number fits a byte and leaves [`u8::MAX`] to those who need a sign for no move.
    pub const MOST: usize = 250;

    /// The legal moves of `position`; `None` where there are, or might be, too many.
    pub fn new(position: VariantPosition) -> Option<VariantMoves> {
        if !fits(&position) {
            return None;
        }
        let mut moves = position.legal_moves();
        moves.sort_unstable_by_key(|&m| key(m));
        (moves.len() <= VariantMoves::MOST).then_some(VariantMoves { position, moves })
    }

    /// The position.
    pub fn position(&self) -> &VariantPosition {
        &self.position
    }

    /// The legal moves.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The position after the legal move `m`, with its legal moves; `None` where there are, or
    /// might be, too many.
    pub fn after(&self, m: Move) -> Option<VariantMoves> {
        let mut position = self.position.clone();
        position.play_unchecked(m);
        VariantMoves::new(position)
    }

    /// The mark of the move that led here: for check, for mate, or none.
    pub fn mark(&self) -> Option<Suffix> {
        match (self.position.is_check(), self.moves.is_empty()) {
            (false, _) => None,
            (true, false) => Some(Suffix::Check),
            (true, true) => Some(Suffix::Checkmate),
        }
    }

    /// The legal move that `text` means and its mark, however it is spelt.
    pub fn read(&self, text: &[u8]) -> Option<(Move, Option<Suffix>)> {
        let SanPlus { san, suffix } = SanPlus::from_ascii(text).ok()?;
        let m = san.to_move(&self.position).ok()?;
        self.moves.contains(&m).then_some((m, suffix))
    }

    /// The legal move `m` as the standard spells it, with a mark.
    pub fn spell(&self, m: Move, suffix: Option<Suffix>) -> Vec<u8> {
        let san = San::from_move(&self.position, m);
        text_of(SanPlus { san, suffix })
    }
}

/// How many moves a man of each role, pawn to king, has at most; a pawn about to promote has more.
const MOST_OF_ROLE: [usize; 6] = [4, 8, 13, 14, 27, 10];
/// The most moves of such a pawn: to three squares, in five roles each, as it may become a king by
/// some rules.
const MOST_PROMOTIONS: usize = 3 * 5;

/// Positions where more moves than this might be legal are refused. A list of moves has room for as
/// many.
const MOST_POSSIBLE: usize = 450;
const _: () = {
    let list = MoveList::new_const();
    assert!(list.capacity() >= MOST_POSSIBLE);
    std::mem::forget(list); // a constant drops nothing
};

/// Whether a list of moves has room for all moves that might be legal in `position`.
fn fits(position: &VariantPosition) -> bool {
    let (board, turn) = (position.board(), position.turn());
    let own = board.by_color(turn);
    let of_role = |(role, most): (Role, usize)| (board.by_role(role) & own).count() * most;
    let moves: usize = Role::ALL.into_iter().zip(MOST_OF_ROLE).map(of_role).sum();
    let seventh = Bitboard::from_rank(turn.relative_rank(Rank::Seventh));
    let promotions = (board.pawns() & own & seventh).count() * MOST_PROMOTIONS;
    let in_pocket = position.pockets().map_or(0, |pockets| {
        let pocket = pockets.get(turn);
        let roles = Role::ALL.into_iter();
        roles.filter(|&role| *pocket.get(role) > 0).count()
    });
    moves + promotions + in_pocket * (!board.occupied()).count() <= MOST_POSSIBLE
}

/// The number that moves are sorted by: (origin, or 63 and the role of a man that is put on the
/// board) · 512 + destination · 8 + promotion; roles count from 1 for a pawn to 6 for a king.
fn key(m: Move) -> u16 {
    let from = m.from().map_or(63 + m.role() as u16, u16::from);
    from << 9 | u16::from(m.to()) << 3 | m.promotion().map_or(0, |role| role as u16)
}

/// Whether a man of the mover's on `square` attacks the opponent's king.
pub fn attacks_king(position: &VariantPosition, role: Role, square: Square) -> bool {
    let (board, turn) = (position.board(), position.turn());
    let attacked = super::attacks::attacks(square, role.of(turn), board.occupied());
    (attacked & board.kings() & board.by_color(!turn)).any()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moves_of(variant: Variant, fen: &str) -> Option<VariantMoves> {
        VariantMoves::new(position_of_fen(variant, fen.as_bytes()).unwrap())
    }

    /// Plays `moves`, each of which must be legal and spelt as it is here.
    fn play(variant: Variant, moves: &str) -> VariantMoves {
        let start = VariantMoves::new(VariantPosition::new(variant)).unwrap();
        moves.split_whitespace().fold(start, |here, text| {
            let (m, mark) = here
                .read(text.as_bytes())
                .unwrap_or_else(|| panic!("{text}"));
            assert_eq!(here.spell(m, mark), text.as_bytes());
            let after = here.after(m).unwrap();
            assert_eq!(after.mark(), mark, "{text}");
            after
        })
    }

    #[test]
    fn names_mean_rules_however_they_are_written() {
        assert_eq!(named(b"From Position"), Variant::Chess);
        assert_eq!(named(b"King of the Hill"), Variant::Chess);
        assert_eq!(named(b"Racing Kings"), Variant::RacingKings);
        assert_eq!(named(b"ANTI-CHESS"), Variant::Antichess);
    }

    #[test]
    fn men_explode_must_take_and_come_back() {
        let after = play(Variant::Atomic, "Nf3 f6 Nd4 Nh6 Ne6 dxe6");
        assert!(after.position().board().piece_at(Square::E6).is_none());
        let after = play(Variant::Antichess, "e3 b5 Bxb5");
        assert!(after.moves().iter().all(|m| !m.is_capture()));
        play(Variant::Crazyhouse, "e4 d5 exd5 Qxd5 Nc3 Qa5 P@d5");
        play(Variant::RacingKings, "Kh3 Ka3 Nd3");
        play(Variant::Horde, "e5 d6 exd6 cxd6");
    }

    #[test]
    fn every_move_has_a_place_of_its_own() {
        for (variant, fen, least) in [
            (
                Variant::Crazyhouse,
                "rnbqk2r/pppp1ppp/8/8/8/8/PPPP1PPP/RNBQK2R[NBPnbp] w KQkq - 0 1",
                130,
            ),
            (Variant::Antichess, "8/P7/8/8/8/8/8/7k w - - 0 1", 5),
        ] {
            let here = moves_of(variant, fen).unwrap();
            assert!(here.moves().len() >= least);
            assert!(
                here.moves()
                    .windows(2)
                    .all(|pair| key(pair[0]) < key(pair[1]))
            );
        }
    }

    #[test]
    fn positions_of_too_many_moves_are_not_played_on_from() {
        let fen = "6rk/6pp/8/8/8/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ w - - 0 1";
        assert!(moves_of(Variant::Horde, fen).is_none());
        assert!(position_of_fen(Variant::Atomic, b"no FEN").is_none());
    }
}
