//! Notes: what a game holds beyond what the bits of a historical codec express, serialised beside
//! these bits.
//!
//! Owns the format of notes: first the tags, then the items of the movetext. Each codec decides
//! which tags and items its own bits express. The notes only count those (a *run*) and hold all
//! others, so that notes and bits together give back all items in order. FORMAT.md 7.N is the
//! grammar.

use crate::{
    codec::bytes::{put_text, take_text},
    coding::varint,
    error::{Error, Result},
    limits::Budget,
    pgn::game::{Fault, FaultKind, Item, TagRef, Tags},
};

const END: u64 = 0;

const TAG_IN_FULL: u64 = 1;
const TAG_SAID: u64 = 2;

const NAG: u64 = 1;
const COMMENT: u64 = 2;
const OPEN: u64 = 3;
const CLOSE: u64 = 4;
const NULL: u64 = 5;
const FAULT: u64 = 6;

/// Writes the tags. `said` returns the codec's number for a tag that its bits express.
pub fn write_tags(out: &mut Vec<u8>, tags: &Tags, mut said: impl FnMut(TagRef) -> Option<usize>) {
    for tag in tags.iter() {
        match said(tag) {
            Some(number) => varint::write(out, TAG_SAID + number as u64),
            None => {
                varint::write(out, TAG_IN_FULL);
                put_text(tag.name, out);
                put_text(tag.value, out);
            }
        }
    }
    varint::write(out, END);
}

/// Reads the tags that [`write_tags`] wrote. `said` reads a tag that the codec's bits express, by
/// the codec's number for it.
///
/// # Errors
/// When the notes are cut short or claim more than `budget`, and when `said` fails.
fn read_tags(
    notes: &mut &[u8],
    budget: &Budget,
    mut said: impl FnMut(usize, &mut Tags) -> Result<()>,
) -> Result<Tags> {
    let mut tags = Tags::default();
    loop {
        let number = varint::read(notes)?;
        if number == END {
            return Ok(tags);
        }
        budget.take(Tags::EACH)?;
        match number {
            TAG_IN_FULL => {
                let name = read_text(notes, budget)?;
                tags.try_push(&name, &read_text(notes, budget)?)?;
            }
            number => {
                let number = usize::try_from(number - TAG_SAID).map_err(|_| damaged())?;
                said(number, &mut tags)?;
            }
        }
    }
}

/// Reads the tags for a codec whose bits end with the result of the game. With them comes the index
/// of the tag that the result will fill, if there is one: the codec's number for it is `result`.
/// `said` reads a tag of another number.
///
/// # Errors
/// When the notes are cut short or claim more than `budget`, and when `said` fails.
pub fn read_tags_before_result(
    notes: &mut &[u8],
    budget: &Budget,
    result: usize,
    mut said: impl FnMut(usize, &mut Tags) -> Result<()>,
) -> Result<(Tags, Option<usize>)> {
    let mut index = None;
    let tags = read_tags(notes, budget, |number, tags| {
        if number != result || index.is_some() {
            return said(number, tags);
        }
        index = Some(tags.len());
        tags.push(b"Result", b"");
        Ok(())
    })?;
    Ok((tags, index))
}

/// Reads the tags for a codec whose bits express none.
///
/// # Errors
/// When the notes are cut short or claim more than `budget`, and when a tag is marked as expressed
/// by the bits.
pub fn read_full_tags(notes: &mut &[u8], budget: &Budget) -> Result<Tags> {
    let elsewhere = |_, _: &mut Tags| Err(Error::corrupt("a tag that should stand elsewhere"));
    read_tags(notes, budget, elsewhere)
}

/// Writes the notes of a movetext, item by item.
#[derive(Debug)]
pub struct NotesWriter<'a> {
    out: &'a mut Vec<u8>,
    run: u64,
}

