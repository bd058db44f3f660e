//! Section 5 of the document: streaks. Numbers in comments are its clauses.

use crate::reference::models::coder::{AdaptiveBit, Source};

#[derive(Clone, Default)]
struct Place {
    mark: u32,
    came: u32,
    streak: u32,
}

/// A table of streaks.
pub(crate) struct Streaks {
    places: Vec<Place>,
    again: Vec<AdaptiveBit>,
}

impl Streaks {
    /// A table that has seen nothing.
    pub(crate) fn new() -> Streaks {
        Streaks {
            places: vec![Place::default(); 1_024],
            again: vec![AdaptiveBit::starting(65_000, 20); 6],
        }
    }

    /// 5.2: what came, if there is a streak and it goes on.
    pub(crate) fn decode(&mut self, source: &mut dyn Source, situation: u64) -> Option<u32> {
        let place = &mut self.places[situation as usize % 1_024];
        if place.mark != (situation >> 32) as u32 || place.streak < 16 {
            return None;
        }
        let class = place.streak.ilog2() - 4;
        let again = self.again[class as usize].decode(source);
        place.streak = (place.streak + 1).min(1_023);
        again.then_some(place.came)
    }

    /// 5.3
    pub(crate) fn note(&mut self, situation: u64, came: u32) {
        let place = &mut self.places[situation as usize % 1_024];
        let mark = (situation >> 32) as u32;
        if place.mark == mark && place.came == came {
            place.streak = (place.streak + 1).min(1_023);
        } else {
            *place = Place {
                mark,
                came,
                streak: 1,
            };
        }
    }
}
