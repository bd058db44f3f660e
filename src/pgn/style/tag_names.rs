//! Names of tags whose letters are known, for texts that have them all in small letters.
//!
//! A writer of packed files looks names up here; a reader only makes letters small. So names may be
//! added.

/// The names of the standard (clauses 8.1.1 and 9), then those of widely used programs.
const NAMES: &[&str] = &[
    "Event",
    "Site",
    "Date",
    "Round",
    "White",
    "Black",
    "Result",
    "WhiteTitle",
    "BlackTitle",
    "WhiteElo",
    "BlackElo",
    "WhiteUSCF",
    "BlackUSCF",
    "WhiteNA",
    "BlackNA",
    "WhiteType",
    "BlackType",
    "EventDate",
    "EventSponsor",
    "Section",
    "Stage",
    "Board",
    "Opening",
    "Variation",
    "SubVariation",
    "ECO",
    "NIC",
    "Time",
    "UTCTime",
    "UTCDate",
    "TimeControl",
    "SetUp",
    "FEN",
    "Termination",
    "Annotator",
    "Mode",
    "PlyCount",
    "BlackClock",
    "BlackCountry",
    "BlackFideId",
    "BlackRatingDiff",
    "BlackTeam",
    "CurrentPosition",
    "ECOUrl",
    "EndDate",
    "EndTime",
    "EventCategory",
    "EventCountry",
    "EventRounds",
    "EventType",
    "GameDuration",
    "GameEndTime",
    "GameId",
    "GameStartTime",
    "ICCResult",
    "Link",
    "Source",
    "SourceDate",
    "StartTime",
    "Timezone",
    "Variant",
    "WhiteClock",
    "WhiteCountry",
    "WhiteFideId",
    "WhiteRatingDiff",
    "WhiteTeam",
];

/// The name with its own letters that `small` is in small ones; `None` if it is not known.
pub(super) fn full(small: &[u8]) -> Option<&'static [u8]> {
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
            assert_eq!(full(small.as_bytes()), Some(name.as_bytes()));
            assert_ne!(small, *name);
        }
        assert_eq!(full(b"index"), None);
    }
}
