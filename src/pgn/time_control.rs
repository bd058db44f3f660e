//! The value of a tag `TimeControl` (section 9.6.1 of the standard): `180+2`, `600`,
//! `40/5400+30:1800+30`, `60+0.6`, `1/86400`; `-` and `?` tell no time.

/// The first period of a time control, and what comes after it. Times are in thousandths of a
/// second.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeControl {
    /// The time that a player begins with, below 10^10: what stands behind the first `/`, if any.
    pub base: i64,
    /// The time that a player gains with each move, below 10^10: what stands behind the first `+`.
    pub increment: i64,
    /// The number of moves after which the period is over and another begins, below 10^7: what
    /// stands before the first `/`, 0 where that is no number. `None` where there is no `/`.
    pub moves: Option<u32>,
    /// The time that a player gains with the second period, below 10^10; 0 where none is told.
    pub second: i64,
}

/// Most digits of a number before its point.
const DIGITS: usize = 7;

/// What servers call a game by the time that a player has for [forty
/// moves](TimeControl::seconds_for_forty_moves).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// Less than three minutes.
    Bullet,
    /// Less than eight minutes.
    Blitz,
    /// Less than 25 minutes.
    Rapid,
    /// 25 minutes and more.
    Classical,
}

impl TimeControl {
    /// Reads the value of a tag; `None` where it tells no time.
    pub fn read(tag: &[u8]) -> Option<TimeControl> {
        let seconds = |text: &[u8]| thousandths(text, DIGITS).map(|(time, _)| time);
        let time = |period| seconds(behind(period, b'/').unwrap_or(period));
        let gain = behind(tag, b'+').and_then(|text| seconds(text.trim_ascii_start()));
        let second = behind(tag, b':').and_then(|rest| {
            let period = rest.split(|&byte| byte == b':').next()?;
            time(period)
        });
        Some(TimeControl {
            base: time(tag)?,
            increment: gain.unwrap_or(0),
            moves: behind(tag, b'/').map(|_| digits(tag, DIGITS).0 as u32),
            second: second.unwrap_or(0),
        })
    }

    /// The time that a player has for forty moves, in seconds, rounded down.
    pub fn seconds_for_forty_moves(&self) -> i64 {
        (self.base + 40 * self.increment) / 1000
    }

    /// The class of the game.
    pub fn class(&self) -> Class {
        match self.seconds_for_forty_moves() {
            ..180 => Class::Bullet,
            180..480 => Class::Blitz,
            480..1500 => Class::Rapid,
            _ => Class::Classical,
        }
    }
}

/// What stands behind the first `mark` in `text`.
fn behind(text: &[u8], mark: u8) -> Option<&[u8]> {
    let at = text.iter().position(|&byte| byte == mark)?;
    Some(&text[at + 1..])
}

/// The decimal number at the front of `text`, times a thousand, and what follows it. At most `most`
/// digits are read before the point, and three after it.
pub fn thousandths(text: &[u8], most: usize) -> Option<(i64, &[u8])> {
    let (whole, rest) = digits(text, most);
    let found = (rest.len() < text.len()).then_some(whole * 1000);
    let [b'.', fraction @ ..] = rest else {
        return Some((found?, rest));
    };
    let (parts, rest) = digits(fraction, 3);
    let scale = [1000, 100, 10, 1][fraction.len() - rest.len()];
    Some((found? + parts * scale, rest))
}

/// The number that the digits at the front of `text`, at most `most`, are, and what follows them.
fn digits(text: &[u8], most: usize) -> (i64, &[u8]) {
    let (mut number, mut rest) = (0, text);
    while let [digit @ b'0'..=b'9', behind @ ..] = rest
        && text.len() - rest.len() < most
    {
        number = number * 10 + i64::from(digit - b'0');
        rest = behind;
    }
    (number, rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_periods_are_read() {
        let most = 9_999_999_000;
        for (tag, base, increment, moves, second) in [
            ("180+2", 180_000, 2_000, None, 0),
            ("600", 600_000, 0, None, 0),
            ("60+0.6", 60_000, 600, None, 0),
            ("0.25+0.0125", 250, 12, None, 0),
            ("40/5400+30:1800+30", 5_400_000, 30_000, Some(40), 1_800_000),
            (
                "40/7200:20/3600:900+30",
                7_200_000,
                30_000,
                Some(40),
                3_600_000,
            ),
            ("1/86400", 86_400_000, 0, Some(1), 0),
            ("G/60:x", 60_000, 0, Some(0), 0),
            ("180+", 180_000, 0, None, 0),
            ("90 min + 30 sec", 90_000, 30_000, None, 0),
            (
                "99999999999999999999+99999999999999999",
                most,
                most,
                None,
                0,
            ),
        ] {
            let read = TimeControl {
                base,
                increment,
                moves,
                second,
            };
            assert_eq!(TimeControl::read(tag.as_bytes()), Some(read), "{tag}");
        }
    }

    #[test]
    fn what_tells_no_time_is_none() {
        for tag in ["", "-", "?", "*", "+2", "40/", "/", ".5"] {
            assert_eq!(TimeControl::read(tag.as_bytes()), None, "{tag}");
        }
    }

    #[test]
    fn fast_games_are_told_from_slow_ones_by_forty_moves() {
        for (tag, seconds, class) in [
            ("120+1", 160, Class::Bullet),
            ("180+2", 260, Class::Blitz),
            ("479.999", 479, Class::Blitz),
            ("300+5", 500, Class::Rapid),
            ("40/5400+30", 6600, Class::Classical),
        ] {
            let control = TimeControl::read(tag.as_bytes()).unwrap();
            assert_eq!(control.seconds_for_forty_moves(), seconds, "{tag}");
            assert_eq!(control.class(), class, "{tag}");
        }
    }
}
