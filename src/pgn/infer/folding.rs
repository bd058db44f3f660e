//! How lines may have been folded that end where these do.

use super::{
    gaps::BreaksAs,
    observe::{Break, Observed},
};
use crate::pgn::style::{Columns, Folding, Style};

/// The widest lines that are looked for, in bytes. Who wants a game in one line tells programs that
/// fold to make lines of some thousand bytes.
const WIDEST: usize = 1 << 15;

/// Widths at which programs fold lines, in bytes. The PGN standard wants lines of less than 80.
const USUAL_WIDTHS: [u16; 3] = [80, 79, 75];

/// A way to fold lines, and how line ends are understood then.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Way {
    pub(super) columns: Columns,
    pub(super) folding: Folding,
    pub(super) width: u16,
    pub(super) breaks: BreaksAs,
}

/// The ways of folding that are worth trying.
pub(super) fn likely_ways(base: &Style, plain: &Style, seen: &Observed) -> Vec<Way> {
    let mut ways = Vec::new();
    // The letters of a wide language were seen as letters of one byte.
    let only = plain.language.is_wide().then_some(plain.columns);
    for columns in Columns::ALL {
        let breaks = match only {
            Some(only) if only != columns => continue,
            Some(_) if seen.breaks[columns as usize].is_empty() => &seen.breaks[0],
            _ => &seen.breaks[columns as usize],
        };
        let is_of_base = base.width > 0 && columns == base.columns;
        let of_base = is_of_base.then_some((base.folding, base.width));
        for (folding, width) in of_base.into_iter().chain(foldings(breaks, seen)) {
            for breaks in [BreaksAs::Folds, BreaksAs::LineEnds] {
                let way = Way {
                    columns,
                    folding,
                    width,
                    breaks,
                };
                if width > 0 && !ways.contains(&way) {
                    ways.push(way);
                }
            }
        }
    }
    let unfolded = Way {
        columns: plain.columns,
        folding: Folding::BeforeTooLong,
        width: 0,
        breaks: BreaksAs::LineEnds,
    };
    // Of ways that fit the text, the first is taken.
    let place = match seen.ends_lines_beside_variations() {
        true => 0,
        false => ways.len(),
    };
    ways.insert(place, unfolded);
    ways
}

/// How lines that end so may have been folded, and at which width, the likeliest first.
fn foldings(breaks: &[Break], seen: &Observed) -> Vec<(Folding, u16)> {
    let likely = likely_widths(breaks);
    if likely.is_empty() {
        return Vec::new();
    }
    let lines = breaks.iter().map(|place| place.line);
    let is_sought = |&line: &usize| line <= WIDEST;
    let longest = lines.clone().filter(is_sought).max();
    // The line before the end of the game may be as short as it likes. Where all others may
    // have as many moves each, that is likelier.
    let others = match seen.end_begins_line() && seen.moves_a_line < 2 {
        true => breaks.len().saturating_sub(1).max(1),
        false => breaks.len(),
    };
    let shortest = lines.take(others).min().filter(is_sought);
    // A space that stays behind a line that is long is not counted into it.
    let kept = usize::from(seen.keeps_spaces());
    let once_long = shortest.map(|line| (Folding::OnceLong, line.saturating_sub(kept) as u16));
    let before_too_long = |width| (Folding::BeforeTooLong, width);
    likely
        .into_iter()
        .chain(longest.map(|line| line as u16))
        .map(before_too_long)
        .chain(once_long)
        .chain(USUAL_WIDTHS.map(before_too_long))
        .collect()
}

/// The widths that agree with the most line ends: usual ones, then the least and the greatest.
pub(super) fn likely_widths(breaks: &[Break]) -> Vec<u16> {
    let Some((first, last)) = range_of_widths(breaks) else {
        return Vec::new();
    };
    let agrees = |width: &u16| (first..=last).contains(width);
    let usual = USUAL_WIDTHS.into_iter().filter(agrees);
    usual.chain([first, last]).collect()
}

/// The least and the greatest width that agree with the most line ends. A line end tells that its
/// line was not too long, and would have been with the next word.
fn range_of_widths(breaks: &[Break]) -> Option<(u16, u16)> {
    let wide = breaks.iter().filter(|place| place.line <= WIDEST);
    let with_next = |place: &Break| (place.line + place.word).min(WIDEST);
    let widest = wide.clone().map(with_next).max()?;
    let mut votes = vec![0i32; widest + 2];
    for place in wide {
        votes[place.line] += 1;
        votes[with_next(place) + 1] -= 1;
    }
    let mut sum = 0;
    for vote in &mut votes {
        sum += *vote;
        *vote = sum;
    }
    let most = votes.iter().copied().max().filter(|&most| most > 0)?;
    let first = votes.iter().position(|&vote| vote == most)?;
    let last = votes.iter().rposition(|&vote| vote == most)?;
    Some((first as u16, last as u16))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pgn::{
        read,
        style::writers::writers,
        testing::{is_exact, text_in},
    };

    #[test]
    fn lines_may_be_folded_at_any_width() {
        let moves = (0..300).map(|pair| match pair % 2 {
            0 => format!("{}. Nf3 Nf6 ", pair + 1),
            _ => format!("{}. Ng1 Ng8 ", pair + 1),
        });
        let movetext: String = moves.collect();
        let plain = read(format!("[Result \"*\"]\n\n{movetext}*\n\n").as_bytes());
        let mut writers = writers().iter();
        let folded = writers.find(|style| style.width > 0).unwrap();
        for width in [40, 79, 80, 255, 500, 600, 1000, 2500] {
            let style = Style {
                width,
                ..folded.clone()
            };
            let text = text_in(plain.clone(), &style);
            let mut lines = text.split(|&byte| byte == b'\n');
            assert!(lines.all(|line| line.len() < usize::from(width) + 20));
            assert!(is_exact(&read(&text)), "{width}");
        }
    }
}
