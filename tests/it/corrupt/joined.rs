//! Files one behind another, one of which is damaged or cannot be read: the others are salvaged.

use super::{all_but, of_version, salvaged, small};
use crate::texts;
use pgnpack::{
    codec::CodecId,
    container::{
        block::{BlockHeader, Method},
        header::{Header, ModelSection, VERSION},
        writer::Writer,
    },
    error::ErrorKind,
    pipeline::{DecompressOptions, Nobody, Reached, extract, inspect, salvage, salvage_front},
};
use std::io::Cursor;

#[test]
fn the_index_of_the_last_of_several_files_is_not_taken_for_that_of_all() {
    for codec in [CodecId::Bitpack, CodecId::Model] {
        // The longer file begins like the shorter one.
        let ((short, short_text), (long, text)) = (small(codec, 2), small(codec, 6));
        let damaged = [&long[..long.len() - 1], &short[..]].concat();
        let (back, report) = salvaged(&damaged);
        assert_eq!(back, [text, short_text].concat());
        assert!(!report.is_whole());
    }
}

#[test]
fn files_around_one_in_which_bytes_are_missing_are_whole() {
    for codec in [CodecId::Bitpack, CodecId::Model] {
        let ((short, front), (long, text)) = (small(codec, 2), small(codec, 6));
        let game = text.len() / 6;
        let contents = inspect(&mut Cursor::new(&long)).unwrap();
        let fourth = contents.blocks().nth(3).unwrap();
        let inside = (fourth.offset + fourth.packed_bytes) as usize - 2;
        let mut cut = long.clone();
        cut.remove(inside);
        let (back, report) = salvaged(&[&short[..], &cut, &long, &short].concat());
        let sound = [
            &front[..],
            &text[..3 * game],
            &text[4 * game..],
            &text,
            &front,
        ];
        assert!(back == sound.concat(), "{}", codec.name());
        assert_eq!((report.damaged.len(), report.displaced), (1, -1));
    }
}

/// Files of eight blocks and of one, and their texts.
struct Pair {
    big: Vec<u8>,
    big_text: Vec<u8>,
    short: Vec<u8>,
    short_text: Vec<u8>,
}

fn pairs() -> impl Iterator<Item = Pair> {
    [CodecId::Text, CodecId::Bitpack, CodecId::Model]
        .into_iter()
        .map(|codec| {
            let ((big, big_text), (short, short_text)) = (small(codec, 8), small(codec, 1));
            Pair {
                big,
                big_text,
                short,
                short_text,
            }
        })
}

impl Pair {
    /// The long file with a damaged header of its first block, and the text of the others.
    fn damaged(&self) -> (Vec<u8>, &[u8]) {
        let contents = inspect(&mut Cursor::new(&self.big)).unwrap();
        let first = contents.blocks().next().unwrap().offset as usize;
        let mut damaged = self.big.clone();
        damaged[first + 4] ^= 0x41;
        (damaged, &self.big_text[self.big_text.len() / 8..])
    }

    /// The short file without the ten bytes before its last one.
    fn short_cut(&self) -> Vec<u8> {
        let mut cut = self.short.clone();
        cut.drain(cut.len() - 11..cut.len() - 1);
        cut
    }
}

#[test]
fn a_short_file_behind_a_damaged_one_hides_none_of_its_blocks() {
    for pair in pairs() {
        let (damaged, sound) = pair.damaged();
        let two = [&damaged[..], &pair.short].concat();
        let three = [&two[..], &pair.big].concat();
        for (input, texts) in [
            (&two, vec![sound, &pair.short_text]),
            (&three, vec![sound, &pair.short_text, &pair.big_text]),
            (
                &[&two[..], &pair.short.repeat(3)].concat(),
                vec![sound, &pair.short_text.repeat(4)],
            ),
        ] {
            let (back, report) = salvaged(input);
            assert!(back == texts.concat());
            assert_eq!((report.damaged.len(), report.displaced), (1, 0));
            assert!(report.lost.is_none());
            assert_eq!(report.packed_bytes, Some(input.len() as u64));
            // All games but the first can be told apart and read.
            let (mut some, options) = (Vec::new(), DecompressOptions::default());
            let games = (1..(back.len() / texts::numbered(0).len()) as u64 + 1).into();
            extract(
                &mut Cursor::new(input),
                &games,
                &mut some,
                &options,
                &Nobody,
            )
            .unwrap();
            assert!(some == back);
        }
    }
}

#[test]
fn files_around_a_short_one_in_which_bytes_are_missing_are_whole() {
    for pair in pairs() {
        let cut = pair.short_cut();
        for front in [0, 1, 2] {
            let before = pair.big.repeat(front);
            let (back, report) = salvaged(&[&before[..], &cut, &pair.big].concat());
            assert!(back == pair.big_text.repeat(front + 1));
            assert_eq!(report.displaced, -10);
            let [damage] = report.damaged.as_slice() else {
                panic!("{:?}", report.damaged)
            };
            assert_eq!(damage.block, 8 * front as u64);
            assert_eq!((damage.games, damage.blocks), (1, 1));
        }
    }
}

