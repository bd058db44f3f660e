//! Outputs whose errors name the output.

use super::{descriptors::Descriptor, file_out};
use std::io::{self, Write};

/// An output whose errors carry its name. Without that, an error of writing would show only the
/// name of the input, which the work puts before all its errors.
pub struct Output<W> {
    output: W,
    name: String,
    has_begun: bool,
}

impl Output<io::Stdout> {
    /// Standard output.
    pub fn stdout() -> Output<io::Stdout> {
        Output::new(io::stdout(), "standard output".into())
    }

    /// Ends the output. Closes a duplicate of its descriptor, upon which the system tells of writes
    /// that it had put off.
    ///
    /// # Errors
    /// That of a write put off.
    pub fn finish(self) -> io::Result<()> {
        let closed = match Descriptor::Output.share() {
            Ok(Some(file)) => file_out::close(file),
            shared => shared.map(drop),
        };
        self.naming(closed)
    }
}

impl<W> Output<W> {
    /// `output`, which messages call `name`.
    pub fn new(output: W, name: String) -> Output<W> {
        Output {
            output,
            name,
            has_begun: false,
        }
    }

    /// Whether any byte has been written.
    pub fn has_begun(&self) -> bool {
        self.has_begun
    }

    fn naming<T>(&self, result: io::Result<T>) -> io::Result<T> {
        result.map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", self.name)))
    }
}

impl<W: Write> Write for Output<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.output.write(bytes);
        self.has_begun |= matches!(written, Ok(1..));
        self.naming(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        let flushed = self.output.flush();
        self.naming(flushed)
    }
}
