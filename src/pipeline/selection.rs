//! Which games of a file are wanted.

use crate::error::{Count, Error, Result};
use std::ops::{Bound, Range, RangeBounds};

/// Games by their numbers, which count from 0: ranges in ascending order, none of which overlap or
/// touch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Selection {
    stretches: Vec<Stretch>,
    /// How many games a file must have.
    least: u64,
}

/// A range: the games from `first` on, those before `end`, or all where there is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Stretch {
    first: u64,
    end: Option<u64>,
}

impl<R: RangeBounds<u64>> From<R> for Selection {
    fn from(games: R) -> Selection {
        Selection::of([games])
    }
}

impl Selection {
    /// The games in any of `ranges`, whatever their order.
    pub fn of(ranges: impl IntoIterator<Item = impl RangeBounds<u64>>) -> Selection {
        let mut given: Vec<Stretch> = ranges.into_iter().map(|range| stretch(&range)).collect();
        given.retain(|range| range.end.is_none_or(|end| range.first < end));
        given.sort_by_key(|range| range.first);
        // A file may be asked for all of its games even if it has none, but not for those from the
        // fourth on if it has three.
        let reach = |range: &Stretch| match (range.first, range.end) {
            (_, Some(end)) => end,
            (0, None) => 0,
            (first, None) => first.saturating_add(1),
        };
        let least = given.iter().map(reach).max().unwrap_or(0);
        let mut stretches: Vec<Stretch> = Vec::new();
        for range in given {
            match stretches.last_mut() {
                Some(last) if last.end.is_none_or(|end| range.first <= end) => {
                    last.end = last.end.zip(range.end).map(|(a, b)| a.max(b));
                }
                _ => stretches.push(range),
            }
        }
        Selection { stretches, least }
    }

    /// The numbers of the games wanted in a file of `count` games.
    ///
    /// # Errors
    /// [`ErrorKind::Usage`](crate::error::ErrorKind::Usage) where the file has fewer games than are
    /// asked for.
    pub fn among(&self, count: u64) -> Result<Vec<Range<u64>>> {
        if self.least > count {
            let is = if count == 1 { "is" } else { "are" };
            let games = Count(count, "game");
            let asked = format!("game {} is asked for, and there {is} {games}", self.least);
            return Err(Error::usage(asked));
        }
        let whole = |range: &Stretch| range.first..range.end.unwrap_or(count);
        Ok(self.stretches.iter().map(whole).collect())
    }
}

fn stretch(games: &impl RangeBounds<u64>) -> Stretch {
    Stretch {
        first: match games.start_bound() {
            Bound::Included(&first) => first,
            Bound::Excluded(&before) => before.saturating_add(1),
            Bound::Unbounded => 0,
        },
        end: match games.end_bound() {
            Bound::Included(&last) => Some(last.saturating_add(1)),
            Bound::Excluded(&end) => Some(end),
            Bound::Unbounded => None,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_file_must_have_the_games() {
        let of_three = |games: Selection| -> std::result::Result<Vec<u64>, String> {
            let ranges = games.among(3).map_err(|error| error.to_string())?;
            Ok(ranges.into_iter().flatten().collect())
        };
        assert_eq!(of_three(Selection::from(..)), Ok(vec![0, 1, 2]));
        assert_eq!(of_three(Selection::from(2..)), Ok(vec![2]));
        assert_eq!(of_three(Selection::from(2..=2)), Ok(vec![2]));
        assert_eq!(of_three(Selection::from(7..7)), Ok(vec![]));
        let lacking = Err("game 4 is asked for, and there are 3 games".into());
        assert_eq!(of_three(Selection::from(3..)), lacking);
        assert_eq!(of_three(Selection::of([0..1, 2..4])), lacking);
        let open = (Bound::Included(1), Bound::Unbounded);
        let third = (Bound::Included(3), Bound::Excluded(4));
        assert_eq!(of_three(Selection::of([open, third])), lacking);
        let none = Selection::from(..).among(0).unwrap();
        assert!(none.into_iter().flatten().next().is_none());
        let error = Selection::from(0..1).among(0).unwrap_err();
        let lacking = "game 1 is asked for, and there are 0 games";
        assert_eq!(error.to_string(), lacking);
    }

    proptest! {
        #[test]
        fn ranges_are_put_together(ranges in prop::collection::vec((0u64..20, 0u64..20), 0..6)) {
            let ranges: Vec<_> = ranges.into_iter().map(|(first, end)| first..end).collect();
            let selected = Selection::of(ranges.clone()).among(20).unwrap();
            let wanted = (0..20).filter(|game| ranges.iter().any(|range| range.contains(game)));
            prop_assert!(selected.iter().cloned().flatten().eq(wanted));
            prop_assert!(selected.is_sorted_by(|a, b| a.end < b.start));
        }
    }
}
