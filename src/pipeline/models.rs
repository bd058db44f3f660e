//! Prepares codecs with what they know before they see a block: the model of moves, which is built
//! in, offered by the caller or embedded in the file, and the file's lead.

use super::{DecompressOptions, ordered::guarded, unpack::of_payload};
use crate::{
    codec::{
        self, Codec, CodecId,
        model::{
            Model,
            lead::Lead,
            learnt::{self, Learnt},
        },
    },
    container::header::{Header, MODEL_BYTES_MAX, ModelSection},
    error::{Error, Remedy, Result},
    limits::Budget,
};
use std::{fmt, sync::Arc};

const _: () = assert!(learnt::MAX_BYTES <= MODEL_BYTES_MAX);

/// A model file, checked and ready for use.
pub struct ModelFile {
    bytes: Vec<u8>,
    learnt: Arc<Learnt>,
}

impl ModelFile {
    /// Reads a model file, such as `pgnpack train` makes.
    ///
    /// # Errors
    /// If `bytes` are no model file, are damaged, or were made for another version of the program.
    pub fn read(bytes: Vec<u8>) -> Result<ModelFile> {
        let learnt = Arc::new(Learnt::read(&bytes)?);
        Ok(ModelFile { bytes, learnt })
    }

    /// The model.
    pub fn learnt(&self) -> &Arc<Learnt> {
        &self.learnt
    }
}

impl fmt::Debug for ModelFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (name, len) = (self.learnt.name(), self.bytes.len());
        write!(f, "model {name:016x} of {len} bytes")
    }
}

/// The model of moves that a packed file is written with.
#[derive(Clone, Debug, Default)]
pub enum ModelChoice {
    /// The one that the program carries.
    #[default]
    BuiltIn,
    /// Another one, which whoever unpacks the packed file must have.
    Named(Arc<ModelFile>),
    /// Another one, which is stored in the packed file.
    Embedded(Arc<ModelFile>),
}

impl ModelChoice {
    /// The model's file; none for the built-in one.
    pub fn file(&self) -> Option<&Arc<ModelFile>> {
        match self {
            ModelChoice::BuiltIn => None,
            ModelChoice::Named(file) | ModelChoice::Embedded(file) => Some(file),
        }
    }

    /// The header's model section; `None` for the built-in model, even if it was given as a file.
    pub(super) fn section(&self) -> Option<ModelSection> {
        match self {
            ModelChoice::BuiltIn => None,
            ModelChoice::Named(file) | ModelChoice::Embedded(file)
                if file.learnt.name() == Learnt::standard().name() =>
            {
                None
            }
            ModelChoice::Named(file) => Some(ModelSection::Named(file.learnt.name())),
            ModelChoice::Embedded(file) => Some(ModelSection::Embedded(file.bytes.clone())),
        }
    }

    /// The codecs that write a packed file with this model.
    pub(super) fn codecs(&self) -> Codecs {
        Codecs {
            model: match self {
                ModelChoice::BuiltIn => Model::STANDARD,
                ModelChoice::Named(file) | ModelChoice::Embedded(file) => {
                    Model::with(Arc::clone(&file.learnt))
                }
            },
        }
    }
}

/// The codecs with the model and the lead of one file.
pub(super) struct Codecs {
    model: Model,
}

impl Codecs {
    /// The codec with that number.
    pub(super) fn by_id(&self, id: CodecId) -> &dyn Codec {
        match id {
            CodecId::Model => &self.model,
            _ => codec::by_id(id),
        }
    }

    /// The same codecs, for blocks that start with what `lead` has taught.
    pub(super) fn after(&self, lead: Arc<Lead>) -> Codecs {
        Codecs {
            model: self.model.after(lead),
        }
    }

    /// The same codecs, for the one block that `lead` was made from.
    pub(super) fn of_lead(&self, lead: Arc<Lead>) -> Codecs {
        Codecs {
            model: self.model.of_lead(lead),
        }
    }

    /// The codecs for a file with that header, if blocks of at most `block_limit` bytes of text are
    /// read.
    ///
    /// # Errors
    /// As [`of_models`](Codecs::of_models), and what [`Lead::read`] gives.
    fn of_file(header: &Header, offered: &[Arc<ModelFile>], block_limit: u64) -> Result<Codecs> {
        let codecs = Codecs::of_models(header, offered)?;
        let Some(lead) = header.lead() else {
            return Ok(codecs);
        };
        let lead = Lead::read(
            lead,
            &Budget::of_lead(header.block_bound().min(block_limit)),
        )
        .map_err(|error| of_payload(error).at("the tags before the blocks"))?;
        Ok(codecs.after(Arc::new(lead)))
    }

    /// The codecs with the model of moves that the header asks for.
    ///
    /// # Errors
    /// Unsupported where the file names a model that is not among those `offered`; errors of
    /// [`Learnt::read`] where it embeds one.
    fn of_models(header: &Header, offered: &[Arc<ModelFile>]) -> Result<Codecs> {
        let learnt = match needed(header) {
            None => return Ok(ModelChoice::BuiltIn.codecs()),
            Some(ModelSection::Embedded(file)) => {
                let learnt = Learnt::read(file).map_err(|error| error.at("the file's model"))?;
                Arc::new(learnt)
            }
            Some(ModelSection::Named(name)) => offered
                .iter()
                .map(|file| &file.learnt)
                .find(|learnt| learnt.name() == *name)
                .cloned()
                .ok_or_else(|| missing(*name, offered))?,
        };
        let model = Model::with(learnt);
        Ok(Codecs { model })
    }
}

/// The model that a file with that header needs, if that is not the built-in one.
pub(super) fn needed(header: &Header) -> Option<&ModelSection> {
    let section = header.model().map(|section| &**section);
    section.filter(|section| match section {
        ModelSection::Named(name) => *name != Learnt::standard().name(),
        ModelSection::Embedded(_) => true,
    })
}

fn missing(name: u64, offered: &[Arc<ModelFile>]) -> Error {
    let given = match offered {
        [] => "none is given".to_owned(),
        [file] => format!("the one given is {:016x}", file.learnt.name()),
        _ => format!("it is none of the {} that are given", offered.len()),
    };
    let what = format!("packed with the model {name:016x}, and {given}");
    Error::unsupported(what).with_remedy(Remedy::Model)
}

/// Finds the codecs for one file after the other. Keeps those of the last file, which serve all its
/// blocks.
pub(super) struct CodecFinder<'a> {
    offered: &'a [Arc<ModelFile>],
    block_limit: u64,
    /// The codecs of the last file, or why there are none.
    last: Option<(Header, Result<Arc<Codecs>>)>,
}

impl<'a> CodecFinder<'a> {
    /// Finds codecs with the built-in model, those that `options` offer, and those embedded in
    /// files.
    pub(super) fn new(options: &'a DecompressOptions) -> CodecFinder<'a> {
        CodecFinder {
            offered: &options.models,
            block_limit: options.block_limit,
            last: None,
        }
    }

    /// The codecs for the blocks of the file with that header.
    ///
    /// # Errors
    /// As [`Codecs::of_file`].
    pub(super) fn codecs(&mut self, header: &Header) -> Result<Arc<Codecs>> {
        let last = self.last.take().filter(|(last, _)| last == header);
        let (_, codecs) = self.last.insert(last.unwrap_or_else(|| {
            let found = guarded(|| Codecs::of_file(header, self.offered, self.block_limit));
            (header.clone(), found.map(Arc::new))
        }));
        match codecs {
            Ok(codecs) => Ok(Arc::clone(codecs)),
            Err(error) => Err(error.again()),
        }
    }
}
