//! Tests of leads: the tags of the first block, which stand before all blocks.

use crate::{
    corrupt::{assert_blames_the_file, unpack_damaged},
    round_trip::{pack, unpack},
    texts,
};
use pgnpack::{
    codec::{CodecId, Level, model::lead::Lead, streams::Stream},
    container::{
        checksum,
        header::{HEADER_BYTES, LEAD_SECTION_BYTES},
    },
    error::ErrorKind,
    pgn,
    pipeline::{
        CompressOptions, DecompressOptions, Nobody, decompress, extract, inspect, salvage_front,
    },
};
use proptest::prelude::*;
use std::{io::Cursor, num::NonZero, sync::LazyLock};

/// Twelve games of four players in one event, three games a block.
fn games() -> Vec<String> {
    let players = [
        "Anderssen, Adolf",
        "Kieseritzky, Lionel",
        "Staunton, Howard",
        "Löwenthal, Johann",
    ];
    (0..12)
        .map(|number| {
            let (white, black) = (players[number % 4], players[(number + 1 + number / 4) % 4]);
            texts::GAME
                .replace("\"?\"", "\"The great tournament of London\"")
                .replace("\"A\"", &format!("\"{white}\""))
                .replace("\"B\"", &format!("\"{black}\""))
        })
        .collect()
}

fn options(level: u8) -> CompressOptions {
    CompressOptions {
        codec: CodecId::Model,
        level: Level::new(level).unwrap(),
        block_size: Some(700),
        ..CompressOptions::default()
    }
}

static SOUND: LazyLock<Vec<u8>> =
    LazyLock::new(|| pack(games().concat().as_bytes(), &options(6)).0);

/// Where the lead begins in [`SOUND`], and its length.
fn lead() -> (usize, usize) {
    let contents = inspect(&mut Cursor::new(&*SOUND)).unwrap();
    (
        HEADER_BYTES + LEAD_SECTION_BYTES,
        contents.lead_bytes() as usize,
    )
}

/// The first block has nearly as many names of tags as there may be columns.
#[test]
fn tags_of_a_thousand_names_come_back_without_verification() {
    let names: Vec<usize> = (0..1016).collect();
    let game = |names: &[usize], round: usize| {
        let tags: String = names
            .iter()
            .map(|name| format!("[N{name} \"7\"]\n"))
            .collect();
        format!("{tags}[Result \"1-0\"]\n[ECO \"C20\"]\n\n1. e4 e5 {{{round}}} 1-0\n\n")
    };
    let round = |number| names.chunks(6).map(move |names| game(names, number));
    let text: String = (0..8).flat_map(round).collect();
    let options = CompressOptions {
        block_size: Some(64 << 10),
        verify: false,
        ..options(6)
    };
    let (packed, _) = pack(text.as_bytes(), &options);
    assert!(unpack(&packed, 1).unwrap() == text.as_bytes());
}

/// A value occurs twice: in a column of players, and in another column, beside a value that is a
/// byte that stands for a player in columns of players.
#[test]
fn marks_beside_a_column_that_speaks_of_players_come_back_without_verification() {
    let twice = |number: usize| {
        format!(
            "[White \"Ada\"]\n[Source \"Ada\"]\n[Source \"\u{1}\"]\n[ECO \"C20\"]\n[Result \"*\"]\n\n1. e4 e5 {{{number}}} *\n\n"
        )
    };
    let filler = format!("[White \"Bob\"]\n\n1. e4 {{{}}} *\n\n", "x".repeat(1000));
    for text in [
        [twice(0), filler.clone()].concat(),
        [twice(0), twice(1), twice(2), filler.repeat(3)].concat(),
    ] {
        let options = CompressOptions {
            verify: false,
            ..options(6)
        };
        let (packed, report) = pack(text.as_bytes(), &options);
        assert!(unpack(&packed, 1).unwrap() == text.as_bytes());
        assert!(report.blocks > 1);
    }
}

/// The first block is verified, because it has so many games, and that with the lead as a reader
/// has it.
#[test]
fn a_first_block_that_is_verified_by_its_lead_holds() {
    let many = "[A \"\"]\n".repeat(256) + "\n*\n\n";
    let text = many + &"[A \"\"]\n\n*\n\n".repeat(6500);
    let options = CompressOptions {
        block_size: Some(64 << 10),
        verify: false,
        ..options(3)
    };
    let (packed, report) = pack(text.as_bytes(), &options);
    assert_eq!((report.failed_blocks, report.text_blocks), (0, 0));
    let contents = inspect(&mut Cursor::new(&packed)).unwrap();
    assert!(contents.lead_bytes() > 0);
    assert!(unpack(&packed, 1).unwrap() == text.as_bytes());
}

