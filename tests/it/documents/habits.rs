//! The habits of writers are found in their texts.

use super::{comes_back, document, edited, faults, fixture, moves};
use pgnpack::pgn::{
    self,
    game::{Game, Item},
    layout::{Document, Layout, Piece},
    style::{LineEnd, Style, writers::writers},
};

#[test]
fn games_that_a_program_wrote_need_no_edits() {
    for (name, count) in [
        ("export.pgn", 3),
        ("tight-numbers.pgn", 2),
        ("ten-moves-a-line.pgn", 4),
        ("clocks.pgn", 2),
        ("engine-folded.pgn", 3),
        ("chess960.pgn", 2),
        ("latin-1.pgn", 1),
        ("list-san.pgn", 3),
        ("list-uci.pgn", 3),
        ("list-numbered.pgn", 3),
    ] {
        let document = document(name);
        let games: Vec<&Game> = document.games().collect();
        assert_eq!(games.len(), count, "{name}");
        assert_eq!(edited(&document), 0, "{name}");
        assert!(
            games
                .iter()
                .all(|game| moves(game) > 0 && faults(game).is_empty()),
            "{name}"
        );
    }
}

#[test]
fn glyphs_stand_otherwise_than_their_numbers() {
    let text = "[Event \"a\"]\n\n1. e4! e5 $14 2. Nf3?! $10 Nc6!? 3. Bb5 $36 a6!! 4. Ba4 $16 *\n\n";
    let document = pgn::read(text.repeat(3).as_bytes());
    assert_eq!((document.games().count(), edited(&document)), (3, 0));
}

#[test]
fn numbers_of_black_moves_are_a_habit() {
    for movetext in [
        // Where a glyph follows, though not where a comment does.
        "1. e4 1... e5! 2. Nf3 Nc6 {A knight} 3. Bb5 3... a6?! 4. Ba4 Nf6 *",
        // Where either follows.
        "1. e4 1... e5! 2. Nf3 2... Nc6 {A knight} 3. Bb5 3... a6?! 4. Ba4 Nf6 *",
        // Behind a glyph, though a comment stands between, but not behind a comment alone.
        "1. e4 {A pawn} e5 {So} 2. Nf3 $1 {A knight} 2... Nc6 3. Bb5 $5 $14 {} {Yes} 3... a6 4. Ba4 {Back} Nf6 *",
        "1. e4 {A pawn} e5 {So} 2. Nf3 $1 {A knight} 2... Nc6 3. Bb5 {Spain} a6 4. Ba4 {Back} Nf6 *",
        // Behind a comment that says something.
        "1. e4 {} e5 {} 2. Nf3 {A knight} 2... Nc6 3. Bb5 { } a6 4. Ba4 {Back} 4... Nf6 *",
        // One less than that of the turn.
        "1. e4 e5 2. Nf3 Nc6 ( 1... d6 3. d4 Bg4 ( 2... f5 ) ) 3. Bb5 a6 ( 2... Nf6 ) *",
    ] {
        let text = format!("[Event \"a\"]\n\n{movetext}\n\n");
        let document = pgn::read(text.repeat(3).as_bytes());
        assert_eq!((document.games().count(), edited(&document)), (3, 0));
        assert!(comes_back(text.as_bytes()));
    }
}

#[test]
fn a_game_alone_shows_who_wrote_it() {
    let text = "[Event \"a\"]\n\n1. e4 {A pawn} 1... e5 $1 ( 1... c5 2. Nf3 {Open} ) 2. Nf3 Nc6 $6 \
        {The knights} 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 {Closed} 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 \
        Nb8 10. d4 Nbd7 11. c4 c6 {Breyer} 12. cxb5 axb5 13. Nc3 Bb7 14. Bg5 b4 15. Nb1 h6 1-0\n\n";
    let Piece::Game(game, layout) = pgn::read(text.as_bytes()).pieces.remove(0) else {
        panic!("no game");
    };
    for (number, writer) in writers().iter().enumerate() {
        for (line_end, after_game) in [(LineEnd::Lf, 2), (LineEnd::CrLf, 3)] {
            let style = Style {
                line_end,
                after_game,
                ..writer.clone()
            };
            let layout = Layout {
                termination: layout.termination,
                ..Layout::default()
            };
            let written = pgn::write(&Document::new(
                vec![style.clone()],
                vec![Piece::Game(game.clone(), layout)],
            ));
            let document = pgn::read(&written.unwrap());
            assert_eq!(edited(&document), 0, "{number}");
            assert_eq!(document.styles, [style], "{number}");
        }
    }
}

