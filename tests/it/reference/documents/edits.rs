//! The stream of edits (9.6).

use super::{
    atoms::Atom,
    fold,
    game::Game,
    layout::{Layout, Piece},
    loose, render,
};
use crate::{
    reference::container::ensure,
    reference::models::{
        coder::{AdaptiveBit, Number, RangeDecoder, Source, fnv, hash32},
        contexts::ContextMixer,
    },
};

/// What is wrong with a stream that ends before its last decision (11.1).
const EARLY: &str = "the edits end early";

/// An edit: some bytes are kept, some dropped, some put in.
#[derive(Debug)]
pub(super) struct Edit {
    pub(super) keep: u64,
    pub(super) drop: u64,
    pub(super) insert: Vec<u8>,
}

/// The texts of all games, which have the forms that `layout` says, with the edits that `source`
/// says.
pub(super) fn written(
    source: &mut RangeDecoder<'_>,
    layout: &Layout,
    games: &[Game],
) -> Result<Vec<Vec<u8>>, String> {
    let none = source.decision(64_000);
    let mut has_edits = vec![AdaptiveBit::starting(8_000, 2); 16];
    let [mut loose_first, mut folded_too] = [AdaptiveBit::new(), AdaptiveBit::new()];
    let [mut loose_edits, mut folded_edits] = [Edits::new(), Edits::new()];
    let mut edited = 0;
    let mut texts = Vec::new();
    let forms = layout.pieces.iter().filter_map(|piece| match piece {
        Piece::Game(form) => Some(form),
        Piece::Text => None,
    });
    for (game, form) in games.iter().zip(forms) {
        let style = &layout.styles[form.style];
        let plain = render::render(game, style, form)?;
        let has = !none && has_edits[edited & 15].decode(source);
        edited = edited << 1 | usize::from(has);
        if !has {
            texts.push(fold::fold(&plain, style));
            continue;
        }
        let is_loose = loose_first.decode(source);
        let mut text = plain;
        if is_loose {
            let edits = loose_edits.read(source, &bytes_of(&text))?;
            text = loose::edited(&text, &edits, style)?;
        }
        let mut text = fold::fold(&text, style);
        if !is_loose || folded_too.decode(source) {
            let edits = folded_edits.read(source, &text)?;
            text = fold::edited(&text, &edits)?;
        }
        texts.push(text);
    }
    ensure(source.is_sound(), EARLY)?;
    Ok(texts)
}

/// The bytes of a loose rendering (9.3.4).
fn bytes_of(atoms: &[Atom]) -> Vec<u8> {
    let bytes = atoms.iter().filter_map(|atom| match atom {
        Atom::Byte(byte, _) => Some(*byte),
        Atom::Fold | Atom::Chop => Some(b' '),
        _ => None,
    });
    bytes.collect()
}

/// What all edits of a block of one kind are coded with.
struct Edits {
    changes: Vec<(u64, Vec<u8>)>,
    begins: ContextMixer,
    place: ContextMixer,
    change: ContextMixer,
    dropped: Number,
    inserted: Number,
    bytes: ContextMixer,
    /// *a*, *b*
    last: [u32; 2],
}

