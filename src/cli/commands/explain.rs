//! `pgnpack explain`: what each bit of a game says, or what each move costs under the model.

use super::rows;
use crate::{
    chess::{Position, Rules},
    cli::{
        Session, Status,
        args::ExplainArgs,
        charts::{self, costs::Bar},
        files::{
            file_out::{Existing, Promised},
            input::{self, Input, Pipes},
            output::Output,
        },
        job::Source,
        message::{self, Fault, Misuse, Purpose, Refusal, complain, hint_at_salvage},
        wrapping::{HEAD_BYTES, Wrapping},
    },
    codec::{
        self, Level,
        by_game::GameCodec,
        explain,
        model::{Model, moves::estimates::each_estimate},
        streams::Stream,
    },
    error,
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
    io::{self, BufWriter, Cursor, Read, Write},
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
    let existing = Existing::replaced_if(args.force);
    let inputs = args.file.iter().chain(&args.model);
    let picture = Promised::if_wanted(args.svg.as_deref(), existing, inputs)?;
    let source = args.file.as_deref().map_or(Source::Stdin, Source::of);
    explain_source(args, &source, picture, session)
}

/// Explains the games of `source`, and draws the `picture` that is wanted, if one is.
fn explain_source(
    args: &ExplainArgs,
    source: &Source,
    picture: Option<Promised>,
    session: &Session,
) -> Result<Status> {
    let name = input::name_of(source);
    let (mut input, _) = input::open(source, Pipes::Read)?;
    let mut head = Vec::new();
    (&mut input)
        .take(HEAD_BYTES as u64)
        .read_to_end(&mut head)
        .with_context(|| name.clone())?;
    let is_packed = match Wrapping::of(&head) {
        None => false,
        Some(Wrapping::Own) => true,
        Some(other) => return Err(Refusal::File(name, Fault::Wrapped(other)).into()),
    };
    // Other codecs ask no model, but a packed file may need one to be read.
    if args.model.is_some() && !args.codec.takes_model() && !is_packed {
        return Err(Misuse::OptionForCodec("--model", args.codec).into());
    }
    let model = args.model.as_deref().map(input::model).transpose()?;
    let learnt = match &model {
        Some(file) => Model::with(Arc::clone(file.learnt())),
        None => Model::STANDARD,
    };
    let first = Selection::from(0..1);
    let games = args.games.as_ref().unwrap_or(&first);
    let meet = |visit: Visit<'_>| {
        if !is_packed {
            return of_text(&mut head.chain(input), games, session, visit);
        }
        let options = DecompressOptions {
            models: model.into_iter().collect(),
            block_limit: args.limit.block_limit,
            ..DecompressOptions::default()
        };
        of_packed(head, input, games, &options, session, visit)
    };
    let manner = Manner {
        args,
        codec: codec::game_codec(args.codec),
        model: &learnt,
        name: &name,
    };
    match picture {
        None => drop(explained(manner, BufWriter::new(Output::stdout()), meet)?),
        Some(mut picture) => {
            let explained = explained(manner, Vec::new(), meet)?;
            // Neither prevents the other; printing fails if the reader of the rows goes away.
            let svg = charts::costs::svg(&explained.title(), &explained.bars);
            let drawn = picture.write(svg.as_bytes());
            let printed = Output::stdout().write_all(&explained.out);
            drawn.with_context(|| name.clone())?;
            printed.with_context(|| name.clone())?;
        }
    }
    Ok(Status::Good)
}

/// What is done with the games wanted of each block.
type Visit<'v> = &'v mut (dyn FnMut(Excerpt) -> error::Result<()> + Send);

/// Visits the games wanted of a text, and returns how many games were met. They are counted as in
/// the packed file that would be made of it.
///
/// # Errors
/// Those of `visit`, and when the range goes beyond the last game.
fn of_text(
    input: &mut dyn Read,
    games: &Selection,
    watch: &dyn Watch,
    visit: Visit<'_>,
) -> Result<u64> {
    let met = pipeline::visit_games_of_text(input, games, watch, visit)?;
    if met > 0 {
        games.among(met)?;
    }
    Ok(met)
}

/// Visits the games wanted of a packed `input`, whose first bytes were read as `head`, and returns
/// how many it has. A pipe cannot be searched, so all of it is read.
///
/// # Errors
/// As [`of_text`], and when it is damaged or needs another model.
fn of_packed(
    mut head: Vec<u8>,
    mut input: Input,
    games: &Selection,
    options: &DecompressOptions,
    watch: &dyn Watch,
    visit: Visit<'_>,
) -> Result<u64> {
    let met = if matches!(input, Input::File(_)) {
        pipeline::visit_games(&mut input, games, options, watch, visit)
    } else {
        input.read_to_end(&mut head)?;
        pipeline::visit_games(&mut Cursor::new(head), games, options, watch, visit)
    };
    Ok(met.map_err(hint_at_salvage)?)
}

/// How games are explained.
#[derive(Clone, Copy)]
struct Manner<'a> {
    args: &'a ExplainArgs,
    /// The codec whose bits are told; none where the model tells what each move costs.
    codec: Option<&'static dyn GameCodec>,
    model: &'a Model,
    /// The input's.
    name: &'a str,
}

