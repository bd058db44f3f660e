//! Section 9 of the document: templates. Numbers in comments are its clauses.

use super::positions::Line;
use crate::reference::models::coder::fnv;
use pgnpack::chess::language::Language;

/// What a field is (9.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Number,
    /// A time, and its form.
    Time(u8),
    /// A line of play.
    Line(Line),
    Squares,
    Arrows,
    /// A square alone, or an arrow.
    Alone {
        arrow: bool,
    },
    /// The square at an end of the last one alone.
    End {
        last: bool,
    },
    Words,
    Target,
    Run,
    /// The position, and its form.
    Position(u8),
    Opening,
}

/// A part of a template.
#[derive(Clone, Debug)]
pub(crate) enum Part {
    Text(Vec<u8>),
    Field(Kind),
}

/// 9.4
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sort {
    Clock,
    Taken,
    Eval,
    Other,
}

/// A field.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Field {
    pub(crate) kind: Kind,
    pub(crate) name: u32,
    pub(crate) sort: Sort,
    pub(crate) may_be_centipawns: bool,
}

/// A template.
#[derive(Clone, Debug)]
pub(crate) struct Template {
    pub(crate) parts: Vec<Part>,
    pub(crate) fields: Vec<Field>,
}

/// An arrow and a space.
const ARROW: &[u8] = b"\xe2\x86\x92 ";

impl Template {
    /// 9.1: what these bytes say.
    pub(crate) fn read(bytes: &[u8]) -> Template {
        let mut parts: Vec<Part> = Vec::new();
        let mut bytes = bytes.iter().copied();
        let mut byte = || bytes.next();
        while let Some(first) = byte() {
            let mut form = || byte().expect("a form");
            let field = match first {
                1 => Kind::Number,
                2 => Kind::Time(form() % 64),
                3 | 11 | 13 => {
                    let f = form();
                    let (language, castling) = match f {
                        128.. => {
                            let l = form().checked_sub(64).expect("damage: a line");
                            assert!(l / 32 < 3, "damage: castling");
                            (Language::ALL[usize::from(l % 32)], l / 32)
                        }
                        _ => (Language::English, 0),
                    };
                    assert!(f % 64 < 63, "damage: a form");
                    let form = match first {
                        3 => f % 64,
                        11 => 63 + f % 64,
                        _ => 126 + f % 64,
                    };
                    Kind::Line(Line {
                        form,
                        castling,
                        language,
                    })
                }
                4 => Kind::Squares,
                5 => Kind::Arrows,
                6 => Kind::Words,
                7 => Kind::Target,
                8 => Kind::Run,
                9 => Kind::Position(form() % 32),
                12 => Kind::Opening,
                14 | 15 => Kind::Alone { arrow: first == 15 },
                16 | 17 => {
                    let is_alone = |part: &Part| matches!(part, Part::Field(Kind::Alone { .. }));
                    assert!(parts.iter().any(is_alone), "damage: an end of nothing");
                    Kind::End { last: first == 17 }
                }
                _ => {
                    let text = if first == 10 { form() } else { first };
                    match parts.last_mut() {
                        Some(Part::Text(before)) => before.push(text),
                        _ => parts.push(Part::Text(vec![text])),
                    }
                    continue;
                }
            };
            parts.push(Part::Field(field));
        }
        let fields = fields(&parts);
        assert!(fields.len() <= 48);
        Template { parts, fields }
    }

    /// How many numbers it has.
    pub(crate) fn numbers(&self) -> usize {
        let numbers = self
            .fields
            .iter()
            .filter(|field| field.kind == Kind::Number);
        numbers.count()
    }

    /// 9.5
    pub(crate) fn wants_positions(&self) -> bool {
        let wants = |field: &Field| {
            !matches!(
                field.kind,
                Kind::Number | Kind::Time(_) | Kind::End { .. } | Kind::Words | Kind::Run
            )
        };
        self.fields.iter().any(wants) || self.numbers() >= 8
    }

    /// The place of the words among the fields (9.6).
    pub(crate) fn words(&self) -> Option<usize> {
        let mut fields = self.fields.iter();
        fields.rposition(|field| field.kind == Kind::Words)
    }
}

/// 9.3 and 9.4
fn fields(parts: &[Part]) -> Vec<Field> {
    let mut fields: Vec<Field> = Vec::new();
    for (number, part) in parts.iter().enumerate() {
        let Part::Field(kind) = *part else { continue };
        let text = |number: Option<usize>| match number.and_then(|number| parts.get(number)) {
            Some(Part::Text(text)) => text.as_slice(),
            _ => b"",
        };
        let behind = text(Some(number + 1));
        let word = word(text(number.checked_sub(1)));
        let mut name = fnv(&word);
        if !word.iter().any(u8::is_ascii_alphanumeric) {
            name ^= fields.last().map_or(0, |field| field.name.rotate_left(9));
        }
        name ^= u32::from(behind.first().copied().unwrap_or(0)) << 7;
        let sort = sort(kind, &word, behind);
        fields.push(Field {
            kind,
            name,
            sort,
            may_be_centipawns: word.ends_with(b"[%eval ") && behind.starts_with(b","),
        });
    }
    let is_bare = |part: &Part| match part {
        Part::Text(text) => text.is_ascii() && !text.iter().any(u8::is_ascii_alphanumeric),
        Part::Field(kind) => *kind == Kind::Number,
    };
    if let [field] = &mut fields[..]
        && parts.iter().all(is_bare)
    {
        field.sort = Sort::Eval;
    }
    if fields.iter().any(|field| field.sort == Sort::Clock) {
        for field in fields.iter_mut().filter(|field| field.sort == Sort::Taken) {
            field.sort = Sort::Other;
        }
    }
    fields
}

/// 9.3: the word of a field, from the text before it.
fn word(text: &[u8]) -> Vec<u8> {
    let mut line = Vec::new();
    for &byte in text {
        if byte == b'\n' && line.last() == Some(&b'\r') {
            line.pop();
        }
        line.push(if byte == b'\n' { b' ' } else { byte });
    }
    let end = line.iter().rposition(|&byte| byte != b' ').unwrap_or(0);
    let blank = line[..end].iter().rposition(|&byte| byte == b' ');
    let word = &line[blank.map_or(0, |blank| blank + 1)..];
    word.to_vec()
}

/// 9.4
fn says_eval(word: &[u8]) -> bool {
    let text = String::from_utf8_lossy(word).to_ascii_lowercase();
    let name = text.trim_end_matches([' ', ':', '=']);
    name.len() < text.len() && (name.ends_with("eval") || name.ends_with("evaluation"))
}

/// 9.4
fn sort(kind: Kind, word: &[u8], behind: &[u8]) -> Sort {
    let ends = |end: &[u8]| word.ends_with(end);
    match kind {
        Kind::Time(_) if ends(b"%clk ") => Sort::Clock,
        Kind::Time(_) if ends(b"%emt ") => Sort::Taken,
        Kind::Number if ends(b"ev=") || ends(b"wv=") || ends(ARROW) || says_eval(word) => {
            Sort::Eval
        }
        Kind::Number
            if behind.starts_with(b"/") || behind.trim_ascii_start().starts_with(ARROW) =>
        {
            Sort::Eval
        }
        _ => Sort::Other,
    }
}
