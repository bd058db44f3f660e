//! The layout stream (9.5).

use super::style::{self, NUMBERS, Style, sound, values};
use crate::{
    reference::container::ensure,
    reference::models::coder::{AdaptiveBit, Number, RangeDecoder, Symbol},
};

/// What is wrong with a stream that ends before its last decision (11.1).
const EARLY: &str = "the layout ends early";

/// What the stream says of a block.
pub(super) struct Layout {
    pub(super) styles: Vec<Style>,
    pub(super) pieces: Vec<Piece>,
    pub(super) repeats: Vec<Repeat>,
}

/// That pieces come again (9).
#[derive(Debug, PartialEq)]
pub(super) struct Repeat {
    pub(super) at: u64,
    pub(super) from: u64,
    pub(super) count: u64,
    pub(super) times: u64,
}

/// What the stream says of a piece.
pub(super) enum Piece {
    Text,
    Game(Form),
}

/// What the stream says of a game.
pub(super) struct Form {
    pub(super) style: usize,
    /// 9.5, the number of the end of the movetext.
    pub(super) end: u64,
    pub(super) first_number: Option<u64>,
}

pub(super) fn read(source: &mut RangeDecoder<'_>) -> Result<Layout, String> {
    let styles = styles(source)?;
    let pieces = pieces(source, styles.len())?;
    let repeats = repeats(source, pieces.len() as u64)?;
    ensure(source.is_sound(), EARLY)?;
    Ok(Layout {
        styles,
        pieces,
        repeats,
    })
}

/// 9.5, 1 and 2
fn styles(source: &mut RangeDecoder<'_>) -> Result<Vec<Style>, String> {
    let count = Number::expecting(1).decode(source);
    ensure(count <= 8_192, "too many styles")?;
    let mut back = Number::expecting(0);
    let mut beyond_six = AdaptiveBit::new();
    let mut differs: Vec<AdaptiveBit> = (1..=NUMBERS)
        .map(|n| match n {
            1..=6 => AdaptiveBit::starting(8_000, 3),
            _ => AdaptiveBit::starting(1_200, 12),
        })
        .collect();
    let mut small = Symbol::expecting(4, 1);
    let mut large = Number::expecting(3);
    let mut all = style::known();
    let known = all.len();
    for _ in 0..count {
        let steps = back.decode(source) as usize;
        let mut style = all[(all.len() - 1).saturating_sub(steps)].clone();
        let all_numbers = beyond_six.decode(source);
        for n in 1..=NUMBERS {
            if (n <= 6 || all_numbers) && differs[n - 1].decode(source) {
                let value = match values(n) {
                    0..=16 => small.decode(source),
                    _ => large.decode(source),
                };
                style.0[n - 1] = sound(n, value);
            }
        }
        ensure(source.is_sound(), EARLY)?;
        all.push(style);
    }
    Ok(all.split_off(known))
}

/// 9.5, 3
fn pieces(source: &mut RangeDecoder<'_>, styles: usize) -> Result<Vec<Piece>, String> {
    let mut more = [60_000, 0, 60_000].map(|p| {
        let bit = match p {
            0 => AdaptiveBit::new(),
            _ => AdaptiveBit::starting(p, 2),
        };
        bit.limit(255)
    });
    let mut is_text = [AdaptiveBit::starting(3_000, 2), AdaptiveBit::new()];
    let mut reason = Symbol::new(3);
    let mut same_style = vec![AdaptiveBit::starting(60_000, 2); 4];
    let mut which_style = Number::new();
    let mut ends: Vec<Symbol> = (0..6).map(|end| Symbol::expecting(3, end)).collect();
    let mut other_number = [AdaptiveBit::starting(200, 20), AdaptiveBit::new()];
    let mut which_number = Number::expecting(1);

    let mut list: Vec<usize> = (0..styles).collect();
    let (mut after_text, mut end, mut numbered, mut others) = (false, 0, false, 0);
    let mut pieces = Vec::new();
    while more[pieces.len().min(2)].decode(source) {
        ensure(source.is_sound(), EARLY)?;
        after_text = is_text[usize::from(after_text)].decode(source);
        if after_text {
            ensure(reason.decode(source) < 6, "the reason of a piece")?;
            pieces.push(Piece::Text);
            continue;
        }
        // 2 · the game before the last + the last.
        let same = same_style[others].decode(source);
        others = (2 * others + usize::from(!same)) % 4;
        let place = match same && !list.is_empty() {
            true => 0,
            false => which_style.decode(source) as usize,
        };
        ensure(place < list.len(), "a place beyond the list")?;
        let style = list.remove(place);
        list.insert(0, style);
        end = ends[end as usize].decode(source);
        ensure(end < 6, "the end of a movetext")?;
        numbered = other_number[usize::from(numbered)].decode(source);
        let first_number = numbered.then(|| which_number.decode(source));
        ensure(first_number.is_none_or(|n| n <= 65_535), "a first number")?;
        pieces.push(Piece::Game(Form {
            style,
            end,
            first_number,
        }));
    }
    Ok(pieces)
}

/// 9.5, 4
fn repeats(source: &mut RangeDecoder<'_>, pieces: u64) -> Result<Vec<Repeat>, String> {
    let mut first = AdaptiveBit::starting(1, 100);
    let mut others = AdaptiveBit::starting(60_000, 2);
    let [mut further, mut back] = [Number::new(), Number::new()];
    let [mut count, mut times] = [Number::expecting(0), Number::expecting(0)];
    let mut repeats: Vec<Repeat> = Vec::new();
    while match repeats.last() {
        None => first.decode(source),
        Some(_) => others.decode(source),
    } {
        ensure(source.is_sound(), EARLY)?;
        let at = further.decode(source) + repeats.last().map_or(0, |last| last.at);
        let back = back.decode(source) + 1;
        let count = count.decode(source) + 1;
        let times = times.decode(source) + 1;
        ensure(at <= pieces, "a repeat behind the last piece")?;
        ensure(back <= at, "a repeat from before the first piece")?;
        let from = at - back;
        ensure(from + count <= at, "a repeat of what was not there")?;
        repeats.push(Repeat {
            at,
            from,
            count,
            times,
        });
    }
    Ok(repeats)
}