/// Words are of as many characters as bytes less one.
#[test]
fn lines_as_long_as_their_characters_are_a_habit() {
    let mut text = String::new();
    for game in 0..4 {
        text += "[Event \"Tournoi\"]\n\n1. e4 {";
        let mut line = 7;
        for word in 0..80 {
            let word = "é".to_owned() + &"a".repeat((word * 7 + game) % 5);
            let len = word.chars().count();
            match line + 1 + len <= 50 {
                _ if line == 7 && text.ends_with('{') => line += len,
                true => {
                    text += " ";
                    line += 1 + len;
                }
                false => {
                    text += "\n";
                    line = len;
                }
            }
            text += &word;
        }
        text += "}\n1-0\n\n";
    }
    let document = pgn::read(text.as_bytes());
    assert_eq!((document.games().count(), edited(&document)), (4, 0));
    assert!(comes_back(text.as_bytes()));
}

#[test]
fn a_writer_is_recognised_behind_any_other() {
    let writers = [
        "export.pgn",
        "one-line.pgn",
        "tight-numbers.pgn",
        "ten-moves-a-line.pgn",
        "clocks.pgn",
        "crlf.pgn",
        "two-returns.pgn",
        "list-numbered.pgn",
    ];
    for first in writers {
        for second in writers {
            let mut text = fixture(first).repeat(4);
            text.extend(fixture(second).repeat(8));
            let document = pgn::read(&text);
            // The first games of a writer may not be enough to make a style of their own.
            assert!(edited(&document) < 4, "{second} behind {first}");
        }
    }
}

/// Breaks lines as Scid does: before a word that would make a line of 75 characters or more. A
/// space can be such a word.
#[derive(Default)]
struct ScidLines {
    text: String,
    column: usize,
}

impl ScidLines {
    fn end_line(&mut self) {
        self.text.push('\n');
        self.column = 0;
    }

    fn word(&mut self, word: &str) {
        if self.column + word.len() >= 75 {
            self.end_line();
        }
        self.text.push_str(word);
        self.column += word.len();
    }

    fn space(&mut self) {
        if self.column + 1 >= 75 {
            self.end_line();
        } else {
            self.word(" ");
        }
    }

    /// A game of `plies` half-moves in which knights go out and home; with `comments`, one behind
    /// each move.
    fn game(plies: usize, comments: bool) -> String {
        let mut lines = ScidLines::default();
        for ply in 0..plies {
            if ply % 2 == 0 || comments {
                let dots = if ply % 2 == 0 { "." } else { ". ..." };
                lines.word(&format!("{}{dots}", ply / 2 + 1));
                lines.word(" ");
            }
            lines.word(["Nf3", "Nf6", "Ng1", "Ng8"][ply % 4]);
            lines.space();
            if comments {
                lines.word("{");
                lines.word("[%clk");
                lines.space();
                lines.word(&format!("1:{:02}:{:02}]", 59 - ply / 3, ply * 7 % 60));
                lines.text.push('}');
                lines.column += 1;
                lines.space();
            }
        }
        lines.word("1-0");
        format!("[Event \"?\"]\n[Result \"1-0\"]\n\n{}\n\n", lines.text)
    }
}

#[test]
fn lines_as_scid_ends_them_are_a_style() {
    for comments in [false, true] {
        let games = [150, 90, 121, 44].map(|plies| ScidLines::game(plies, comments));
        let document = pgn::read(games.concat().as_bytes());
        assert_eq!(document.styles.len(), 1, "{:?}", document.styles);
        let pieces = document.pieces.len();
        assert_eq!((document.games().count(), edited(&document)), (pieces, 0));
    }
}

/// A walk of knights out and home in `plies` half-moves, from one square or the other.
fn knights(plies: usize, from: usize) -> impl Iterator<Item = (usize, &'static str)> {
    const WALKS: [[&str; 4]; 2] = [["Nf3", "Nf6", "Ng1", "Ng8"], ["Nc3", "Nc6", "Nb1", "Nb8"]];
    (0..plies).map(move |ply| (ply, WALKS[(from + ply / 4) % 2][ply % 4]))
}

