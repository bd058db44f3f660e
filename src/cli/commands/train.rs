//! `pgnpack train`: a model of moves from games, or what games cost under one.

use super::games::each_game;
use crate::{
    cli::{
        Session, Status,
        args::{TrainArgs, values::TrainingFile},
        files::{
            file_out::{Existing, Promised},
            input,
            output::Output,
        },
        job::Source,
        message::{self, Count, Fault, Misuse, Purpose, Refusal, complain, named, say},
    },
    codec::{
        Level,
        model::{
            learnt::{Learnt, MOST_UNITS_IN_ALL, Priors},
            lessons::{self, Lesson},
            moves::{
                measure,
                model::{MOST_JUDGES, MoveModel},
                reflex::tables::Tables,
                train::{Options, Progress, Subject, data::Games, train, train_reflex},
            },
        },
    },
    pgn::game::Game,
    pipeline::ModelFile,
};
use anyhow::{Result, bail};
use std::{
    io::Write,
    num::NonZeroUsize,
    path::{Path, PathBuf},
    sync::Arc,
};

const MILLION: usize = 1_000_000;
/// Networks that learn from fewer half-moves than this are worse than the built-in ones.
const ENOUGH_FOR_NETWORKS: usize = 4 * MILLION;
/// Levels that a measurement shows: one for each way of predicting moves.
const SHOWN: [u8; 7] = [1, 2, 3, 6, 7, 8, 9];

/// Trains or measures.
///
/// # Errors
/// When files cannot be read or written, or the arguments make no sense together.
pub fn run(args: &TrainArgs, session: &Session) -> Result<Status> {
    match &args.output {
        Some(output) => {
            check_room(&args.units)?;
            train_into(args, output, session)
        }
        None => measure_all(args, session),
    }
}

/// Refuses networks with these numbers of units if a model file has no room for them: before
/// training, which takes hours.
fn check_room(units: &[usize]) -> Result<(), Misuse> {
    if units.len() > MOST_JUDGES {
        return Err(Misuse::TooManyNetworks(MOST_JUDGES));
    }
    match units.iter().sum::<usize>() > MOST_UNITS_IN_ALL {
        true => Err(Misuse::TooManyUnits(MOST_UNITS_IN_ALL)),
        false => Ok(()),
    }
}

fn train_into(args: &TrainArgs, output: &Path, session: &Session) -> Result<Status> {
    let part = part_of(output);
    let texts = args.files.iter().map(|file| &file.path);
    let inputs = texts.clone().chain(&args.networks).chain(&args.quick);
    let existing = Existing::replaced_if(args.force);
    let mut output = Promised::new(output, existing, inputs.clone())?;
    let mut networks = match &args.networks {
        None => Networks::Trained(Promised::new(&part, existing, inputs)?),
        Some(other) => Networks::Taken(input::model(other)?),
    };
    let quick = args.quick.as_deref().map(input::model).transpose()?;
    let Some(Material {
        games,
        repeats,
        lessons,
    }) = Material::read(&args.files, session)?
    else {
        return Ok(Status::Interrupted);
    };
    if games.plies() == 0 {
        let sources: Vec<Source> = texts.map(|path| Source::File(path.clone())).collect();
        let name = input::name_of_all(&sources);
        return Err(Refusal::File(name, Fault::NoGame(Purpose::Learning)).into());
    }
    if !args.quiet {
        say(format_args!(
            "{}, {}",
            Count(games.len() as u64, "game"),
            Count(games.plies() as u64, "half-move")
        ));
        if args.networks.is_none() && games.plies() < ENOUGH_FOR_NETWORKS {
            complain(message::FEW_GAMES);
        }
    }
    let training = Training {
        args,
        session,
        quick,
        games,
        repeats,
    };
    let Some(moves) = training.moves(&mut networks)? else {
        return Ok(Status::Interrupted);
    };
    drop(training);
    let lessons: Vec<Vec<Game>> = lessons.into_iter().map(Lesson::into_games).collect();
    let priors = lessons::priors(&lessons, &moves)?;
    save(&mut output, moves.moves(), &priors)?;
    if let Networks::Trained(part) = networks {
        part.remove()?;
    }
    Ok(Status::Good)
}

