//! Where one game's text ends and the next begins.
//!
//! A game's text runs from its first byte to the first byte of the next game: blank lines, `%`
//! lines and whatever else stands between two games belong to the one before. What stands before
//! the first belongs to that. Where a game ends is decided by the text from its own start to the
//! first line of the next, so that a stream is cut alike however it arrives. (Whether bare carriage
//! returns end lines is decided for a whole stretch of text: a stream that mixes them with other
//! line ends may be cut in another way if it arrives in other pieces.)
//!
//! Boundaries are all that is found here, from what lines look like. Whether the text between two
//! of them is a game is for [`document`](super::document) to find out.

use super::{game::Outcome, lines::with_line_feeds, style::tag_form, tag_lines};
use memchr::{memchr, memchr2, memchr3, memmem, memrchr};

/// The most bytes of one game's text. A text that goes on without a boundary is cut here, so that a
/// stream that is not PGN needs no more memory.
pub const MOST_GAME_BYTES: usize = 8 << 20;

/// The tag that a game begins with, if it follows the standard, and the same in small letters. A
/// comment that is not closed before a line that begins so ends there.
const FIRST_TAGS: [&[u8]; 2] = [b"[Event \"", b"[event \""];

/// Bytes of a game's tags in which those are looked for that the next game has, too.
const FIRST_BYTES: usize = 1 << 10;

/// The games of `text`, one after another. `text` is as [`with_line_feeds`] has it.
pub fn games(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut rest = text;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let (game, after) = rest.split_at(first_game(rest, true).unwrap_or(rest.len()));
        rest = after;
        Some(game)
    })
}

/// How many bytes of `buffer` are whole games: everything before the last boundary that no further
/// byte could move. With `at_end` nothing follows the buffer, and all of it is games.
pub fn cut(buffer: &[u8], at_end: bool) -> usize {
    if at_end {
        return buffer.len();
    }
    let buffer = &with_line_feeds(buffer);
    let mut whole = 0;
    while let Some(len) = first_game(&buffer[whole..], false) {
        whole += len;
    }
    whole
}

/// Whether the game that `text` begins with begins with a bracket, as tags do.
pub fn begins_with_a_bracket(text: &[u8]) -> bool {
    let scan = Scan { text, whole: true };
    scan.beginning().is_some_and(|place| text[place] == b'[')
}

/// The length of the game that `text` begins with; `None` where only text after its end could tell.
/// `text` is as [`with_line_feeds`] has it.
pub fn first_game(text: &[u8], at_end: bool) -> Option<usize> {
    let text = &text[..text.len().min(MOST_GAME_BYTES)];
    let whole = at_end && text.len() < MOST_GAME_BYTES;
    match (Scan { text, whole }).game_end() {
        Some(end) => Some(end),
        None if text.len() == MOST_GAME_BYTES => Some(MOST_GAME_BYTES),
        None => whole.then_some(text.len()),
    }
}

/// A text whose first game is looked for. Methods that look for an end return `None` where the text
/// ends too early to tell.
struct Scan<'a> {
    text: &'a [u8],
    /// Whether nothing follows the text.
    whole: bool,
}

/// What the first line of a game without tags looks like, and how the next game is recognised then.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Bare {
    /// It is moves without numbers: every line is a game.
    Unnumbered,
    /// It is anything else: a line that begins with `1.` begins a game.
    Numbered,
    /// It has tags, so single lines mean nothing.
    No,
}

/// How many bytes of a line are enough to see what it is.
const GLANCE: usize = 16;

