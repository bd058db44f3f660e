//! Texts whose annotations are decoded: games of random moves, annotated as programs do it.

use crate::random::Random;
use pgnpack::chess::{Color, Move, Position, Rules, ends::king_or_to, order, san};
use shakmaty::{EnPassantMode, fen::Fen};

/// A move of a game that an annotator looks at.
pub(crate) struct Played<'a> {
    pub(crate) before: &'a Position,
    pub(crate) after: &'a Position,
    pub(crate) m: Move,
    /// The moves of the game, and how many of them were played before this one.
    pub(crate) moves: &'a [Move],
    pub(crate) ply: usize,
    pub(crate) random: &'a mut Random,
}

impl Played<'_> {
    /// Who moved: 0 for White.
    pub(crate) fn side(&self) -> usize {
        usize::from(self.before.turn() == Color::Black)
    }

    /// A random number below `end`, which may be reckoned with.
    pub(crate) fn below(&mut self, end: i64) -> i64 {
        self.random.below(end as usize) as i64
    }

    /// A line of about `most` moves from a position, which follows the game now and then.
    pub(crate) fn line(&mut self, from: &Position, ply: usize, most: usize) -> (Vec<Move>, String) {
        let (mut position, mut moves) = (from.clone(), Vec::new());
        let mut words = Vec::new();
        let mut follows = self.random.below(3) > 0;
        for number in 0..1 + self.random.below(most) {
            let legal = order::legal_moves(&position);
            let played = self.moves.get(ply + number);
            let played = played.filter(|m| follows && legal.contains(m));
            let Some(&m) = played.or(legal.get(self.random.below(2))) else {
                break;
            };
            follows &= self.random.below(6) > 0;
            let mut word = Vec::new();
            san::write_and_play(&mut position, m, &mut word);
            word.extend(san::check_mark(&position).as_bytes());
            words.push(String::from_utf8(word).unwrap());
            moves.push(m);
        }
        (moves, words.join(" "))
    }
}

/// What says what an annotator puts behind a move.
type Annotator = Box<dyn FnMut(&mut Played) -> String>;

/// So many games of random moves of `plies` half-moves at most, annotated.
pub(crate) fn games(
    (count, plies): (usize, usize),
    tags: &str,
    annotate: &mut dyn FnMut(usize) -> Annotator,
) -> Vec<u8> {
    let mut random = Random::of_mmix(7);
    let mut text = String::new();
    for number in 0..count {
        let players = [["A", "B"], ["B", "A"], ["C", "B"]][number % 3];
        text += &format!(
            "[White \"{}\"]\n[Black \"{}\"]\n{tags}[Result \"*\"]\n\n",
            players[0], players[1]
        );
        text += &game(plies, &mut random, &mut annotate(number));
        text += "*\n\n";
    }
    text.into_bytes()
}

fn game(plies: usize, random: &mut Random, annotate: &mut Annotator) -> String {
    let moves = moves(plies, random);
    let mut position = Position::default();
    let mut text = String::new();
    for (ply, &m) in moves.iter().enumerate() {
        let before = position.clone();
        let mut word = Vec::new();
        san::write_and_play(&mut position, m, &mut word);
        let dots = if ply % 2 == 0 { "." } else { "..." };
        let word = String::from_utf8(word).unwrap();
        let mark = san::check_mark(&position);
        let mut played = Played {
            before: &before,
            after: &position,
            m,
            moves: &moves,
            ply,
            random,
        };
        let annotation = annotate(&mut played);
        text += &format!("{}{dots} {word}{mark} {annotation} ", 1 + ply / 2);
    }
    text
}

fn moves(plies: usize, random: &mut Random) -> Vec<Move> {
    let mut position = Position::default();
    let mut moves = Vec::new();
    let plies = plies - random.below(plies / 2);
    while moves.len() < plies {
        let legal = order::legal_moves(&position);
        let captures: Vec<&Move> = legal.iter().filter(|m| m.is_capture()).collect();
        if legal.is_empty() {
            break;
        }
        let m = match random.below(3) {
            0 if !captures.is_empty() => *captures[random.below(captures.len())],
            _ => legal[random.below(legal.len())],
        };
        position.play_unchecked(m);
        moves.push(m);
    }
    moves
}

/// Clocks that are written by `form` from tenths of seconds.
pub(crate) fn clocks(size: (usize, usize), control: &str, form: fn(i64) -> String) -> Vec<u8> {
    let tags = format!("[TimeControl \"{control}\"]\n");
    games(size, &tags, &mut |number| {
        let mut left = [1_800; 2];
        Box::new(move |played| {
            let thought = played.below(if number % 4 == 3 { 400 } else { 60 });
            let clock = &mut left[played.side()];
            *clock = match played.below(60) {
                0 => *clock + 3_000,
                _ => (*clock - thought + 20).max(1),
            };
            format!("{{ {} }}", form(*clock))
        })
    })
}

