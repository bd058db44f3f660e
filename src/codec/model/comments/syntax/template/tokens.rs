//! Finds the template and the fields of a comment that follows no known template.

use super::{
    super::{
        column::{Kind, tells_time},
        diagram::DiagramForm,
        mark::{self, Drawn, End},
        number, profile, span,
    },
    Field, MOST_FIELDS, Piece, Template,
    field::last_mark,
};
use crate::{
    chess::{language::Language, square_name},
    codec::model::comments::branch::Branch,
    pgn::command,
};
use memchr::memmem;

/// Splits a comment into its template and its fields. A text without any field is a template, too.
/// Moves may have the letters of `language`, or those of English.
pub(crate) fn tokenize(
    text: &[u8],
    branch: Option<&Branch>,
    language: Language,
) -> (Template, Vec<Field>) {
    let mut pieces = Vec::new();
    let mut fields = Vec::new();
    let mut literal = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let found = match fields.len() < MOST_FIELDS && may_begin(text, at) {
            true => find_field(text.split_at(at), &fields, branch, language),
            false => None,
        };
        match found {
            Some((kind, field, len)) => {
                if !literal.is_empty() {
                    pieces.push(Piece::Text(std::mem::take(&mut literal)));
                }
                pieces.push(Piece::Field(kind));
                fields.push(field);
                at += len;
            }
            None => {
                literal.push(text[at]);
                at += 1;
            }
        }
    }
    if !literal.is_empty() {
        pieces.push(Piece::Text(literal));
    }
    (Template::new(pieces), fields)
}

/// Splits a comment in which a person's words stand behind a program's commands, or before them,
/// into its template and fields; `None` for any other.
pub(crate) fn tokenize_beside_words(
    text: &[u8],
    branch: Option<&Branch>,
    language: Language,
) -> Option<(Template, Vec<Field>)> {
    let begin = text.iter().position(|&byte| byte != b' ')?;
    let begins = text[begin..].starts_with(command::BEGIN);
    let (words, commands) = if begins {
        let end = text.iter().rposition(|&byte| byte == b']')? + 1;
        let blanks = text[end..].iter().take_while(|&&byte| byte == b' ');
        let end = end + blanks.count();
        (&text[end..], &text[..end])
    } else {
        let end = memmem::find(text, command::BEGIN)?;
        let blanks = text[..end].iter().rev().take_while(|&&byte| byte == b' ');
        text.split_at(end - blanks.count())
    };
    let is_worded = words
        .iter()
        .any(|byte| byte.is_ascii_alphabetic() || !byte.is_ascii());
    if !is_worded || memmem::find(words, command::BEGIN).is_some() || !are_commands(commands) {
        return None;
    }
    let (template, mut fields) = tokenize(commands, branch, language);
    if fields.len() == MOST_FIELDS {
        return None;
    }
    let mut pieces = template.pieces;
    let place = if begins { pieces.len() } else { 0 };
    pieces.insert(place, Piece::Field(Kind::Words));
    fields.insert(
        if begins { fields.len() } else { 0 },
        Field::Words(words.to_vec()),
    );
    Some((Template::new(pieces), fields))
}

/// Whether a text is nothing but commands in brackets and blanks. It decides how a comment is
/// coded, so it looks at all of it;
/// [`may_be_commands`](crate::codec::model::comments::survey::may_be_commands) does not, and only
/// serves estimates and an order.
fn are_commands(text: &[u8]) -> bool {
    let mut rest = text.trim_ascii();
    while let Some(inner) = rest.strip_prefix(command::BEGIN) {
        let Some(end) = inner.iter().position(|&byte| byte == b']') else {
            return false;
        };
        rest = inner[end + 1..].trim_ascii_start();
    }
    rest.is_empty()
}

/// Whether a field may begin at this byte: not inside a word, and not inside a longer number.
fn may_begin(text: &[u8], at: usize) -> bool {
    let before = match at {
        0 => b' ',
        _ => text[at - 1],
    };
    match text[at] {
        b'0'..=b'9' | b'#' | b'a'..=b'h' | b'A'..=b'Z' => !before.is_ascii_alphanumeric(),
        // A black piece may begin a FEN or a board.
        b'k' | b'n' | b'p'..=b'r' => !before.is_ascii_alphanumeric(),
        // An empty square may begin a board.
        b'.' => at == 0 || before == b'\n',
        b'+' | b'-' => !before.is_ascii_alphabetic(),
        // The letter of a piece.
        0x80.. => before.is_ascii() && !before.is_ascii_alphanumeric(),
        _ => false,
    }
}

/// Whether a text begins like the code of an opening: `C50 `.
fn may_be_opening(text: &[u8]) -> bool {
    matches!(text, [b'A'..=b'E', b'0'..=b'9', b'0'..=b'9', b' ', ..])
}

