use super::*;

const NAMES: [&str; 10] = [
    "Abelwick", "Brundorf", "Castrelo", "Dovenkin", "Estragin", "Fulmarin", "Gostwyck", "Haverlin",
    "Imbrosia", "Jorvikin",
];

/// The bytes of prose of ten games, each with a comment on one of these names.
fn speaking_of(said: [&str; 10]) -> usize {
    let games: Vec<Game> = (0..NAMES.len())
        .map(|number| {
            let comment = |ply: usize| match ply {
                5 => text(format!("Here {} has the better game.", said[number])),
                _ => Vec::new(),
            };
            let mut game = game(MOVES, comment);
            game.tags.push(b"White", NAMES[number].as_bytes());
            game.tags.push(b"Black", b"Zollikofer, Ida");
            game
        })
        .collect();
    roundtrip(&games)[Stream::Prose as usize]
}

#[test]
fn names_of_players_are_expected_in_prose() {
    let of_players = speaking_of(NAMES);
    let of_others = speaking_of([
        "Kowelick", "Lrundarf", "Mestrelo", "Novenkan", "Ostragen", "Pulmaron", "Qostwyck",
        "Raverlun", "Simbrosa", "Torvekin",
    ]);
    assert!(of_players + 30 < of_others, "{of_players} {of_others}");
}