/// Times in hundredths of a second of players that think about as long about each move as about the
/// last, in three games of four: those taken, and those left, each written by `form`.
pub(crate) fn steady(
    size: (usize, usize),
    control: &str,
    form: fn(i64, i64, usize) -> String,
) -> Vec<u8> {
    let tags = format!("[TimeControl \"{control}\"]\n");
    games(size, &tags, &mut |number| {
        let (mut left, mut usual) = ([60_000; 2], [1_200, 270]);
        Box::new(move |played| {
            let side = played.side();
            usual[side] -= usual[side] / 90;
            let taken = match (number % 4, played.below(20)) {
                (2, _) | (_, 0) => played.below(3_000),
                _ => usual[side] + played.below(30),
            };
            left[side] = (left[side] - taken + 200).max(1);
            format!("{{ {} }}", form(taken, left[side], number))
        })
    })
}

/// `0:02:58`
pub(crate) fn seconds(tenths: i64) -> String {
    let seconds = tenths / 10;
    format!(
        "{}:{:02}:{:02}",
        seconds / 3_600,
        seconds / 60 % 60,
        seconds % 60
    )
}

/// Evaluations and clocks as Lichess writes them, glyphs before them included, and what it says of
/// mistakes: before them, or in one comment with them.
pub(crate) fn lichess(size: (usize, usize)) -> Vec<u8> {
    games(size, "[TimeControl \"180+2\"]\n", &mut |number| {
        let (mut left, mut eval, mut last) = ([1_800; 2], 20_i64, "0.2".to_owned());
        Box::new(move |played| {
            let side = played.side();
            left[side] = (left[side] - played.below(80) + 20).max(1);
            let clock = seconds(left[side]);
            let loss = match played.below(8) {
                0 => played.below(500),
                _ => played.below(40) - 10,
            };
            eval += if side == 0 { -loss } else { loss };
            if number % 5 == 4 {
                return format!("{{ [%clk {clock}] }}");
            }
            let glyph = match loss {
                300.. => "$4 ",
                100.. => "$2 ",
                50.. => "$6 ",
                _ if played.below(30) == 0 => "$3 ",
                _ => "",
            };
            let size = format!("{}.{:02}", eval.abs() / 100, eval.abs() % 100);
            let size = size.trim_end_matches('0').trim_end_matches('.');
            let sign = if eval < 0 { "-" } else { "" };
            let eval = match eval.abs() {
                900.. => format!("#{sign}{}", 1 + played.below(9)),
                _ => format!("{sign}{size}"),
            };
            let said = match loss {
                300.. => format!("({last} → {eval}) Blunder."),
                100.. => format!("({last} → {eval}) Mistake."),
                50.. => format!("({last} → {eval}) Inaccuracy."),
                _ => String::new(),
            };
            let commands = format!("[%eval {eval}] [%clk {clock}]");
            last = eval;
            match number % 5 {
                _ if said.is_empty() => format!("{glyph}{{ {commands} }}"),
                2 => format!("{glyph}{{ {said} {commands} }}"),
                3 => format!("{glyph}{{ {said} }} {{ {commands} }}"),
                _ => format!("{glyph}{{ {commands} }}"),
            }
        })
    })
}

/// Comments of engines with many numbers: depths, nodes, speeds, times, chances and hit rates, of
/// which some follow from others; and lines of play.
pub(crate) fn engines(size: (usize, usize)) -> Vec<u8> {
    games(size, "[TimeControl \"300+3\"]\n", &mut |number| {
        let (mut left, mut turns, mut hits) = ([300_000_i64; 2], [0_i64; 2], [0_i64; 2]);
        Box::new(move |played| {
            let side = played.side();
            let milliseconds = 200 + played.below(9_000);
            left[side] += 3_000 - milliseconds;
            turns[side] += 1;
            hits[side] += played.below(2);
            let nodes = milliseconds * (900 + played.below(200)) + played.below(999);
            let speed = nodes * 1_000 / milliseconds;
            let hit = 1_000 * hits[side] / turns[side];
            let win = played.below(400);
            let draw = played.below(500);
            let eval = played.below(300) - 150;
            let (after, before) = (played.after.clone(), played.before.clone());
            let ply = played.ply;
            let (_, pv) = played.line(&before, ply, 6);
            let (expected, pd) = played.line(&after, ply + 1, 1);
            let pd = match expected.is_empty() || number % 2 == 0 {
                true => String::new(),
                false => format!(", pd={pd}"),
            };
            let sign = if eval < 0 { "-" } else { "" };
            let wv = match eval.abs() {
                size @ 130.. => format!("{sign}M{}", size / 10),
                size => format!("{sign}{}.{:02}", size / 100, size % 100),
            };
            let [h, w, d, l] = [hit, win, draw, 1_000 - win - draw];
            // A lost position: a thousand follows from any depth, as speeds do.
            let chances = match played.below(3) {
                0 => [0, 0, 1_000],
                _ => [w, d, l],
            };
            format!(
                "{{d={}, wdl={} {} {}, mt={milliseconds}, tl={}, s={speed}, n={nodes}, wv={wv}, ph={}.{}, \
                 W={}.{}, D={}.{}, L={}.{}, R50={}, round={}{pd}, pv={pv}}}",
                8 + played.below(20),
                chances[0],
                chances[1],
                chances[2],
                left[side],
                h / 10,
                h % 10,
                w / 10,
                w % 10,
                d / 10,
                d % 10,
                l / 10,
                l % 10,
                50 - played.after.halfmoves().div_ceil(2),
                1_000 * (5_000_000 + played.below(1_000)),
            )
        })
    })
}

