//! Evaluations: codes how far each is from the best guess at it. That depends on what was played,
//! how long it took, and how wrong the last guesses were.
//!
//! The difference is taken from the mover's point of view, as moves lose more often than they win.
//! A [`gauge`](super::gauge) codes it, whose network is told the facts of an [`appraisal`].
//! Differences too large for that are coded by [`guess`](super::guess). Where all evaluations of a
//! column have been multiples of a power of ten, all of this is done in such units (`grain`).
//!
//! None of this is done for what was said of the same position before ([`echo`](super::echo)).

use super::{
    appraisal::{self, Appraisal},
    bucket::fine_log,
    echo::Echoes,
    gauge::{Design, Gauge},
    grain::{Grain, MOST_ZEROS},
    guess::{GUESSES, Guess, Guesser, Setting},
    known::size_class,
};
use crate::{
    codec::model::{
        comments::{
            moment::{Moment, toward},
            plan::Plan,
            verdict::GLYPHS,
        },
        learnt::Prior,
    },
    coding::{mix::hash32, range::Coder},
};

/// How many contexts start trained.
pub(crate) const TRAINED: usize = 4;
/// How many evaluations show their grain. While nothing can be done on the board, an engine may say
/// the same round number dozens of times.
const ENOUGH_EVALS: u8 = 64;
/// Bits of a column's name, folded, that index the last differences.
const COLUMN_BITS: u32 = 6;

/// A context for an evaluation to come; all but [`Player`](View::Player) include its column. The
/// numbers are part of the format.
#[derive(Clone, Copy, Debug)]
pub(crate) enum View {
    /// The usual error of the best guess.
    Error = 0,
    /// The best guess itself, and the side.
    Guess = 1,
    /// How far off the last guesses were, for this side and for the other.
    Last = 2,
    /// How far the second guess lies from the best, and how surprising the move was.
    Second = 3,
    /// How long the move took, and how surprising it was.
    Thought = 4,
    /// How far the other two guesses lie from the best, and its usual error.
    All = 5,
    /// The kind of move, how surprising it was, and how the mover stands.
    Move = 6,
    /// The player, and how surprising the move was.
    Player = 7,
    /// How far the game is, and the usual error of the best guess.
    Stage = 8,
    /// How far off the opponent's last guess was, how the mover stands, and how surprising the move
    /// was.
    Swing = 9,
    /// The last number that it may depend on, of this comment or of earlier ones on the move, and the
    /// side.
    Beside = 10,
    /// The annotation glyph, how the mover stands, and the usual error of the best guess.
    Glyph = 11,
}

/// What is known before an evaluation is coded.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Prospect<'a> {
    /// A hash of the words beside it, and its decimals.
    pub(crate) column: u32,
    pub(crate) guesses: &'a [Option<Guess>; GUESSES],
    pub(crate) moment: &'a Moment,
    /// How long the move took, in thousandths of a second; 0 if that is not told.
    pub(crate) thought: i64,
    /// The last number before it that its stream may depend on; 0 if there is none.
    pub(crate) beside: i64,
    /// Whether it stands among other numbers.
    pub(crate) among: bool,
}

impl Prospect<'_> {
    /// The class of the best guess's usual error.
    pub(super) fn error_class(&self) -> u32 {
        let scale = self.guesses[0].map_or(Guess::SCALE_MIN, |guess| guess.scale());
        fine_log(scale)
    }
}

/// Codes evaluations.
#[derive(Debug)]
pub(crate) struct Evals<'m> {
    pub(crate) gauge: Gauge<'m, { appraisal::FACTS }>,
    views: [&'static [View]; 2],
    /// By column and side: the last two differences from the best guess, from the mover's point of
    /// view, in units of the grain at that time; those of echoes in units of the last decimal.
    last: Vec<[[i64; 2]; 2]>,
    /// By column.
    grains: Vec<Grain>,
    /// What was said of positions that may come again.
    echoes: Echoes,
}

