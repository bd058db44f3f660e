//! Writes what the grid is fitted to: positions of games, and what the judges say of their moves.

use super::first;
use crate::chess::{Position, Rules};
use crate::codec::model::{
    learnt::Learnt,
    moves::{
        board::{
            generate::legal_moves,
            view::{Attacks, View},
        },
        broad,
        context::GameContext,
        features::{Situation, inputs},
        inference::Inference,
        model::Effort,
        net::{
            arithmetic::{Arithmetic, Task, on_this_machine},
            weights::Judge,
        },
        testing::sources,
        train::data::Games,
    },
};
use crate::pgn::document;
use std::{
    env,
    fs::{self, File},
    io::{BufWriter, Write},
    path::Path,
    thread,
};

/// Positions with more moves are left out.
const MOST_MOVES: usize = 64;
/// The bytes of an example that are about the position: what stands on each square; the sets of
/// [`first::marks`]; target and origin of the last moves, 64 where there is none; what the last one
/// captured; the [`inputs::classes`]; how many moves there are; the number of the move played.
const FACTS: usize = 112;
/// Behind these: origin and target of each move, then the scores of all, less the best, in 1/256
/// nat, as 16-bit numbers.
const LENGTH: usize = FACTS + 4 * MOST_MOVES;

/// What a move less likely than this counts as, in 1/256 nat.
const LEAST: i32 = -30_000;

/// Fills in an example; `None` if the position has too few moves to choose from, or too many.
struct Describe<'a> {
    judge: &'a Judge,
    inference: &'a mut Inference,
    position: &'a Position,
    context: &'a GameContext,
    played: usize,
}

impl Task for Describe<'_> {
    type Output = Option<[u8; LENGTH]>;

    #[inline(always)]
    fn run<A: Arithmetic>(self) -> Self::Output {
        let view = View::with::<A>(self.position);
        let mut attacks = Attacks::NONE;
        attacks.gather(&view);
        let Inference { candidates, .. } = self.inference;
        legal_moves::<A>(&view, &attacks, candidates);
        if !(2..=MOST_MOVES).contains(&candidates.len()) {
            return None;
        }
        let situation = Situation {
            view: &view,
            attacks: &attacks,
            context: self.context,
            position: self.position,
        };
        self.inference.begin::<A>(&situation);
        self.inference
            .ask_judge::<A>(self.judge, Some(broad::judge()), &situation);
        Some(describe(&situation, self.inference, self.played))
    }
}

fn describe(situation: &Situation<'_>, inference: &Inference, played: usize) -> [u8; LENGTH] {
    let &Situation { view, context, .. } = situation;
    let Inference {
        candidates, scores, ..
    } = inference;
    let past = context.past.map(|past| {
        past.map_or([64; 2], |past| {
            let past = past.turned(view);
            [past.to, past.from]
        })
    });
    let captured = context.past[0].map_or(6, |past| past.captured);
    let mut facts = view.board.to_vec();
    facts.extend(first::marks(view).iter().flat_map(|set| set.to_le_bytes()));
    facts.extend(past.as_flattened());
    facts.push(captured);
    facts.extend(inputs::classes(situation).map(|class| class as u8));
    facts.extend([candidates.len() as u8, played as u8]);
    let mut example = [0; LENGTH];
    let (first, rest) = example.split_at_mut(FACTS);
    first.copy_from_slice(&facts);
    let (ways, nats) = rest.split_at_mut(2 * MOST_MOVES);
    let best = scores.iter().copied().max().unwrap_or(0);
    let moves = candidates.iter().zip(scores);
    let out = ways.as_chunks_mut::<2>().0.iter_mut();
    for ((c, score), (way, nats)) in moves.zip(out.zip(nats.as_chunks_mut::<2>().0)) {
        *way = [c.from() as u8, c.to() as u8];
        *nats = (((score - best) / 16).max(LEAST) as i16).to_le_bytes();
    }
    example
}

/// Writes the examples of every `every`th game of a file that begins from the usual position:
/// those of games that training keeps aside (one in fifty) into `NAME.aside`.
fn write(source: &Path, every: usize, name: &Path) {
    let judge = Learnt::standard().moves().judge(Effort::Utmost).unwrap();
    let mut inference = Inference::default();
    let open = |path: &Path| BufWriter::new(File::create(path).unwrap());
    let mut learnt = open(name);
    let mut aside = open(&name.with_added_extension("aside"));
    let text = fs::read(source).unwrap();
    for game in document::read(&text).games().step_by(every) {
        let mut games = Games::default();
        games.push_game(0, game);
        let Some(entry) = games.entries.first() else {
            continue;
        };
        let mut position = games.start(entry);
        if position != Position::default() {
            continue;
        }
        let out = if games.held_out(entry) {
            &mut aside
        } else {
            &mut learnt
        };
        let mut context = GameContext::of_tags(&game.tags);
        for &number in games.moves(entry) {
            let played = usize::from(number);
            let example = on_this_machine(Describe {
                judge,
                inference: &mut inference,
                position: &position,
                context: &context,
                played,
            });
            if let Some(example) = example {
                out.write_all(&example).unwrap();
            }
            let candidate = inference.candidates.get(played).unwrap();
            let m = candidate.to_move(&View::new(&position));
            context.advance(&position, m);
            position.play_unchecked(m);
        }
    }
}

#[test]
#[ignore = "writes examples: set PGNPACK_GAMES to files (`a.pgn%3`: a third of its games), PGNPACK_EXAMPLES to a folder"]
fn examples_are_written() {
    let folder = env::var("PGNPACK_EXAMPLES").unwrap();
    thread::scope(|scope| {
        for (path, every) in sources("PGNPACK_GAMES") {
            let name = Path::new(&folder).join(path.file_name().unwrap());
            let name = name.with_extension("examples");
            scope.spawn(move || write(&path, every, &name));
        }
    });
}
