//! Lists of positions, one a line (EPD and FEN files), parsed without losing a byte.
//!
//! A line is a position if its first four fields are exactly as [`State::epd`] spells them; the
//! rest of the line is kept with it. Every other line is text. Joining the entries again therefore
//! gives back the same bytes, whatever they were.

use super::State;

/// One line of a list, with the bytes that end it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Entry<'t> {
    /// A position, and the rest of the line after its fourth field, with the end of the line
    /// (` 0 1\n`, ` bm Nf3;\r\n`, `\n`).
    Position(Box<State>, &'t [u8]),
    /// Any other line.
    Text(&'t [u8]),
}

/// Number of fields of a position in an EPD.
const FIELDS: usize = 4;

/// Parses a list; `None` if `text` is none. A list is a text of which at least one line, and nine
/// of ten of those that are not blank, are positions. (Any text is asked, and most are none: a tenth
/// of their lines says so.)
pub fn parse(text: &[u8]) -> Option<Vec<Entry<'_>>> {
    let told = || lines(text).filter(|line| !is_blank(line));
    let count = told().count();
    let (mut others, mut found) = (0, Vec::new());
    for entry in told().map(entry) {
        others += usize::from(matches!(entry, Entry::Text(_)));
        if 10 * others > count {
            return None;
        }
        found.push(entry);
    }
    if others == count {
        return None;
    }
    // Blank lines come between once it is a list: a text may be nothing but these.
    let mut found = found.into_iter();
    let entries = lines(text).map(|line| match is_blank(line) {
        true => Some(Entry::Text(line)),
        false => found.next(),
    });
    entries.collect()
}

fn lines(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    text.split_inclusive(|&byte| byte == b'\n')
}

fn is_blank(line: &[u8]) -> bool {
    line.trim_ascii().is_empty()
}

fn entry(line: &[u8]) -> Entry<'_> {
    position(line).unwrap_or(Entry::Text(line))
}

fn position(line: &[u8]) -> Option<Entry<'_>> {
    let end = fields_end(line);
    let fields = std::str::from_utf8(&line[..end]).ok()?;
    let state = State::parse_lenient(fields).ok()?;
    (state.epd() == fields).then(|| Entry::Position(Box::new(state), &line[end..]))
}

/// The index at which the fourth field of a line ends.
fn fields_end(line: &[u8]) -> usize {
    let spaces = line
        .iter()
        .enumerate()
        .filter(|(_, byte)| byte.is_ascii_whitespace());
    spaces
        .map(|(index, _)| index)
        .nth(FIELDS - 1)
        .unwrap_or(line.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const LIST: &[u8] = b"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\r\n\
        r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - bm Bb5; id \"x\";\n\
        nrbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/NRBQKBNR w KQkq -\n\
        no position\n\n4k3/8/8/8/8/8/8/4K3 b - -";

    /// The text of a list's entries.
    fn joined(entries: &[Entry]) -> Vec<u8> {
        let text = |entry: &Entry| match entry {
            Entry::Position(state, rest) => [state.epd().as_bytes(), rest].concat(),
            Entry::Text(line) => line.to_vec(),
        };
        entries.iter().flat_map(text).collect()
    }

    #[test]
    fn a_list_comes_back_to_the_byte() {
        let entries: Vec<Entry> = lines(LIST).map(entry).collect();
        assert_eq!(joined(&entries), LIST);
        let positions = entries
            .iter()
            .filter(|entry| matches!(entry, Entry::Position(..)));
        assert_eq!(positions.count(), 4);
        assert_eq!(parse(LIST), None);
        assert_eq!(parse(&joined(&entries[..3])).unwrap(), entries[..3]);
    }

    #[test]
    fn blank_lines_are_no_list_and_may_stand_in_one() {
        for no_list in [&b""[..], b"\n", b" \r\n\n", b"\n\n\nword\n\n"] {
            assert_eq!(parse(no_list), None);
        }
        let list = [b"\n\t\n", &LIST[..58], b"\n\n \n", &LIST[..58], b"\r"].concat();
        let entries = parse(&list).unwrap();
        assert_eq!((entries.len(), joined(&entries)), (8, list.clone()));
    }

    proptest! {
        #[test]
        fn any_bytes_come_back(parts in prop::collection::vec(prop_oneof![
            Just(LIST[..58].to_vec()), prop::collection::vec(any::<u8>(), 0..60)], 0..8)) {
            let text = parts.concat();
            prop_assert_eq!(joined(&lines(&text).map(entry).collect::<Vec<_>>()), &text[..]);
            if let Some(entries) = parse(&text) {
                prop_assert_eq!(joined(&entries), &text[..]);
            }
        }
    }
}
