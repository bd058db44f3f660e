//! Tells where in a comment commands (`[%emt 0:00:06]`) stand, as far as programs that fold lines
//! within commands go by it.

use super::lines::without_returns;
use memchr::{memchr, memmem};

/// A place in a comment, as commands divide it. Comments are gone through byte by byte.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Place {
    /// In no command.
    #[default]
    Outside,
    /// After a `[`, which begins a command if a `%` follows.
    Bracket,
    /// In a command's name.
    Name,
    /// After the space that ends the name.
    Values,
}

impl Place {
    /// The place after `byte`, which stands here.
    pub(super) fn behind(self, byte: u8) -> Place {
        match (self, byte) {
            (_, b']') => Place::Outside,
            (Place::Outside | Place::Bracket, b'[') => Place::Bracket,
            (Place::Bracket, b'%') => Place::Name,
            (Place::Bracket, _) => Place::Outside,
            (Place::Name, b' ') => Place::Values,
            _ => self,
        }
    }

    /// The place after `bytes`, which stand here.
    pub(super) fn behind_all(self, bytes: &[u8]) -> Place {
        bytes.iter().fold(self, |place, &byte| place.behind(byte))
    }

    /// Whether a line may end after `byte`, a comma or a colon, which stands here.
    pub(super) fn is_cut_behind(self, byte: u8) -> bool {
        matches!(self, Place::Name | Place::Values) && matches!(byte, b',' | b':')
    }
}

/// What a command begins with.
pub(crate) const BEGIN: &[u8] = b"[%";
/// What the command begins with that tells the time left on a player's clock.
pub(crate) const CLOCK: &[u8] = b"[%clk ";
/// Longest command that is looked at.
const LONGEST: usize = 1 << 12;

/// How many line ends stand within commands of a game's text where whoever
/// [cuts](Place::is_cut_behind) them puts one.
pub(super) fn cuts_in(text: &[u8]) -> usize {
    let (mut cuts, mut rest) = (0, text);
    while let Some(start) = memmem::find(rest, BEGIN) {
        rest = &rest[start..];
        let len = memchr(b']', &rest[..rest.len().min(LONGEST)]);
        cuts += len.map_or(0, |len| cuts_of(&rest[..len]));
        rest = &rest[len.unwrap_or(BEGIN.len())..];
    }
    cuts
}

/// The same, within one command.
fn cuts_of(command: &[u8]) -> usize {
    let mut lines = command.split(|&byte| byte == b'\n');
    lines.next_back();
    lines
        .map(without_returns)
        .filter(|line| line.ends_with(b",") || line.ends_with(b":"))
        .count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn line_ends_behind_commas_and_colons_of_commands_are_counted() {
        for (text, cuts) in [
            ("{[%evp 0,2,17,\n19,\r\n20] one,\ntwo}", 2),
            ("{[%clk 0:\n09:57]}", 1),
            ("{[%emt\n0:00:06] a:\nb} [%x 1,\n", 0),
            ("{[%evp 1, \n2]}", 0),
            ("{[%x [%y 1,\n2] [%z 3,\n4]}", 2),
        ] {
            assert_eq!(cuts_in(text.as_bytes()), cuts, "{text}");
        }
    }
}