/// The pattern of a value is longer than the value.
#[test]
fn one_long_value_sends_no_block_to_the_text_codec() {
    let round = |round: &str| format!("[Event \"a\"]\n[Round \"{round}\"]\n\n1. e4 e5 *\n\n");
    let mut text: String = (1..30)
        .map(|number| round(&format!("{number}.{}", number % 7)))
        .collect();
    text += &round(&format!("1.1.1.1.1.1.1.1.1.1{}", "x".repeat(65_508)));
    let (packed, report) = pack(
        text.as_bytes(),
        &CompressOptions {
            block_size: None,
            ..options(6)
        },
    );
    assert_eq!((report.failed_blocks, report.text_blocks), (0, 0));
    assert!(unpack(&packed, 1).unwrap() == text.as_bytes());
}

#[test]
fn several_blocks_have_a_lead_and_a_single_one_has_none() {
    let text = games().concat().into_bytes();
    let lead_of = |options: &CompressOptions| {
        let packed = pack(&text, options).0;
        assert_eq!(unpack(&packed, 2).unwrap(), text);
        inspect(&mut Cursor::new(packed)).unwrap().lead_bytes()
    };
    assert!(lead_of(&options(6)) > 0);
    assert!(lead_of(&options(9)) > 0);
    assert_eq!(
        lead_of(&options(1)),
        0,
        "the fast levels do not wait for it"
    );
    let single = CompressOptions {
        block_size: None,
        ..options(6)
    };
    assert_eq!(lead_of(&single), 0);
    let other = CompressOptions {
        codec: CodecId::Bitpack,
        ..options(6)
    };
    assert_eq!(lead_of(&other), 0);
}

#[test]
fn every_block_knows_what_the_first_games_taught() {
    let with = inspect(&mut Cursor::new(&*SOUND)).unwrap();
    let without = inspect(&mut Cursor::new(
        pack(games().concat().as_bytes(), &options(1)).0,
    ))
    .unwrap();
    let sizes = |contents: &pgnpack::pipeline::Contents| -> Vec<u64> {
        let blocks = contents.blocks();
        blocks
            .map(|block| block.streams[Stream::Joint as usize])
            .collect()
    };
    let (with, without) = (sizes(&with), sizes(&without));
    assert!(with.len() > 2 && with.len() == without.len());
    for (with, without) in with.iter().zip(&without) {
        assert!(with * 2 < *without, "{with} bytes against {without}");
    }
}

#[test]
fn a_game_is_reached_though_all_other_blocks_are_damaged() {
    let contents = inspect(&mut Cursor::new(&*SOUND)).unwrap();
    let blocks: Vec<_> = contents.blocks().collect();
    for (number, block) in blocks.iter().enumerate() {
        let mut packed = SOUND.clone();
        for other in blocks.iter().filter(|other| other.offset != block.offset) {
            let end = (other.offset + other.packed_bytes) as usize;
            packed[end - 10..end].fill(0xa5);
        }
        let first: u64 = blocks[..number].iter().map(|block| block.games).sum();
        let games_there = first..first + block.games;
        let mut out = Vec::new();
        extract(
            &mut Cursor::new(packed),
            &games_there.clone().into(),
            &mut out,
            &DecompressOptions::default(),
            &Nobody,
        )
        .unwrap();
        let expected = games()[games_there.start as usize..games_there.end as usize].concat();
        assert_eq!(String::from_utf8(out).unwrap(), expected);
    }
}

#[test]
fn the_file_is_the_same_for_any_number_of_threads_and_without_verification() {
    let text = games().concat();
    for (threads, verify) in [(3, true), (1, false), (3, false)] {
        let options = CompressOptions {
            threads: NonZero::new(threads).unwrap(),
            verify,
            ..options(6)
        };
        assert!(pack(text.as_bytes(), &options).0 == *SOUND);
    }
}

#[test]
fn files_with_leads_of_their_own_may_follow_one_another() {
    let other = games().concat().replace("Staunton", "Bird").into_bytes();
    let both = [SOUND.clone(), pack(&other, &options(4)).0].concat();
    let text = [games().concat().into_bytes(), other].concat();
    assert_eq!(unpack(&both, 3).unwrap(), text);
}

