//! Which pieces of a block are games, and how their text departs from the plain rendering: the same stream in every codec.
//!
//! One function for both directions. Everything is coded under adaptive models, so that what was seen before is cheap: a game that
//! is exactly as its style says, after games that were too, takes a hundredth of a bit; an edit like an earlier one (a line end more, a mark
//! fewer) little more than its place.
//!
//! Owns nothing of what a game or a text holds.

use crate::{
    coding::{
        adaptive::{Bit, Number, Symbol},
        mix::ContextMixer,
        range::{Coder, Decoder, Encoder},
    },
    error::{Error, Result},
    limits::Budget,
    pgn::{
        game::{Game, Outcome},
        layout::{Document, Edit, Layout, Piece, Reason, Termination},
        style::{Style, presets},
    },
};

/// The bytes of everything in `document` but the contents of its pieces.
pub fn write(document: &Document) -> Vec<u8> {
    let mut encoder = Encoder::new();
    // A writer takes nothing out of its budget, and is given what it writes: it cannot fail.
    let _ = code(&mut encoder, Some(document), &Budget::new(0));
    encoder.finish()
}

/// Reads what [`write()`] wrote: a document whose games and texts are empty yet.
///
/// # Errors
/// For any other bytes that tell nothing sensible or claim more than the budget allows.
pub fn read(bytes: &[u8], budget: &Budget) -> Result<Document> {
    code(&mut Decoder::new(bytes), None, budget)
}

/// Why pieces were kept as text, one reason for each such piece, from what [`write()`] wrote.
///
/// # Errors
/// As [`read`].
pub fn reasons(bytes: &[u8], budget: &Budget) -> Result<Vec<Reason>> {
    let reason = |piece: &Piece| match piece {
        Piece::Text(_, reason) => Some(*reason),
        Piece::Game(..) => None,
    };
    Ok(read(bytes, budget)?
        .pieces
        .iter()
        .filter_map(reason)
        .collect())
}

/// Codes everything of a document but the contents of its pieces. What is `given` is written; where `C` reads, a document with empty
/// games and texts is returned.
///
/// # Errors
/// Where a decoder's bytes end too early or claim too much.
pub fn code<C: Coder>(
    coder: &mut C,
    given: Option<&Document>,
    budget: &Budget,
) -> Result<Document> {
    let mut document = Document::default();
    let styles = given.map_or(&[][..], |given| &given.styles);
    let count = Number::default().code(coder, styles.len() as u32);
    let mut departures = Departures::default();
    for index in 0..count as usize {
        take::<C>(budget, size_of::<Style>())?;
        let style = departures.code(coder, styles.get(index), &document.styles);
        document.styles.push(style);
        check(coder)?;
    }
    let mut pieces = Pieces::new(count as usize);
    let mut given = given.map(|given| given.pieces.iter());
    loop {
        let piece = given.as_mut().and_then(Iterator::next);
        if !pieces.code_more(coder, piece.is_some()) {
            return Ok(document);
        }
        take::<C>(budget, size_of::<Piece>() + size_of::<Game>())?;
        let piece = pieces.code(coder, piece, budget)?;
        check(coder)?;
        if C::READS {
            document.pieces.push(piece);
        }
    }
}

/// Takes memory out of the budget of a reader.
fn take<C: Coder>(budget: &Budget, bytes: usize) -> Result<()> {
    if C::READS { budget.take(bytes) } else { Ok(()) }
}

fn check<C: Coder>(coder: &C) -> Result<()> {
    if coder.overrun() {
        return Err(Error::truncated("the layout of a block ends too early"));
    }
    Ok(())
}

/// Styles, each told as what it has other than another one.
struct Departures {
    base: Number,
    /// Whether a number differs, by which number it is.
    differs: Vec<Bit>,
    small: Symbol<4>,
    large: Number,
}

impl Default for Departures {
    fn default() -> Departures {
        let mut numbers = 0;
        Style::default().pass(|value, _| {
            numbers += 1;
            value
        });
        Departures {
            base: Number::default(),
            // Few numbers differ.
            differs: vec![Bit::primed(1200, 12); numbers],
            small: Symbol::default(),
            large: Number::default(),
        }
    }
}

