//! The gaps of a style, chosen by what was seen between the tokens of a text.

use super::observe::{Blank, Blanks, Observed};
use crate::pgn::style::{Between, FoldedSpace, Folding, Gap, Kind, Style};

/// How gaps that are line ends in the text are understood.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum BreaksAs {
    /// As folds, if lines are folded at all.
    Folds,
    /// As line ends of their own. A gap that is also seen without one is a fold or, where lines are
    /// not folded, what it is most often.
    LineEnds,
}

/// Sets the gaps of `style` to what was seen most between each two kinds of tokens.
pub(super) fn choose_gaps(style: &mut Style, breaks_as: BreaksAs, seen: &Observed) {
    let mut kept_spaces = 0;
    let (breaks, gaps) = seen.breaks_and_gaps();
    for place in Between::all() {
        let blanks = place.of(&seen.blanks);
        let gap = place.of_mut(&mut style.gaps);
        // A gap that was seen so often that it would have been folded, and was not, cannot be.
        let total: u64 = blanks.iter().map(|&count| u64::from(count)).sum();
        let folds = match style.width {
            0 => Folds::Never,
            _ if style.folding == Folding::OnceLong => Folds::IfSeen,
            _ if total * breaks > UNLIKELY * gaps => Folds::IfSeen,
            _ => Folds::Perhaps,
        };
        *gap = choose_gap(*gap, blanks, folds, breaks_as);
        if *gap == Gap::Fold {
            kept_spaces += blanks[Blank::SpaceLine as usize];
        }
    }
    if seen.ends_lines_beside_variations() {
        complete_gaps_of_variations(style, seen);
    }
    style.folded_space = match style.folding {
        _ if kept_spaces == 0 => style.folded_space,
        Folding::BeforeTooLong => FoldedSpace::KeptIfItFits,
        Folding::OnceLong => FoldedSpace::Kept,
    };
    if Between::all().any(|place| place.of(&style.gaps).indents()) {
        style.indent = seen.indent;
    }
}

/// Sets gaps that were not seen, and that a variation begins or ends at, to what was seen at other
/// tokens if all of these end lines: who gives variations lines of their own does so anywhere.
/// Other gaps take bytes to tell, and are left to games that have them.
fn complete_gaps_of_variations(style: &mut Style, seen: &Observed) {
    for inside in [false, true] {
        let places = || Between::all().filter(move |place| place.inside == inside);
        let occurs = |kind: Kind| {
            let mut behind = places().filter(|place| place.before == kind);
            behind.any(|place| seen.has(place))
        };
        let may_open = |kind| match kind {
            Kind::White | Kind::Black | Kind::Nag | Kind::Glyph | Kind::Comment => occurs(kind),
            kind => kind == Kind::Close,
        };
        complete(
            style,
            seen,
            places().filter(|place| place.after == Kind::Open && may_open(place.before)),
        );
        let goes_on = |kind| match kind {
            Kind::Number | Kind::Dots => occurs(kind),
            kind => kind == Kind::End && !inside,
        };
        complete(
            style,
            seen,
            places().filter(|place| place.before == Kind::Close && goes_on(place.after)),
        );
    }
}

/// Sets those of the gaps in `places` that were not seen to what all others are, if these are the
/// same and end lines.
fn complete(style: &mut Style, seen: &Observed, places: impl Iterator<Item = Between>) {
    let (known, unknown): (Vec<Between>, _) = places.partition(|place| seen.has(*place));
    let mut gaps = known.iter().map(|place| *place.of(&style.gaps));
    let first = gaps.next().filter(|first| first.ends_line());
    let Some(gap) = first.filter(|first| gaps.all(|gap| gap == *first)) else {
        return;
    };
    for place in unknown {
        *place.of_mut(&mut style.gaps) = gap;
    }
}

/// A gap is taken for one that is never folded if this many folds were to be expected there and
/// none was seen: by chance, that happens once in fifty.
const UNLIKELY: u64 = 4;

/// Whether a gap that was never seen folded is taken for one that can be.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Folds {
    /// No: lines are not folded.
    Never,
    /// Only if it was seen folded.
    IfSeen,
    /// Yes, even if it was not seen folded.
    Perhaps,
}

fn choose_gap(base: Gap, blanks: &Blanks, folds: Folds, breaks_as: BreaksAs) -> Gap {
    let count = |blank: Blank| blanks[blank as usize];
    let (none, space) = (count(Blank::None), count(Blank::Space));
    let (line, space_line) = (count(Blank::Line), count(Blank::SpaceLine));
    let most = blanks.iter().copied().max().unwrap_or(0);
    if most == 0 {
        return match base {
            // Where lines are not folded, gaps are no folds.
            Gap::Fold | Gap::Free if folds == Folds::Never => Gap::Space,
            Gap::Split if folds == Folds::Never => Gap::None,
            _ => base,
        };
    }
    for (blank, gap) in [
        (Blank::Two, Gap::Two),
        (Blank::Empty, Gap::EmptyLine),
        (Blank::Tab, Gap::Tab),
        (Blank::Unbroken, Gap::Unbroken),
        (Blank::Nested, Gap::Nested),
        (Blank::SpaceNested, Gap::SpaceNested),
        (Blank::Indented, Gap::Indented),
    ] {
        if count(blank) == most {
            return gap;
        }
    }
    let ends = line + space_line;
    let is_fold =
        folds != Folds::Never && ends > 0 && (breaks_as == BreaksAs::Folds || space + none > 0);
    if is_fold {
        return if none > space { Gap::Split } else { Gap::Fold };
    }
    if ends > space + none {
        return if line >= space_line {
            Gap::Line
        } else {
            Gap::SpaceLine
        };
    }
    match (none > space, base) {
        (true, Gap::Split) if folds == Folds::Perhaps => Gap::Split,
        (true, _) => Gap::None,
        (false, Gap::Free) if folds != Folds::Never => Gap::Free,
        (false, _) if folds == Folds::Perhaps => Gap::Fold,
        (false, _) => Gap::Space,
    }
}
