//! Numbers the placements of kings and pawns, on which the pieces are placed later.
//!
//! Without en passant the kings come first. Their squares on ranks 2 to 7 are closed to pawns, and
//! the number of placements of pawns depends only on the ranks of these squares and on whether they
//! share a file; so all pairs of squares fall into 79 classes. With en passant the pawn's file
//! comes first, then the pawns, then the kings on the squares that are left.

use super::pawns::{Need, rank_file, unrank_file};
use super::placement::{Placement, passed_squares};
use super::tables::{
    KING_CLASSES, Step, TABLES, class_of, en_passant_steps, has_two_neighbours, steps,
};
use super::unlawful;
use crate::chess::{Bitboard, Color, File, Square};
use crate::error::Result;
use crate::position::state::{Rights, king_home};

/// The index of a ground among all grounds.
pub(super) fn index_of(rights: Rights, en_passant: bool) -> usize {
    usize::from(en_passant) << 4 | usize::from(rights.to_bits())
}

fn rank_steps(steps: &[Step], files: &[u16; 8], need: &mut Need) -> Result<u64> {
    let mut rank = 0;
    for &(file, shapes, behind) in steps {
        rank += rank_file(shapes, files[file], behind, need).ok_or_else(unlawful)?;
    }
    Ok(rank)
}

fn unrank_steps(
    steps: &[Step],
    rank: &mut u64,
    need: &mut Need,
    files: &mut [u16; 8],
) -> Result<()> {
    for &(file, shapes, behind) in steps {
        files[file] = unrank_file(shapes, rank, behind, need).ok_or_else(unlawful)?;
    }
    Ok(())
}

/// What many positions have in common: the castling rights, and whether a pawn has just moved two
/// squares.
pub(super) struct Ground {
    rights: Rights,
    en_passant: bool,
    /// The possible pairs of kings' squares, by class.
    pairs: Vec<Vec<[Square; 2]>>,
    /// By [`Need`]: number of ways to place kings and pawns or, with en passant, pawns alone.
    counts: Vec<u128>,
}

impl Ground {
    /// The ground with these rights.
    pub(super) fn new(rights: Rights, en_passant: bool) -> Ground {
        let pairs = king_pairs(rights);
        let tables = &*TABLES;
        let count = |need: Need| -> u128 {
            if en_passant {
                let of =
                    |file: File| u128::from(tables.en_passant[has_two_neighbours(file)].of(need));
                return File::ALL.into_iter().map(of).sum();
            }
            let of = |class: usize| {
                pairs[class].len() as u128 * u128::from(tables.by_class[class].of(need))
            };
            (0..KING_CLASSES).map(of).sum()
        };
        Ground {
            rights,
            en_passant,
            counts: Need::all().map(count).collect(),
            pairs,
        }
    }

    pub(super) fn rights(&self) -> Rights {
        self.rights
    }

    pub(super) fn en_passant(&self) -> bool {
        self.en_passant
    }

    /// Number of white's and of black's rooks that may castle.
    pub(super) fn castling_rooks(&self) -> [usize; 2] {
        let count = |color| {
            self.rights
                .of(color)
                .into_iter()
                .filter(|&right| right)
                .count()
        };
        [count(Color::White), count(Color::Black)]
    }

    /// Number of squares for pawns and pieces.
    pub(super) fn free_squares(&self) -> usize {
        let [white, black] = self.castling_rooks();
        64 - 2 - white - black - if self.en_passant { 2 } else { 0 }
    }

    /// The squares of the kings that must be at home because they may castle.
    fn fixed_kings(&self) -> [Option<Square>; 2] {
        [Color::White, Color::Black]
            .map(|color| (self.rights.of(color) != [false; 2]).then(|| king_home(color)))
    }

    /// The number of choices for each king where the kings are placed after the pawns; `free`
    /// squares are left once both stand.
    fn king_choices(&self, free: usize) -> [u128; 2] {
        let [white, black] = self.fixed_kings();
        let black_choices = if black.is_some() { 1 } else { free + 1 };
        let white_choices = match white {
            Some(_) => 1,
            None => free + 1 + usize::from(black.is_none()),
        };
        [white_choices as u128, black_choices as u128]
    }

    /// The squares open to kings that are not fixed, where a pawn may be taken in passing in
    /// `file`.
    fn open_to_kings(&self, placement: &Placement, file: File) -> Bitboard {
        let mut open = !(placement.pawn_squares() | passed_squares(file) | self.rights.rooks());
        for king in self.fixed_kings().into_iter().flatten() {
            open.discard(king);
        }
        open
    }

    /// Number of ways to place kings and pawns; `free` squares are left for pieces.
    pub(super) fn count(&self, need: Need, free: usize) -> u128 {
        let count = self.counts[need.index()];
        match self.en_passant {
            false => count,
            true => count * self.king_choices(free).into_iter().product::<u128>(),
        }
    }

    /// The number of a placement.
    pub(super) fn rank(&self, placement: &Placement, need: Need, free: usize) -> Result<u128> {
        match placement.en_passant {
            Some(file) => self.rank_en_passant(placement, file, need, free),
            None => self.rank_kings_first(placement, need),
        }
    }

