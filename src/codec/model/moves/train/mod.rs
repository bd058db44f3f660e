//! Training: from games to the weights of the network, in 32-bit floating point, on all cores of an ordinary machine.
//!
//! A step takes one position from each of several thousand games that are replayed side by side. Its phases, each shared
//! out among the threads in fixed pieces so that the result does not depend on their number: features of the positions
//! (by group of games), hidden layer (by [`shard`]), scores and gradients (by [`group`]), gradients and update of the hidden
//! layer (by shard). The optimiser is [`adam`]. Judges learn what was played; the quick network learns what they
//! expect. The tables of level 1, which is no network, are learnt by themselves ([`reflex`]).

pub(crate) mod adam;
mod batch;
pub mod data;
mod group;
mod network;
mod quantise;
pub(crate) mod random;
mod reflex;
mod run;
mod shard;
mod subject;

pub use reflex::train_reflex;
pub use run::{Options, Progress, Trained, train};
pub use subject::Subject;
