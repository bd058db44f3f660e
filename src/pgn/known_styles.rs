//! The styles of a document being read: which there are, in which order they are tried, and when a
//! search for another is worth its time, and its find its bytes.

use super::{infer::TRIAL_BYTES, layout::Piece, style::Style};

/// A new style is worth having once it would have saved this many bytes of edits, in all the games
/// that it was found for: the style takes some bytes itself.
const STYLE_COST: usize = 16;
/// The same for a style that fits a game exactly. It saves time, too: other games that it fits need
/// no search for edits.
const EXACT_STYLE_COST: usize = 5;
/// How many of the styles that have not saved enough yet are remembered, beside the one found last.
/// Each new one is compared with all of them.
const MOST_WAITING: usize = 16;
/// What searches for styles that find nothing worth having may take, in bytes that are rendered: so
/// much at first and at most, which is enough for sixteen games at least, and so much more for each
/// byte of text. Without such a bound, texts that no style fits would take thirty times as long as
/// others.
const MOST_CREDIT: i64 = 16 * TRIAL_BYTES as i64;
const EARNED: i64 = 10;
/// The most styles that [`read`](super::read) gives a document: a game that fits none of them is
/// rendered in each.
const MOST_STYLES: usize = 128;

/// The styles that a document has so far. There is always one.
pub(super) struct KnownStyles {
    styles: Vec<Style>,
    /// Places of styles that have fitted a game, the latest first.
    recent: Vec<usize>,
    /// What searches may still take: see [`MOST_CREDIT`].
    credit: i64,
    /// Styles that have not saved enough yet, and how many bytes they would have saved.
    waiting: Vec<(Style, usize)>,
}

impl Default for KnownStyles {
    fn default() -> Self {
        KnownStyles {
            styles: vec![Style::default()],
            recent: vec![0],
            credit: MOST_CREDIT,
            waiting: Vec::new(),
        }
    }
}

/// What a style found for a game is good for.
#[derive(Clone, Copy)]
pub(super) struct Saving {
    /// How many bytes of edits it would have saved in this game.
    pub(super) bytes: usize,
    /// Whether it fits the game exactly.
    pub(super) is_exact: bool,
}

impl KnownStyles {
    /// The style at that place.
    pub(super) fn at(&self, place: usize) -> &Style {
        &self.styles[place]
    }

    /// The place of the style of the game before.
    pub(super) fn latest(&self) -> usize {
        self.recent[0]
    }

    /// The places of the styles that have fitted a game, the latest first.
    pub(super) fn latest_first(&self) -> impl Iterator<Item = usize> {
        self.recent.iter().copied()
    }

    /// Notes that a game is in the style at that place.
    pub(super) fn note(&mut self, place: usize) {
        match self.recent.iter().position(|&style| style == place) {
            Some(found) => self.recent[..=found].rotate_right(1),
            None => self.recent.insert(0, place),
        }
    }

    /// Whether a search is worth its time for a game of `text_bytes` that no style fits. To be
    /// asked once for each: its text adds to what searches may take.
    pub(super) fn allow_search(&mut self, text_bytes: usize) -> bool {
        self.credit = MOST_CREDIT.min(self.credit + EARNED * text_bytes as i64);
        self.credit > 0 && self.styles.len() < MOST_STYLES
    }

    /// Notes that a search found nothing worth having and took so many rendered bytes.
    pub(super) fn charge(&mut self, spent: usize) {
        self.credit -= spent as i64;
    }

    /// The place of a style with that `saving`. One that is not known is added if it has saved
    /// enough by now; else it has no place. Before the first piece of a document
    /// (`is_first_piece`), it takes the place of the style that nothing is known to be in.
    pub(super) fn adopt(
        &mut self,
        style: Style,
        saving: Saving,
        is_first_piece: bool,
    ) -> Option<usize> {
        if saving.bytes == 0 {
            return None;
        }
        if let Some(place) = self.styles.iter().position(|known| *known == style) {
            return Some(place);
        }
        if is_first_piece {
            self.styles[0] = style;
            return Some(0);
        }
        self.adopt_once_worth(style, saving)
    }

