//! Numbers the placements of pawns, file by file.
//!
//! A file has six squares for pawns and so 729 *shapes*. It is *opposed* if a white pawn stands
//! somewhere below a black one. [`Ways`] counts the placements over several files by white pawns,
//! black pawns and opposed files. The number of a placement is composed of its files' shapes, one
//! file after the other; each shape counts as often as there are ways for the files after it.

/// Number of shapes of a file. A shape is a number in base 3 with a digit for each square, the
/// second rank lowest (0 empty, 1 white, 2 black).
pub const SHAPES: usize = 729;

/// The digits of a shape, from the second rank up.
pub fn squares_of(shape: u16) -> [u8; 6] {
    let mut rest = shape;
    std::array::from_fn(|_| {
        let digit = rest % 3;
        rest /= 3;
        digit as u8
    })
}

/// The shape with these digits.
pub fn shape_of(squares: [u8; 6]) -> u16 {
    squares
        .into_iter()
        .rev()
        .fold(0, |shape, digit| shape * 3 + u16::from(digit))
}

/// The shapes with the same numbers of pawns that are all opposed or all not.
struct Group {
    white: usize,
    black: usize,
    opposed: usize,
    shapes: Vec<u16>,
}

/// A set of shapes that a file may have, grouped.
pub struct Shapes {
    groups: Vec<Group>,
    /// For each shape, its group and its index in that; `None` if it is not in the set.
    places: Vec<Option<(usize, usize)>>,
}

impl Shapes {
    /// The set of shapes for which `allowed` holds.
    pub fn new(allowed: impl Fn([u8; 6]) -> bool) -> Shapes {
        let mut groups: Vec<Group> = Vec::new();
        let mut places = vec![None; SHAPES];
        for shape in 0..SHAPES as u16 {
            let squares = squares_of(shape);
            if !allowed(squares) {
                continue;
            }
            let count = |color| squares.iter().filter(|&&digit| digit == color).count();
            let (white, black) = (count(1), count(2));
            let above = squares.iter().skip_while(|&&digit| digit != 1);
            let opposed = usize::from(above.into_iter().any(|&digit| digit == 2));
            let alike = |group: &Group| {
                (group.white, group.black, group.opposed) == (white, black, opposed)
            };
            let index = groups.iter().position(alike).unwrap_or_else(|| {
                groups.push(Group {
                    white,
                    black,
                    opposed,
                    shapes: Vec::new(),
                });
                groups.len() - 1
            });
            places[usize::from(shape)] = Some((index, groups[index].shapes.len()));
            groups[index].shapes.push(shape);
        }
        Shapes { groups, places }
    }

    /// Whether the shape is in the set.
    pub fn contains(&self, shape: u16) -> bool {
        self.places[usize::from(shape)].is_some()
    }
}

/// What several files must hold together: white pawns, black pawns, and a minimum of opposed files.
#[derive(Clone, Copy, Debug)]
pub struct Need {
    /// White pawns, at most 8.
    pub white: usize,
    /// Black pawns, at most 8.
    pub black: usize,
    /// The minimum of opposed files, at most 8.
    pub opposed: usize,
}

impl Need {
    /// What the other files must hold if one file has a shape of this group; `None` if that has too
    /// many pawns.
    fn without(self, group: &Group) -> Option<Need> {
        Some(Need {
            white: self.white.checked_sub(group.white)?,
            black: self.black.checked_sub(group.black)?,
            opposed: self.opposed.saturating_sub(group.opposed),
        })
    }

    /// Its place among [all](Need::all).
    pub(super) fn index(self) -> usize {
        (self.white * 9 + self.black) * 9 + self.opposed
    }

    /// All needs of up to eight.
    pub(super) fn all() -> impl Iterator<Item = Need> {
        (0..SHAPES).map(|index| Need {
            white: index / 81,
            black: index / 9 % 9,
            opposed: index % 9,
        })
    }
}

/// For some files, the number of ways to hold what is needed, for every [`Need`].
#[derive(Clone)]
pub struct Ways {
    counts: Vec<u64>,
}