    fn rank_kings_first(&self, placement: &Placement, mut need: Need) -> Result<u128> {
        let class = class_of(placement.kings[0], placement.kings[1]);
        let ways = |class: usize| u128::from(TABLES.by_class[class].of(need));
        let before: u128 = (0..class)
            .map(|class| self.pairs[class].len() as u128 * ways(class))
            .sum();
        let pair = self.pairs[class]
            .iter()
            .position(|&pair| pair == placement.kings);
        let pair = pair.ok_or_else(unlawful)? as u128 * ways(class);
        let pawns = rank_steps(&steps(placement.kings), &placement.files, &mut need)?;
        Ok(before + pair + u128::from(pawns))
    }

    fn rank_en_passant(
        &self,
        placement: &Placement,
        file: File,
        mut need: Need,
        free: usize,
    ) -> Result<u128> {
        let tables = &*TABLES;
        let mut rank = 0;
        for other in File::ALL.into_iter().take_while(|&other| other != file) {
            rank += tables.en_passant[has_two_neighbours(other)].of(need);
        }
        let left = file.to_usize().checked_sub(1);
        let left_with = left.is_some_and(|left| tables.with.contains(placement.files[left]));
        let steps = en_passant_steps(file, left_with);
        rank += rank_steps(&steps[..1], &placement.files, &mut need)?;
        if has_two_neighbours(file) == 1 && !left_with {
            rank += tables.beside[0].of(need);
        }
        rank += rank_steps(&steps[1..], &placement.files, &mut need)?;
        let mut open = self.open_to_kings(placement, file);
        let mut rank = u128::from(rank);
        let choices = self.king_choices(free);
        for (index, fixed) in self.fixed_kings().into_iter().enumerate() {
            let king = placement.kings[index];
            if fixed.is_none() {
                let place = open
                    .into_iter()
                    .take_while(|&square| square != king)
                    .count();
                rank = rank * choices[index] + place as u128;
                open.discard(king);
            }
        }
        Ok(rank)
    }

    /// The placement with this number.
    pub(super) fn unrank(&self, rank: u128, need: Need, free: usize) -> Result<Placement> {
        match self.en_passant {
            true => self.unrank_en_passant(rank, need, free),
            false => self.unrank_kings_first(rank, need),
        }
    }

    fn unrank_kings_first(&self, mut rank: u128, mut need: Need) -> Result<Placement> {
        for (class, pairs) in self.pairs.iter().enumerate() {
            let ways = u128::from(TABLES.by_class[class].of(need));
            let here = pairs.len() as u128 * ways;
            if rank >= here {
                rank -= here;
                continue;
            }
            let kings = pairs[(rank / ways) as usize];
            let mut rank = (rank % ways) as u64;
            let mut files = [0; 8];
            unrank_steps(&steps(kings), &mut rank, &mut need, &mut files)?;
            return Ok(Placement {
                kings,
                files,
                en_passant: None,
            });
        }
        Err(unlawful())
    }

    fn unrank_en_passant(&self, rank: u128, mut need: Need, free: usize) -> Result<Placement> {
        let tables = &*TABLES;
        let choices = self.king_choices(free);
        let black_place = rank % choices[1];
        let white_place = rank / choices[1] % choices[0];
        let mut rank = (rank / choices[1] / choices[0]) as u64;
        let mut found = None;
        for file in File::ALL {
            let here = tables.en_passant[has_two_neighbours(file)].of(need);
            if rank < here {
                found = Some(file);
                break;
            }
            rank -= here;
        }
        let file = found.ok_or_else(unlawful)?;
        let mut files = [0; 8];
        unrank_steps(
            &en_passant_steps(file, true)[..1],
            &mut rank,
            &mut need,
            &mut files,
        )?;
        let left_with = rank < tables.beside[0].of(need);
        if !left_with {
            rank -= tables.beside[0].of(need);
        }
        unrank_steps(
            &en_passant_steps(file, left_with)[1..],
            &mut rank,
            &mut need,
            &mut files,
        )?;
        let mut placement = Placement {
            kings: [Color::White, Color::Black].map(king_home),
            files,
            en_passant: Some(file),
        };
        let mut open = self.open_to_kings(&placement, file);
        for (index, place) in [white_place, black_place].into_iter().enumerate() {
            if self.fixed_kings()[index].is_none() {
                let king = open.into_iter().nth(place as usize).ok_or_else(unlawful)?;
                placement.kings[index] = king;
                open.discard(king);
            }
        }
        Ok(placement)
    }
}

/// The pairs of squares on which the kings may stand, by class: not next to each other, and not on
/// the squares of castling rooks.
fn king_pairs(rights: Rights) -> Vec<Vec<[Square; 2]>> {
    let mut pairs = vec![Vec::new(); KING_CLASSES];
    let rooks = rights.rooks();
    let may_stand = |color, square| {
        let fixed = rights.of(color) != [false; 2];
        if fixed {
            square == king_home(color)
        } else {
            !rooks.contains(square)
        }
    };
    for white in Square::ALL
        .into_iter()
        .filter(|&square| may_stand(Color::White, square))
    {
        for black in Square::ALL
            .into_iter()
            .filter(|&square| may_stand(Color::Black, square))
        {
            if white.distance(black) > 1 {
                pairs[class_of(white, black)].push([white, black]);
            }
        }
    }
    pairs
}
