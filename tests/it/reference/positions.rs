//! Single positions. Numbers in comments are sections of `src/position/model/MODEL.md`.

use super::{
    models::coder::{AdaptiveBit, RangeDecoder, Source, squash},
    moves::{context::Context, ordinary::Moves, weights},
    tags::back_rank,
};
use pgnpack::{
    coding::range::Encoder,
    pgn::game::Game,
    position::{Scheme, State, model},
};
use shakmaty::{CastlingMode, Chess, EnPassantMode, FromSetup, Position as _, Role, fen::Fen};
use std::sync::LazyLock;

/// A position.
#[derive(Clone)]
pub(crate) struct Position {
    /// What stands on each square, by letter; 0 for nothing.
    pub(crate) men: [u8; 64],
    pub(crate) black_to_move: bool,
    /// The squares of the rooks that may castle.
    pub(crate) rooks: Vec<usize>,
    /// The file of a pawn that has just moved two squares.
    pub(crate) jumped: Option<usize>,
}

/// The letters of men, in the order of facts.
const MEN: [u8; 6] = *b"PNBRQK";
/// The men that are asked for, in their order.
const ASKED: [u8; 5] = *b"PNBRK";

/// 2: the network, and the units of the hidden layer.
struct Network {
    sums: Vec<i64>,
}

/// The tables (2.3).
struct Tables {
    shares: Vec<u32>,
    start: Vec<i64>,
    facts: Vec<i64>,
    biases: Vec<i64>,
    weights: Vec<i64>,
}

static TABLES: LazyLock<Tables> = LazyLock::new(|| {
    let file = std::fs::read("src/position/model/weights.bin").unwrap();
    let mut rest = file.as_slice();
    let mut words = |count: usize| -> Vec<i64> {
        let (words, behind) = rest.split_at(2 * count);
        rest = behind;
        let words = words.chunks(2);
        words
            .map(|word| i16::from_le_bytes([word[0], word[1]]).into())
            .collect()
    };
    Tables {
        shares: words(32)
            .iter()
            .map(|&share| (share as u32) & 0xffff)
            .collect(),
        start: words(128),
        facts: words(800 * 128),
        biases: words(784),
        weights: rest.iter().map(|&byte| i64::from(byte as i8)).collect(),
    }
});

impl Network {
    /// 2.1
    fn note(&mut self, fact: usize) {
        let row = &TABLES.facts[128 * fact..][..128];
        for (sum, number) in self.sums.iter_mut().zip(row) {
            *sum += number;
        }
    }

    /// 2.2
    fn ask(&self, source: &mut RangeDecoder<'_>, question: usize) -> bool {
        let weights = &TABLES.weights[128 * question..][..128];
        let units = self.sums.iter().map(|&sum| sum.clamp(0, 1_024));
        let sum: i64 = units.zip(weights).map(|(unit, weight)| unit * weight).sum();
        let p = squash(TABLES.biases[question] + (sum >> 7));
        source.decision(p.clamp(12, 65_524))
    }
}

impl Position {
    /// 1
    pub(crate) fn decode(source: &mut RangeDecoder<'_>) -> Position {
        if source.decision(65_400) {
            return Position::ordinary(source);
        }
        match source.raw(2) {
            0 => {
                let n = source.raw(10) as usize;
                assert!(n < 960, "damage: a number");
                Position::start([back_rank(n); 2])
            }
            1 => {
                let position = Position::ordinary(source);
                let rooks = (0..8).map(|file| (file, b'R'));
                let rooks = rooks.chain((56..64).map(|square| (square, b'r')));
                let rooks = rooks.filter(|&(square, rook)| position.men[square] == rook);
                let rooks: Vec<usize> = rooks.map(|(square, _)| square).collect();
                let castles = |_: &usize| source.raw(1) == 1;
                Position {
                    rooks: rooks.into_iter().filter(castles).collect(),
                    ..position
                }
            }
            _ => panic!("damage: a kind"),
        }
    }

