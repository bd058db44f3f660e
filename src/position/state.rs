//! A position: all that the next move depends on, namely the men, the side to move, castling rights
//! and en passant.

use super::Facts;
use crate::chess::{
    Bitboard, Board, Color, EnPassantMode, File, Piece, Position, Rank, Role, Rules, Setup, Square,
    identity::originals,
};
use crate::error::{Error, Result};

/// What stands on each square: a1 first, then b1, up to h8.
pub type Squares = [Option<Piece>; 64];

/// All men and where they stand, a1 first.
pub(super) fn men(squares: &Squares) -> impl Iterator<Item = (Square, Piece)> + '_ {
    let all = Square::ALL.into_iter().zip(squares);
    all.filter_map(|(square, man)| man.map(|piece| (square, piece)))
}

/// The square of a side's king, if it has one.
pub(super) fn king_of(squares: &Squares, color: Color) -> Option<Square> {
    let king = Role::King.of(color);
    let mut men = men(squares);
    men.find_map(|(square, piece)| (piece == king).then_some(square))
}

/// Most men a side can have.
const MEN_A_SIDE: usize = 16;

/// A position without its move counters.
///
/// Every `State` has one king a side, no pawns on the first or last rank, and for each side at most
/// 16 men and at most eight pawns and promoted men together. Each castling right has its king and
/// rook on the side's first rank. An en-passant file is that of a pawn which can have moved two
/// squares. The position need not be legal beyond that: the side that has just moved may be in
/// check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    squares: Squares,
    turn: Color,
    castling: Bitboard,
    en_passant: Option<File>,
}

/// The castling rights of standard chess.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rights {
    /// White, king's side.
    pub white_king: bool,
    /// White, queen's side.
    pub white_queen: bool,
    /// Black, king's side.
    pub black_king: bool,
    /// Black, queen's side.
    pub black_queen: bool,
}

impl Rights {
    /// King's side and queen's side of one colour.
    pub fn of(self, color: Color) -> [bool; 2] {
        match color {
            Color::White => [self.white_king, self.white_queen],
            Color::Black => [self.black_king, self.black_queen],
        }
    }

    /// The rights of both colours, each as king's side and queen's side.
    pub fn from_sides(white: [bool; 2], black: [bool; 2]) -> Rights {
        Rights {
            white_king: white[0],
            white_queen: white[1],
            black_king: black[0],
            black_queen: black[1],
        }
    }

    /// The rights of the side to move, as king's side and queen's side, and none of the other.
    pub(super) fn of_mover(turn: Color, sides: [bool; 2]) -> Rights {
        match turn {
            Color::White => Rights::from_sides(sides, [false; 2]),
            Color::Black => Rights::from_sides([false; 2], sides),
        }
    }

    /// The rights as four bits: white's king's and queen's side, then black's, the first one most
    /// significant.
    pub(super) fn to_bits(self) -> u8 {
        let [[wk, wq], [bk, bq]] = [Color::White, Color::Black].map(|color| self.of(color));
        [wk, wq, bk, bq]
            .into_iter()
            .fold(0, |bits, right| bits << 1 | u8::from(right))
    }

    /// The inverse of [`to_bits`](Self::to_bits); higher bits are ignored.
    pub(super) fn of_bits(bits: u8) -> Rights {
        let [wk, wq, bk, bq] = [8, 4, 2, 1].map(|bit| bits & bit != 0);
        Rights::from_sides([wk, wq], [bk, bq])
    }

    /// The squares of the rooks that may castle.
    pub fn rooks(self) -> Bitboard {
        let mut rooks = Bitboard::EMPTY;
        for color in [Color::White, Color::Black] {
            for (held, square) in self.of(color).into_iter().zip(rook_homes(color)) {
                if held {
                    rooks.add(square);
                }
            }
        }
        rooks
    }
}

/// The square from which a king castles in standard chess.
pub(super) fn king_home(color: Color) -> Square {
    color.fold_wb(Square::E1, Square::E8)
}

/// The squares of the castling rooks in standard chess: king's side, queen's side.
pub(super) fn rook_homes(color: Color) -> [Square; 2] {
    color.fold_wb([Square::H1, Square::A1], [Square::H8, Square::A8])
}

/// The name of a side in messages.
pub(super) fn name(color: Color) -> &'static str {
    color.fold_wb("white", "black")
}

