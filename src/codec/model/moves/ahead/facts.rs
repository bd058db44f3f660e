//! What is told of a move that was looked at, in rows of the [network](super::network): how likely it was, what the
//! likely replies win, what it threatens.

use super::exchange::WORTH;
use crate::codec::model::moves::{
    board::{candidate::Candidate, squares::role, view::View},
    context::GameContext,
    features::Situation,
};

/// Rows of one move, and those that all moves of a position have in common.
pub(super) const ROWS: usize = 27;
pub(super) const SHARED_ROWS: usize = 11;
/// What one move is told by; row 0 stands for none.
pub(super) type Rows = [u16; ROWS];

/// Numbers of bins.
const WINS: usize = 15;
const BALANCES: usize = 16;
const CHANCES: usize = 16;
const PAIRS: usize = 6 * 7;

/// One fact: where its rows begin and how many there are.
#[derive(Clone, Copy)]
pub(super) struct Fact {
    first: usize,
    size: usize,
}

/// Facts one after another.
macro_rules! facts {
    ($($(#[$doc:meta])* $name:ident: $size:expr, after $before:ident;)*) => {
        $($(#[$doc])* pub(super) const $name: Fact = Fact { first: $before.first + $before.size, size: $size };)*
    };
}

const NONE: Fact = Fact { first: 0, size: 1 };
facts! {
    /// How likely the move was.
    SHARE: 16, after NONE;
    /// Among the moves looked at.
    PLACE: 16, after SHARE;
    /// Role and piece captured.
    PIECES: PAIRS, after PLACE;
    /// Promotion and kind.
    KIND: 15, after PIECES;
    /// What it wins when the exchange is played out.
    EXCHANGE: BALANCES, after KIND;
    /// What the replies win on average, by their shares.
    LOSS: WINS + 2, after EXCHANGE;
    /// The same, set against what the move takes.
    BALANCE: BALANCES, after LOSS;
    /// By how much that is below the best of the moves looked at, and above their average.
    REGRET: WINS, after BALANCE;
    MERIT: BALANCES, after REGRET;
    /// What a likely reply, and what any reply, wins at most.
    LIKELY_LOSS: WINS, after MERIT;
    MOST_LOSS: WINS, after LIKELY_LOSS;
    /// How likely the reply takes the piece that moved, gives check, mates, takes anything, wins a pawn, wins more.
    RETAKEN: CHANCES, after MOST_LOSS;
    CHECKED: CHANCES, after RETAKEN;
    MATED: CHANCES, after CHECKED;
    TAKEN: CHANCES, after MATED;
    PAWN_LOST: CHANCES, after TAKEN;
    MORE_LOST: CHANCES, after PAWN_LOST;
    /// How much there is to choose for the opponent: entropy, number of replies, share of the likeliest and its pieces.
    CHOICE: 24, after MORE_LOST;
    REPLIES: 25, after CHOICE;
    SUREST: CHANCES, after REPLIES;
    ANSWER: PAIRS, after SUREST;
    /// Whether it gives check, and how many replies there are.
    CHECK: 16, after ANSWER;
    /// What it threatens to win next.
    THREAT: WINS, after CHECK;
    THREATS: WINS, after THREAT;
    /// What is won after the likely replies; with what the move takes; above the average.
    LATER: BALANCES, after THREATS;
    OUTCOME: BALANCES, after LATER;
    PROMISE: BALANCES, after OUTCOME;
    /// Of the position: the mover's rating, the time control, how far the game has come, pieces, material.
    RATING: 18, after PROMISE;
    SPEED: 6, after RATING;
    PLY: 21, after SPEED;
    PIECE_COUNT: 33, after PLY;
    MATERIAL: BALANCES, after PIECE_COUNT;
    /// How many moves are looked at, how many there are.
    LOOKED_AT: 17, after MATERIAL;
    MOVES: 64, after LOOKED_AT;
    /// What the opponent's last move took.
    LAST_TAKEN: 7, after MOVES;
    /// What the opponent threatens to take, and the mover.
    DANGER: WINS, after LAST_TAKEN;
    DANGERS: WINS, after DANGER;
    CHANCE: WINS, after DANGERS;
    /// The only row of moves that were not looked at.
    UNSEEN: 1, after CHANCE;
}

/// How many rows there are.
pub(super) const COUNT: usize = UNSEEN.first + UNSEEN.size;

/// Of [`LOSS`], where there is no reply.
pub(super) const STALEMATE: usize = WINS;
pub(super) const MATE: usize = WINS + 1;

impl Fact {
    #[inline(always)]
    pub(super) fn row(self, bin: usize) -> u16 {
        (self.first + bin.min(self.size - 1)) as u16
    }

    /// Of a number of hundredths of a pawn that is hardly ever below 0.
    #[inline(always)]
    pub(super) fn win(self, amount: i32) -> u16 {
        const EDGES: [i32; WINS - 1] =
            [-1, 0, 4, 10, 20, 40, 70, 110, 170, 250, 330, 450, 700, 1100];
        self.row(above(&EDGES, amount))
    }

    /// Of a number of hundredths of a pawn.
    #[inline(always)]
    pub(super) fn balance(self, amount: i32) -> u16 {
        const EDGES: [i32; BALANCES - 1] = [
            -700, -400, -250, -150, -80, -40, -15, -4, 4, 15, 40, 80, 150, 250, 450,
        ];
        self.row(above(&EDGES, amount))
    }

    /// Of a probability in 1/65,536.
    #[inline(always)]
    pub(super) fn chance(self, share: u32) -> u16 {
        const EDGES: [i32; CHANCES - 1] = [
            66, 328, 655, 1311, 3277, 6554, 13_107, 19_661, 26_214, 32_768, 39_322, 45_875, 52_429,
            58_982, 63_570,
        ];
        self.row(above(&EDGES, share as i32))
    }

    /// Of the roles of a move.
    #[inline(always)]
    pub(super) fn pieces(self, c: Candidate) -> u16 {
        self.row(c.role() * 7 + c.captured())
    }
}

/// How many of `edges` a number is above.
#[inline(always)]
fn above(edges: &[i32], number: i32) -> usize {
    edges.iter().map(|&edge| usize::from(number > edge)).sum()
}

/// What is told of a position.
pub(super) struct Scene {
    pub(super) danger: [i32; 2],
    pub(super) chance: i32,
    pub(super) looked_at: usize,
    pub(super) moves: usize,
}

/// The rows that all moves have in common.
#[inline(always)]
pub(super) fn shared(situation: &Situation<'_>, scene: &Scene) -> [u16; SHARED_ROWS] {
    let &Situation { view, context, .. } = situation;
    [
        RATING.row(rating(view, context)),
        SPEED.row(context.speed as usize),
        PLY.row(context.ply as usize / 6),
        PIECE_COUNT.row(view.occupied().count_ones() as usize),
        MATERIAL.balance(material(view)),
        LOOKED_AT.row(scene.looked_at),
        MOVES.row(scene.moves),
        LAST_TAKEN.row(context.past[0].map_or(role::COUNT, |m| usize::from(m.captured))),
        DANGER.win(scene.danger[0]),
        DANGERS.win(scene.danger[1]),
        CHANCE.win(scene.chance),
    ]
}

/// The mover's rating, in steps of 200 points; 0 where it is not known.
#[inline(always)]
fn rating(view: &View, context: &GameContext) -> usize {
    match context.ratings[usize::from(view.black)] {
        0 => 0,
        rating => 1 + usize::from(rating) / 200,
    }
}

/// How much more the mover has than the opponent.
#[inline(always)]
fn material(view: &View) -> i32 {
    let count = |role: usize, side: u64| (view.roles[role] & side).count_ones() as i32;
    (0..role::KING)
        .map(|role| WORTH[role] * (count(role, view.own) - count(role, view.opp)))
        .sum()
}
