//! `pgnpack explain`: what each bit of a game says.

use super::{
    Status,
    args::{ExplainArgs, Games},
    file_out::{refuse_existing, write_file},
    files,
    message::{Count, Refusal},
    plan, refuse,
};
use crate::{
    chess::{Move, Position, Rules, line::Line, san},
    codec::{
        self, CodecId, Level,
        by_game::GameCodec,
        explain::{self, Bar},
        model::{
            Model,
            moves::{context::GameContext, model::Effort, predictor::MovePredictor},
        },
        streams::Stream,
    },
    container::header::MAGIC,
    pgn::{
        self,
        game::Game,
        layout::{Document, Piece},
    },
    pipeline::{self, DecompressOptions, ModelFile, Nobody},
};
use anyhow::{Context, Result, bail};
use serde_json::json;
use std::{
    io::{self, Read, Write},
    sync::Arc,
};

/// Explains the file that `args` names.
///
/// # Errors
/// When it or the model cannot be read, or the output refuses.
pub fn run(args: &ExplainArgs) -> Result<Status> {
    if args.codec != CodecId::Model && (args.model.is_some() || args.board) {
        let option = if args.board { "--board" } else { "--model" };
        return Ok(refuse(&Refusal::OptionForCodec(option, args.codec)));
    }
    let source = plan::sources(args.file.as_slice()).remove(0);
    let model = args.model.as_deref().map(files::model).transpose()?;
    explain_source(args, &source, model)?;
    Ok(Status::Good)
}

/// Explains the games of `source` by the codec that `args` name, with that model of moves.
fn explain_source(
    args: &ExplainArgs,
    source: &plan::Source,
    model: Option<Arc<ModelFile>>,
) -> Result<()> {
    let codec = match &model {
        Some(file) => Model::with(Arc::clone(file.learnt())),
        None => Model::STANDARD,
    };
    let text = text_of(source, model)?;
    explain(args, &codec, &text).with_context(|| files::name_of(source))
}

/// The text of a file, unpacked if it is packed.
fn text_of(source: &plan::Source, model: Option<Arc<ModelFile>>) -> Result<Vec<u8>> {
    let (mut input, _) = files::open(source, true)?;
    let name = || files::name_of(source);
    let mut bytes = Vec::new();
    input.read_to_end(&mut bytes).with_context(name)?;
    if !bytes.starts_with(&MAGIC) {
        return Ok(bytes);
    }
    let mut text = Vec::new();
    let options = DecompressOptions {
        models: model.into_iter().collect(),
        ..DecompressOptions::default()
    };
    pipeline::decompress(&mut bytes.as_slice(), &mut text, &options, &Nobody).with_context(name)?;
    Ok(text)
}

fn explain(args: &ExplainArgs, model: &Model, text: &[u8]) -> Result<()> {
    if let Some(path) = &args.svg {
        refuse_existing(path, args.force)?;
    }
    let document = pgn::read(text);
    let games: Vec<(usize, &Game)> = chosen(&document, args.games);
    if games.is_empty() {
        bail!(
            "holds {}, none of those asked for",
            Count(document.games().count() as u64, "game")
        );
    }
    let mut out = io::stdout().lock();
    let mut bars = Vec::new();
    match codec::game_codec(args.codec) {
        Some(codec) => explain_bits(args, codec, &games, &mut bars, &mut out)?,
        None if args.codec == CodecId::Model => {
            explain_model(args, model, &document, &games, &mut bars, &mut out)?
        }
        None => bail!(
            "{} does not write games by themselves: there is nothing to explain",
            args.codec.name()
        ),
    }
    if let Some(path) = &args.svg {
        let picture = explain::svg(&title(games[0].1), &bars);
        write_file(path, picture.as_bytes(), args.force)?;
    }
    Ok(())
}

/// The games asked for with their numbers, counted from 1; the first one if none was asked for.
fn chosen(document: &Document, games: Option<Games>) -> Vec<(usize, &Game)> {
    let (first, last) = match games {
        Some(games) => (
            games.first.get(),
            games.last.map_or(u64::MAX, std::num::NonZero::get),
        ),
        None => (1, 1),
    };
    let numbered = (1..).zip(document.games());
    numbered
        .filter(|&(number, _)| (first..=last).contains(&(number as u64)))
        .collect()
}

/// What a picture of the game is called.
fn title(game: &Game) -> String {
    let name = |tag| game.tag(tag).map_or("?".into(), String::from_utf8_lossy);
    format!("{} - {}", name("White"), name("Black"))
}

