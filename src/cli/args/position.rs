//! What can be typed behind `pgnpack position`.

use super::values::{parse_positive, parse_rate, scheme_parser};
use crate::position::Scheme;
use clap::{Args, Subcommand, ValueEnum};
use std::{num::NonZero, path::PathBuf};

/// `pgnpack position`.
#[derive(Args, Debug)]
pub struct PositionArgs {
    /// What to do.
    #[command(subcommand)]
    pub command: PositionCommand,
}

/// The verbs of `pgnpack position`.
#[derive(Debug, Subcommand)]
pub enum PositionCommand {
    /// Encode a position (FEN or EPD), or each line of a list of positions on standard input.
    /// Some schemes do not keep all of castling and en passant: compare says what each keeps
    Encode(PositionEncodeArgs),
    /// Decode what encode wrote
    Decode(PositionDecodeArgs),
    /// Show how many bits every scheme takes for a position, fewest first
    Compare(PositionCompareArgs),
    /// Show fewest, mean and most bits of every scheme over the positions of games
    Stats(PositionStatsArgs),
    /// Make the tables of the scheme `model` from games
    #[command(hide = true)]
    Train(PositionTrainArgs),
}

/// How a code is written.
#[derive(Clone, Copy, Debug, ValueEnum)]
#[allow(missing_docs, reason = "the names say it")]
pub enum CodeForm {
    Hex,
    Base64,
    Bits,
}

impl From<CodeForm> for crate::position::TextForm {
    fn from(form: CodeForm) -> Self {
        match form {
            CodeForm::Hex => Self::Hex,
            CodeForm::Base64 => Self::Base64,
            CodeForm::Bits => Self::Binary,
        }
    }
}

/// `pgnpack position encode`.
#[derive(Args, Debug)]
pub struct PositionEncodeArgs {
    /// The scheme
    #[arg(short, long, value_name = "NAME", default_value = "model", value_parser = scheme_parser())]
    pub scheme: &'static dyn Scheme,
    /// Form of the code; if it does not show the number of bits, a colon and that number follow
    #[arg(long = "as", value_name = "FORM", default_value = "hex")]
    pub form: CodeForm,
    /// The position, or several, each in quotes; without it, or with -, every line of standard
    /// input that is not empty is one
    #[arg(value_name = "FEN")]
    pub fen: Vec<String>,
}

/// `pgnpack position decode`.
#[derive(Args, Debug)]
pub struct PositionDecodeArgs {
    /// The scheme
    #[arg(short, long, value_name = "NAME", default_value = "model", value_parser = scheme_parser())]
    pub scheme: &'static dyn Scheme,
    /// Form of the code
    #[arg(long = "as", value_name = "FORM", default_value = "hex")]
    pub form: CodeForm,
    /// The code, or several; without it, or with -, every line of standard input that is not empty
    /// is one. Blanks in a code are skipped
    #[arg(value_name = "CODE")]
    pub code: Vec<String>,
}

/// `pgnpack position compare`.
#[derive(Args, Debug)]
pub struct PositionCompareArgs {
    /// The position, or several, each in quotes; without it, or with -, every line of standard
    /// input that is not empty is one
    #[arg(value_name = "FEN")]
    pub fen: Vec<String>,
}

/// `pgnpack position stats`.
#[derive(Args, Debug)]
pub struct PositionStatsArgs {
    /// Games; - is standard input
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Take every N-th position only
    #[arg(long, value_name = "N", default_value = "1", value_parser = parse_positive)]
    pub every: NonZero<u64>,
    /// Also draw the table into this file
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
    /// Overwrite files that exist
    #[arg(short, long)]
    pub force: bool,
}

/// `pgnpack position train`.
#[derive(Args, Debug)]
pub struct PositionTrainArgs {
    /// Games to learn from; - is standard input
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Where the tables go
    #[arg(short, long, value_name = "FILE")]
    pub output: PathBuf,
    /// Positions to learn from, chosen evenly among all
    #[arg(long, value_name = "N", default_value = "1500000")]
    pub positions: NonZero<usize>,
    /// Initial learning rate
    #[arg(long, value_name = "RATE", default_value = "0.003", value_parser = parse_rate)]
    pub rate: f32,
    /// Print nothing but errors
    #[arg(short, long)]
    pub quiet: bool,
    /// Overwrite files that exist
    #[arg(short, long)]
    pub force: bool,
}