impl Departures {
    fn code<C: Coder>(&mut self, coder: &mut C, given: Option<&Style>, known: &[Style]) -> Style {
        let bases: Vec<&Style> = presets().iter().chain(known).collect();
        let nearest = given.map_or(0, |given| {
            (0..bases.len())
                .min_by_key(|&index| distance(given, bases[index]))
                .unwrap_or(0)
        });
        // The latest style is the likeliest base.
        let back = self
            .base
            .code(coder, (bases.len() - 1 - nearest) as u32)
            .min(bases.len() as u32 - 1);
        let mut style = bases[bases.len() - 1 - back as usize].clone();
        let wanted = given.map_or_else(Vec::new, numbers);
        let mut place = 0;
        style.pass(|value, count| {
            let wanted = wanted.get(place).copied().unwrap_or(value);
            let differs = self.differs[place].code(coder, wanted != value);
            place += 1;
            match (differs, count) {
                (false, _) => value,
                (true, ..=16) => self.small.code(coder, wanted.min(15)),
                (true, _) => self.large.code(coder, wanted),
            }
        });
        style
    }
}

fn numbers(style: &Style) -> Vec<u32> {
    let mut numbers = Vec::new();
    style.clone().pass(|value, _| {
        numbers.push(value);
        value
    });
    numbers
}

fn distance(a: &Style, b: &Style) -> usize {
    numbers(a)
        .iter()
        .zip(&numbers(b))
        .filter(|(x, y)| x != y)
        .count()
}

const REASONS: [Reason; 5] = [
    Reason::NoGame,
    Reason::Start,
    Reason::Layout,
    Reason::Fault,
    Reason::Unsayable,
];

/// How much of the past decides whether a game has edits.
const HISTORY: usize = 4;

/// The pieces of a document.
struct Pieces {
    more: Bit,
    is_text: [Bit; 2],
    last_was_text: usize,
    reason: Symbol<3>,
    /// Styles by how long ago they were used.
    recent: Vec<usize>,
    same_style: [Bit; 4],
    style: Number,
    other_style: Number,
    termination: Vec<Symbol<3>>,
    last_termination: usize,
    /// Whether the last pieces had edits, a bit each.
    history: usize,
    has_edits: Vec<Bit>,
    edits: Edits,
}

impl Pieces {
    fn new(styles: usize) -> Pieces {
        Pieces {
            more: Bit::primed(60_000, 2),
            is_text: [Bit::primed(3_000, 2), Bit::default()],
            last_was_text: 0,
            reason: Symbol::default(),
            recent: (0..styles).collect(),
            same_style: [Bit::primed(60_000, 2); 4],
            style: Number::default(),
            other_style: Number::default(),
            termination: vec![Symbol::default(); 6],
            last_termination: 0,
            history: 0,
            has_edits: vec![Bit::primed(8_000, 2); 1 << HISTORY],
            edits: Edits::new(),
        }
    }

    fn code_more<C: Coder>(&mut self, coder: &mut C, more: bool) -> bool {
        let more = coder.bit(more, self.more.p());
        self.more.update(more, u8::MAX);
        more
    }

    fn code<C: Coder>(
        &mut self,
        coder: &mut C,
        given: Option<&Piece>,
        budget: &Budget,
    ) -> Result<Piece> {
        let is_text = matches!(given, Some(Piece::Text(..)));
        let is_text = self.is_text[self.last_was_text].code(coder, is_text);
        self.last_was_text = usize::from(is_text);
        if is_text {
            let reason = match given {
                Some(Piece::Text(_, reason)) => REASONS.iter().position(|r| r == reason),
                _ => None,
            };
            let reason = self.reason.code(coder, reason.unwrap_or(0) as u32);
            let reason = REASONS
                .get(reason as usize)
                .ok_or_else(|| Error::corrupt("a text is kept for a reason that is not known"))?;
            return Ok(Piece::Text(Vec::new(), *reason));
        }
        let given = match given {
            Some(Piece::Game(_, layout)) => Some(layout),
            _ => None,
        };
        let style = self.code_style(coder, given.map_or(0, |layout| layout.style));
        let termination = self.code_termination(coder, given.map(|layout| layout.termination))?;
        let given = given.map_or(&[][..], |layout| &layout.edits);
        let has_edits = self.has_edits[self.history].code(coder, !given.is_empty());
        self.history = (self.history << 1 | usize::from(has_edits)) % (1 << HISTORY);
        let edits = if has_edits {
            self.edits.code(coder, given, budget)?
        } else {
            Vec::new()
        };
        let layout = Layout {
            style,
            termination,
            edits,
        };
        Ok(Piece::Game(Box::default(), layout))
    }

    fn code_style<C: Coder>(&mut self, coder: &mut C, given: usize) -> usize {
        let rank = self.recent.iter().position(|&style| style == given);
        let context = self.history % 4;
        if self.same_style[context].code(coder, rank == Some(0)) && !self.recent.is_empty() {
            return self.recent[0];
        }
        let rank = rank.unwrap_or(self.recent.len());
        let rank = self.style.code(coder, rank as u32) as usize;
        if rank < self.recent.len() {
            self.recent[..=rank].rotate_right(1);
            self.recent[0]
        } else {
            self.other_style.code(coder, given as u32) as usize
        }
    }

