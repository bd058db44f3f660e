//! The books of openings. Numbers in comments are clauses of `src/codec/model/tags/MODEL.md`.

use super::{
    block::Block,
    cell::Scene,
    column::Role,
    memory::{key, value},
};
use crate::reference::models::coder::hash32;
use shakmaty::{Chess, Color, Position, Role as Man};
use std::{collections::HashMap, sync::LazyLock};

/// What a book finds (10.5).
#[derive(Clone, Debug, Default)]
pub(crate) struct Found {
    key: u32,
    code: String,
    /// The name.
    pub(crate) name: String,
    variation: String,
}

/// Five books: labels by key.
type Books = [HashMap<u32, String>; 5];

static BOOKS: LazyLock<Books> = LazyLock::new(|| {
    read(include_bytes!(
        "../../../../src/codec/model/opening/books.bin"
    ))
});

fn read(mut data: &[u8]) -> Books {
    let number = |data: &mut &[u8], len: usize| {
        let (head, rest) = data.split_at(len);
        *data = rest;
        head.iter()
            .rev()
            .fold(0, |number, &byte| number << 8 | u32::from(byte))
    };
    let mut labels = Vec::new();
    let mut label = Vec::new();
    for _ in 0..number(&mut data, 4) {
        let shared = number(&mut data, 1) as usize;
        let more = number(&mut data, 1) as usize;
        label.truncate(shared);
        label.extend(&data[..more]);
        data = &data[more..];
        labels.push(String::from_utf8(label.clone()).unwrap());
    }
    let books = std::array::from_fn(|_| {
        let positions = 0..number(&mut data, 4);
        let position = |_| {
            let key = number(&mut data, 4);
            (key, labels[number(&mut data, 2) as usize].clone())
        };
        positions.map(position).collect()
    });
    assert!(data.is_empty());
    books
}

/// What a book finds along a path.
fn find(book: usize, path: &[u32]) -> Option<Found> {
    let books = match book {
        1 => vec![1, 0],
        book => vec![book],
    };
    path.iter().rev().find_map(|key| {
        let label = books.iter().find_map(|&book| BOOKS[book].get(key))?;
        let mut parts = label.split('\t');
        let mut part = || parts.next().unwrap_or_default().to_owned();
        Some(Found {
            key: *key,
            code: part(),
            name: part(),
            variation: part(),
        })
    })
}

/// The code and the name that book 0 has for a position (10.7 of the model of annotations).
pub(crate) fn named(position: &Chess) -> Option<String> {
    let label = BOOKS[0].get(&key_of(position))?;
    let mut parts = label.split('\t');
    Some(format!("{} {}", parts.next()?, parts.next()?))
}

/// After how many moves of a path book 0 finds something.
pub(crate) fn named_after(path: &[u32]) -> Option<usize> {
    let last = path.iter().rposition(|key| BOOKS[0].contains_key(key));
    last.map(|number| number + 1)
}

/// What all books find.
pub(crate) fn find_all(path: &[u32]) -> Vec<Option<Found>> {
    (0..5).map(|book| find(book, path)).collect()
}

/// The key of a position.
pub(crate) fn key_of(position: &Chess) -> u32 {
    let board = position.board();
    let roles = [
        Man::Pawn,
        Man::Knight,
        Man::Bishop,
        Man::Rook,
        Man::Queen,
        Man::King,
    ];
    let mut numbers = vec![board.by_color(Color::White).0];
    numbers.extend(roles.map(|role| board.by_role(role).0));
    numbers.push(position.castles().castling_rights().0);
    numbers.push(position.turn().is_white().into());
    let x = numbers.into_iter().fold(0_u64, |x, number| {
        (x.rotate_left(23) ^ number).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    });
    hash32(x as u32, (x >> 32) as u32, 0)
}

impl Block {
    /// 10.5
    pub(crate) fn by_opening(&self, scene: &mut Scene) {
        let role = self.columns[scene.column].role;
        let books = match role {
            Role::Link => vec![3],
            Role::Code => vec![0, 1, 2],
            _ => vec![0, 1, 4],
        };
        let found: Vec<_> = books
            .iter()
            .map(|&book| &self.current.found[book])
            .collect();
        let mut keys = [0; 3];
        for (i, found) in found.iter().enumerate() {
            let Some(found) = found else { continue };
            keys[i] = found.key;
            let said = match role {
                Role::Code => found.code.clone(),
                Role::Opening => found.name.clone(),
                Role::Variation => found.variation.clone(),
                _ => format!("https://www.chess.com/openings/{}", found.name),
            };
            if !said.is_empty() {
                scene.own([0, 1, 4][i], value(said.as_bytes()), 0);
            }
            let what = hash32(0x711, scene.column as u32, i as u32);
            scene.recall(self, 6 + [2, 5, 6][i], key(what, found.key, 0));
        }
        let name = found[0].as_ref().map_or("", |found| &found.name);
        let half = match (role, name.split_once(": ")) {
            (Role::Opening, Some((half, _))) | (Role::Variation, Some((_, half))) => half,
            _ => "",
        };
        if !half.is_empty() {
            scene.own(7, value(half.as_bytes()), 0);
        }
        if let Some((game, ply)) = self.current.neighbour {
            let of_neighbour = self.value_in(game, scene.column);
            if of_neighbour.is_some() {
                scene.own(3, of_neighbour, (ply / 4).min(7) as u8);
            }
        }
        let c = match role {
            Role::Code => 0,
            _ => self.hash_of_role(Role::Code),
        };
        let o = self.hash_of_role(Role::Opening);
        let [p1, p2, p3] = keys;
        scene.roles = [hash32(p1, c, 1), hash32(p3, p2, 2), hash32(c, o, 3)];
    }

    /// 10.5: the neighbour of a game.
    pub(crate) fn meet_neighbour(&mut self, game: usize, path: &[u32]) {
        let path = &path[..path.len().min(24)];
        let keys: Vec<u64> = path
            .iter()
            .map(|&position| key(0x710, position, 0))
            .collect();
        self.current.neighbour = (0..keys.len()).rev().find_map(|ply| {
            let number = self.memory.recall_number(keys[ply])?;
            Some((number as usize, ply))
        });
        for key in keys {
            self.memory.learn(key, &None, Some(game as i64));
        }
    }
}
