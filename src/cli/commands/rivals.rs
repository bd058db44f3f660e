//! General compressors that the user may have, run as programs for `bench`.

use crate::cli::{Session, interruption::Unfinished, message::named};
use Word::{In, Is, Packed};
use anyhow::{Context, Result, bail};
use std::{
    env, fs,
    path::Path,
    process::{Child, Command, ExitStatus, Stdio},
    thread,
    time::{Duration, Instant},
};

/// A general compressor and how to call it.
pub struct Rival {
    /// Its name in tables.
    pub name: &'static str,
    program: &'static str,
    pack: &'static [Word],
    /// Arguments that make it write the text to standard output.
    unpack: &'static [Word],
}

/// An argument of a compressor.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Word {
    /// These letters.
    Is(&'static str),
    /// The name of the file to pack.
    In,
    /// The name of the packed file.
    Packed,
}

/// The results of one run.
pub struct Run {
    /// Size of the packed file.
    pub packed_bytes: u64,
    /// Time to pack.
    pub packing: Duration,
    /// Time to unpack.
    pub unpacking: Duration,
}

const RIVALS: [Rival; 6] = [
    Rival {
        name: "zstd -19",
        program: "zstd",
        pack: &[Is("-q"), Is("-19"), Is("-T1"), In, Is("-o"), Packed],
        unpack: &[Is("-q"), Is("-dc"), Packed],
    },
    Rival {
        name: "xz -9e",
        program: "xz",
        pack: &[Is("-9e"), Is("-T1"), Is("-c"), In],
        unpack: &[Is("-dc"), Packed],
    },
    Rival {
        name: "bzip2 -9",
        program: "bzip2",
        pack: &[Is("-9"), Is("-c"), In],
        unpack: &[Is("-dc"), Packed],
    },
    Rival {
        name: "brotli -q 11",
        program: "brotli",
        pack: &[Is("-q"), Is("11"), Is("-c"), In],
        unpack: &[Is("-dc"), Packed],
    },
    SEVEN_ZIP,
    Rival {
        program: "7zz",
        ..SEVEN_ZIP
    },
];

/// Its package for Linux has one name, and its makers' own program another.
const SEVEN_ZIP: Rival = Rival {
    name: "7z PPMd",
    program: "7z",
    pack: &[Is("a"), Is("-bd"), Is("-m0=PPMd"), Packed, In],
    unpack: &[Is("e"), Is("-so"), Packed],
};

/// The shortest and the longest pause between two checks whether a program has ended.
const PAUSE: [Duration; 2] = [Duration::from_micros(50), Duration::from_millis(20)];

/// The compressors that are on the PATH, each once.
pub fn on_path() -> Vec<Rival> {
    let path = env::var_os("PATH").unwrap_or_default();
    let folders: Vec<_> = env::split_paths(&path).collect();
    let is_there = |program: &str| folders.iter().any(|folder| folder.join(program).is_file());
    let rivals = RIVALS.into_iter();
    let mut found: Vec<Rival> = rivals.filter(|rival| is_there(rival.program)).collect();
    found.dedup_by_key(|rival| rival.name);
    found
}

impl Rival {
    /// Packs and unpacks `text`.
    ///
    /// # Errors
    /// When the program fails or does not give the text back, or the user asks to stop.
    pub fn run(&self, text: &[u8], session: &Session) -> Result<Run> {
        // Noted as long as there is anything in it: what is declared last is dropped first.
        let _noted;
        let folder;
        (folder, _noted) = Unfinished::begin(tempfile::tempdir).context("the temporary folder")?;
        let (plain, packed, out) = (
            folder.path().join("in"),
            folder.path().join("packed.7z"),
            folder.path().join("out"),
        );
        fs::write(&plain, text).with_context(|| named(&plain))?;
        let started = Instant::now();
        // A program that is not given its name writes the packed file to standard output.
        let to = if self.pack.contains(&Packed) {
            folder.path().join("log")
        } else {
            packed.clone()
        };
        self.call(self.pack, &plain, &packed, &to, session)?;
        let packing = started.elapsed();
        let started = Instant::now();
        self.call(self.unpack, &plain, &packed, &out, session)?;
        let unpacking = started.elapsed();
        if fs::read(&out).with_context(|| named(&out))? != text {
            bail!("the text did not come back");
        }
        Ok(Run {
            packed_bytes: fs::metadata(&packed)?.len(),
            packing,
            unpacking,
        })
    }

    fn call(
        &self,
        words: &[Word],
        plain: &Path,
        packed: &Path,
        stdout: &Path,
        session: &Session,
    ) -> Result<()> {
        let mut command = Command::new(self.program);
        for &word in words {
            match word {
                Is(letters) => command.arg(letters),
                In => command.arg(plain),
                Packed => command.arg(packed),
            };
        }
        let mut child = command
            .stdin(Stdio::null())
            .stdout(fs::File::create(stdout).with_context(|| named(stdout))?)
            .stderr(Stdio::null())
            .spawn()
            .with_context(|| self.program)?;
        let status = end_of(&mut child, session).with_context(|| self.program)?;
        if !status.success() {
            bail!("{} failed ({status})", self.program);
        }
        Ok(())
    }
}

/// Waits for a program, and kills it if the user asks to stop. The pause between two checks is a
/// hundredth of the time taken so far, so that the time is measured to about one percent.
fn end_of(child: &mut Child, session: &Session) -> Result<ExitStatus> {
    let started = Instant::now();
    let [shortest, longest] = PAUSE;
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(status);
        }
        if session.interrupted() {
            child.kill()?;
            return Ok(child.wait()?);
        }
        thread::sleep((started.elapsed() / 100).clamp(shortest, longest));
    }
}
