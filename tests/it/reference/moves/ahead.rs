//! Looking ahead. Numbers in comments are clauses of `src/codec/model/moves/MODEL.md`.

use super::{
    ahead_rows::{AHEAD_ROWS, AheadNetwork, Bins, UNSEEN, row},
    board::{Board, OPP, OWN, Turned, legal_moves},
    context::Context,
    exchange::{WORTH, balance, prize, threats},
    ordinary::Networks,
    ranking::logarithm,
    replies::Replies,
    shares::{share, weights_by_network},
};
use shakmaty::{Chess, Position};

/// The network, and what the block has taught.
pub(crate) struct Ahead {
    network: AheadNetwork,
    /// A number for each row (6.10, 7).
    numbers: Vec<i64>,
    /// The moves looked at last, with their own rows.
    looked_at: Vec<(usize, Vec<usize>)>,
}

/// A move looked at.
struct Look {
    number: usize,
    weight: i64,
    prize: i64,
    replies: Replies,
}

/// A position whose moves are looked at.
pub(crate) struct Scene<'a> {
    pub(crate) position: &'a Chess,
    pub(crate) board: &'a Board,
    pub(crate) context: &'a Context,
    pub(crate) moves: &'a [Turned],
}

impl Ahead {
    /// As it begins.
    pub(crate) fn new() -> Ahead {
        Ahead {
            network: AheadNetwork::standard(),
            numbers: vec![0; AHEAD_ROWS],
            looked_at: Vec::new(),
        }
    }

    /// Adds to the scores of a position's moves what looking ahead says (6.10).
    pub(crate) fn look(&mut self, networks: &Networks, scene: &Scene, scores: &mut [i32]) {
        let weights = weights_by_network(scores);
        let chosen = chosen(&weights);
        self.looked_at.clear();
        if chosen.len() < 2 {
            return;
        }
        let look = |&number: &usize| Look {
            number,
            weight: weights[number] as i64,
            prize: prize(&scene.moves[number]),
            replies: replies(networks, scene, &scene.moves[number]),
        };
        let looks: Vec<Look> = chosen.iter().map(look).collect();
        let of_position = rows_of_position(scene, looks.len());
        for (place, look) in looks.iter().enumerate() {
            let mut rows = rows_of_move(scene, look, place, weights.iter().sum());
            rows.extend(compared(&looks, look));
            self.looked_at.push((look.number, rows));
        }
        for (number, score) in scores.iter_mut().enumerate() {
            let look = self
                .looked_at
                .iter()
                .find(|(looked_at, _)| *looked_at == number);
            let rows = look.map_or_else(|| vec![UNSEEN], |(_, rows)| rows.clone());
            let learnt: i64 = rows.iter().map(|&row| self.numbers[row]).sum();
            let all = [rows, of_position.clone()].concat();
            *score += (self.network.gain(&all) + (learnt >> 12)) as i32;
        }
    }

    /// Learns what was played in the position looked at last (6.10, 8).
    pub(crate) fn learn(&mut self, weights: &[u64], played: usize) {
        let total = weights.iter().sum();
        let mut rest = 0;
        for (number, rows) in std::mem::take(&mut self.looked_at) {
            let whole = if number == played { 65_536 } else { 0 };
            let error = whole - share(weights[number], total) as i64;
            rest -= error;
            self.learn_rows(&rows, error);
        }
        self.learn_rows(&[UNSEEN], rest);
    }

    fn learn_rows(&mut self, rows: &[usize], error: i64) {
        for &row in rows.iter().filter(|&&row| row != 0) {
            let number = self.numbers[row] + ((2 * error + 8) >> 4);
            self.numbers[row] = number.clamp(-4 << 24, 4 << 24);
        }
    }
}

/// The moves looked at, the likeliest first (6.10, 1).
fn chosen(weights: &[u64]) -> Vec<usize> {
    let total: u64 = weights.iter().sum();
    let mut likely: Vec<usize> = (0..weights.len())
        .filter(|&number| weights[number] * 32 > total)
        .collect();
    likely.sort_by_key(|&number| (std::cmp::Reverse(weights[number]), number));
    likely.truncate(12);
    likely
}

/// The replies to a move (6.10, 2).
fn replies(networks: &Networks, scene: &Scene, m: &Turned) -> Replies {
    let mut position = scene.position.clone();
    let mut context = scene.context.clone();
    context.play(&position, *m);
    position.play_unchecked(m.played);
    let board = Board::new(&position);
    let moves = legal_moves(&position, &board);
    let asked = networks.asked(&position, &board, &moves, &context, true);
    let scores = networks.scores(&[&networks.file.judges[0]], &board, &context, &asked);
    let target = m.lands() ^ 56;
    Replies::new(
        &position,
        &board,
        &moves,
        &weights_by_network(&scores),
        target,
    )
}

/// The rows of a move itself and of its replies (17.4).
fn rows_of_move(scene: &Scene, look: &Look, place: usize, total: u64) -> Vec<usize> {
    let m = &scene.moves[look.number];
    let unlikely = (logarithm(total) - logarithm(look.weight as u64)).max(0);
    let kind = match () {
        () if m.castles => 2,
        () if m.played.is_en_passant() => 1,
        () => 0,
    };
    let mut rows = vec![
        row(0, 5 * unlikely / 512),
        row(1, place as i64),
        row(2, (7 * m.role + m.captured) as i64),
        row(3, 3 * m.promotion.unwrap_or(0) as i64 + kind),
        Bins::Balance.row(4, balance(scene.board, m)),
    ];
    rows.extend(look.replies.rows(look.prize));
    rows
}

/// The rows that compare a move to the others looked at (17.4).
fn compared(looks: &[Look], look: &Look) -> [usize; 3] {
    let balance = |look: &Look| look.replies.balance(look.prize);
    let outcome = |look: &Look| look.replies.outcome(look.prize);
    let total: i64 = looks.iter().map(|look| look.weight).sum();
    let mean = |of: &dyn Fn(&Look) -> i64| {
        looks.iter().map(|look| look.weight * of(look)).sum::<i64>() / total
    };
    let best = looks.iter().map(balance).max().unwrap();
    [
        Bins::Win.row(7, best - balance(look)),
        Bins::Balance.row(8, balance(look) - mean(&balance)),
        Bins::Balance.row(26, outcome(look) - mean(&outcome)),
    ]
}

/// The rows that all moves have (17.4).
fn rows_of_position(scene: &Scene, looked_at: usize) -> Vec<usize> {
    let (board, context) = (scene.board, scene.context);
    let rating = match context.rating(scene.position.turn()) {
        0 => 0,
        rating => 1 + rating / 200,
    };
    let worth = |side: usize| -> i64 {
        let worth = |role: usize| WORTH[role] * i64::from(board.men[side][role].count_ones());
        (0..5).map(worth).sum()
    };
    let taken = context.past(board, 0).map_or(6, |last| last.captured);
    let danger = threats(board, OPP);
    vec![
        row(27, rating as i64),
        row(28, context.speed as i64),
        row(29, context.ply as i64 / 6),
        row(30, i64::from(board.occupied().count_ones())),
        Bins::Balance.row(31, worth(OWN) - worth(OPP)),
        row(32, looked_at as i64),
        row(33, scene.moves.len() as i64),
        row(34, taken as i64),
        Bins::Win.row(35, danger[0]),
        Bins::Win.row(36, danger[1]),
        Bins::Win.row(37, threats(board, OWN)[0]),
    ]
}
