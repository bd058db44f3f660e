//! The stream *outcomes*. Numbers in comments are clauses of `src/codec/model/tags/MODEL.md`.

use super::{
    block::{Block, Coded, Current, of_row},
    cell::Scene,
    clocks,
    column::{Phase, Role},
    memory::{bytes, hash, value},
    openings,
    source::Coder,
    table::Table,
};
use crate::reference::models::coder::hash32;
use pgnpack::{
    chess,
    pgn::game::{Game, Item, steps},
};
use shakmaty::{Chess, Color, EnPassantMode, Position, Role as Man, fen::Fen, san::San};
use std::collections::HashMap;

/// What the moves of a game tell (10.2).
pub(crate) struct Facts {
    plies: u32,
    end: u32,
    material: i64,
    last: Chess,
    path: Vec<u32>,
    /// The first moves, spelt without marks (12.3).
    pub(crate) spelt: Vec<String>,
}

impl Facts {
    /// Those of a game.
    pub(crate) fn of(game: &Game) -> Facts {
        let Some(start) = game.start() else {
            return Facts::along(Chess::default(), &[]);
        };
        let steps: Vec<&Item> = steps(&game.items).collect();
        Facts::along(start, &steps)
    }

    fn along(mut last: Chess, steps: &[&Item]) -> Facts {
        let (mut plies, mut path, mut spelt) = (0, Vec::new(), Vec::new());
        let mut spells = last == Chess::default();
        for step in steps {
            match step {
                Item::Move(m) => {
                    if spells {
                        spelt.push(San::from_move(&last, *m).to_string());
                    }
                    last.play_unchecked(*m);
                    path.push(openings::key_of(&last));
                    plies += 1;
                }
                Item::Null => {
                    last = chess::pass(&last).unwrap_or(last);
                    plies += 1;
                    spells = false;
                }
                _ => spells = false,
            }
        }
        path.truncate(40);
        Facts {
            plies,
            end: end(&last),
            material: material(&last),
            last,
            path,
            spelt,
        }
    }

    fn white(&self) -> u32 {
        self.last.turn().is_white().into()
    }

    fn held(&self) -> u32 {
        self.material.clamp(-8, 8) as u32
    }
}

fn end(last: &Chess) -> u32 {
    if is_dead(last) {
        3
    } else if !last.legal_moves().is_empty() {
        0
    } else if last.is_check() {
        1
    } else {
        2
    }
}

/// Whether there are no men but kings and one knight, or bishops on squares of one colour.
fn is_dead(last: &Chess) -> bool {
    let board = last.board();
    let (knights, bishops) = (board.knights().count(), board.bishops());
    let dark = (bishops & shakmaty::Bitboard::DARK_SQUARES).count();
    let is_more = (board.pawns() | board.rooks_and_queens()).any();
    let of_one_colour = dark == 0 || dark == bishops.count();
    !is_more && (knights == 0 && of_one_colour || knights == 1 && bishops.is_empty())
}

fn material(last: &Chess) -> i64 {
    let worths = [
        (Man::Pawn, 1),
        (Man::Knight, 3),
        (Man::Bishop, 3),
        (Man::Rook, 5),
        (Man::Queen, 9),
    ];
    let of = |color: Color, role: Man| {
        let men = last.board().by_color(color) & last.board().by_role(role);
        men.count() as i64
    };
    let more = |role: Man| of(Color::White, role) - of(Color::Black, role);
    worths.iter().map(|&(role, worth)| worth * more(role)).sum()
}

/// A game whose moves are known.
pub(crate) struct Played<'g> {
    pub(crate) game: &'g Game,
    pub(crate) facts: &'g Facts,
}

/// A rating of a game (10.3).
#[derive(Clone, Copy, Default)]
pub(crate) struct Rated {
    key: u32,
    number: Option<i64>,
    later: Option<i64>,
    earlier: Option<i64>,
}

