//! What the names of tags say about them. Nearly all that is known of tags by name is here and in
//! [`roles`](super::roles); [`priming`](crate::codec::text::priming::field) chooses by name, too,
//! what the text model of a value begins with.

use crate::chess::Color;

/// Names that programs write, the frequent ones first. A block names them by their place here, so
/// new names only go to the end, and only with a new version of the format.
pub(super) const KNOWN: [&str; 96] = [
    "Event",
    "White",
    "Black",
    "Site",
    "Date",
    "Round",
    "Result",
    "ECO",
    "WhiteElo",
    "BlackElo",
    "TimeControl",
    "Termination",
    "UTCDate",
    "UTCTime",
    "Opening",
    "WhiteRatingDiff",
    "BlackRatingDiff",
    "Variant",
    "PlyCount",
    "EventDate",
    "WhiteTitle",
    "BlackTitle",
    "WhiteFideId",
    "BlackFideId",
    "FEN",
    "SetUp",
    "Variation",
    "Annotator",
    "WhiteTeam",
    "BlackTeam",
    "CurrentPosition",
    "Timezone",
    "ECOUrl",
    "StartTime",
    "EndDate",
    "EndTime",
    "Link",
    "Time",
    "GameId",
    "GameURL",
    "BroadcastName",
    "BroadcastURL",
    "StudyName",
    "ChapterName",
    "ChapterURL",
    "WhiteClock",
    "BlackClock",
    "FICSGamesDBGameNo",
    "WhiteRD",
    "BlackRD",
    "WhiteIsComp",
    "BlackIsComp",
    "Source",
    "SourceDate",
    "SourceTitle",
    "SourceVersion",
    "SourceVersionDate",
    "SourceQuality",
    "EventType",
    "EventRounds",
    "EventCountry",
    "EventCategory",
    "Board",
    "GameDuration",
    "GameStartTime",
    "GameEndTime",
    "TerminationDetails",
    "Mode",
    "LichessURL",
    "LichessId",
    "WhiteTeamCountry",
    "BlackTeamCountry",
    "SubVariation",
    "NIC",
    "WhiteType",
    "BlackType",
    "WhiteNA",
    "BlackNA",
    "Section",
    "Stage",
    "WhiteUSCF",
    "BlackUSCF",
    "UniqueId",
    "GUID",
    "HashCode",
    "Tournament",
    "Match",
    "Annotations",
    "Remark",
    "Comment",
    "Clock",
    "LiveChessVersion",
    "Orientation",
    "Number",
    "TotalPlyCount",
    "EventSponsor",
];

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

/// When the tag `name` is coded.
pub(super) fn phase(name: &[u8]) -> Phase {
    if HEADS.iter().any(|head| head.as_bytes() == name) {
        return Phase::Head;
    }
    const LATE: [&[u8]; 23] = [
        b"Result",
        b"WhiteRatingDiff",
        b"BlackRatingDiff",
        b"Termination",
        b"TerminationDetails",
        b"ECO",
        b"Opening",
        b"Variation",
        b"SubVariation",
        b"ECOUrl",
        b"NIC",
        b"PlyCount",
        b"TotalPlyCount",
        b"CurrentPosition",
        // The time between these follows from the time that the players thought.
        b"UTCTime",
        b"Time",
        b"StartTime",
        b"EndTime",
        b"EndDate",
        b"GameStartTime",
        b"GameEndTime",
        b"GameDuration",
        b"Link",
    ];
    if LATE.contains(&name) {
        Phase::Late
    } else {
        Phase::Early
    }
}

/// The order of tags within a phase, the lowest first: tags that others depend on come early.
pub(super) fn rank(name: &[u8]) -> u8 {
    match name {
        b"TimeControl" | b"Variant" | b"UTCDate" | b"Result" => 0,
        _ => 1,
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