    fn code_termination<C: Coder>(
        &mut self,
        coder: &mut C,
        given: Option<Termination>,
    ) -> Result<Termination> {
        let number = match given.unwrap_or_default() {
            Termination::AsTagged => 0,
            Termination::Missing => 1,
            Termination::Token(outcome) => {
                2 + Outcome::ALL.iter().position(|&o| o == outcome).unwrap_or(0)
            }
        };
        let number = self.termination[self.last_termination].code(coder, number as u32) as usize;
        let termination = match number {
            0 => Termination::AsTagged,
            1 => Termination::Missing,
            _ => Termination::Token(
                *Outcome::ALL
                    .get(number - 2)
                    .ok_or_else(|| Error::corrupt("a game ends in a way that is not known"))?,
            ),
        };
        self.last_termination = number;
        Ok(termination)
    }
}

/// Changes that are known by a number: what an edit drops and inserts.
const KNOWN_CHANGES: usize = 255;
/// The change that is not known yet.
const NEW_CHANGE: u32 = KNOWN_CHANGES as u32;
/// Lengths of numbers in binary digits take so many bits.
const LENGTH_BITS: u32 = 5;

/// The edits of games.
struct Edits {
    /// Whether another follows, by how many there are already.
    more: Vec<Bit>,
    known: Vec<(usize, Vec<u8>)>,
    change: ContextMixer,
    /// The numbers of the last two changes.
    last: [u32; 2],
    keep_length: ContextMixer,
    keep_digits: Vec<Bit>,
    drop: Number,
    insert_len: Number,
    insert: ContextMixer,
}

impl Edits {
    fn new() -> Edits {
        Edits {
            more: vec![Bit::default(); 16],
            known: Vec::new(),
            change: ContextMixer::new(3, 14, 1),
            last: [NEW_CHANGE; 2],
            keep_length: ContextMixer::new(3, 14, 1),
            keep_digits: vec![Bit::default(); 32 * 16],
            drop: Number::default(),
            insert_len: Number::default(),
            insert: ContextMixer::new(3, 16, 1),
        }
    }

    /// Codes the edits of a game that has some.
    fn code<C: Coder>(
        &mut self,
        coder: &mut C,
        given: &[Edit],
        budget: &Budget,
    ) -> Result<Vec<Edit>> {
        let mut edits = Vec::new();
        let mut count = 0;
        loop {
            take::<C>(budget, size_of::<Edit>())?;
            let edit = self.code_edit(coder, given.get(count), budget)?;
            check(coder)?;
            if C::READS {
                edits.push(edit);
            }
            count += 1;
            let more = &mut self.more[count.ilog2().min(15) as usize];
            if !more.code(coder, count < given.len()) {
                return Ok(edits);
            }
        }
    }

    fn code_edit<C: Coder>(
        &mut self,
        coder: &mut C,
        given: Option<&Edit>,
        budget: &Budget,
    ) -> Result<Edit> {
        let known = given.and_then(|edit| {
            self.known
                .iter()
                .position(|(drop, insert)| *drop == edit.drop && *insert == edit.insert)
        });
        let number = known.map_or(NEW_CHANGE, |place| place as u32);
        let [last, before] = self.last;
        let contexts = [0, last, last << 8 | before];
        let number = self.change.code(coder, number, 8, &contexts, 0);
        let (drop, insert) = match self.known.get(number as usize) {
            Some(change) if number != NEW_CHANGE => {
                take::<C>(budget, change.1.len())?;
                change.clone()
            }
            _ => self.code_change(coder, given, budget)?,
        };
        self.last = [number, last];
        let keep = self.code_keep(
            coder,
            given.map_or(0, |edit| edit.keep as u32),
            number,
            last,
        );
        Ok(Edit {
            keep: keep as usize,
            drop,
            insert,
        })
    }

    /// Codes a change that is not known yet, and remembers it.
    fn code_change<C: Coder>(
        &mut self,
        coder: &mut C,
        given: Option<&Edit>,
        budget: &Budget,
    ) -> Result<(usize, Vec<u8>)> {
        let drop = self
            .drop
            .code(coder, given.map_or(0, |edit| edit.drop as u32)) as usize;
        let given = given.map_or(&[][..], |edit| &edit.insert);
        let len = self.insert_len.code(coder, given.len() as u32) as usize;
        take::<C>(budget, len)?;
        let mut insert = Vec::new();
        let (mut last, mut before) = (0, 0);
        for index in 0..len {
            let byte = given.get(index).copied().unwrap_or(0);
            let contexts = [0, last, last << 8 | before];
            let byte = self.insert.code(coder, u32::from(byte), 8, &contexts, 0);
            (before, last) = (last, byte + 1);
            insert.push(byte as u8);
            check(coder)?;
        }
        if self.known.len() < KNOWN_CHANGES {
            self.known.push((drop, insert.clone()));
        }
        Ok((drop, insert))
    }

