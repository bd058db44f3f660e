//! Main lines of games by other rules. Numbers in comments are sections of
//! `src/codec/model/variants/MODEL.md`, and 7.8.2 of `src/container/FORMAT.md`.

use super::{
    context::Context,
    main_line::Steps,
    memory::{self, Table},
    ranking::{Ranking, Views},
    shares,
};
use crate::reference::models::coder::{AdaptiveBit, RangeDecoder, Symbol, hash32};
use pgnpack::pgn::game::{Fault, FaultKind, Game, Item};
use shakmaty::{
    Bitboard, Color, Move, Position, Rank, Role, Square, attacks,
    san::{San, SanPlus, Suffix},
    variant::{Variant, VariantPosition},
};

/// The models of a block.
pub(crate) struct Variants {
    goes_on: Vec<AdaptiveBit>,
    is_legal: AdaptiveBit,
    marks: Vec<Symbol>,
    scores: Scores,
    anybody: Table,
    players: Table,
    ranking: Ranking,
}

/// The position of a game, and its legal moves in their order.
#[derive(Clone)]
struct Here {
    position: VariantPosition,
    moves: Vec<Move>,
}

/// What is known of a game besides.
struct Past {
    context: Context,
    moves: u32,
    /// The last move and the one before.
    last: [Option<Move>; 2],
}

/// 7.8.2: the marks by their numbers.
const MARKS: [Option<Suffix>; 3] = [None, Some(Suffix::Check), Some(Suffix::Checkmate)];

impl Variants {
    /// As they begin.
    pub(crate) fn new() -> Variants {
        Variants {
            goes_on: vec![AdaptiveBit::new(); 48],
            is_legal: AdaptiveBit::new(),
            marks: (0..6).map(|_| Symbol::new(2)).collect(),
            scores: Scores(vec![(0, 0); 1 << 18]),
            anybody: Table::new(1 << 16),
            players: Table::new(1 << 16),
            ranking: Ranking::new(),
        }
    }

    /// The main line of a game by other rules, and what each step costs.
    pub(crate) fn decode(
        &mut self,
        game: &Game,
        steps: &mut Steps,
        decoder: &mut RangeDecoder<'_>,
    ) -> Vec<(Item, u32)> {
        let mut here = game.variant_start().and_then(Here::of);
        let mut past = Past {
            context: Context::of(game),
            moves: 0,
            last: [None; 2],
        };
        let mut line = Vec::new();
        loop {
            let class = match &here {
                Some(here) => 16 * usize::from(here.moves.is_empty()),
                None => 32,
            };
            let goes_on = &mut self.goes_on[class + (past.moves as usize / 8).min(15)];
            if !goes_on.decode(decoder) {
                return line;
            }
            let before = decoder.cost;
            let kind = FaultKind::ALL[steps.kind(decoder) as usize];
            let now = here.take().filter(|here| !here.moves.is_empty());
            let (text, played) = match &now {
                Some(now) if self.is_legal.decode(decoder) => self.legal(now, &past, decoder),
                _ => {
                    let text = steps.text(decoder);
                    let meant = now.as_ref().and_then(|now| now.meant(&text));
                    (text, meant)
                }
            };
            here = now.zip(played).and_then(|(now, m)| now.after(m));
            past.moves += 1;
            past.last = [played, past.last[0]];
            let item = Item::Fault(Box::new(Fault { kind, text }));
            line.push((item, decoder.cost - before));
        }
    }

    /// A legal move with its mark.
    fn legal(
        &mut self,
        here: &Here,
        past: &Past,
        decoder: &mut RangeDecoder<'_>,
    ) -> (Vec<u8>, Option<Move>) {
        let m = here.moves[self.which(here, past, decoder)];
        let expected = match here.after(m) {
            Some(after) => {
                let mark = match (after.position.is_check(), after.moves.is_empty()) {
                    (false, _) => 0,
                    (true, false) => 1,
                    (true, true) => 2,
                };
                2 * mark + usize::from(after.moves.is_empty())
            }
            None => 0,
        };
        let mark = self.marks[expected].decode(decoder) as usize;
        (here.spelt(m, MARKS[mark]), Some(m))
    }

