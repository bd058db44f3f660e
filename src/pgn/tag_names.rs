//! Names of tags that programs write.

/// Names that programs write, the frequent ones first. A block names them by their place here, so
/// new names only go to the end, and only with a new version of the format.
pub const NAMES: [&str; 96] = [
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

/// The one of these names whose letters are `small` in small ones.
pub(super) fn of_small(small: &[u8]) -> Option<&'static [u8]> {
    if small.iter().any(u8::is_ascii_uppercase) {
        return None;
    }
    let mut names = NAMES.iter().map(|name| name.as_bytes());
    names.find(|name| name.eq_ignore_ascii_case(small))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_names_have_the_same_letters() {
        for name in NAMES {
            let small = name.to_ascii_lowercase();
            assert_eq!(of_small(small.as_bytes()), Some(name.as_bytes()));
            assert_ne!(small, name);
        }
        assert_eq!(of_small(b"index"), None);
        assert_eq!(of_small(b"EVENT"), None);
    }
}
