//! What the names of tags say about them: [`Meaning`] is the table. [`roles`](super::roles) says
//! what becomes of values with a meaning; [`priming`](crate::codec::text::priming::field) chooses
//! by name, too, what the text model of a value begins with.

use super::roles::Role;
use crate::chess::Color;

/// When a tag is coded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Phase {
    /// First, before it is known which other tags there are.
    Head,
    /// Before the moves.
    Early,
    /// After the moves.
    Late,
}

/// The columns that every block has from the start, in the order of coding.
pub(super) const HEADS: [&str; 3] = ["Event", "White", "Black"];
/// Their numbers.
pub(super) const EVENT: usize = 0;
pub(super) const WHITE: usize = 1;
pub(super) const BLACK: usize = 2;
/// The columns of the players.
pub(super) const PLAYERS: [usize; 2] = [WHITE, BLACK];

/// What a tag means, as far as its name tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Meaning {
    pub(super) phase: Phase,
    /// The order within the phase, the lowest first: tags that others depend on come early.
    pub(super) rank: u8,
    pub(super) role: Role,
}

impl Meaning {
    /// What a tag called `name` means behind so many others of that name in a game: these have no
    /// meaning of their own, and only the first of a head's name is there from the start.
    pub(super) fn of(name: &[u8], occurrence: usize) -> Meaning {
        let first = Meaning::of_first(name);
        if occurrence == 0 {
            return first;
        }
        Meaning {
            phase: first.phase.max(Phase::Early),
            role: Role::Other,
            ..first
        }
    }

    /// What the first tag called `name` means.
    ///
    /// A tag whose values are equal to another's, or depend on it, needs no line here:
    /// [`planning`](super::planning) finds that out. A tag whose values follow from what it *means*
    /// needs
    ///
    /// * a [`Role`], and a line here that gives it. It is late if the values follow from the moves,
    ///   and first if others depend on it;
    /// * the guesses of its role, in `guess_by_role`, and what it leaves for later values, in
    ///   `learn_role`; both are in [`roles`](super::roles);
    /// * a field of the text model, where its values are words like those of other tags:
    ///   [`of_tag`](crate::codec::text::priming::field::of_tag);
    /// * a number, where its name is worth one: [`tag_names`](crate::pgn::tag_names).
    ///
    /// All of that is part of the format: MODEL.md 5.2, 9 and 10, the second decoder
    /// (`tests/it/reference/tags`), and a new [`VERSION`](crate::container::header::VERSION).
    fn of_first(name: &[u8]) -> Meaning {
        match name {
            b"Event" => Meaning::head(Role::Other),
            b"White" => Meaning::head(Role::White),
            b"Black" => Meaning::head(Role::Black),
            b"TimeControl" => Meaning::early(Role::TimeControl).first(),
            b"WhiteElo" | b"BlackElo" => Meaning::early(Role::Rating),
            b"Variant" | b"UTCDate" => Meaning::early(Role::Other).first(),
            b"StudyName" => Meaning::early(Role::Study).first(),
            b"ChapterName" => Meaning::early(Role::Chapter),
            b"Result" => Meaning::late(Role::Result).first(),
            b"WhiteRatingDiff" | b"BlackRatingDiff" => Meaning::late(Role::RatingDiff),
            b"Termination" => Meaning::late(Role::Termination),
            b"PlyCount" | b"TotalPlyCount" => Meaning::late(Role::PlyCount),
            b"CurrentPosition" => Meaning::late(Role::CurrentPosition),
            b"ECO" => Meaning::late(Role::Eco),
            b"Opening" => Meaning::late(Role::Opening),
            b"Variation" | b"SubVariation" | b"NIC" => Meaning::late(Role::Variation),
            b"ECOUrl" => Meaning::late(Role::EcoUrl),
            b"GameDuration" => Meaning::late(Role::Duration),
            b"WhiteClock" | b"BlackClock" => Meaning::late(Role::Clock),
            // The time between these follows from the time that the players thought.
            b"UTCTime" | b"Time" | b"StartTime" | b"EndTime" | b"EndDate" | b"GameStartTime"
            | b"GameEndTime" => Meaning::late(Role::Other),
            b"TerminationDetails" | b"Link" => Meaning::late(Role::Other),
            _ => Meaning::early(Role::Other),
        }
    }

    fn head(role: Role) -> Meaning {
        Meaning::new(Phase::Head, role)
    }

    fn early(role: Role) -> Meaning {
        Meaning::new(Phase::Early, role)
    }

    fn late(role: Role) -> Meaning {
        Meaning::new(Phase::Late, role)
    }

    fn new(phase: Phase, role: Role) -> Meaning {
        Meaning {
            phase,
            rank: 1,
            role,
        }
    }

    /// The same, but of the first rank.
    fn first(self) -> Meaning {
        Meaning { rank: 0, ..self }
    }
}

/// Whether the values of the tag `name` are positions that games start from.
pub(super) fn is_start(name: &[u8]) -> bool {
    name == b"FEN"
}

/// For the tag of one player (`WhiteElo`, `BlackTeam`): his colour, and the rest of the name.
pub(super) fn side(name: &[u8]) -> Option<(Color, &[u8])> {
    if let Some(rest) = name.strip_prefix(b"White") {
        Some((Color::White, rest))
    } else {
        name.strip_prefix(b"Black").map(|rest| (Color::Black, rest))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pgn::tag_names::NAMES;

    #[test]
    fn the_heads_are_those_that_every_block_has() {
        let is_head = |name: &&str| Meaning::of(name.as_bytes(), 0).phase == Phase::Head;
        let heads: Vec<&str> = NAMES.into_iter().filter(is_head).collect();
        assert_eq!(heads, ["Event", "White", "Black"]);
        assert_eq!(heads, HEADS);
    }
}
