//! The tags of a game, all in one run of bytes.

use super::charset::readable;
use crate::{
    error::{Error, Result},
    limits::charges,
};
use std::fmt;

/// `[Name "value"]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tag {
    /// Bytes before the quotation mark, without the space. Holds no NUL.
    pub name: Vec<u8>,
    /// Bytes between the quotation marks as they stand in the text: escapes are not undone. Holds
    /// no NUL.
    pub value: Vec<u8>,
}

/// A tag where it stands among the others of its game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TagRef<'a> {
    /// As [`Tag::name`].
    pub name: &'a [u8],
    /// As [`Tag::value`].
    pub value: &'a [u8],
}

/// Tags in the order of the text; a name may come twice.
///
/// A block has thousands of games of ten to twenty tags each: a vector for every name and every
/// value would take several times the room of what is in them.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Tags {
    /// Names and values, in turn.
    bytes: Vec<u8>,
    /// Where in `bytes` the name and the value of each tag end. A text, and so the tags of a game,
    /// keeps below 2^32 bytes; for tags that come from elsewhere there is
    /// [`try_push`](Tags::try_push).
    ends: Vec<[u32; 2]>,
}

const _: () = assert!(size_of::<[u32; 2]>() <= Tags::EACH);

impl Tags {
    /// No tags, with room for `tags` of them that have `bytes` bytes in all.
    pub fn with_room(tags: usize, bytes: usize) -> Tags {
        Tags {
            bytes: Vec::with_capacity(bytes),
            ends: Vec::with_capacity(tags),
        }
    }

    /// Checks that tags may have so many bytes in all.
    ///
    /// # Errors
    /// Limit for 2^32 or more.
    pub fn check_size(bytes: usize) -> Result<()> {
        match u32::try_from(bytes) {
            Ok(_) => Ok(()),
            Err(_) => Err(Error::limit("the tags of a game are too long")),
        }
    }

    /// Adds a tag, which does not come from a text, after the others.
    ///
    /// # Errors
    /// As [`check_size`](Tags::check_size).
    pub fn try_push(&mut self, name: &[u8], value: &[u8]) -> Result<()> {
        Tags::check_size(self.bytes.len() + name.len() + value.len())?;
        self.push(name, value);
        Ok(())
    }

    /// Adds a tag after the others.
    pub fn push(&mut self, name: &[u8], value: &[u8]) {
        self.bytes.extend_from_slice(name);
        let name_end = self.bytes.len() as u32;
        self.bytes.extend_from_slice(value);
        self.ends.push([name_end, self.bytes.len() as u32]);
    }

    /// The value of the tag at `index`, counted from 0, which must be there.
    pub(super) fn value_mut(&mut self, index: usize) -> &mut [u8] {
        let [name_end, end] = self.ends[index];
        &mut self.bytes[name_end as usize..end as usize]
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The tag at `index`, counted from 0.
    pub fn get(&self, index: usize) -> Option<TagRef<'_>> {
        let &[name_end, end] = self.ends.get(index)?;
        let start = index.checked_sub(1).map_or(0, |last| self.ends[last][1]);
        Some(self.between(start, name_end, end))
    }

    /// All of them in their order.
    pub fn iter(&self) -> impl Iterator<Item = TagRef<'_>> + Clone {
        let mut start = 0;
        self.ends.iter().map(move |&[name_end, end]| {
            let tag = self.between(start, name_end, end);
            start = end;
            tag
        })
    }

    /// The value of the first tag called `name`.
    pub fn value_of(&self, name: &str) -> Option<&[u8]> {
        let named = self.iter().find(|tag| tag.name == name.as_bytes());
        named.map(|tag| tag.value)
    }

    /// The players' names, White's first, as far as tags tell them.
    pub fn players(&self) -> [Option<&[u8]>; 2] {
        ["White", "Black"].map(|name| self.value_of(name))
    }

    /// Gives the tag at `index`, if there is one, another value.
    pub fn set_value(&mut self, index: usize, value: &[u8]) {
        let Some(&[name_end, end]) = self.ends.get(index) else {
            return;
        };
        let place = name_end as usize..end as usize;
        let (was, is) = (place.len() as u32, value.len() as u32);
        self.bytes.splice(place, value.iter().copied());
        self.ends[index][1] = name_end + is;
        for ends in &mut self.ends[index + 1..] {
            *ends = ends.map(|end| end - was + is);
        }
    }

    /// Removes all tags, but keeps their memory for others.
    pub fn clear(&mut self) {
        self.bytes.clear();
        self.ends.clear();
    }

    /// What a tag counts for in memory, in bytes, in addition to its own bytes.
    pub const EACH: usize = charges::TAG;

    /// What the tags count for in memory, in bytes.
    pub fn size(&self) -> usize {
        self.bytes.len() + self.len() * Tags::EACH
    }

    fn between(&self, start: u32, name_end: u32, end: u32) -> TagRef<'_> {
        let [start, name_end, end] = [start, name_end, end].map(|place| place as usize);
        TagRef {
            name: &self.bytes[start..name_end],
            value: &self.bytes[name_end..end],
        }
    }
}

impl FromIterator<Tag> for Tags {
    fn from_iter<I: IntoIterator<Item = Tag>>(tags: I) -> Tags {
        let mut all = Tags::default();
        for Tag { name, value } in tags {
            all.push(&name, &value);
        }
        all
    }
}

impl<const N: usize> From<[Tag; N]> for Tags {
    fn from(tags: [Tag; N]) -> Tags {
        tags.into_iter().collect()
    }
}

impl fmt::Debug for Tags {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tags = self.iter();
        let shown = tags.map(|tag| (readable(tag.name), readable(tag.value)));
        f.debug_map().entries(shown).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn by_itself(tag: TagRef<'_>) -> Tag {
        self::tag(tag.name, tag.value)
    }

    fn tag(name: &[u8], value: &[u8]) -> Tag {
        let (name, value) = (name.to_vec(), value.to_vec());
        Tag { name, value }
    }

    proptest! {
        #[test]
        fn tags_are_those_that_were_put_in(
            given in prop::collection::vec((prop::collection::vec(1u8.., 0..9), prop::collection::vec(1u8.., 0..9)), 1..9),
            changed in any::<prop::sample::Index>(),
            value in prop::collection::vec(1u8.., 0..12),
        ) {
            let mut list: Vec<Tag> = given.iter().map(|(name, value)| tag(name, value)).collect();
            let mut tags: Tags = list.iter().cloned().collect();
            let changed = changed.index(list.len());
            list[changed].value = value.clone();
            tags.set_value(changed, &value);
            prop_assert_eq!(tags.len(), list.len());
            prop_assert_eq!(tags.iter().map(by_itself).collect::<Vec<_>>(), list.clone());
            for (index, tag) in list.iter().enumerate() {
                prop_assert_eq!(tags.get(index).map(by_itself), Some(tag.clone()));
            }
            prop_assert_eq!(tags.get(list.len()), None);
            prop_assert_eq!(tags, list.into_iter().collect());
        }
    }
}