impl<'m> Evals<'m> {
    pub(crate) fn new(plan: &'static Plan, prior: &'m Prior) -> Evals<'m> {
        let design = Design {
            signed: true,
            trained: plan.eval_trained,
            views: plan.eval_views[0].len(),
        };
        Evals {
            gauge: Gauge::new(design, plan, prior),
            views: plan.eval_views,
            last: vec![[[0; 2]; 2]; 1 << COLUMN_BITS],
            grains: vec![Grain::new(MOST_ZEROS, ENOUGH_EVALS); 1 << COLUMN_BITS],
            echoes: Echoes::default(),
        }
    }

    /// A new game begins.
    pub(crate) fn begin(&mut self) {
        self.last.fill([[0; 2]; 2]);
    }

    /// Codes an evaluation, in units of its last decimal.
    pub(crate) fn code<C: Coder>(
        &mut self,
        coder: &mut C,
        guesser: &mut Guesser,
        value: i64,
        prospect: &Prospect,
    ) -> i64 {
        let place = (prospect.column ^ prospect.column >> 16) as usize & ((1 << COLUMN_BITS) - 1);
        let (key, column) = (prospect.moment.key, prospect.column);
        let best = prospect.guesses[0];
        let echo = self.echoes.code(coder, value, key, column, best);
        let value = match echo {
            Some(value) => self.note(value, prospect, place),
            None => self.code_afresh(coder, guesser, value, prospect, place),
        };
        self.echoes.learn(value, key, column);
        self.grains[place].learn(value);
        value
    }

    /// Codes an evaluation that is not what was said of the position before.
    fn code_afresh<C: Coder>(
        &mut self,
        coder: &mut C,
        guesser: &mut Guesser,
        value: i64,
        prospect: &Prospect,
        place: usize,
    ) -> i64 {
        match self.grains[place].code(coder, value) {
            1 => self.code_units(coder, guesser, value, prospect, place),
            unit => {
                let in_units = |guess: Option<Guess>| guess.map(|guess| guess.in_units(unit));
                // The same evaluations in another unit are another column.
                let prospect = Prospect {
                    column: !prospect.column,
                    guesses: &prospect.guesses.map(in_units),
                    ..*prospect
                };
                let units = self.code_units(coder, guesser, value / unit, &prospect, place);
                units.saturating_mul(unit)
            }
        }
    }

    /// Codes an evaluation, of the column at `place`, in whatever units its guesses have.
    fn code_units<C: Coder>(
        &mut self,
        coder: &mut C,
        guesser: &mut Guesser,
        value: i64,
        prospect: &Prospect,
        place: usize,
    ) -> i64 {
        let side = prospect.moment.side;
        let best = prospect.guesses[0].map_or(0, |guess| guess.value);
        let error = self.look(prospect, best, self.last[place]);
        let difference = toward(value.saturating_sub(best), side);
        let known = Appraisal {
            prospect,
            last: self.last[place],
        };
        let gauge = &mut self.gauge;
        let value = match gauge.code(coder, difference, error, || known.facts()) {
            Some(difference) => best.saturating_add(toward(difference, side)),
            None => {
                let setting = Setting {
                    hint: u32::from(prospect.moment.facts.surprise),
                    player: prospect.moment.player,
                    ..Setting::default()
                };
                guesser.code(coder, value, prospect.column, *prospect.guesses, &setting)
            }
        };
        self.note(value, prospect, place)
    }

    /// Notes how far `value` is from the best guess at it, and returns it.
    fn note(&mut self, value: i64, prospect: &Prospect, place: usize) -> i64 {
        let side = prospect.moment.side;
        let best = prospect.guesses[0].map_or(0, |guess| guess.value);
        let last = &mut self.last[place][side];
        *last = [toward(value.saturating_sub(best), side), last[0]];
        value
    }

    /// Sets the contexts for an evaluation. Returns the class of the best guess's usual error.
    fn look(&mut self, prospect: &Prospect, best: i64, last: [[i64; 2]; 2]) -> u32 {
        let side = prospect.moment.side;
        let away = |index: usize| match prospect.guesses[index] {
            Some(guess) => size_class(toward(guess.value.saturating_sub(best), side)),
            None => 0,
        };
        let scene = Scene {
            prospect,
            best,
            latest: [last[side][0], last[1 - side][0]],
            stands: size_class(toward(best, side)),
            away: [away(1), away(2)],
            error: prospect.error_class(),
        };
        // Evaluations that stand alone and those among other numbers are two kinds.
        let views = self.views[usize::from(prospect.among)];
        let others = views.iter().map(|&view| scene.see(view));
        self.gauge.look(prospect.among, scene.trained(), others);
        scene.error
    }
}

/// What contexts for an evaluation are made from; all numbers but the best guess and the other
/// side's difference from the mover's point of view.
struct Scene<'a> {
    prospect: &'a Prospect<'a>,
    best: i64,
    /// The last difference of this side and of the other, each from its own mover's point of view.
    latest: [i64; 2],
    /// The class of the best guess: how the mover stands.
    stands: u32,
    /// Classes of how far the other two guesses lie from the best.
    away: [u32; 2],
    /// The class of the best guess's usual error.
    error: u32,
}

