//! `pgnpack bench`: every codec and level on the user's own files, beside the general compressors
//! on the PATH.

use super::rivals::{self, Rival};
use crate::{
    cli::{
        Session, Status,
        args::BenchArgs,
        charts::{self, bench::Point},
        files::{
            file_out::{Existing, Promised},
            input::{self, Pipes},
            output::Output,
        },
        job::Source,
        message::{Count, Fault, Refusal, Size, named, percent},
        progress::Doing,
        wrapping::Wrapping,
    },
    codec::{CodecId, Level},
    pipeline::{self, CompressOptions, CompressReport, DecompressOptions, ModelChoice, Nobody},
};
use anyhow::{Context, Result, bail};
use serde_json::json;
use std::{
    io::{Read, Write},
    path::PathBuf,
    time::{Duration, Instant},
};

/// The results of one way of packing, for all files together.
struct Measurement {
    name: String,
    packed_bytes: u64,
    /// Games and half-moves that it found; none where it does not know what they are.
    games: u64,
    plies: u64,
    /// Games that it could not express.
    games_as_text: u64,
    /// The streams of moves, if there are such.
    moves: Option<Moves>,
    packing: Duration,
    unpacking: Duration,
}

/// The streams of moves of one way of packing.
#[derive(Clone, Copy)]
struct Moves {
    /// Their length.
    bytes: u64,
    /// How many moves they hold.
    plies: u64,
}

/// The files to measure on.
#[derive(Default)]
struct Material {
    texts: Vec<(PathBuf, Vec<u8>)>,
    text_bytes: u64,
}

/// What all rows are measured by.
struct Whole {
    text_bytes: u64,
    games: u64,
    plies: u64,
}

impl Whole {
    /// That of the `material`, with the games of whoever found the most.
    fn of(material: &Material, rows: &[Measurement]) -> Whole {
        let most = |of: fn(&Measurement) -> u64| rows.iter().map(of).max().unwrap_or(0);
        Whole {
            text_bytes: material.text_bytes,
            games: most(|row| row.games),
            plies: most(|row| row.plies),
        }
    }
}

/// Measures and prints.
///
/// # Errors
/// When a file cannot be read, there is no text at all, or a codec does not give the text back.
pub fn run(args: &BenchArgs, session: &Session) -> Result<Status> {
    let existing = Existing::replaced_if(args.force);
    let inputs = args.files.iter().chain(&args.model);
    let picture = Promised::if_wanted(args.svg.as_deref(), existing, inputs)?;
    let material = read(&args.files)?;
    let model = match &args.model {
        Some(path) => ModelChoice::Named(input::model(path)?),
        None => ModelChoice::BuiltIn,
    };
    let doing = Doing::new("measuring");
    let mut rows = Vec::new();
    for (codec, level) in contestants() {
        let options = CompressOptions {
            codec,
            model: match codec.takes_model() {
                true => model.clone(),
                false => ModelChoice::BuiltIn,
            },
            level,
            threads: args.threads,
            verify: false,
            block_size: None,
        };
        doing.say(name_of(codec, level));
        rows.push(measure(&material, &options)?);
        if session.interrupted() {
            return Ok(Status::Interrupted);
        }
    }
    let mut worst = Status::Good;
    if !args.no_rivals {
        for rival in rivals::on_path() {
            doing.say(rival.name);
            match measure_rival(&material, &rival, session) {
                Ok(row) => rows.push(row),
                Err(error) => worst = worst.max(session.report(&error)),
            }
            if session.interrupted() {
                return Ok(Status::Interrupted);
            }
        }
    }
    drop(doing);
    rows.sort_by_key(|row| row.packed_bytes);
    let whole = Whole::of(&material, &rows);
    // Neither prevents the other; printing fails if the reader of the table goes away.
    let drawn = picture.map_or(Ok(()), |mut picture| {
        let points: Vec<Point> = rows.iter().map(|row| point(row, &whole)).collect();
        picture.write(charts::bench::svg(&points).as_bytes())
    });
    let printed = print(args, &rows, &whole);
    drawn?;
    printed?;
    Ok(worst)
}

fn read(files: &[PathBuf]) -> Result<Material> {
    let mut material = Material::default();
    for path in files {
        let (mut input, _) = input::open(&Source::File(path.clone()), Pipes::Read)?;
        let mut text = Vec::new();
        input.read_to_end(&mut text).with_context(|| named(path))?;
        if let Some(wrapping) = Wrapping::of(&text) {
            return Err(Refusal::of(path, Fault::Wrapped(wrapping)).into());
        }
        material.text_bytes += text.len() as u64;
        material.texts.push((path.clone(), text));
    }
    if material.text_bytes == 0 {
        let sources: Vec<Source> = files.iter().cloned().map(Source::File).collect();
        let name = input::name_of_all(&sources);
        return Err(Refusal::File(name, Fault::NoText).into());
    }
    Ok(material)
}

/// Prints the rows.
fn print(args: &BenchArgs, rows: &[Measurement], whole: &Whole) -> Result<()> {
    let mut out = Output::stdout();
    if !args.json {
        return print_table(rows, whole, &mut out);
    }
    for row in rows {
        writeln!(out, "{}", as_json(row, whole))?;
    }
    Ok(())
}

/// Every codec; those with levels at levels 1, 6 and 9.
fn contestants() -> Vec<(CodecId, Level)> {
    let levels = |codec: CodecId| match codec.has_levels() {
        true => &[1, 6, 9][..],
        false => &[6],
    };
    let pairs = |codec| {
        levels(codec)
            .iter()
            .filter_map(move |&number| Some((codec, Level::new(number)?)))
    };
    CodecId::ALL.into_iter().flat_map(pairs).collect()
}

