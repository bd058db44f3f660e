//! The shares of moves in lines of play and variations: 19.3 of the document, and 6.13 and 6.14 of
//! the model of moves.

use super::walk::Root;
use crate::reference::moves::{context::Context, ordinary::Moves, weights};
use shakmaty::{Chess, Move, Position, Role};
use std::collections::HashMap;

/// What says them.
pub(crate) struct Shares {
    level: u8,
    /// Made when it is first asked.
    moves: Option<Moves>,
    /// What was said of positions, by their keys.
    said: HashMap<u64, (Chess, Vec<(Move, u64)>)>,
}

impl Shares {
    /// That of a block.
    pub(crate) fn new(level: u8) -> Shares {
        Shares {
            level,
            moves: None,
            said: HashMap::new(),
        }
    }

    /// The odds of all legal moves.
    pub(crate) fn odds(&mut self, here: &Root, key: u64) -> Vec<(Move, u64)> {
        if self.level >= 8 {
            return self.ask(here);
        }
        if let Some((position, said)) = self.said.get(&key)
            && *position == here.position
        {
            return said.clone();
        }
        if self.said.len() >= 1_024 {
            self.said.clear();
        }
        let said = self.ask(here);
        let position = here.position.clone();
        self.said.insert(key, (position, said.clone()));
        said
    }

    fn ask(&mut self, here: &Root) -> Vec<(Move, u64)> {
        let new = || Moves::new(self.level, &weights::standard());
        let moves = self.moves.get_or_insert_with(new);
        let shares = in_order(moves, &here.position, &here.context);
        let odds = |share: u64| (share >> 16).clamp(1, 65_000);
        shares
            .into_iter()
            .map(|(m, share)| (m, odds(share)))
            .collect()
    }

    /// At levels 8 and 9: learns what was played in the position asked of last.
    pub(crate) fn follow(&mut self, here: &Root, m: Move) {
        if let Some(moves) = self.moves.as_mut().filter(|_| self.level >= 8) {
            moves.follow(&here.position, &here.context, m);
        }
    }
}

/// The shares of all legal moves, in the order of 5.2, or at level 1 promotions in that of 6.4.
pub(crate) fn in_order(moves: &mut Moves, position: &Chess, context: &Context) -> Vec<(Move, u64)> {
    if position.legal_moves().is_empty() {
        return Vec::new();
    }
    let mut shares = moves.shares(position, context);
    if moves.level == 1 {
        let place = |m: Move| {
            let order = [Role::Queen, Role::Rook, Role::Knight, Role::Bishop];
            order.iter().position(|&role| Some(role) == m.promotion())
        };
        let ends = |m: Move| (m.from(), m.to());
        for way in shares.chunk_by_mut(|(a, _), (b, _)| ends(*a) == ends(*b)) {
            way.sort_by_key(|&(m, _)| place(m));
        }
    }
    shares
}
