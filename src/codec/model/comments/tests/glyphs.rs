//! Glyphs, and comments and evaluations beside them.

use super::*;

/// As chess.com writes it.
#[test]
fn what_a_glyph_tells_of_the_comment_behind_it_costs_little() {
    let words = ["Book", "Mistake", "Inaccuracy", "Blunder", "GreatFind"];
    let glyphs = [0, 2, 6, 4, 1];
    let judged = |word: fn(usize) -> usize| {
        let mut seed = 1u32;
        let games = (0..40).map(|_| {
            let judgements: Vec<usize> = (0..20)
                .map(|_| {
                    seed = seed.wrapping_mul(0x9e37_79b9).wrapping_add(7);
                    (seed >> 24) as usize % words.len()
                })
                .collect();
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
    let mut random = crate::coding::random::Random::new(5);
    (0..count).map(|_| random.below(600) as i64 - 300).collect()
}

/// As Lichess writes it: the glyph says what the evaluation behind it lost.
#[test]
fn what_an_evaluation_tells_of_the_glyph_before_it_costs_little() {
    const GAMES: usize = 100;
    let standings = standings(GAMES * 20);
    let analysed = |glyph: &dyn Fn(i64) -> u8| {
        let games = standings.chunks(20).map(|standings| {
            game(MOVES, |ply| {
                let before = ply.checked_sub(1).map_or(0, |ply| standings[ply]);
                let lost = (before - standings[ply]) * if ply % 2 == 0 { 1 } else { -1 };
                let glyph = Some(glyph(lost)).filter(|glyph| *glyph > 0).map(Item::Nag);
                let pawns = standings[ply] as f64 / 100.0;
                let comment = text_of(format!("[%eval {pawns:.2}]"));
                glyph.into_iter().chain([comment]).collect()
            })
        });
        roundtrip(&games.collect::<Vec<_>>())
    };
    let judged = analysed(&|lost| match lost {
        ..50 => 0,
        50..100 => 6,
        100..300 => 2,
        _ => 4,
    });
    let bare = analysed(&|_| 0);
    // 2,000 verdicts.
    let [judged, bare] =
        [judged, bare].map(|sizes| sizes[Stream::Notes as usize] + sizes[Stream::Evals as usize]);
    assert!(judged < bare + 160, "{judged} {bare}");
}

proptest! {
    #[test]
    fn glyphs_come_back_wherever_they_stand(kinds in prop::collection::vec(prop::collection::vec((0u8..8, any::<u8>(), -300i64..300), 0..4), 20), level in level()) {
        let annotations = |ply: usize| {
            let item = |&(kind, nag, number): &(u8, u8, i64)| match kind {
                0 => Item::Nag(nag),
                1 | 2 => Item::Nag(2 * (nag % 4)),
                3 => text_of(format!("[%clk 0:00:{:02}]", nag % 60)),
                4 => text_of(format!("[%eval #{number}]")),
                5 => text_of(format!("well [%eval {number}.0]")),
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
