//! What the names of tags say about them. With [`roles`](super::roles) the only file of this room that knows tags by
//! name; how what is spelt of them is primed, [`priming`](crate::codec::text::priming::field) knows by name, too.

use crate::chess::Color;

/// Names that programs write, the frequent ones first: their place here is how a block names them. New names go at the end
/// only with a new version of the format.
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

/// The columns that are there from the start, in the order in which they are coded.
pub(super) const HEADS: [&str; 3] = ["Event", "White", "Black"];
/// Which of them is which.
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
        // What lies between times follows from what the players thought.
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

/// Within a phase, tags that others depend on come first: the lower, the earlier.
pub(super) fn rank(name: &[u8]) -> u8 {
    match name {
        b"TimeControl" | b"Variant" | b"UTCDate" => 0,
        b"Result" => 0,
        _ => 1,
    }
}

/// Whether the values of the tag `name` are positions that games start from.
pub(super) fn is_start(name: &[u8]) -> bool {
    name == b"FEN"
}

/// Whose tag it is (`WhiteElo`, `BlackTeam`), and what the same tag of both is called.
pub(super) fn side(name: &[u8]) -> Option<(Color, &[u8])> {
    if let Some(rest) = name.strip_prefix(b"White") {
        Some((Color::White, rest))
    } else {
        name.strip_prefix(b"Black").map(|rest| (Color::Black, rest))
    }
}
