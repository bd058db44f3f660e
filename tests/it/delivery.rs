//! The lengths of reads and writes make no difference: bytes one by one, interruptions, outputs
//! that take little at a time. Broken outputs and cancellation end the work.

use crate::{round_trip::pack, texts};
use pgnpack::{
    codec,
    error::ErrorKind,
    pipeline::{CompressOptions, DecompressOptions, Nobody, Watch, compress, decompress},
};
use std::{
    io::{self, Read, Write},
    sync::atomic::{AtomicU64, Ordering},
};

/// A stream that reads and writes one byte at a time, and is interrupted at every other call.
struct Grudging<T> {
    inner: T,
    calls: u64,
}

impl<T> Grudging<T> {
    fn new(inner: T) -> Grudging<T> {
        Grudging { inner, calls: 0 }
    }

    fn interrupted(&mut self) -> bool {
        self.calls += 1;
        self.calls.is_multiple_of(2)
    }
}

impl<T: Read> Read for Grudging<T> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.interrupted() {
            return Err(io::ErrorKind::Interrupted.into());
        }
        let len = buffer.len().min(1);
        self.inner.read(&mut buffer[..len])
    }
}

impl<T: Write> Write for Grudging<T> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.interrupted() {
            return Err(io::ErrorKind::Interrupted.into());
        }
        self.inner.write(&bytes[..bytes.len().min(1)])
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

fn small_blocks(codec: codec::CodecId) -> CompressOptions {
    CompressOptions {
        codec,
        block_size: Some(1_000),
        ..CompressOptions::default()
    }
}

#[test]
fn how_the_text_is_delivered_does_not_show_in_the_file() {
    let text = texts::sample();
    for codec in codec::registered() {
        let options = small_blocks(codec.id());
        let mut packed = Grudging::new(Vec::new());
        compress(
            &mut Grudging::new(text.as_slice()),
            &mut packed,
            &options,
            &Nobody,
        )
        .unwrap();
        assert_eq!(packed.inner, pack(&text, &options).0);
    }
}

#[test]
fn how_the_file_is_delivered_does_not_show_in_the_text() {
    let text = texts::sample();
    for codec in codec::registered() {
        let packed = pack(&text, &small_blocks(codec.id())).0;
        let mut unpacked = Grudging::new(Vec::new());
        let mut input = Grudging::new(packed.as_slice());
        decompress(
            &mut input,
            &mut unpacked,
            &DecompressOptions::default(),
            &Nobody,
        )
        .unwrap();
        assert_eq!(unpacked.inner, text);
    }
}

/// An output that breaks after so many bytes.
struct Pipe(usize);

impl Write for Pipe {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self.0.checked_sub(bytes.len()) {
            Some(left) => {
                self.0 = left;
                Ok(bytes.len())
            }
            None => Err(io::ErrorKind::BrokenPipe.into()),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_broken_pipe_stops_an_endless_read() {
    let mut endless = texts::GAME.as_bytes().repeat(2_000);
    endless.truncate(endless.len() - 7);
    let mut endless = io::Cursor::new(endless).chain(io::repeat(b'x'));
    let options = small_blocks(codec::CodecId::Text);
    let error = compress(&mut endless, &mut Pipe(5_000), &options, &Nobody).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Io);
}

/// Cancels the work when `enough` bytes of text are done.
struct Until {
    done: AtomicU64,
    enough: u64,
}

impl Watch for Until {
    fn advance(&self, text_bytes: u64, _packed_bytes: u64) {
        self.done.fetch_add(text_bytes, Ordering::Relaxed);
    }

    fn cancelled(&self) -> bool {
        self.done.load(Ordering::Relaxed) >= self.enough
    }
}

#[test]
fn whoever_looks_on_may_stop_an_endless_read() {
    let watch = Until {
        done: AtomicU64::new(0),
        enough: 20_000,
    };
    let options = small_blocks(codec::CodecId::Text);
    let error = compress(&mut io::repeat(b'x'), &mut Vec::new(), &options, &watch).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Io);
    assert!((20_000..40_000).contains(&watch.done.into_inner()));
}

#[test]
fn progress_adds_up_to_the_whole() {
    let text = texts::sample();
    let watch = Until {
        done: AtomicU64::new(0),
        enough: u64::MAX,
    };
    let options = small_blocks(codec::CodecId::Text);
    compress(&mut text.as_slice(), &mut Vec::new(), &options, &watch).unwrap();
    assert_eq!(watch.done.into_inner(), text.len() as u64);
}
