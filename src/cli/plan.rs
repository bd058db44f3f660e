//! Plans the jobs of a command from its arguments and a few facts about the environment: the
//! inputs, the names of the outputs, and what is refused. Pure functions (but for
//! [`Destination::of`], which asks the disk), so that the rules are tested without files or
//! terminals.

use super::{
    args::FileArgs,
    job::{Direction, Job, PACKED, PLAIN, Source, Target, is_dash},
    message::{Fault, Misuse, Refusal, WrongName},
};
use std::{
    collections::HashMap,
    path::{Path, PathBuf},
};

/// Facts about the environment.
#[derive(Clone, Copy, Debug, Default)]
pub struct Surroundings {
    /// Standard input is a terminal.
    pub stdin_is_terminal: bool,
    /// Standard output is a terminal.
    pub stdout_is_terminal: bool,
}

/// Where the outputs of a command go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Destination {
    /// Each beside its input, under the name that follows from that; to standard output, what comes
    /// from standard input.
    Usual,
    /// All to standard output.
    Stdout,
    /// To what `-o` names: the output of the only input.
    Named(Target),
    /// Into the folder that `-o` names, side by side.
    Folder(PathBuf),
}

impl Destination {
    /// Where `args` say. A dash is standard output, whatever is called so.
    pub fn of(args: &FileArgs) -> Destination {
        match &args.output {
            None if args.stdout => Destination::Stdout,
            None => Destination::Usual,
            Some(path) if is_dash(path) => Destination::Named(Target::Stdout),
            Some(path) if path.is_dir() => Destination::Folder(path.clone()),
            Some(path) => Destination::Named(Target::File(path.clone())),
        }
    }

    /// Whether the output may have any name, whatever its input is called.
    pub fn is_named(&self) -> bool {
        matches!(self, Destination::Named(_))
    }
}

/// The jobs that `args` ask for with these `sources`, or for each the reason why it cannot be done.
///
/// # Errors
/// When the command line is wrong and no job can be done.
pub fn jobs(
    sources: Vec<Source>,
    args: &FileArgs,
    destination: &Destination,
    direction: Direction,
    around: Surroundings,
) -> Result<Vec<Result<Job, Refusal>>, Misuse> {
    if let Destination::Named(target) = destination
        && sources.len() > 1
    {
        let output = target.path().map(Path::to_owned);
        return Err(Misuse::OneOutputForSeveralInputs(output));
    }
    if args.rm && sources.contains(&Source::Stdin) {
        return Err(Misuse::RemoveStdin);
    }
    if args.rm && *destination == Destination::Named(Target::Stdout) {
        return Err(Misuse::RemoveForStdout);
    }
    let jobs: Vec<_> = sources
        .into_iter()
        .map(|source| job(source, args.force, destination, direction, around))
        .collect();
    if matches!(destination, Destination::Folder(_)) {
        refuse_one_name(jobs.iter().flatten())?;
    }
    Ok(jobs)
}

/// Fails if two files would become outputs of one name: in the folder that `-o` names, the outputs
/// of files from different folders meet.
fn refuse_one_name<'a>(jobs: impl Iterator<Item = &'a Job>) -> Result<(), Misuse> {
    let mut inputs = HashMap::new();
    let named = jobs.filter_map(|job| job.target.path().zip(job.source.path()));
    for (output, input) in named {
        if let Some(other) = inputs.insert(output, input) {
            let inputs = [other, input].map(Path::to_owned);
            let output = output.to_owned();
            return Err(Misuse::OneNameForTwo { output, inputs });
        }
    }
    Ok(())
}

