//! `pgnpack position`: encodes single positions by the schemes of [`position`](crate::position),
//! and compares these.

use super::games::each_game;
use crate::pgn::game::Game;
use crate::position::{
    Bits, State,
    model::{Reservoir, Trainer},
    report::{self, Row, Stats, Summary},
    schemes::history::Line,
};
use crate::{
    chess::{Move, Position, Rules},
    cli::{
        Session, Status,
        args::{
            PositionArgs, PositionCommand, PositionCompareArgs, PositionDecodeArgs,
            PositionEncodeArgs, PositionStatsArgs, PositionTrainArgs,
        },
        charts,
        files::{
            file_out::{Existing, Promised},
            input,
            output::Output,
        },
        job::Source,
        message::{self, Expected, Fault, Purpose, Refusal, say},
    },
    error::{Error, ErrorKind},
};
use anyhow::{Context, Result, bail};
use std::{
    io::{self, BufRead, Read, Write},
    iter,
    ops::ControlFlow,
    path::{Path, PathBuf},
};

/// Runs what `args` ask for.
///
/// # Errors
/// When an input cannot be read, or an output cannot be written.
pub fn run(args: &PositionArgs, session: &Session) -> Result<Status> {
    match &args.command {
        PositionCommand::Encode(args) => encode(args, session),
        PositionCommand::Decode(args) => decode(args, session),
        PositionCommand::Compare(args) => compare(args, session),
        PositionCommand::Stats(args) => stats(args, session),
        PositionCommand::Train(args) => train(args, session),
    }
}

fn encode(args: &PositionEncodeArgs, session: &Session) -> Result<Status> {
    let lines = positions(&args.fen);
    each_line(&lines, Expected::Position, session, |line, out| {
        let bits = args.scheme.encode(&State::parse(line)?)?;
        writeln!(out, "{}", bits.text(args.form.into()))?;
        Ok(())
    })
}

fn decode(args: &PositionDecodeArgs, session: &Session) -> Result<Status> {
    let scheme = args.scheme;
    let expected = Expected::Code(scheme.name());
    each_line(&args.code, expected, session, |line, out| {
        let bits = Bits::parse(line, args.form.into())?;
        let state = scheme.decode(&bits)?;
        // `encode` refuses positions in which the king could be captured, so a code that gives one
        // is damaged, or of another scheme. A numbering has a number even for these.
        let state = match scheme.is_numbering() {
            true => state,
            false => state.without_check()?,
        };
        writeln!(out, "{}", state.fen())?;
        Ok(())
    })
}

fn compare(args: &PositionCompareArgs, session: &Session) -> Result<Status> {
    let positions = positions(&args.fen);
    let single = positions.len() == 1 && positions[0] != STDIN;
    each_line(&positions, Expected::Position, session, |line, out| {
        let state = State::parse(line)?;
        if !single {
            writeln!(out, "{}", state.fen())?;
        }
        write_rows(out, &report::compare(&state))?;
        Ok(())
    })
}

/// Writes a row for each scheme: its bits for a position, and which facts of the position it keeps.
fn write_rows(out: &mut dyn Write, rows: &[Row]) -> io::Result<()> {
    for row in rows {
        let (name, facts) = (row.scheme.name(), row.scheme.facts().describe());
        match &row.bits {
            Ok(bits) => writeln!(out, "{name:<23} {bits:>4}  keeps {facts}")?,
            Err(why) => writeln!(out, "{name:<23}    -  {why}")?,
        }
    }
    Ok(())
}

/// If the first lines fail, this many of them, the input is not a list of positions.
const HOPELESS: usize = 10;

/// The argument that stands for all lines of standard input.
const STDIN: &str = "-";

/// The positions in the words of a command line. If a word contains blanks, it was quoted, and if
/// two have slashes, each has a board: then every word is a position. Otherwise all words together
/// are one position.
fn positions(words: &[String]) -> Vec<String> {
    let have = |sign: char| words.iter().filter(|word| word.contains(sign)).count();
    match words.is_empty() || have(' ') > 0 || have('/') > 1 {
        true => words.to_vec(),
        false => vec![words.join(" ")],
    }
}

