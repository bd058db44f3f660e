//! Section 10 of the document: how numbers and times are written. Numbers in comments are its
//! clauses.

/// 10.1: the form of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Form(u32);

impl Form {
    /// The form of 14 bits. Panics where there is no such form.
    pub(crate) fn read(bits: u32) -> Form {
        let form = Form(bits);
        assert!(form.prefix() < 3 && bits >> 3 & 3 < 3 && form.decimals() <= 9);
        form
    }

    fn prefix(self) -> u32 {
        self.0 & 3
    }

    /// Whether it has a prefix.
    pub(crate) fn has_prefix(self) -> bool {
        self.prefix() > 0
    }

    /// How many decimals it has.
    pub(crate) fn decimals(self) -> u32 {
        self.0 >> 5 & 15
    }

    /// A number in this form.
    pub(crate) fn write(self, value: i64) -> String {
        let sign = match value {
            ..0 => "-",
            0 => ["", "+", "-"][(self.0 >> 3 & 3) as usize],
            _ if self.0 >> 2 & 1 == 1 => "+",
            _ => "",
        };
        let before = match self.prefix() {
            0 => sign.to_owned(),
            1 => format!("{sign}M"),
            _ => format!("#{sign}"),
        };
        let (size, scale) = (value.unsigned_abs(), 10_u64.pow(self.decimals()));
        let digits = (self.0 >> 9 & 15).max(1) as usize;
        let whole = format!("{before}{:0digits$}", size / scale);
        match self.decimals() as usize {
            0 => whole,
            decimals => {
                let point = [".", ","][(self.0 >> 13) as usize];
                format!("{whole}{point}{:0decimals$}", size % scale)
            }
        }
    }
}

/// 10.2: how many decimals a time in this form has.
pub(crate) fn decimals_of_time(form: u8) -> u32 {
    u32::from(form >> 2 & 3)
}

/// 10.2: a time.
pub(crate) fn time(form: u8, ticks: i64) -> String {
    let digits = usize::from(form & 1) + 1;
    let decimals = decimals_of_time(form) as usize;
    let per_second = 10_i64.pow(decimals as u32);
    let (whole, fraction) = (ticks / per_second, ticks % per_second);
    let (hours, minutes, seconds) = (whole / 3_600, whole / 60 % 60, whole % 60);
    let alone = (form >> 1 & 1, form >> 5) == (1, 1);
    let mut text = match (form >> 1 & 1, form >> 5) {
        (0, 0) => format!("{:0digits$}:{seconds:02}", whole / 60),
        (1, 0) => format!("{hours:0digits$}:{minutes:02}:{seconds:02}"),
        (0, 1) => format!("{hours:0digits$}:{minutes}:{seconds}"),
        _ => format!("{whole:0digits$}"),
    };
    if decimals > 0 {
        text += &format!(".{fraction:0decimals$}");
        if form >> 4 & 1 == 1 {
            text = text.trim_end_matches('0').to_owned();
            if alone && text.ends_with('.') {
                text.push('0');
            }
            text = text.trim_end_matches('.').to_owned();
        }
    }
    text
}
