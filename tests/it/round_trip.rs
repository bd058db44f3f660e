//! Every text comes back from every codec, in blocks of any size, on any number of threads. The
//! file does not depend on the number of threads.

use crate::texts;
use pgnpack::{
    codec::{self, CodecId, Level, MovesApart},
    error::ErrorKind,
    pgn::{self, layout::Reason},
    pipeline::{
        CompressOptions, CompressReport, DecompressOptions, Nobody, Selection, compress,
        decompress, extract, inspect, visit_tags,
    },
};
use proptest::prelude::*;
use std::{io::Cursor, num::NonZero};

fn options(codec: CodecId, threads: usize, block_size: usize) -> CompressOptions {
    CompressOptions {
        codec,
        threads: NonZero::new(threads).unwrap(),
        block_size: Some(block_size),
        ..CompressOptions::default()
    }
}

/// Packs a text with codecs that do nothing wrong: verification would hide it from whoever unpacks.
pub(crate) fn pack(text: &[u8], options: &CompressOptions) -> (Vec<u8>, CompressReport) {
    let mut packed = Vec::new();
    let mut input = text;
    let report = compress(&mut input, &mut packed, options, &Nobody).unwrap();
    assert_eq!(report.failed_blocks, 0, "{}", options.codec.name());
    (packed, report)
}

pub(crate) fn unpack(mut packed: &[u8], threads: usize) -> pgnpack::error::Result<Vec<u8>> {
    let options = DecompressOptions {
        threads: NonZero::new(threads).unwrap(),
        ..DecompressOptions::default()
    };
    let mut text = Vec::new();
    decompress(&mut packed, &mut text, &options, &Nobody).map(|_| text)
}

#[test]
fn every_text_comes_back_and_the_file_is_the_same_for_any_number_of_threads() {
    for codec in codec::registered() {
        for (name, text) in texts::all() {
            // Small blocks for small texts only: setting up a text model takes time in every block.
            let sizes: &[usize] = if text.len() < 4_000 {
                &[300, 1 << 20]
            } else {
                &[1 << 20]
            };
            for &block_size in sizes {
                let (packed, report) = pack(&text, &options(codec.id(), 1, block_size));
                let place = format!("{name}, {}, blocks of {block_size}", codec.id().name());
                assert_eq!(
                    pack(&text, &options(codec.id(), 3, block_size)).0,
                    packed,
                    "{place}"
                );
                for threads in [1, 3] {
                    assert_eq!(unpack(&packed, threads).unwrap(), text, "{place}");
                }
                assert_eq!(report.text_bytes, text.len() as u64, "{place}");
                assert_eq!(report.packed_bytes, packed.len() as u64, "{place}");
            }
        }
    }
}

/// Texts with more of something than programs write.
fn immoderate() -> Vec<(&'static str, String)> {
    let long = "\n".repeat(70_000);
    let numbered = "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 69999\"]\n\n69999. e4 Ke7\n70000. e5 Ke6\n70001. Kd2 *\n\n";
    vec![
        ("games of a move", texts::games_of_a_move(40_000)),
        ("games of the same move", "e4\n".repeat(40_000)),
        (
            "line ends behind a game",
            format!("{}{long}{}", texts::GAME, texts::GAME),
        ),
        (
            "blanks behind a result",
            format!("[Result \"*\"]\n\n1. e4 *{}\n\n", " ".repeat(70_000)),
        ),
        (
            "empty lines behind the tags",
            format!("[Result \"*\"]\n{long}1. e4 *\n\n"),
        ),
        ("numbers beyond 65,535", numbered.into()),
        (
            "a line of 70,000 bytes",
            format!(
                "[Result \"*\"]\n\n1. e4 {{{}}}\ne5 *\n\n",
                "long ".repeat(14_000)
            ),
        ),
    ]
}

#[test]
fn every_text_comes_back_without_verification() {
    let all = texts::all()
        .into_iter()
        .map(|(name, text)| (name.to_string(), text));
    let more = immoderate()
        .into_iter()
        .map(|(name, text)| (name.to_string(), text.into_bytes()));
    let texts: Vec<_> = all.chain(more).collect();
    for codec in codec::registered() {
        for (name, text) in &texts {
            let options = CompressOptions {
                verify: false,
                ..options(codec.id(), 1, 1 << 20)
            };
            let place = format!("{name}, {}", codec.id().name());
            let back = unpack(&pack(text, &options).0, 1);
            assert!(back.expect(&place) == *text, "{place}");
        }
    }
}