impl Scan<'_> {
    fn at(&self, place: usize) -> Option<u8> {
        self.text.get(place).copied()
    }

    fn rest(&self, place: usize) -> &[u8] {
        self.text.get(place..).unwrap_or_default()
    }

    /// The start of the line after the one at `place`.
    fn next_line(&self, place: usize) -> Option<usize> {
        memchr(b'\n', self.rest(place)).map(|len| place + len + 1)
    }

    /// Skips blanks, line ends and `%` lines. `place` is at the start of a line.
    fn skip_gap(&self, mut place: usize) -> Option<usize> {
        let mut line_start = true;
        loop {
            match self.at(place)? {
                b'\n' => line_start = true,
                b' ' | b'\t' | b'\r' | b'\x0c' => {}
                b'%' if line_start => {
                    place = self.next_line(place)?;
                    continue;
                }
                _ => return Some(place),
            }
            place += 1;
        }
    }

    /// Where the first game of the text begins: after a byte order mark, blanks and `%` lines.
    fn beginning(&self) -> Option<usize> {
        self.skip_gap(mark_len(self.text))
    }

    /// Where the first game of the text ends; `None` if that is beyond the text or at its end.
    fn game_end(&self) -> Option<usize> {
        let first = self.beginning()?;
        let (movetext, tagged) = match self.at(first)? {
            b'[' => match self.skip_tags(first)? {
                BehindTags::NextGame(place) => return Some(place),
                BehindTags::Movetext(place) => (place, true),
            },
            _ => (first, false),
        };
        self.movetext_end(movetext, tagged)
    }

    fn skip_tags(&self, first: usize) -> Option<BehindTags> {
        let mut place = first;
        loop {
            let line = self.next_line(place)?;
            if let Some(movetext) = self.movetext_within(place, line) {
                return Some(BehindTags::Movetext(movetext));
            }
            let next = self.skip_gap(line)?;
            if self.at(next)? != b'[' {
                return Some(BehindTags::Movetext(next));
            }
            // A blank line, and a tag that was there before: the game had no movetext, and the next
            // one begins.
            let blank = memchr(b'\n', &self.text[line..next]).is_some();
            if blank && self.has_tag(&self.text[first..line], next)? {
                return Some(BehindTags::NextGame(next));
            }
            place = next;
        }
    }

    /// Whether one of the lines of `tags`, as far as they are among the first, has the name of the
    /// tag at `place`.
    fn has_tag(&self, tags: &[u8], place: usize) -> Option<bool> {
        let name = tag_form::name_of(self.line(place)?);
        let tags = &tags[..tags.len().min(FIRST_BYTES)];
        let mut lines = tags.split(|&byte| byte == b'\n');
        let is_same = |line: &[u8]| line.starts_with(b"[") && tag_form::name_of(line) == name;
        Some(!name.is_empty() && lines.any(is_same))
    }

    /// Where within the line from `start` to `end` movetext begins, after tags that share the line.
    fn movetext_within(&self, start: usize, end: usize) -> Option<usize> {
        let line = &self.text[start..end].trim_ascii_end();
        if line.ends_with(b"]") {
            return None;
        }
        let movetext = line[tag_lines::end(line)?..].trim_ascii_start();
        Some(start + line.len() - movetext.len())
    }

    fn movetext_end(&self, start: usize, tagged: bool) -> Option<usize> {
        let bare = if tagged {
            Bare::No
        } else {
            self.how_bare(start)?
        };
        let mut place = start;
        // Behind the last comment.
        let mut outside = start;
        loop {
            place += memchr3(b'\n', b'{', b';', self.rest(place))?;
            match self.text[place] {
                b'{' => {
                    place = self.comment_end(place + 1)?;
                    outside = place;
                }
                b';' => {
                    place += memchr(b'\n', self.rest(place))?;
                    outside = place;
                }
                _ => {
                    if let Some(tag) = self.tag_within(outside, place) {
                        return Some(tag);
                    }
                    let line = place + 1;
                    let next = self.skip_gap(line)?;
                    // Enough of the next line must be there, unless the text ends there.
                    if self.rest(next).len() < GLANCE && !self.whole {
                        return None;
                    }
                    let blank = memchr(b'\n', &self.text[line..next]).is_some();
                    if self.begins_game(next, blank, bare, outside..place)? {
                        return Some(next);
                    }
                    place = next;
                }
            }
        }
    }

    /// Where within the line that ends at `end`, but not before `start`, another game's tags begin,
    /// because the line end before them was lost.
    fn tag_within(&self, start: usize, end: usize) -> Option<usize> {
        let line = self.text[start..end].trim_ascii_end();
        if !line.ends_with(b"\"]") {
            return None;
        }
        let line_start = memrchr(b'\n', line).map_or(0, |place| place + 1);
        let found = FIRST_TAGS.map(|tag| memmem::find(&line[line_start..], tag));
        let place = found.into_iter().flatten().min()?;
        Some(start + line_start + place)
    }

    /// Whether the line at `next`, after a blank line or not, is the first of another game than the
    /// one whose movetext so far is `movetext`.
    fn begins_game(
        &self,
        next: usize,
        blank: bool,
        bare: Bare,
        movetext: std::ops::Range<usize>,
    ) -> Option<bool> {
        let line = self.rest(next);
        if let [b'[', second, ..] = line {
            return match second {
                b' ' | b'\t' => self.line(next).map(tag_form::is_tag),
                _ => Some(second.is_ascii_alphabetic()),
            };
        }
        Some(match bare {
            Bare::Unnumbered => true,
            Bare::Numbered => {
                is_first_number(line) || blank && ends_with_result(&self.text[movetext])
            }
            Bare::No => blank && (is_first_number(line) || ends_with_result(&self.text[movetext])),
        })
    }

    /// The line at `place`.
    fn line(&self, place: usize) -> Option<&[u8]> {
        let end = match self.next_line(place) {
            None if self.whole => self.text.len(),
            end => end?,
        };
        Some(&self.text[place..end])
    }

    /// Just after the brace that closes the comment whose text begins at `place`, or at the line
    /// end before a line that begins with [one of these](FIRST_TAGS), if that comes first.
    fn comment_end(&self, mut place: usize) -> Option<usize> {
        loop {
            place += memchr2(b'}', b'\n', self.rest(place))?;
            if self.text[place] == b'}' {
                return Some(place + 1);
            }
            let behind = self.rest(place + 1);
            if behind.len() < FIRST_TAGS[0].len() && !self.whole {
                return None;
            }
            if FIRST_TAGS.iter().any(|tag| behind.starts_with(tag)) {
                return Some(place);
            }
            place += 1;
        }
    }

    /// What the first line, at `start`, of a game without tags looks like. A result alone looks
    /// like a game that was over before it began if a game without numbers follows, or another
    /// result.
    fn how_bare(&self, start: usize) -> Option<Bare> {
        let end = start + memchr(b'\n', self.rest(start))?;
        let line = &self.text[start..end];
        let unnumbered = match is_result(line) {
            true => {
                let next = self.line(end + 1)?;
                is_result(next) || is_unnumbered(next)
            }
            false => is_unnumbered(line),
        };
        Some(match unnumbered {
            true => Bare::Unnumbered,
            false => Bare::Numbered,
        })
    }
}

