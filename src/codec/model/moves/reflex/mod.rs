//! Moves by reflex: what level 1 takes a move for is a sum of numbers out of tables, worked out for all squares at once.
//!
//! A move's score has seven parts: the move itself (role, origin, target) at this stage of the game; role and target as
//! an answer to the opponent's last move, and as what follows the own last one; what awaits the piece on its target,
//! what is near to that, what it hits from there; and how it stands on its origin. None of them depends on more of the
//! move than its role and one square, so that parts are added up for 64 squares at a time, and legal targets are picked
//! out of the sums.
//!
//! * [`outlook`]: which numbers a position asks for; [`tables`]: the numbers; [`choice`]: from scores to the move.
//!
//! # NOTES
//!
//! Bits a half-move on games kept aside (online, over the board, engines), 60 million half-moves learnt from: 2.919,
//! 3.084, 3.462; with a third of the rate of learning 2.927, 3.089, 3.454. Rows of the tables fetched as soon as the
//! pieces are known: 1 % more time. Scores turned into weights 64 at a time, by tables of 128 bytes: no difference. All
//! of an outlook written in place, behind a reference that outlives it: 8 % more instructions without AVX-512 than its
//! hits alone. Before the classes of rating, and with no hits but checks, one file online cost 2.947, 2.920, 2.906
//! after 12 million at rates of 0.05, 0.1, 0.2.

pub(crate) mod choice;
pub(crate) mod outlook;
pub(crate) mod tables;
