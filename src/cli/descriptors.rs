//! Names that lead to what the program was given open: `/dev/stdout`, `/dev/fd/3`, and links to such. To put a file in
//! their place would take the name away from all who use it, and write nothing to where it led.

use std::{
    fs::{self, File},
    io,
    path::{self, Path},
};

/// Links that are followed one after another, as many as the systems themselves follow.
const MOST_LINKS: usize = 40;

/// What a name leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Descriptor {
    /// Standard output.
    Output,
    /// Standard error.
    Error,
    /// Any other, which may well be open for reading alone, or another program's.
    Other,
}

impl Descriptor {
    /// The descriptor that `path` leads to; nothing where that is a file by its own name, or nothing at all.
    pub fn behind(path: &Path) -> Option<Descriptor> {
        let mut place = path::absolute(path).ok()?;
        for _ in 0..MOST_LINKS {
            let folder = fs::canonicalize(place.parent()?).ok()?;
            if holds_descriptors(&folder) {
                let number = place.file_name()?.to_str();
                return Some(match (is_own(&folder), number) {
                    (true, Some("1")) => Descriptor::Output,
                    (true, Some("2")) => Descriptor::Error,
                    _ => Descriptor::Other,
                });
            }
            place = folder.join(fs::read_link(&place).ok()?);
        }
        None
    }

    /// The same descriptor once more, to be written to where it stands. Others than these two cannot be shared: opened by
    /// name, they would begin at the beginning, over what is there.
    pub fn share(self) -> io::Result<Option<File>> {
        #[cfg(unix)]
        {
            use std::os::fd::AsFd;
            Ok(Some(File::from(match self {
                Descriptor::Output => io::stdout().as_fd().try_clone_to_owned()?,
                Descriptor::Error => io::stderr().as_fd().try_clone_to_owned()?,
                Descriptor::Other => return Ok(None),
            })))
        }
        #[cfg(not(unix))]
        Ok(None)
    }
}

/// Whether what is in a folder, named without links, are descriptors.
fn holds_descriptors(folder: &Path) -> bool {
    folder == Path::new("/dev/fd") || folder.starts_with("/proc") && folder.ends_with("fd")
}

/// Whether they are those of this program.
fn is_own(folder: &Path) -> bool {
    match fs::canonicalize("/proc/self") {
        Ok(own) => folder.starts_with(own),
        Err(_) => folder == Path::new("/dev/fd"),
    }
}