impl Block {
    /// The stream *outcomes* of games whose moves are known (10.1).
    pub(crate) fn late(&mut self, coder: &mut Coder, table: &Table, games: &[Game], first: usize) {
        self.link_ratings();
        for (index, game) in games.iter().enumerate() {
            let Coded::InTable(template, _) = self.games[first + index] else {
                continue;
            };
            if self.templates[template].late.is_empty() {
                continue;
            }
            let facts = &Facts::of(game);
            self.begin_late(first + index, template, &Played { game, facts });
            for column in self.templates[template].late.clone() {
                let given = of_row(table.rows.get(index), column);
                self.cell(coder, column, &given, Some(&Played { game, facts }));
            }
            let columns = self.templates[template].columns.iter();
            let values = columns.map(|&column| self.current.values[column].clone());
            self.games[first + index] = Coded::InTable(template, values.collect());
            assert!(coder.is_sound(), "cut short");
        }
    }

    /// 10.1, 1 to 4
    fn begin_late(&mut self, number: usize, template: usize, played: &Played) {
        let before = &self.current;
        let took_before = before.took.or(before.lasted.map(|lasted| lasted.thought));
        let mut current = Current {
            values: vec![None; self.columns.len()],
            numbers: vec![None; self.columns.len()],
            outcomes_of: Some(number),
            took_before,
            ..Current::default()
        };
        for &column in &self.templates[template].columns {
            let of_column = &self.columns[column];
            if of_column.phase != Phase::Late {
                let value = self.value_in(number, column);
                current.numbers[column] = of_column.plan.kind.number_of(bytes(&value));
                current.values[column] = value;
            }
        }
        self.current = current;
        self.work_out_speed();
        let late: Vec<_> = self.templates[template].late.clone();
        let mut late = late.iter().map(|&column| &self.columns[column]);
        if late.clone().any(|column| column.a_second().is_some()) {
            self.current.lasted = clocks::lasted(played.game);
        }
        if late.any(|column| column.role.names_opening()) {
            self.meet_neighbour(number, &played.facts.path);
            self.current.found = openings::find_all(&played.facts.path);
        }
    }

    /// 6.1, 5
    pub(crate) fn keep_ratings(&mut self) {
        let rated = [0, 1].map(|side| {
            let Some(column) = self.rated(side) else {
                return Rated::default();
            };
            Rated {
                key: hash32(self.hash_of(1 + side), self.current.speed, 0),
                number: self.current.numbers[column],
                ..Rated::default()
            }
        });
        self.ratings.push(rated);
    }

    /// The column of ratings of a side.
    fn rated(&self, side: usize) -> Option<usize> {
        let is = |column: &super::column::Column| {
            column.role == Role::Rating && column.side == Some(side)
        };
        self.columns.iter().position(is)
    }

    /// 10.3
    fn link_ratings(&mut self) {
        let mut last: HashMap<u32, (usize, usize)> = HashMap::new();
        for game in 0..self.ratings.len() {
            for side in 0..2 {
                let Rated { key, number, .. } = self.ratings[game][side];
                let Some(number) = number else { continue };
                if let Some((before, other)) = last.insert(key, (game, side)) {
                    let old = self.ratings[before][other].number.unwrap();
                    self.ratings[game][side].earlier = Some(old - number);
                    self.ratings[before][other].later = Some(number - old);
                }
            }
        }
    }

    /// *gap* (10.3)
    fn gap(&self) -> i64 {
        let number = |side| self.current.numbers[self.rated(side)?];
        match (number(0), number(1)) {
            (Some(white), Some(black)) => white.wrapping_sub(black),
            _ => 0,
        }
    }

    fn rated_now(&self) -> [Rated; 2] {
        self.ratings[self.current.outcomes_of.unwrap()]
    }

    /// *trend* (10.3)
    fn trend(&self) -> u32 {
        let way = |change: Option<i64>| change.map_or(0, |change| (2 + change.signum()) as u32);
        let changes = self.rated_now().map(|rated| [rated.later, rated.earlier]);
        let changes = changes.into_iter().flatten();
        changes.fold(0, |trend, change| 4 * trend + way(change))
    }

