//! Finds the edits between two similar texts: few and small ones, in linear time.
//!
//! While both texts have the same words, they are followed side by side. Where words differ, both
//! texts are cut into tokens (words, marks, blanks), and the shortest script between the two
//! sequences is searched for (Myers, "An O(ND) difference algorithm", 1986), until [`SURE`] tokens
//! in a row agree or there are [`REACH`] differences. From the point that got furthest, the texts
//! are followed side by side again. Each difference is trimmed to the bytes that differ.

mod search;

use super::layout::Edit;
use search::{Search, SearchEnd, Token, last_token};
use std::{collections::HashSet, slice};

pub(super) use search::is_blank;

/// The most differences that one search looks for. It takes time and memory of the square of this,
/// and covers at least as many tokens.
pub(super) const REACH: usize = 64;
/// This many equal tokens in a row are no coincidence.
// Twice as many: the same bytes for three collections of annotated games.
const SURE: usize = 32;
/// The most bytes of a token. A longer one would have to be looked at anew for every few
/// differences within it.
const LONGEST_TOKEN: usize = 64;

/// The rough cost of an edit, in bytes, without the bytes that it inserts.
const EDIT_COST: usize = 3;

/// The rough cost, in bytes, of an edit like an earlier one, without the words that it inserts.
const AGAIN: usize = 1;

/// The edits that turn `from` into `to`.
#[cfg(test)]
pub(super) fn diff(from: &[u8], to: &[u8]) -> Vec<Edit> {
    let mut script = Script::new(usize::MAX, Counted::All);
    script.extend(from, to);
    script.edits
}

/// The edits that turn `from` into `to`, if they cost less than `limit` bytes, and no more tokens
/// differ than the limit leaves bytes for; else `None`.
pub(super) fn diff_below(from: &[u8], to: &[u8], limit: usize) -> Option<Vec<Edit>> {
    let mut script = Script::new(limit, Counted::All);
    script.extend(from, to).then_some(script.edits)
}

/// The same, but only edits that change more than blanks count towards `limit`.
pub(super) fn diff_of_words_below(from: &[u8], to: &[u8], limit: usize) -> Option<Vec<Edit>> {
    let mut script = Script::new(limit, Counted::Words);
    script.extend(from, to).then_some(script.edits)
}

/// The rough cost of `edits`, in bytes.
pub(super) fn cost(edits: &[Edit]) -> usize {
    edits.iter().map(|edit| EDIT_COST + edit.insert.len()).sum()
}

/// The rough cost of `edits`, in bytes, where what comes again is cheap: of those that drop and
/// insert what an earlier one did, [`AGAIN`] and the words alone count.
pub(super) fn cost_of_new<'e>(edits: impl IntoIterator<Item = &'e Edit>) -> usize {
    let mut seen = HashSet::new();
    let price = |edit: &'e Edit| match seen.insert((edit.drop, &edit.insert)) {
        true => cost(slice::from_ref(edit)),
        false => AGAIN + words(&edit.insert),
    };
    edits.into_iter().map(price).sum()
}

/// The least that this many edits cost, in bytes.
pub(super) fn least_cost(edits: usize) -> usize {
    EDIT_COST * edits
}

/// Appends `from` as changed by `edits`; `None` where they reach beyond its end.
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
    // Eight bytes at a time as long as they agree.
    let eights = a.as_chunks::<8>().0.iter().zip(b.as_chunks::<8>().0);
    let start = 8 * eights.take_while(|(x, y)| x == y).count();
    let rest = a[start..].iter().zip(&b[start..]);
    start + rest.take_while(|(x, y)| x == y).count()
}

fn common_end(a: &[u8], b: &[u8]) -> usize {
    a.iter()
        .rev()
        .zip(b.iter().rev())
        .take_while(|(x, y)| x == y)
        .count()
}

/// How many bytes of a text are no blanks.
fn words(text: &[u8]) -> usize {
    text.iter().filter(|&&byte| !is_blank(byte)).count()
}

/// How many blanks a text begins with.
fn blanks(text: &[u8]) -> usize {
    text.iter().take_while(|&&byte| is_blank(byte)).count()
}