/// The name of a row.
fn name_of(codec: CodecId, level: Level) -> String {
    match codec.has_levels() {
        true => format!("{} -{}", codec.name(), level.number()),
        false => codec.name().to_owned(),
    }
}

fn measure(material: &Material, options: &CompressOptions) -> Result<Measurement> {
    let name = name_of(options.codec, options.level);
    let back = DecompressOptions {
        threads: options.threads,
        models: options.model.file().cloned().into_iter().collect(),
        ..DecompressOptions::default()
    };
    let mut all = CompressReport::default();
    let (mut packing, mut unpacking) = (Duration::ZERO, Duration::ZERO);
    for (path, text) in &material.texts {
        let place = || format!("{}: {name}", named(path));
        let (mut packed, started) = (Vec::new(), Instant::now());
        let report = pipeline::compress(&mut text.as_slice(), &mut packed, options, &Nobody)
            .with_context(place)?;
        packing += started.elapsed();
        let (mut unpacked, started) = (Vec::with_capacity(text.len()), Instant::now());
        pipeline::decompress(&mut packed.as_slice(), &mut unpacked, &back, &Nobody)
            .with_context(place)?;
        unpacking += started.elapsed();
        if unpacked != *text {
            bail!("{}: the text did not come back", place());
        }
        all += report;
    }
    Ok(Measurement {
        name,
        packed_bytes: all.packed_bytes,
        games: all.games,
        plies: all.plies,
        moves: (all.moves_plies > 0).then_some(Moves {
            bytes: all.moves_bytes,
            plies: all.moves_plies,
        }),
        games_as_text: all.games_as_text,
        packing,
        unpacking,
    })
}

fn measure_rival(material: &Material, rival: &Rival, session: &Session) -> Result<Measurement> {
    let mut row = Measurement {
        name: rival.name.to_owned(),
        packed_bytes: 0,
        games: 0,
        plies: 0,
        moves: None,
        games_as_text: 0,
        packing: Duration::ZERO,
        unpacking: Duration::ZERO,
    };
    for (_, text) in &material.texts {
        let run = rival.run(text, session).with_context(|| rival.name)?;
        row.packed_bytes += run.packed_bytes;
        row.packing += run.packing;
        row.unpacking += run.unpacking;
    }
    Ok(row)
}

fn megabytes_a_second(bytes: u64, time: Duration) -> f64 {
    bytes as f64 / 1e6 / time.as_secs_f64().max(1e-9)
}

fn per(bytes: u64, things: u64) -> Option<f64> {
    (things > 0).then(|| bytes as f64 / things as f64)
}

fn print_table(rows: &[Measurement], whole: &Whole, out: &mut dyn Write) -> Result<()> {
    let (text, games, plies) = (whole.text_bytes, whole.games, whole.plies);
    writeln!(
        out,
        "{} of text, {}, {}",
        Size(text),
        Count(games, "game"),
        Count(plies, "half-move")
    )?;
    let heads = [
        "bytes",
        "percent",
        "bytes/game",
        "bits/ply",
        "moves b/ply",
        "pack MB/s",
        "unpack MB/s",
    ];
    write!(out, "{:14}", "")?;
    for head in heads {
        write!(out, " {head:>11}")?;
    }
    writeln!(out)?;
    let figure = |value: Option<f64>| value.map_or("-".to_owned(), |value| format!("{value:.2}"));
    // A small file on a busy machine may take a second for each kilobyte.
    let speed = |time| match megabytes_a_second(text, time) {
        slow @ ..0.1 => format!("{slow:.4}"),
        speed => format!("{speed:.2}"),
    };
    for row in rows {
        let per_move = |moves: Moves| per(moves.bytes * 8, moves.plies);
        let columns = [
            row.packed_bytes.to_string(),
            figure(per(row.packed_bytes * 100, text)),
            figure(per(row.packed_bytes, games)),
            figure(per(row.packed_bytes * 8, plies)),
            figure(row.moves.and_then(per_move)),
            speed(row.packing),
            speed(row.unpacking),
        ];
        write!(out, "{:14}", row.name)?;
        for column in columns {
            write!(out, " {column:>11}")?;
        }
        writeln!(out)?;
    }
    for row in rows.iter().filter(|row| row.games_as_text > 0) {
        let kept = Count(row.games_as_text, "game");
        writeln!(out, "{}: {kept} kept as text", row.name)?;
    }
    Ok(())
}

fn as_json(row: &Measurement, whole: &Whole) -> serde_json::Value {
    json!({
        "name": row.name,
        "text_bytes": whole.text_bytes,
        "games": whole.games,
        "plies": whole.plies,
        "packed_bytes": row.packed_bytes,
        "moves_bytes": row.moves.map(|moves| moves.bytes),
        "moves_plies": row.moves.map(|moves| moves.plies),
        "games_as_text": row.games_as_text,
        "pack_seconds": row.packing.as_secs_f64(),
        "unpack_seconds": row.unpacking.as_secs_f64(),
    })
}

/// A row's place in the picture.
fn point(row: &Measurement, whole: &Whole) -> Point {
    Point {
        name: row.name.clone(),
        percent: percent(row.packed_bytes, whole.text_bytes),
        speed: megabytes_a_second(whole.text_bytes, row.unpacking),
    }
}
