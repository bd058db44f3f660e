//! What the players' clocks showed at the end of a game, as its comments write it. Tags may say the
//! same (`WhiteClock`).

use super::duration::behind_mark;
use crate::{
    chess::{Rules, side_index},
    pgn::{
        command::CLOCK,
        game::{self, Game, Item},
    },
};
use memchr::{memchr, memmem};

/// Longer texts are no clock times.
const LONGEST_TIME: usize = 16;

/// What the clocks of White and Black showed last, as the comments on their moves in the main line
/// write it.
pub(crate) fn shown(game: &Game) -> [Option<&[u8]>; 2] {
    let finder = memmem::Finder::new(CLOCK);
    let mut shown = [None; 2];
    // The side that moves next, and the side that has moved last.
    let mut next = game.start().map_or(0, |start| side_index(start.turn()));
    let mut last = None;
    for item in game::main_line_items(&game.items) {
        match (item, last) {
            (Item::Comment(text), Some(side)) => {
                let behind = behind_mark(text, &finder);
                let time = behind.and_then(|behind| Some(&behind[..memchr(b']', behind)?]));
                shown[side] = time.or(shown[side]);
            }
            (item, _) if item.is_move() => {
                last = Some(next);
                next = 1 - next;
            }
            _ => {}
        }
    }
    shown.map(|time| time.filter(|time| time.len() <= LONGEST_TIME))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pgn;

    #[test]
    fn clocks_show_what_the_last_comments_on_each_players_moves_say() {
        let of = |text: &str| {
            let document = pgn::read(text.as_bytes());
            let game = document.games().next().unwrap();
            shown(game).map(|time| time.map(|time| String::from_utf8(time.to_vec()).unwrap()))
        };
        let said = |times: [&str; 2]| times.map(|time| Some(time.to_owned()));
        let open = "1. e4 { [%clk 1:02:59] } 1... e5 {x [%clk 0:03:00.5]} (1... d5 {[%clk 0:00:01]}) 2. Nf3";
        assert_eq!(of(&format!("{open} *\n")), said(["1:02:59", "0:03:00.5"]));
        let later = of(&format!("{open} {{[%clk 1:02:50]}} Nc6 {{mate?}} *\n"));
        assert_eq!(later, said(["1:02:50", "0:03:00.5"]));
        let black =
            "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/8/4K2R b K - 0 1\"]\n\n1... Kd7 {[%clk 0:05]} *\n";
        assert_eq!(of(black), [None, Some("0:05".to_owned())]);
        assert_eq!(
            of("1. e4 {[%clk 0:00:00:00:00:00:00]} e5 {[%clk 1} *\n"),
            [None, None]
        );
    }
}
