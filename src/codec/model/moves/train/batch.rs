//! Games that are replayed, and what the network is told about each position on the way.

use super::data::{Entry, Games};
use super::lists::Lists;
use super::subject::Subject;
use crate::chess::{Position, Rules};
use crate::codec::model::moves::{
    board::{
        candidate::Candidates,
        generate::legal_moves,
        view::{Attacks, View},
    },
    context::{GameContext, Speed},
    features::{Situation, facts, inputs, quick_facts, vectors},
    net::arithmetic::Plain,
    networks::Opinion,
};
use crate::coding::random::Random;

/// A game that is replayed, or a place for one.
pub(crate) struct Cursor {
    entry: Option<Entry>,
    next: usize,
    position: Position,
    context: GameContext,
}

impl Cursor {
    pub(crate) fn idle() -> Cursor {
        Cursor {
            entry: None,
            next: 0,
            position: Position::default(),
            context: GameContext::new([0, 0], Speed::Unknown),
        }
    }

    /// Whether the cursor wants a game.
    pub(crate) fn is_idle(&self) -> bool {
        self.entry.is_none()
    }

    /// Starts on a game. With `hide`, ratings and speed are each withheld in one game of eight, at
    /// random, so that the network learns to do without.
    pub(crate) fn start(&mut self, games: &Games, entry: Entry, hide: Option<&mut Random>) {
        let (mut ratings, mut speed) = (entry.ratings, entry.speed);
        if let Some(random) = hide {
            if random.below(8) == 0 {
                ratings = [0, 0];
            }
            if random.below(8) == 0 {
                speed = Speed::Unknown;
            }
        }
        self.position = games.start(&entry);
        self.context = GameContext::new(ratings, speed);
        self.entry = Some(entry);
        self.next = 0;
    }

    /// Plays up to `plies` moves without recording anything; the last move of the game is left.
    pub(crate) fn skip(&mut self, games: &Games, plies: usize, scratch: &mut Scratch) {
        let Some(entry) = self.entry else { return };
        for &index in games
            .moves(&entry)
            .iter()
            .take(plies.min(entry_len(games, &entry) - 1))
        {
            let view = View::new(&self.position);
            legal_moves::<Plain>(&view, &Attacks::new(&view), &mut scratch.candidates);
            let Some(played) = scratch.candidates.get(usize::from(index)) else {
                break;
            };
            let m = played.to_move(&view);
            self.context.advance(&self.position, m);
            self.position.play_unchecked(m);
            self.next += 1;
        }
    }
}

fn entry_len(games: &Games, entry: &Entry) -> usize {
    games.moves(entry).len()
}

/// Buffers that every position uses again.
#[derive(Default)]
pub(crate) struct Scratch {
    candidates: Candidates,
    facts: Vec<facts::Rows>,
    quick_facts: Vec<quick_facts::Rows>,
    vectors: Vec<u16>,
}

/// The samples (positions to learn from) of some cursors in one step, one after another.
#[derive(Default)]
pub(crate) struct Samples {
    /// The rows of the first layer that are on in each sample.
    pub(crate) rows: Lists<u16>,
    /// The vectors of each sample's moves.
    pub(crate) vectors: Lists<u16>,
    /// The rows of the move layer that are on for each move.
    pub(crate) facts: Lists<u16>,
    /// The number of the move played, for each sample.
    pub(crate) played: Vec<u8>,
    /// The probability that the teacher gives to each move; empty where there is no teacher.
    pub(crate) expected: Vec<f32>,
    /// Half-moves seen, including those with one legal move, which are no samples.
    pub(crate) plies: usize,
}

impl Samples {
    pub(crate) fn len(&self) -> usize {
        self.played.len()
    }

    fn clear(&mut self) {
        self.rows.clear();
        self.vectors.clear();
        self.facts.clear();
        self.played.clear();
        self.expected.clear();
        self.plies = 0;
    }

    /// Takes one position from each cursor and plays its move.
    pub(crate) fn gather(
        &mut self,
        games: &Games,
        subject: &Subject,
        cursors: &mut [Cursor],
        scratch: &mut Scratch,
        mut teacher: Option<&mut Opinion<'_>>,
    ) {
        self.clear();
        for cursor in cursors {
            let Some(entry) = cursor.entry else { continue };
            let moves = games.moves(&entry);
            let played = moves[cursor.next];
            self.add(subject, cursor, played, scratch, teacher.as_deref_mut());
            cursor.next += 1;
            if cursor.next == moves.len() {
                cursor.entry = None;
            }
        }
    }

    fn add(
        &mut self,
        subject: &Subject,
        cursor: &mut Cursor,
        played: u8,
        scratch: &mut Scratch,
        teacher: Option<&mut Opinion<'_>>,
    ) {
        let view = View::new(&cursor.position);
        let attacks = Attacks::new(&view);
        legal_moves::<Plain>(&view, &attacks, &mut scratch.candidates);
        self.plies += 1;
        if scratch.candidates.len() > 1 {
            let situation = Situation {
                view: &view,
                attacks: &attacks,
                context: &cursor.context,
                position: &cursor.position,
            };
            self.rows
                .push_with(|rows| inputs::rows::<Plain>(&situation, rows));
            match subject {
                Subject::Quick => self.quick_example(&situation, scratch),
                Subject::Judge { .. } => self.judges_example(&situation, scratch),
            }
            vectors::fill::<Plain>(&scratch.candidates, &mut scratch.vectors);
            self.vectors.push(scratch.vectors.iter().copied());
            self.played.push(played);
            if let Some(teacher) = teacher {
                let shares = teacher.shares(&cursor.position, &cursor.context);
                self.expected.extend(shares);
            }
        }
        if let Some(played) = scratch.candidates.get(usize::from(played)) {
            let m = played.to_move(&view);
            cursor.context.advance(&cursor.position, m);
            cursor.position.play_unchecked(m);
        }
    }

    /// Adds what the quick network is told of each move.
    fn quick_example(&mut self, situation: &Situation<'_>, scratch: &mut Scratch) {
        quick_facts::describe::<Plain>(situation, &scratch.candidates, &mut scratch.quick_facts);
        for rows in &scratch.quick_facts {
            self.add_facts(rows);
        }
    }

    /// Adds what judges are told of each move.
    fn judges_example(&mut self, situation: &Situation<'_>, scratch: &mut Scratch) {
        facts::describe::<Plain>(situation, &scratch.candidates, &mut scratch.facts, || ());
        for rows in &scratch.facts {
            self.add_facts(rows);
        }
    }

    fn add_facts(&mut self, rows: &[u16]) {
        self.facts
            .push(rows.iter().copied().filter(|&row| row != 0));
    }
}
