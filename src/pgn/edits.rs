//! How to get from one text to another that is much like it: few small edits, found in linear time.
//!
//! Both texts are cut into words and blanks. The shortest script between the two sequences is looked for as far as [`REACH`] differences
//! (Myers, "An O(ND) difference algorithm", 1986); where texts differ more, the search goes on from the point that got furthest. Then each
//! difference is trimmed to the bytes that differ.

use super::layout::Edit;

/// Differences looked for at a time: the search takes time and memory of the square of this, for at least as many tokens.
const REACH: usize = 64;

/// What an edit costs beside the bytes that it inserts, in bytes, roughly.
const EDIT_COST: usize = 3;

/// The edits that turn `from` into `to`.
pub(super) fn diff(from: &[u8], to: &[u8]) -> Vec<Edit> {
    let start = common_start(from, to);
    if start == from.len() && start == to.len() {
        return Vec::new();
    }
    let end = common_end(&from[start..], &to[start..]);
    let (a, b) = (
        tokens(&from[start..from.len() - end]),
        tokens(&to[start..to.len() - end]),
    );
    let mut script = Script {
        edits: Vec::new(),
        keep: start,
    };
    let (mut x, mut y) = (0, 0);
    while x < a.len() || y < b.len() {
        let (dx, dy) = leg(&a[x..], &b[y..], &mut script);
        x += dx;
        y += dy;
    }
    script.edits
}

/// What `edits` cost, in bytes, roughly.
pub(super) fn cost(edits: &[Edit]) -> usize {
    edits.iter().map(|edit| EDIT_COST + edit.insert.len()).sum()
}

/// Appends `from` as changed by `edits`; nothing where they reach beyond its end.
pub(super) fn apply(from: &[u8], edits: &[Edit], out: &mut Vec<u8>) -> Option<()> {
    let mut rest = from;
    for edit in edits {
        let (kept, after) = rest.split_at_checked(edit.keep)?;
        out.extend_from_slice(kept);
        out.extend_from_slice(&edit.insert);
        rest = after.get(edit.drop..)?;
    }
    out.extend_from_slice(rest);
    Some(())
}

fn common_start(a: &[u8], b: &[u8]) -> usize {
    a.iter().zip(b).take_while(|(x, y)| x == y).count()
}

fn common_end(a: &[u8], b: &[u8]) -> usize {
    a.iter()
        .rev()
        .zip(b.iter().rev())
        .take_while(|(x, y)| x == y)
        .count()
}

/// Words, runs of blanks and line ends, and what stands between words.
fn tokens(text: &[u8]) -> Vec<&[u8]> {
    // Words are not much shorter than four bytes, blanks included.
    let mut tokens = Vec::with_capacity(text.len() / 3 + 1);
    let mut start = 0;
    for end in 1..=text.len() {
        if end == text.len() || class(text[end]) != class(text[start]) {
            tokens.push(&text[start..end]);
            start = end;
        }
    }
    tokens
}

/// Blanks, marks, the rest.
#[inline]
fn class(byte: u8) -> u8 {
    static CLASSES: [u8; 256] = {
        let mut classes = [2; 256];
        let (blanks, marks) = (b" \t\r\n", b".(){}$");
        let mut i = 0;
        while i < blanks.len() {
            classes[blanks[i] as usize] = 0;
            i += 1;
        }
        i = 0;
        while i < marks.len() {
            classes[marks[i] as usize] = 1;
            i += 1;
        }
        classes
    };
    CLASSES[byte as usize]
}

/// Whether two tokens are the same as far as the search goes. Blanks are like all others: what differs is most often where the lines
/// end, and that should not send the search astray.
fn alike(a: &[u8], b: &[u8]) -> bool {
    a == b || class(a[0]) == 0 && class(b[0]) == 0
}

/// A script being written.
struct Script {
    edits: Vec<Edit>,
    /// Bytes kept since the last edit.
    keep: usize,
}

impl Script {
    /// Turns `dropped` into `inserted`.
    fn change(&mut self, dropped: &[u8], inserted: &[u8]) {
        let start = common_start(dropped, inserted);
        let (dropped, inserted) = (&dropped[start..], &inserted[start..]);
        let end = common_end(dropped, inserted);
        let (dropped, inserted) = (
            &dropped[..dropped.len() - end],
            &inserted[..inserted.len() - end],
        );
        self.keep += start;
        if !dropped.is_empty() || !inserted.is_empty() {
            match self.edits.last_mut() {
                Some(last) if self.keep == 0 => {
                    last.drop += dropped.len();
                    last.insert.extend_from_slice(inserted);
                }
                _ => self.edits.push(Edit {
                    keep: std::mem::take(&mut self.keep),
                    drop: dropped.len(),
                    insert: inserted.to_vec(),
                }),
            }
        }
        self.keep += end;
    }
}