    /// The start with these men of White's and of Black's on their first ranks.
    pub(crate) fn start([white, black]: [[u8; 8]; 2]) -> Position {
        let mut men = [0; 64];
        men[..8].copy_from_slice(&white);
        men[8..16].fill(b'P');
        men[48..56].fill(b'p');
        men[56..].copy_from_slice(&black.to_ascii_lowercase());
        let rooks = (0..64).filter(|&square| men[square].eq_ignore_ascii_case(&b'R'));
        Position {
            rooks: rooks.collect(),
            men,
            black_to_move: false,
            jumped: None,
        }
    }

    /// 1.1 to 1.3
    fn ordinary(source: &mut RangeDecoder<'_>) -> Position {
        let mut bounds = vec![0];
        for share in &TABLES.shares {
            bounds.push(bounds[bounds.len() - 1] + share);
        }
        let number = source.symbol(&bounds);
        let rights = [(16, 7), (8, 0), (4, 63), (2, 56)];
        let rights = rights.into_iter().filter(|&(bit, _)| number & bit != 0);
        let mut position = Position {
            men: [0; 64],
            black_to_move: number % 2 == 1,
            rooks: rights.map(|(_, square)| square).collect(),
            jumped: None,
        };
        let mut network = Network {
            sums: TABLES.start.clone(),
        };
        network.note(768 + number);
        for rank in [0, 7, 1, 6, 2, 5, 3, 4] {
            for square in 8 * rank..8 * rank + 8 {
                position.men[square] = position.square(source, &mut network, square);
            }
        }
        position.jumped = position.en_passant(source, &network);
        position
    }

    /// 1.2
    fn square(&self, source: &mut RangeDecoder<'_>, network: &mut Network, square: usize) -> u8 {
        if !network.ask(source, 12 * square) {
            return 0;
        }
        let black = network.ask(source, 12 * square + 1);
        let colored = |man: u8| match black {
            true => man.to_ascii_lowercase(),
            false => man,
        };
        let mut found = b'Q';
        for (k, man) in ASKED.into_iter().enumerate() {
            let cannot_be = match man {
                b'P' => matches!(square / 8, 0 | 7),
                b'K' => self.men.contains(&colored(b'K')),
                _ => false,
            };
            let question = 12 * square + 2 + 5 * usize::from(black) + k;
            if !cannot_be && network.ask(source, question) {
                found = man;
                break;
            }
        }
        let m = MEN.iter().position(|&man| man == found).expect("a man");
        network.note(12 * square + 6 * usize::from(black) + m);
        colored(found)
    }

    /// 1.3
    fn en_passant(&self, source: &mut RangeDecoder<'_>, network: &Network) -> Option<usize> {
        // The ranks of the pawn and of the squares behind it.
        let (own, other, ranks) = match self.black_to_move {
            true => (b'p', b'P', [3, 2, 1]),
            false => (b'P', b'p', [4, 5, 6]),
        };
        let at = |rank: usize, file: usize| self.men[8 * rank + file];
        let [pawn, behind, home] = ranks;
        let can =
            |&file: &usize| at(pawn, file) == other && at(behind, file) == 0 && at(home, file) == 0;
        let beside = |&file: &usize| {
            file > 0 && at(pawn, file - 1) == own || file < 7 && at(pawn, file + 1) == own
        };
        let question = 768 + 8 * usize::from(self.black_to_move);
        let likely = (0..8).filter(can).filter(beside).collect::<Vec<_>>();
        let others = (0..8).filter(can).filter(|file| !beside(file));
        let mut likely = likely.into_iter();
        likely
            .find(|file| network.ask(source, question + file))
            .or_else(|| {
                others
                    .collect::<Vec<_>>()
                    .into_iter()
                    .find(|_| source.decision(32))
            })
    }

