//! Tags of all games of a block, column by column.

pub(crate) mod spelling;

use crate::{
    coding::{adaptive::Number, range::Coder},
    error::{Error, Result},
    limits::Budget,
    pgn::game::{Game, Tag},
};
use spelling::Spelling;

/// The tags of a block.
pub(super) struct Tags {
    games: usize,
}

impl Tags {
    /// Tags of `games` games.
    pub(super) fn new(_given: &[&Game], games: usize) -> Tags {
        Tags { games }
    }

    /// Codes all tags that do not follow from the moves.
    pub(super) fn code_early<C: Coder>(
        &mut self,
        coder: &mut C,
        given: &[&Game],
        read: &mut [&mut Game],
        budget: &Budget,
    ) -> Result<()> {
        let (mut spelling, mut count) = (Spelling::new(budget), Number::default());
        for index in 0..self.games {
            let tags = given.get(index).map_or(&[][..], |game| &game.tags);
            let len = count.code(coder, tags.len() as u32);
            for tag in 0..len as usize {
                if coder.overrun() {
                    return Err(Error::truncated("the tags end too early"));
                }
                let (name, value) = tags
                    .get(tag)
                    .map_or((&[][..], &[][..]), |tag| (&tag.name, &tag.value));
                let name = spelling.code_bytes(coder, name)?;
                let value = spelling.code_bytes(coder, value)?;
                if let Some(game) = read.get_mut(index) {
                    budget.take(size_of::<Tag>())?;
                    game.tags.push(Tag { name, value });
                }
            }
        }
        Ok(())
    }

    /// Codes the tags that follow from the moves.
    pub(super) fn code_late<C: Coder>(
        &mut self,
        _coder: &mut C,
        _given: &[&Game],
        _read: &mut [&mut Game],
        _budget: &Budget,
    ) -> Result<()> {
        Ok(())
    }
}
