//! `pgnpack explain`: what each bit of a game says, or what each move costs under the model.

use super::rows;
use crate::{
    chess::{Position, Rules},
    cli::{
        Session, Status,
        args::ExplainArgs,
        charts::{self, costs::Bar},
        files::{
            file_out::{refuse_output, write_file},
            input::{self, Input, Pipes},
            output::Output,
        },
        job::Source,
        message::{self, Fault, Misuse, Refusal, complain, hint_at_salvage},
        packer::{HEAD_BYTES, Packer},
    },
    codec::{
        self, Level,
        by_game::GameCodec,
        explain,
        model::{
            Model,
            moves::{estimates::each_estimate, model::MoveModel},
        },
        streams::Stream,
    },
    pgn::{
        self,
        charset::readable,
        game::Game,
        layout::{Document, Piece, Reason},
    },
    pipeline::{self, DecompressOptions, Excerpt, Selection, Watch},
};
use anyhow::{Context, Result, bail};
use std::{
    io::{self, Cursor, Read, Seek, Write},
    sync::Arc,
};

/// Explains the file that `args` names.
///
/// # Errors
/// When it or the model cannot be read, or the output refuses.
pub fn run(args: &ExplainArgs, session: &Session) -> Result<Status> {
    if args.board && !args.codec.takes_model() {
        return Err(Misuse::OptionForCodec("--board", args.codec).into());
    }
    if let Some(picture) = &args.svg {
        refuse_output(picture, args.force, args.file.iter().chain(&args.model))?;
    }
    let source = args.file.as_deref().map_or(Source::Stdin, Source::of);
    explain_source(args, &source, session)
}

/// Explains the games of `source`.
fn explain_source(args: &ExplainArgs, source: &Source, session: &Session) -> Result<Status> {
    let name = input::name_of(source);
    let (mut input, _) = input::open(source, Pipes::Read)?;
    let mut head = Vec::new();
    (&mut input)
        .take(HEAD_BYTES as u64)
        .read_to_end(&mut head)
        .with_context(|| name.clone())?;
    let packer = Packer::of(&head);
    // Other codecs ask no model, but a packed file may need one to be read.
    if args.model.is_some() && !args.codec.takes_model() && packer.is_none() {
        return Err(Misuse::OptionForCodec("--model", args.codec).into());
    }
    let model = args.model.as_deref().map(input::model).transpose()?;
    let codec = match &model {
        Some(file) => Model::with(Arc::clone(file.learnt())),
        None => Model::STANDARD,
    };
    let first = Selection::from(0..1);
    let games = args.games.as_ref().unwrap_or(&first);
    let wanted = match packer {
        None => of_text(&mut head.chain(input), games, session),
        Some(Packer::Own) => {
            let options = DecompressOptions {
                models: model.into_iter().collect(),
                block_text: args.limit.block_limit,
                ..DecompressOptions::default()
            };
            of_packed(head, input, games, &options, session)
        }
        Some(other) => return Err(Refusal::File(name, Fault::Packed(other)).into()),
    };
    let wanted = wanted.with_context(|| name.clone())?;
    let Some(wanted) = wanted else {
        return Err(Refusal::File(name, Fault::NoGame("in it")).into());
    };
    explain(args, &codec, &wanted, &name).with_context(|| name.clone())?;
    Ok(Status::Good)
}

/// The games wanted of a text; `None` where it has none at all. Games are counted as in the packed
/// file that would be made of it.
///
/// # Errors
/// When the range goes beyond the last game.
fn of_text(
    input: &mut dyn Read,
    games: &Selection,
    watch: &dyn Watch,
) -> Result<Option<Vec<Excerpt>>> {
    let mut wanted = Vec::new();
    let visit = |excerpt| wanted.push(excerpt);
    let met = pipeline::visit_games_of_text(input, games, watch, visit)?;
    if met == 0 {
        return Ok(None);
    }
    games.among(met)?;
    Ok(Some(wanted))
}

/// The games wanted of a packed `input`, whose first bytes were read as `head`; `None` where it has
/// none at all. A pipe cannot be searched, so all of it is read.
///
/// # Errors
/// As [`of_text`], and when it is damaged or needs another model.
fn of_packed(
    mut head: Vec<u8>,
    mut input: Input,
    games: &Selection,
    options: &DecompressOptions,
    watch: &dyn Watch,
) -> Result<Option<Vec<Excerpt>>> {
    if matches!(input, Input::File(_)) {
        return of_seekable(&mut input, games, options, watch);
    }
    input.read_to_end(&mut head)?;
    of_seekable(&mut Cursor::new(head), games, options, watch)
}

fn of_seekable<R: Read + Seek>(
    input: &mut R,
    games: &Selection,
    options: &DecompressOptions,
    watch: &dyn Watch,
) -> Result<Option<Vec<Excerpt>>> {
    let mut wanted = Vec::new();
    let visit = |excerpt| wanted.push(excerpt);
    let met = pipeline::visit_games(input, games, options, watch, visit);
    let met = met.map_err(hint_at_salvage)?;
    Ok((met > 0).then_some(wanted))
}

fn explain(args: &ExplainArgs, model: &Model, wanted: &[Excerpt], name: &str) -> Result<()> {
    let codec = codec::game_codec(args.codec);
    let (games, mut remarks) = chosen(wanted, codec);
    // Where no game can be explained, the last remark is the error.
    let failure = if games.is_empty() {
        remarks.pop()
    } else {
        None
    };
    for remark in remarks {
        complain(format_args!("{name}: {remark}"));
    }
    if let Some(reason) = failure {
        bail!(reason);
    }
    let mut out = Output::stdout();
    let Some(path) = &args.svg else {
        explain_games(args, codec, model, &games, &mut out)?;
        return Ok(());
    };
    let mut rows = Vec::new();
    let bars = explain_games(args, codec, model, &games, &mut rows)?;
    // The picture comes first: printing fails if the reader of the rows goes away.
    let picture = charts::costs::svg(&title(&games), &bars);
    write_file(path, picture.as_bytes(), args.force)?;
    Ok(out.write_all(&rows)?)
}