    /// The rights as 3.3 spells them, or all of them by files.
    pub(crate) fn rights(&self, by_files: bool) -> Vec<u8> {
        let mut spelt = Vec::new();
        for (first, king) in [(0, b'K'), (56, b'k')] {
            let rank = &self.men[first..first + 8];
            let rook = king.wrapping_add(b'R' - b'K');
            let king = rank.iter().position(|&man| man == king);
            for file in (0..8)
                .rev()
                .filter(|file| self.rooks.contains(&(first + file)))
            {
                let on_right = king.is_some_and(|king| file > king);
                let outward = match on_right {
                    true => &rank[file + 1..],
                    false => &rank[..file],
                };
                let letter = match (by_files || outward.contains(&rook), on_right) {
                    (true, _) => b'A' + file as u8,
                    (false, true) => b'K',
                    (false, false) => b'Q',
                };
                spelt.push(if first == 0 {
                    letter
                } else {
                    letter.to_ascii_lowercase()
                });
            }
        }
        match spelt.is_empty() {
            true => b"-".to_vec(),
            false => spelt,
        }
    }

    /// 3.3, with the rights spelt so.
    pub(crate) fn spelt(&self, rights: &[u8]) -> Vec<u8> {
        let mut spelt = Vec::new();
        for rank in self.men.chunks(8).rev() {
            let mut empty = b'0';
            for &man in rank.iter().chain(b"/") {
                if man == 0 {
                    empty += 1;
                    continue;
                }
                spelt.extend((empty > b'0').then_some(empty));
                spelt.push(man);
                empty = b'0';
            }
        }
        spelt.pop();
        let (turn, rank) = match self.black_to_move {
            true => ("b", 3),
            false => ("w", 6),
        };
        let square = match self.jumped {
            Some(file) => format!("{}{rank}", char::from(b'a' + file as u8)),
            None => "-".into(),
        };
        [&spelt, turn.as_bytes(), rights, square.as_bytes()].join(&b' ')
    }

    /// 3.3
    fn epd(&self) -> Vec<u8> {
        self.spelt(&self.rights(false))
    }
}

/// 3: what is learnt of the lines of lists.
pub(crate) struct Lists {
    another: AdaptiveBit,
    is_position: [AdaptiveBit; 2],
    is_moved: [AdaptiveBit; 2],
    was_moved: bool,
    always: AdaptiveBit,
    moves: Moves,
    follow: AdaptiveBit,
    last: Option<Last>,
}

/// 3.2: a position from which a game can go on.
struct Last {
    position: Chess,
    context: Context,
    /// 3.4: the counters behind it.
    counters: Option<[u32; 2]>,
}

impl Lists {
    /// Those of a block, by its level.
    pub(crate) fn new(level: u8) -> Lists {
        let bit = AdaptiveBit::new;
        Lists {
            another: bit(),
            is_position: [bit(), bit()],
            is_moved: [bit(), bit()],
            was_moved: false,
            always: bit(),
            moves: Moves::new(level, &weights::standard()),
            follow: bit(),
            last: None,
        }
    }

