//! Styles (9.4): their 321 numbers, and those that are known (9.4.1).

/// How many numbers a style has.
pub(super) const NUMBERS: usize = 321;

/// Kinds of tokens (9.3).
pub(super) const BEGIN: usize = 0;
pub(super) const NUMBER: usize = 1;
pub(super) const DOTS: usize = 2;
pub(super) const WHITE: usize = 3;
pub(super) const BLACK: usize = 4;
pub(super) const NAG: usize = 5;
pub(super) const GLYPH: usize = 6;
pub(super) const COMMENT: usize = 7;
pub(super) const OPEN: usize = 8;
pub(super) const CLOSE: usize = 9;
pub(super) const END: usize = 10;
pub(super) const BLANK: usize = 11;

/// Gaps (9.3.1).
pub(super) const SPACE: u32 = 0;
pub(super) const FOLD: u32 = 1;
pub(super) const FREE: u32 = 2;
pub(super) const NONE: u32 = 3;
pub(super) const SPLIT: u32 = 4;
pub(super) const LINE: u32 = 5;
pub(super) const SPACE_LINE: u32 = 6;
pub(super) const TWO: u32 = 7;
pub(super) const TWO_LINES: u32 = 8;
pub(super) const APART: u32 = 9;
pub(super) const TAB: u32 = 10;
pub(super) const UNBROKEN: u32 = 11;
pub(super) const NESTED: u32 = 12;
pub(super) const SPACE_NESTED: u32 = 13;
pub(super) const INDENTED: u32 = 14;

/// A number of a style by its place in the table of 9.4.
macro_rules! numbers {
    ($($name:ident $place:literal)*) => {
        impl Style {
            $(pub(super) fn $name(&self) -> u32 { self.0[$place - 1] })*
        }
    };
}

/// A style: number *n* of 9.4 stands in place *n* - 1.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Style(pub(super) Vec<u32>);

numbers! {
    line_end 1 width 2 moves_a_line 3 after_tags 4 tail 5 after_game 6 columns 7 folding 8
    number_lines 9 folded_space 10 notation 11 marks 12 captures 13 castling 14 promotion 15
    en_passant 16 null_move 17 nags 18 annotated_dots 19 dots 20 number_end 21 braces 22
    comments 23 numbers 24 dotted 25 language 314 black_number 315 tag_gap 316 quotes 317
    brackets 318 column 319 letters 320 indent 321
}

/// The table of the main line, and that of variations.
pub(super) const TABLES: [usize; 2] = [0, 1];

/// 9.4, *values*: how many the number in place *n* has.
pub(super) fn values(n: usize) -> u32 {
    const HABITS: [u32; 17] = [2, 2, 3, 3, 15, 4, 4, 4, 4, 4, 2, 2, 4, 6, 4, 4, 8];
    match n {
        1 => 4,
        2..=6 => 65_536,
        7..=23 => HABITS[n - 7],
        24 | 25 => 4_096,
        26..=313 => 15,
        314 => 29,
        315 => 2,
        316 => 4,
        317 | 318 => 2,
        319 => 64,
        320 => 2,
        321 => 16,
        _ => panic!("a style has 321 numbers"),
    }
}

/// 9.4, below the table: what is read as number *n* if `value` is coded.
pub(super) fn sound(n: usize, value: u64) -> u32 {
    let values = u64::from(values(n));
    let sound = match n {
        2..=6 | 319 | 321 => value.min(values - 1),
        24 | 25 => value % values,
        _ if value < values => value,
        _ => 0,
    };
    sound as u32
}

impl Style {
    /// The gap between two kinds of tokens, in one of the two tables.
    pub(super) fn gap(&self, table: usize, before: usize, behind: usize) -> u32 {
        self.0[25 + table * 144 + before * 12 + behind]
    }

