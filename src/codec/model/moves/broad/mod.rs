//! The broad judge, from [`Effort::Slow`](super::model::Effort::Slow) on: a judge of more hidden
//! units than a model file has room for, the same for every model.
//!
//! It is asked about the position at hand, as the model's own judges are, and about no reply.

use super::net::weights::Judge;
use crate::codec::model::sections::Packed;
use std::borrow::Cow;

/// How many of a model's judges it counts as.
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
        let models = Learnt::standard().moves().judges(Effort::Keen);
        let most = models.iter().map(|judge| judge.network.units).max();
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
        let judge = learnt.moves().judges(Effort::Usual)[0];
        let out = concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/src/codec/model/moves/broad/weights.bin"
        );
        std::fs::write(out, Packed::new(judge).unwrap().bytes()).unwrap();
    }
}
