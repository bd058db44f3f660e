//! Walks through a position question by question, in either direction.

use super::shape::{ASKED, black, context, is_kind, jumped, man, occupied, order};
use crate::chess::{Color, File, Role, Square};
use crate::position::state::{Rights, Squares, State, can_have_jumped, en_passant_candidates};

/// Answers questions: an encoder or meter is given each answer and returns it, a decoder reads it.
pub trait Oracle {
    /// Codes the castling rights and the turn.
    fn rights_and_turn(&mut self, rights: Rights, turn: Color) -> (Rights, Color);

    /// Codes the answer to a question.
    fn ask(&mut self, question: usize, answer: bool) -> bool;

    /// Codes the answer to a question to which it is practically always no.
    fn ask_unlikely(&mut self, answer: bool) -> bool;

    /// Takes note of a fact that holds from now on.
    fn learn(&mut self, fact: usize);
}

/// The contents of a position that a walk visits. A decoder overwrites them.
#[derive(Clone, Debug)]
pub struct Contents {
    pub squares: Squares,
    pub turn: Color,
    pub rights: Rights,
    pub en_passant: Option<File>,
}

impl Contents {
    /// The facts of a position, with the given rights.
    pub fn of(state: &State, rights: Rights) -> Contents {
        Contents {
            squares: *state.squares(),
            turn: state.turn(),
            rights,
            en_passant: state.en_passant(),
        }
    }

    /// An empty board, for a decoder to fill.
    pub fn empty() -> Contents {
        Contents {
            squares: [None; 64],
            turn: Color::White,
            rights: Rights::default(),
            en_passant: None,
        }
    }

    /// Asks all questions, in order.
    pub fn walk(&mut self, oracle: &mut impl Oracle) {
        (self.rights, self.turn) = oracle.rights_and_turn(self.rights, self.turn);
        oracle.learn(context(self.rights, self.turn));
        let mut kings = [false; 2];
        for square in order() {
            let contents = &mut self.squares[square.to_usize()];
            if !oracle.ask(occupied(square), contents.is_some()) {
                *contents = None;
                continue;
            }
            let given = contents.unwrap_or(Role::Pawn.of(Color::White));
            let color = Color::from_black(oracle.ask(black(square), given.color.is_black()));
            let king = &mut kings[usize::from(color.is_black())];
            let role = ask_role(oracle, square, color, given.role, *king);
            *king |= role == Role::King;
            *contents = Some(role.of(color));
            oracle.learn(man(square, color, role));
        }
        self.walk_en_passant(oracle);
    }

    fn walk_en_passant(&mut self, oracle: &mut impl Oracle) {
        let mut found = None;
        let candidates = en_passant_candidates(&self.squares, self.turn);
        for &file in &candidates {
            if found.is_none() && oracle.ask(jumped(self.turn, file), self.en_passant == Some(file))
            {
                found = Some(file);
            }
        }
        for file in File::ALL {
            let can = found.is_none() && can_have_jumped(&self.squares, self.turn, file);
            if can
                && !candidates.contains(&file)
                && oracle.ask_unlikely(self.en_passant == Some(file))
            {
                found = Some(file);
            }
        }
        self.en_passant = found;
    }
}

/// Asks for the kind of a man. What cannot be is not asked: a pawn on the first or last rank, a
/// second king of a side.
fn ask_role(
    oracle: &mut impl Oracle,
    square: Square,
    color: Color,
    given: Role,
    has_king: bool,
) -> Role {
    let ends = !(8..56).contains(&square.to_usize());
    for (kind, role) in ASKED.into_iter().enumerate() {
        let impossible = (role == Role::Pawn && ends) || (role == Role::King && has_king);
        if !impossible && oracle.ask(is_kind(square, color, kind), given == role) {
            return role;
        }
    }
    Role::Queen
}