    /// 9.4, *line_end*
    pub(super) fn line_end_bytes(&self) -> &'static [u8] {
        [&b"\n"[..], b"\r\n", b"\r", b"\r\r\n"][self.line_end() as usize]
    }

    fn set(mut self, n: usize, value: u32) -> Style {
        self.0[n - 1] = value;
        self
    }

    /// Sets a gap in some tables.
    fn gaps(mut self, tables: &[usize], before: &[usize], behind: &[usize], gap: u32) -> Style {
        for table in tables {
            for one in before {
                for other in behind {
                    self.0[25 + table * 144 + one * 12 + other] = gap;
                }
            }
        }
        self
    }

    /// 9.4.1, *behind numbers*
    fn behind_numbers(self, gap: u32) -> Style {
        self.gaps(&TABLES, &[NUMBER], &[WHITE], gap)
            .gaps(&TABLES, &[DOTS], &[BLACK], gap)
    }

    /// 9.4.1, *without dots*
    fn without_dots(self) -> Style {
        self.set(25, set(&[BEGIN, OPEN, CLOSE, BLANK]))
    }

    /// 9.4.1, *within brackets*
    fn within_brackets(self, gap: u32) -> Style {
        let all: Vec<usize> = (0..12).collect();
        self.gaps(&TABLES, &[OPEN], &all, gap)
            .gaps(&TABLES, &all, &[CLOSE], gap)
    }
}

fn set(kinds: &[usize]) -> u32 {
    kinds.iter().map(|kind| 1 << kind).sum()
}

/// 9.4.1: the default style.
pub(super) fn default() -> Style {
    let all: Vec<usize> = (0..12).collect();
    let style = Style(vec![0; NUMBERS])
        .set(4, 1)
        .set(6, 2)
        .set(24, set(&all))
        .set(25, set(&[BEGIN, OPEN, CLOSE, COMMENT, BLANK]));
    style
        .gaps(&TABLES, &all, &all, SPACE)
        .gaps(&TABLES, &[BEGIN, OPEN], &all, NONE)
        .gaps(&TABLES, &all, &[CLOSE], NONE)
        .gaps(&TABLES, &[BEGIN], &[BEGIN], LINE)
}

/// 9.4.1: the styles known, in order.
pub(super) fn known() -> Vec<Style> {
    let mut folded = default().set(2, 80).set(23, 1);
    for gap in &mut folded.0[25..313] {
        if *gap == SPACE {
            *gap = FOLD;
        }
    }
    let padded = default().set(22, 1);
    let tight = folded.clone().behind_numbers(NONE);
    let mut apart = tight.clone().without_dots();
    for table in TABLES {
        for (one, other) in (0..144).map(|pair| (pair / 12, pair % 12)) {
            if (one == COMMENT || other == COMMENT) && apart.gap(table, one, other) == FOLD {
                apart = apart.gaps(&[table], &[one], &[other], SPACE_LINE);
            }
        }
    }
    let main = &TABLES[..1];
    vec![
        default().set(3, 10).set(9, 1).behind_numbers(NONE),
        default()
            .set(2, 72)
            .set(8, 1)
            .behind_numbers(NONE)
            .gaps(main, &[BLACK], &[NUMBER], FOLD)
            .gaps(main, &[WHITE, BLACK], &[END], TWO),
        padded.clone().within_brackets(SPACE),
        folded.clone().set(22, 1).set(23, 0).within_brackets(FOLD),
        apart.set(2, 75).set(23, 0).set(10, 1),
        folded.clone().set(2, 74).set(10, 1).behind_numbers(SPLIT),
        folded.clone().without_dots(),
        folded.clone().set(22, 1),
        default()
            .without_dots()
            .set(2, 80)
            .gaps(main, &[COMMENT], &[NUMBER, BLACK, END], FOLD),
        tight,
        padded.clone().without_dots(),
        folded,
        padded.clone(),
        padded
            .set(18, 1)
            .gaps(&TABLES, &[WHITE, BLACK], &[GLYPH], NONE),
        default(),
    ]
}
