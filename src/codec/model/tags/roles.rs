//! What some tags are known to mean, and the guesses and contexts that follow from that, beyond
//! those that every column has.

use super::{
    cell::Scene,
    coder::TagCoder,
    column::Column,
    models::salt,
    names::{BLACK, EVENT, PLAYERS, WHITE},
    seen::memory::{Key, MAX_TRUST},
    source::Source,
    times::{duration::Lasted, shown},
};
use crate::{
    chess::{EnPassantMode, setup, side_index},
    codec::model::facts::{Ending, GameFacts, Played, last_position},
    coding::mix::hash32,
    listed::listed,
    pgn::{
        game::{Game, Outcome},
        time_control::{Class, TimeControl},
    },
};

listed! {
    /// What a tag is known to mean, which [`Meaning::of`](super::names::Meaning::of) finds by its
    /// name.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub(super) enum Role {
        /// Nothing special.
        #[default]
        Other,
        White,
        Black,
        TimeControl,
        Rating,
        RatingDiff,
        Study,
        Chapter,
        Result,
        Termination,
        PlyCount,
        CurrentPosition,
        Eco,
        Opening,
        Variation,
        EcoUrl,
        Duration,
        Clock,
    }
}

/// The columns that have a role.
#[derive(Clone, Debug, Default)]
pub(super) struct ByRole {
    /// The first column in each role.
    first: [Option<usize>; Role::ALL.len()],
    /// The columns of White's and Black's rating.
    pub(super) rated: [Option<usize>; 2],
}

impl ByRole {
    /// Notes the role of a new column, number `number`.
    pub(super) fn note(&mut self, number: usize, column: &Column) {
        let (role, side) = (column.meaning.role, column.side);
        self.first[role as usize].get_or_insert(number);
        if let (Role::Rating, Some(side)) = (role, side) {
            self.rated[side_index(side)].get_or_insert(number);
        }
    }
}

/// As what kind of game a game is rated, as far as its time control tells: a player has a rating
/// for each. The numbers are hashed, and are part of the format (*speed* in 9.2 of MODEL.md).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(u32)]
pub(super) enum RatedAs {
    /// It is not known; so are all columns that hold no ratings.
    #[default]
    Unknown = 0,
    /// Of less than half a minute: Lichess rates these apart.
    Ultra = 1,
    Bullet = 2,
    Blitz = 3,
    Rapid = 4,
    /// Games of several days a move, too: about these servers do not agree.
    Classical = 5,
}

impl RatedAs {
    /// As what a game with this time control is rated.
    fn of(time_control: &[u8]) -> RatedAs {
        let Some(control) = TimeControl::read(time_control) else {
            return RatedAs::Unknown;
        };
        match (control.seconds_for_forty_moves(), control.class()) {
            (0, _) => RatedAs::Unknown,
            (1..30, _) => RatedAs::Ultra,
            (_, Class::Bullet) => RatedAs::Bullet,
            (_, Class::Blitz) => RatedAs::Blitz,
            (_, Class::Rapid) => RatedAs::Rapid,
            (_, Class::Classical) => RatedAs::Classical,
        }
    }
}

impl Role {
    /// Whether values are names of players.
    pub(super) fn is_player(self) -> bool {
        matches!(self, Role::White | Role::Black)
    }

    /// Whether values are best coded by their place in a list, though they may look like numbers.
    pub(super) fn is_listed(self) -> bool {
        self.names_opening() || self == Role::TimeControl
    }

    /// Whether values name the opening.
    pub(super) fn names_opening(self) -> bool {
        matches!(
            self,
            Role::Eco | Role::Opening | Role::Variation | Role::EcoUrl
        )
    }
}

/// The source of guesses at the number of half-moves.
const PLIES: Source = Source::own(0);
/// The sources of guesses at the last position, one for each way to write it.
const POSITION: [Source; 4] = [
    Source::own(0),
    Source::own(1),
    Source::own(2),
    Source::own(3),
];
/// The sources of guesses at what a clock shows at the end: as comments write it, and with one
/// digit of hours more or less.
const CLOCK: [Source; 2] = [Source::own(0), Source::own(1)];