    fn which(&mut self, here: &Here, past: &Past, decoder: &mut RangeDecoder<'_>) -> usize {
        if here.moves.len() == 1 {
            return 0;
        }
        let turn = here.position.turn();
        let facts: Vec<[usize; 11]> = here.moves.iter().map(|&m| here.facts(past, m)).collect();
        let scores: Vec<i32> = facts.iter().map(|facts| self.scores.of(facts)).collect();
        let weights = shares::weights_by_network(&scores);
        let key = here.key();
        let player = past.context.player(turn);
        let player = player.map(|player| memory::key_of_player(key, player));
        let had = player.and_then(|key| self.players.recall(key));
        let mut views = Views::new(&weights, self.anybody.recall(key), had);
        let number = self.ranking.decode(&mut views, decoder);
        self.scores.learn(&facts, &weights, number);
        self.anybody.note(key, number);
        if let Some(key) = player {
            self.players.note(key, number);
        }
        number
    }
}

impl Here {
    /// 7.8.2; `None` where there are, or might be, too many moves.
    fn of(position: VariantPosition) -> Option<Here> {
        let (board, turn) = (position.board(), position.turn());
        let own = board.by_color(turn);
        let seventh = Bitboard::from_rank(turn.relative_rank(Rank::Seventh));
        let most = |square: Square| match board.role_at(square).expect("a man") {
            Role::Pawn if seventh.contains(square) => 19,
            Role::Pawn => 4,
            Role::Knight => 8,
            Role::Bishop => 13,
            Role::Rook => 14,
            Role::Queen => 27,
            Role::King => 10,
        };
        let mut might = own.into_iter().map(most).sum::<usize>();
        if let Some(pockets) = position.pockets() {
            let pocket = pockets.get(turn);
            let kinds = Role::ALL.into_iter().filter(|&role| *pocket.get(role) > 0);
            might += kinds.count() * (64 - board.occupied().count());
        }
        if might > 450 {
            return None;
        }
        let mut moves = position.legal_moves().to_vec();
        moves.sort_by_key(|m| {
            let from = m.from().map_or(63 + m.role() as u32, u32::from);
            let promotion = m.promotion().map_or(0, |role| role as u32 - 1);
            512 * from + 8 * u32::from(m.to()) + promotion
        });
        (moves.len() <= 250).then_some(Here { position, moves })
    }

    fn after(&self, m: Move) -> Option<Here> {
        let mut position = self.position.clone();
        position.play_unchecked(m);
        Here::of(position)
    }

    /// The legal move that a text means.
    fn meant(&self, text: &[u8]) -> Option<Move> {
        let meant = SanPlus::from_ascii(text).ok()?.san;
        let m = meant.to_move(&self.position).ok()?;
        self.moves.contains(&m).then_some(m)
    }

    /// A legal move as 9.4 spells it.
    fn spelt(&self, m: Move, suffix: Option<Suffix>) -> Vec<u8> {
        let san = San::from_move(&self.position, m);
        let spelt = SanPlus { san, suffix }.to_string();
        let pawn = if spelt.starts_with('@') { "P" } else { "" };
        format!("{pawn}{spelt}").into_bytes()
    }

    /// 12.4 of the model of moves.
    fn key(&self) -> u64 {
        let turn = self.position.turn();
        let mut pockets = 0_u64;
        if let Some(all) = self.position.pockets() {
            for color in [turn, !turn] {
                for role in Role::ALL {
                    let count = u64::from(*all.get(color).get(role));
                    pockets = pockets.wrapping_mul(17).wrapping_add(count);
                }
            }
        }
        let pockets = pockets.wrapping_mul(0xff51_afd7_ed55_8ccd).rotate_left(31);
        memory::key_with(&self.position, pockets)
    }