/// Explains the games that `meet` meets to `out`.
///
/// # Errors
/// Those of `meet` and of `out`, and where no game can be explained.
fn explained<W: Write + Send>(
    manner: Manner<'_>,
    out: W,
    meet: impl FnOnce(Visit<'_>) -> Result<u64>,
) -> Result<Explained<'_, W>> {
    let mut explained = Explained {
        manner,
        out,
        games: 0,
        players: String::new(),
        bars: Vec::new(),
        remark: None,
    };
    let name = || manner.name.to_owned();
    let met = meet(&mut |excerpt| explained.take(&excerpt));
    // What was found before an error is worth having, too.
    explained.out.flush().with_context(name)?;
    if met.with_context(name)? == 0 {
        return Err(Refusal::File(name(), Fault::NoGame(Purpose::Explaining)).into());
    }
    explained.end_remarks().with_context(name)?;
    Ok(explained)
}

/// Games that are explained one after another.
struct Explained<'a, W> {
    manner: Manner<'a>,
    out: W,
    /// How many games were.
    games: u64,
    /// The players of the first.
    players: String,
    /// The bars of the picture, if one is wanted.
    bars: Vec<Bar>,
    /// The last remark, which was not made yet: if no game can be explained, it is the error.
    remark: Option<String>,
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

impl<W: Write> Explained<'_, W> {
    /// Explains the games of a block. Remarks on those that cannot be explained in full: they are
    /// kept as text, perhaps because the codec cannot express them, or played by other rules than
    /// chess.
    fn take(&mut self, excerpt: &Excerpt) -> error::Result<()> {
        for (number, piece) in excerpt.games() {
            let number = number as usize + 1;
            let game = match piece {
                Piece::Game(game, _) => game,
                Piece::Text(_, reason) => {
                    self.remark(kept_as_text(number, *reason));
                    continue;
                }
            };
            if let Some(reason) = self.manner.codec.and_then(|codec| codec.objection(game)) {
                self.remark(kept_as_text(number, reason));
                continue;
            }
            if game.start().is_none() {
                self.remark(message::moves_untold(number));
            }
            self.explain(&Chosen {
                number,
                game,
                document: &excerpt.document,
                piece,
            })?;
        }
        Ok(())
    }

    /// Explains a game by the bits that the codec writes or, where it is none, by what the model
    /// says.
    fn explain(&mut self, chosen: &Chosen<'_>) -> error::Result<()> {
        if self.games == 0 {
            let players = chosen.game.tags.players();
            let [white, black] = players.map(|name| name.map_or("?".into(), readable));
            self.players = format!("{white} - {black}");
        }
        self.games += 1;
        match self.manner.codec {
            Some(codec) => self.explain_bits(codec, chosen),
            None => {
                if !self.manner.args.json {
                    self.print_streams(chosen)?;
                }
                self.explain_moves(chosen)
            }
        }
    }

    fn remark(&mut self, remark: String) {
        self.tell_remark();
        self.remark = Some(remark);
    }

    fn tell_remark(&mut self) {
        if let Some(remark) = self.remark.take() {
            complain(format_args!("{}: {remark}", self.manner.name));
        }
    }

    /// Makes the last remark.
    ///
    /// # Errors
    /// The remark, where no game was explained.
    fn end_remarks(&mut self) -> Result<()> {
        match self.games {
            0 => self.remark.take().map_or(Ok(()), |remark| bail!(remark)),
            _ => {
                self.tell_remark();
                Ok(())
            }
        }
    }

    /// The title of a picture: the players of the first game, and how many more games there are.
    fn title(&self) -> String {
        let players = &self.players;
        match self.games {
            0 | 1 => players.clone(),
            games => format!("{players} and {}", message::Count(games - 1, "other game")),
        }
    }

    fn explain_bits(&mut self, codec: &dyn GameCodec, chosen: &Chosen<'_>) -> error::Result<()> {
        let explained = explain::explain(codec, chosen.game);
        match self.manner.args.json {
            true => rows::write_bits_json(&mut self.out, chosen.number, &explained)?,
            false => rows::write_bits(&mut self.out, &explained)?,
        }
        if self.manner.args.svg.is_some() {
            self.bars.extend(charts::costs::bars(&explained.rows));
        }
        Ok(())
    }

    /// Prints the bits of each stream if the game is packed alone.
    fn print_streams(&mut self, chosen: &Chosen<'_>) -> error::Result<()> {
        let styles = chosen.document.styles.clone();
        let in_styles = Document::new(styles, vec![chosen.piece.clone()]);
        // Parsed again, because a file of one game knows nothing of its neighbours' layouts.
        let alone = pgn::read(&pgn::write(&in_styles)?);
        let costs = self.manner.model.costs(&alone, Level::DEFAULT)?;
        let out = &mut self.out;
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
    fn explain_moves(&mut self, &Chosen { number, game, .. }: &Chosen<'_>) -> error::Result<()> {
        if game.start().is_none() {
            return Ok(());
        }
        let (args, out) = (self.manner.args, &mut self.out);
        if !args.json {
            rows::write_move_heads(out)?;
        }
        let model = self.manner.model.learnt().moves();
        each_estimate(model, Level::DEFAULT.row().moves, game, |row, after| {
            match args.json {
                true => rows::write_move_json(out, number, &row)?,
                false => rows::write_move(out, &row)?,
            }
            if args.board {
                write_board(after, out)?;
            }
            if args.svg.is_some() {
                self.bars.push(Bar {
                    ply: row.ply,
                    san: row.san,
                    bits: row.bits.max(0.0),
                });
            }
            Ok(())
        })
    }
}

fn kept_as_text(number: usize, reason: Reason) -> String {
    format!("game {number} is kept as text: {}", reason.describe())
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
