//! `pgnpack list`: what packed files hold. `game_list` makes the list of their games.

use super::game_list;
use crate::{
    cli::{
        Session, Status,
        args::ListArgs,
        files::{folders, input, output::Output},
        job::Direction,
        message::{Count, Size, hint_at_salvage, named, percent},
    },
    codec::{Level, streams::Stream},
    pgn::layout::Reason,
    pipeline::{self, BlockContents, Contents},
};
use anyhow::{Context, Result};
use serde_json::{Map, Value, json};
use std::{
    io::Write,
    path::{Path, PathBuf},
};

/// Lists the files that `args` name, or games of them.
///
/// # Errors
/// When standard output refuses, or a model cannot be read.
pub fn run(args: &ListArgs, session: &Session) -> Result<Status> {
    let (paths, status) = folders::expanded(&args.files, &args.folders, Direction::Unpack, session);
    let listed = match &args.games {
        Some(games) => game_list::run(games, &paths, args, session),
        None => list(&paths, args, session),
    };
    Ok(listed?.max(status))
}

fn list(paths: &[PathBuf], args: &ListArgs, session: &Session) -> Result<Status> {
    let mut worst = Status::Good;
    let mut out = Output::stdout();
    let mut table = Table::default();
    for path in paths {
        let inspected = input::open_to_list(path).and_then(|(name, mut file)| {
            let found = pipeline::inspect_up_to(&mut file, args.limit.block_limit);
            found.map_err(hint_at_salvage).with_context(|| name)
        });
        match inspected {
            Ok(contents) if args.json => writeln!(out, "{}", as_json(path, &contents))?,
            Ok(contents) => table.put(path, &contents, args.verbose, &mut out)?,
            Err(error) => worst = worst.max(session.report(&error)),
        }
        if worst.flow().is_break() || session.interrupted() {
            return Ok(worst);
        }
    }
    table.finish(&mut out)?;
    Ok(worst)
}

/// The codecs of the blocks, each once.
fn codecs(contents: &Contents) -> String {
    let mut names: Vec<&str> = Vec::new();
    for block in contents.blocks() {
        let name = codec(block);
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names.join(",")
}

fn codec(block: &BlockContents) -> &'static str {
    block.codec.map_or("stored", |codec| codec.name())
}

/// A table of files, printed row by row, so that files may be many.
#[derive(Default)]
struct Table {
    rows: usize,
    /// Of the rows.
    sums: Sizes,
}

impl Table {
    /// Prints a file's row, after the heads of the columns if it is the first.
    fn put(
        &mut self,
        path: &Path,
        contents: &Contents,
        verbose: bool,
        out: &mut dyn Write,
    ) -> Result<()> {
        if self.rows == 0 {
            writeln!(
                out,
                "{:>9} {:>7} {:>13} {:>13} {:>7}  {:<12} file",
                "games", "blocks", "packed", "text", "percent", "codec"
            )?;
        }
        let sizes = Sizes::of(contents);
        self.rows += 1;
        self.sums.add(&sizes);
        print_row(&sizes, &codecs(contents), &named(path), out)?;
        if verbose {
            print_models(contents, out)?;
            print_lead(contents, out)?;
            print_streams(contents, out)?;
            print_kept(contents, out)?;
            print_blocks(contents, out)?;
        }
        Ok(())
    }

    /// Prints the sums of several rows.
    fn finish(&self, out: &mut dyn Write) -> Result<()> {
        match self.rows {
            0 | 1 => Ok(()),
            _ => print_row(&self.sums, "", "in all", out),
        }
    }
}

/// How much there is in a file, or in several.
#[derive(Default)]
struct Sizes {
    games: u64,
    blocks: u64,
    packed: u64,
    text: u64,
}

impl Sizes {
    fn of(contents: &Contents) -> Sizes {
        Sizes {
            games: contents.games(),
            blocks: contents.blocks().count() as u64,
            packed: contents.packed_bytes(),
            text: contents.text_bytes(),
        }
    }

    fn add(&mut self, other: &Sizes) {
        self.games += other.games;
        self.blocks += other.blocks;
        self.packed += other.packed;
        self.text += other.text;
    }
}

fn print_row(sizes: &Sizes, codec: &str, name: &str, out: &mut dyn Write) -> Result<()> {
    let &Sizes {
        games,
        blocks,
        packed,
        text,
    } = sizes;
    let share = percent(packed, text);
    Ok(writeln!(
        out,
        "{games:>9} {blocks:>7} {packed:>13} {text:>13} {share:>7.2}  {codec:<12} {name}"
    )?)
}

