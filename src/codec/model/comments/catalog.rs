//! The templates met so far in a block, and which of them the next comment follows. A choice is
//! coded as a streak ([`streak`](super::streak)), or else by its rank in a move-to-front list.

use super::{
    blend::{Blend, Mixing, Shape},
    plan::Plan,
    streak::Streaks,
    syntax::template::{LONGEST, Template},
};
use crate::{
    codec::{bytes::refuse_nul, text::priming},
    coding::{
        mix::{hash_bytes, hash3, hash32},
        range::Coder,
        text::{Strength, TextModel},
    },
    error::{Error, Result},
    limits::{Budget, charges},
};
use rustc_hash::{FxHashMap, FxHashSet};

/// What a comment follows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Choice {
    /// Nothing: it is prose.
    Prose,
    /// A template not met before, of these bytes.
    New(Vec<u8>),
    /// The template of that index.
    Known(usize),
}

impl Choice {
    fn entry(&self) -> u32 {
        match self {
            Choice::Prose => PROSE,
            Choice::New(_) => NEW,
            Choice::Known(index) => entry_of(*index),
        }
    }

    /// The bytes of a new template.
    fn bytes(&self) -> &[u8] {
        match self {
            Choice::New(bytes) => bytes,
            Choice::Prose | Choice::Known(_) => &[],
        }
    }
}

/// The entries of prose and of a template not met before; those of known ones are greater.
const PROSE: u32 = 0;
const NEW: u32 = 1;

/// The entry of a known template.
fn entry_of(index: usize) -> u32 {
    index as u32 + NEW + 1
}

/// What a comment adds to the hash of what has come since the move, by its template; none is prose.
pub(super) fn trace_of(template: Option<usize>) -> u32 {
    template.map_or(TRACE_OF_PROSE, entry_of)
}

/// Any number less than the entries of templates would do, but it is part of the format.
const TRACE_OF_PROSE: u32 = 1;

/// The index of a known template, if `entry` is that of one.
fn index_of(entry: u32) -> Option<usize> {
    Some(entry.checked_sub(NEW + 1)? as usize)
}

/// Ranks in the move-to-front list below this are coded as a symbol; this symbol announces this rank
/// or a higher one, and raw bits say by how much.
const RANKS: usize = 15;
/// Most templates that are kept.
pub(super) const MOST: usize = 4000;
/// How many bytes of templates the text model is made for. Small, since even a little text touches
/// all of its table.
const EXPECTED_BYTES: usize = 1 << 11;

/// The templates of a block.
#[derive(Debug)]
pub(super) struct Catalog {
    templates: Vec<Template>,
    /// There are so few that it does no harm if all of them have one hash.
    by_bytes: FxHashMap<Vec<u8>, usize>,
    /// For each side, the move-to-front list of choices: the latest first.
    recent: [Vec<u32>; 2],
    streaks: Streaks,
    ranks: Blend<'static>,
    last: [[u32; 2]; 2],
    /// What was chosen last where the same had come since the move, by that; only known
    /// templates.
    followed: FxHashMap<u32, u32>,
    spelling: Option<Box<TextModel>>,
    strength: Strength,
}

/// What a comment comes after.
#[derive(Clone, Copy, Debug)]
pub(super) struct After {
    /// Who made the move: 0 for White, 1 for Black.
    pub(super) side: usize,
    /// A hash of what has come since.
    pub(super) since: u32,
    /// Whether the main line has no more moves.
    pub(super) ended: bool,
}

impl Catalog {
    pub(super) fn new(strength: Strength, plan: &Plan) -> Catalog {
        Catalog {
            templates: Vec::new(),
            by_bytes: FxHashMap::default(),
            recent: [vec![NEW, PROSE], vec![NEW, PROSE]],
            streaks: Streaks::new(),
            ranks: Blend::new(Shape {
                contexts: 5,
                sets: [16, 2],
                mixing: plan.mixed(Mixing::Twice),
                ..Shape::SHARED
            }),
            last: [[NEW; 2]; 2],
            followed: FxHashMap::default(),
            spelling: None,
            strength,
        }
    }

    /// The template of an index.
    pub(super) fn get(&self, index: usize) -> Option<&Template> {
        self.templates.get(index)
    }

    /// The index of a template met before.
    pub(super) fn find(&self, bytes: &[u8]) -> Option<usize> {
        self.by_bytes.get(bytes).copied()
    }

    /// The templates that the next comment most likely follows: the one used last where the same
    /// items had come `since` the move, this side's last, the other's last, this side's last but
    /// one. Each comes once; choices that are no template are left out.
    pub(super) fn likely(&self, side: usize, since: u32) -> impl Iterator<Item = usize> {
        let entries = [
            self.followed.get(&since).copied().unwrap_or(NEW),
            self.last[side][0],
            self.last[1 - side][0],
            self.last[side][1],
        ];
        let is_new = move |&(place, entry): &(usize, u32)| !entries[..place].contains(&entry);
        entries
            .into_iter()
            .enumerate()
            .filter(is_new)
            .filter_map(|(_, entry)| index_of(entry))
    }

