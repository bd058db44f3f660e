//! The edits between the rendering of a game in its style and its text: finding them, and applying
//! them.
//!
//! There are two kinds. *Loose* edits change the rendering before its lines are folded, *folded*
//! edits what comes out of that. A word more or less moves the ends of all lines after it: a loose
//! edit says so once, folded edits twice a line.

use super::{
    edits::{REACH, apply, cost, diff_below, diff_of_words_below, is_blank, least_cost},
    layout::{Edit, Edits},
    page::{EarlyEnd, Loose, Unwritten},
    render::Rendering,
    style::Style,
};
use crate::limits::{most_rendered, most_walked};

/// Buffers, used for one game after another.
#[derive(Debug, Default)]
pub(super) struct Room {
    /// A rendering, its lines folded, with loose edits made or without.
    plain: Vec<u8>,
    loose: Loose,
}

/// How a text departs from a style, and roughly what that costs in bytes.
#[derive(Clone, Debug, Default)]
pub(super) struct Departure {
    pub(super) edits: Edits,
    pub(super) cost: usize,
}

impl Departure {
    /// With folded edits alone.
    fn direct(folded: Vec<Edit>) -> Departure {
        Departure {
            cost: cost(&folded),
            edits: Edits {
                folded,
                ..Edits::default()
            },
        }
    }
}

/// With fewer folded edits than this, loose ones are not looked for: line ends that moved would
/// make more.
const FEW: usize = 2;
/// The rough cost, in bytes, of having loose edits.
const LOOSE: usize = 1;

/// Edits that cost this much are worth no search: they are as long as the text. So close to the
/// limit, the search is as thorough as ever.
pub(super) fn most_of_edits(text: &[u8]) -> usize {
    text.len() + 1 + REACH
}

impl Room {
    /// The edits from a rendering to `text`, if those found cost less than `limit` bytes; else
    /// `None`, and also where the rendering is far too long, or too long to say where edits are.
    pub(super) fn departure_below(
        &mut self,
        rendering: Rendering,
        text: &[u8],
        limit: usize,
    ) -> Option<Departure> {
        let rendering = Rendering {
            most: most_rendered(text.len()),
            ..rendering
        };
        self.plain.clear();
        rendering.write(&mut self.plain)?;
        if self.plain.len() > most_walked(text.len()) {
            return None;
        }
        match diff_below(&self.plain, text, limit) {
            Some(edits) => Some(self.cheaper(Departure::direct(edits), rendering, text)),
            None => self.loose(rendering, text, limit),
        }
    }

    /// `direct`, or a departure with loose edits if that is cheaper.
    fn cheaper(&mut self, direct: Departure, rendering: Rendering, text: &[u8]) -> Departure {
        if direct.edits.folded.len() < FEW {
            return direct;
        }
        let loose = self.loose(rendering, text, direct.cost);
        loose.unwrap_or(direct)
    }

    /// A departure with loose edits; `None` where there is nothing for them to do or it costs
    /// `limit` bytes or more.
    fn loose(&mut self, rendering: Rendering, text: &[u8], limit: usize) -> Option<Departure> {
        let style = rendering.style;
        if style.width == 0 {
            return None;
        }
        rendering.write_loose(&mut self.loose)?;
        let edits = diff_of_words_below(&self.loose.text, text, limit)?;
        let words = of_words(&self.loose.text, edits, style);
        let edited = self.loose.edited(&words, style, rendering.most).ok()?;
        let ends = edited.early_ends(text, style);
        if words.is_empty() && ends.is_empty() || cost(&words) + least_cost(ends.len()) >= limit {
            return None;
        }
        let wanted = with_ends(&edited.text, &ends, style);
        let loose = diff_below(&self.loose.text, &wanted, limit)?;
        let rendered = self.loose.text.len();
        let refolded = self.refold(&loose, style, rendering.most - rendered);
        if rendered + refolded.ok()?.len() > most_walked(text.len()) {
            return None;
        }
        let spent = cost(&loose) + LOOSE;
        let folded = diff_below(&self.plain, text, limit.checked_sub(spent)?)?;
        Some(Departure {
            cost: spent + cost(&folded),
            edits: Edits { loose, folded },
        })
    }