/// Prints the models that the files need, except the built-in one.
fn print_models(contents: &Contents, out: &mut dyn Write) -> Result<()> {
    for model in contents.models() {
        let place = match model.embedded_bytes {
            Some(bytes) => format!("in the file, {}", Size(bytes)),
            None => "to be given with --model FILE".to_owned(),
        };
        writeln!(out, "    model {:016x}, {place}", model.checksum)?;
    }
    Ok(())
}

/// Prints the length of the lead, if there is one.
fn print_lead(contents: &Contents, out: &mut dyn Write) -> Result<()> {
    match contents.lead_bytes() {
        0 => Ok(()),
        bytes => Ok(writeln!(
            out,
            "    tags of the first games before all blocks, {}",
            Size(bytes)
        )?),
    }
}

fn print_streams(contents: &Contents, out: &mut dyn Write) -> Result<()> {
    let streams = Stream::ALL.map(|stream| (stream.name(), contents.stream_bytes(stream)));
    let rows = streams
        .into_iter()
        .chain([("frame", contents.frame_bytes())]);
    for (name, bytes) in rows.filter(|&(_, bytes)| bytes > 0) {
        let share = percent(bytes, contents.packed_bytes());
        write!(out, "    {name:<8} {bytes:>12} bytes {share:>6.2} %")?;
        if contents.games() > 0 {
            let each = bytes as f64 / contents.games() as f64;
            write!(out, " {each:>9.2} a game")?;
        }
        writeln!(out)?;
    }
    Ok(())
}

fn print_kept(contents: &Contents, out: &mut dyn Write) -> Result<()> {
    for (reason, count) in contents.kept_as_text().iter() {
        let (kept, why) = (kept(reason, count), reason.describe());
        writeln!(out, "    kept as text: {kept}, {why}")?;
    }
    Ok(())
}

/// So many pieces that are kept as text for this reason. Any text with tags or moves in it counts
/// as a game, a list of openings or of positions with their best moves, say.
fn kept(reason: Reason, count: u64) -> String {
    match reason {
        Reason::NoGame => Count(count, "piece").to_string(),
        Reason::Layout | Reason::WholeBlock => {
            format!("{} (or text that reads as one)", Count(count, "game"))
        }
        Reason::Start | Reason::Fault | Reason::Unsayable => Count(count, "game").to_string(),
    }
}

fn print_blocks(contents: &Contents, out: &mut dyn Write) -> Result<()> {
    for (number, block) in contents.blocks().enumerate() {
        let (games, text, packed) = (
            Count(block.games, "game"),
            Size(block.text_bytes),
            Size(block.packed_bytes),
        );
        let level = block.level.map(|level| format!(" -{}", level.number()));
        writeln!(
            out,
            "    block {number} at byte {}: {games}, {text} => {packed}, {}{}",
            block.offset,
            codec(block),
            level.unwrap_or_default()
        )?;
    }
    Ok(())
}

fn as_json(path: &Path, contents: &Contents) -> Value {
    let streams = Stream::ALL.map(|stream| {
        let bytes = contents.stream_bytes(stream);
        (stream.name().to_owned(), bytes.into())
    });
    let kept = contents.kept_as_text();
    let kept = kept
        .iter()
        .map(|(reason, count)| (reason.name().to_owned(), count.into()));
    let blocks: Vec<Value> = contents
        .blocks()
        .map(|block| {
            json!({
                "offset": block.offset,
                "games": block.games,
                "text_bytes": block.text_bytes,
                "packed_bytes": block.packed_bytes,
                "codec": codec(block),
                "level": block.level.map(Level::number),
            })
        })
        .collect();
    let models = contents.models().map(|model| {
        json!({
            "checksum": format!("{:016x}", model.checksum),
            "embedded_bytes": model.embedded_bytes,
        })
    });
    json!({
        "file": path.display().to_string(),
        "games": contents.games(),
        "text_bytes": contents.text_bytes(),
        "packed_bytes": contents.packed_bytes(),
        "models": models.collect::<Vec<_>>(),
        "lead_bytes": contents.lead_bytes(),
        "frame_bytes": contents.frame_bytes(),
        "streams": Map::from_iter(streams),
        "kept_as_text": Map::from_iter(kept),
        "blocks": blocks,
    })
}