/// The file in which a pawn may be taken on `square` in passing, where `turn` is to move.
///
/// # Errors
/// Usage if no pawn can be taken in passing on that rank.
pub(super) fn en_passant_file(square: Square, turn: Color) -> Result<File> {
    match square.rank() == turn.relative_rank(Rank::Sixth) {
        true => Ok(square.file()),
        false => Err(Error::usage(format!(
            "the en-passant square {square} is on the wrong rank"
        ))),
    }
}

impl Default for State {
    /// The initial position of standard chess.
    fn default() -> State {
        let mut squares = [None; 64];
        for (square, piece) in Board::new().iter() {
            squares[square.to_usize()] = Some(piece);
        }
        State {
            squares,
            turn: Color::White,
            castling: Bitboard::CORNERS,
            en_passant: None,
        }
    }
}

impl State {
    /// A position from its parts; `castling` is the set of squares of the rooks that may castle.
    ///
    /// # Errors
    /// Usage, with what makes the position impossible.
    pub fn new(
        squares: Squares,
        turn: Color,
        castling: Bitboard,
        en_passant: Option<File>,
    ) -> Result<State> {
        let state = State {
            squares,
            turn,
            castling,
            en_passant,
        };
        let first_or_last = |square: Square| matches!(square.rank(), Rank::First | Rank::Eighth);
        let mut counts = [[0; 7]; 2];
        for (square, Piece { color, role }) in state.men() {
            if role == Role::Pawn && first_or_last(square) {
                return Err(Error::usage(format!("a pawn stands on {square}")));
            }
            counts[color.fold_wb(0, 1)][role as usize] += 1;
        }
        for (color, counts) in [Color::White, Color::Black].into_iter().zip(counts) {
            check_men(color, |role| counts[role as usize])?;
            state.check_castling(color)?;
        }
        let backranks = Bitboard::from_rank(Rank::First) | Bitboard::from_rank(Rank::Eighth);
        if let Some(square) = (castling & !backranks).first() {
            return Err(Error::usage(format!("nobody castles with {square}")));
        }
        state.check_en_passant()?;
        Ok(state)
    }

    /// A position of standard chess from its parts.
    ///
    /// # Errors
    /// As [`State::new`], and if the king or rook of a right is not on its first square.
    pub fn standard(
        squares: Squares,
        turn: Color,
        rights: Rights,
        en_passant: Option<File>,
    ) -> Result<State> {
        let state = State::new(squares, turn, rights.rooks(), en_passant)?;
        state.rights()?;
        Ok(state)
    }

    /// A position, with the en passant square wherever a pawn stands ready to capture there, be it
    /// legal or not.
    ///
    /// # Errors
    /// As [`State::new`].
    pub fn of_position(position: &Position) -> Result<State> {
        State::of_setup(&position.to_setup(EnPassantMode::PseudoLegal))
    }

    /// The position of a set-up.
    ///
    /// # Errors
    /// As [`State::new`].
    pub fn of_setup(setup: &Setup) -> Result<State> {
        let mut squares = [None; 64];
        for (square, piece) in setup.board.iter() {
            squares[square.to_usize()] = Some(piece);
        }
        let file = |square| en_passant_file(square, setup.turn);
        let en_passant = setup.ep_square.map(file).transpose()?;
        State::new(squares, setup.turn, setup.castling_rights, en_passant)
    }

    /// The set-up of this position, with move counters as at the start of a game.
    pub fn setup(&self) -> Setup {
        let mut setup = Setup::empty();
        setup.board = self.board();
        setup.turn = self.turn;
        setup.castling_rights = self.castling;
        setup.ep_square = self
            .en_passant
            .map(|file| Square::from_coords(file, self.turn.relative_rank(Rank::Sixth)));
        setup
    }

    /// The men.
    pub fn board(&self) -> Board {
        let mut board = Board::empty();
        for (square, piece) in self.men() {
            board.set_piece_at(square, piece);
        }
        board
    }

    /// The contents of the squares.
    pub fn squares(&self) -> &Squares {
        &self.squares
    }

    /// The man on a square.
    pub fn at(&self, square: Square) -> Option<Piece> {
        self.squares[square.to_usize()]
    }

