//! The tags of a block, or of the games of a primer, as a table.

use super::{
    column::Column,
    names::HEADS,
    naming::is_free_of_marks,
    plan::Plan,
    planning,
    seen::values::{ValueId, Values},
    template::MAX_COLUMNS,
};
use crate::pgn::game::{Game, Tags};
use rustc_hash::FxHashMap;

/// Most tags of a game that are put into columns.
const MAX_TAGS: usize = 255;

/// A block's tags by game. A reader has an empty one.
#[derive(Debug, Default)]
pub(super) struct Gathered {
    /// Names of the columns: first the [`HEADS`], then in the order in which they first occur.
    pub(super) names: Vec<Vec<u8>>,
    /// The plans of the columns; none if all columns were known before.
    pub(super) plans: Vec<Plan>,
    /// `None` for a game whose tags are spelt out, since there are too many columns, too many tags
    /// in this game, or a value with marks in a column that replaces names by them.
    pub(super) rows: Vec<Option<Row>>,
}

/// Columns by name; a name that occurs several times in a game has as many columns.
#[derive(Debug, Default)]
struct ByName(FxHashMap<Vec<u8>, Vec<usize>>);

impl ByName {
    /// How many new columns a game with these tags needs.
    fn missing(&self, tags: &Tags) -> usize {
        let mut counts: FxHashMap<&[u8], usize> = FxHashMap::default();
        let needs_one = tags.iter().filter(|tag| {
            let count = counts.entry(tag.name).or_default();
            *count += 1;
            self.0.get(tag.name).map_or(0, Vec::len) < *count
        });
        needs_one.count()
    }
}

/// One game's tags, in the order of the text.
#[derive(Debug)]
pub(super) struct Row {
    pub(super) columns: Vec<usize>,
    pub(super) values: Vec<ValueId>,
}

impl Row {
    fn with_room(tags: usize) -> Row {
        Row {
            columns: Vec::with_capacity(tags),
            values: Vec::with_capacity(tags),
        }
    }

    /// The column and the value of a tag.
    fn cell(&self, place: usize) -> Option<(usize, ValueId)> {
        Some((*self.columns.get(place)?, self.values[place]))
    }

    fn value(&self, column: usize) -> ValueId {
        self.columns
            .iter()
            .position(|&c| c == column)
            .map_or(ValueId::NONE, |place| self.values[place])
    }
}

impl Gathered {
    /// Puts the tags of `games` into the columns that are `known` and new ones, and plans the
    /// columns.
    pub(super) fn new(games: &[&Game], known: &[Column], values: &mut Values) -> Gathered {
        let named = known.iter().filter(|column| column.plan.named);
        let named: Vec<&[u8]> = named.map(|column| column.name.as_slice()).collect();
        // A known column replaces names by marks, whatever these games' values are like.
        let has_marks = |game: &Game| {
            let mut of_named = game.tags.iter().filter(|tag| named.contains(&tag.name));
            of_named.any(|tag| !is_free_of_marks(tag.value))
        };
        let mut gathered = Gathered::of(games, known, values, has_marks);
        if gathered.names.len() > known.len() {
            gathered.plans = planning::make(&gathered, known, values);
        }
        gathered
    }

    /// Puts the tags of `games` into columns once more: all columns are `known` from them, and so
    /// is which games are spelt out.
    pub(super) fn again(games: &[&Game], known: &[Column], values: &mut Values) -> Gathered {
        Gathered::of(games, known, values, |_| false)
    }

    /// Puts the tags of `games` into columns, except of those that are `odd`.
    fn of(
        games: &[&Game],
        known: &[Column],
        values: &mut Values,
        odd: impl Fn(&Game) -> bool,
    ) -> Gathered {
        let mut gathered = Gathered::default();
        let mut by_name = ByName::default();
        let heads = HEADS.iter().map(|head| head.as_bytes());
        let known_names = known.iter().map(|column| column.name.as_slice());
        for name in known_names.chain(heads.skip(known.len())) {
            let columns = by_name.0.entry(name.to_vec()).or_default();
            columns.push(gathered.names.len());
            gathered.names.push(name.to_vec());
        }
        for game in games {
            match odd(game) {
                true => gathered.rows.push(None),
                false => gathered.push(game, &mut by_name, values),
            }
        }
        gathered
    }

    /// A game's tags; `None` where they are spelt out, and for a reader.
    pub(super) fn row(&self, index: usize) -> Option<&Row> {
        self.rows.get(index)?.as_ref()
    }

    /// A game's value in `column`; none if it has none, or has its tags spelt out.
    pub(super) fn value(&self, index: usize, column: usize) -> ValueId {
        self.row(index)
            .map_or(ValueId::NONE, |row| row.value(column))
    }

    fn push(&mut self, game: &Game, by_name: &mut ByName, values: &mut Values) {
        let count = self.names.len();
        let fits = game.tags.len() <= MAX_TAGS
            && (count + game.tags.len() <= MAX_COLUMNS
                || count + by_name.missing(&game.tags) <= MAX_COLUMNS);
        if !fits {
            self.rows.push(None);
            return;
        }
        let by_name = &mut by_name.0;
        let mut row = Row::with_room(game.tags.len());
        let last = self.rows.last().and_then(Option::as_ref);
        let mut follows = true;
        for (place, tag) in game.tags.iter().enumerate() {
            // As long as the names are those of the game before, so are the columns: no search. Nor
            // is there one for a value that the game before has, too.
            if follows
                && let Some((column, value)) = last.and_then(|last| last.cell(place))
                && self.names[column] == tag.name
            {
                let is_same = values.get(value) == tag.value;
                row.columns.push(column);
                row.values.push(match is_same {
                    true => value,
                    false => values.intern(tag.value),
                });
                continue;
            }
            follows = false;
            let columns = match by_name.get_mut(tag.name) {
                Some(columns) => columns,
                None => by_name.entry(tag.name.to_vec()).or_default(),
            };
            // The row has the first of them.
            let used = columns.partition_point(|column| row.columns.contains(column));
            let column = *columns.get(used).unwrap_or(&self.names.len());
            if used == columns.len() {
                columns.push(column);
                self.names.push(tag.name.to_vec());
            }
            row.columns.push(column);
            row.values.push(values.intern(tag.value));
        }
        self.rows.push(Some(row));
    }
}
