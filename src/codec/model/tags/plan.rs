//! What a block tells its reader about a column.

use super::{
    kind::Kind,
    models::{CONTEXTS, Models, Set},
    spelling::{
        format::{Format, Notation},
        identifier::{Alphabet, Identifier, Prefix},
        shape::Width,
    },
    template::MAX_COLUMNS,
};
use crate::{
    codec::text::priming::field,
    coding::range::Coder,
    error::{Error, Result},
};

/// Longest identifier.
pub(super) const MAX_IDENTIFIER: usize = 256;

/// All that a block says about a column beside its name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Plan {
    pub(super) kind: Kind,
    /// Whether names of players in the values are replaced by marks ([`naming`](super::naming)).
    pub(super) named: bool,
    /// An earlier column that mostly has the same value, or, if this one holds
    /// [bare identifiers](Kind::is_bare), the same behind its path.
    pub(super) equal: Option<usize>,
    /// The earlier columns whose values predict this one's best.
    pub(super) parents: [Option<usize>; 2],
    /// For a number: the column whose number in the same game it is coded as the difference from,
    /// if any.
    pub(super) base: Option<usize>,
    /// For a time of day: the column of its date.
    pub(super) date: Option<usize>,
}

impl Plan {
    /// Codes a plan: `given`, or the one that is read.
    pub(super) fn code<C: Coder>(coder: &mut C, given: &Plan, models: &mut Models) -> Result<Plan> {
        let tag = match &given.kind {
            Kind::Few => 0,
            Kind::Many => 1,
            Kind::Player => 2,
            Kind::Number(_) => 3,
            Kind::Pattern(Width::Free) => 4,
            Kind::Pattern(Width::Fixed) => 5,
            Kind::Identifier(_) => 6,
            Kind::Start => 7,
        };
        let kind = match coder.raw(tag, 3) {
            0 => Kind::Few,
            1 => Kind::Many,
            2 => Kind::Player,
            3 => Kind::Number(code_format(coder, given, models)?),
            4 => Kind::Pattern(Width::Free),
            5 => Kind::Pattern(Width::Fixed),
            6 => Kind::Identifier(code_identifier(coder, given, models)?),
            _ => Kind::Start,
        };
        let named = coder.raw(u32::from(given.named), 1) == 1;
        let mut column = |given: Option<usize>| -> Result<Option<usize>> {
            match models.place(coder, given, &[0; CONTEXTS], Set::PLANS) {
                Some(column) if column >= MAX_COLUMNS => {
                    Err(Error::corrupt("a column that there cannot be"))
                }
                column => Ok(column),
            }
        };
        Ok(Plan {
            kind,
            named,
            equal: column(given.equal)?,
            parents: [column(given.parents[0])?, column(given.parents[1])?],
            base: column(given.base)?,
            date: column(given.date)?,
        })
    }
}

fn code_format<C: Coder>(coder: &mut C, given: &Plan, models: &mut Models) -> Result<Format> {
    let (notation, prefix, suffix) = match &given.kind {
        Kind::Number(format) => (format.notation, &*format.prefix, &*format.suffix),
        _ => (Notation::Plain, &[][..], &[][..]),
    };
    const { assert!(Notation::ALL.len() <= 1 << 3) };
    let number = coder.raw(notation as u32, 3);
    let notation = *Notation::ALL
        .get(number as usize)
        .ok_or_else(|| Error::corrupt("a notation that there is not"))?;
    Ok(Format {
        notation,
        prefix: models.string(coder, prefix, field::SITE)?,
        suffix: match notation.has_suffix() {
            true => models.string(coder, suffix, field::SITE)?,
            false => Vec::new(),
        },
    })
}

fn code_identifier<C: Coder>(
    coder: &mut C,
    given: &Plan,
    models: &mut Models,
) -> Result<Identifier> {
    /// Three bits tell the alphabet, or this, the number that none has: identifiers come behind a
    /// path, and another three bits tell the alphabet.
    const PATH: u32 = Alphabet::ALL.len() as u32;
    const { assert!(PATH < 1 << 3) };
    let nothing = Identifier {
        prefix: Prefix::Fixed(Vec::new()),
        suffix: Vec::new(),
        alphabet: Alphabet::Decimal,
        len: 0,
    };
    let given = match &given.kind {
        Kind::Identifier(given) => given,
        _ => &nothing,
    };
    let alphabet = given.alphabet as u32;
    let first = match given.prefix {
        Prefix::Fixed(_) => alphabet,
        Prefix::Path => PATH,
    };
    let first = coder.raw(first, 3);
    let number = match first {
        PATH => coder.raw(alphabet, 3),
        number => number,
    };
    Ok(Identifier {
        alphabet: *Alphabet::ALL
            .get(number as usize)
            .ok_or_else(|| Error::corrupt("an alphabet that there is not"))?,
        len: coder.raw(given.len as u32, 9).min(MAX_IDENTIFIER as u32) as usize,
        prefix: match first {
            PATH => Prefix::Path,
            _ => Prefix::Fixed(models.string(coder, given.prefix.bytes(), field::SITE)?),
        },
        suffix: models.string(coder, &given.suffix, field::SITE)?,
    })
}
