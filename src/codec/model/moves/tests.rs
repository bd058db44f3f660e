use super::{
    context::{GameContext, Speed},
    model::{Effort, MoveModel},
    predictor::MovePredictor,
};
use crate::chess::{Move, Position, Rules, order, setup::position_of_fen};
use crate::codec::model::learnt::Learnt;
use crate::coding::range::{Decoder, Encoder, Meter};
use proptest::prelude::*;
use xxhash_rust::xxh3::xxh3_64;

fn standard() -> &'static MoveModel {
    Learnt::standard().moves()
}

/// The moves of Morphy against the Duke of Brunswick and Count Isouard, Paris 1858.
const OPERA: &str = "e2e4 e7e5 g1f3 d7d6 d2d4 c8g4 d4e5 g4f3 d1f3 d6e5 f1c4 g8f6 f3b3 d8e7 b1c3 c7c6 c1g5 b7b5 c3b5 c6b5 \
    c4b5 b8d7 e1a1 a8d8 d1d7 d8d7 h1d1 e7e6 b5d7 f6d7 b3b8 d7b8 d1d8";

/// The legal moves that `text` names by origin and destination.
fn moves_of(text: &str) -> Vec<Move> {
    let mut position = Position::default();
    text.split_whitespace()
        .map(|name| {
            let m = order::legal_moves(&position)
                .into_iter()
                .find(|m| format!("{}{}", m.from().unwrap(), m.to()) == name)
                .unwrap();
            position.play_unchecked(m);
            m
        })
        .collect()
}

/// A game up to where a pawn may be captured en passant, after both players have castled.
const CASTLED: &str = "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1h1 f8e7 f1e1 b7b5 a4b3 e8h8 c2c3 d7d5 e4d5 f6d5 f3e5 c6e5 \
    e1e5 c7c6 d2d4 e7d6 e5e1 d8h4 g2g3 h4h3 a2a4 c8g4 a4b5 c6b5 f2f4 g7g5 f4g5 f7f5 b1d2";

/// A hash of the probabilities of all moves in all positions of three games by the same players.
fn fingerprint(effort: Effort) -> u64 {
    let mut predictor = MovePredictor::new(standard(), effort);
    let mut bytes = Vec::new();
    for game in [OPERA, CASTLED, OPERA] {
        let mut position = Position::default();
        let mut context = GameContext::new([2690, 2000], Speed::Classical);
        context.players = [Some(1), Some(2)];
        for m in moves_of(game) {
            for (_, share) in predictor.distribution(&position, &context) {
                bytes.extend(share.to_le_bytes());
            }
            predictor.code(&mut Meter::new(), &position, &context, Some(m));
            context.advance(&position, m);
            position.play_unchecked(m);
        }
    }
    xxh3_64(&bytes)
}

#[test]
fn the_probabilities_are_the_same_everywhere() {
    let prints = Effort::ALL.map(fingerprint);
    assert_eq!(
        prints, GOLDEN,
        "the model or its arithmetic has changed: packed files made before cannot be read"
    );
    let mut different = prints.to_vec();
    different.sort_unstable();
    different.dedup();
    assert_eq!(different.len(), Effort::ALL.len());
}

/// [`fingerprint`]s of the standard model, by effort.
const GOLDEN: [u64; Effort::ALL.len()] = [
    9733504410161786095,
    95305289018205574,
    8663106388435814395,
    8890241549532534443,
    5099827869380872762,
    5802326055997964105,
    2678576679370422183,
];

#[test]
fn well_known_moves_are_cheap() {
    let mut predictor = MovePredictor::new(standard(), Effort::Usual);
    let (mut position, mut meter) = (Position::default(), Meter::new());
    let mut context = GameContext::new([2690, 2000], Speed::Classical);
    let moves = moves_of(OPERA);
    for &m in &moves {
        predictor.code(&mut meter, &position, &context, Some(m));
        context.advance(&position, m);
        position.play_unchecked(m);
    }
    assert!(position.is_checkmate());
    assert!(meter.bits() < 3.0 * moves.len() as f64, "{}", meter.bits());
}