    /// Codes how much is kept before an edit: the length of the number in digits by what is changed, then the digits.
    fn code_keep<C: Coder>(&mut self, coder: &mut C, keep: u32, change: u32, last: u32) -> u32 {
        const LEARNT: u32 = 4;
        let plus_one = if C::READS { 1 } else { keep.saturating_add(1) };
        let contexts = [0, change, last << 8 | change];
        let length = self
            .keep_length
            .code(coder, plus_one.ilog2(), LENGTH_BITS, &contexts, 0);
        let mut digits: u32 = 1;
        let learnt = length.min(LEARNT);
        for index in 0..learnt {
            let slot = (length << LEARNT) + digits;
            let bit = plus_one >> (length - 1 - index) & 1 == 1;
            let bit = self.keep_digits[slot as usize].code(coder, bit);
            digits = digits << 1 | u32::from(bit);
        }
        let rest = length - learnt;
        let low = coder.raw(plus_one & ((1u64 << rest) - 1) as u32, rest);
        ((u64::from(digits) << rest | u64::from(low)) - 1) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pgn::read as read_text;
    use proptest::prelude::*;

    /// A document without what its pieces hold.
    fn skeleton(mut document: Document) -> Document {
        for piece in &mut document.pieces {
            match piece {
                Piece::Game(game, _) => **game = Game::default(),
                Piece::Text(text, _) => text.clear(),
            }
        }
        document
    }

    fn comes_back(document: Document) {
        let bytes = write(&document);
        let back = read(&bytes, &Budget::new(1 << 24)).unwrap();
        assert_eq!(back, skeleton(document));
    }

    #[test]
    fn games_as_their_style_says_cost_next_to_nothing() {
        let game = "[Event \"x\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 1-0\n\n";
        let document = read_text(game.repeat(5000).as_bytes());
        assert_eq!(document.pieces.len(), 5000);
        assert!(write(&document).len() < 24);
        comes_back(document);
    }

    #[test]
    fn an_edit_that_comes_again_is_cheap() {
        let game = "[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 Nc6  3. Bb5 a6 4. Ba4 1-0\n\n";
        let document = read_text(game.repeat(400).as_bytes());
        assert!(write(&document).len() < 100);
        comes_back(document);
    }

    #[test]
    fn a_document_of_nothing_takes_two_bytes_at_most() {
        assert!(write(&Document::default()).len() <= 2);
        comes_back(Document::default());
    }

    #[test]
    fn a_style_that_is_not_there_is_told_as_it_is() {
        let layout = Layout {
            style: 7,
            ..Layout::default()
        };
        comes_back(Document {
            styles: vec![Style::default()],
            pieces: vec![Piece::Game(Box::default(), layout)],
        });
    }

    fn an_edit() -> impl Strategy<Value = Edit> {
        (0usize..100_000, 0usize..300, "[a-c \\n]{0,4}").prop_map(|(keep, drop, insert)| Edit {
            keep,
            drop,
            insert: insert.into_bytes(),
        })
    }

    fn a_piece() -> impl Strategy<Value = Piece> {
        let termination = (0usize..6).prop_map(|number| match number {
            0 => Termination::AsTagged,
            1 => Termination::Missing,
            _ => Termination::Token(Outcome::ALL[number - 2]),
        });
        prop_oneof![
            (0usize..5).prop_map(|reason| Piece::Text(Vec::new(), REASONS[reason])),
            (
                0usize..4,
                termination,
                prop::collection::vec(an_edit(), 0..5)
            )
                .prop_map(|(style, termination, edits)| {
                    let layout = Layout {
                        style,
                        termination,
                        edits,
                    };
                    Piece::Game(Box::default(), layout)
                }),
        ]
    }

    fn a_style() -> impl Strategy<Value = Style> {
        prop::collection::vec((0usize..240, any::<u16>()), 0..12).prop_map(|changes| {
            let mut style = Style::default();
            for (at, number) in changes {
                let mut place = 0;
                style.pass(|value, count| {
                    place += 1;
                    if place == at + 1 {
                        u32::from(number) % count
                    } else {
                        value
                    }
                });
            }
            style
        })
    }

    proptest! {
        #[test]
        fn any_document_comes_back(styles in prop::collection::vec(a_style(), 0..4), pieces in prop::collection::vec(a_piece(), 0..40)) {
            comes_back(Document { styles, pieces });
        }

        #[test]
        fn random_bytes_are_an_error_or_a_document(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            let _ = read(&bytes, &Budget::new(1 << 20));
        }
    }
}