/// Writes the explanation of `games` to `out`, by the bits that `codec` writes or, where it is none,
/// by what the model says, and returns the bars of the picture.
fn explain_games(
    args: &ExplainArgs,
    codec: Option<&dyn GameCodec>,
    model: &Model,
    games: &[Chosen<'_>],
    out: &mut impl Write,
) -> Result<Vec<Bar>> {
    let mut bars = Vec::new();
    match codec {
        Some(codec) => explain_bits(args, codec, games, &mut bars, out)?,
        None => explain_model(args, model, games, &mut bars, out)?,
    }
    Ok(bars)
}

/// A game that is explained.
struct Chosen<'a> {
    /// Its number in the file, 1 for the first.
    number: usize,
    game: &'a Game,
    /// The document that it is in.
    document: &'a Document,
    /// The piece that it is.
    piece: &'a Piece,
}

/// The games `wanted`, and remarks on those that cannot be explained in full: they are kept as
/// text, perhaps because `codec` cannot express them, or played by other rules than chess.
fn chosen<'a>(
    wanted: &'a [Excerpt],
    codec: Option<&dyn GameCodec>,
) -> (Vec<Chosen<'a>>, Vec<String>) {
    let pieces = wanted.iter().flat_map(|Excerpt { numbers, document }| {
        let pieces = numbers.iter().zip(&document.pieces);
        pieces.map(move |(number, piece)| (*number as usize + 1, document, piece))
    });
    let (mut chosen, mut remarks) = (Vec::new(), Vec::new());
    for (number, document, piece) in pieces {
        match piece {
            Piece::Game(game, _) => match codec.and_then(|codec| codec.objection(game)) {
                None => {
                    chosen.push(Chosen {
                        number,
                        game,
                        document,
                        piece,
                    });
                    if game.start().is_none() {
                        remarks.push(message::moves_untold(number));
                    }
                }
                Some(reason) => remarks.push(kept_as_text(number, reason)),
            },
            Piece::Text(_, reason) => remarks.push(kept_as_text(number, *reason)),
        }
    }
    (chosen, remarks)
}

fn kept_as_text(number: usize, reason: Reason) -> String {
    format!("game {number} is kept as text: {}", reason.describe())
}

/// The title of a picture: the players of the first game, and how many more games there are.
fn title(games: &[Chosen<'_>]) -> String {
    let Some((first, others)) = games.split_first() else {
        return String::new();
    };
    let name = |tag| first.game.tag(tag).map_or("?".into(), readable);
    let players = format!("{} - {}", name("White"), name("Black"));
    match others.len() as u64 {
        0 => players,
        more => format!("{players} and {}", message::Count(more, "other game")),
    }
}

fn explain_bits(
    args: &ExplainArgs,
    codec: &dyn GameCodec,
    games: &[Chosen<'_>],
    bars: &mut Vec<Bar>,
    out: &mut impl Write,
) -> Result<()> {
    for &Chosen { number, game, .. } in games {
        let explained = explain::explain(codec, game);
        match args.json {
            true => rows::write_bits_json(out, number, &explained)?,
            false => rows::write_bits(out, &explained)?,
        }
        bars.extend(charts::costs::bars(&explained.rows));
    }
    Ok(())
}

fn explain_model(
    args: &ExplainArgs,
    model: &Model,
    games: &[Chosen<'_>],
    bars: &mut Vec<Bar>,
    out: &mut impl Write,
) -> Result<()> {
    for chosen in games {
        if !args.json {
            print_streams(model, chosen, out)?;
        }
        explain_moves(args, model.learnt().moves(), chosen, bars, out)?;
    }
    Ok(())
}

/// Prints the bits of each stream if the game is packed alone.
fn print_streams(model: &Model, chosen: &Chosen<'_>, out: &mut impl Write) -> Result<()> {
    let styles = chosen.document.styles.clone();
    let in_styles = Document::new(styles, vec![chosen.piece.clone()]);
    // Parsed again, because a file of one game knows nothing of its neighbours' layouts.
    let alone = pgn::read(&pgn::write(&in_styles)?);
    let costs = model.costs(&alone, Level::DEFAULT)?;
    writeln!(
        out,
        "game {}, packed alone: {:.0} bits",
        chosen.number,
        costs.iter().sum::<f64>()
    )?;
    for (stream, bits) in Stream::ALL.into_iter().zip(costs) {
        if bits > 0.0 {
            writeln!(out, "{bits:>9.0} bits  {}", stream.name())?;
        }
    }
    Ok(())
}

/// The main line of a game that is packed alone: rank, probability and cost of each move.
fn explain_moves(
    args: &ExplainArgs,
    model: &MoveModel,
    &Chosen { number, game, .. }: &Chosen<'_>,
    bars: &mut Vec<Bar>,
    out: &mut impl Write,
) -> Result<()> {
    if game.start().is_none() {
        return Ok(());
    }
    if !args.json {
        rows::write_move_heads(out)?;
    }
    each_estimate(model, Level::DEFAULT.row().moves, game, |row, after| {
        match args.json {
            true => rows::write_move_json(out, number, &row)?,
            false => rows::write_move(out, &row)?,
        }
        if args.board {
            write_board(after, out)?;
        }
        bars.push(Bar {
            ply: row.ply,
            san: row.san,
            bits: row.bits.max(0.0),
        });
        Ok(())
    })
}

/// Writes the board as eight lines of letters, capitals for White.
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