impl Scene<'_> {
    /// The contexts that start trained: numbers below 2^9.
    fn trained(&self) -> [usize; TRAINED] {
        let facts = &self.prospect.moment.facts;
        let error = self.error.saturating_sub(8).div_ceil(2).min(15);
        let surprise = u32::from(facts.surprise);
        let given = self.prospect.moment.glyph;
        let grade = GLYPHS.iter().position(|&glyph| u32::from(glyph) == given);
        let glyph = match (grade, given) {
            (Some(grade), _) => grade as u32,
            (None, 1 | 3 | 5) => 4, // `!`, `!!`, `!?`
            (None, _) => 5,
        };
        [
            glyph << 6 | (surprise / 2) << 3 | (error / 2),
            (self.stands / 4).min(15) << 5 | (size_class(self.latest[1]) / 2).min(31),
            (self.away[0] / 2).min(31) << 4 | (self.away[1] / 4).min(15),
            glyph << 6 | (self.stands / 4).min(15) << 2 | (surprise / 4),
        ]
        .map(|value| value as usize)
    }

    fn see(&self, view: View) -> u32 {
        let (moment, column) = (self.prospect.moment, self.prospect.column);
        let facts = &moment.facts;
        let surprise = u32::from(facts.surprise);
        let own = size_class(self.latest[0]);
        let other = size_class(self.latest[1]);
        let side = moment.side as u32;
        let thought = fine_log(self.prospect.thought.unsigned_abs() / 1000);
        let kind = u32::from(facts.role) << 3
            | u32::from(facts.capture) << 2
            | u32::from(facts.recapture) << 1
            | u32::from(facts.check);
        // The view's number alone tells the views apart; that some have a constant of their own
        // besides makes no difference to them, but is part of the format.
        let [a, b, c] = match view {
            View::Error => [column, self.error, 1],
            View::Guess => [column ^ side, self.best as u32, 2],
            View::Last => [column, own << 8 | other, 3],
            View::Second => [column, self.away[0], surprise],
            View::Thought => [column ^ surprise, thought, 5],
            View::All => [column ^ self.away[0], self.away[1], self.error / 2],
            View::Move => [column ^ kind, surprise, self.stands / 4],
            View::Player => [moment.player, surprise / 2, 8],
            View::Stage => [column, moment.ply / 4, self.error / 2],
            View::Swing => [column ^ self.stands, other / 2, surprise / 4],
            View::Beside => [column ^ side, self.prospect.beside as u32, 11],
            View::Glyph => [column ^ moment.glyph, self.stands / 2, self.error / 2],
        };
        hash32(a, b, c ^ (view as u32) << 16)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        codec::model::{comments::numbers::guess::ERROR_BITS, learnt::Learnt},
        coding::{
            random::Random,
            range::{Decoder, Encoder},
        },
    };
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn evaluations_come_back(unit in prop::sample::select(vec![1i64, 10, 1000]), numbers in prop::collection::vec((-(1i64 << 40) + 1..1 << 40, 0u32..50, any::<i64>(), 0u64..1 << 60, 0usize..2), 0..60)) {
            let plan = &Plan::STANDARD;
            let (mut encoder, mut guesser, mut evals) = (Encoder::new(), Guesser::new(plan), Evals::new(plan, &Learnt::standard().priors().evals));
            let prospects: Vec<_> = numbers.iter().map(|&(_, shift, guess, error, side)| {
                (Moment { side, ..Moment::default() }, [Some(Guess { value: guess >> shift, error: error >> shift }), None, None])
            }).collect();
            let prospect = |(moment, guesses)| Prospect { column: 5, guesses, moment, thought: 0, beside: 0, among: false };
            for (number, (moment, guesses)) in numbers.iter().zip(&prospects) {
                evals.code(&mut encoder, &mut guesser, unit * (number.0 >> number.1), &prospect((moment, guesses)));
            }
            let bytes = encoder.finish();
            let (mut decoder, mut guesser, mut evals) = (Decoder::new(&bytes), Guesser::new(plan), Evals::new(plan, &Learnt::standard().priors().evals));
            for (number, (moment, guesses)) in numbers.iter().zip(&prospects) {
                let value = evals.code(&mut decoder, &mut guesser, 0, &prospect((moment, guesses)));
                prop_assert_eq!(value, unit * (number.0 >> number.1));
            }
        }
    }

    /// Evaluations in tenths take as much with two decimals as with one, once that is known.
    #[test]
    fn zeros_that_all_evaluations_end_with_cost_next_to_nothing() {
        let plan = &Plan::STANDARD;
        let moment = Moment::default();
        let bytes = |zeros: i64| {
            let mut evals = Evals::new(plan, &Learnt::standard().priors().evals);
            let (mut encoder, mut guesser) = (Encoder::new(), Guesser::new(plan));
            let (mut best, mut random) = (None, Random::new(1));
            for _ in 0..1_000 {
                let value = (random.next() % 37) as i64 * zeros;
                let guesses = [best, None, None];
                let prospect = Prospect {
                    column: 5,
                    guesses: &guesses,
                    moment: &moment,
                    thought: 0,
                    beside: 0,
                    among: false,
                };
                evals.code(&mut encoder, &mut guesser, value, &prospect);
                let error = (10 * zeros.unsigned_abs()) << ERROR_BITS;
                best = Some(Guess { value, error });
            }
            encoder.finish().len()
        };
        let [tenths, hundredths, thousandths] = [1, 10, 100].map(bytes);
        assert!(hundredths < tenths + 50, "{hundredths} {tenths}");
        assert!(thousandths < tenths + 100, "{thousandths} {tenths}");
    }
}
