//! The numbers in comments, in the streams of clocks, evaluations and other numbers.
//!
//! There are three coders. A clock goes to [`clock`], which codes the time that the player thought;
//! [`control`] and [`allowance`] say what clocks begin with and gain. An evaluation goes to
//! [`evals`], which codes how far it is from a guess, unless what was said of the position before is
//! said again ([`echo`]). Any other number goes to [`figures`], which codes it by bisection towards
//! guesses ([`guess`]), or by the division that it results from ([`speed`]); [`forms`] codes how it
//! is written.
//!
//! The guesses at evaluations, other numbers and steady times come from [`mod@column`], which uses
//! [`countdown`] for clocks and [`rate`] for hit rates. [`ponder`] counts hits where comments name
//! the moves expected, and [`grain`] notes what all numbers of a column are multiples of.
//!
//! Clocks and evaluations share a [`gauge`], which codes the size of a number as a [`bucket`]. The
//! gauge may also ask a network, through [`oracle`]; its inputs are the facts that [`thinking`]
//! lists for clocks and [`appraisal`] for evaluations, with those about the [`course`] of the game
//! in common.
//!
//! What is known when a number is coded is handed on in these types, from the widest to the
//! narrowest:
//!
//! | name | what it holds | made by | used by |
//! |---|---|---|---|
//! | [`known::Known`] | the numbers so far in this comment, and in earlier comments on the same move | `fields` | `fields`, [`figures`] |
//! | [`known::Blank`] | that, the moment, and the column and decimals of one number | `fields` | `fields`, [`figures`] |
//! | [`guess::Setting`] | the numbers beside and before one number | [`figures`], [`evals`], [`clock`] | [`guess`] |
//! | [`evals::Prospect`] | the guesses at an evaluation, and how long the move took | `fields` | [`evals`] |
//! | [`thinking::Thought`], [`appraisal::Appraisal`] | the facts that a network is told about a clock or an evaluation | [`clock`], [`evals`] | [`oracle`] |

mod allowance;
mod appraisal;
mod bucket;
pub(super) mod clock;
pub(super) mod column;
pub(super) mod control;
mod countdown;
mod course;
mod echo;
pub(super) mod evals;
pub(super) mod figures;
pub(super) mod forms;
mod gauge;
mod grain;
pub(super) mod guess;
pub(super) mod known;
mod oracle;
pub(super) mod ponder;
mod rate;
mod speed;
mod thinking;
