//! Training: from games to the weights of the networks, in 32-bit floating point, on all cores of
//! an ordinary machine.
//!
//! A step takes one position from each of several thousand games that are replayed side by side.
//! Its phases, one after another, are: the facts about the positions (by group of games); the
//! hidden layer (by [`shard`]); scores and gradients (by [`group`]); gradients and update of the
//! hidden layer (by shard). The work of each phase is divided among the threads in fixed pieces, so
//! that the result does not depend on their number. The optimiser is
//! [`adam`](crate::codec::model::adam); rows that are alike learn from each other ([`kinship`]).
//! The first judge of a model learns what was played; its second judge and the quick network learn
//! what the first and the broad one expect. The tables of reflexes, which are no network, are
//! trained separately ([`reflex`]).

mod batch;
pub mod data;
mod group;
mod kinship;
mod lists;
mod network;
mod quantise;
mod reflex;
mod run;
mod shard;
mod subject;

pub use reflex::train_reflex;
pub use run::{ENOUGH, Options, Progress, Trained, train};
pub use subject::Subject;