/// Writes the script from `a` to `b` as far as it is found with [`REACH`] differences. Returns how many tokens of each it covers.
fn leg(a: &[&[u8]], b: &[&[u8]], script: &mut Script) -> (usize, usize) {
    let trace = furthest(a, b);
    let (mut x, mut y) = (0, 0);
    // Neighbouring changes are one: the tokens dropped and inserted since the last that was kept.
    let (mut from, mut to) = (0, 0);
    for (next_x, next_y) in path(&trace, a.len(), b.len()) {
        if next_x > x && next_y > y {
            script.change(&a[from..x].concat(), &b[to..y].concat());
            for (dropped, inserted) in a[x..next_x].iter().zip(&b[y..next_y]) {
                script.change(dropped, inserted);
            }
            (from, to) = (next_x, next_y);
        }
        (x, y) = (next_x, next_y);
    }
    script.change(&a[from..x].concat(), &b[to..y].concat());
    (x, y)
}

/// For each number d of differences, how far in `a` each of the diagonals x - y = -d, -d + 2, …, d gets with it.
type Trace = Vec<Vec<usize>>;

fn furthest(a: &[&[u8]], b: &[&[u8]]) -> Trace {
    let mut trace = Trace::new();
    for d in 0..=REACH {
        let mut row = Vec::with_capacity(d + 1);
        for index in 0..=d {
            let mut x = match d {
                0 => 0,
                _ => start_of(&trace[d - 1], index).0,
            };
            // x - y = 2 index - d, and neither is negative.
            let mut y = x + d - 2 * index;
            while x < a.len() && y < b.len() && alike(a[x], b[y]) {
                x += 1;
                y += 1;
            }
            row.push(x);
            if x >= a.len() && y >= b.len() {
                // Further diagonals get no further.
                row.resize(d + 1, 0);
                trace.push(row);
                return trace;
            }
        }
        trace.push(row);
    }
    trace
}

/// Where diagonal `index` of the next row starts, given how far the diagonals of one row get; and which of those it starts from.
fn start_of(row: &[usize], index: usize) -> (usize, usize) {
    // A token of `b` more, from the diagonal above (the same index); or a token of `a` more, from the one below.
    match (index.checked_sub(1), row.get(index)) {
        (Some(below), Some(&x)) if row[below] < x => (x, index),
        (Some(below), _) => (row[below] + 1, below),
        (None, _) => (row[0], 0),
    }
}

/// The points at which the best path of a trace turns: either one token is dropped or inserted between two, or some are kept.
fn path(trace: &Trace, a_len: usize, b_len: usize) -> Vec<(usize, usize)> {
    let d = trace.len() - 1;
    let point = |d: usize, index: usize, x: usize| (x, (x + d).wrapping_sub(2 * index));
    let best = (0..=d)
        .filter(|&index| {
            let (x, y) = point(d, index, trace[d][index]);
            x <= a_len && y <= b_len
        })
        .max_by_key(|&index| {
            let (x, y) = point(d, index, trace[d][index]);
            x + y
        });
    let mut index = best.unwrap_or(0);
    let mut points = Vec::new();
    for d in (1..=d).rev() {
        let (start, from) = start_of(&trace[d - 1], index);
        points.push(point(d, index, trace[d][index]));
        points.push(point(d, index, start));
        index = from;
    }
    points.push(point(0, 0, trace[0][0]));
    points.reverse();
    points
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn applied(from: &[u8], edits: &[Edit]) -> Vec<u8> {
        let mut out = Vec::new();
        apply(from, edits, &mut out).unwrap();
        out
    }

    #[test]
    fn equal_texts_need_no_edits() {
        assert!(diff(b"1. e4 e5", b"1. e4 e5").is_empty());
    }

    #[test]
    fn a_missing_mark_is_one_byte_dropped() {
        assert_eq!(
            diff(
                b"1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0\n",
                b"1. e4 e5 2. Qh5 Ke7 3. Qxe5 1-0\n"
            ),
            [Edit {
                keep: 27,
                drop: 1,
                insert: vec![]
            }]
        );
    }

    #[test]
    fn a_shifted_line_end_is_two_small_edits() {
        let edits = diff(b"12. Nf3 Nc6\n13. O-O O-O", b"12. Nf3\nNc6 13. O-O O-O");
        assert_eq!(edits.len(), 2);
        assert!(cost(&edits) <= 8);
    }

    #[test]
    fn a_repeated_word_costs_its_own_bytes() {
        let text: Vec<u8> = b"a b c d e f g h ".repeat(400);
        let mut changed = text.clone();
        changed.splice(1000..1000, *b"new ");
        changed.drain(4000..4002);
        let edits = diff(&text, &changed);
        assert!(cost(&edits) <= 12, "{edits:?}");
    }

    proptest! {
        #[test]
        fn applying_the_edits_gives_the_text(from in "[ab .\n]{0,300}", to in "[ab .\n]{0,300}") {
            let edits = diff(from.as_bytes(), to.as_bytes());
            prop_assert_eq!(applied(from.as_bytes(), &edits), to.as_bytes());
        }

        #[test]
        fn a_few_changes_make_a_few_edits(text in "([a-h]{1,4} |\\. |\n){1,200}", places in prop::collection::vec(any::<prop::sample::Index>(), 0..6)) {
            let mut changed = text.clone().into_bytes();
            for place in &places {
                changed.insert(place.index(changed.len()), b'!');
            }
            let edits = diff(text.as_bytes(), &changed);
            prop_assert!(edits.len() <= 2 * places.len());
            prop_assert_eq!(applied(text.as_bytes(), &edits), changed);
        }
    }
}