    /// Codes what a comment follows, and keeps a new template. `after` is what it comes after.
    /// Returns the template's index, or `None` for prose.
    ///
    /// # Errors
    /// When what is read is no template, or takes more than `budget`.
    pub(super) fn code<C: Coder>(
        &mut self,
        coder: &mut C,
        given: &Choice,
        after: After,
        budget: &Budget,
    ) -> Result<Option<usize>> {
        match self.code_entry(coder, given.entry(), after)? {
            NEW => {
                let index = self.code_new(coder, given.bytes(), after.side, budget)?;
                Ok(Some(index))
            }
            entry => Ok(index_of(entry)),
        }
    }

    /// Codes the entry of what a comment follows, and notes that it came.
    fn code_entry<C: Coder>(&mut self, coder: &mut C, given: u32, after: After) -> Result<u32> {
        let After { side, since, ended } = after;
        let (own, other) = (self.last[side], self.last[1 - side]);
        let situation = hash3(since ^ u32::from(ended), own[0], other[0]);
        let (entry, place) = match self.streaks.code(coder, situation, given) {
            Some(entry) => (entry, self.recent[side].iter().position(|&e| e == entry)),
            None => {
                let (entry, place) = self.code_ranked(coder, given, after)?;
                self.streaks.learn(situation, entry);
                (entry, Some(place))
            }
        };
        if let Some(place) = place {
            self.recent[side][..=place].rotate_right(1);
        }
        self.last[side] = [entry, own[0]];
        if entry > NEW && (self.followed.len() < MOST || self.followed.contains_key(&since)) {
            self.followed.insert(since, entry);
        }
        Ok(entry)
    }

    /// Codes a choice that is not of a streak, by its rank in the move-to-front list, and returns its
    /// place there, too. Before all others in that list stands the known template that was chosen
    /// last where the same items had come since the move, for a glyph may tell which comment follows
    /// it.
    fn code_ranked<C: Coder>(
        &mut self,
        coder: &mut C,
        entry: u32,
        after: After,
    ) -> Result<(u32, usize)> {
        let After { side, since, ended } = after;
        let (own, other) = (self.last[side], self.last[1 - side]);
        let list = &self.recent[side];
        let usual = self.followed.get(&since);
        let ahead = usual.and_then(|usual| list.iter().position(|e| e == usual));
        let ahead = ahead.unwrap_or(0);
        let kind = u32::from(ended) | u32::from(ahead > 0) << 1;
        let h = hash32;
        self.ranks.select_all(&[
            h(own[0], kind, 0),
            h(own[0], other[0], kind),
            h(own[0], own[1], other[0] ^ kind << 30),
            h(since, own[0], kind),
            h(kind, 1, 0),
        ]);
        let rank = match C::READS {
            true => 0,
            false => match list.iter().position(|&e| e == entry).unwrap_or(0) {
                place if place == ahead => 0,
                place => place + usize::from(place < ahead),
            },
        };
        let symbol = self.ranks.symbol(coder, rank.min(RANKS) as u32, 4, side);
        let rank = match symbol as usize {
            RANKS => {
                let late = rank.max(RANKS) - RANKS;
                RANKS + coder.raw(late as u32, list.len().ilog2() + 1) as usize
            }
            rank => rank,
        };
        let place = match rank {
            0 => ahead,
            rank => rank - usize::from(rank <= ahead),
        };
        let entry = list.get(place).copied();
        let entry = entry
            .ok_or_else(|| Error::corrupt("a comment follows a template that there is not"))?;
        Ok((entry, place))
    }

    /// Codes a new template and keeps it. Returns its index.
    fn code_new<C: Coder>(
        &mut self,
        coder: &mut C,
        given: &[u8],
        side: usize,
        budget: &Budget,
    ) -> Result<usize> {
        let spelling = self
            .spelling
            .get_or_insert_with(|| Box::new(priming::templates(self.strength, EXPECTED_BYTES)));
        let mut bytes = Vec::new();
        spelling.code_string(coder, given, priming::field::TEMPLATE, LONGEST, &mut bytes)?;
        refuse_nul(&bytes)?;
        if self.templates.len() >= MOST {
            return Err(Error::corrupt("there are too many templates of comments"));
        }
        let template = Template::from_bytes(&bytes)?;
        let kept = charges::TEMPLATE_BYTE * bytes.len() + template.size();
        budget.take(kept + budget.of_spelt(bytes.len()))?;
        let index = self.templates.len();
        self.templates.push(template);
        self.by_bytes.insert(bytes, index);
        let entry = entry_of(index);
        for (whose, list) in self.recent.iter_mut().enumerate() {
            // The other side may soon follow it, too.
            let place = usize::from(whose != side);
            list.insert(place, entry);
        }
        self.last[side][0] = entry;
        Ok(index)
    }

    /// Whether one more template may be kept.
    pub(super) fn has_room(&self) -> bool {
        self.templates.len() < MOST
    }
}

/// Remembers, while writing, which templates were met before: most are kept only when they come
/// again.
#[derive(Clone, Debug, Default)]
pub(super) struct MetOnce {
    seen: FxHashSet<u32>,
}

impl MetOnce {
    /// Whether the template with these bytes was met before. Notes it.
    pub(super) fn met(&mut self, bytes: &[u8]) -> bool {
        !self.seen.insert(hash_bytes(bytes))
    }
}