/// Where the walk through a text stands.
#[derive(Default)]
struct Walk {
    at: usize,
    shape: u32,
    shape_before: u32,
    word: u32,
    since: u32,
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
            begins: ContextMixer::new(7, 1 << 16, 4),
            place: ContextMixer::new(3, 1 << 14, 1),
            change: ContextMixer::new(6, 1 << 15, 1),
            dropped: Number::new(),
            inserted: Number::new(),
            bytes: ContextMixer::new(4, 1 << 16, 1),
            last: [255; 2],
        }
    }

    /// The edits made in one text.
    fn read(&mut self, source: &mut RangeDecoder<'_>, text: &[u8]) -> Result<Vec<Edit>, String> {
        let mut edits: Vec<Edit> = Vec::new();
        let mut walk = Walk::default();
        let mut kept_from = 0;
        loop {
            let token = token(&text[walk.at..]);
            walk.shape = token
                .iter()
                .fold(0, |h, &byte| hash32(h, class(Some(byte)), 4));
            if !self.begins(source, text, token, &walk, edits.len()) {
                if token.is_empty() {
                    return Ok(edits);
                }
                walk.since = 255.min(walk.since + 1);
                walk.go_on(text, walk.at + token.len());
                continue;
            }
            let within = self.within(source, token, &walk)?;
            let place = walk.at + within as usize;
            let (drop, insert) = self.change(source, &text[place..], text, within, &walk)?;
            ensure(source.is_sound(), EARLY)?;
            ensure(
                drop <= (text.len() - place) as u64,
                "an edit beyond the end",
            )?;
            let keep = (place - kept_from) as u64;
            edits.push(Edit { keep, drop, insert });
            kept_from = place + drop as usize;
            walk.since = 0;
            walk.go_on(text, kept_from);
        }
    }

    /// 1.
    fn begins(
        &mut self,
        source: &mut RangeDecoder<'_>,
        text: &[u8],
        token: &[u8],
        walk: &Walk,
        edits: usize,
    ) -> bool {
        let back = |count: usize| walk.at.checked_sub(count).map(|place| text[place]);
        let next = text.get(walk.at + token.len()).copied();
        let [u, v, w] = [back(1), back(2), next].map(plus_one);
        let line = text[..walk.at]
            .iter()
            .rev()
            .take_while(|&&byte| byte != b'\n');
        let column = line.count().min(255) as u32;
        let [a, _] = self.last;
        let near = match walk.since {
            0..8 => 8 * a + walk.since,
            _ => u32::MAX,
        };
        let contexts = [
            0,
            hash32(walk.shape, class(back(1)), class(next)),
            hash32(walk.shape, u, v),
            hash32(fnv(token), u, w),
            hash32(a, walk.since, 1),
            hash32(walk.shape, walk.shape_before, near),
            hash32(column, token.len().min(2) as u32, u),
        ];
        self.begins.decode(source, 1, &contexts, edits.min(3)) == 1
    }

    /// 2.
    fn within(
        &mut self,
        source: &mut RangeDecoder<'_>,
        token: &[u8],
        walk: &Walk,
    ) -> Result<u32, String> {
        let n = token.len() as u32;
        if n < 2 {
            return Ok(0);
        }
        let contexts = [n, walk.shape, hash32(self.last[0], n, walk.since)];
        let within = self.place.decode(source, 4, &contexts, 0) as u32;
        ensure(within < n, "an edit behind its token")?;
        Ok(within)
    }

    /// 3. `rest` is the text from where the edit begins.
    fn change(
        &mut self,
        source: &mut RangeDecoder<'_>,
        rest: &[u8],
        text: &[u8],
        p: u32,
        walk: &Walk,
    ) -> Result<(u64, Vec<u8>), String> {
        let [a, b] = self.last;
        let t = plus_one(rest.first().copied());
        let u = plus_one(walk.at.checked_sub(1).map(|place| text[place]));
        let contexts = [
            0,
            256 * a + b,
            hash32(t, u, p),
            hash32(walk.shape, p, 2),
            hash32(walk.word, t, 3),
            hash32(a, t, walk.since),
        ];
        let number = self.change.decode(source, 8, &contexts, 0) as u32;
        self.last = [number, a];
        let known = self.changes.get(number as usize).filter(|_| number < 255);
        match known {
            Some(known) => Ok(known.clone()),
            None => self.new_change(source, rest),
        }
    }

    /// 4.
    fn new_change(
        &mut self,
        source: &mut RangeDecoder<'_>,
        rest: &[u8],
    ) -> Result<(u64, Vec<u8>), String> {
        let drop = self.dropped.decode(source);
        let count = self.inserted.decode(source);
        let mut insert = Vec::new();
        let [mut x, mut y] = [0; 2];
        for place in 0..count {
            ensure(source.is_sound(), EARLY)?;
            let z = plus_one(rest.get(place as usize).copied());
            let contexts = [0, x, 256 * x + y, hash32(z, x, 1)];
            let byte = self.bytes.decode(source, 8, &contexts, 0) as u8;
            insert.push(byte);
            [x, y] = [u32::from(byte) + 1, x];
        }
        if self.changes.len() < 255 {
            self.changes.push((drop, insert.clone()));
        }
        Ok((drop, insert))
    }
}

impl Walk {
    /// Goes on at a place; the shape is that of the place where it stands.
    fn go_on(&mut self, text: &[u8], place: usize) {
        let passed = &text[self.at..place];
        if passed.first().copied().is_some_and(is_of_word) {
            self.word = passed.len() as u32;
        }
        self.shape_before = self.shape;
        self.at = place;
    }
}

/// The token that a text begins with.
fn token(text: &[u8]) -> &[u8] {
    let others = |&byte: &u8| !is_of_word(byte);
    let word = text.iter().position(others).unwrap_or(text.len()).min(16);
    &text[..word.max(1).min(text.len())]
}

fn is_of_word(byte: u8) -> bool {
    matches!(byte, b'0'..=b'9' | b'A'..=b'Z' | b'a'..=b'z' | 0x80..)
}

fn plus_one(byte: Option<u8>) -> u32 {
    byte.map_or(0, |byte| u32::from(byte) + 1)
}

fn class(byte: Option<u8>) -> u32 {
    let Some(byte) = byte else {
        return 0;
    };
    match byte {
        b'0' | b'9' => 2,
        b'1'..=b'8' => 1,
        b'K' | b'Q' | b'R' | b'B' | b'N' => 4,
        b'O' => 6,
        b'x' => 5,
        0x80.. => 9,
        _ if byte.is_ascii_uppercase() => 8,
        b'a'..=b'h' => 3,
        _ if byte.is_ascii_lowercase() => 7,
        _ => u32::from(byte) + 16,
    }
}