impl TagCoder {
    /// Adds the guesses and contexts for the role of a column.
    pub(super) fn guess_by_role(&mut self, scene: &mut Scene, played: Option<Played>) {
        let this = &self.columns[scene.column];
        match (this.meaning.role, played) {
            (Role::White, _) => self.guess_white(scene),
            (Role::Black, _) => self.guess_black(scene),
            (Role::RatingDiff, Some(_)) => self.guess_rating_diff(scene),
            (Role::Result, Some(Played { facts, .. })) => self.guess_result(scene, facts),
            (Role::Termination, Some(Played { facts, .. })) => self.guess_termination(scene, facts),
            (Role::PlyCount, Some(Played { facts, .. })) => {
                let plies = self.values.intern(facts.plies.to_string().as_bytes());
                scene.guess(PLIES, plies, 0);
            }
            (Role::CurrentPosition, Some(Played { game, .. })) => {
                let last = last_position(game);
                let spelt = [
                    setup::epd(&last, EnPassantMode::Always),
                    setup::epd(&last, EnPassantMode::Legal),
                    setup::fen(&last, EnPassantMode::Always),
                    setup::fen(&last, EnPassantMode::Legal),
                ];
                for (source, fen) in POSITION.into_iter().zip(spelt) {
                    scene.guess(source, self.values.intern(fen.as_bytes()), 0);
                }
            }
            (role, Some(Played { facts, .. })) if role.names_opening() => {
                self.guess_opening(scene, facts);
            }
            (Role::Rating, _) => {
                self.guess_rating(scene);
                self.relate(scene);
            }
            (Role::Chapter, _) => {
                self.guess_chapter(scene);
                self.relate(scene);
            }
            (Role::Clock, Some(Played { game, .. })) => {
                self.guess_clock(scene, game);
                self.relate(scene);
            }
            _ => self.relate(scene),
        }
    }

    /// Adds the contexts of columns whose role has none of its own.
    fn relate(&self, scene: &mut Scene) {
        let this = &self.columns[scene.column];
        let players = PLAYERS.map(|player| self.value_hash(player));
        let template = self.templates.last()[0] as u32;
        scene.roles = match this.side {
            Some(side) => [
                players[side_index(side)],
                this.sibling.map_or(0, |sibling| self.value_hash(sibling)),
                template,
            ],
            None => [players[0], players[1], template],
        };
    }

    /// Learns from a value what its role needs later.
    pub(super) fn learn_role(&mut self, column: usize) {
        match self.columns[column].meaning.role {
            Role::White => self.players.count_game(self.current.value(WHITE)),
            Role::Black => {
                self.players.count_game(self.current.value(BLACK));
                let [white, black] = PLAYERS.map(|player| self.current.value(player));
                for (player, opponent) in [(white, black), (black, white)] {
                    let key = Key::new(salt::OPPONENT, self.values.hash(player), 0);
                    self.memory.learn(key, opponent, None);
                }
            }
            Role::RatingDiff => self.learn_rating_diff(column),
            Role::TimeControl => self.note_rated_as(),
            // The tag knows better than the clocks.
            Role::Duration => {
                let told = self.current.number(column);
                let told = told.map(|seconds| Lasted::exactly(seconds.saturating_mul(1000)));
                self.current.lasted = told.or(self.current.lasted);
            }
            _ => {}
        }
    }

    pub(super) fn diff_key(&self, column: usize) -> Key {
        let player = self.value_hash(self.player_of(column));
        Key::new(salt::RATING_DIFF, player, self.rated_as(column) as u32)
    }

    /// The key of the player whose tag this is, with which the numbers of such tags are remembered.
    pub(super) fn player_key(&self, column: usize) -> Key {
        let player = self.value_hash(self.player_of(column));
        Key::new(
            self.columns[column].group,
            player,
            self.rated_as(column) as u32,
        )
    }

    /// Takes note of what the current game is rated as.
    pub(super) fn note_rated_as(&mut self) {
        let told = self.column_in(Role::TimeControl);
        self.current.rated_as = told.map_or(RatedAs::Unknown, |column| {
            RatedAs::of(self.values.get(self.current.value(column)))
        });
    }

    /// The place in pairs by side of the player whose tag this is; White's for tags of neither.
    pub(super) fn side_of(&self, column: usize) -> usize {
        self.columns[column].side.map_or(0, side_index)
    }

    /// The column of that player's name.
    pub(super) fn player_of(&self, column: usize) -> usize {
        PLAYERS[self.side_of(column)]
    }

