//! How hard to try: `-1` to `-9`.

use super::values::block_sizes;
use crate::codec::Level;
use clap::Args;

/// What is said of `--block-size`, with the defaults.
pub(super) fn block_size_help() -> String {
    let levels: Vec<Level> = (1..).map_while(Level::new).collect();
    let alike = levels.chunk_by(|a, b| a.block_text() == b.block_text());
    let defaults: Vec<String> = alike
        .map(|levels| {
            let ends = [levels[0], levels[levels.len() - 1]];
            let size = ends[0].block_text() >> 20;
            match ends.map(Level::number) {
                [first, last] if first == last => format!("{size}M at {first}"),
                [first, last] => format!("{size}M from {first} to {last}"),
            }
        })
        .collect();
    format!(
        "Text in a block, {}: with smaller blocks, --games is faster; larger ones pack \
         better [default, by level: {}]",
        block_sizes(),
        defaults.join(", ")
    )
}

/// `-1` to `-9`.
#[derive(Args, Clone, Debug)]
pub struct LevelArgs {
    /// Fastest
    #[arg(short = '1', long = "fast", overrides_with_all = LEVELS)]
    level1: bool,
    #[arg(short = '2', hide = true, overrides_with_all = LEVELS)]
    level2: bool,
    #[arg(short = '3', hide = true, overrides_with_all = LEVELS)]
    level3: bool,
    #[arg(short = '4', hide = true, overrides_with_all = LEVELS)]
    level4: bool,
    #[arg(short = '5', hide = true, overrides_with_all = LEVELS)]
    level5: bool,
    /// Default (-5 works the same way); -2 to -4 lie between -1 and -6 (-4 packs prose better than
    /// -3), -7 and -8 between -6 and -9
    #[arg(short = '6', overrides_with_all = LEVELS)]
    level6: bool,
    #[arg(short = '7', hide = true, overrides_with_all = LEVELS)]
    level7: bool,
    #[arg(short = '8', hide = true, overrides_with_all = LEVELS)]
    level8: bool,
    /// Smallest
    #[arg(short = '9', long = "best", overrides_with_all = LEVELS)]
    level9: bool,
}

const LEVELS: [&str; 9] = [
    "level1", "level2", "level3", "level4", "level5", "level6", "level7", "level8", "level9",
];

impl LevelArgs {
    /// The level asked for; the last one given wins.
    pub fn level(&self) -> Level {
        let flags = [
            self.level1,
            self.level2,
            self.level3,
            self.level4,
            self.level5,
            self.level6,
            self.level7,
            self.level8,
            self.level9,
        ];
        let number = flags
            .iter()
            .position(|&flag| flag)
            .map(|index| index as u8 + 1);
        number.and_then(Level::new).unwrap_or(Level::DEFAULT)
    }
}
