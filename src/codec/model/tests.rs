use super::*;
use super::{
    learnt::{Prior, Priors},
    moves::{
        model::MoveModel,
        net::{
            arithmetic::as_each_kind,
            weights::{Judge, Quick},
        },
        reflex::tables::Tables,
        testing::WITHOUT_JUDGES,
    },
    sections::{Packed, Section},
    testing::{document, game},
};
use crate::coding::{
    random::Random,
    range::{Coder, Decoder, Encoder},
};
use crate::{
    chess::{Position, line::Line, order},
    error::ErrorKind,
    pgn::{
        game::{Fault, FaultKind, Item},
        layout::{Edit, Edits, Layout, Termination},
        style::Style,
    },
};
use proptest::prelude::*;
use xxhash_rust::xxh3::xxh3_64;

fn roundtrip(document: &Document) {
    for number in [1, 6] {
        let payload = Model::STANDARD
            .encode(document, Level::new(number).unwrap())
            .unwrap();
        let back = Model::STANDARD
            .decode(&payload, &Budget::new(1 << 30))
            .unwrap();
        assert_eq!(&back, document);
    }
}

/// Networks of moves, of clocks and of evaluations, the grid, and what looks ahead: all are worked
/// out in loops of which each kind of processor has its own.
#[test]
fn every_kind_of_processor_packs_the_same_bytes() {
    let texts: [&[u8]; 4] = [
        include_bytes!("../../../fixtures/pgn/clocks.pgn"),
        include_bytes!("../../../fixtures/pgn/annotated.pgn"),
        include_bytes!("../../../fixtures/pgn/chess960.pgn"),
        include_bytes!("../../../fixtures/pgn/engine-folded.pgn"),
    ];
    let documents = texts.map(crate::pgn::read);
    let levels = [1, 3, 6, 9].map(|number| Level::new(number).unwrap());
    let pack = |level| {
        let payloads = documents.each_ref();
        payloads.map(|document| Model::STANDARD.encode(document, level).unwrap())
    };
    let usual = levels.map(pack);
    let mut kinds = 0;
    as_each_kind(&mut || {
        kinds += 1;
        assert!(levels.map(pack) == usual, "kind {kinds}");
    });
    assert!(kinds > 0);
}

/// Damaged data would else spell sixty times the text, which takes a hundred times as long.
#[test]
fn what_is_spelt_counts_for_more_than_its_length() {
    let mut random = Random::new(5);
    let mut word = || -> String {
        let letter = |_| char::from(b'a' + random.below(26) as u8);
        (0..900).map(letter).collect()
    };
    let tags: String = (0..80)
        .map(|n| format!("[A{n} \"{}\"]\n", word()))
        .collect();
    let document = crate::pgn::read(format!("{tags}\n1. e4 {{{}}} *\n", word()).as_bytes());
    let payload = Model::STANDARD.encode(&document, Level::new(1).unwrap());
    let payload = payload.unwrap();
    let decode = |budget: Budget| Model::STANDARD.decode(&payload, &budget);
    assert_eq!(decode(Budget::new(1 << 20)).unwrap(), document);
    assert!(decode(Budget::of_block(tags.len() as u64)).is_ok());
    let refused = decode(Budget::of_block(1000)).unwrap_err();
    assert_eq!(refused.kind(), ErrorKind::Limit, "{refused}");
}

/// 7.8 of the format shows it with all of its decisions.
#[test]
fn the_example_of_the_format_is_what_is_written() {
    let document = crate::pgn::read(b"1. e4 e5 *\n");
    let payload = Model::STANDARD.encode(&document, Level::new(1).unwrap());
    let payload = payload.unwrap();
    let hex: Vec<String> = payload.iter().map(|byte| format!("{byte:02x}")).collect();
    let format = include_str!("../../container/FORMAT.md");
    let (_, behind) = format.split_once(&hex.join(" ")).unwrap();
    let decisions = behind.split("```").nth(1).unwrap();
    let mut decoder = Decoder::new(&payload[2..]);
    for line in decisions.lines().skip(1) {
        let words: Vec<&str> = line.split_whitespace().skip(1).collect();
        for (at, word) in words.iter().enumerate() {
            let number = |word: &str| word.parse::<u32>().unwrap();
            if let Some((p, bit)) = word.split_once(':') {
                let times = words.get(at + 1).and_then(|next| next.strip_prefix('('));
                for _ in 0..times.map_or(1, number) {
                    assert_eq!(decoder.bit(false, number(p)), bit == "1", "{line}");
                }
            } else if *word == "to" {
                let [from, to] = [at - 1, at + 1].map(|at| number(words[at]));
                assert_eq!(decoder.symbol(0, &[0, from, to, 1 << 16]), 1, "{line}");
            }
        }
    }
}

