//! The predictor of level 1 (*reflex*): a move's score is a sum of numbers out of tables, worked
//! out for all squares at once. Nothing is learnt from the block.
//!
//! A move's score has seven parts: the move itself (role, origin, target) at this stage of the
//! game; its role and target as an answer to the opponent's last move; the same as a sequel to the
//! own last move; what awaits the piece on its target (*stakes*); what is near the target (*near*);
//! what the piece does from there (*hits*); and how it stands on its origin (*stands*). Each part
//! depends only on the role and one square, or on the origin and the target. So the parts are added
//! up for 64 squares at a time, and the sums of legal targets are picked out.
//!
//! * [`outlook`]: which numbers a position needs; [`tables`]: the numbers; [`choice`]: from scores
//!   to the move.
//!
//! # NOTES
//!
//! Bits a half-move on games kept aside (online, over the board, engines), after 60 million
//! half-moves: 2.919, 3.084, 3.462; with a third of the learning rate 2.927, 3.089, 3.454. Before
//! there were classes of rating, and with no hits but checks, one file online cost 2.947, 2.920,
//! 2.906 after 12 million at rates of 0.05, 0.1, 0.2.
//!
//! Prefetching rows of the tables as soon as the pieces are known: 1 % more time. Turning scores
//! into weights 64 at a time, by tables of 128 bytes: no difference. Writing all of an outlook in
//! place, behind a reference that outlives it, instead of its hits alone: 8 % more instructions
//! without AVX-512.

pub(crate) mod choice;
pub(crate) mod outlook;
pub(crate) mod tables;