/// The longest line that is read, in bytes. The longest code that a scheme reads, of `history`,
/// has less than half of that many bits.
const MOST_LINE: usize = 256 << 10;

/// The next line of `input` without its line feed, `None` behind the last one; of a line longer
/// than [`MOST_LINE`] only the beginning, a byte longer than that.
fn next_line(input: &mut impl BufRead) -> io::Result<Option<Vec<u8>>> {
    let mut line = Vec::new();
    let mut beginning = input.by_ref().take(MOST_LINE as u64 + 1);
    if beginning.read_until(b'\n', &mut line)? == 0 {
        return Ok(None);
    }
    if line.pop_if(|last| *last == b'\n').is_none() && line.len() > MOST_LINE {
        input.skip_until(b'\n')?;
    }
    Ok(Some(line))
}

/// Calls `work` with each of `lines`. If there are none, or `lines` is [`STDIN`] alone, calls it
/// with every line of standard input that is not blank. A line that is not what is
/// `expected` is reported, and the work goes on.
///
/// # Errors
/// Errors of reading and writing; where no line is what is expected, or one is the name of a file.
fn each_line(
    lines: &[String],
    expected: Expected<'_>,
    session: &Session,
    mut work: impl FnMut(&str, &mut dyn Write) -> Result<()>,
) -> Result<Status> {
    // Standard output is line-buffered: a program that sends one line at a time waits for the
    // answer.
    let mut out = Output::stdout();
    let mut given = lines.iter().map(|line| Ok(line.clone().into_bytes()));
    let mut stdin = io::stdin().lock();
    let mut read = iter::from_fn(|| next_line(&mut stdin).transpose());
    let from_stdin = lines.is_empty() || lines == [STDIN];
    let lines: &mut dyn Iterator<Item = io::Result<Vec<u8>>> = match from_stdin {
        true => &mut read,
        false => &mut given,
    };
    let (mut worst, mut tried, mut failed) = (Status::Good, 0, 0);
    for (number, line) in lines.enumerate() {
        let stdin = || input::name_of(&Source::Stdin);
        let line = line.with_context(stdin)?;
        let text = String::from_utf8_lossy(&line);
        let text = text.trim();
        if text.is_empty() && from_stdin {
            continue;
        }
        if session.interrupted() {
            return Ok(Status::Interrupted);
        }
        tried += 1;
        let done = match line.len() > MOST_LINE {
            true => Err(Error::usage("the line is too long").into()),
            false => work(text, &mut out),
        };
        let path = Path::new(text);
        if done.is_err() && !from_stdin && path.is_file() {
            return Err(Refusal::of(path, Fault::FileOfLines).into());
        }
        if let Err(error) = done {
            if error.is::<io::Error>() {
                return Err(error); // of the output: it will take no other line either
            }
            let error = error.context(match from_stdin {
                true => format!("{}: line {}", stdin(), number + 1),
                false => message::Quoted(text).to_string(),
            });
            worst = worst.max(session.report(&error));
            // What a scheme cannot express is a position all the same.
            let why = error.downcast_ref::<Error>().map(Error::kind);
            failed += usize::from(why != Some(ErrorKind::Unsupported));
            if failed == tried && failed == HOPELESS {
                bail!(message::hopeless(expected));
            }
        }
    }
    out.flush()?;
    Ok(worst)
}

