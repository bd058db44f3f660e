//! The layout stream (9.5) and the edits in it (9.6).

use super::style::{self, NUMBERS, Style, sound, values};
use crate::{
    reference::container::ensure,
    reference::models::{
        coder::{AdaptiveBit, Number, RangeDecoder, Symbol, with_digits},
        contexts::ContextMixer,
    },
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
    pub(super) loose: Vec<Edit>,
    pub(super) folded: Vec<Edit>,
}

/// An edit (9.6).
#[derive(Debug)]
pub(super) struct Edit {
    pub(super) keep: u64,
    pub(super) drop: u64,
    pub(super) insert: Vec<u8>,
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
    let mut has_edits = vec![AdaptiveBit::starting(8_000, 2); 16];
    let mut loose_first = AdaptiveBit::new();
    let mut folded_too = AdaptiveBit::new();
    let (mut loose_edits, mut folded_edits) = (Edits::new(), Edits::new());

    let mut list: Vec<usize> = (0..styles).collect();
    let (mut after_text, mut end, mut numbered, mut edited) = (false, 0, false, 0);
    let mut pieces = Vec::new();
    while more[pieces.len().min(2)].decode(source) {
        ensure(source.is_sound(), EARLY)?;
        after_text = is_text[usize::from(after_text)].decode(source);
        if after_text {
            ensure(reason.decode(source) < 6, "the reason of a piece")?;
            pieces.push(Piece::Text);
            continue;
        }
        // `edited` has a bit for each game, the latest lowest; 2 · the one before the last + the
        // last are its two lowest bits.
        let same = same_style[edited & 3].decode(source);
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
        let has = has_edits[edited & 15].decode(source);
        edited = edited << 1 | usize::from(has);
        let (mut loose, mut folded) = (Vec::new(), Vec::new());
        if has {
            let some_loose = loose_first.decode(source);
            if some_loose {
                loose = loose_edits.read(source)?;
            }
            if !some_loose || folded_too.decode(source) {
                folded = folded_edits.read(source)?;
            }
        }
        pieces.push(Piece::Game(Form {
            style,
            end,
            first_number,
            loose,
            folded,
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

/// What all edits of a block of one kind are coded with (9.6).
struct Edits {
    changes: Vec<(u64, Vec<u8>)>,
    change: ContextMixer,
    dropped: Number,
    inserted: Number,
    bytes: ContextMixer,
    kept: ContextMixer,
    /// By the logarithm, by the digits before with a one before them.
    digits: Vec<Vec<AdaptiveBit>>,
    another: Vec<AdaptiveBit>,
    /// What was coded for the last change and for the one before.
    last: [u32; 2],
}

impl Edits {
    fn new() -> Edits {
        let known: [(u64, &[u8]); 14] = [
            (1, b"\n"),
            (1, b""),
            (0, b"\n"),
            (2, b""),
            (0, b" "),
            (1, b" "),
            (3, b""),
            (0, b"+"),
            (0, b"\n\n"),
            (1, b"\r\n"),
            (0, b"\r\n"),
            (0, b"\xef\xbb\xbf"),
            (0, b"#"),
            (0, b".."),
        ];
        Edits {
            changes: known.map(|(drop, insert)| (drop, insert.to_vec())).into(),
            change: ContextMixer::new(3, 1 << 14, 1),
            dropped: Number::new(),
            inserted: Number::new(),
            bytes: ContextMixer::new(3, 1 << 16, 1),
            kept: ContextMixer::new(3, 1 << 14, 1),
            digits: vec![vec![AdaptiveBit::new(); 16]; 32],
            another: vec![AdaptiveBit::new(); 16],
            last: [255; 2],
        }
    }

    /// The edits of one game.
    fn read(&mut self, source: &mut RangeDecoder<'_>) -> Result<Vec<Edit>, String> {
        let mut edits = Vec::new();
        loop {
            let [a, b] = self.last;
            let change = self.change.decode(source, 8, &[0, a, 256 * a + b], 0) as u32;
            let known = self.changes.get(change as usize).filter(|_| change < 255);
            let (drop, insert) = match known {
                Some(known) => known.clone(),
                None => {
                    let told = self.new_change(source)?;
                    if self.changes.len() < 255 {
                        self.changes.push(told.clone());
                    }
                    told
                }
            };
            let keep = self.keep(source, change, a);
            self.last = [change, a];
            edits.push(Edit { keep, drop, insert });
            ensure(source.is_sound(), EARLY)?;
            let another = edits.len().ilog2().min(15) as usize;
            if !self.another[another].decode(source) {
                return Ok(edits);
            }
        }
    }

    /// 9.6, 2
    fn new_change(&mut self, source: &mut RangeDecoder<'_>) -> Result<(u64, Vec<u8>), String> {
        let drop = self.dropped.decode(source);
        let count = self.inserted.decode(source);
        let mut insert = Vec::new();
        let [mut a, mut b] = [0; 2];
        for _ in 0..count {
            ensure(source.is_sound(), EARLY)?;
            let byte = self.bytes.decode(source, 8, &[0, a, 256 * a + b], 0) as u8;
            insert.push(byte);
            [a, b] = [u32::from(byte) + 1, a];
        }
        Ok((drop, insert))
    }

    /// 9.6, 3
    fn keep(&mut self, source: &mut RangeDecoder<'_>, change: u32, before: u32) -> u64 {
        let contexts = [0, change, 256 * before + change];
        let log2 = self.kept.decode(source, 5, &contexts, 0) as u32;
        with_digits(source, log2, 4, &mut self.digits[log2 as usize]) - 1
    }
}