    /// The rendering before its lines are folded, which loose edits change.
    pub(super) fn unfolded<'r>(
        &'r mut self,
        rendering: Rendering<'r>,
    ) -> Result<Unfolded<'r>, Unwritten> {
        rendering
            .write_loose(&mut self.loose)
            .ok_or(Unwritten::TooLong)?;
        Ok(Unfolded {
            more: rendering.most - self.loose.text.len(),
            style: rendering.style,
            room: self,
        })
    }

    /// The rendering with its lines folded.
    pub(super) fn folded(&mut self, rendering: Rendering) -> Result<&[u8], Unwritten> {
        self.plain.clear();
        rendering.write(&mut self.plain).ok_or(Unwritten::TooLong)?;
        Ok(&self.plain)
    }

    /// Makes `edits` in the loose text and folds its lines, which gives the plain one. They may make
    /// it `more` bytes longer.
    fn refold(&mut self, edits: &[Edit], style: &Style, more: usize) -> Result<&[u8], Unwritten> {
        let most = self.loose.text.len().saturating_add(more);
        let edited = self.loose.edited(edits, style, most)?;
        self.plain.clear();
        edited.fold(style, &mut self.plain);
        Ok(&self.plain)
    }

    /// Appends the text that `edits` make of a rendering, and returns how many bytes that had.
    pub(super) fn write(
        &mut self,
        rendering: Rendering,
        edits: &Edits,
        out: &mut Vec<u8>,
    ) -> Result<usize, Unwritten> {
        if edits.is_empty() {
            let start = out.len();
            rendering.write(out).ok_or(Unwritten::TooLong)?;
            return Ok(out.len() - start);
        }
        let rendered = if edits.loose.is_empty() {
            self.folded(rendering)?.len()
        } else {
            let unfolded = self.unfolded(rendering)?;
            let rendered = unfolded.text().len();
            unfolded.edited(&edits.loose)?;
            rendered
        };
        apply(&self.plain, &edits.folded, out).ok_or(Unwritten::BeyondEnd)?;
        Ok(rendered)
    }
}

/// The rendering of a game before its lines are folded: what its loose edits change.
pub struct Unfolded<'r> {
    room: &'r mut Room,
    style: &'r Style,
    /// How many bytes longer edits may make it.
    more: usize,
}

impl<'r> Unfolded<'r> {
    /// The rendering.
    pub fn text(&self) -> &[u8] {
        &self.room.loose.text
    }

    /// The rendering with `edits` made in it and its lines folded: what folded edits change.
    pub(super) fn edited(self, edits: &[Edit]) -> Result<&'r [u8], Unwritten> {
        self.room.refold(edits, self.style, self.more)
    }
}

/// Those of `edits`, which change a loose text, that change more than blanks. Line ends that they
/// put in become spaces.
fn of_words(loose: &[u8], edits: Vec<Edit>, style: &Style) -> Vec<Edit> {
    let mut words = Vec::new();
    let (mut at, mut keep) = (0, 0);
    for edit in edits {
        keep += edit.keep;
        at += edit.keep;
        let dropped = &loose[at..at + edit.drop];
        at += edit.drop;
        if dropped
            .iter()
            .chain(&edit.insert)
            .all(|&byte| is_blank(byte))
        {
            keep += edit.drop;
        } else {
            words.push(Edit {
                keep: std::mem::take(&mut keep),
                drop: edit.drop,
                insert: unfolded(&edit.insert, style.line_end.bytes()),
            });
        }
    }
    words
}

/// `text` with line ends at the places of `ends`, instead of the spaces there.
fn with_ends(text: &[u8], ends: &[EarlyEnd], style: &Style) -> Vec<u8> {
    let mut ended = Vec::with_capacity(text.len() + 2 * ends.len());
    let mut at = 0;
    for &EarlyEnd { place, space } in ends {
        ended.extend_from_slice(&text[at..place]);
        ended.extend_from_slice(style.line_end.bytes());
        at = place + usize::from(space);
    }
    ended.extend_from_slice(&text[at..]);
    ended
}