/// The file that keeps the finished parts of a model until it is complete.
fn part_of(output: &Path) -> PathBuf {
    let mut part = output.as_os_str().to_owned();
    part.push(".part");
    part.into()
}

/// The material for training.
#[derive(Default)]
struct Material {
    games: Games,
    /// How often the games of each source are seen. A source is all games that are seen equally
    /// often.
    repeats: Vec<usize>,
    /// For each file, the games that teach how clocks and evaluations go.
    lessons: Vec<Lesson>,
}

impl Material {
    /// Reads the files. `None` if it was interrupted.
    fn read(files: &[TrainingFile], session: &Session) -> Result<Option<Material>> {
        let mut material = Material::default();
        for TrainingFile { path, times } in files {
            let number = material.number_of(*times);
            let mut lesson = Lesson::default();
            let read = each_game(&[Source::File(path.clone())], session, |game| {
                material.games.push_game(number as u8, game);
                lesson.offer(game);
            })?;
            if read.is_break() {
                return Ok(None);
            }
            material.lessons.push(lesson);
        }
        Ok(Some(material))
    }

    /// The number of the source whose games are seen `times` times.
    fn number_of(&mut self, times: usize) -> usize {
        let known = self.repeats.iter().position(|&repeats| repeats == times);
        known.unwrap_or_else(|| {
            self.repeats.push(times);
            self.repeats.len() - 1
        })
    }
}

/// Where the networks of moves come from.
enum Networks {
    /// They are those of another model.
    Taken(Arc<ModelFile>),
    /// They are trained; each finished one is written to this file, so that a run that ends early
    /// leaves something.
    Trained(Promised),
}

/// A run of training: what was asked for, and the material.
struct Training<'a> {
    args: &'a TrainArgs,
    session: &'a Session,
    /// The model that the tables and the quick network are taken from instead of being trained.
    quick: Option<Arc<ModelFile>>,
    games: Games,
    /// As in [`Material`].
    repeats: Vec<usize>,
}

impl Training<'_> {
    /// Trains everything that is not taken from other models. `None` if it was interrupted; so also
    /// below.
    fn moves(&self, networks: &mut Networks) -> Result<Option<Learnt>> {
        let Some(tables) = self.tables() else {
            return Ok(None);
        };
        match networks {
            Networks::Taken(other) => {
                let moves = other.learnt().moves().with_tables(&tables)?;
                let file = Learnt::write(&moves, &Priors::default())?;
                Ok(Some(Learnt::read(&file)?))
            }
            Networks::Trained(part) => self.networks(&tables, part),
        }
    }

    /// Trains the tables of level 1, or takes them from the model that the quick network is taken
    /// from.
    fn tables(&self) -> Option<Tables> {
        if let Some(other) = &self.quick {
            return Some(other.learnt().moves().tables().clone());
        }
        let options = self.options().for_tables();
        train_reflex(&self.games, &options, &mut |progress| {
            self.goes_on("tables", progress)
        })
    }

    /// Trains a judge (a large network) for each number of units, then the quick network. The first
    /// judge learns from the games; with the broad one, it teaches the others. Until the quick
    /// network is trained, `part` holds the built-in one.
    fn networks(&self, tables: &Tables, part: &mut Promised) -> Result<Option<Learnt>> {
        let run = |subject: Subject, name: &str, options: &Options, teacher: Option<&MoveModel>| {
            train(&self.games, subject, options, teacher, &mut |progress| {
                self.goes_on(name, progress)
            })
        };
        let options = self.options();
        let first = match &self.quick {
            Some(other) => other.learnt().moves(),
            None => Learnt::standard().moves(),
        };
        let mut moves = MoveModel::new(tables, first.quick())?;
        let mut keep = |moves: &MoveModel| save(part, moves, &Priors::default());
        for (number, &units) in (0..).zip(&self.args.units) {
            let subject = Subject::Judge { units };
            let options = Options {
                seed: self.args.seed.wrapping_add(number),
                ..options.clone()
            };
            let (options, teacher) = match number {
                0 => (options, None),
                _ => (options.for_taught(), Some(&moves)),
            };
            let name = format!("{units} units");
            let Some(trained) = run(subject, &name, &options, teacher) else {
                return Ok(None);
            };
            moves.push(&trained.quantise_judge())?;
            keep(&moves)?;
        }
        if self.quick.is_none() {
            let options = options.for_quick();
            let Some(trained) = run(Subject::Quick, "quick", &options, Some(&moves)) else {
                return Ok(None);
            };
            moves = moves.with_quick(&trained.quantise_quick())?;
        }
        keep(&moves).map(Some)
    }

    /// The options for training the judges. The callers for tables and the quick network change a
    /// few.
    fn options(&self) -> Options {
        let limit = self.args.limit.map(|millions| millions as usize * MILLION);
        Options {
            repeats: self.repeats.clone(),
            seed: self.args.seed,
            threads: self.args.threads.count,
            limit: limit.and_then(NonZeroUsize::new),
            ..Options::for_judges()
        }
    }

    /// Prints the progress of the part called `name`, and returns whether to go on.
    fn goes_on(&self, name: &str, progress: &Progress<'_>) -> bool {
        if !self.args.quiet {
            say_progress(name, &self.repeats, progress);
        }
        !self.session.interrupted()
    }
}

