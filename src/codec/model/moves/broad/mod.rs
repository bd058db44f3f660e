//! The broad judge, from [`Effort::Keen`](super::model::Effort::Keen) on: a judge of more hidden
//! units than a model file has room for beside the others, the same for every model.
//!
//! It is asked about the position at hand, beside the model's own judge, and about no reply.

use super::net::weights::Judge;
use crate::codec::model::sections::Packed;
use std::borrow::Cow;

/// How much it counts, where the model's own judge counts one.
pub(crate) const VOTES: i32 = 2;

/// The network, packed as in a model file (2.1 and 2.4 of MODEL.md).
static PACKED: &[u8] = include_bytes!("weights.bin");

/// The broad judge, unpacked when it is first asked.
///
/// # Panics
/// Never: a test unpacks it.
pub(crate) fn judge() -> &'static Judge {
    static JUDGE: Packed<Judge> = Packed::of_bytes(Cow::Borrowed(PACKED));
    JUDGE.unpacked().expect("the broad judge is whole")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codec::model::{
        learnt::{Learnt, MOST_UNITS_IN_ALL},
        moves::model::Effort,
    };

    #[test]
    fn it_is_whole_and_broader_than_those_of_a_model() {
        let models = Learnt::standard().moves().judges();
        let most = models.map(|judge| judge.network.units).max();
        assert!(Some(judge().network.units) > most);
        assert!(judge().network.units <= MOST_UNITS_IN_ALL);
    }

    /// Takes the judge out of the model file that `PGNPACK_BROAD` names: README says how that is
    /// made.
    #[test]
    #[ignore = "writes into the source tree"]
    fn broad_weights_are_taken() {
        let path = std::env::var_os("PGNPACK_BROAD").expect("PGNPACK_BROAD names a model file");
        let learnt = Learnt::read(&std::fs::read(path).unwrap()).unwrap();
        let judge = learnt.moves().judge(Effort::Usual).unwrap();
        let out = concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/src/codec/model/moves/broad/weights.bin"
        );
        std::fs::write(out, Packed::new(judge).unwrap().bytes()).unwrap();
    }
}