impl<'a> NotesWriter<'a> {
    /// A writer that appends to `out`, after the tags.
    pub fn new(out: &'a mut Vec<u8>) -> NotesWriter<'a> {
        NotesWriter { out, run: 0 }
    }

    /// Notes that the next item is expressed by the bits.
    pub fn said(&mut self) {
        self.run += 1;
    }

    /// Writes the next item. A move is always expressed by the bits.
    pub fn item(&mut self, item: &Item) {
        match item {
            Item::Move(_) => self.said(),
            Item::Nag(number) => {
                self.kind(NAG);
                varint::write(self.out, u64::from(*number));
            }
            Item::Comment(text) => {
                self.kind(COMMENT);
                put_text(text, self.out);
            }
            Item::Open => self.kind(OPEN),
            Item::Close => self.kind(CLOSE),
            Item::Null => self.kind(NULL),
            Item::Fault(fault) => {
                let Fault { kind, text } = &**fault;
                self.kind(FAULT);
                varint::write(self.out, *kind as u64);
                put_text(text, self.out);
            }
        }
    }

    /// Writes the end of the notes.
    pub fn end(mut self) {
        self.kind(END);
    }

    fn kind(&mut self, kind: u64) {
        varint::write(self.out, self.run);
        varint::write(self.out, kind);
        self.run = 0;
    }
}

/// The next thing in a movetext.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// An item that the bits express.
    Said,
    /// An item held by the notes.
    Item(Item),
    /// The end of the movetext.
    End,
}

/// Reads the notes of a movetext, item by item.
#[derive(Debug)]
pub struct NotesReader<'a, 'b> {
    notes: &'b mut &'a [u8],
    run: u64,
}

impl<'a, 'b> NotesReader<'a, 'b> {
    /// A reader of `notes`, positioned after the tags.
    ///
    /// # Errors
    /// When the notes are cut short.
    pub fn new(notes: &'b mut &'a [u8]) -> Result<NotesReader<'a, 'b>> {
        let run = varint::read(notes)?;
        Ok(NotesReader { notes, run })
    }

    /// The next step.
    ///
    /// # Errors
    /// When the notes are cut short, damaged, or claim more than `budget`.
    pub fn next(&mut self, budget: &Budget) -> Result<Step> {
        if let Some(run) = self.run.checked_sub(1) {
            self.run = run;
            return Ok(Step::Said);
        }
        let item = match varint::read(self.notes)? {
            END => return Ok(Step::End),
            NAG => Item::Nag(u8::try_from(varint::read(self.notes)?).map_err(|_| damaged())?),
            COMMENT => Item::Comment(read_text(self.notes, budget)?.into()),
            OPEN => Item::Open,
            CLOSE => Item::Close,
            NULL => Item::Null,
            FAULT => {
                let kind = FaultKind::ALL.get(varint::read_len(self.notes)?);
                Item::Fault(Box::new(Fault {
                    kind: *kind.ok_or_else(damaged)?,
                    text: read_text(self.notes, budget)?,
                }))
            }
            _ => return Err(damaged()),
        };
        self.run = varint::read(self.notes)?;
        Ok(Step::Item(item))
    }
}

fn damaged() -> Error {
    Error::corrupt("the notes on a game make no sense")
}

fn read_text(notes: &mut &[u8], budget: &Budget) -> Result<Vec<u8>> {
    Ok(take_text(notes, budget)?.to_vec())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pgn::game::Tag;

    #[test]
    fn notes_count_what_the_bits_say_and_hold_the_rest() {
        let tags = ["White", "Round"].map(|name| Tag {
            name: name.into(),
            value: b"1".into(),
        });
        let mut notes = Vec::new();
        write_tags(&mut notes, &Tags::from(tags.clone()), |tag| {
            (tag.name == b"White").then_some(0)
        });
        let mut writer = NotesWriter::new(&mut notes);
        writer.said();
        writer.said();
        writer.item(&Item::Nag(3));
        writer.item(&Item::Open);
        writer.end();
        assert_eq!(
            notes,
            [
                &[2][..],              // a tag in the bits: the codec's number 0
                b"\x01Round\x001\x00", // a tag in full
                &[0],                  // no more tags
                &[2, 1, 3],            // two things in the bits, then glyph 3
                &[0, 3],               // nothing in the bits, then a bracket
                &[0, 0],               // nothing in the bits, then the end
            ]
            .concat()
        );
        let budget = Budget::new(1000);
        let mut input = &notes[..];
        let said = |number, read: &mut Tags| {
            assert_eq!((number, read.len()), (0, 0));
            read.try_push(&tags[0].name, &tags[0].value)
        };
        let read = read_tags(&mut input, &budget, said).unwrap();
        let read = read.iter().map(|tag| (tag.name, tag.value));
        assert!(read.eq(tags.iter().map(|tag| (&tag.name[..], &tag.value[..]))));
        let mut reader = NotesReader::new(&mut input).unwrap();
        let steps = std::array::from_fn(|_| reader.next(&budget).unwrap());
        let items = [Item::Nag(3), Item::Open].map(Step::Item);
        let [nag, open] = items;
        assert_eq!(steps, [Step::Said, Step::Said, nag, open, Step::End]);
        assert!(input.is_empty());
    }
}
