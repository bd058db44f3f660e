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

/// Standard output as it is written to.
pub struct Standard {
    stdout: io::Stdout,
    /// Whether it is known to be open for writing.
    is_open: bool,
}

impl Write for Standard {
    /// The standard library takes a descriptor that is open for reading alone for a closed one, into
    /// which anything may vanish.
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if !self.is_open {
            if let Some(mut file) = Descriptor::Output.share()? {
                file.write(&[])?;
            }
            self.is_open = true;
        }
        self.stdout.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stdout.flush()
    }
}

impl Output<Standard> {
    /// Standard output.
    pub fn stdout() -> Output<Standard> {
        let standard = Standard {
            stdout: io::stdout(),
            is_open: false,
        };
        Output::new(standard, "standard output".into())
    }

    /// Ends the output: writes what is still to be written, and closes a duplicate of its descriptor,
    /// upon which the system tells of writes that it had put off.
    ///
    /// # Errors
    /// That of a write put off.
    pub fn finish(mut self) -> io::Result<()> {
        self.flush()?;
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