fn stats(args: &PositionStatsArgs, session: &Session) -> Result<Status> {
    let existing = Existing::replaced_if(args.force);
    let picture = Promised::if_wanted(args.svg.as_deref(), existing, &args.files)?;
    let mut stats = Stats::default();
    let mut positions = 0u64;
    let every = args.every.get();
    let purpose = Purpose::PositionsOfChess;
    let flow = take_positions(&args.files, purpose, session, |game| {
        let mut line = game.tag("FEN").is_none().then(Line::default);
        each_position(game, |position, last| {
            if let Some(m) = last {
                line = line.take().and_then(|line| line.and(m).ok());
            }
            if positions.is_multiple_of(every)
                && let Ok(state) = State::of_position(position)
            {
                stats.add(&state, line.as_ref().map(Line::bits));
            }
            positions += 1;
        });
        positions > 0
    })?;
    if flow.is_break() {
        return Ok(Status::Interrupted);
    }
    let summaries = stats.summaries();
    // Neither prevents the other; printing fails if the reader of the table goes away.
    let drawn = picture.map_or(Ok(()), |mut picture| {
        picture.write(charts::schemes::svg(&summaries).as_bytes())
    });
    let printed = write_summaries(&mut Output::stdout(), &summaries);
    drawn?;
    printed?;
    Ok(Status::Good)
}

/// Writes the table of `position stats`.
fn write_summaries(out: &mut impl Write, summaries: &[Summary]) -> io::Result<()> {
    writeln!(
        out,
        "{:<23} {:>9} {:>6} {:>7} {:>6}",
        "scheme", "positions", "fewest", "mean", "most"
    )?;
    for summary in summaries {
        writeln!(
            out,
            "{:<23} {:>9} {:>6} {:>7.2} {:>6}",
            summary.name,
            summary.positions,
            summary.fewest,
            summary.mean(),
            summary.most
        )?;
    }
    Ok(())
}

fn train(args: &PositionTrainArgs, session: &Session) -> Result<Status> {
    let existing = Existing::replaced_if(args.force);
    let mut output = Promised::new(&args.output, existing, &args.files)?;
    let mut reservoir = Reservoir::new(args.positions.get());
    let purpose = Purpose::StandardPositions;
    let flow = take_positions(&args.files, purpose, session, |game| {
        each_position(game, |position, _| {
            // The network knows the castling rights of standard chess alone.
            let state = State::of_position(position).ok();
            let state = state.filter(|state| state.rights().is_ok());
            if let Some(state) = state {
                reservoir.offer(state);
            }
        });
        !reservoir.is_empty()
    })?;
    if flow.is_break() {
        return Ok(Status::Interrupted);
    }
    let positions = reservoir.shuffled();
    let total = positions.len();
    let mut trainer = Trainer::new(total, args.rate);
    for (index, state) in positions.iter().enumerate() {
        trainer.learn(state);
        if (index + 1).is_multiple_of(PROGRESS) && !args.quiet {
            let bits = trainer.progress();
            say(format_args!(
                "{:>9} of {total} positions: {bits:.2} bits",
                index + 1
            ));
        }
        if session.interrupted() {
            return Ok(Status::Interrupted);
        }
    }
    output.write(&trainer.finish().to_bytes())?;
    Ok(Status::Good)
}

/// Calls `take` with each game of `files`, until the user asks to stop. It tells whether any
/// position was taken so far.
///
/// # Errors
/// When a file cannot be read, or no position was taken: there is no game at all, or none for this
/// `purpose`.
fn take_positions(
    files: &[PathBuf],
    purpose: Purpose,
    session: &Session,
    mut take: impl FnMut(&Game) -> bool,
) -> Result<ControlFlow<()>> {
    let sources = Source::of_all(files);
    let (mut met, mut taken) = (false, false);
    let flow = each_game(&sources, session, |game| {
        met = true;
        taken = take(game);
    })?;
    if flow.is_continue() && !taken {
        let purpose = match met {
            true => purpose,
            false => Purpose::Positions,
        };
        let name = input::name_of_all(&sources);
        return Err(Refusal::File(name, Fault::NoGame(purpose)).into());
    }
    Ok(flow)
}

/// Number of positions between two lines of progress.
const PROGRESS: usize = 50_000;

/// Calls `work` with each position of a game's main line and the move that led to it. Does nothing
/// if the game's start or rules are unknown.
fn each_position(game: &Game, mut work: impl FnMut(&Position, Option<Move>)) {
    let Some(mut position) = game.start() else {
        return;
    };
    work(&position, None);
    for m in game.main_line() {
        position.play_unchecked(m);
        work(&position, Some(m));
    }
}
