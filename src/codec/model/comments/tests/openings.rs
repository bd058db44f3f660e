//! Names of openings in comments.

use super::*;
use crate::codec::model::opening::BOOKS;
use crate::coding::random::Random;

/// As Lichess writes it, asked for words.
#[test]
fn where_an_opening_gets_its_name_is_known() {
    const LINES: [&str; 4] = [
        "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6 Be3 e5 Nb3 Be6 f3 Be7",
        "d4 d5 c4 e6 Nc3 Nf6 Bg5 Be7 e3 O-O Nf3 h6 Bh4 b6 Rc1 Bb7",
        "c4 e5 Nc3 Nf6 g3 d5 cxd5 Nxd5 Bg2 Nb6 Nf3 Nc6 O-O Be7 a3 O-O",
        "e4 e6 d4 d5 exd5 exd5 Bd3 Bd6 Ne2 Ne7 O-O O-O c3 Bf5 Bf4 Nbc6",
    ];
    let mut random = Random::new(3);
    let lines: Vec<&str> = (0..400).map(|_| LINES[random.below(4)]).collect();
    let notes = |before: usize| {
        let games = lines.iter().map(|line| {
            let path = GameFacts::of(&game(line, |_| Vec::new())).path;
            let named = BOOKS.named_after(&path).unwrap() - before;
            game(line, |ply| {
                let here = (ply + 1 == named).then(|| text_of("the opening".to_owned()));
                here.into_iter().collect()
            })
        });
        roundtrip(&games.collect::<Vec<_>>())[Stream::Notes as usize]
    };
    let (there, elsewhere) = (notes(0), notes(2));
    assert!(there < 30 && elsewhere > 80, "{there} {elsewhere}");
}

/// As Lichess writes it, asked for words.
#[test]
fn the_name_of_an_opening_costs_nothing() {
    let openings = |names: [&'static str; 3]| {
        let [caro, queens, pawns] = names;
        let lines = [
            ("e4 c6 d4 d5 Nc3 dxe4", 1, caro),
            ("d4 d5 c4 e6 Nc3 Nf6", 2, queens),
            ("e4 e5 Nf3 Nc6 a3", 0, pawns),
        ];
        lines.map(|(line, named, name)| {
            game(line, |ply| match ply == named {
                true => text(name.to_owned()),
                false => Vec::new(),
            })
        })
    };
    let bytes = |games: &[Game]| roundtrip(games).iter().sum::<usize>();
    let known = openings([
        "B10 Caro-Kann Defense",
        "D06 Queen's Gambit",
        "B00 King's Pawn Game",
    ]);
    let unknown = openings([
        "B10 Caro-Kann Defence",
        "D06 Queens Gambit",
        "B00 Kings Pawn Game",
    ]);
    let (known, unknown) = (bytes(&known), bytes(&unknown));
    assert!(known + 15 < unknown, "{known} {unknown}");
}
