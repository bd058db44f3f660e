//! Names of descriptors that the program inherited open: `/dev/stdout`, `/dev/fd/3`, and links to
//! such. A new file in place of such a name would take the name away from everybody, and write
//! nothing to what was open.

use std::{
    fs::{self, File},
    io,
    os::fd::AsFd,
    path::{self, Path},
};

/// Most links that are followed one after another; as many as systems follow.
const MOST_LINKS: usize = 40;

/// An open descriptor that a name leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Descriptor {
    /// Standard output.
    Output,
    /// Standard error.
    Error,
    /// Any other. It may be open for reading only, or belong to another program.
    Other,
}

impl Descriptor {
    /// The descriptor that `path` leads to; `None` where it names a file itself, or nothing at all.
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

    /// A duplicate of the descriptor, which writes from its current position on. `None` for others
    /// than the two standard ones, which cannot be duplicated: a file opened by such a name would
    /// be overwritten from its beginning.
    pub fn share(self) -> io::Result<Option<File>> {
        Ok(Some(File::from(match self {
            Descriptor::Output => io::stdout().as_fd().try_clone_to_owned()?,
            Descriptor::Error => io::stderr().as_fd().try_clone_to_owned()?,
            Descriptor::Other => return Ok(None),
        })))
    }
}

/// Whether the names in `folder`, a path without links, are descriptors.
fn holds_descriptors(folder: &Path) -> bool {
    folder == Path::new("/dev/fd") || folder.starts_with("/proc") && folder.ends_with("fd")
}

/// Whether the descriptors in `folder` are those of this program.
fn is_own(folder: &Path) -> bool {
    match fs::canonicalize("/proc/self") {
        Ok(own) => folder.starts_with(own),
        Err(_) => folder == Path::new("/dev/fd"),
    }
}