/// Whether a text ends with the begin of a command, up to where its values begin: `[%c_arrow `.
fn ends_with_name(text: &[u8]) -> bool {
    let is_of_name = |byte: &&u8| byte.is_ascii_alphanumeric() || **byte == b'_';
    let Some(text) = text.strip_suffix(b" ") else {
        return false;
    };
    let name = text.iter().rev().take_while(is_of_name).count();
    name > 0 && text[..text.len() - name].ends_with(command::BEGIN)
}

/// The square or arrow alone at the front of `text`, right behind the name of a command or, with a
/// comma between, behind another one; or the square at an end of the last one.
fn find_mark(before: &[u8], text: &[u8], earlier: &[Field]) -> Option<(Kind, Field, usize)> {
    // Quickly rules out most words.
    let [a @ b'a'..=b'h', b @ b'1'..=b'8', behind, ..] = text else {
        return None;
    };
    if before.ends_with(b";") && b",;]".contains(behind) {
        let mark = last_mark(earlier)?;
        let is_there = |end: &End| square_name(mark.end(*end)) == [*a, *b];
        let end = End::ALL.into_iter().find(is_there)?;
        return Some((Kind::MarkEnd(end), Field::MarkEnd, 2));
    }
    let goes_on = before.ends_with(b",") && last_mark(earlier).is_some();
    if !goes_on && !ends_with_name(before) {
        return None;
    }
    Drawn::ALL.into_iter().find_map(|drawn| {
        let (mark, len) = mark::read_alone(text, drawn)?;
        Some((Kind::Mark(drawn), Field::Mark(mark), len))
    })
}

/// The field at the front of `text`, and how many bytes it takes. What stands `before` it in the
/// comment, and which fields are `earlier` there, may tell what it is.
fn find_field(
    (before, text): (&[u8], &[u8]),
    earlier: &[Field],
    branch: Option<&Branch>,
    language: Language,
) -> Option<(Kind, Field, usize)> {
    if before.ends_with(profile::COMMAND)
        && let Some((profile, len)) = profile::read(text)
    {
        return Some((Kind::Profile, Field::Profile(profile), len));
    }
    if tells_time(before)
        && let Some((form, ticks, len)) = span::read_seconds(text)
    {
        return Some((Kind::Span(form), Field::Span(ticks), len));
    }
    // Before lines, since a square may look like a pawn's move, too.
    if let [a, b, b';', ..] = text
        && branch.and_then(Branch::target) == Some([*a, *b])
    {
        return Some((Kind::Target, Field::Target, 2));
    }
    if branch.is_some()
        && let Some(found) = find_mark(before, text, earlier)
    {
        return Some(found);
    }
    if let Some(branch) = branch
        && let Some((form, len)) = DiagramForm::find(text, &branch.after.position)
    {
        return Some((Kind::Diagram(form), Field::Diagram, len));
    }
    // From the end, so that blanks in front of a long comment are not walked for each of its words.
    if before.trim_ascii_end().is_empty()
        && may_be_opening(text)
        && let Some(opening) = branch.and_then(Branch::opening)
        && text.trim_ascii_end() == opening.as_bytes()
    {
        return Some((Kind::Opening, Field::Opening, opening.len()));
    }
    if let Some((form, moves, len)) = branch.and_then(|branch| branch.find(text, language)) {
        return Some((Kind::Line(form), Field::Line(moves), len));
    }
    for drawn in Drawn::ALL {
        if branch.is_some()
            && let Some((marks, len)) = mark::read(text, drawn)
        {
            return Some((Kind::Marks(drawn), Field::Marks(marks), len));
        }
    }
    if let Some((form, ticks, len)) = span::read(text) {
        return Some((Kind::Span(form), Field::Span(ticks), len));
    }
    let (number, len) = number::read(text)?;
    Some((Kind::Number, Field::Number(number), len))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        chess::setup::position_of_fen,
        codec::model::{comments::branch::Root, moves::context::GameContext},
        pgn::tags::Tags,
    };

    #[test]
    fn words_behind_many_blanks_are_passed_in_linear_time() {
        let text = [" ".repeat(1_000_000), "a C50 ".repeat(200_000)].concat();
        let (template, fields) = tokenize(text.as_bytes(), None, Language::English);
        assert!(fields.is_empty());
        assert_eq!(template.pieces.len(), 1);
    }

    #[test]
    fn a_board_may_begin_with_an_empty_square() {
        let position = position_of_fen(b"1k6/8/8/8/8/8/8/K7 w - - 0 1").unwrap();
        let form = DiagramForm::Board { crlf: false };
        let text = form.write(&position);
        let after = Root {
            context: GameContext::of_tags(&Tags::default()),
            last: None,
            ply: 0,
            position,
        };
        let branch = Branch {
            after,
            before: None,
            earlier: None,
        };
        let (template, _) = tokenize(text.as_bytes(), Some(&branch), Language::English);
        assert_eq!(template.pieces, [Piece::Field(Kind::Diagram(form))]);
    }
}