    /// 3.1: a list, what is text in which `string` decodes, by its field.
    pub(crate) fn decode(
        &mut self,
        source: &mut RangeDecoder<'_>,
        mut string: impl FnMut(&mut RangeDecoder<'_>, u32) -> Vec<u8>,
    ) -> Vec<u8> {
        let (mut list, mut before) = (Vec::new(), true);
        while self.another.decode(source) {
            before = self.is_position[usize::from(before)].decode(source);
            if !before {
                list.extend(string(source, 0));
                continue;
            }
            let (epd, context, counters) = self.position(source);
            let mut behind = Vec::new();
            if let Some([half_moves, number]) = counters
                && self.follow.decode(source)
            {
                behind.extend(format!(" {half_moves} {number}").into_bytes());
            }
            behind.extend(string(source, 15));
            self.last = played_on(&epd).map(|position| Last {
                position,
                context,
                counters: counters_of(&behind),
            });
            list.extend([epd, behind].concat());
        }
        list
    }

    /// 3.2: a position, the game that it is in, and the counters that follow.
    fn position(&mut self, source: &mut RangeDecoder<'_>) -> (Vec<u8>, Context, Option<[u32; 2]>) {
        if let Some(last) = self.last.take() {
            self.was_moved = self.is_moved[usize::from(self.was_moved)].decode(source);
            if self.was_moved {
                return self.moved(last, source);
            }
        }
        let epd = Position::decode(source).epd();
        (epd, Context::of(&Game::default()), None)
    }

    /// 3.2 and 3.4: the same, of a position that is a move away.
    fn moved(
        &mut self,
        last: Last,
        source: &mut RangeDecoder<'_>,
    ) -> (Vec<u8>, Context, Option<[u32; 2]>) {
        let Last {
            mut position,
            mut context,
            counters,
        } = last;
        let mode = match self.always.decode(source) {
            true => EnPassantMode::Always,
            false => EnPassantMode::Legal,
        };
        assert!(!position.legal_moves().is_empty(), "damage: no move");
        let found = self.moves.decode(&position, &context, source);
        context.play(&position, found);
        let m = found.played;
        let counters = counters.map(|[half_moves, number]| {
            let is_final = m.role() == Role::Pawn || m.is_capture();
            let half_moves = if is_final { 0 } else { half_moves + 1 };
            [half_moves, number + u32::from(position.turn().is_black())]
        });
        position.play_unchecked(m);
        (epd_of(&position, mode), context, counters)
    }
}

/// 3.4: the counters at the front of what stands behind a position.
fn counters_of(behind: &[u8]) -> Option<[u32; 2]> {
    let mut rest = behind;
    let mut counters = [0; 2];
    for counter in &mut counters {
        rest = rest.strip_prefix(b" ")?;
        let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let (number, after) = rest.split_at(digits);
        if !(1..=4).contains(&digits) {
            return None;
        }
        *counter = str::from_utf8(number).unwrap().parse().unwrap();
        rest = after;
    }
    Some(counters)
}

/// 3.2: the position of a line, if a game can go on from it.
fn played_on(epd: &[u8]) -> Option<Chess> {
    let setup = Fen::from_ascii(epd).ok()?.into_setup();
    Chess::from_setup(setup, CastlingMode::Chess960).ok()
}

/// A position of a game as 3.3 spells it.
fn epd_of(position: &Chess, mode: EnPassantMode) -> Vec<u8> {
    let fen = Fen::from_position(position, mode).to_string();
    let fields: Vec<&str> = fen.split(' ').take(4).collect();
    fields.join(" ").into_bytes()
}

/// Positions of all kinds: usual ones, starts of Chess960, castling with other rooks, and pawns that
/// have jumped, taken by nobody or twice.
const POSITIONS: [&str; 12] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -",
    "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w Kq e6",
    "rnbqkbnr/pppp1p2/8/8/3pPp2/8/PPP2PPP/RNBQKBNR b KQ e3",
    "nrbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/NRBKQBNR w KQkq -",
    "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq -",
    "nrbkqbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/NRBKQBNR w KQkq e6",
    "1rk1r3/pppppppp/8/8/8/8/PPPPPPPP/1RK1R3 w Eb -",
    "4k3/8/8/8/8/8/8/RR2K2R w BK -",
    "4k3/8/8/8/8/8/8/4K3 b - -",
    "r3k2r/pP1pqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/P1PBBPPP/R3K2R w kq -",
    "k7/qqqqqqqq/8/8/8/8/QQQQQQQQ/7K w - -",
    "8/8/8/1Pp1pP2/k7/8/8/7K w - c6",
];

#[test]
fn single_positions_are_read() {
    for fen in POSITIONS {
        let state = State::parse(fen).unwrap();
        let mut encoder = Encoder::new();
        model::code(&mut encoder, &state).unwrap();
        let bytes = encoder.finish();
        let mut source = RangeDecoder::new(&bytes);
        let epd = Position::decode(&mut source).epd();
        assert_eq!(String::from_utf8(epd).unwrap(), state.epd());
        assert!(source.beyond() <= 4);
    }
}

/// The range coder's bytes for this position end with one of zeros (1.5).
#[test]
fn a_code_by_itself_is_read_without_its_zeros() {
    let epd = "8/3k4/8/1pP5/3K2n1/8/3p4/8 w - b6";
    let state = State::parse(epd).unwrap();
    let code = model::Model.encode(&state).unwrap();
    assert_eq!((code.bytes().last(), code.len()), (Some(&0x48), 45));
    let read = Position::decode(&mut RangeDecoder::new(code.bytes()));
    assert_eq!(read.epd(), epd.as_bytes());
}