#[test]
fn a_codec_is_really_used_for_games() {
    for codec in codec::registered() {
        let (packed, report) = pack(texts::GAME.as_bytes(), &options(codec.id(), 1, 1 << 20));
        let contents = inspect(&mut Cursor::new(packed)).unwrap();
        let codecs: Vec<_> = contents.blocks().map(|block| block.codec).collect();
        assert_eq!(codecs, [Some(codec.id())]);
        assert_eq!((report.text_blocks, report.stored_blocks), (0, 0));
        assert_eq!(report.games, 1);
        if codec.id() != CodecId::Text {
            assert_eq!(report.plies, 7);
            // The codec `model` writes a block of one game as a single stream.
            let apart = codec.id().moves_apart() == MovesApart::All;
            assert_eq!(report.moves_plies, if apart { 7 } else { 0 });
            assert_eq!(report.moves_bytes > 0, apart);
        }
    }
}

/// A season and all of it once more, and then some of its games: in every codec but `text`, which
/// knows no games.
#[test]
fn games_that_come_again_cost_next_to_nothing() {
    let season = texts::season();
    let mut text = season.repeat(3);
    text.extend_from_slice(&season[..season.len() / 2]);
    for codec in codec::registered().filter(|codec| codec.id() != CodecId::Text) {
        let options = options(codec.id(), 1, 1 << 20);
        let ((once, one), (again, report)) = (pack(&season, &options), pack(&text, &options));
        assert!(again.len() < once.len() + 200, "{}", codec.id().name());
        assert_eq!(report.blocks, 1);
        assert!(3 * one.games < report.games && 3 * one.plies < report.plies);
        assert_eq!(unpack(&again, 1).unwrap(), text);
        // The last game of the second season.
        let games = Selection::from(2 * one.games - 1..2 * one.games);
        let mut last = Vec::new();
        let options = DecompressOptions::default();
        extract(
            &mut Cursor::new(&again),
            &games,
            &mut last,
            &options,
            &Nobody,
        )
        .unwrap();
        assert!(season.ends_with(&last) && !last.is_empty());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    /// Games, prose and what is neither, in any order, some of it again.
    #[test]
    fn what_comes_again_comes_back(order in prop::collection::vec(0usize..8, 0..40)) {
        let prose = "These are words about chess, and not a game, but long enough to be told again as they are.\n\n";
        let long = "[White \"A\"]\n\n1. e4 {so many words that it is worth to say of them alone that they come again as they were} *\n\n";
        let broken = texts::GAME.replace("Nc6", "Nxc6").replace("1-0\n\n", "1-0\n");
        let all = [
            texts::GAME, prose, long, &broken, "1. d4 d5 *\n\n", "\n", "e4 e5 Nf3\n", "\u{feff}[Event \"\"]\n\n*\n\n",
        ];
        let text: String = order.iter().map(|&number| all[number]).collect();
        let once = pgn::read_once(text.as_bytes()).count_games();
        for codec in codec::registered() {
            let (packed, report) = pack(text.as_bytes(), &options(codec.id(), 1, 1 << 20));
            prop_assert_eq!(unpack(&packed, 1).unwrap(), text.as_bytes());
            let document = pgn::read(text.as_bytes());
            let games = document.pieces.iter().filter(|piece| piece.is_game()).count() as u64;
            prop_assert_eq!(report.games, games);
            prop_assert_eq!(report.games, once);
        }
    }
}

/// `moves_plies` counts only main lines if the codec keeps variations in another stream.
#[test]
fn moves_are_counted_where_they_are_kept() {
    let game = |number| {
        format!("[Round \"{number}\"]\n\n1. e4 e5 (1... c5 2. Nf3 (2. Nc3) 2... d6) 2. Nf3 *\n\n")
    };
    let games: String = (0..40).map(game).collect();
    for (codec, moves) in [(CodecId::Model, 3), (CodecId::Index, 7)] {
        // What comes again is counted among the moves, but not among those in the stream.
        let (_, report) = pack(games.repeat(2).as_bytes(), &options(codec, 6, 1 << 20));
        assert_eq!((report.games, report.plies), (80, 560));
        assert_eq!(report.moves_plies, 40 * moves);
    }
}

#[test]
fn what_cannot_be_made_smaller_is_stored() {
    let noise = texts::noise(3_000);
    for codec in codec::registered() {
        let (packed, report) = pack(&noise, &options(codec.id(), 1, 1 << 20));
        assert_eq!(report.stored_blocks, 1);
        assert!(packed.len() <= noise.len() + 40);
    }
}

#[test]
fn games_that_the_codec_did_not_code_are_counted() {
    let wrong = "[Event \"a\"]\n\n1. e4 e5 2. Ke3 *\n\n";
    let [alone, among] = [1, 9].map(|times| wrong.to_owned() + &texts::GAME.repeat(times - 1));
    for codec in codec::registered().filter(|codec| codec.id() != CodecId::Text) {
        for text in [&alone, &among] {
            let (packed, report) = pack(text.as_bytes(), &options(codec.id(), 1, 1 << 20));
            let document = pgn::read(text.as_bytes());
            let objections = document.games().filter_map(|game| codec.objection(game));
            match report.text_blocks + report.stored_blocks {
                0 => assert_eq!(report.games_as_text, objections.count() as u64),
                _ => assert_eq!(report.games_as_text, report.games),
            }
            let contents = inspect(&mut Cursor::new(packed)).unwrap();
            let kept = contents.kept_as_text();
            assert_eq!(kept.of(Reason::NoGame), 0);
            let told = kept.of(Reason::Fault) + kept.of(Reason::WholeBlock);
            assert_eq!(told, report.games_as_text);
        }
    }
    let (packed, report) = pack(among.as_bytes(), &options(CodecId::Text, 1, 1 << 20));
    assert_eq!((report.games, report.games_as_text), (9, 0));
    let contents = inspect(&mut Cursor::new(packed)).unwrap();
    assert_eq!(contents.kept_as_text().of(Reason::WholeBlock), 9);
}

#[test]
fn files_one_after_the_other_are_the_texts_one_after_the_other() {
    let texts = [texts::sample(), Vec::new(), texts::GAME.into()];
    let mut all = Vec::new();
    for (text, codec) in texts.iter().zip(codec::registered()) {
        all.extend(pack(text, &options(codec.id(), 1, 1 << 20)).0);
    }
    assert_eq!(unpack(&all, 2).unwrap(), texts.concat());
    let contents = inspect(&mut Cursor::new(all)).unwrap();
    assert_eq!(contents.files.len(), 3);
    assert_eq!(contents.text_bytes(), texts.concat().len() as u64);
}

#[test]
fn nothing_is_a_valid_file_and_no_file_is_an_error() {
    let (packed, _) = pack(b"", &CompressOptions::default());
    assert_eq!(packed.len(), 20);
    assert!(unpack(&packed, 1).unwrap().is_empty());
    assert_eq!(unpack(b"", 1).unwrap_err().kind(), ErrorKind::Truncated);
}

#[test]
fn any_range_of_games_comes_out_as_it_stood() {
    let mut games: Vec<String> = (1..=20)
        .map(|round| texts::GAME.replace('?', &format!("round {round}")))
        .collect();
    // Longer than two of the block sizes below.
    games[4] = games[4].replace("1. e4", &format!("{{{}}} 1. e4", "word ".repeat(600)));
    assert!(games[4].len() > 3_000);
    let text = games.concat();
    for codec in codec::registered() {
        for block_size in [300, 1_500, 1 << 20] {
            let packed = pack(text.as_bytes(), &options(codec.id(), 1, block_size)).0;
            let mut input = Cursor::new(packed);
            assert_eq!(inspect(&mut input).unwrap().games(), 20);
            for range in [0..1, 0..20, 5..6, 3..17, 19..20, 7..7] {
                let mut out = Vec::new();
                let options = DecompressOptions::default();
                let wanted = &(range.start as u64..range.end as u64).into();
                let report = extract(&mut input, wanted, &mut out, &options, &Nobody).unwrap();
                assert_eq!(
                    String::from_utf8(out).unwrap(),
                    games[range.clone()].concat(),
                    "{range:?}"
                );
                assert_eq!(report.games, range.len() as u64);
            }
            let options = DecompressOptions::default();
            let mut of = |wanted: Selection| {
                let mut out = Vec::new();
                let report = extract(&mut input, &wanted, &mut out, &options, &Nobody).unwrap();
                (String::from_utf8(out).unwrap(), report.games)
            };
            assert_eq!(of(Selection::from(17..)), (games[17..].concat(), 3));
            let apart = [13..15, 2..3, 4..6, 14..16];
            let expected = [&games[2..3], &games[4..6], &games[13..16]].concat();
            assert_eq!(of(Selection::of(apart)), (expected.concat(), 6));
            let beyond = extract(
                &mut input,
                &(19..21).into(),
                &mut Vec::new(),
                &DecompressOptions::default(),
                &Nobody,
            );
            assert_eq!(beyond.unwrap_err().kind(), ErrorKind::Usage);
        }
    }
}

#[test]
fn the_tags_of_any_games_come_out_with_their_numbers() {
    // The style of the fourth game is like no other, so it is kept as text.
    let odd = "[White \"round 4\"]\n\n1  .  e4 \t\t\t e5\n\n\n\n \t 2 . Qh5  \t\t \nNc6\n \t \n\t\t\n  \n * \n\n\n\n\n\n";
    let mut games: Vec<String> = (1..=9)
        .map(|round| texts::GAME.replace('A', &format!("round {round}")))
        .collect();
    games[3] = odd.into();
    let text = ["no game\n\n", &games.concat()].concat();
    assert_eq!(pgn::read(text.as_bytes()).games().count(), 8);
    for codec in codec::registered() {
        for block_size in [300, 1 << 20] {
            let packed = pack(text.as_bytes(), &options(codec.id(), 2, block_size)).0;
            let mut input = Cursor::new(packed);
            let wanted = Selection::of([0..1, 2..5, 8..9]);
            let (mut found, options) = (Vec::new(), DecompressOptions::default());
            visit_tags(&mut input, &wanted, &options, &Nobody, |number, tags| {
                let white = tags.value_of("White").unwrap();
                found.push((number, String::from_utf8_lossy(white).into_owned()));
                Ok(())
            })
            .unwrap();
            let expected = [0, 2, 3, 4, 8].map(|number| (number, format!("round {}", number + 1)));
            assert_eq!(found, expected);
        }
    }
}

#[test]
fn what_is_no_game_comes_out_with_the_game_before_it() {
    let text = format!("1. e4 {{{}}} *\n", "word ".repeat(600));
    let packed = pack(text.as_bytes(), &options(CodecId::Model, 1, 1_000)).0;
    let mut input = Cursor::new(packed);
    let contents = inspect(&mut input).unwrap();
    assert_eq!((contents.games(), contents.blocks().count()), (1, 4));
    let (mut out, options) = (Vec::new(), DecompressOptions::default());
    extract(&mut input, &(0..1).into(), &mut out, &options, &Nobody).unwrap();
    assert_eq!(String::from_utf8(out).unwrap(), text);
}

#[test]
fn every_level_comes_back() {
    let text = texts::sample();
    for codec in codec::registered() {
        for level in 1..=9 {
            let options = CompressOptions {
                codec: codec.id(),
                level: Level::new(level).unwrap(),
                verify: false,
                ..CompressOptions::default()
            };
            let (packed, report) = pack(&text, &options);
            assert_eq!((report.failed_blocks, report.text_blocks), (0, 0));
            assert_eq!(unpack(&packed, 1).unwrap(), text);
        }
    }
}

#[test]
fn variations_come_back_however_many_and_however_deep() {
    let many = format!("1. e4 {}e5 *\n", "(1. d4) ".repeat(2_000));
    let deep = format!("1. e4 {}{}e5 *\n", "(1. d4 ".repeat(250), ") ".repeat(250));
    let too_deep = format!("1. e4 {}e5 *\n", "(1. d4 ".repeat(20_000));
    for text in [many, deep, too_deep] {
        for codec in codec::registered() {
            let unverified = CompressOptions {
                verify: false,
                ..options(codec.id(), 1, 1 << 20)
            };
            let packed = pack(text.as_bytes(), &unverified).0;
            assert!(
                unpack(&packed, 1).unwrap() == text.as_bytes(),
                "{}",
                codec.id().name()
            );
        }
    }
}
