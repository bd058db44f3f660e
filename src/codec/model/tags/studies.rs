//! What events of Lichess's studies say: `Study: Chapter`, and a chapter that was made from a game
//! is called `Ada (1899) - Bob (1881)`. The event comes before all other tags, so these need not be
//! told again.

use super::{
    cell::Scene, coder::TagCoder, names::EVENT, naming::NOBODY_WON, roles::Role,
    seen::values::ValueId, source::Source,
};
use memchr::memchr;

/// The source of guesses at a chapter's name, and at a rating.
const TOLD: Source = Source::own(0);
/// What stands between the names of a study and its chapter.
const BETWEEN: &[u8] = b": ";

/// What is behind the name of the study in an `event`, if that is a chapter's name.
fn chapter<'e>(event: &'e [u8], study: &[u8]) -> Option<&'e [u8]> {
    let chapter = event.strip_prefix(study)?.strip_prefix(BETWEEN)?;
    (!chapter.is_empty()).then_some(chapter)
}

/// The rating in brackets behind the first `mark` of a player in an `event`.
fn rating(event: &[u8], mark: u8) -> Option<&[u8]> {
    let behind = &event[memchr(mark, event)? + 1..];
    let inside = behind.strip_prefix(b" (")?;
    let digits = inside.iter().take_while(|byte| byte.is_ascii_digit());
    let (rating, rest) = inside.split_at(digits.count());
    (!rating.is_empty() && rest.starts_with(b")")).then_some(rating)
}

impl TagCoder {
    /// Adds the guess at a chapter's name that the event makes, beside the name of the study.
    pub(super) fn guess_chapter(&mut self, scene: &mut Scene) {
        let Some(study) = self.column_in(Role::Study) else {
            return;
        };
        let is_marked = self.columns[scene.column].plan.named;
        let [event, study] = [EVENT, study].map(|column| self.as_learnt(column, is_marked));
        if !event.is_some() || !study.is_some() {
            return;
        }
        let told = chapter(self.values.get(event), self.values.get(study));
        if let Some(chapter) = told.map(<[u8]>::to_vec) {
            scene.guess(TOLD, self.values.intern(&chapter), 0);
        }
    }

    /// Adds the guess at a rating that the event makes, if names in it have become marks.
    pub(super) fn guess_rating(&mut self, scene: &mut Scene) {
        let event = self.as_learnt(EVENT, true);
        if !self.columns[EVENT].plan.named || !event.is_some() {
            return;
        }
        let mark = NOBODY_WON[self.side_of(scene.column)];
        let told = rating(self.values.get(event), mark);
        if let Some(rating) = told.map(<[u8]>::to_vec) {
            scene.guess(TOLD, self.values.intern(&rating), 0);
        }
    }

    /// The current game's value of an earlier column, with marks in the place of names if these are
    /// wanted and the column has them.
    fn as_learnt(&self, column: usize, is_marked: bool) -> ValueId {
        let value = self.current.value(column);
        match is_marked && value.is_some() {
            true => self.columns[column].last,
            false => value,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_event_tells_its_chapter_and_the_ratings() {
        assert_eq!(
            chapter(b"Traps: No. 1: a", b"Traps"),
            Some(&b"No. 1: a"[..])
        );
        assert_eq!(chapter(b"Traps: ", b"Traps"), None);
        assert_eq!(chapter(b"Traps", b"Traps"), None);
        assert_eq!(chapter(b"Lines: e4", b"Traps"), None);
        let event = b"My games: \x03 (1899) - \x04 (?)";
        assert_eq!(rating(event, NOBODY_WON[0]), Some(&b"1899"[..]));
        assert_eq!(rating(event, NOBODY_WON[1]), None);
        assert_eq!(rating(b"\x03 - \x04", NOBODY_WON[0]), None);
        assert_eq!(rating(b"\x03 (1899", NOBODY_WON[0]), None);
        assert_eq!(rating(b"\x03 ()", NOBODY_WON[0]), None);
    }
}