/// After a primer that has taught that values refer to players, some bytes in a value stand for
/// their names.
#[test]
fn a_value_with_bytes_that_stand_for_names_comes_back() {
    let text = include_bytes!("../../../fixtures/pgn/marks-in-a-value.pgn");
    let document = crate::pgn::read(text);
    let mut channels = Channels::writing_joint();
    let head = Head {
        level: Level::DEFAULT,
        tags: TagKnowledge::Primed(Primer::ChessCom),
    };
    let written = Model::STANDARD.code(
        &mut channels,
        head,
        CodedDocument::Given(&document),
        &Budget::of_writer(),
    );
    assert!(written.is_ok());
    let payload = channels.finish(head.byte()).into_payload();
    let back = Model::STANDARD
        .decode(&payload, &Budget::new(1 << 30))
        .unwrap();
    assert_eq!(back.pieces, document.pieces);
}

/// The trials of a primer take as long as coding the tags.
#[test]
fn no_primer_is_tried_on_very_long_tags() {
    let long = "x".repeat(TRIED_BYTES);
    let knowledge = |comment: &str| {
        let tags = [
            ("Event", "Rated Blitz game"),
            ("Site", "https://lichess.org/ab12CD34"),
            ("UTCDate", "2016.01.31"),
            ("UTCTime", "23:00:01"),
            ("Termination", "Normal"),
            ("Comment", comment),
        ];
        let document = document(vec![game(&tags, Vec::new()); 2]);
        Model::STANDARD.cheapest_knowledge(&document, Level::DEFAULT)
    };
    assert_eq!(knowledge(&long).unwrap(), TagKnowledge::Fresh);
    assert!(matches!(knowledge("x").unwrap(), TagKnowledge::Primed(_)));
}

/// A reader makes the models of a primer's tags by itself, with all that is decided there about
/// columns: whoever changes a rule of that changes the format.
#[test]
fn what_primers_teach_stays_as_the_format_has_it() {
    let document = crate::pgn::read(include_bytes!("../../../fixtures/pgn/export.pgn"));
    let games: Vec<&Game> = document.games().take(3).collect();
    let facts: Vec<GameFacts> = games.iter().map(|game| GameFacts::of(game)).collect();
    let budget = Budget::of_writer();
    let written = |primer: Primer, number: u8| {
        let knowledge = TagKnowledge::Primed(primer);
        let level = Level::new(number).unwrap();
        let tags = Model::STANDARD.tags(knowledge, &games, games.len(), level, &budget);
        let (mut tags, mut encoder) = (tags.unwrap(), Encoder::new());
        let mut games = CodedGames::Given(games.clone());
        tags.code_early(&mut encoder, &mut games).unwrap();
        tags.code_late(&mut encoder, &mut games, &facts).unwrap();
        encoder.finish()
    };
    let hash = |primer| xxh3_64(&[1, 3, 6, 9].map(|number| written(primer, number)).concat());
    assert_eq!(
        Primer::ALL.map(hash),
        [
            0x2d4a_77a3_f96a_a9cb,
            0xd34a_76eb_ed52_8dc5,
            0x2504_2760_7a51_cf42,
            0xe39f_5ed9_3759_e8e6,
            0xb9d6_4543_f163_c3f4,
            0xedf5_ef0c_e1cd_e3a7,
            0x808f_1470_a300_0b8c,
            0x7798_8c9c_85ad_3b48,
            0x641a_97f6_039a_b118,
        ]
    );
}