impl Ways {
    /// No files: there is one way to hold nothing.
    pub fn none() -> Ways {
        let mut counts = vec![0; SHAPES];
        counts[0] = 1;
        Ways { counts }
    }

    /// The ways with one more file of these shapes.
    pub fn and(&self, shapes: &Shapes) -> Ways {
        let count = |need: Need| {
            let ways = |group: &Group| match need.without(group) {
                Some(rest) => group.shapes.len() as u64 * self.of(rest),
                None => 0,
            };
            shapes.groups.iter().map(ways).sum()
        };
        Ways {
            counts: Need::all().map(count).collect(),
        }
    }

    /// The ways of either of two alternatives.
    pub fn or(&self, other: &Ways) -> Ways {
        let sums = self.counts.iter().zip(&other.counts).map(|(a, b)| a + b);
        Ways {
            counts: sums.collect(),
        }
    }

    /// The number of ways to hold what is needed.
    pub fn of(&self, need: Need) -> u64 {
        self.counts[need.index()]
    }
}

/// The part of a placement's number that a file's shape contributes, where `behind` are the ways of
/// the files after it. `need` becomes what these must hold. `None` if the shape is not in the set,
/// or leaves the files after it with no way.
pub fn rank_file(shapes: &Shapes, shape: u16, behind: &Ways, need: &mut Need) -> Option<u64> {
    let (own, place) = shapes.places[usize::from(shape)]?;
    let mut rank = 0;
    for group in &shapes.groups[..own] {
        if let Some(rest) = need.without(group) {
            rank += group.shapes.len() as u64 * behind.of(rest);
        }
    }
    let rest = need.without(&shapes.groups[own])?;
    let each = behind.of(rest);
    *need = rest;
    (each > 0).then(|| rank + place as u64 * each)
}

/// The inverse of [`rank_file`]: removes the file's part from `rank` and returns its shape. `None`
/// if `rank` is too large.
pub fn unrank_file(shapes: &Shapes, rank: &mut u64, behind: &Ways, need: &mut Need) -> Option<u16> {
    for group in &shapes.groups {
        let Some(rest) = need.without(group) else {
            continue;
        };
        let each = behind.of(rest);
        let here = group.shapes.len() as u64 * each;
        if *rank < here {
            let place = *rank / each;
            *rank %= each;
            *need = rest;
            return Some(group.shapes[place as usize]);
        }
        *rank -= here;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn eight_free_files_hold_as_many_placements_as_trinomials_say() {
        let free = Shapes::new(|_| true);
        let eight = (0..8).fold(Ways::none(), |ways, _| ways.and(&free));
        let need = Need {
            white: 8,
            black: 8,
            opposed: 0,
        };
        // 48! / (8! 8! 32!)
        assert_eq!(eight.of(need), 29_019_905_518_636_890);
    }

    #[test]
    fn placements_on_two_files_are_numbered_without_gaps() {
        let free = Shapes::new(|_| true);
        let one = Ways::none().and(&free);
        let need = Need {
            white: 2,
            black: 2,
            opposed: 1,
        };
        let all = one.and(&free).of(need);
        for number in 0..all {
            let (mut rank, mut left) = (number, need);
            let first = unrank_file(&free, &mut rank, &one, &mut left).unwrap();
            let second = unrank_file(&free, &mut rank, &Ways::none(), &mut left).unwrap();
            assert_eq!(rank, 0);
            let mut left = need;
            let back = rank_file(&free, first, &one, &mut left).unwrap()
                + rank_file(&free, second, &Ways::none(), &mut left).unwrap();
            assert_eq!(back, number);
        }
    }

    #[test]
    fn a_file_that_leaves_too_few_to_be_opposed_has_no_number() {
        let free = Shapes::new(|_| true);
        let one = Ways::none().and(&free);
        let mut need = Need {
            white: 2,
            black: 2,
            opposed: 2,
        };
        let both_black = shape_of([2, 2, 0, 0, 0, 0]);
        assert_eq!(rank_file(&free, both_black, &one, &mut need), None);
    }
}