/// Lines in all notations, with all separators and starts, and squares, arrows, positions, runs of
/// evaluations, elapsed times, and words beside commands.
pub(crate) fn drawings(size: (usize, usize)) -> Vec<u8> {
    games(size, "", &mut |_| Box::new(drawing))
}

fn drawing(played: &mut Played) -> String {
    let (before, after) = (played.before.clone(), played.after.clone());
    let (m, ply) = (played.m, played.ply);
    let square = |number: i64| shakmaty::Square::new(number as u32);
    let (a, b) = (played.below(64), 1 + played.below(63));
    let (a, b) = (square(a), square(a ^ b));
    let ends = format!("{}{}", m.from().unwrap(), king_or_to(m));
    let colour = ['G', 'R', 'Y'][played.random.below(3)];
    let squares: Vec<String> = order::legal_moves(&after)
        .iter()
        .take(4)
        .map(|m| format!("{}{}", m.from().unwrap(), king_or_to(*m)))
        .collect();
    match played.below(13) {
        0 => format!("{{[%csl {colour}{},{colour}{b}]}}", king_or_to(m)),
        1 => format!("{{[%cal {colour}{ends},R{a}{b}]}}"),
        2 => format!("{{[%cal G{}]}}", squares.join(",G")),
        3 => format!("{{[%c_effect {0};square;{0};type;Book]}}", king_or_to(m)),
        4 => {
            let fen = Fen::from_position(&after, EnPassantMode::Legal).to_string();
            format!("{{[%fen {fen}]}}")
        }
        5 => format!("{{[%emt 0:00:0{}]}}", played.below(9)),
        6 => format!("{{[%csl G{a}] A square to look at.}}"),
        7 => format!("{{{}.{:03}s}}", played.below(9), played.below(999)),
        8 => format!("{{best {}}}", played.line(&before, ply, 4).1),
        9 => format!(
            "{{then {}}}",
            played.line(&after, ply + 1, 5).1.replace(' ', ", ")
        ),
        10 => "{[%evp 0,3,12,25,-13,40]}".to_owned(),
        11 => {
            let line = played.line(&before, ply, 4).0;
            format!(
                "{{({}) +0.{}/12 {}}}",
                long(&before, &line),
                ply % 90,
                ply % 7
            )
        }
        _ => format!(
            "$1{} {{(0.{} → -0.{}) a slip}}",
            played.below(9),
            ply % 7,
            ply % 5
        ),
    }
}