    /// What the ratings in a column are for in the current game; unknown for columns of none.
    pub(super) fn rated_as(&self, column: usize) -> RatedAs {
        match self.columns[column].meaning.role {
            Role::Rating | Role::RatingDiff => self.current.rated_as,
            _ => RatedAs::Unknown,
        }
    }

    fn guess_white(&mut self, scene: &mut Scene) {
        const LAST_BLACK: Source = Source::own(0);
        const BUSIEST: Source = Source::own(1);
        let [last_white, last_black] = PLAYERS.map(|column| self.columns[column].last);
        if last_black.is_some() {
            scene.guess(LAST_BLACK, last_black, 0);
            scene.guess(BUSIEST, self.players.busiest(), 0);
        }
        scene.roles = [
            self.value_hash(EVENT),
            self.values.hash(last_white),
            self.values.hash(last_black),
        ];
    }

    fn guess_black(&mut self, scene: &mut Scene) {
        const LAST_OPPONENT: Source = Source::own(0);
        const LAST_WHITE: Source = Source::own(1);
        const BUSIEST: Source = Source::own(2);
        let white = self.value_hash(WHITE);
        let key = Key::new(salt::OPPONENT, white, 0);
        if let Some((opponent, trust)) = self.memory.recall(key) {
            scene.guess(LAST_OPPONENT, opponent, trust);
        }
        // The column of White has the current game's value already.
        let [last_white, last_black] = [self.columns[WHITE].before, self.columns[BLACK].last];
        if last_black.is_some() {
            scene.guess(LAST_WHITE, last_white, 0);
            if self.players.busiest() != self.current.value(WHITE) {
                scene.guess(BUSIEST, self.players.busiest(), 0);
            }
        }
        scene.roles = [self.value_hash(EVENT), white, self.values.hash(last_white)];
    }

    fn guess_result(&mut self, scene: &mut Scene, facts: &GameFacts) {
        const BY_ENDING: Source = Source::own(0);
        let turn = facts.turn;
        let outcome = match facts.ending {
            Ending::Open => None,
            Ending::Mate => Some(Outcome::Won(!turn)),
            _ => Some(Outcome::Drawn),
        };
        if let Some(outcome) = outcome {
            let result = self.values.intern(outcome.token().as_bytes());
            scene.guess(BY_ENDING, result, MAX_TRUST);
        }
        let ending = facts.ending as u32 * 2 + u32::from(turn.is_white());
        let material = facts.material.clamp(-8, 8) as u32;
        let gap = self.rating_gap().clamp(-600, 600) as i32;
        let trend = self.ratings.trend(self.current.number);
        scene.roles = [
            hash32(ending, material, (gap / 100) as u32),
            hash32(ending, (facts.material.signum() + 1) as u32, trend),
            hash32(ending, facts.plies / 16, material),
        ];
    }

    fn guess_termination(&self, scene: &mut Scene, facts: &GameFacts) {
        let result = self.role_hash(Role::Result);
        let ending = facts.ending as u32;
        let turn = u32::from(facts.turn.is_white());
        scene.roles = [
            hash32(result, ending, turn),
            hash32(result, self.role_hash(Role::TimeControl), ending),
            hash32(
                result,
                facts.material.clamp(-8, 8) as u32,
                turn << 8 | facts.plies.min(8),
            ),
        ];
    }

    fn guess_clock(&mut self, scene: &mut Scene, game: &Game) {
        let Some(shown) = shown::shown(game)[self.side_of(scene.column)] else {
            return;
        };
        let otherwise = match shown {
            [b'0', hours @ b'0'..=b'9', rest @ ..] => Some([&[*hours], rest].concat()),
            [b'0'..=b'9', b':', ..] => Some([b"0", shown].concat()),
            _ => None,
        };
        scene.guess(CLOCK[0], self.values.intern(shown), 0);
        if let Some(otherwise) = otherwise {
            scene.guess(CLOCK[1], self.values.intern(&otherwise), 0);
        }
    }

    /// A hash of the current game's value of the first column in `role`.
    pub(super) fn role_hash(&self, role: Role) -> u32 {
        self.column_in(role)
            .map_or(0, |column| self.value_hash(column))
    }

    /// The first column in `role`.
    pub(super) fn column_in(&self, role: Role) -> Option<usize> {
        self.by_role.first[role as usize]
    }
}
