//! The gaps of a style, chosen by what was seen between the tokens of a text.

use super::observe::{Blank, Blanks, Observed};
use crate::pgn::style::{Between, FoldedSpace, Folding, Gap, Style};

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
    if kept_spaces > 0 {
        style.folded_space = FoldedSpace::KeptIfItFits;
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