fn explain_bits(
    args: &ExplainArgs,
    codec: &dyn GameCodec,
    games: &[(usize, &Game)],
    bars: &mut Vec<Bar>,
    out: &mut impl Write,
) -> Result<()> {
    for &(number, game) in games {
        if let Some(reason) = codec.objection(game) {
            bail!("game {number} is kept as text: {}", reason.describe());
        }
        let rows = explain::rows(codec, number, game);
        match args.json {
            true => explain::write_json(out, &rows)?,
            false => explain::write_table(out, &rows)?,
        }
        bars.extend(explain::bars(&rows));
    }
    Ok(())
}

fn explain_model(
    args: &ExplainArgs,
    model: &Model,
    document: &Document,
    games: &[(usize, &Game)],
    bars: &mut Vec<Bar>,
    out: &mut impl Write,
) -> Result<()> {
    let mut predictor = MovePredictor::new(model.learnt().moves(), Effort::of(Level::DEFAULT));
    for &(number, game) in games {
        if !args.json {
            print_streams(model, document, number, game, out)?;
        }
        explain_moves(args, &mut predictor, number, game, bars, out)?;
    }
    Ok(())
}

/// How many bits each stream takes where the game is packed alone.
fn print_streams(
    model: &Model,
    document: &Document,
    number: usize,
    game: &Game,
    out: &mut impl Write,
) -> Result<()> {
    let piece = document
        .pieces
        .iter()
        .find(|piece| matches!(piece, Piece::Game(one, _) if std::ptr::eq(&**one, game)));
    let alone = Document {
        styles: document.styles.clone(),
        pieces: piece.cloned().into_iter().collect(),
    };
    let costs = model.costs(&alone, Level::DEFAULT)?;
    writeln!(
        out,
        "game {number}, packed alone: {:.0} bits",
        costs.iter().sum::<f64>()
    )?;
    for (stream, bits) in Stream::ALL.into_iter().zip(costs) {
        if bits > 0.0 {
            writeln!(out, "{bits:>9.0} bits  {}", stream.name())?;
        }
    }
    Ok(())
}

/// What the model makes of a move that is played.
struct Estimate {
    /// 1 for the likeliest.
    rank: usize,
    chance: f64,
    bits: f64,
}

impl Estimate {
    /// Of `played` where the legal moves have these shares of 2^32.
    fn of(played: Move, shares: &[(Move, u64)]) -> Estimate {
        let own = shares
            .iter()
            .find(|(m, _)| *m == played)
            .map_or(1, |&(_, share)| share.max(1));
        let chance = own as f64 / 2f64.powi(32);
        Estimate {
            rank: 1 + shares.iter().filter(|&&(_, share)| share > own).count(),
            chance,
            bits: -chance.log2(),
        }
    }
}

/// The main line: rank, probability and cost of each move.
fn explain_moves(
    args: &ExplainArgs,
    predictor: &mut MovePredictor,
    number: usize,
    game: &Game,
    bars: &mut Vec<Bar>,
    out: &mut impl Write,
) -> Result<()> {
    let Some(start) = game.start() else {
        return Ok(());
    };
    let mut line = Line::new(start);
    let mut context = GameContext::of_tags(&game.tags);
    let mut sum = 0.0;
    if !args.json {
        writeln!(
            out,
            "{:>5} {:>7} {:>8} {:>5} {:>9}  move",
            "ply", "bits", "sum", "rank", "chance"
        )?;
    }
    for played in game.main_line() {
        let shares = predictor.distribution(line.position(), &context);
        let Estimate { rank, chance, bits } = Estimate::of(played, &shares);
        sum += bits;
        let san = san::spell(line.position(), played);
        context.advance(line.position(), played);
        line.play(played);
        let ply = line.ply();
        if args.json {
            let row = json!({"game": number, "ply": ply, "san": san, "rank": rank,
                             "probability": chance, "cost": bits, "sum": sum});
            writeln!(out, "{row}")?;
        } else {
            let percent = chance * 100.0;
            writeln!(
                out,
                "{ply:>5} {bits:>7.3} {sum:>8.2} {rank:>5} {percent:>8.3}%  {san}"
            )?;
        }
        if args.board {
            write_board(line.position(), out)?;
        }
        let bits = bits.max(0.0);
        bars.push(Bar { ply, san, bits });
    }
    Ok(())
}

/// The board as eight lines of letters, White's men capital.
fn write_board(position: &Position, out: &mut impl Write) -> io::Result<()> {
    let board = position.board().to_string();
    board.split('/').try_for_each(|rank| {
        let squares = rank.chars().flat_map(|c| match c.to_digit(10) {
            Some(empty) => vec!['.'; empty as usize],
            None => vec![c],
        });
        let spaced: Vec<String> = squares.map(String::from).collect();
        writeln!(out, "{:>12}{}", "", spaced.join(" "))
    })
}
