//! The grid on positions of random games.

use super::Grid;
use crate::{
    chess::{Position, setup::position_of_fen},
    codec::model::moves::{
        board::{
            candidate::Candidates,
            generate::legal_moves,
            view::{Attacks, View},
        },
        context::{GameContext, Speed},
        features::Situation,
        net::arithmetic::{Arithmetic, Plain, Task, as_each_kind, on_this_machine},
        testing::each_position,
    },
};
use proptest::{prelude::*, sample::Index};
use std::cell::RefCell;

/// What the grid says of each move, by origin and target as the mover sees them.
struct Asked<'a> {
    grid: &'a mut Grid,
    position: &'a Position,
}

impl Task for Asked<'_> {
    type Output = Vec<(usize, usize, i32)>;

    #[inline(always)]
    fn run<A: Arithmetic>(self) -> Self::Output {
        let view = View::with::<A>(self.position);
        let attacks = Attacks::new(&view);
        let mut candidates = Candidates::default();
        legal_moves::<A>(&view, &attacks, &mut candidates);
        let situation = Situation {
            view: &view,
            attacks: &attacks,
            context: &GameContext::new([1500; 2], Speed::Blitz),
            position: self.position,
        };
        let mut scores = vec![0; candidates.len()];
        self.grid
            .add_scores::<A>(&situation, &candidates, &mut scores);
        let moves = candidates.iter().zip(scores);
        moves.map(|(c, score)| (c.from(), c.to(), score)).collect()
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    #[test]
    fn every_processor_says_the_same_whatever_was_asked_before(
        picks in prop::collection::vec(any::<Index>(), 60),
    ) {
        let fen = b"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        let grid = RefCell::new(Grid::default());
        each_position(fen, &picks, |position| {
            let afresh = Asked {
                grid: &mut Grid::default(),
                position,
            };
            let afresh = afresh.run::<Plain>();
            as_each_kind(&mut || {
                let again = on_this_machine(Asked {
                    grid: &mut grid.borrow_mut(),
                    position,
                });
                assert_eq!(again, afresh);
            });
        });
    }
}

/// The same position with the colours exchanged.
fn exchanged(fen: &str) -> String {
    let fields: Vec<&str> = fen.split(' ').collect();
    let ranks: Vec<&str> = fields[0].rsplit('/').collect();
    let swap = |text: &str| -> String {
        let swap = |letter: char| match letter.is_ascii_lowercase() {
            true => letter.to_ascii_uppercase(),
            false => letter.to_ascii_lowercase(),
        };
        text.chars().map(swap).collect()
    };
    let turn = if fields[1] == "w" { "b" } else { "w" };
    let (ranks, castling) = (swap(&ranks.join("/")), swap(fields[2]));
    format!("{ranks} {turn} {castling} - 3 2")
}

#[test]
fn black_is_told_the_same_as_white() {
    let asked = |fen: &str| {
        on_this_machine(Asked {
            grid: &mut Grid::default(),
            position: &position_of_fen(fen.as_bytes()).unwrap(),
        })
    };
    let fen = "r3k2r/p1pp1pb1/bn2Qnp1/2qPN3/1p2P3/2N5/PPPBBPPP/R3K2R b KQkq - 3 2";
    let black = asked(fen);
    assert!(black.iter().any(|m| m.2 != black[0].2));
    assert_eq!(black, asked(&exchanged(fen)));
}