/// Writes a model and returns it as a reader gets it. Fails, and writes nothing, if it cannot be
/// read.
fn save(output: &mut Promised, moves: &MoveModel, priors: &Priors) -> Result<Learnt> {
    let file = Learnt::write(moves, priors)?;
    let learnt = Learnt::read(&file)?;
    output.write(&file)?;
    Ok(learnt)
}

fn say_progress(name: &str, repeats: &[usize], progress: &Progress<'_>) {
    let share = 100.0 * progress.seen as f64 / progress.total.max(1) as f64;
    let mut line = format!(
        "{name}: {share:.1} %, {:.3} bits a half-move",
        progress.cost
    );
    for &(source, cost) in progress.held_out {
        line += &match repeats {
            [_] => format!(", {cost:.3} on games kept aside"),
            _ => format!(", {cost:.3} on games of @{} kept aside", repeats[source]),
        };
    }
    say(line);
}

fn measure_all(args: &TrainArgs, session: &Session) -> Result<Status> {
    let read;
    let model = match &args.model {
        None => Learnt::standard(),
        Some(path) => {
            read = input::model(path)?;
            read.learnt()
        }
    };
    let mut out = Output::stdout();
    let (mut worst, mut begun) = (Status::Good, false);
    for TrainingFile { path, .. } in &args.files {
        let line = match measure_file(path, model.moves(), session) {
            Ok(Some(line)) => line,
            Ok(None) => return Ok(Status::Interrupted),
            Err(error) => {
                worst = worst.max(session.report(&error));
                continue;
            }
        };
        if !std::mem::replace(&mut begun, true) {
            writeln!(
                out,
                "bits a half-move and half-moves a second by level (model {:016x})",
                model.name()
            )?;
        }
        writeln!(out, "{line}")?;
    }
    Ok(worst)
}

/// What the games in a file cost under a model, by level, as a line; `None` where the user asked to
/// stop.
fn measure_file(path: &Path, model: &MoveModel, session: &Session) -> Result<Option<String>> {
    let mut games: Vec<Game> = Vec::new();
    let name = named(path);
    let file = Source::File(path.to_owned());
    let read = each_game(&[file], session, |game| games.push(game.clone()))?;
    if read.is_break() {
        return Ok(None);
    }
    if games.is_empty() {
        return Err(Refusal::File(name, Fault::NoGame(Purpose::Measuring)).into());
    }
    let mut line = String::new();
    for level in SHOWN.into_iter().filter_map(Level::new) {
        if session.interrupted() {
            return Ok(None);
        }
        let cost = measure::cost(model, level.row().moves, games.iter());
        if cost.plies == 0 {
            bail!("{name}: holds no move of chess");
        }
        let plies = cost.plies as f64;
        if line.is_empty() {
            line = format!(
                "{name}: {} half-moves, uniform {:.3}",
                cost.plies,
                cost.uniform_bits / plies
            );
        }
        line += &format!(
            ", -{} {:.3} ({:.0}/s, coder {:+.3} %)",
            level.number(),
            cost.bytes as f64 * 8.0 / plies,
            plies / cost.time.as_secs_f64(),
            100.0 * (cost.bytes as f64 * 8.0 / cost.bits.max(1.0) - 1.0),
        );
    }
    Ok(Some(line))
}
