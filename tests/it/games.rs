//! Games for the tests of the codecs: written down, or random legal moves.

use pgnpack::{
    chess::{Move, Position, Rules, line::Line},
    pgn::game::{Fault, FaultKind, Game, Item, Tag},
};
use proptest::prelude::*;
use shakmaty::san::San;

/// The game with these tags and this movetext: moves in standard notation, `{comments}`, `$1`, `--`
/// and brackets between blanks, without move numbers and result.
pub(crate) fn game(tags: &[(&str, &str)], movetext: &str) -> Game {
    let mut game = Game {
        tags: tags.iter().map(|(name, value)| tag(name, value)).collect(),
        items: Vec::new(),
    };
    let mut line = Line::new(game.start().unwrap());
    for (index, part) in movetext.split(['{', '}']).enumerate() {
        if index % 2 == 1 {
            game.items.push(Item::Comment(part.as_bytes().into()));
        } else {
            game.items
                .extend(part.split_whitespace().map(|token| item(&mut line, token)));
        }
    }
    game
}

fn tag(name: &str, value: &str) -> Tag {
    Tag {
        name: name.into(),
        value: value.into(),
    }
}

fn item(line: &mut Line, token: &str) -> Item {
    match token {
        "(" => {
            line.open();
            Item::Open
        }
        ")" => {
            assert!(line.close());
            Item::Close
        }
        "--" => {
            assert!(line.pass());
            Item::Null
        }
        _ => match token.strip_prefix('$') {
            Some(number) => Item::Nag(number.parse().unwrap()),
            None => {
                let m = san(line.position(), token);
                line.play(m);
                Item::Move(m)
            }
        },
    }
}

/// The move that `text` means.
pub(crate) fn san(position: &Position, text: &str) -> Move {
    let san: San = text.trim_end_matches(['+', '#']).parse().unwrap();
    san.to_move(position).unwrap_or_else(|_| panic!("{text}"))
}

/// What a random game may hold.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Features {
    /// Null moves.
    pub(crate) null: bool,
    /// Moves that cannot be played.
    pub(crate) faults: bool,
    /// Starting positions other than the usual one.
    pub(crate) set_up: bool,
    /// Variations.
    pub(crate) variations: bool,
}

impl Features {
    /// Everything that a game can hold.
    pub(crate) const ALL: Features = Features {
        null: true,
        faults: true,
        set_up: true,
        variations: true,
    };
}

const STARTS: [&str; 8] = [
    "8/PPPPPPPP/8/2k5/5K2/8/pppppppp/8 w - - 0 1",
    "r3k2r/1P4P1/8/8/8/8/1p4p1/R3K2R b KQkq - 0 1",
    "4k3/8/8/pPpPpPpP/PpPpPpPp/8/8/4K3 w - a6 0 1",
    "7k/8/8/1Q1Q4/8/1Q1Q4/8/K7 w - - 0 1",
    "1n2k1n1/8/2N1N3/1N3N2/1n3n2/2n1n3/8/1N2K1N1 w - - 0 1",
    "nrbkqbrn/pppppppp/8/8/8/8/PPPPPPPP/NRBKQBRN w GBgb - 0 1",
    "1rk3r1/pppppppp/8/8/8/8/PPPPPPPP/1RK3R1 w GBgb - 0 1",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
];

/// Random games that hold what `features` allow.
pub(crate) fn any_game(features: Features) -> impl Strategy<Value = Game> {
    let start = if features.set_up {
        0..=STARTS.len()
    } else {
        STARTS.len()..=STARTS.len()
    };
    let tags = prop::collection::vec((text(1), text(0)), 0..4);
    let choices = prop::collection::vec(any::<u16>(), 0..300);
    let notes = prop::collection::vec(text(0), 16);
    (start, tags, choices, notes).prop_map(move |(start, tags, choices, notes)| {
        let start = STARTS.get(start).map(|fen| tag("FEN", fen));
        let tags = tags.into_iter().map(|(name, value)| Tag { name, value });
        let mut game = Game {
            tags: tags
                .filter(|tag| tag.name != b"FEN" && tag.name != b"Variant")
                .chain(start)
                .collect(),
            items: Vec::new(),
        };
        Draw::new(&game).play(&choices, &notes, features, &mut game.items);
        game
    })
}

/// Random bytes for a tag or a comment, at least `least` of them.
fn text(least: usize) -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![
        3 => "[ -z|~]{1,12}".prop_map(String::into_bytes),
        1 => prop::collection::vec(1u8..=255, least..12),
        1 => prop::sample::select(vec!["Result", "1-0", "White", "1/2-1/2", "Date"]).prop_map(|s| s.as_bytes().to_vec()),
    ]
}

/// A random game being made.
struct Draw {
    line: Line,
    /// For each open line, whether it has a fault, after which no move can be played.
    faulty: Vec<bool>,
}

impl Draw {
    fn new(game: &Game) -> Draw {
        Draw {
            line: Line::new(game.start().unwrap()),
            faulty: vec![false],
        }
    }

    fn play(
        &mut self,
        choices: &[u16],
        notes: &[Vec<u8>],
        features: Features,
        items: &mut Vec<Item>,
    ) {
        for &choice in choices {
            let (kind, index) = (choice % 32, usize::from(choice / 32));
            let note = || notes[index % notes.len()].clone();
            items.extend(match kind {
                0 => Some(Item::Nag(index as u8)),
                1 => Some(Item::Comment(note().into())),
                2 if features.variations => Some(self.open()),
                3 => self.close(),
                4 if features.null => self.pass(),
                5 if features.faults => Some(self.fault(index, note())),
                6..=9 => self.special(index),
                _ => self.ordinary(index),
            });
        }
        while let Some(close) = self.close() {
            items.push(close);
        }
    }

    fn open(&mut self) -> Item {
        self.line.open();
        self.faulty.push(false);
        Item::Open
    }

    fn close(&mut self) -> Option<Item> {
        self.line.close().then(|| {
            self.faulty.pop();
            Item::Close
        })
    }

    fn playable(&self) -> bool {
        self.faulty.last() == Some(&false)
    }

    fn pass(&mut self) -> Option<Item> {
        (self.playable() && self.line.pass()).then_some(Item::Null)
    }

    fn fault(&mut self, index: usize, text: Vec<u8>) -> Item {
        if let Some(faulty) = self.faulty.last_mut() {
            *faulty = true;
        }
        let kind = [
            FaultKind::Unreadable,
            FaultKind::Illegal,
            FaultKind::Ambiguous,
            FaultKind::Unrecognised,
        ][index % 4];
        Item::Fault(Box::new(Fault { kind, text }))
    }

    fn ordinary(&mut self, index: usize) -> Option<Item> {
        self.pick(index, |_| true)
    }

    /// A castling move, an en-passant capture or a promotion, if one is possible.
    fn special(&mut self, index: usize) -> Option<Item> {
        self.pick(index, |m| {
            m.is_castle() || m.is_en_passant() || m.is_promotion()
        })
    }

    fn pick(&mut self, index: usize, wanted: impl Fn(&Move) -> bool) -> Option<Item> {
        if !self.playable() {
            return None;
        }
        let mut moves = self.line.position().legal_moves();
        moves.retain(|m| wanted(m));
        let m = *moves.get(index % moves.len().max(1))?;
        self.line.play(m);
        Some(Item::Move(m))
    }
}