fn job(
    source: Source,
    force: bool,
    destination: &Destination,
    direction: Direction,
    around: Surroundings,
) -> Result<Job, Refusal> {
    let target = match (destination, &source) {
        (Destination::Folder(folder), Source::File(path)) => {
            let name = usual_name(path, force, direction)?;
            Target::File(folder.join(name.file_name().unwrap_or_default()))
        }
        // It has no name that its output could have there.
        (Destination::Folder(folder), Source::Stdin) => {
            return Err(Refusal::of(folder, Fault::Folder));
        }
        (Destination::Named(target), _) => target.clone(),
        (Destination::Stdout, _) | (Destination::Usual, Source::Stdin) => Target::Stdout,
        (Destination::Usual, Source::File(path)) => {
            Target::File(usual_name(path, force, direction)?)
        }
    };
    let packed_end_is_terminal = match direction {
        Direction::Pack => target == Target::Stdout && around.stdout_is_terminal,
        Direction::Unpack => source == Source::Stdin && around.stdin_is_terminal,
    };
    if packed_end_is_terminal && !force {
        return Err(match direction {
            Direction::Pack => Misuse::PackedToTerminal.into(),
            Direction::Unpack => Misuse::PackedFromTerminal.into(),
        });
    }
    Ok(Job { source, target })
}

/// The output that the input called `path` becomes if nobody says otherwise.
fn usual_name(path: &Path, force: bool, direction: Direction) -> Result<PathBuf, Refusal> {
    match direction {
        Direction::Pack => packed_name(path, force),
        Direction::Unpack => plain_name(path),
    }
}

/// `game.pgn` → `game.pgz`; other names get `.pgz` appended, and so does `chess.com.pgn`:
/// `chess.com.pgz` would become `chess.com`.
fn packed_name(path: &Path, force: bool) -> Result<PathBuf, Refusal> {
    if is_called_packed(path) && !force {
        return Err(Refusal::Name(path.to_owned(), WrongName::AlreadyPacked));
    }
    let mut name = path.to_owned();
    match path.extension() {
        Some(suffix) if suffix == PLAIN && !has_own_suffix(&path.with_extension("")) => {
            name.set_extension(PACKED)
        }
        _ => name.add_extension(PACKED),
    };
    Ok(name)
}

/// `game.pgz` → `game.pgn`; `book.epd.pgz` → `book.epd`.
fn plain_name(path: &Path) -> Result<PathBuf, Refusal> {
    let name = path.file_name().unwrap_or_default();
    if name.eq_ignore_ascii_case(format!(".{PACKED}")) {
        return Err(Refusal::Name(path.to_owned(), WrongName::OnlySuffix));
    }
    if !is_called_packed(path) {
        return Err(Refusal::Name(path.to_owned(), WrongName::UnknownSuffix));
    }
    let mut name = path.with_extension("");
    if name.file_name().is_none() {
        return Err(Refusal::Name(path.to_owned(), WrongName::OnlySuffix)); // `..pgz`: `..` is a folder
    }
    if !has_own_suffix(&name) {
        name.add_extension(PLAIN);
    }
    Ok(name)
}

/// Whether the name ends in `.pgz`, or in `.PGZ`.
fn is_called_packed(path: &Path) -> bool {
    let suffix = path.extension().unwrap_or_default();
    suffix.eq_ignore_ascii_case(PACKED)
}