/// What follows the tags of a game, and where.
enum BehindTags {
    Movetext(usize),
    /// The tags of the next game.
    NextGame(usize),
}

/// Whether a line begins with the number of a first move, and not with that of Black's answer:
/// `1...` goes on with a game that a comment interrupted. Looks at its first [`GLANCE`] bytes.
fn is_first_number(line: &[u8]) -> bool {
    let [b'1', rest @ ..] = &line[..line.len().min(GLANCE)] else {
        return false;
    };
    let point = rest.iter().take_while(|byte| matches!(byte, b'.' | b' '));
    let dots = point.clone().filter(|&&byte| byte == b'.').count();
    point.count() > 0 && dots < 2
}

/// What results end with.
const RESULTS: [&[u8]; 4] = [b"1-0", b"0-1", b"1/2", b"*"];

/// Whether movetext ends with a result.
fn ends_with_result(movetext: &[u8]) -> bool {
    let movetext = movetext.trim_ascii_end();
    RESULTS.iter().any(|result| movetext.ends_with(result))
}

/// Whether a line is a result and nothing else.
fn is_result(line: &[u8]) -> bool {
    let line = line.trim_ascii();
    Outcome::from_token(line).is_some() || line == b"1/2"
}

/// Whether a line has moves at its beginning, or behind a result there, and no numbers of moves.
fn is_unnumbered(line: &[u8]) -> bool {
    if is_first_number(line) {
        return false;
    }
    let mut words = line
        .split(|&byte| matches!(byte, b' ' | b'\t' | b'\r'))
        .filter(|word| !word.is_empty());
    let moves = words.clone().take(2).any(looks_like_move);
    moves && !words.any(|word| word[0].is_ascii_digit() && word.contains(&b'.'))
}

