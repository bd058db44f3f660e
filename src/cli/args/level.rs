//! How hard to try: `-1` to `-9`.

use super::values::block_sizes;
use crate::codec::Level;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};

/// What is said of `--block-size`, with the defaults.
pub(super) fn block_size_help() -> String {
    let levels: Vec<Level> = (1..).map_while(Level::new).collect();
    let alike = levels.chunk_by(|a, b| a.block_size() == b.block_size());
    let defaults: Vec<String> = alike
        .map(|levels| {
            let ends = [levels[0], levels[levels.len() - 1]];
            let size = ends[0].block_size() >> 20;
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

/// The level asked for: `-1` to `-9`, of which the last one given wins.
#[derive(Clone, Copy, Debug)]
pub struct LevelArgs(pub Level);

/// The options, level 1 first.
const OPTIONS: [&str; Level::COUNT] = ["1", "2", "3", "4", "5", "6", "7", "8", "9"];

// Help calls the default by its number, here and in [`ExplainArgs`](super::ExplainArgs).
const _: () = assert!(Level::DEFAULT.number() == 6);

/// The option of that name. Help shows the fastest level, the default, and the smallest.
fn option(name: &'static str) -> Arg {
    let option = Arg::new(name)
        .short(name.chars().next())
        .action(ArgAction::SetTrue)
        .overrides_with_all(OPTIONS);
    match name {
        "1" => option.long("fast").help("Fastest"),
        "6" => option.help(
            "Default (-5 works the same way); -2 to -4 lie between -1 and -6 (-4 packs prose \
             better than -3), -7 and -8 between -6 and -9",
        ),
        "9" => option.long("best").help("Smallest"),
        _ => option.hide(true),
    }
}

impl Args for LevelArgs {
    fn augment_args(command: Command) -> Command {
        command.args(OPTIONS.map(option))
    }

    fn augment_args_for_update(command: Command) -> Command {
        LevelArgs::augment_args(command)
    }
}

impl FromArgMatches for LevelArgs {
    fn from_arg_matches(given: &ArgMatches) -> Result<LevelArgs, clap::Error> {
        let number = (1..).zip(OPTIONS).find(|(_, name)| given.get_flag(name));
        let level = number.and_then(|(number, _)| Level::new(number));
        Ok(LevelArgs(level.unwrap_or(Level::DEFAULT)))
    }

    fn update_from_arg_matches(&mut self, given: &ArgMatches) -> Result<(), clap::Error> {
        *self = LevelArgs::from_arg_matches(given)?;
        Ok(())
    }
}