    /// All men and their squares, a1 first.
    pub fn men(&self) -> impl Iterator<Item = (Square, Piece)> + '_ {
        men(&self.squares)
    }

    /// Number of men of this kind and colour.
    pub fn count(&self, piece: Piece) -> usize {
        self.men().filter(|&(_, other)| other == piece).count()
    }

    /// Number of men of one colour.
    pub fn count_color(&self, color: Color) -> usize {
        self.men()
            .filter(|&(_, piece)| piece.color == color)
            .count()
    }

    /// The square of the king.
    pub fn king(&self, color: Color) -> Square {
        king_of(&self.squares, color).expect("every state has both kings")
    }

    /// The side to move.
    pub fn turn(&self) -> Color {
        self.turn
    }

    /// The squares of the rooks that may castle.
    pub fn castling(&self) -> Bitboard {
        self.castling
    }

    /// The file of the pawn that has just moved two squares.
    pub fn en_passant(&self) -> Option<File> {
        self.en_passant
    }

    /// The square of the pawn that has just moved two squares.
    pub fn en_passant_pawn(&self) -> Option<Square> {
        self.en_passant
            .map(|file| Square::from_coords(file, self.turn.relative_rank(Rank::Fifth)))
    }

    /// The castling rights in terms of standard chess.
    ///
    /// # Errors
    /// Unsupported if the king or rook of a right is elsewhere than in standard chess.
    pub fn rights(&self) -> Result<Rights> {
        let [white, black] = [Color::White, Color::Black]
            .map(|color| rook_homes(color).map(|home| self.castling.contains(home)));
        let rights = Rights::from_sides(white, black);
        let kings_at_home = [Color::White, Color::Black]
            .into_iter()
            .all(|color| rights.of(color) == [false; 2] || self.king(color) == king_home(color));
        if rights.rooks() != self.castling || !kings_at_home {
            return Err(Error::unsupported(
                "this scheme knows only the castling of standard chess",
            ));
        }
        Ok(rights)
    }

    /// The files of the pawns that the side to move could capture en passant, judged by the squares
    /// around them: pawns of the other side on their fourth rank that can have come from their
    /// second, with a pawn of the side to move beside them. At most five.
    pub fn en_passant_candidates(&self) -> Vec<File> {
        en_passant_candidates(&self.squares, self.turn)
    }

    /// The index of the actual en-passant file among the candidates, counted from 1; 0 if it is not
    /// among them.
    pub fn en_passant_choice(&self) -> usize {
        let place = |file| {
            self.en_passant_candidates()
                .iter()
                .position(|&other| other == file)
        };
        self.en_passant.and_then(place).map_or(0, |index| index + 1)
    }

    /// This position, reduced to the facts that a scheme keeps.
    pub fn keep(&self, facts: Facts) -> State {
        let mut kept = self.clone();
        if facts.castling_of_mover_only {
            kept.castling &= Bitboard::from_rank(self.turn.backrank());
        }
        if facts.en_passant_if_capturable && self.en_passant_choice() == 0 {
            kept.en_passant = None;
        }
        kept
    }

    fn check_castling(&self, color: Color) -> Result<()> {
        let rooks = self.castling & Bitboard::from_rank(color.backrank());
        let king = self.king(color);
        let mut sides = [0, 0];
        for square in rooks {
            if self.at(square) != Some(Role::Rook.of(color)) || king.rank() != color.backrank() {
                return Err(Error::usage(format!(
                    "{} cannot castle with {square}: the king or that rook has moved",
                    name(color)
                )));
            }
            sides[usize::from(square.file() > king.file())] += 1;
        }
        if sides.iter().any(|&count| count > 1) {
            return Err(Error::usage(format!(
                "{} can castle with two rooks on one side of the king",
                name(color)
            )));
        }
        Ok(())
    }

    fn check_en_passant(&self) -> Result<()> {
        let Some(file) = self.en_passant else {
            return Ok(());
        };
        if can_have_jumped(&self.squares, self.turn, file) {
            return Ok(());
        }
        Err(Error::usage(format!(
            "no pawn can just have moved two squares on the {}-file",
            file.char()
        )))
    }
}

