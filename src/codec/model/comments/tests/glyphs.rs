//! Glyphs, and comments and evaluations beside them.

use super::*;
use crate::coding::random::Random;

/// As chess.com writes it.
#[test]
fn what_a_glyph_tells_of_the_comment_behind_it_costs_little() {
    let words = ["Book", "Mistake", "Inaccuracy", "Blunder", "GreatFind"];
    let glyphs = [0, 2, 6, 4, 1];
    let judged = |word: fn(usize) -> usize| {
        let mut random = Random::new(1);
        let games = (0..40).map(|_| {
            let judgements: Vec<usize> = (0..20).map(|_| random.below(words.len())).collect();
            game(MOVES, |ply| {
                let judgement = judgements[ply];
                let glyph = (glyphs[judgement] > 0).then(|| Item::Nag(glyphs[judgement]));
                let comment = text_of(format!("[%type {}]", words[word(judgement)]));
                glyph.into_iter().chain([comment]).collect()
            })
        });
        roundtrip(&games.collect::<Vec<_>>())[Stream::Notes as usize]
    };
    let (told, alike) = (judged(|judgement| judgement), judged(|_| 0));
    // 800 judgements.
    assert!(told < alike + 150, "{told} {alike}");
}

/// Where White stands after each half-move, in centipawns: up and down by up to three pawns.
fn standings(count: usize) -> Vec<i64> {
    let mut random = Random::new(5);
    (0..count).map(|_| random.below(600) as i64 - 300).collect()
}

/// The glyph of a move that has lost so many centipawns, and the word for it.
fn verdict(lost: i64) -> (u8, &'static str) {
    match lost {
        ..50 => (0, ""),
        50..100 => (6, "Inaccuracy"),
        100..300 => (2, "Mistake"),
        _ => (4, "Blunder"),
    }
}

/// The bytes of notes and evaluations of 2,000 half-moves, of which `say` says what stands behind
/// them: from where White stood before, and stands now, and from what was lost.
fn analysed(say: impl Fn([f64; 2], i64) -> Vec<Item>) -> usize {
    let standings = standings(2_000);
    let games = standings.chunks(20).map(|standings| {
        game(MOVES, |ply| {
            let before = ply.checked_sub(1).map_or(0, |ply| standings[ply]);
            let lost = (before - standings[ply]) * if ply % 2 == 0 { 1 } else { -1 };
            say(
                [before, standings[ply]].map(|value| value as f64 / 100.0),
                lost,
            )
        })
    });
    let sizes = roundtrip(&games.collect::<Vec<_>>());
    sizes[Stream::Notes as usize] + sizes[Stream::Evals as usize]
}

fn eval(pawns: f64) -> String {
    format!("[%eval {pawns:.2}]")
}

/// As Lichess writes it: the glyph says what the evaluation behind it lost.
#[test]
fn what_an_evaluation_tells_of_the_glyph_before_it_costs_little() {
    let judged = analysed(|[_, now], lost| match verdict(lost).0 {
        0 => text(eval(now)),
        glyph => vec![Item::Nag(glyph), text_of(eval(now))],
    });
    let bare = analysed(|[_, now], _| text(eval(now)));
    assert!(judged < bare + 160, "{judged} {bare}");
}

/// As Lichess writes it, asked for words: what it says of a mistake stands before the evaluation
/// that it follows from, or in one comment with it.
#[test]
fn what_an_evaluation_tells_of_the_words_before_it_costs_little() {
    let bare = analysed(|[_, now], _| text(eval(now)));
    let apart = analysed(|[before, now], lost| match verdict(lost) {
        (0, _) => text(eval(now)),
        (glyph, word) => {
            let words = format!("({before:.2} → {now:.2}) {word}.");
            vec![Item::Nag(glyph), text_of(words), text_of(eval(now))]
        }
    });
    assert!(apart < bare + 200, "{apart} {bare}");
    // The words come first, so that they cost as much as they say; the evaluations cost nothing
    // more.
    let together = analysed(|[before, now], lost| match verdict(lost) {
        (0, _) => text(eval(now)),
        (_, word) => text(format!("({before:.2} → {now:.2}) {word}. {}", eval(now))),
    });
    assert!(together < bare + 500, "{together} {bare}");
}

proptest! {
    #[test]
    fn glyphs_come_back_wherever_they_stand(kinds in prop::collection::vec(prop::collection::vec((0u8..10, any::<u8>(), -300i64..300), 0..4), 20), level in level()) {
        let annotations = |ply: usize| {
            let item = |&(kind, nag, number): &(u8, u8, i64)| match kind {
                0 => Item::Nag(nag),
                1 | 2 => Item::Nag(2 * (nag % 4)),
                3 => text_of(format!("[%clk 0:00:{:02}]", nag % 60)),
                4 => text_of(format!("[%eval #{number}]")),
                5 => text_of(format!("well [%eval {number}.0]")),
                6 => text_of("Mistake.".to_owned()),
                7 => text_of(format!("(0.3 → {number}.0) Mistake.")),
                _ => text_of(format!("[%eval {number}.0]")),
            };
            kinds[ply].iter().map(item).collect()
        };
        let mut one = game(MOVES, annotations);
        let inner = vec![Item::Open, Item::Move(one_move(&one)), Item::Nag(6), text_of("[%eval 0.5]".into()), Item::Close];
        let place = 1 + one.items[1..].iter().position(Item::is_move).unwrap();
        one.items.splice(place..place, inner);
        roundtrip_at(level, &vec![one; 3], &[]);
    }
}
