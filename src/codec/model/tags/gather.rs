//! The tags of a block as a table: what a writer codes.

use super::{
    column::Column,
    kind::Plan,
    names::HEADS,
    plan,
    template::MAX_COLUMNS,
    values::{ValueId, Values},
};
use crate::pgn::game::Game;
use rustc_hash::FxHashMap;

/// Most tags of a game that are put into columns.
const MAX_TAGS: usize = 255;

/// A block's tags by game. A reader has an empty one.
#[derive(Debug, Default)]
pub(super) struct Gathered {
    /// Names of the columns, in the order in which they first occur after the [`HEADS`].
    pub(super) names: Vec<Vec<u8>>,
    /// What kind of values they hold.
    pub(super) plans: Vec<Plan>,
    pub(super) rows: Vec<Row>,
}

/// One game's tags, in the order of the text.
#[derive(Debug, Default)]
pub(super) struct Row {
    /// Whether there are too many columns, or too many tags here: the tags are spelt out.
    pub(super) odd: bool,
    pub(super) columns: Vec<usize>,
    pub(super) values: Vec<ValueId>,
}

impl Row {
    /// The value in `column`.
    pub(super) fn value(&self, column: usize) -> ValueId {
        self.columns
            .iter()
            .position(|&c| c == column)
            .map_or(ValueId::NONE, |place| self.values[place])
    }
}

impl Gathered {
    /// Puts the tags of `games` into columns: those that are `known`, and new ones.
    pub(super) fn new(games: &[&Game], known: &[Column], values: &mut Values) -> Gathered {
        let mut gathered = Gathered::default();
        // By name: the columns that have it, one for each time that it occurs in the same game.
        let mut by_name: FxHashMap<Vec<u8>, Vec<usize>> = FxHashMap::default();
        let heads = HEADS.iter().map(|head| head.as_bytes());
        let known_names = known.iter().map(|column| column.name.as_slice());
        for name in known_names.chain(heads.skip(known.len())) {
            let columns = by_name.entry(name.to_vec()).or_default();
            columns.push(gathered.names.len());
            gathered.names.push(name.to_vec());
        }
        for game in games {
            gathered.push(game, &mut by_name, values);
        }
        gathered.plans = plan::make(&gathered, values);
        gathered
    }

    fn push(
        &mut self,
        game: &Game,
        by_name: &mut FxHashMap<Vec<u8>, Vec<usize>>,
        values: &mut Values,
    ) {
        let fits = game.tags.len() <= MAX_TAGS && self.names.len() + game.tags.len() <= MAX_COLUMNS;
        if !fits {
            self.rows.push(Row {
                odd: true,
                ..Row::default()
            });
            return;
        }
        let mut row = Row::default();
        let mut last = self.rows.last().map_or(&[][..], |row| &row.columns).iter();
        for tag in game.tags.iter() {
            // As long as the names are those of the game before, so are the columns: nothing is searched for.
            if let Some(&column) = last.next()
                && self.names[column] == tag.name
            {
                row.columns.push(column);
                row.values.push(values.intern(tag.value));
                continue;
            }
            last = [].iter();
            if !by_name.contains_key(tag.name) {
                by_name.insert(tag.name.to_vec(), Vec::new());
            }
            let Some(columns) = by_name.get_mut(tag.name) else {
                continue;
            };
            let free = columns.iter().find(|column| !row.columns.contains(column));
            let column = match free {
                Some(&column) => column,
                None => {
                    columns.push(self.names.len());
                    self.names.push(tag.name.to_vec());
                    self.names.len() - 1
                }
            };
            row.columns.push(column);
            row.values.push(values.intern(tag.value));
        }
        self.rows.push(row);
    }
}