#[test]
fn a_short_file_behind_one_in_which_bytes_are_missing_hides_none_of_its_blocks() {
    for pair in pairs() {
        let contents = inspect(&mut Cursor::new(&pair.big)).unwrap();
        let fourth = contents.blocks().nth(3).unwrap();
        let end = (fourth.offset + fourth.packed_bytes) as usize;
        let mut cut = pair.big.clone();
        cut.drain(end - 12..end - 2);
        let (back, report) = salvaged(&[&cut[..], &pair.short].concat());
        assert!(back == [all_but(3, &pair.big_text), pair.short_text].concat());
        assert_eq!((report.damaged.len(), report.displaced), (1, -10));
        assert_eq!(report.damaged[0].block, 3);
    }
}

#[test]
fn files_behind_what_cannot_be_read_are_found_from_the_end() {
    for pair in pairs() {
        let contents = inspect(&mut Cursor::new(&pair.big)).unwrap();
        let last = contents.blocks().last().unwrap().offset;
        let game = pair.big_text.len() / 8;
        let cut = &pair.big[..last as usize + 11];
        let mut headless = pair.big.clone();
        headless[1] ^= 1;
        for (tail, tail_text) in [(&pair.short, &pair.short_text), (&pair.big, &pair.big_text)] {
            let (back, report) = salvaged(&[cut, tail].concat());
            assert!(back == [&pair.big_text[..7 * game], tail_text].concat());
            assert!(report.damaged.is_empty());
            let lost = report.lost.unwrap();
            assert_eq!(lost.reached, Reached::Around(11));
            let place = format!("block 7 at byte {last}: ");
            assert!(lost.error.to_string().starts_with(&place), "{}", lost.error);

            let (back, report) = salvaged(&[&headless[..], tail].concat());
            assert!(back == *tail_text);
            let len = headless.len() as u64;
            assert_eq!(report.lost.unwrap().reached, Reached::Around(len));
        }
    }
}

#[test]
fn a_file_of_another_version_among_others_is_left_out() {
    for pair in pairs() {
        let (other, text) = (of_version(VERSION ^ 0x80, &pair.big), &pair.big_text);
        let around = Reached::Around(other.len() as u64);
        for (input, texts, expected) in [
            ([&pair.big[..], &other].concat(), 1, Reached::Blocks),
            ([&pair.big[..], &other, &pair.big].concat(), 2, around),
            ([&other[..], &pair.big].concat(), 1, around),
        ] {
            let (back, report) = salvaged(&input);
            assert!(back == text.repeat(texts));
            assert!(report.damaged.is_empty());
            let lost = report.lost.unwrap();
            assert_eq!(lost.error.kind(), ErrorKind::Unsupported);
            assert_eq!(lost.reached, expected);
        }
        let (mut input, options) = (Cursor::new(other), DecompressOptions::default());
        let error = salvage(&mut input, &mut Vec::new(), &options, &Nobody).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Unsupported);
    }
}

#[test]
fn a_file_whose_model_is_missing_is_left_out_whole() {
    let mut foreign = Vec::new();
    let header = Header::new(1 << 20).with_model(ModelSection::Named(1));
    let mut writer = Writer::new(&mut foreign, header);
    let block = BlockHeader::of(Method::Codec(CodecId::Model as u8), b"1. e4", b"12", 1);
    for _ in 0..3 {
        writer.block(&block, b"12").unwrap();
    }
    writer.finish().unwrap();
    for pair in pairs() {
        let (damaged, sound) = pair.damaged();
        let (back, report) = salvaged(&[&damaged[..], &foreign, &pair.short].concat());
        assert!(back == [sound, &pair.short_text].concat());
        assert!(report.lost.is_none());
        let [block, file] = report.damaged.as_slice() else {
            panic!("{:?}", report.damaged)
        };
        assert_eq!((block.block, block.blocks), (0, 1));
        assert_eq!((file.block, file.blocks), (8, 3));
        assert_eq!((file.first_game, file.games, file.text_bytes), (8, 3, 15));
        assert_eq!(file.error.kind(), ErrorKind::Unsupported);
        // The same from front to back.
        let options = DecompressOptions::default();
        let (input, mut back) = ([&pair.big[..], &foreign].concat(), Vec::new());
        let report = salvage_front(&mut input.as_slice(), &mut back, &options, &Nobody).unwrap();
        assert!(back == pair.big_text);
        assert_eq!((report.damaged[0].block, report.damaged[0].blocks), (8, 3));
    }
    let (mut input, options) = (Cursor::new(foreign), DecompressOptions::default());
    let error = salvage(&mut input, &mut Vec::new(), &options, &Nobody).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Unsupported);
}
