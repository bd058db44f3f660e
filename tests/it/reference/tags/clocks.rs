//! What time controls and comments tell of times, in thousandths of a second. Numbers in comments
//! are clauses of `src/codec/model/tags/MODEL.md`.

use super::times::Lasted;
use pgnpack::pgn::game::{Game, Item};
use shakmaty::{Color, Position};

/// The number at the front of a text, of so many digits at most before its point, times a thousand,
/// and what stands behind it.
fn number(text: &[u8], most: usize) -> Option<(i64, &[u8])> {
    let run = |text: &[u8], most: usize| {
        let digits = text
            .iter()
            .take(most)
            .take_while(|byte| byte.is_ascii_digit());
        digits.count()
    };
    let whole = run(text, most);
    if whole == 0 {
        return None;
    }
    let (digits, mut rest) = text.split_at(whole);
    let mut parts = *b"000";
    if let Some(behind) = rest.strip_prefix(b".") {
        let count = run(behind, 3);
        parts[..count].copy_from_slice(&behind[..count]);
        rest = &behind[count..];
    }
    let all = [digits, &parts].concat();
    let number = all
        .iter()
        .fold(0, |number, digit| 10 * number + i64::from(digit - b'0'));
    Some((number, rest))
}

/// Time and gain of a time control (9.2).
pub(crate) fn control(value: &[u8]) -> Option<(i64, i64)> {
    let behind = |mark: u8| {
        let place = value.iter().position(|&byte| byte == mark)?;
        Some(&value[place + 1..])
    };
    let (time, _) = number(behind(b'/').unwrap_or(value), 7)?;
    let gain = behind(b'+').and_then(|gain| number(gain, 7));
    Some((time, gain.map_or(0, |(gain, _)| gain)))
}

/// What stands behind the mark of a clock in a comment, if it has one.
fn behind_mark(comment: &[u8]) -> Option<&[u8]> {
    const MARK: &[u8] = b"[%clk ";
    let place = comment.windows(MARK.len()).position(|part| part == MARK)?;
    Some(&comment[place + MARK.len()..])
}

/// The clock of a comment, if it has one: what it tells.
fn clock(comment: &[u8]) -> Option<Option<i64>> {
    let time = |text| {
        let (hours, rest) = number(text, 6)?;
        let (minutes, rest) = number(rest.strip_prefix(b":")?, 6)?;
        let (seconds, rest) = number(rest.strip_prefix(b":")?, 6)?;
        let ends = match rest.first()? {
            b']' => true,
            b':' => rest.contains(&b']'),
            _ => false,
        };
        ends.then_some(3_600 * hours + 60 * minutes + seconds)
    };
    behind_mark(comment).map(time)
}

/// The time at the end of a comment.
fn time(comment: &[u8]) -> Option<i64> {
    let text = comment.trim_ascii().strip_suffix(b"s")?;
    let before = text
        .iter()
        .rposition(|byte| !(byte.is_ascii_digit() || *byte == b'.'));
    let (time, rest) = number(&text[before.map_or(0, |before| before + 1)..], 6)?;
    rest.is_empty().then_some(time)
}

/// What the clock of a side showed last (10.4).
pub(crate) fn shown(game: &Game, side: usize) -> Option<Vec<u8>> {
    let first = game.start().map_or(0, |start| match start.turn() {
        Color::White => 0,
        Color::Black => 1,
    });
    let (mut depth, mut moves, mut shown) = (0, 0, None);
    for item in &game.items {
        match item {
            Item::Open => depth += 1,
            Item::Close => depth -= 1,
            Item::Move(_) | Item::Null | Item::Fault(_) if depth == 0 => moves += 1,
            Item::Comment(comment)
                if depth == 0 && moves > 0 && (first + moves + 1) % 2 == side =>
            {
                let text = behind_mark(comment);
                let end = text.and_then(|text| text.iter().position(|&byte| byte == b']'));
                if let (Some(text), Some(end)) = (text, end) {
                    shown = Some(text[..end].to_vec());
                }
            }
            _ => {}
        }
    }
    shown
}

/// How long a game lasted (11.6).
pub(crate) fn lasted(game: &Game) -> Option<Lasted> {
    let mut clocks: [Vec<i64>; 2] = Default::default();
    let mut times = Vec::new();
    let (mut depth, mut side) = (0, 0);
    for item in &game.items {
        match item {
            Item::Open => depth += 1,
            Item::Close => depth -= 1,
            Item::Move(_) | Item::Null | Item::Fault(_) if depth == 0 => side = 1 - side,
            Item::Comment(comment) if depth == 0 => match clock(comment) {
                Some(told) => clocks[side].extend(told),
                None => times.extend(time(comment)),
            },
            _ => {}
        }
    }
    let lasted = match &clocks {
        [one, other] if !one.is_empty() && !other.is_empty() => {
            let control = game.tag("TimeControl").and_then(control);
            let spent = |clocks: &Vec<i64>| {
                let count = clocks.len() as i64;
                let had = control.map_or(clocks[0], |(time, gain)| time + gain * count);
                had - clocks[clocks.len() - 1]
            };
            Lasted {
                thought: spent(one) + spent(other),
                half_moves: (one.len() + other.len()) as i64,
                left: *clocks[1 - side].last()?,
            }
        }
        _ if !times.is_empty() => Lasted {
            thought: times.iter().sum(),
            half_moves: times.len() as i64,
            left: 0,
        },
        _ => return None,
    };
    let can_be = |time: i64| (0..1_000_000_000).contains(&time);
    (can_be(lasted.thought) && can_be(lasted.left)).then_some(lasted)
}