    /// 10.4
    pub(crate) fn by_result(&self, scene: &mut Scene, played: &Played) {
        let facts = played.facts;
        let said: Option<&[u8]> = match (facts.end, facts.white()) {
            (0, _) => None,
            (1, 1) => Some(b"0-1"),
            (1, _) => Some(b"1-0"),
            _ => Some(b"1/2-1/2"),
        };
        if let Some(said) = said {
            scene.own(0, value(said), 7);
        }
        let (e, m) = (2 * facts.end + facts.white(), facts.held());
        let sign = (facts.material.signum() + 1) as u32;
        scene.roles = [
            hash32(e, m, (self.gap().clamp(-600, 600) / 100) as u32),
            hash32(e, sign, self.trend()),
            hash32(e, facts.plies / 16, m),
        ];
    }

    /// 10.4
    pub(crate) fn by_termination(&self, scene: &mut Scene, played: &Played) {
        let facts = played.facts;
        let r = self.hash_of_role(Role::Result);
        let t = self.hash_of_role(Role::TimeControl);
        let plies = 256 * facts.white() + facts.plies.min(8);
        scene.roles = [
            hash32(r, facts.end, facts.white()),
            hash32(r, t, facts.end),
            hash32(r, facts.held(), plies),
        ];
    }

    /// 10.4
    pub(crate) fn by_plies(&self, scene: &mut Scene, played: &Played) {
        scene.own(0, value(played.facts.plies.to_string().as_bytes()), 0);
    }

    /// 10.4
    pub(crate) fn by_position(&self, scene: &mut Scene, played: &Played) {
        let modes = [EnPassantMode::Always, EnPassantMode::Legal];
        for (own, mode) in modes.into_iter().enumerate() {
            let fen = Fen::from_position(&played.facts.last, mode).to_string();
            let epd = fen.rsplitn(3, ' ').nth(2).unwrap();
            scene.own(own, value(epd.as_bytes()), 0);
            scene.own(2 + own, value(fen.as_bytes()), 0);
        }
    }

    /// 10.4
    pub(crate) fn by_clock(&self, scene: &mut Scene, played: &Played) {
        let side = self.columns[scene.column].side.unwrap_or(0);
        let shown = clocks::shown(played.game, side);
        let Some(shown) = shown.filter(|shown| shown.len() <= 16) else {
            return;
        };
        scene.own(0, value(&shown), 0);
        let digit = |at: usize| shown.get(at).is_some_and(u8::is_ascii_digit);
        if shown.starts_with(b"0") && digit(1) {
            scene.own(1, value(&shown[1..]), 0);
        } else if digit(0) && shown.get(1) == Some(&b':') {
            scene.own(1, value(&[b"0", &shown[..]].concat()), 0);
        }
    }

    /// 10.4
    pub(crate) fn by_difference(&self, scene: &mut Scene) {
        let column = &self.columns[scene.column];
        let rated = self.rated_now()[column.side.unwrap_or(0)];
        for (own, change) in [rated.later, rated.earlier].into_iter().enumerate() {
            let spelt = change.and_then(|change| column.format()?.write(change));
            if let (Some(change), Some(spelt)) = (change, spelt) {
                let trust = match change.unsigned_abs() {
                    0..16 => 0,
                    16..64 => 1,
                    _ => 2,
                };
                scene.own(own, value(&spelt), trust);
            }
        }
        let r = self.hash_of_role(Role::Result);
        let g = self.gap().clamp(-1_000, 1_000);
        let n = column
            .sibling
            .and_then(|sibling| self.current.numbers[sibling]);
        let recalled = self.memory.recall_number(self.difference_key(scene.column));
        let d = recalled.map_or(99_999, |number| (number.unsigned_abs() / 2).min(20) as u32);
        scene.roles = [
            hash32(r, (g / 30) as u32, 0),
            hash32(r, n.unwrap_or(99_999) as u32, 1),
            hash32(r, d, (g / 100) as u32),
        ];
    }
}

/// The hash of nothing is that of a value that is not there (1.2).
#[test]
fn no_value_hashes_to_nothing() {
    assert_eq!(hash(&None), 0);
    assert_ne!(hash(&value(b"")), 0);
}
