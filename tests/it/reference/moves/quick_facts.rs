//! The rows of a move for the quick network. Numbers in comments are clauses of
//! `src/codec/model/moves/MODEL.md`.

use super::{
    board::{
        BISHOP, Board, KING, KNIGHT, OPP, OWN, PAWN, ROOK, Set, Turned, distance, has, squares,
    },
    context::Context,
    danger::Danger,
    scene::{Scene, forks, on_file, passed, protected},
    weights::QUICK_ROWS,
};

/// Sizes of the groups of 10.1, behind row 0.
const GROUPS: [usize; 9] = [8_064, 216, 216, 96, 126, 64, 3, 4, 4];

/// The first row of a group.
fn first(group: usize) -> usize {
    1 + GROUPS[..group].iter().sum::<usize>()
}

/// The rows of each move.
pub(crate) fn rows(board: &Board, context: &Context, moves: &[Turned]) -> Vec<Vec<usize>> {
    assert_eq!(first(GROUPS.len()), QUICK_ROWS);
    let scene = Scene::new(board, context);
    let hunt = Hunt::new(board);
    let rows = |m: &Turned| {
        vec![
            first(0) + stakes(board, m),
            first(1) + scene.manner(m),
            first(2) + scene.nearness(m),
            first(3) + king(board, m),
            hunt.row(m),
            shape(board, m),
        ]
    };
    moves.iter().map(rows).collect()
}

/// 10.2
fn stakes(board: &Board, m: &Turned) -> usize {
    let attacked = if board.attackers(OPP, m.from) == 0 {
        0
    } else {
        1 + usize::from(board.attacked_below(OPP, m.role, m.from))
    };
    let origin = 2 * attacked + usize::from(board.attackers(OWN, m.from) > 0);
    let equal: &[usize] = match m.role {
        KNIGHT | BISHOP => &[KNIGHT, BISHOP],
        ref role => std::slice::from_ref(role),
    };
    let supporters = if m.pushes() { 1 } else { 2 };
    let target = [
        board.attackers(OPP, m.to) > 0,
        board.attacked_by(OPP, &[PAWN], m.to),
        board.attacked_below(OPP, m.role, m.to),
        board.attacked_by(OPP, equal, m.to),
        board.attackers(OWN, m.to) >= supporters,
    ];
    let target = (0..5)
        .map(|bit| usize::from(target[bit]) << bit)
        .sum::<usize>();
    ((7 * m.role + m.captured) * 6 + origin) * 32 + target
}

/// The group of kings (10.1).
fn king(board: &Board, m: &Turned) -> usize {
    16 * m.role + 2 * distance(m.to, board.king(OPP)) + usize::from(board.in_check())
}

/// Own pieces in danger of the greatest role, and who threatens them (10.3).
struct Hunt {
    role: Option<usize>,
    endangered: Set,
    hunters: Set,
}

impl Hunt {
    fn new(board: &Board) -> Hunt {
        let dangers = Danger::all(board);
        let role = dangers.iter().map(|danger| danger.role).max();
        let best = dangers.iter().filter(|danger| Some(danger.role) == role);
        let endangered: Set = best.map(|danger| 1 << danger.square).sum();
        let hunts = |&square: &usize| {
            board.attacks_of[square] & endangered != 0 && board.attackers(OWN, square) > 0
        };
        let hunters = squares(board.all(OPP)).filter(hunts);
        Hunt {
            role,
            endangered,
            hunters: hunters.map(|square| 1 << square).sum(),
        }
    }

    fn row(&self, m: &Turned) -> usize {
        let Some(role) = self.role else {
            return 0;
        };
        let help = if has(self.endangered, m.from) {
            1
        } else {
            2 * usize::from(has(self.hunters, m.to))
        };
        first(4) + 21 * m.role + 3 * (1 + role) + help
    }
}

/// 10.4
fn shape(board: &Board, m: &Turned) -> usize {
    match m.role {
        PAWN => {
            let passed = usize::from(passed(board, m.to));
            let lever = usize::from(board.attacked_by(OPP, &[PAWN], m.to));
            first(5) + 8 * (m.to / 8) + 4 * passed + 2 * lever + usize::from(protected(board, m))
        }
        KNIGHT => {
            let attacks = |least| usize::from(forks(board, least, m.to));
            first(6) + attacks(1) + attacks(2)
        }
        ROOK => first(7) + on_file(board, m.to),
        KING if !m.castles => {
            let around = squares(board.men[OWN][PAWN]).filter(|&pawn| distance(pawn, m.to) == 1);
            first(8) + around.count().min(3)
        }
        _ => 0,
    }
}