#[test]
fn a_first_block_that_is_no_game_or_unlike_the_others_is_no_obstacle() {
    let noise = texts::noise(3_000);
    let prose = "There is no game here, and no chess at all.\n".repeat(15);
    let odd: String = (0..90)
        .map(|n| format!("[Tag{n} \"{n}\"]\n"))
        .chain(["\n1. e4 *\n\n".to_owned()])
        .collect();
    for first in [&noise, prose.as_bytes(), odd.as_bytes()] {
        let text = [first, games().concat().as_bytes()].concat();
        let packed = pack(&text, &options(6)).0;
        assert!(unpack(&packed, 2).unwrap() == text);
    }
}

#[test]
fn a_damaged_lead_is_named() {
    let (start, len) = lead();
    for at in HEADER_BYTES..start + len {
        let mut damaged = SOUND.clone();
        damaged[at] ^= 0x20;
        let error = unpack(&damaged, 1).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Corrupt, "byte {at}: {error}");
        assert!(error.to_string().contains("lead"), "byte {at}: {error}");
    }
    for end in 0..start + len {
        let error = unpack(&SOUND[..end], 1).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Truncated, "{end} bytes: {error}");
    }
}

#[test]
fn a_lead_that_takes_too_much_memory_is_a_matter_of_limits() {
    let long = "x".repeat(5000);
    let game = |number: usize| format!("[Event \"{long} {number}\"]\n\n1. e4 *\n\n");
    let document = pgn::read((0..600).map(game).collect::<String>().as_bytes());
    let lead = Lead::write(&document, Level::DEFAULT).unwrap();
    let options = DecompressOptions {
        block_limit: 1 << 16,
        ..DecompressOptions::default()
    };
    let mut input = &*with_lead(&lead);
    let error = decompress(&mut input, &mut Vec::new(), &options, &Nobody).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Limit, "{error}");
    assert!(
        error.to_string().contains("the tags before the blocks"),
        "{error}"
    );
}

/// The file [`SOUND`] with another lead and valid checksums.
fn with_lead(bytes: &[u8]) -> Vec<u8> {
    let (start, len) = lead();
    let mut packed = SOUND[..HEADER_BYTES].to_vec();
    packed.extend((bytes.len() as u32).to_le_bytes());
    packed.extend(checksum::crc32(bytes).to_le_bytes());
    let crc = checksum::crc32(&packed[HEADER_BYTES..]);
    packed.extend(crc.to_le_bytes());
    packed.extend(bytes);
    packed.extend(&SOUND[start + len..]);
    packed
}

/// Whether unpacking gives nothing but whole games of the original, and blames the file for what is
/// missing.
fn is_harmless(packed: &[u8]) -> bool {
    let options = DecompressOptions::default();
    let mut text = Vec::new();
    let mut input = packed;
    let games = games();
    match salvage_front(&mut input, &mut text, &options, &Nobody) {
        Ok(report) => {
            for damage in &report.damaged {
                assert_blames_the_file(&damage.error);
            }
            String::from_utf8(text).is_ok_and(|text| {
                text.split_inclusive("1-0\n\n")
                    .all(|game| games.iter().any(|one| one == game))
            })
        }
        Err(error) => {
            assert_blames_the_file(&error);
            true
        }
    }
}

#[test]
fn leads_of_nothing_of_zeros_and_of_ones_are_harmless() {
    let (start, len) = lead();
    assert!(is_harmless(&with_lead(&SOUND[start..start + len])));
    for bytes in [&b""[..], &[6], &[6, 3], &[6, 0], &[0; 40], &[0xff; 40]] {
        let packed = with_lead(bytes);
        assert!(unpack_damaged(&packed).is_none(), "{bytes:?}");
        assert!(is_harmless(&packed), "{bytes:?}");
    }
    // The largest number of games that a few bytes can express.
    let mut many = vec![6];
    many.extend([0xff; 8]);
    many.push(0x7f);
    assert!(unpack_damaged(&with_lead(&many)).is_none());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn a_lead_with_other_bytes_is_harmless(changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..4)) {
        let (start, len) = lead();
        let mut bytes = SOUND[start..start + len].to_vec();
        for (at, byte) in changes {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        prop_assert!(is_harmless(&with_lead(&bytes)));
    }

    #[test]
    fn a_lead_of_random_bytes_is_harmless(bytes in prop::collection::vec(any::<u8>(), 0..200), games in 0..200u8) {
        let bytes = [&[6, games][..], &bytes].concat();
        prop_assert!(is_harmless(&with_lead(&bytes)));
    }
}