/// Checks how many men of each kind a side has.
///
/// # Errors
/// Usage, with what no game leads to.
fn check_men(color: Color, count: impl Fn(Role) -> usize) -> Result<()> {
    let side = name(color);
    match count(Role::King) {
        0 => return Err(Error::usage(format!("{side} has no king"))),
        1 => {}
        kings => return Err(Error::usage(format!("{side} has {kings} kings"))),
    }
    let men: usize = Role::ALL.into_iter().map(&count).sum();
    if men > MEN_A_SIDE {
        return Err(Error::usage(format!("{side} has {men} men")));
    }
    let (pawns, promoted) = (count(Role::Pawn), promoted(count));
    if pawns + promoted > 8 {
        return Err(Error::usage(format!(
            "{side} has {pawns} pawns and {promoted} promoted men"
        )));
    }
    Ok(())
}

/// Number of men that a side must have promoted to own these.
pub(super) fn promoted(count: impl Fn(Role) -> usize) -> usize {
    [Role::Queen, Role::Rook, Role::Bishop, Role::Knight]
        .into_iter()
        .map(|role| count(role).saturating_sub(originals(role).into()))
        .sum()
}

/// Whether a pawn of the side not to move stands on its fourth rank in `file`, with both squares
/// behind it empty.
pub(super) fn can_have_jumped(squares: &Squares, turn: Color, file: File) -> bool {
    let at = |rank| squares[Square::from_coords(file, turn.relative_rank(rank)).to_usize()];
    at(Rank::Fifth) == Some(Role::Pawn.of(!turn))
        && at(Rank::Sixth).is_none()
        && at(Rank::Seventh).is_none()
}

/// Notes that a pawn of `color` on `square` has just moved two squares, where `turn` is to move.
///
/// # Errors
/// Corrupt if it cannot have done that, or if another has.
pub(super) fn note_jump(
    en_passant: &mut Option<File>,
    color: Color,
    square: Square,
    turn: Color,
) -> Result<()> {
    let right_place = color != turn && square.rank() == turn.relative_rank(Rank::Fifth);
    match right_place && en_passant.replace(square.file()).is_none() {
        true => Ok(()),
        false => Err(Error::corrupt(
            "a pawn out of place has just moved two squares",
        )),
    }
}

/// How many numbers [`State::en_passant_choice`] may give: none, or one of at most five candidates.
pub(super) const EN_PASSANT_CHOICES: u32 = 6;

/// The file that a number from [`State::en_passant_choice`] stands for.
///
/// # Errors
/// Corrupt if there are fewer candidates.
pub(super) fn en_passant_chosen(
    squares: &Squares,
    turn: Color,
    choice: usize,
) -> Result<Option<File>> {
    let Some(index) = choice.checked_sub(1) else {
        return Ok(None);
    };
    match en_passant_candidates(squares, turn).get(index) {
        Some(&file) => Ok(Some(file)),
        None => Err(nobody_jumped()),
    }
}

/// The file that a code names as that of a pawn which can be captured in passing, if it does.
///
/// # Errors
/// Corrupt if that is no candidate.
pub(super) fn en_passant_named(
    squares: &Squares,
    turn: Color,
    named: Option<File>,
) -> Result<Option<File>> {
    match named {
        Some(file) if !en_passant_candidates(squares, turn).contains(&file) => Err(nobody_jumped()),
        named => Ok(named),
    }
}

fn nobody_jumped() -> Error {
    Error::corrupt("no pawn can have just moved two squares")
}

/// As [`State::en_passant_candidates`], from the a-file on.
pub(super) fn en_passant_candidates(squares: &Squares, turn: Color) -> Vec<File> {
    File::ALL
        .into_iter()
        .filter(|&file| can_have_jumped(squares, turn, file))
        .filter(|&file| is_beside_captor(squares, turn, file))
        .collect()
}

/// Whether a pawn of the side to move that could capture en passant in `file` stands beside it.
pub(super) fn is_beside_captor(squares: &Squares, turn: Color, file: File) -> bool {
    let mut beside = [-1, 1].into_iter().filter_map(|step| file.offset(step));
    beside.any(|file| is_captor(squares, turn, file))
}

/// Whether a pawn of the side to move stands in `file` where it could capture en passant.
pub(super) fn is_captor(squares: &Squares, turn: Color, file: File) -> bool {
    let square = Square::from_coords(file, turn.relative_rank(Rank::Fifth));
    squares[square.to_usize()] == Some(Role::Pawn.of(turn))
}
