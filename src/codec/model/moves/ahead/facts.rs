//! What the [network](super::network) is told of a move that was looked at: how likely it was, what
//! the likely replies win, what it threatens. Each fact is put into a bin and switches on one row.

use super::exchange::{Threats, WORTH};
use crate::codec::model::moves::{
    board::{candidate::Candidate, squares::role, view::View},
    context::GameContext,
    features::Situation,
};

/// The number of rows of one move, and of those that all moves of a position have in common.
pub(super) const ROWS: usize = 27;
pub(super) const SHARED_ROWS: usize = 11;
/// The rows of one move; row 0 stands for no row.
pub(super) type Rows = [u16; ROWS];

/// Numbers of bins: of gains, of gains and losses, of probabilities, and of pairs of roles.
const WINS: usize = 15;
const BALANCES: usize = 16;
const CHANCES: usize = 16;
const PAIRS: usize = 6 * 7;

/// A fact: its first row and its number of rows.
#[derive(Clone, Copy)]
pub(super) struct Fact {
    first: usize,
    size: usize,
}

/// Defines facts, whose rows follow one another.
macro_rules! facts {
    ($($(#[$doc:meta])* $name:ident: $size:expr, after $before:ident;)*) => {
        $($(#[$doc])* pub(super) const $name: Fact = Fact { first: $before.first + $before.size, size: $size };)*
    };
}

const NONE: Fact = Fact { first: 0, size: 1 };
facts! {
    /// How likely the move was.
    SHARE: 16, after NONE;
    /// Its place among the moves looked at, by probability.
    PLACE: 16, after SHARE;
    /// Role and piece captured.
    PIECES: PAIRS, after PLACE;
    /// Role promoted to, and [kind](crate::codec::model::moves::board::candidate::Kind).
    KIND: 15, after PIECES;
    /// What it wins when the exchange on its target is played out.
    EXCHANGE: BALANCES, after KIND;
    /// What the replies win on average; mate and stalemate have rows of their own.
    LOSS: WINS + 2, after EXCHANGE;
    /// What the move captures less what the replies win on average.
    BALANCE: BALANCES, after LOSS;
    /// How far that, with mates counted, is below the best of the moves looked at; and above their
    /// mean.
    REGRET: WINS, after BALANCE;
    MERIT: BALANCES, after REGRET;
    /// The most that a likely reply wins, and that any reply wins.
    LIKELY_LOSS: WINS, after MERIT;
    MOST_LOSS: WINS, after LIKELY_LOSS;
    /// How likely the reply captures the piece that moved, gives check, mates, captures anything,
    /// wins more than half a pawn, wins much more than a pawn.
    RETAKEN: CHANCES, after MOST_LOSS;
    CHECKED: CHANCES, after RETAKEN;
    MATED: CHANCES, after CHECKED;
    TAKEN: CHANCES, after MATED;
    PAWN_LOST: CHANCES, after TAKEN;
    MORE_LOST: CHANCES, after PAWN_LOST;
    /// The opponent's choice: entropy of the replies, their number, probability and pieces of the
    /// likeliest.
    CHOICE: 24, after MORE_LOST;
    REPLIES: 25, after CHOICE;
    SUREST: CHANCES, after REPLIES;
    ANSWER: PAIRS, after SUREST;
    /// Whether the move gives check, and how many replies there are.
    CHECK: 16, after ANSWER;
    /// What it threatens to win next, by the best capture and by the second best.
    THREAT: WINS, after CHECK;
    THREATS: WINS, after THREAT;
    /// What can be won after the likely replies, less what they win; the same plus what the move
    /// captures; and how far that is above the mean of the moves looked at.
    LATER: BALANCES, after THREATS;
    OUTCOME: BALANCES, after LATER;
    PROMISE: BALANCES, after OUTCOME;
    /// About the position: the mover's rating, time control, ply, number of pieces, material.
    RATING: 18, after PROMISE;
    SPEED: 6, after RATING;
    PLY: 21, after SPEED;
    PIECE_COUNT: 33, after PLY;
    MATERIAL: BALANCES, after PIECE_COUNT;
    /// How many moves are looked at, and how many are legal.
    LOOKED_AT: 17, after MATERIAL;
    MOVES: 64, after LOOKED_AT;
    /// What the opponent's last move captured.
    LAST_TAKEN: 7, after MOVES;
    /// What the opponent threatens to win by the two best captures, and what the mover could win by
    /// the best one.
    DANGER: WINS, after LAST_TAKEN;
    DANGERS: WINS, after DANGER;
    CHANCE: WINS, after DANGERS;
    /// The only row of moves that were not looked at.
    UNSEEN: 1, after CHANCE;
}

/// How many rows there are.
pub(super) const COUNT: usize = UNSEEN.first + UNSEEN.size;

/// The bins of [`LOSS`] where there is no reply.
pub(super) const STALEMATE: usize = WINS;
pub(super) const MATE: usize = WINS + 1;

impl Fact {
    /// The row of a bin; larger ones count as the last.
    #[inline(always)]
    pub(super) const fn row(self, bin: usize) -> u16 {
        let last = self.size - 1;
        (self.first + if bin < last { bin } else { last }) as u16
    }

    /// The row of a gain, in hundredths of a pawn: an amount that is hardly ever below 0.
    #[inline(always)]
    pub(super) fn win(self, amount: i32) -> u16 {
        const EDGES: [i32; WINS - 1] =
            [-1, 0, 4, 10, 20, 40, 70, 110, 170, 250, 330, 450, 700, 1100];
        self.row(above(&EDGES, amount))
    }

    /// The row of a gain or loss, in hundredths of a pawn.
    #[inline(always)]
    pub(super) fn balance(self, amount: i32) -> u16 {
        const EDGES: [i32; BALANCES - 1] = [
            -700, -400, -250, -150, -80, -40, -15, -4, 4, 15, 40, 80, 150, 250, 450,
        ];
        self.row(above(&EDGES, amount))
    }

    /// The row of a probability, in 1/65,536.
    #[inline(always)]
    pub(super) fn chance(self, share: u32) -> u16 {
        const EDGES: [i32; CHANCES - 1] = [
            66, 328, 655, 1311, 3277, 6554, 13_107, 19_661, 26_214, 32_768, 39_322, 45_875, 52_429,
            58_982, 63_570,
        ];
        self.row(above(&EDGES, share as i32))
    }

    /// The row of the role that moves and the role captured.
    #[inline(always)]
    pub(super) fn pieces(self, c: Candidate) -> u16 {
        self.row(c.role() * 7 + c.captured())
    }
}

/// The bin of a number: how many of `edges` it is above.
#[inline(always)]
fn above(edges: &[i32], number: i32) -> usize {
    edges.iter().map(|&edge| usize::from(number > edge)).sum()
}

/// What looking ahead has found out about the position itself.
pub(super) struct Surroundings {
    /// What the opponent threatens.
    pub(super) danger: Threats,
    /// What the mover could win by the best capture.
    pub(super) chance: i32,
    pub(super) looked_at: usize,
    pub(super) moves: usize,
}

/// The rows that all moves of a position have in common.
#[inline(always)]
pub(super) fn shared(situation: &Situation<'_>, around: &Surroundings) -> [u16; SHARED_ROWS] {
    let &Situation { view, context, .. } = situation;
    [
        RATING.row(rating(view, context)),
        SPEED.row(context.speed as usize),
        PLY.row(context.ply as usize / 6),
        PIECE_COUNT.row(view.occupied().count_ones() as usize),
        MATERIAL.balance(material(view)),
        LOOKED_AT.row(around.looked_at),
        MOVES.row(around.moves),
        LAST_TAKEN.row(context.past[0].map_or(role::COUNT, |m| usize::from(m.captured))),
        DANGER.win(around.danger.best),
        DANGERS.win(around.danger.second),
        CHANCE.win(around.chance),
    ]
}

/// The class of the mover's rating, in steps of 200 points; 0 where it is unknown.
#[inline(always)]
fn rating(view: &View, context: &GameContext) -> usize {
    match context.ratings[usize::from(view.black)] {
        0 => 0,
        rating => 1 + usize::from(rating) / 200,
    }
}

/// The mover's material minus the opponent's, in hundredths of a pawn.
#[inline(always)]
fn material(view: &View) -> i32 {
    let count = |role: usize, side: u64| (view.roles[role] & side).count_ones() as i32;
    (0..role::KING)
        .map(|role| WORTH[role] * (count(role, view.own) - count(role, view.opp)))
        .sum()
}