/// Lines whose pieces have these letters: those of knight, bishop, rook, queen and king.
pub(crate) fn foreign(size: (usize, usize), letters: [&'static str; 5]) -> Vec<u8> {
    games(size, "", &mut |_| {
        Box::new(move |played| {
            let (before, after) = (played.before.clone(), played.after.clone());
            let ply = played.ply;
            let numbered = |line: &str| format!("{}. {line}", ply / 2 + 1);
            let line = match played.below(5) {
                0 => played.line(&after, ply + 1, 5).1.replace(' ', ", "),
                1 => long(&before, &played.line(&before, ply, 4).0),
                2 if ply % 2 == 0 => numbered(&played.line(&before, ply, 1).1),
                _ => played.line(&after, ply + 1, 6).1,
            };
            let of = |letter| "NBRQK".find(letter).map(|place| letters[place]);
            let foreign: String = line
                .chars()
                .map(|letter| of(letter).map_or(letter.to_string(), str::to_owned))
                .collect();
            format!("{{+0.{}/12 {} ({foreign})}}", ply % 90, ply % 7)
        })
    })
}

/// Lines in notations that few programs write: of each game's in another one.
pub(crate) fn notations(size: (usize, usize)) -> Vec<u8> {
    games(size, "", &mut |number| {
        Box::new(move |played| {
            let (after, ply) = (played.after.clone(), played.ply + 1);
            let (moves, san) = played.line(&after, ply, 6);
            let san: Vec<&str> = san.split(' ').collect();
            let long = long(&after, &moves);
            let long: Vec<&str> = long.split(' ').collect();
            // What stands behind the numbers of White's moves, and of a first move of Black's.
            let (white, black) = [
                (Some(". "), Some("... ")),
                (Some("."), Some("...")),
                (None, None),
                (Some(". "), Some("... ")),
                (Some("."), Some("...")),
                (Some(". "), Some("... ")),
                (None, None),
                (Some(". "), Some("...")),
                (Some(". "), Some("...")),
                (Some(". "), Some(". ... ")),
                (Some(". "), None),
                (Some("."), None),
                (Some(". "), Some(". ...")),
                (Some("."), Some("..")),
            ][number % 14];
            let mut words = Vec::new();
            for (at, &m) in moves.iter().enumerate() {
                let word = match number % 14 {
                    0 | 1 | 7 => san[at].replace(['+', '#'], ""),
                    8.. => san[at].to_owned(),
                    2 => long[at].replace(['+', '#'], ""),
                    3 | 4 => long[at].to_owned(),
                    5 => {
                        let promotion = m.promotion().map(|role| role.char().to_string());
                        let squares = format!("{}{}", m.from().unwrap(), king_or_to(m));
                        squares + &promotion.unwrap_or_default()
                    }
                    _ if m.is_castle() => long[at].to_owned(),
                    _ => long[at].replace(['-', 'x'], ""),
                };
                let is_white = (ply + at).is_multiple_of(2);
                let behind = match is_white {
                    true => white,
                    false => black.filter(|_| at == 0),
                };
                words.push(match behind {
                    Some(behind) => format!("{}{behind}{word}", 1 + (ply + at) / 2),
                    None => word,
                });
            }
            format!("{{+0.{}/12 ({})}}", ply % 90, words.join(" "))
        })
    })
}

/// A line as Arena writes it.
fn long(from: &Position, line: &[Move]) -> String {
    let mut position = from.clone();
    let mut words = Vec::new();
    for &m in line {
        let mut san = Vec::new();
        san::write_and_play(&mut position, m, &mut san);
        let role = Some(m.role().upper_char()).filter(|&role| role != 'P');
        let role = role.map(String::from).unwrap_or_default();
        let between = if m.is_capture() { 'x' } else { '-' };
        let promotion = m.promotion().map(|role| format!("={}", role.upper_char()));
        let word = match m.from() {
            Some(from) if !m.is_castle() => {
                let promotion = promotion.unwrap_or_default();
                format!("{role}{from}{between}{}{promotion}", m.to())
            }
            _ => String::from_utf8(san).unwrap(),
        };
        words.push(word + san::check_mark(&position));
    }
    words.join(" ")
}

/// Games with variations, some of them nested, with null moves, glyphs and comments.
pub(crate) fn variations(size: (usize, usize)) -> Vec<u8> {
    games(size, "[WhiteElo \"2100\"]\n", &mut |_| {
        Box::new(|played| {
            let (before, ply) = (played.before.clone(), played.ply);
            match played.below(5) {
                0 => format!("$1 ({})", varied(played, &before, ply, 2)),
                1 => {
                    let first = varied(played, &before, ply, 0);
                    format!("({first}) ({})", varied(played, &before, ply, 1))
                }
                2 => "(--) {eval 0.3}".to_owned(),
                _ => String::new(),
            }
        })
    })
}

/// A variation from a position, with others in it down to a depth.
pub(crate) fn varied(played: &mut Played, from: &Position, ply: usize, depth: usize) -> String {
    let (moves, _) = played.line(from, ply, 5);
    let mut position = from.clone();
    let mut text = String::new();
    for (number, m) in moves.into_iter().enumerate() {
        let before = position.clone();
        let mut word = Vec::new();
        san::write_and_play(&mut position, m, &mut word);
        text += &format!("{} ", String::from_utf8(word).unwrap());
        match played.below(4) {
            0 => text += "$14 ",
            1 => text += &format!("{{eval {}.5}} ", played.below(3)),
            2 if depth > 0 => {
                let inner = varied(played, &before, ply + number, depth - 1);
                text += &format!("({inner}) ");
            }
            _ => {}
        }
    }
    text
}