/// Sums of such numbers do not fit into 64 bits, and the dates are the last that can be coded.
#[test]
fn numbers_at_the_edge_of_what_is_taken_come_back() {
    for text in [
        &include_bytes!("../../../fixtures/pgn/huge-clocks.pgn")[..],
        include_bytes!("../../../fixtures/pgn/huge-counts.pgn"),
        include_bytes!("../../../fixtures/pgn/huge-evals.pgn"),
        include_bytes!("../../../fixtures/pgn/huge-guesses.pgn"),
        include_bytes!("../../../fixtures/pgn/huge-scores.pgn"),
        include_bytes!("../../../fixtures/pgn/last-dates.pgn"),
    ] {
        let document = crate::pgn::read(text);
        for number in [1, 6, 9] {
            let level = Level::new(number).unwrap();
            let payload = Model::STANDARD.encode(&document, level).unwrap();
            let budget = Budget::new(1 << 30);
            let back = Model::STANDARD.decode(&payload, &budget).unwrap();
            assert_eq!(back.pieces, document.pieces);
        }
    }
}

/// A model of random numbers in all of its parts.
fn strange_model(seed: u64) -> Learnt {
    let mut random = Random::new(seed);
    let mut noise = |len: usize| -> Vec<u8> { (0..len).map(|_| random.next() as u8).collect() };
    let mut network = noise(2 << 20);
    network[..2].copy_from_slice(&64u16.to_le_bytes());
    let quick = Quick::read(&mut &network[..]).unwrap();
    let judge = Judge::read(&mut &network[..]).unwrap();
    let tables = Tables::read(&mut &noise(1 << 20)[..]).unwrap();
    let mut moves = MoveModel::new(&tables, &quick).unwrap();
    moves.push(&judge).unwrap();
    moves.push(&judge).unwrap();
    let known = Learnt::standard().priors();
    let mut like = |known: &Prior| Prior {
        table: Packed::new(&noise(known.table().len())).unwrap(),
        network: Packed::new(&noise(known.network.unpacked().unwrap().len())).unwrap(),
    };
    let priors = Priors {
        clocks: like(&known.clocks),
        evals: like(&known.evals),
    };
    Learnt::read(&Learnt::write(&moves, &priors).unwrap()).unwrap()
}

#[test]
fn a_strange_model_packs_and_unpacks_all_the_same() {
    let text = [
        &include_bytes!("../../../fixtures/pgn/clocks.pgn")[..],
        include_bytes!("../../../fixtures/pgn/annotated.pgn"),
        include_bytes!("../../../fixtures/pgn/chess960.pgn"),
    ]
    .concat();
    let document = crate::pgn::read(&text);
    for seed in 0..3 {
        let model = Model::with(Arc::new(strange_model(seed)));
        for level in (1..=9).filter_map(Level::new) {
            let payload = model.encode(&document, level).unwrap();
            let back = model.decode(&payload, &Budget::new(1 << 30)).unwrap();
            assert_eq!(back.pieces, document.pieces);
        }
    }
}

#[test]
fn a_model_without_judges_packs_and_unpacks_all_the_same() {
    let file = Learnt::write(&WITHOUT_JUDGES, Learnt::standard().priors()).unwrap();
    let model = Model::with(Arc::new(Learnt::read(&file).unwrap()));
    let document = crate::pgn::read(include_bytes!("../../../fixtures/pgn/annotated.pgn"));
    for level in (1..=9).filter_map(Level::new) {
        let payload = model.encode(&document, level).unwrap();
        let back = model.decode(&payload, &Budget::new(1 << 30)).unwrap();
        assert_eq!(back.pieces, document.pieces);
    }
}

/// Whether a reader of `text` stays within the memory that FORMAT.md 8 allows.
fn is_within_bounds(text: &str) -> bool {
    let document = crate::pgn::read(text.as_bytes());
    let payload = Model::STANDARD
        .encode(&document, Level::new(1).unwrap())
        .unwrap();
    let budget = Budget::of_block(text.len() as u64);
    let back = Model::STANDARD.decode(&payload, &budget);
    back.is_ok_and(|back| back.pieces == document.pieces)
}