#[test]
fn what_a_player_likes_is_cheap_for_that_player() {
    let mut predictor = MovePredictor::new(standard(), Effort::Usual);
    let (odd, usual) = (moves_of("e2e4 a7a6"), moves_of("e2e4 e7e5"));
    let mut cost_by = |player: u32, moves: &[Move]| {
        let mut context = GameContext::new([1500; 2], Speed::Blitz);
        context.players[1] = Some(player);
        let (mut position, mut meter) = (Position::default(), Meter::new());
        for &m in moves {
            predictor.code(&mut meter, &position, &context, Some(m));
            context.advance(&position, m);
            position.play_unchecked(m);
        }
        meter.bits()
    };
    for game in 0..40 {
        if game % 10 == 0 {
            cost_by(1, &odd);
        }
        cost_by(2, &usual);
    }
    let (by_the_one, by_the_other) = (cost_by(1, &odd), cost_by(2, &odd));
    assert!(
        by_the_one + 2.0 < by_the_other,
        "{by_the_one} {by_the_other}"
    );
}

#[test]
fn a_forced_move_costs_nothing() {
    let position = position_of_fen(b"7k/8/8/8/8/6p1/4r3/7K w - - 0 1").unwrap();
    let m = position.legal_moves()[0];
    assert_eq!(position.legal_moves().len(), 1);
    let mut meter = Meter::new();
    let context = GameContext::new([0, 0], Speed::Unknown);
    let mut predictor = MovePredictor::new(standard(), Effort::Usual);
    assert_eq!(
        predictor.code(&mut meter, &position, &context, Some(m)),
        Some(m)
    );
    assert_eq!(meter.cost(), 0);
}

/// Codes a game of moves chosen by `picks`, or reads it back.
fn walk<C: crate::coding::range::Coder>(
    coder: &mut C,
    effort: Effort,
    start: &Position,
    picks: &[prop::sample::Index],
    read: bool,
) -> Vec<Move> {
    let mut predictor = MovePredictor::new(standard(), effort);
    let mut position = start.clone();
    let mut context = GameContext::new([1500, 0], Speed::Rapid);
    let mut moves = Vec::new();
    for pick in picks {
        let legal = order::legal_moves(&position);
        if legal.is_empty() {
            break;
        }
        let played = (!read).then(|| legal[pick.index(legal.len())]);
        let m = predictor.code(coder, &position, &context, played).unwrap();
        context.advance(&position, m);
        position.play_unchecked(m);
        moves.push(m);
    }
    moves
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn any_game_comes_back(picks in prop::collection::vec(any::<prop::sample::Index>(), 1..120), start in 0usize..3, effort in 0usize..Effort::ALL.len()) {
        let starts: [&[u8]; 3] = [
            b"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            b"bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
            b"8/PPP4k/8/8/8/8/4Kppp/8 b - - 0 1",
        ];
        let start = position_of_fen(starts[start]).unwrap();
        let mut encoder = Encoder::new();
        let given = walk(&mut encoder, Effort::ALL[effort], &start, &picks, false);
        let bytes = encoder.finish();
        let read = walk(&mut Decoder::new(&bytes), Effort::ALL[effort], &start, &picks, true);
        prop_assert_eq!(given, read);
    }
}

#[test]
fn the_document_says_how_many_rows_there_are() {
    use super::features::{facts, inputs, quick_facts, vectors};
    let document = include_str!("MODEL.md");
    for (name, count) in [
        ("R = ", inputs::COUNT),
        ("V = ", vectors::COUNT),
        ("H = 64, T = ", quick_facts::COUNT),
        ("judges: T = ", facts::COUNT),
    ] {
        let said = format!("{name}{},{:03}", count / 1000, count % 1000);
        assert!(document.contains(&said), "{said}");
    }
    let numbers = super::reflex::tables::COUNT;
    assert!(document.contains(&format!("{},{:03} signed", numbers / 1000, numbers % 1000)));
    assert!(document.contains(&format!("A = {}", super::ahead::ROW_COUNT)));
    let most = super::net::weights::MOST_UNITS;
    assert!(document.contains(&format!("at most {},{:03}", most / 1000, most % 1000)));
}
