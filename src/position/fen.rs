//! Reads positions from FEN, with an explanation of what is wrong, and writes them.

use super::state::{Squares, State, en_passant_file, name};
use crate::chess::{Bitboard, Color, File, Piece, Rank, Role, Square};
use crate::error::{Count, Error, Quoted, Result};
use std::fmt::Write;

impl State {
    /// Reads the first four fields of a FEN: board, turn, castling, en passant. Missing ones are
    /// `w`, `-`, `-`; further fields (counters or EPD operations) are ignored. The side that has
    /// just moved must not be in check.
    ///
    /// # Errors
    /// Usage, with what is malformed or illegal in one line.
    pub fn parse(fen: &str) -> Result<State> {
        State::parse_lenient(fen)?.without_check()
    }

    /// Returns this position if the side that has just moved is not in check.
    ///
    /// # Errors
    /// Usage if it is.
    pub fn without_check(self) -> Result<State> {
        let waiting = !self.turn();
        let board = self.board();
        let attackers = board.attacks_to(self.king(waiting), self.turn(), board.occupied());
        if attackers.any() {
            return Err(Error::usage(format!(
                "{} could capture the king",
                name(self.turn())
            )));
        }
        Ok(self)
    }

    /// As [`State::parse`], but the side that has just moved may be in check.
    ///
    /// # Errors
    /// Usage, with what is malformed or impossible in one line.
    pub fn parse_lenient(fen: &str) -> Result<State> {
        let mut fields = fen.split_ascii_whitespace();
        let squares = read_board(
            fields
                .next()
                .ok_or_else(|| Error::usage("the FEN is empty"))?,
        )?;
        let turn = match fields.next() {
            None | Some("w") => Color::White,
            Some("b") => Color::Black,
            Some(other) => {
                return Err(Error::usage(format!(
                    "the side to move is {}, not w or b",
                    Quoted(other)
                )));
            }
        };
        let castling = read_castling(&squares, fields.next().unwrap_or("-"))?;
        let en_passant = match fields.next() {
            None | Some("-") => None,
            Some(text) => Some(read_en_passant(text, turn)?),
        };
        State::new(squares, turn, castling, en_passant)
    }

    /// The first four fields of the FEN of this position, as in an EPD. Castling rights are named
    /// `KQkq` where the outermost rook is meant, else by the file of the rook.
    pub fn epd(&self) -> String {
        self.fields(false)
    }

    /// The same with all castling rights named by the files of the rooks (`HAha`), as Shredder
    /// does.
    pub fn epd_by_file(&self) -> String {
        self.fields(true)
    }

    fn fields(&self, by_file: bool) -> String {
        let mut out = String::new();
        for rank in Rank::ALL.into_iter().rev() {
            let mut empty = 0;
            for file in File::ALL {
                match self.at(Square::from_coords(file, rank)) {
                    None => empty += 1,
                    Some(piece) => {
                        push_count(&mut out, empty);
                        empty = 0;
                        out.push(piece.char());
                    }
                }
            }
            push_count(&mut out, empty);
            if rank != Rank::First {
                out.push('/');
            }
        }
        // Writing to a string cannot fail.
        let _ = write!(
            out,
            " {} {} ",
            self.turn().char(),
            self.castling_field(by_file)
        );
        match self.setup().ep_square {
            Some(square) => {
                let _ = write!(out, "{square}");
            }
            None => out.push('-'),
        }
        out
    }

    /// The FEN of this position, with move counters as at the start of a game.
    pub fn fen(&self) -> String {
        self.epd() + " 0 1"
    }

    fn castling_field(&self, by_file: bool) -> String {
        let mut out = String::new();
        for color in [Color::White, Color::Black] {
            let rooks = self.castling() & Bitboard::from_rank(color.backrank());
            for square in rooks.into_iter().rev() {
                let outward: &[File] = match square.file() > self.king(color).file() {
                    true => &File::ALL[square.file().to_usize() + 1..],
                    false => &File::ALL[..square.file().to_usize()],
                };
                let rook = Some(Role::Rook.of(color));
                let outermost = outward
                    .iter()
                    .all(|&file| self.at(Square::from_coords(file, color.backrank())) != rook);
                let by_side = outermost && !by_file;
                let letter = match (by_side, square.file() > self.king(color).file()) {
                    (false, _) => square.file().char(),
                    (true, true) => 'k',
                    (true, false) => 'q',
                };
                out.push(color.fold_wb(letter.to_ascii_uppercase(), letter));
            }
        }
        if out.is_empty() {
            out.push('-');
        }
        out
    }
}

fn push_count(out: &mut String, empty: u8) {
    if empty > 0 {
        out.push(char::from(b'0' + empty));
    }
}

fn read_board(text: &str) -> Result<Squares> {
    let mut squares = [None; 64];
    let rows = text.split('/').count();
    if rows != 8 {
        return Err(Error::usage(format!(
            "the board has {} instead of 8",
            Count(rows as u64, "rank")
        )));
    }
    for (row, rank) in text.split('/').zip(Rank::ALL.into_iter().rev()) {
        let mut file = 0;
        for letter in row.chars() {
            if let Some(empty @ 1..=8) = letter.to_digit(10) {
                file += empty as usize;
            } else if let Some(piece) = Piece::from_char(letter) {
                if file < 8 {
                    squares[rank.to_usize() * 8 + file] = Some(piece);
                }
                file += 1;
            } else {
                return Err(Error::usage(format!(
                    "{} on rank {} is neither a man nor a number of squares",
                    Quoted(&letter.to_string()),
                    rank.char()
                )));
            }
        }
        if file != 8 {
            return Err(Error::usage(format!(
                "rank {} has {} instead of 8",
                rank.char(),
                Count(file as u64, "square")
            )));
        }
    }
    Ok(squares)
}

fn read_castling(squares: &Squares, text: &str) -> Result<Bitboard> {
    let mut rooks = Bitboard::EMPTY;
    if text == "-" {
        return Ok(rooks);
    }
    for letter in text.chars() {
        let color = Color::from_white(letter.is_ascii_uppercase());
        let on = |file| Square::from_coords(file, color.backrank());
        let is = |file: File, role: Role| squares[on(file).to_usize()] == Some(role.of(color));
        // The outermost rook on that side of the king. Without one, the corner, so that the error
        // names that.
        let outermost = |mut files: Vec<File>| {
            let corner = files[0];
            files.retain(|&file| is(file, Role::Rook) || is(file, Role::King));
            let first = files.first().copied().filter(|&file| is(file, Role::Rook));
            first.unwrap_or(corner)
        };
        let file = match letter.to_ascii_lowercase() {
            'k' => outermost(File::ALL.into_iter().rev().collect()),
            'q' => outermost(File::ALL.to_vec()),
            other => File::from_char(other).ok_or_else(|| {
                let letter = letter.to_string();
                Error::usage(format!("{} is no castling right", Quoted(&letter)))
            })?,
        };
        rooks.add(on(file));
    }
    Ok(rooks)
}

fn read_en_passant(text: &str, turn: Color) -> Result<File> {
    let square = Square::from_ascii(text.as_bytes())
        .map_err(|_| Error::usage(format!("{} is no en-passant square", Quoted(text))))?;
    en_passant_file(square, turn)
}