#[test]
fn what_takes_much_memory_for_its_text_is_within_bounds() {
    // The memory that a variation takes is free again at its end.
    let variations = format!("1. e4 {}*\n", "(1. d4) ".repeat(10_000));
    let games = "e4 *\n".repeat(30_000);
    let tags = "[A \"\"]\n*\n\n".repeat(10_000);
    for text in [variations, games, tags] {
        assert!(is_within_bounds(&text), "{}", &text[..12]);
    }
}

/// Plays legal moves picked by `picks`, with annotations in between.
fn items(picks: &[(u16, u8)]) -> Vec<Item> {
    let mut line = Line::new(Position::default());
    let mut items = Vec::new();
    for &(pick, what) in picks {
        match what {
            0 => items.push(Item::Nag(pick as u8)),
            1 => items.push(Item::Comment(format!("comment {pick}").into_bytes().into())),
            2 => {
                line.open();
                items.push(Item::Open);
            }
            3 if line.depth() > 0 => {
                line.close();
                items.push(Item::Close);
            }
            4 if line.pass() => items.push(Item::Null),
            _ => {
                let legal = order::legal_moves(line.position());
                if !legal.is_empty() {
                    let m = legal[usize::from(pick) % legal.len()];
                    line.play(m);
                    items.push(Item::Move(m));
                }
            }
        }
    }
    items.extend((0..line.depth()).map(|_| Item::Close));
    items
}

#[test]
fn an_empty_document_comes_back() {
    roundtrip(&Document::default());
}

#[test]
fn pieces_of_every_kind_come_back() {
    let fault = Item::Fault(Box::new(Fault {
        kind: FaultKind::Illegal,
        text: b"Qh9".to_vec(),
    }));
    let mut broken = items(&[(3, 9), (5, 9)]);
    broken.push(fault);
    roundtrip(&Document::new(
        vec![Style::default()],
        vec![
            Piece::Text(b"; not a game\n".to_vec(), Reason::NoGame),
            Piece::Game(
                Box::new(game(
                    &[("Event", "?"), ("", ""), ("Event", "again")],
                    broken,
                )),
                Layout {
                    termination: Termination::Missing,
                    edits: Edits {
                        folded: vec![Edit {
                            keep: 3,
                            drop: 1,
                            insert: b"\n\n".to_vec(),
                        }],
                        ..Edits::default()
                    },
                    ..Layout::default()
                },
            ),
            Piece::Text(vec![0, 255, 1], Reason::Start),
        ],
    ));
}

#[test]
fn historical_codecs_alone_object_to_games_by_other_rules() {
    let of_crazyhouse = game(&[("Variant", "Crazyhouse")], Vec::new());
    assert_eq!(Model::STANDARD.objection(&of_crazyhouse), None);
    for id in CodecId::ALL
        .into_iter()
        .filter(|&id| id != CodecId::Model && id != CodecId::Text)
    {
        let objection = crate::codec::by_id(id).objection(&of_crazyhouse);
        assert_eq!(objection, Some(Reason::Start), "{id:?}");
    }
}

proptest! {
    #[test]
    fn annotated_games_come_back(games in prop::collection::vec(prop::collection::vec((any::<u16>(), 0u8..12), 0..120), 0..4)) {
        roundtrip(&document(games.iter().map(|picks| game(&[("White", "A")], items(picks))).collect()));
    }

    #[test]
    fn hostile_payloads_end_in_an_error_or_in_bounded_output(
        picks in prop::collection::vec((any::<u16>(), 0u8..12), 0..60),
        damage in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
    ) {
        let document = document(vec![game(&[("White", "A"), ("Result", "1-0")], items(&picks)); 3]);
        let mut payload = Model::STANDARD.encode(&document, Level::DEFAULT).unwrap();
        for (place, byte) in damage {
            let place = place.index(payload.len());
            payload[place] = byte;
        }
        if let Ok(document) = Model::STANDARD.decode(&payload, &Budget::new(1 << 20)) {
            let items = |game: &Game| game.items.iter().map(Item::size).sum::<usize>();
            let texts = |game: &Game| {
                let texts = game.items.iter().filter_map(Item::as_comment);
                texts.map(<[u8]>::len).sum::<usize>()
            };
            let sizes = document.games().map(|game| game.tags.size() + items(game) + texts(game));
            prop_assert!(sizes.sum::<usize>() <= 1 << 20);
        }
    }
}
