//! Asks a network for its prediction of a symbol while that is coded, and keeps training samples
//! for new networks.

use crate::{
    codec::model::{
        comments::{
            blend::Blend,
            expectation::{
                Expected, Network,
                learn::{self, Sample},
            },
        },
        sections::Packed,
    },
    coding::range::Coder,
    error::Result,
};

/// A network that predicts symbols from `FACTS` facts, if there is one, and training samples, if
/// somebody wants them.
#[derive(Debug)]
pub(super) struct Oracle<const FACTS: usize> {
    /// Bits of a symbol.
    width: u32,
    /// `None` if the model file has none, or the level has no time for it.
    network: Option<Network<FACTS>>,
    /// A buffer.
    expected: Expected,
    /// `None` if no network is to be trained.
    samples: Option<Vec<Sample<FACTS>>>,
}

impl<const FACTS: usize> Oracle<FACTS> {
    /// With the network in the bytes `packed`, if there is one and the level asks it (`is_asked`).
    pub(crate) fn new(packed: &Packed<Vec<u8>>, width: u32, is_asked: bool) -> Oracle<FACTS> {
        Oracle {
            width,
            network: is_asked
                .then(|| packed.unpacked().ok())
                .flatten()
                .and_then(|bytes| Network::of_bytes(bytes, width)),
            expected: Expected::default(),
            samples: None,
        }
    }

    /// Whether it adds a prediction to those of a blend's contexts.
    pub(super) fn speaks(&self) -> bool {
        self.network.is_some()
    }

    /// From now on keeps training samples.
    pub(crate) fn listen(&mut self) {
        self.samples = Some(Vec::new());
    }

    /// A network trained on the samples, which are gone then; empty if there were too few.
    ///
    /// # Errors
    /// Where it cannot be packed.
    pub(super) fn take_packed(&mut self) -> Result<Packed<Vec<u8>>> {
        let bytes = learn::network(self.samples.take().unwrap_or_default(), self.width);
        match bytes.is_empty() {
            true => Ok(Packed::default()),
            false => Packed::new(&bytes),
        }
    }

    /// Codes a symbol as [`Blend::symbol`] does, with the network's prediction from `facts`.
    pub(crate) fn code<C: Coder>(
        &mut self,
        coder: &mut C,
        blend: &mut Blend,
        symbol: u32,
        set: usize,
        facts: impl FnOnce() -> [u8; FACTS],
    ) -> u32 {
        if self.network.is_none() && self.samples.is_none() {
            return blend.symbol(coder, symbol, self.width, set);
        }
        let facts = facts();
        let expected = self.network.as_ref().map(|network| {
            network.expect(&facts, &mut self.expected);
            &self.expected
        });
        let symbol = blend.symbol_expected(coder, symbol, self.width, set, expected);
        if let Some(samples) = &mut self.samples {
            samples.push(Sample {
                facts,
                symbol: symbol as u8,
            });
        }
        symbol
    }
}