    /// 1
    fn facts(&self, past: &Past, m: Move) -> [usize; 11] {
        let position = &self.position;
        let (board, turn) = (position.board(), position.turn());
        let seen = |square: Square| match turn {
            Color::White => usize::from(square),
            Color::Black => usize::from(square) ^ 56,
        };
        let attacked = |square: Option<Square>| {
            let by = |color: Color| {
                let mut men = board.by_color(color).into_iter();
                let attacks = |from: Square| {
                    let man = board.piece_at(from).expect("a man");
                    let seen = attacks::attacks(from, man, board.occupied());
                    square.is_some_and(|square| seen.contains(square))
                };
                usize::from(men.any(attacks))
            };
            2 * by(!turn) + by(turn)
        };
        let number = |role: Option<Role>| role.map_or(0, |role| role as usize);
        let told = |m: Option<Move>| m.map_or(0, |m| 1 + 64 * (m.role() as usize) + seen(m.to()));
        let r = m.role() as usize;
        let (from, to) = (m.from().map_or(64, seen), seen(m.to()));
        let dropped = usize::from(m.from().is_none());
        let becomes = number(m.promotion());
        let what = 8 * r + number(m.capture());
        let (target, origin) = (attacked(Some(m.to())), attacked(m.from()));
        let on_target = m.promotion().unwrap_or(m.role()).of(turn);
        let checks = attacks::attacks(m.to(), on_target, board.occupied());
        let kings = board.kings() & board.by_color(!turn);
        let check = usize::from((checks & kings).any());
        let back = usize::from(past.last[0].is_some_and(|last| last.to() == m.to()));
        let [last, own] = past.last.map(told);
        let stage = (past.moves as usize / 6).min(7);
        let facts = [
            2 * (64 * r + to) + dropped,
            64 * from + to,
            4 * (8 * what + becomes) + target,
            4 * (4 * what + origin) + target,
            8 * (2 * what + back) + last.div_ceil(64),
            512 * (64 * r + to) + last,
            512 * (64 * from + to) + own,
            4 * (2 * what + check) + target,
            128 * (8 * stage + r) + from,
            64 * (8 * stage + r) + to,
            2 * (8 * check + becomes) + dropped,
        ];
        let rules = match position.variant() {
            Variant::Atomic => 1,
            Variant::Antichess => 2,
            Variant::Crazyhouse => 5,
            Variant::RacingKings => 6,
            Variant::Horde => 7,
            other => panic!("rules of {other:?}"),
        };
        let mut numbers = 0..;
        facts.map(|fact| {
            let number = numbers.next().expect("a number");
            hash32(fact as u32, 16 * rules + number, 0x0a11) as usize >> 14
        })
    }
}

/// The numbers of facts, and how often they have learnt.
struct Scores(Vec<(i64, u64)>);

impl Scores {
    /// 2
    fn of(&self, facts: &[usize]) -> i32 {
        let sum: i64 = facts.iter().map(|&fact| self.0[fact].0).sum();
        (sum >> 8) as i32
    }

    /// 3
    fn learn(&mut self, facts: &[[usize; 11]], weights: &[u64], played: usize) {
        const RATES: [i64; 12] = [40, 40, 40, 40, 40, 30, 20, 14, 10, 7, 5, 3];
        let total = weights.iter().sum();
        for (number, (facts, &weight)) in facts.iter().zip(weights).enumerate() {
            let e = 65_536 * i64::from(number == played) - shares::share(weight, total) as i64;
            if e.abs() < 64 {
                continue;
            }
            for &fact in facts {
                let (number, times) = &mut self.0[fact];
                let rate = RATES[(*times + 1).ilog2().min(11) as usize];
                *number = (*number + ((e * rate) >> 4)).clamp(-8 << 20, 8 << 20);
                *times += 1;
            }
        }
    }
}