/// Which edits count towards a limit.
#[derive(PartialEq, Eq)]
enum Counted {
    All,
    /// Those that change more than blanks.
    Words,
}

/// A list of edits being written.
struct Script<'t> {
    edits: Vec<Edit>,
    /// Bytes kept since the last edit.
    keep: usize,
    /// The [cost](cost()) of the edits that count, to be kept below the limit.
    cost: usize,
    limit: usize,
    counted: Counted,
    search: Search<'t>,
}

impl<'t> Script<'t> {
    fn new(limit: usize, counted: Counted) -> Script<'t> {
        Script {
            edits: Vec::new(),
            keep: 0,
            cost: 0,
            limit,
            counted,
            search: Search::default(),
        }
    }

    /// Adds the edits that turn `from` into `to`. Returns whether they stay below the limit.
    // Three collections of annotated games (2.9 MB), packed by a codec that takes next to no time
    // itself: 4.1 s with the search over whole texts; 2.0 s if texts are followed side by side
    // first, and a style under trial is given up once it costs more than the best so far.
    fn extend(&mut self, mut from: &'t [u8], mut to: &'t [u8]) -> bool {
        while self.cost < self.limit {
            let (x, y) = self.follow(from, to);
            (from, to) = (&from[x..], &to[y..]);
            if from.is_empty() && to.is_empty() {
                return self.cost < self.limit;
            }
            let Some((x, y)) = self.leg(from, to) else {
                return false;
            };
            (from, to) = (&from[x..], &to[y..]);
        }
        false
    }

    /// Follows the texts side by side while they differ in blanks alone, and changes those. Returns
    /// how many bytes of each that covers; a token begins after them.
    fn follow(&mut self, from: &[u8], to: &[u8]) -> (usize, usize) {
        let (mut x, mut y) = (0, 0);
        while self.cost < self.limit {
            let same = common_start(&from[x..], &to[y..]);
            (x, y) = (x + same, y + same);
            let kept = &from[x - same..x];
            // Runs of blanks may be long: they are measured only where they are passed.
            let [drops, inserts] =
                [from.get(x), to.get(y)].map(|byte| byte.is_some_and(|&b| is_blank(b)));
            let after_blank = kept.last().is_some_and(|&byte| is_blank(byte));
            let differ_in_blanks = drops && inserts || after_blank && (drops || inserts);
            if !differ_in_blanks {
                // The last token may go on and differ: it is left to the search.
                let last = match x < from.len() || y < to.len() {
                    true => last_token(kept),
                    false => 0,
                };
                self.keep += same - last;
                return (x - last, y - last);
            }
            self.keep += same;
            let [dropped, inserted] = [&from[x..], &to[y..]].map(blanks);
            self.change(&from[x..x + dropped], &to[y..y + inserted]);
            (x, y) = (x + dropped, y + inserted);
        }
        (x, y)
    }

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
            self.replace(dropped, inserted);
        }
        self.keep += end;
    }

    fn replace(&mut self, dropped: &[u8], inserted: &[u8]) {
        let is_new = self.keep > 0 || self.edits.is_empty();
        self.cost += match self.counted {
            Counted::Words if words(dropped) + words(inserted) == 0 => 0,
            // Line ends inserted along with words are not counted: folding may undo them.
            Counted::Words => least_cost(is_new.into()) + words(inserted),
            Counted::All => least_cost(is_new.into()) + inserted.len(),
        };
        match self.edits.last_mut() {
            Some(last) if !is_new => {
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

    /// Adds the edits up to where the texts are sure to agree again, or as far as they are
    /// searched. Returns how many bytes of each that covers; `None` where there are more
    /// differences than the limit leaves bytes for.
    fn leg(&mut self, from: &'t [u8], to: &'t [u8]) -> Option<(usize, usize)> {
        let most = REACH.min(self.limit.saturating_sub(self.cost));
        let mut search = std::mem::take(&mut self.search);
        let outcome = search.run(from, to, most);
        let is_hopeless = outcome == SearchEnd::Open && most < REACH;
        let covered = (!is_hopeless).then(|| self.take(&search, from, to));
        self.search = search;
        covered
    }

    /// Adds the edits along the path that was found. Returns how many bytes of each text it covers.
    fn take(&mut self, search: &Search, from: &[u8], to: &[u8]) -> (usize, usize) {
        let (a, b) = search.tokens();
        let bytes = |tokens: &[Token]| -> usize { tokens.iter().map(|t| t.text.len()).sum() };
        // In tokens and in bytes of both texts: how far the path has come.
        let ((mut x, mut y), mut at) = ((0, 0), (0, 0));
        // Neighbouring changes become one, which begins with these bytes.
        let mut changed = (0, 0);
        for (next_x, next_y) in search.path() {
            let (dropped, inserted) = (&a[x..next_x], &b[y..next_y]);
            let is_kept = next_x > x && next_y > y;
            if is_kept {
                self.change(&from[changed.0..at.0], &to[changed.1..at.1]);
                for (dropped, inserted) in dropped.iter().zip(inserted) {
                    self.change(dropped.text, inserted.text);
                }
            }
            at = (at.0 + bytes(dropped), at.1 + bytes(inserted));
            if is_kept {
                changed = at;
            }
            (x, y) = (next_x, next_y);
        }
        self.change(&from[changed.0..at.0], &to[changed.1..at.1]);
        at
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pgn::testing::least_time;
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
    fn edits_that_come_again_cost_little_but_their_words() {
        let edit = |keep, drop, insert: &str| Edit {
            keep,
            drop,
            insert: insert.into(),
        };
        let edits = [
            edit(3, 1, "\n\t   "),
            edit(8, 1, "\n\t   "),
            edit(3, 1, " (0:00) "),
            edit(5, 1, " (0:00) "),
            edit(5, 2, " (0:00) "),
        ];
        assert_eq!(cost(&edits), 8 + 8 + 11 + 11 + 11);
        assert_eq!(cost_of_new(&edits), 8 + 1 + 11 + 7 + 11);
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

    /// Looked at whole, a long token would be looked at anew for each few differences within it.
    #[test]
    fn a_long_token_is_many() {
        let marks = [b'!'; 1000];
        let mut search = Search::default();
        search.run(&marks, &marks, 0);
        let is_short = |token: &Token| token.text.len() <= LONGEST_TOKEN;
        assert!(search.tokens().0.iter().all(is_short));
        assert!(last_token(&marks) <= LONGEST_TOKEN);
        let glyphs = b"$9 ".repeat(500);
        assert_eq!(applied(&glyphs, &diff(&glyphs, &marks)), marks);
    }

    #[test]
    fn texts_that_differ_in_blanks_alone_differ_in_no_words() {
        let (from, to) = (b"1. e4 e5 2. f4 exf4", b"1. e4\ne5  2. f4\r\nexf4");
        assert_eq!(diff_below(from, to, 4), None);
        let edits = diff_of_words_below(from, to, 1).unwrap();
        assert_eq!(applied(from, &edits), to);
        assert_eq!(diff_of_words_below(from, b"1. e4 c5 2. f4 exf4", 4), None);
    }

    #[test]
    fn the_time_for_a_text_that_ends_early_does_not_grow_with_the_square_of_the_other() {
        let time_of = |count: usize| {
            let long = b"Nf3 Nc6 Bb5 a6 ".repeat(count);
            least_time(|| {
                for (from, to) in [(&long[..], &b"Nf3"[..]), (&b"1-0"[..], &long[..])] {
                    assert_eq!(applied(from, &diff(from, to)), to);
                }
            })
        };
        assert!(time_of(1 << 14) < 256 * time_of(1 << 8));
    }

    proptest! {
        #[test]
        fn edits_below_a_limit_cost_less_and_give_the_text(from in "[ab .\n]{0,300}", to in "[ab .\n]{0,300}", limit in 0usize..200) {
            let (from, to) = (from.as_bytes(), to.as_bytes());
            if let Some(edits) = diff_below(from, to, limit) {
                prop_assert!(cost(&edits) < limit);
                prop_assert_eq!(applied(from, &edits), to);
            }
            prop_assert_eq!(diff_below(from, to, usize::MAX), Some(diff(from, to)));
        }

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
