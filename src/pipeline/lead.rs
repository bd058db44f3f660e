//! Makes the lead of a file before any block is packed: the tags of the first block, from which
//! every block learns. FORMAT.md 7.8.5 is the format of a lead.

use super::{
    CompressOptions, CompressReport,
    blocks::Blocks,
    models::Codecs,
    ordered::{guarded, of_panic},
    pack::understand,
};
use crate::{
    codec::{CodecId, model::lead::Lead},
    container::header::LEAD_BYTES_MAX,
    error::{ErrorKind, Result},
    limits::Budget,
};
use std::{sync::Arc, thread};

/// The codecs that go with a file's lead.
pub(super) struct Leading {
    /// For the first block, whose tags are the lead itself.
    pub(super) first: Codecs,
    /// For all other blocks, and for a reader of the file.
    pub(super) rest: Codecs,
}

impl Leading {
    /// Learns from the first block of `blocks`, which stays there. Returns the lead as the header
    /// stores it, too; `None` where the codec or the level has no lead, there is no second block,
    /// or the lead would be empty or too long. A fault costs bytes but no data: there is then no
    /// lead, and `report` tells of it.
    ///
    /// # Errors
    /// Errors of reading.
    pub(super) fn find(
        blocks: &mut Ahead,
        codecs: &Codecs,
        options: &CompressOptions,
        report: &mut CompressReport,
    ) -> Result<Option<(Vec<u8>, Leading)>> {
        if options.codec != CodecId::Model || !options.level.row().leads {
            return Ok(None);
        }
        let Some(first) = blocks.first_of_several()? else {
            return Ok(None);
        };
        let learn = || guarded(|| Leading::learn(first, codecs, options));
        let learnt = match options.threads.get() {
            1 => learn(),
            _ => apart(learn),
        };
        Ok(learnt.unwrap_or_else(|error| {
            // A text may bring about that a lead takes too much memory.
            report.lead_fault = Some(error).filter(|error| error.kind() != ErrorKind::Limit);
            None
        }))
    }

    fn learn(
        text: &[u8],
        codecs: &Codecs,
        options: &CompressOptions,
    ) -> Result<Option<(Vec<u8>, Leading)>> {
        let document = understand(codecs.by_id(CodecId::Model), text)?;
        let bytes = Lead::write(&document, options.level)?;
        if bytes.len() > LEAD_BYTES_MAX {
            return Ok(None);
        }
        drop(document); // it is large; packing parses the block once more
        // Blocks are packed with the lead as a reader decodes it. If a reader would refuse it,
        // there is none.
        let lead = Lead::read(&bytes, &Budget::of_lead(text.len() as u64))?;
        if lead.games() == 0 {
            return Ok(None);
        }
        let lead = Arc::new(lead);
        let leading = Leading {
            first: codecs.of_lead(Arc::clone(&lead)),
            rest: codecs.after(lead),
        };
        Ok(Some((bytes, leading)))
    }
}

/// Does `work` on a thread of its own, as packing is done: allocators that keep memory by thread can
/// give what it frees to a later thread. Where the system starts none, on this one.
fn apart<T: Send>(work: impl Fn() -> Result<T> + Sync) -> Result<T> {
    thread::scope(
        |scope| match thread::Builder::new().spawn_scoped(scope, &work) {
            Ok(thread) => thread.join().unwrap_or_else(|panic| Err(of_panic(&panic))),
            Err(_) => work(),
        },
    )
}

/// Blocks of text, with one block of lookahead.
pub(super) struct Ahead<'a> {
    blocks: Blocks<'a>,
    waiting: Option<Vec<u8>>,
}

impl<'a> Ahead<'a> {
    /// Adds lookahead to `blocks`.
    pub(super) fn new(blocks: Blocks<'a>) -> Ahead<'a> {
        Ahead {
            blocks,
            waiting: None,
        }
    }

    /// The next block.
    ///
    /// # Errors
    /// Errors of reading.
    pub(super) fn next(&mut self) -> Result<Option<Vec<u8>>> {
        match self.waiting.take() {
            Some(block) => Ok(Some(block)),
            None => self.blocks.next(),
        }
    }

    /// The next block, left in place, if another one follows it.
    fn first_of_several(&mut self) -> Result<Option<&[u8]>> {
        if self.waiting.is_none() {
            self.waiting = self.blocks.next()?;
        }
        let several = self.blocks.has_next()?;
        Ok(self.waiting.as_deref().filter(|_| several))
    }
}
