//! Captures on one square, played out. Numbers in comments are clauses of
//! `src/codec/model/moves/MODEL.md`.

use super::board::{Board, KING, NOTHING, OPP, OWN, PAWN, Set, Turned, has, squares};

/// By role, and of nothing (17.1).
pub(crate) const WORTH: [i64; 7] = [100, 310, 330, 500, 950, 20_000, 0];

/// The prize of a move (17.1).
pub(crate) fn prize(m: &Turned) -> i64 {
    let promoted = m.promotion.map_or(0, |role| WORTH[role] - WORTH[PAWN]);
    WORTH[m.captured] + promoted
}

/// The balance of a move of the mover's (17.2).
pub(crate) fn balance(board: &Board, m: &Turned) -> i64 {
    played_out(board, OWN, m.from, m.to, prize(m), WORTH[m.standing()])
}

/// What a side threatens: the greatest two (17.2).
pub(crate) fn threats(board: &Board, side: usize) -> [i64; 2] {
    let other = OWN + OPP - side;
    let mut all: Vec<i64> = Vec::new();
    for to in squares(board.all(other) & !board.men[other][KING]) {
        let prize = WORTH[board.at(to).map_or(NOTHING, |(_, role)| role)];
        let capturers = squares(attackers(board, side, to, board.occupied()));
        let balance = |from| {
            let standing = WORTH[board.at(from).unwrap().1];
            played_out(board, side, from, to, prize, standing)
        };
        all.push(capturers.map(balance).fold(0, i64::max));
    }
    all.extend([0, 0]);
    all.sort_by_key(|won| -won);
    [all[0], all[1]]
}

/// The pieces of a side that attack `to` where these squares are occupied.
fn attackers(board: &Board, side: usize, to: usize, occupied: Set) -> Set {
    let attacks = |&from: &usize| {
        let role = board.at(from).unwrap().1;
        has(board.attacks_as(side, role, from, occupied), to)
    };
    let men = squares(board.all(side) & occupied);
    men.filter(attacks).map(|from| 1 << from).sum()
}

/// What a move of `side` wins that gains `prize` and leaves a piece worth `standing` on `to`.
fn played_out(
    board: &Board,
    side: usize,
    from: usize,
    to: usize,
    prize: i64,
    mut standing: i64,
) -> i64 {
    let mut occupied = board.occupied() & !(1 << from);
    let mut gains = vec![prize];
    let mut turn = OWN + OPP - side;
    loop {
        let ours = attackers(board, turn, to, occupied);
        let theirs = attackers(board, OWN + OPP - turn, to, occupied);
        let role = (0..6).find(|&role| board.men[turn][role] & ours != 0);
        let Some(role) = role.filter(|&role| role != KING || theirs == 0) else {
            break;
        };
        gains.push(standing - gains[gains.len() - 1]);
        standing = WORTH[role];
        let capturer = squares(ours & board.men[turn][role]).next().unwrap();
        occupied &= !(1 << capturer);
        turn = OWN + OPP - turn;
    }
    let last = gains.pop().unwrap();
    gains
        .iter()
        .rev()
        .fold(last, |next, &gain| -((-gain).max(next)))
}
