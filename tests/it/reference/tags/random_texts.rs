//! Texts with tags at random.

use super::texts::{clock, more_than_256, moves};
use crate::random::Random;

/// A tag; none for the value `-`.
pub(crate) fn tag(name: &str, value: impl std::fmt::Display) -> String {
    match value.to_string().as_str() {
        "-" => String::new(),
        value => format!("[{name} \"{value}\"]\n"),
    }
}

/// A value of a kind.
fn a_value(random: &mut Random, kind: usize) -> String {
    let digits = |random: &mut Random, count: usize| -> String {
        (0..count)
            .map(|_| char::from(b'0' + random.below(10) as u8))
            .collect()
    };
    let letters = |random: &mut Random, all: &[u8], count: usize| -> String {
        (0..count)
            .map(|_| char::from(all[random.below(all.len())]))
            .collect()
    };
    let few = [1, 2, 3][random.below(3)];
    match kind {
        0 => format!("{}{}", 1 + random.below(9), digits(random, few)),
        1 => format!("{:+}", random.below(200) as i64 - 90),
        2 => format!(
            "20{}.0{}.1{}",
            digits(random, 2),
            1 + random.below(9),
            digits(random, 1)
        ),
        3 => clock(random.below(86_400)),
        4 => format!(
            "{}:0{}:1{}.{}",
            random.below(4),
            digits(random, 1),
            digits(random, 1),
            digits(random, 3)
        ),
        5 => format!(
            "2020-0{}-11T{} CET",
            1 + random.below(9),
            clock(random.below(86_400))
        ),
        6 => format!("{}.{}", 1 + random.below(30), 1 + random.below(12)),
        7 => format!("{}.{}-b", digits(random, 2), digits(random, few)),
        8 => format!("https://x/{}/y", letters(random, b"0123456789abcdefXYZ", 8)),
        9 => format!(
            "https://x/{}/{}",
            random.of(&["a", "b", "c"]),
            letters(random, b"-_0aZ", 7)
        ),
        10 => letters(random, b"0123456789ABCDEF", 12),
        11 => letters(random, b"01", 9),
        12 => letters(random, b"0123456789abcdefxyz", 10),
        13 => letters(random, b"ABCDEFGHIJKLMN", 6),
        14 => letters(random, b"0123456789abcdef", 70),
        15 => letters(random, b"ab ", few),
        _ => format!("Nr. {}", 1_000_000 * random.below(9_000) + random.below(2)),
    }
}

/// Games with tags at random, many of which mean something, and a few moves.
pub(crate) fn at_random(seed: u64) -> Vec<u8> {
    let names = [
        "Event",
        "White",
        "Black",
        "WhiteElo",
        "BlackElo",
        "WhiteRatingDiff",
        "BlackRatingDiff",
        "Result",
        "Termination",
        "UTCDate",
        "UTCTime",
        "EndTime",
        "GameDuration",
        "GameEndTime",
        "GameStartTime",
        "Link",
        "Site",
        "Round",
        "PlyCount",
        "TimeControl",
        "ECO",
        "Opening",
        "ECOUrl",
        "Variation",
        "X",
        "WhiteX",
        "WhiteClock",
        "BlackClock",
        "BlackX",
    ];
    let mut random = Random::new(1_000 + seed);
    let mut text = String::new();
    let columns: Vec<(&str, [usize; 2])> = (0..1 + random.below(12))
        .map(|_| (random.of(&names), [random.below(20), random.below(20)]))
        .collect();
    let kept = random.below(6);
    let mut last = vec![String::new(); columns.len()];
    for _ in 0..10 + random.below(120) {
        for ((name, kinds), last) in columns.iter().zip(&mut last) {
            if last.is_empty() || random.below(6) >= kept {
                *last = match kinds[usize::from(random.below(7) == 0)] {
                    17 => random.of(&["1-0", "0-1", "1/2-1/2"]).to_owned(),
                    18 => random
                        .of(&["60", "180+2", "40/5400", "1/86400", "?"])
                        .to_owned(),
                    19 => format!("a{}", random.below(9)),
                    kind => a_value(&mut random, kind),
                };
            }
            if random.below(19) > 0 {
                text += &tag(name, &last);
            }
        }
        text += &match random.below(3) {
            0 => "\n1. e4 {[%clk 0:01:00]} e5 {[%clk 0:00:58.5]} *\n\n".to_owned(),
            1 => format!("\n{}*\n\n", moves(&mut random, 9)),
            _ => "\n*\n\n".to_owned(),
        };
    }
    text.into_bytes()
}

/// Columns of all kinds of values, a few of which do not fit, with long names and known ones.
pub(crate) fn columns() -> Vec<u8> {
    let names = [
        "Round",
        "Change",
        "WhiteBorn",
        "BlackBorn",
        "EventDate",
        "Clock",
        "Moment",
        "Board",
        "Section",
        "Site",
        "Source",
        "GUID",
        "Number",
        "Id",
        "Code",
        "Hash",
        "Remark",
        "Count",
        "EndDate",
        "Time",
    ];
    let kinds = [
        6, 1, 2, 2, 2, 4, 5, 7, 6, 8, 9, 10, 11, 12, 13, 14, 15, 16, 2, 3,
    ];
    let mut random = Random::new(9);
    let mut text = String::new();
    for _ in 0..300 {
        text += &tag("Event", random.of(&["A", "B"]));
        for (name, kind) in names.into_iter().zip(kinds) {
            let value = match random.below(24) {
                0 => a_value(&mut random, 15),
                1 => continue,
                _ => a_value(&mut random, kind),
            };
            text += &tag(name, value);
        }
        text += "\n*\n\n";
    }
    more_than_256(text)
}