/// Whether a word looks like a move: the squares of one, a pawn's step, a piece's.
fn looks_like_move(word: &[u8]) -> bool {
    let is_square = |at: &[u8]| matches!(at, [b'a'..=b'h', b'1'..=b'8', ..]);
    match word {
        [b'N' | b'B' | b'R' | b'Q' | b'K', rest @ ..] => {
            (0..rest.len().min(4)).any(|skip| is_square(&rest[skip..]))
        }
        [b'O', b'-', b'O', ..] => true,
        [b'a'..=b'h', b'x', rest @ ..] => is_square(rest),
        _ => is_square(word),
    }
}

/// The byte order mark of UTF-8, which some programs begin a file with.
const MARK: &[u8] = "\u{feff}".as_bytes();

/// The length of the byte order mark that `text` begins with; 0 if it has none.
pub(super) fn mark_len(text: &[u8]) -> usize {
    match text.starts_with(MARK) {
        true => MARK.len(),
        false => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn split(text: &str) -> Vec<&str> {
        games(text.as_bytes())
            .map(|game| std::str::from_utf8(game).unwrap())
            .collect()
    }

    #[test]
    fn a_game_ends_where_the_next_ones_tags_begin() {
        let one = "[Event \"a\"]\n[Site \"b\"]\n\n1. e4 {[x]\n\n(} e5\n1-0\n\n";
        let two = "[Event \"c\"]\n\n*\n";
        assert_eq!(split(&format!("{one}{two}")), [one, two]);
    }

    #[test]
    fn a_form_feed_is_a_blank() {
        let one = "[Event \"a\"]\n\n1. e4 *\n\x0c\n\x0c";
        let two = "[Event \"b\"]\n\n*\n";
        assert_eq!(split(&format!("{one}{two}")), [one, two]);
    }

    #[test]
    fn a_lost_line_end_before_the_tags_loses_no_game() {
        let two = "[Event \"b\"]\n[Site \"c\"]\n\n*\n";
        for end in ["\n2. d4 1-0", "\n2. d4 {White resigns}"] {
            let one = format!("[Event \"a\"]\n\n1. e4 {{\"x\"]}} e5{end}");
            assert_eq!(split(&format!("{one}{two}")), [&one, two]);
        }
    }

    #[test]
    fn a_blank_line_within_the_moves_does_not_end_a_game() {
        let text = "[Event \"a\"]\n\n1. e4\n\ne5 2. d4 *\n\n";
        assert_eq!(split(text), [text]);
    }

    #[test]
    fn a_result_in_a_comment_does_not_end_a_game() {
        let text = "[Event \"a\"]\n\n1. e4 e5 ; as good as 1-0\n\n2. Nf3 Nc6 *\n\n";
        assert_eq!(split(text), [text]);
    }

    #[test]
    fn an_answer_behind_a_blank_line_belongs_to_the_game() {
        for answer in ["1... e5", "1. ... e5", "1...e5"] {
            let text = format!("[Event \"a\"]\n\n1. e4 {{Best by test.}}\n\n{answer} 2. d4 *\n\n");
            assert_eq!(split(&text), [&text]);
        }
        let [one, two] = ["[Event \"a\"]\n\n1. e4\n\n", "1. d4 d5 *\n"];
        assert_eq!(split(&format!("{one}{two}")), [one, two]);
    }

    #[test]
    fn lists_of_moves_have_a_game_a_line() {
        assert_eq!(split("e2e4 e7e5\ng1f3\n"), ["e2e4 e7e5\n", "g1f3\n"]);
        assert_eq!(
            split("1. e4 e5 2. d4\n1.d4 d5 0-1\n\n"),
            ["1. e4 e5 2. d4\n", "1.d4 d5 0-1\n\n"]
        );
        assert_eq!(split("e4 e5 1-0\nd4 *\n"), ["e4 e5 1-0\n", "d4 *\n"]);
    }

    #[test]
    fn a_line_with_a_result_alone_is_a_game_of_its_list() {
        for alone in ["0-1 \n", "1/2-1/2\n", "*\r\n"] {
            let games = ["1-0 e4 e5\n", alone, alone, "1/2-1/2 d4 d5\n", "1-0 c4"];
            assert_eq!(split(&games.concat()), games);
            assert_eq!(split(&games[1..].concat()), games[1..]);
        }
        assert_eq!(
            split("1-0\nthe moves are lost\n"),
            ["1-0\nthe moves are lost\n"]
        );
    }

    #[test]
    fn tags_that_begin_again_are_another_game() {
        let one = "[Event \"a\"]\n[Site \"b\"]\n\n";
        assert_eq!(split(&format!("{one}{one}")), [one, one]);
    }

    #[test]
    fn games_without_movetext_need_not_begin_with_the_same_tag() {
        let games_of_a_study = [
            "[Event \"a\"]\n[Round \"1\"]\n\n",
            "[Round \"2\"]\n[White \"b\"]\n\n",
            "[Round \"3\"]\n[White \"c\"]",
        ];
        assert_eq!(split(&games_of_a_study.concat()), games_of_a_study);
        let one = "[Event \"a\"]\n\n[Site \"b\"]\n\n1. e4 *\n";
        assert_eq!(split(one), [one]);
    }

    #[test]
    fn tags_may_stand_apart_from_their_brackets() {
        let one = "[ Event \"a\" ]\n[ Site 'b' ]\n\n1. e4 *\n\n";
        let two = "[ Event \"c\" ]\n\n1. d4\n[ better: 1. c4 ]\n*\n";
        assert_eq!(split(&format!("{one}{two}")), [one, two]);
    }

    #[test]
    fn a_comment_that_is_never_closed_ends_before_the_next_game() {
        let one = "[Event \"a\"]\n\n1. e4 {never\n\n";
        let two = "[Event \"b\"]\n\n1. d4 {x} *\n";
        let texts = split(&format!("{one}{two}"))
            .iter()
            .map(|text| text.len())
            .collect::<Vec<_>>();
        assert_eq!(texts, [one.len(), two.len()]);
    }

    #[test]
    fn lines_may_end_with_bare_carriage_returns() {
        let text = include_bytes!("../../fixtures/pgn/bare-cr.pgn").to_vec();
        let stray = [&text[..], b"\n"].concat();
        for text in [&text, &stray] {
            let document = crate::pgn::read(text);
            assert_eq!(document.games().count(), 2);
            assert_eq!(document.pieces.len(), 2);
            assert!(crate::pgn::write(&document).unwrap() == *text);
        }
    }

    #[test]
    fn games_of_tags_alone_are_told_apart_in_any_form() {
        for (first, second) in [
            ("[Event \"a\"]", "[White \"b\"]"),
            ("[Event\"a\"]", "[White\"b\"]"),
            ("[Event\t\"a\"]", "[White\t\"b\"]"),
            ("[ Event \"a\" ]", "[ White \"b\" ]"),
            ("[Event  'a']", "[White  'b']"),
        ] {
            let twice = format!("{first}\n{second}\n\n").repeat(2);
            assert_eq!(games(twice.as_bytes()).count(), 2, "{first}");
            let once = format!("{first}\n\n{second}\n\n1. e4 *\n");
            assert_eq!(games(once.as_bytes()).count(), 1, "{first}");
        }
    }

    proptest! {
        #[test]
        fn a_stream_is_cut_where_its_text_is(text in "(\\[Event \"x\"\\]\n|\\[ Site 'x' \\]\n|\\[ |\n|1\\. e4 |1 {1,20}\\.{1,3} e5
    |\\{|\\}|e5\n|1-0\n|\r\n|%a\n|;| ){0,60}", step in 1usize..20) {
            let text = text.as_bytes();
            let expected: Vec<usize> = games(text).map(<[u8]>::len).collect();
            // Feed the text piece by piece; take the whole games out each time.
            let (mut found, mut buffer) = (Vec::new(), Vec::new());
            for piece in text.chunks(step) {
                buffer.extend_from_slice(piece);
                let whole = cut(&buffer, false);
                found.extend(games(&buffer[..whole]).map(<[u8]>::len));
                buffer.drain(..whole);
            }
            found.extend(games(&buffer).map(<[u8]>::len));
            prop_assert_eq!(found, expected);
        }
    }
}