    fn adopt_once_worth(&mut self, style: Style, saving: Saving) -> Option<usize> {
        let worth = match saving.is_exact {
            true => EXACT_STYLE_COST,
            false => STYLE_COST,
        };
        let waiting = self.waiting.iter().position(|(known, _)| *known == style);
        let saved = saving.bytes + waiting.map_or(0, |place| self.waiting[place].1);
        if saved >= worth {
            if let Some(place) = waiting {
                self.waiting.swap_remove(place);
            }
            self.styles.push(style);
            return Some(self.styles.len() - 1);
        }
        match waiting {
            Some(place) => self.waiting[place].1 = saved,
            None => {
                self.waiting.truncate(MOST_WAITING);
                self.waiting.insert(0, (style, saved));
            }
        }
        None
    }

    /// The styles that `pieces` name and no others, in the order in which they first do. Renumbers
    /// them in the pieces.
    pub(super) fn named_by(self, pieces: &mut [Piece]) -> Vec<Style> {
        let mut named = Vec::new();
        let mut places = vec![None; self.styles.len()];
        for piece in pieces {
            if let Piece::Game(_, layout) = piece {
                let next = named.len();
                let place = *places[layout.style].get_or_insert(next);
                if place == next {
                    named.push(self.styles[layout.style].clone());
                }
                layout.style = place;
            }
        }
        named
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Different styles for different numbers.
    fn style(width: u16) -> Style {
        Style {
            width,
            ..Style::default()
        }
    }

    fn saving(bytes: usize) -> Saving {
        Saving {
            bytes,
            is_exact: false,
        }
    }

    #[test]
    fn the_first_style_found_takes_the_place_of_the_one_that_nothing_is_in() {
        let mut styles = KnownStyles::default();
        assert_eq!(styles.adopt(style(80), saving(0), true), None);
        assert_eq!(styles.adopt(style(80), saving(1), true), Some(0));
        assert_eq!(styles.at(0), &style(80));
        assert_eq!(styles.adopt(style(80), saving(1), false), Some(0));
    }

    #[test]
    fn another_style_waits_until_it_has_saved_what_it_costs() {
        let mut styles = KnownStyles::default();
        let most = saving(STYLE_COST - 1);
        assert_eq!(styles.adopt(style(60), most, false), None);
        assert_eq!(styles.adopt(style(70), most, false), None);
        assert_eq!(styles.adopt(style(60), saving(1), false), Some(1));
        assert_eq!(styles.adopt(style(70), saving(1), false), Some(2));
        let exact = Saving {
            bytes: EXACT_STYLE_COST,
            is_exact: true,
        };
        assert_eq!(styles.adopt(style(80), exact, false), Some(3));
        assert!((1..4).all(|place| styles.at(place) == &style(50 + 10 * place as u16)));
    }

    #[test]
    fn of_too_many_waiting_styles_the_oldest_are_forgotten() {
        let mut styles = KnownStyles::default();
        let nearly = saving(STYLE_COST - 1);
        for width in 1..=MOST_WAITING as u16 + 2 {
            assert_eq!(styles.adopt(style(width), nearly, false), None);
        }
        assert_eq!(styles.adopt(style(1), saving(1), false), None);
        assert_eq!(styles.adopt(style(4), saving(1), false), Some(1));
    }

    #[test]
    fn searches_in_vain_end_until_more_text_has_come() {
        let mut styles = KnownStyles::default();
        assert!(styles.allow_search(0));
        styles.charge(MOST_CREDIT as usize);
        assert!(!styles.allow_search(0));
        assert!(styles.allow_search(1));
        // Text earns no more than there was at first.
        assert!(styles.allow_search(1 << 30));
        styles.charge(MOST_CREDIT as usize);
        assert!(!styles.allow_search(0));
    }

    #[test]
    fn no_style_is_looked_for_where_there_are_many() {
        let mut styles = KnownStyles::default();
        for width in 1..MOST_STYLES as u16 {
            assert!(styles.allow_search(0));
            let place = styles.adopt(style(width), saving(STYLE_COST), false);
            assert_eq!(place, Some(usize::from(width)));
        }
        assert!(!styles.allow_search(1 << 20));
    }

    #[test]
    fn styles_are_tried_in_the_order_of_their_last_games() {
        let mut styles = KnownStyles::default();
        for width in 1..4 {
            styles.adopt(style(width), saving(STYLE_COST), false);
        }
        for place in [1, 2, 1, 3] {
            styles.note(place);
            assert_eq!(styles.latest(), place);
        }
        assert_eq!(styles.latest_first().collect::<Vec<_>>(), [3, 1, 2, 0]);
    }
}