/// `bytes` with a space for each line end.
fn unfolded(mut bytes: &[u8], line_end: &[u8]) -> Vec<u8> {
    let mut text = Vec::with_capacity(bytes.len());
    while let [first, rest @ ..] = bytes {
        let ended = bytes.strip_prefix(line_end);
        text.push(if ended.is_some() { b' ' } else { *first });
        bytes = ended.unwrap_or(rest);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::language::Language;
    use crate::pgn::{
        edits::diff,
        layout::Piece,
        parse::{Parsed, parse},
        read,
        style::{Braces, Comments, FoldedSpace, Folding, Gap, INDENTS, Kind, Kinds, LineEnd},
        unfold::Unfolding,
        write,
    };
    use proptest::prelude::*;

    /// Two variations, comments short and long, glyphs; lines as they come.
    const GAME: &[u8] = b"[Event \"A walk\"]\n[Result \"1-0\"]\n\n\
        1. e4 e5 2. f4 {The king's own gambit, older than most of the books that refute it. After 2...Bc5 or 2...d5 \
        there is play\non both wings, and no one has lost it by force.} exf4 (2... Bc5 3. Nf3 d6 $1 {calm} 4. c3) \
        3. Nf3 g5 (3... d6 4. d4 (4. Bc4 h6) g5 {Said to be best: ...g4 comes next, and the knight must go.}) \
        4. h4 g4 5. Ne5 Nf6 6. Bc4 d5 7. exd5 Bd6 8. d4 Nh5 9. O-O Qxh4 10. Qe1 Qxe1 11. Rxe1 O-O 1-0\n\n";

    /// The edits from a rendering to `text`, whatever they cost.
    fn departure(rendering: Rendering, text: &[u8]) -> Departure {
        Room::default()
            .departure_below(rendering, text, usize::MAX)
            .unwrap()
    }

    fn a_style() -> impl Strategy<Value = Style> {
        let habits = (
            prop::sample::select(&Comments::ALL[..]),
            prop::sample::select(&Braces::ALL[..]),
            prop::sample::select(&Folding::ALL[..]),
            prop::sample::select(&FoldedSpace::ALL[..]),
            prop::sample::select(&LineEnd::ALL[..]),
            prop::sample::select(&Language::ALL[..]),
        );
        let gaps = prop::collection::vec(prop::sample::select(&Gap::ALL[..]), 200);
        (habits, gaps, any::<bool>(), 8u16..90).prop_map(|(habits, gaps, plain, width)| {
            let mut style = folding(width);
            (
                style.comments,
                style.braces,
                style.folding,
                style.folded_space,
                style.line_end,
                style.language,
            ) = habits;
            let places = style.gaps.iter_mut().flatten().flatten();
            for (place, gap) in places.zip(gaps).filter(|_| !plain) {
                *place = gap;
            }
            style.indent = width % INDENTS;
            style
        })
    }

    /// A style that folds lines at all spaces.
    fn folding(width: u16) -> Style {
        let mut style = Style {
            width,
            comments: Comments::Folded,
            ..Style::default()
        };
        for gap in style.gaps.iter_mut().flatten().flatten() {
            if *gap == Gap::Space {
                *gap = Gap::Fold;
            }
        }
        style
    }

    fn parsed(style: &Style) -> Parsed {
        parse(GAME, Unfolding::of(style)).unwrap()
    }

    fn loose(style: &Style) -> Loose {
        let mut loose = Loose::default();
        parsed(style).in_style(style).write_loose(&mut loose);
        loose
    }

    fn written(style: &Style, edits: Edits) -> Vec<u8> {
        let (game, mut out) = (parsed(style), Vec::new());
        Room::default()
            .write(game.in_style(style), &edits, &mut out)
            .unwrap();
        out
    }

    /// The edits that change the loose text as told.
    fn changing(style: &Style, from: &str, to: &str) -> Edits {
        let before = String::from_utf8(loose(style).text).unwrap();
        assert!(before.contains(from));
        let after = before.replacen(from, to, 1);
        Edits {
            loose: diff(before.as_bytes(), after.as_bytes()),
            folded: Vec::new(),
        }
    }

    proptest! {
        #[test]
        fn a_loose_text_is_folded_like_any(style in a_style()) {
            let mut folded = Vec::new();
            loose(&style).fold(&style, &mut folded);
            let plain = written(&style, Edits::default());
            prop_assert_eq!(String::from_utf8_lossy(&folded), String::from_utf8_lossy(&plain));
        }

        #[test]
        fn a_rendering_agrees_with_itself(style in a_style()) {
            let text = written(&style, Edits::default());
            let agreement = parsed(&style).in_style(&style).agreement(&text, &mut Vec::new());
            prop_assert!(agreement.is_exact);
        }

        #[test]
        fn a_departure_leads_to_the_text(style in a_style(), changes in prop::collection::vec((any::<prop::sample::Index>(), "[ a.{\n]{0,3}"), 0..6)) {
            let mut text = written(&style, Edits::default());
            for (place, inserted) in &changes {
                let place = place.index(text.len());
                text.splice(place..(place + 2).min(text.len()), inserted.bytes());
            }
            let found = departure(parsed(&style).in_style(&style), &text);
            prop_assert_eq!(written(&style, found.edits), text);
        }

        #[test]
        fn edits_of_a_loose_text_are_made_or_refused(edits in prop::collection::vec((0usize..400, 0usize..60, "[ a\n]{0,4}"), 0..5)) {
            let style = folding(40);
            let edits: Vec<Edit> = edits
                .into_iter()
                .map(|(keep, drop, insert)| Edit { keep, drop, insert: insert.into() })
                .collect();
            let loose = loose(&style);
            let mut expected = Vec::new();
            let made = apply(&loose.text, &edits, &mut expected);
            prop_assert_eq!(loose.edited(&edits, &style, usize::MAX).ok().map(|loose| loose.text), made.map(|()| expected));
        }
    }

    #[test]
    fn a_loose_text_is_edited_up_to_a_length_and_a_number_of_joints() {
        let style = folding(40);
        let loose = loose(&style);
        let filled = |byte: u8, most: usize| {
            let edit = Edit {
                keep: 0,
                drop: 0,
                insert: vec![byte; 10_000],
            };
            loose
                .edited(&[edit], &style, most)
                .map(|edited| edited.text.len())
        };
        let len = loose.text.len() + 10_000;
        assert_eq!(filled(b'a', len), Ok(len));
        assert_eq!(filled(b'a', len - 1), Err(Unwritten::TooLong));
        assert_eq!(filled(b' ', 16 * len), Ok(len));
        assert_eq!(filled(b' ', 8 * len), Err(Unwritten::TooLong));
    }

    #[test]
    fn a_byte_order_mark_is_one_edit_and_hides_nothing() {
        let shared = "[Event \"a\"] [Site \"b\"]\n\n1. e4 e5 2. Sf3 Sc6 ; so\n3. Lb5 *\n\n";
        let changed = "  [Event \"a\"]\n\n1. e4   e5 *\n\n";
        for text in [&GAME.repeat(2), shared.as_bytes(), changed.as_bytes()] {
            let marked = ["\u{feff}".as_bytes(), text].concat();
            let (mut plain, document) = (read(text), read(&marked));
            assert_eq!(write(&document).unwrap(), marked);
            if let Some(Piece::Game(_, layout)) = plain.pieces.first_mut() {
                let mut departure = Departure::direct(std::mem::take(&mut layout.edits.folded));
                departure.edits.begin_with("\u{feff}".as_bytes());
                layout.edits.folded = departure.edits.folded;
            }
            assert_eq!(document, plain);
        }
    }

    /// Whoever reads edits walks the renderings that they change.
    #[test]
    fn what_is_too_long_to_be_walked_is_not_departed_from() {
        let mut style = folding(50);
        let text = written(&style, changing(&style, "e5 2. f4", "1... e5 2. f4"));
        let found = |style: &Style| {
            Room::default().departure_below(parsed(style).in_style(style), &text, usize::MAX)
        };
        // One rendering is walked where all edits are folded ones, two where some are loose.
        style.after_tags = text.len() as u16 / 2;
        assert_eq!(found(&style).unwrap().edits.loose.len(), 1);
        style.after_tags = 2 * text.len() as u16;
        assert_eq!(found(&style).unwrap().edits.loose, []);
        style.after_tags = 4 * text.len() as u16;
        assert!(found(&style).is_none());
    }

    #[test]
    fn a_number_more_is_one_edit_however_many_lines_it_moves() {
        let style = folding(50);
        let text = written(&style, changing(&style, "e5 2. f4", "1... e5 2. f4"));
        let found = departure(parsed(&style).in_style(&style), &text);
        assert_eq!((found.edits.loose.len(), found.edits.folded.len()), (1, 0));
        assert_eq!(written(&style, found.edits), text);
    }

    #[test]
    fn a_line_that_ends_early_is_one_edit_however_many_lines_it_moves() {
        let style = folding(50);
        let text = written(&style, changing(&style, "king's own", "king's\nown"));
        let found = departure(parsed(&style).in_style(&style), &text);
        assert_eq!((found.edits.loose.len(), found.edits.folded.len()), (1, 0));
        assert_eq!(written(&style, found.edits), text);
    }

    #[test]
    fn a_chopped_comment_is_folded_behind_dots_and_its_spaces_count() {
        let mut style = folding(24);
        style.comments = Comments::Chopped;
        let text =
            b"1. e4 {abcdefghij klmno\n12.Nf3 abcdefg abc 14.\nRe1 or nothing at all}\n1-0\n\n";
        let game = parse(text, Unfolding::of(&style)).unwrap();
        let mut folded = Vec::new();
        game.in_style(&style).write(&mut folded);
        assert_eq!(
            String::from_utf8_lossy(&folded),
            String::from_utf8_lossy(text)
        );
    }

    #[test]
    fn a_line_that_ends_early_where_a_comment_is_chopped_is_one_edit() {
        let mut style = folding(24);
        style.comments = Comments::Chopped;
        let text = b"1. e4 {abcdefghij klmno\n12.Nf3 abc 14.\nRe1 or nothing at all}\n1-0\n\n";
        let game = parse(text, Unfolding::of(&style)).unwrap();
        let found = departure(game.in_style(&style), text);
        assert_eq!((found.edits.loose.len(), found.edits.folded.len()), (1, 0));
        let mut written = Vec::new();
        Room::default()
            .write(game.in_style(&style), &found.edits, &mut written)
            .unwrap();
        assert_eq!(game.cost_of_lines(), 0);
        assert_eq!(written, text);
    }

    #[test]
    fn a_comment_behind_its_brace_is_folded_or_has_lines_of_its_own() {
        for (comments, text) in [
            (
                Comments::FoldedBehindBrace,
                "1. e4 {[%clk 1:30:56]} \ne5 {[%clk 1:30:46]} 2. \nNf3 {as of [%clk \n1:28:38]} Nc6 3. Bb5 {\ngood} 1-0\n\n",
            ),
            (
                Comments::WholeBehindBrace,
                "1. e4 {[%clk\n1:30:56] as it was} e5 {\n[%clk 1:30:46] and more}\n 2. Nf3 {and\nso on} 1-0\n\n",
            ),
        ] {
            let mut style = folding(24);
            style.comments = comments;
            style.folded_space = FoldedSpace::KeptIfItFits;
            style.dotted = Kinds::default();
            style.gaps[0][Kind::Comment as usize][Kind::Number as usize] = Gap::Apart;
            let game = parse(text.as_bytes(), Unfolding::of(&style)).unwrap();
            let mut folded = Vec::new();
            game.in_style(&style).write(&mut folded);
            assert_eq!(String::from_utf8_lossy(&folded), text);
        }
    }

    #[test]
    fn a_comment_that_is_cut_is_folded_within_its_commands_and_at_its_braces() {
        for (comments, width, text) in [
            (
                Comments::Cut,
                33,
                "1. e4 {[%emt 0:00:27]} e5 {[%emt\n0:00:09] a:b, c} 2. Nf3 {improved\n} 1-0\n\n",
            ),
            (
                Comments::CutBehindNames,
                33,
                "1. e4 {[%emt 0:00:27]} e5 {\n[%emt 0:00:09] a:b, c} 2. Nf3 {it\nis out} 1-0\n\n",
            ),
            (
                Comments::Cut,
                24,
                "1. e4 {[%emt 0:00:27]\na:b, c} e5 {[%eval 1,17]\n[%emt 0:01:11]} 2. Nf3 {\n[%emt 0:00:12] good} Nc6\n\
                {[%emt 0:00:06] a move\nfor me} 3. Bb5 {[%emt 0:\n00:04]} 1-0\n\n",
            ),
        ] {
            let mut style = folding(width);
            style.comments = comments;
            style.dotted = Kinds::default();
            let game = parse(text.as_bytes(), Unfolding::of(&style)).unwrap();
            let mut folded = Vec::new();
            game.in_style(&style).write(&mut folded);
            assert_eq!(String::from_utf8_lossy(&folded), text);
        }
    }
}
