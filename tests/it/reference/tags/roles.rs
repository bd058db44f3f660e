//! What follows from what a tag means. Numbers in comments are clauses of
//! `src/codec/model/tags/MODEL.md`.

use super::{
    block::Block,
    cell::Scene,
    clocks,
    column::Role,
    memory::{bytes, hash, key, value},
    outcomes::Played,
    times::Lasted,
};

impl Block {
    /// 9.1, and 10.4 and 10.5 where the game was played.
    pub(crate) fn by_role(&self, scene: &mut Scene, played: Option<&Played>) {
        let this = &self.columns[scene.column];
        match (this.role, played) {
            (Role::White, _) => self.by_white(scene),
            (Role::Black, _) => self.by_black(scene),
            (Role::Result, Some(played)) => self.by_result(scene, played),
            (Role::Termination, Some(played)) => self.by_termination(scene, played),
            (Role::Plies, Some(played)) => self.by_plies(scene, played),
            (Role::Position, Some(played)) => self.by_position(scene, played),
            (Role::RatingDifference, Some(_)) => self.by_difference(scene),
            (role, Some(_)) if role.names_opening() => self.by_opening(scene),
            (role, played) => {
                match (role, played) {
                    (Role::Clock, Some(played)) => self.by_clock(scene, played),
                    (Role::Rating, _) => self.by_rating(scene),
                    (Role::Chapter, _) => self.by_chapter(scene),
                    _ => {}
                }
                let last = self.last[0] as u32;
                let sibling = this.sibling.map_or(0, |sibling| self.hash_of(sibling));
                scene.roles = match this.side {
                    Some(side) => [self.hash_of(1 + side), sibling, last],
                    None => [self.hash_of(1), self.hash_of(2), last],
                };
            }
        }
    }

    fn by_white(&self, scene: &mut Scene) {
        let [white, black] = [1, 2].map(|head: usize| &self.columns[head].last);
        if black.is_some() {
            scene.own(0, black.clone(), 0);
            scene.own(1, self.players.busiest().clone(), 0);
        }
        scene.roles = [self.hash_of(0), hash(white), hash(black)];
    }

    fn by_black(&self, scene: &mut Scene) {
        let recalled = self.memory.recall(key(0x700, self.hash_of(1), 0));
        if let Some((opponent, trust)) = recalled {
            scene.own(0, opponent, trust);
        }
        let white = &self.columns[1].before;
        let busiest = self.players.busiest();
        if self.columns[2].last.is_some() {
            scene.own(1, white.clone(), 0);
            if *busiest != self.current.values[1] {
                scene.own(2, busiest.clone(), 0);
            }
        }
        scene.roles = [self.hash_of(0), self.hash_of(1), hash(white)];
    }

    /// 9.4
    fn by_chapter(&self, scene: &mut Scene) {
        let told = |column| self.told_in(column, self.columns[scene.column].plan.named);
        let study = self.column_of(Role::Study).and_then(told);
        if let (Some(event), Some(study)) = (told(0), study) {
            let begin = [study, b": "].concat();
            let chapter = event.strip_prefix(&begin[..]);
            if let Some(chapter) = chapter.filter(|chapter| !chapter.is_empty()) {
                scene.own(0, value(chapter), 0);
            }
        }
    }

    /// 9.4
    fn by_rating(&self, scene: &mut Scene) {
        let side = self.columns[scene.column].side.unwrap_or(0);
        let Some(event) = self.told_in(0, true).filter(|_| self.columns[0].plan.named) else {
            return;
        };
        let mut parts = event.splitn(2, |&byte| byte == 3 + side as u8);
        let Some(inside) = parts.nth(1).and_then(|part| part.strip_prefix(b" (")) else {
            return;
        };
        let end = inside.iter().position(|byte| !byte.is_ascii_digit());
        if let Some(end @ 1..) = end.filter(|&end| inside[end] == b')') {
            scene.own(0, value(&inside[..end]), 0);
        }
    }

    /// The value of a column in this game, as it is learnt if the names are `marked` (6.3).
    fn told_in(&self, column: usize, marked: bool) -> Option<&[u8]> {
        let said = &self.current.values[column];
        let learnt = &self.columns[column].last;
        let told = if marked { learnt } else { said };
        said.as_ref().map(|_| bytes(told))
    }

    /// 9.3
    pub(crate) fn learn_role(&mut self, column: usize) {
        match self.columns[column].role {
            Role::White => self.players.count(&self.current.values[1].clone()),
            Role::Black => {
                let [white, black] = [1, 2].map(|head: usize| self.current.values[head].clone());
                self.players.count(&black);
                self.memory.learn(key(0x700, hash(&white), 0), &black, None);
                self.memory.learn(key(0x700, hash(&black), 0), &white, None);
            }
            Role::TimeControl => self.work_out_speed(),
            Role::RatingDifference => {
                let number = self.current.numbers[column].unwrap_or(0);
                let key = self.difference_key(column);
                self.memory.learn(key, &None, Some(number));
            }
            Role::Duration => {
                if let Some(number) = self.current.numbers[column] {
                    self.current.lasted = Some(Lasted {
                        thought: number.saturating_mul(1_000),
                        half_moves: 0,
                        left: 0,
                    });
                }
            }
            _ => {}
        }
    }

    /// The key of 9.3 for rating differences.
    pub(crate) fn difference_key(&self, column: usize) -> u64 {
        let player = self.hash_of(self.player_of(column));
        key(0x701, player, self.current.speed)
    }

    /// The head with the player of a column (1.3).
    pub(crate) fn player_of(&self, column: usize) -> usize {
        1 + self.columns[column].side.unwrap_or(0)
    }

    /// The rating class (7.1).
    pub(crate) fn rating_class(&self, column: usize) -> u32 {
        match self.columns[column].role {
            Role::Rating | Role::RatingDifference => self.current.speed,
            _ => 0,
        }
    }

    /// 9.2
    pub(crate) fn work_out_speed(&mut self) {
        let told = self.column_of(Role::TimeControl);
        self.current.speed = told.map_or(0, |column| speed(bytes(&self.current.values[column])));
    }
}

fn speed(control: &[u8]) -> u32 {
    let Some((time, gain)) = clocks::control(control) else {
        return 0;
    };
    match (time + 40 * gain) / 1_000 {
        0 => 0,
        1..30 => 1,
        30..180 => 2,
        180..480 => 3,
        480..1_500 => 4,
        _ => 5,
    }
}