/// A line ends once it is long, with the space that a token brings along; everywhere, or only
/// before numbers of moves.
#[test]
fn lines_that_end_once_they_are_long_may_keep_their_spaces() {
    for before_numbers in [false, true] {
        for width in [51, 79] {
            let mut text = String::new();
            for game in 0..6 {
                text += "[Event \"?\"]\n[Result \"1-0\"]\n\n";
                let mut line = 0;
                for (ply, san) in knights(90 + game * 7, game) {
                    let number = (ply % 2 == 0).then(|| format!("{}.", ply / 2 + 1));
                    for token in number.iter().map(String::as_str).chain([san]) {
                        let may_end = !before_numbers || token.ends_with('.');
                        if line > width && may_end {
                            text += "\n";
                            line = 0;
                        }
                        text += token;
                        text += " ";
                        line += token.len() + 1;
                    }
                }
                text += "1-0\n\n";
            }
            let document = pgn::read(text.as_bytes());
            assert_eq!((document.games().count(), edited(&document)), (6, 0));
            assert!(document.styles.len() <= 3, "{:?}", document.styles);
            assert!(comes_back(text.as_bytes()));
        }
    }
}

/// Each variation has lines of its own; those within others are further in, or not.
#[test]
fn variations_in_lines_of_their_own_are_a_style() {
    for (space, deep) in [("", true), ("", false), (" ", true)] {
        for spaces in [0, 1, 2, 4, 8] {
            let line = |depth: usize| match (depth, deep) {
                (0, _) => "\n".to_owned(),
                (_, false) => format!("\n{}", " ".repeat(spaces)),
                (_, true) => format!("\n{}", " ".repeat(spaces * depth)),
            };
            let [back, once, twice] = [0, 1, 2].map(line);
            let game = format!(
                "[Event \"a\"]\n[Result \"1-0\"]\n\n1. e4 e5{space}{once}( 1... d5 2. exd5 Qxd5\
                {space}{twice}( 2... Nf6 3. d4 ){once}3. Nc3 ){once}( 1... c5 2. d4{space}{twice}\
                ( 2. Nf3 ){once}2... cxd4 ){back}2. Nf3{space}{once}( 2. f4 exf4 ){back}2... Nc6 \
                3. Bb5 a6 1-0\n\n"
            );
            let document = pgn::read(game.repeat(4).as_bytes());
            assert_eq!((document.games().count(), edited(&document)), (4, 0));
            let [style] = &document.styles[..] else {
                panic!("{:?}", document.styles);
            };
            assert_eq!((style.width, usize::from(style.indent)), (0, spaces));
            assert!(comes_back(game.repeat(4).as_bytes()));
        }
    }
}

/// A style has one space there; what more there is belongs to the comment.
#[test]
fn two_spaces_in_braces_are_a_habit_and_a_text() {
    let game = |clock: usize| {
        let comment = |ply: usize| format!("{{  [%clk 0:{:02}:{:02}]  }}", 59 - ply, clock % 60);
        let [first, second] = [1, 2].map(comment);
        format!("[Event \"a\"]\n\n1. e4 {first} e5 {second} 2. Nf3 Nc6 *\n\n")
    };
    let text: String = (0..40).map(game).collect();
    let document = pgn::read(text.as_bytes());
    assert_eq!(document.styles.len(), 1, "{:?}", document.styles);
    assert_eq!((document.games().count(), edited(&document)), (40, 0));
    assert!(comes_back(text.as_bytes()));
    let mut comments = document.games().flat_map(|game| &game.items);
    assert!(comments.any(|item| *item == Item::Comment(b" [%clk 0:58:00] ".to_vec().into())));
}

/// As ChessBase folds its profiles of evaluations.
#[test]
fn where_a_command_is_cut_it_has_no_blank() {
    let profile = |game: i32| -> String {
        let evals = (0..160).map(|ply| (ply * (37 + game) % 400 - 200).to_string());
        format!("[%evp 0,160,{}]", evals.collect::<Vec<_>>().join(","))
    };
    let comments: Vec<String> = (0..6)
        .map(|game| match game {
            0 => "A blank here and there ".repeat(9).trim_end().to_owned(),
            _ => profile(game),
        })
        .collect();
    let mut text = String::new();
    for comment in &comments {
        text += "[Event \"A walk\"]\n\n";
        let movetext = format!("{{{comment}}} 1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1-0");
        let mut line = 0;
        for word in movetext.split_inclusive([' ', ',']) {
            if line + word.trim_end().len() > 79 {
                text.truncate(text.trim_end().len());
                text += "\n";
                line = 0;
            }
            text += word;
            line += word.len();
        }
        text += "\n\n";
    }
    assert!(comes_back(text.as_bytes()));
    let document = pgn::read(text.as_bytes());
    assert_eq!((document.games().count(), edited(&document)), (6, 0));
    for (game, comment) in document.games().zip(&comments) {
        let Some(Item::Comment(read)) = game.items.first() else {
            panic!("no comment");
        };
        assert_eq!(String::from_utf8_lossy(read), *comment);
    }
}
