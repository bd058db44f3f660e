//! The moves of games: what people play, in few bits.
//!
//! Each legal move of a position gets a score from a small network, scores become probabilities, and those are corrected by what
//! the block has shown so far; at level 1, scores are sums of numbers out of tables. All of it is whole numbers: every machine gets the same bits. MODEL.md beside this file says what a decoder must reproduce.
//!
//! * [`predictor`]: one block's predictor, the way in for the rest of the codec;
//! * [`reflex`]: level 1's; [`networks`]: all others';
//! * [`context`]: what is known of a game besides the position;
//! * [`board`]: the position seen by the player to move, attack maps, legal moves in the model's order;
//! * [`features`]: what the network is told;
//! * [`net`]: the network in whole numbers;
//! * [`sight`]: what there is to see in one position, and what the networks say of it;
//! * [`model`]: the networks that a predictor may use;
//! * [`memory`] and [`ranking`]: what was played before from the same position, by anybody and by the same player, and probabilities that learn from how they turn out; [`logarithm`]: theirs; [`familiar`]: positions that networks are not asked about any more;
//! * [`deliberation`] and [`habits`]: for the slowest, more thorough decisions, and how much oftener than expected a move was played by the same player or with the same pieces;
//! * [`tuning`]: for the slow levels, the network's last layer follows the block;
//! * [`ahead`]: for the slowest, what a likely move leads to;
//! * [`train`]: from games to a model; [`measure`]: what games cost under one.
//!
//! Knows nothing of PGN text, of streams, or of annotations: whoever walks along a game asks for one move at a time.
//!
//! # NOTES
//!
//! Bits a half-move on games kept aside from the training data (online, over the board, engines), without memory and ranking:
//!
//! * Leaving moves with a gradient under 1/2000 out of the backward pass cost 0.06 to 0.08: unlikely moves are many and were never pushed
//!   down. Dropping them by chance, with the rest made larger to match, costs nothing.
//! * Adam's corrections for the beginning by row rather than by step: no difference after four million half-moves.
//! * Half the learning rate (0.001) after four million half-moves: +0.05.
//! * What the hidden layer sends to the linear unit of the move layer is the same for all moves and so without effect, but its
//!   weights grew without bound from rounding errors until 16 bits did not hold them: it is left out.
//! * 64 hidden units instead of 512, after 25 and 34 million half-moves: 2.535 against 2.385 (online).
//! * 512 hidden units after 4, 34 and 90 million half-moves: 2.624, 2.385, 2.342 (online); 2.735, 2.468, 2.402 (over the board);
//!   3.174, 3.009, 2.952 (engines); after 200 million, each game two to four times over, 2.307, 2.363, 2.934.
//! * 384 units after 200 million: 2.322, 2.382, 2.933. Both together cost 0.03 to 0.04 less than the first alone.
//!   Scores of both sharpened by 3, 6 or 9 %: no difference. Games learnt from now cost 0.1 less than others of the same month: other games would
//!   help more than further passes.
//! * All this was told in single facts, exchanges played out; in combined ones (see [`facts`](features::facts)), as it is now, after 160 million: 512 units 2.310, 2.361, 2.930; 384 units 2.321, 2.378, 2.934.
//! * Half of the games seen with the files mirrored from where nobody may castle, as if there were twice as many games, and lines of play in comments learnt from, too: of a
//!   sixth of the games 2.434, 2.499, 3.069 instead of 2.443, 2.506, 3.155; of all of them, 512 units after 200 million, 2.317, 2.375, 2.903 instead of 2.307, 2.363, 2.934. Lines of play themselves: 0.5 % fewer bytes.
//!   A judge trained so may be asked about the mirror image, too, and the mean of both answers costs 0.017 to 0.024 less in 1.6 times the time; two such judges asked twice cost as much as the two that are shipped asked once
//!   (online and over the board; engines 0.7 to 1.3 % less).
//! * With an eighth of the hidden units left out by chance (dropout) besides, of a sixth of the games: no difference after 25 million. Twice as many units in the move layer: 0.008 less after 8 million.
//! * The quick network (64 units), learning from what was played: after 30 million 2.615, 2.726, 3.201, after 60 million 2.584, 2.707, 3.184. After 60 million of what the judges expect, as it
//!   is now: 2.541, 2.643, 3.131. Half of these games played on by the judges: 2.538, 2.642, 3.133. 128 units: 2.481, 2.573, 3.090, but the model would be larger than a file may be.
//!   With the linear unit of the move layer alone, the move played was among its eight likeliest in 75 % of positions, with all 32 units in 89 %.
//! * Judges that learn from judges: 384 units, after 8 million, 2.431, 2.508, 3.014 instead of 2.514, 2.602, 3.072 (2.443, 2.522, 3.022 where what is expected counts three times as much as what was
//!   played), but 2.335, 2.401, 2.938 after 33 million and 2.312, 2.374, 2.910 after 120 million: little better than from what was played, and together with a judge that learnt so 0.01 to 0.02 worse
//!   than two of those. With 256, 192 and 128 units after 6 million: 2.489, 2.577, 3.054; 2.504, 2.593, 3.063; 2.527, 2.623, 3.084. A teacher that looks ahead: no difference after 2 million.
//!   Of a fiftieth of the games, nine times over, half of them played on by the teacher: 2.449, 2.009, 2.887 instead of 2.454, 2.034, 2.911 (online, annotated, engines).
//! * The tables of level 1, learnt from judges: 2.928, 3.092, 3.464 instead of 2.945, 3.107, 3.485 after 6 million; 60 million of what was played lead further.
//! * Weights that begin with chance in the rows of the move layer, up to 0.1, instead of nothing: 0.002, 0.004 and 0.024 more after 8 million (128 units), and files larger by 0.2 MB;
//!   inputs and vectors up to 0.12 and 0.06 instead of 0.05 and 0.02: 0.006 and 0.008 more; vectors of nothing: 0.003 and 0.004 more.
//! * A judge that corrects the quick scores of at most 12 moves, learnt as such (512 units, 106 million half-moves): 2.416, 2.468, 3.094, against
//!   2.342, 2.402, 2.952 of one that learns to score all moves. That one's scores for the 12 or 16 moves that the quick network likes cost 0.047 or
//!   0.025 more than for all (289,712 half-moves online), and scoring 16 takes as long as scoring all without asking the quick network.
//!   Its scores for the moves alone to which reflexes give 1/200 or more: 0.8 % more bytes for a dump, 1.5 % for games over the board, and no less time.
//! * Loops of the trainer compiled for the processor at hand: 73,000 half-moves a second and core in place of 26,000.

pub(crate) mod ahead;
pub(crate) mod board;
pub mod context;
pub(crate) mod deliberation;
pub(crate) mod familiar;
pub(crate) mod features;
pub(crate) mod habits;
pub(crate) mod logarithm;
pub mod measure;
pub(crate) mod memory;
pub mod model;
pub mod net;
pub(crate) mod networks;
pub mod predictor;
pub(crate) mod ranking;
pub(crate) mod reflex;
pub(crate) mod sight;
pub mod train;
pub(crate) mod tuning;

#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;