/// Whether what follows the last dot looks like a suffix (`epd`, `txt`, `mp3`) and not like a part
/// of the name (`round 2.1`, `St. Louis`). A name that begins with its only dot
/// (`.profile`), or ends with one, has a suffix, too. So does `..`, what `..pgn` and `...pgn` are
/// without theirs.
fn has_own_suffix(path: &Path) -> bool {
    let Some(name) = path.file_name() else {
        return true;
    };
    let name = name.as_encoded_bytes();
    if path.extension().is_none() && name.starts_with(b".") || name.ends_with(b".") {
        return true;
    }
    let Some(suffix) = path.extension().and_then(|suffix| suffix.to_str()) else {
        return false;
    };
    (1..=4).contains(&suffix.len())
        && suffix.bytes().all(|byte| byte.is_ascii_alphanumeric())
        && suffix.bytes().any(|byte| byte.is_ascii_alphabetic())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::args::FolderArgs;

    fn args(files: &[&str]) -> FileArgs {
        let files = files.iter().map(PathBuf::from).collect();
        FileArgs {
            files,
            output: None,
            stdout: false,
            force: false,
            keep: false,
            rm: false,
            no_name: false,
            folders: FolderArgs::default(),
        }
    }

    fn jobs_of(
        args: &FileArgs,
        direction: Direction,
        around: Surroundings,
    ) -> Result<Vec<Result<Job, Refusal>>, Misuse> {
        let destination = Destination::of(args);
        jobs(
            Source::of_all(&args.files),
            args,
            &destination,
            direction,
            around,
        )
    }

    fn targets(args: &FileArgs, direction: Direction) -> Vec<Target> {
        let jobs = jobs_of(args, direction, Surroundings::default()).unwrap();
        jobs.into_iter().map(|job| job.unwrap().target).collect()
    }

    fn file(path: &str) -> Target {
        Target::File(path.into())
    }

    #[test]
    fn names_change_as_promised() {
        let packed = targets(
            &args(&["a/game.pgn", "book.epd", "notes", "my.games.pgn"]),
            Direction::Pack,
        );
        assert_eq!(
            packed,
            [
                file("a/game.pgz"),
                file("book.epd.pgz"),
                file("notes.pgz"),
                file("my.games.pgz")
            ]
        );
        let plain = targets(
            &args(&[
                "a/game.pgz",
                "book.epd.pgz",
                "my.games.pgz",
                "round 2.1.pgz",
            ]),
            Direction::Unpack,
        );
        assert_eq!(
            plain,
            [
                file("a/game.pgn"),
                file("book.epd"),
                file("my.games.pgn"),
                file("round 2.1.pgn")
            ]
        );
    }

    #[test]
    fn names_with_a_suffix_come_back() {
        for name in [
            "game.pgn",
            "chess.com.pgn",
            "tcec.s21.pgn",
            "round 2.1.pgn",
            "my.games.pgn",
            "book.epd",
            "GAMES.PGN",
            ".pgn",
            ".profile",
            ".my.pgn",
            "round.",
            "..pgn",
            "...pgn",
            "game.html",
            "game.html.pgn",
        ] {
            let packed = packed_name(Path::new(name), false).unwrap();
            assert_eq!(plain_name(&packed), Ok(name.into()));
        }
    }

    #[test]
    fn names_are_those_of_the_readme() {
        let readme = include_str!("../../README.md");
        let (_, table) = readme.split_once("| packed | as | unpacked |\n").unwrap();
        let rows: Vec<_> = table.lines().skip(1).map_while(names_in_row).collect();
        assert_eq!(rows.len(), 5);
        for [name, packed, back] in rows {
            assert_eq!(packed_name(Path::new(name), false), Ok(packed.into()));
            assert_eq!(plain_name(Path::new(packed)), Ok(back.into()));
        }
    }

    /// The first three names in a row of a table; `None` for any other line.
    fn names_in_row(line: &str) -> Option<[&str; 3]> {
        let mut names = line.split('`').skip(1).step_by(2);
        line.starts_with('|').then_some(())?;
        Some([names.next()?, names.next()?, names.next()?])
    }

    #[test]
    fn a_suffix_may_be_in_capitals() {
        assert_eq!(plain_name(Path::new("a/OLD.PGZ")), Ok("a/OLD.pgn".into()));
        assert!(packed_name(Path::new("OLD.PGZ"), false).is_err());
        assert!(plain_name(Path::new(".PGZ")).is_err());
    }

    #[test]
    fn no_file_means_standard_input_to_standard_output() {
        assert_eq!(targets(&args(&[]), Direction::Pack), [Target::Stdout]);
        assert_eq!(targets(&args(&["-"]), Direction::Unpack), [Target::Stdout]);
        let to_stdout = FileArgs {
            stdout: true,
            ..args(&["game.pgn"])
        };
        assert_eq!(targets(&to_stdout, Direction::Pack), [Target::Stdout]);
    }

    #[test]
    fn a_folder_takes_the_outputs_of_all_inputs_side_by_side() {
        let into = |folder: &str, files: &[&str], direction| {
            let args = FileArgs {
                output: Some(folder.into()),
                ..args(files)
            };
            let jobs = jobs(
                Source::of_all(&args.files),
                &args,
                &Destination::Folder(folder.into()),
                direction,
                Surroundings::default(),
            )?;
            let targets = jobs.into_iter().map(|job| job.map(|job| job.target));
            Ok(targets.collect::<Vec<_>>())
        };
        assert_eq!(
            into("out/", &["a/game.pgn", "b/notes.txt"], Direction::Pack),
            Ok(vec![
                Ok(file("out/game.pgz")),
                Ok(file("out/notes.txt.pgz"))
            ])
        );
        assert_eq!(
            into("out", &["a/game.pgz", "b/x"], Direction::Unpack),
            Ok(vec![
                Ok(file("out/game.pgn")),
                Err(Refusal::Name("b/x".into(), WrongName::UnknownSuffix))
            ])
        );
        assert_eq!(
            into("out", &["a/x.pgn", "y.pgn", "b/x.pgn"], Direction::Pack),
            Err(Misuse::OneNameForTwo {
                output: "out/x.pgz".into(),
                inputs: ["a/x.pgn".into(), "b/x.pgn".into()],
            })
        );
        // Standard input has no name.
        assert_eq!(
            into("out", &["-"], Direction::Pack),
            Ok(vec![Err(Refusal::of(Path::new("out"), Fault::Folder))])
        );
    }

    #[test]
    fn a_dash_is_standard_output_even_where_a_folder_is_called_so() {
        let to_dash = |files: &[&str]| FileArgs {
            output: Some("-".into()),
            ..args(files)
        };
        assert_eq!(
            Destination::of(&to_dash(&["x.pgn"])),
            Destination::Named(Target::Stdout)
        );
        assert_eq!(
            targets(&to_dash(&["a/x.pgn"]), Direction::Pack),
            [Target::Stdout]
        );
        let around = Surroundings::default();
        assert_eq!(
            jobs_of(&to_dash(&["a/x.pgn", "y.pgn"]), Direction::Pack, around),
            Err(Misuse::OneOutputForSeveralInputs(None))
        );
    }

    #[test]
    fn packed_bytes_stay_off_terminals() {
        let around = Surroundings {
            stdin_is_terminal: true,
            stdout_is_terminal: true,
        };
        let first =
            |args: &FileArgs, direction| jobs_of(args, direction, around).unwrap().remove(0);
        assert_eq!(
            first(&args(&["-"]), Direction::Pack),
            Err(Misuse::PackedToTerminal.into())
        );
        assert_eq!(
            first(&args(&["-"]), Direction::Unpack),
            Err(Misuse::PackedFromTerminal.into())
        );
        assert!(first(&args(&["game.pgn"]), Direction::Pack).is_ok());
        assert!(
            first(
                &FileArgs {
                    force: true,
                    ..args(&["-"])
                },
                Direction::Pack
            )
            .is_ok()
        );
        assert!(
            first(
                &FileArgs {
                    stdout: true,
                    ..args(&["game.pgz"])
                },
                Direction::Unpack
            )
            .is_ok()
        );
    }

    #[test]
    fn what_makes_no_sense_is_refused() {
        let two = FileArgs {
            output: Some("x".into()),
            ..args(&["a", "b"])
        };
        assert_eq!(
            jobs_of(&two, Direction::Pack, Surroundings::default()),
            Err(Misuse::OneOutputForSeveralInputs(Some("x".into())))
        );
        let around = Surroundings::default();
        assert!(jobs_of(&args(&["a.pgz"]), Direction::Pack, around).unwrap()[0].is_err());
        assert!(jobs_of(&args(&["a.pgn"]), Direction::Unpack, around).unwrap()[0].is_err());
        for name in ["a/.pgz", "a/..pgz", "...pgz"] {
            assert_eq!(
                jobs_of(&args(&[name]), Direction::Unpack, around).unwrap()[0],
                Err(Refusal::Name(name.into(), WrongName::OnlySuffix))
            );
        }
    }
}
