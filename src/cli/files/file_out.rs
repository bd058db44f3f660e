//! Output files, which appear whole or not at all: they are written under a temporary name and
//! renamed. Devices, pipes and open descriptors are written to directly.

use super::descriptors::Descriptor;
use crate::cli::{
    interruption::Unfinished,
    job::is_dash,
    message::{Fault, Misuse, Refusal, named},
};
use anyhow::{Context, Result};
use nix::{errno::Errno, unistd};
use std::{
    collections::HashSet,
    fs::{self, File, FileTimes, Metadata, OpenOptions},
    io::{self, Write},
    os::unix::fs::{FileTypeExt, MetadataExt, OpenOptionsExt, PermissionsExt, fchown},
    path::{Path, PathBuf},
};
use tempfile::{NamedTempFile, TempPath};

/// What becomes of a file that has the name of an output already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Existing {
    Kept,
    Replaced,
}

impl Existing {
    /// It is replaced if that is `forced`.
    pub fn replaced_if(forced: bool) -> Existing {
        match forced {
            true => Existing::Replaced,
            false => Existing::Kept,
        }
    }
}

/// How long to wait for an output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Until {
    /// Until the system has its bytes and its name.
    Written,
    /// Until they are on the disk.
    OnDisk,
}

/// Fails if a file of that name must not be written. Called before the work, so that none is
/// wasted.
///
/// # Errors
/// When it exists and must not be overwritten, is a folder, its folder is not there, or the name is
/// impossible.
pub fn refuse_existing(path: &Path, existing: Existing) -> Result<()> {
    let there = match fs::metadata(path) {
        Ok(there) => there,
        // A link to nothing is a name that exists.
        Err(_) if existing == Existing::Kept && path.is_symlink() => {
            return Err(Refusal::of(path, Fault::Exists).into());
        }
        Err(error) => return refuse_missing(path, error),
    };
    if there.is_dir() {
        return Err(Refusal::of(path, Fault::Folder).into());
    }
    match Descriptor::behind(path) {
        Some(Descriptor::Output | Descriptor::Error) => Ok(()),
        Some(Descriptor::Other) if there.is_file() => {
            Err(Refusal::of(path, Fault::Descriptor).into())
        }
        _ if existing == Existing::Replaced || keeps_nothing(&there) => Ok(()),
        _ if !there.is_file() => Err(Refusal::of(path, Fault::NotAFile).into()),
        _ => Err(Refusal::of(path, Fault::Exists).into()),
    }
}

/// Fails if no file of that name could be made. `error` is the system's reason why there is none.
fn refuse_missing(path: &Path, error: io::Error) -> Result<()> {
    use io::ErrorKind::{NotADirectory, NotFound};
    let folder = folder_of(path);
    if matches!(error.kind(), NotFound | NotADirectory) && !folder.is_dir() {
        // Without a final slash: with it, the name of a file would not be found.
        let folder = folder.components().as_path();
        return Err(match folder.exists() {
            true => Refusal::of(folder, Fault::NotAFolder).into(),
            false => Refusal::of(path, Fault::NoFolder).into(),
        });
    }
    match error.kind() {
        NotFound => Ok(()),
        _ => Err(error).with_context(|| named(path)),
    }
}

/// Whether `path` names something that output is written into, instead of a new file taking its
/// place: a device, a pipe, an open descriptor.
pub fn stays(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|there| !there.is_file()) || Descriptor::behind(path).is_some()
}

/// Opens what [`stays`] for writing.
fn open_there(path: &Path) -> io::Result<File> {
    let shared = match Descriptor::behind(path) {
        Some(descriptor) => descriptor.share()?,
        None => None,
    };
    match shared {
        Some(file) => Ok(file),
        None => OpenOptions::new().write(true).open(path),
    }
}

/// Whether writing there overwrites nothing: it is a pipe, a terminal, `/dev/null`.
fn keeps_nothing(there: &Metadata) -> bool {
    let kind = there.file_type();
    kind.is_fifo() || kind.is_char_device()
}

/// A file to be written at once behind the work, whose name was looked at before it, so that no work
/// is wasted.
#[derive(Debug)]
pub struct Promised {
    path: PathBuf,
    existing: Existing,
}

impl Promised {
    /// The file `path`, which will be made of `inputs`.
    ///
    /// # Errors
    /// When it exists and must not be overwritten, is a folder or one of the inputs, its folder is
    /// not there or cannot be written to, or it is `-`, which other commands take for standard
    /// output.
    pub fn new<P: AsRef<Path>>(
        path: &Path,
        existing: Existing,
        inputs: impl IntoIterator<Item = P>,
    ) -> Result<Promised> {
        if is_dash(path) {
            return Err(Misuse::Dash.into());
        }
        refuse_existing(path, existing)?;
        Taken::by(inputs).refuse(path, None)?;
        refuse_unwritable(path)?;
        let path = path.to_owned();
        Ok(Promised { path, existing })
    }

    /// The same for a file that may not be wanted.
    ///
    /// # Errors
    /// As [`Promised::new`].
    pub fn if_wanted<P: AsRef<Path>>(
        path: Option<&Path>,
        existing: Existing,
        inputs: impl IntoIterator<Item = P>,
    ) -> Result<Option<Promised>> {
        let promised = path.map(|path| Promised::new(path, existing, inputs));
        promised.transpose()
    }

    /// Writes it, as carefully as a file that grows, and waits until it is on the disk. Of what it
    /// writes later, the last stays.
    ///
    /// # Errors
    /// As [`FileOut::create`] and [`FileOut::finish`].
    pub fn write(&mut self, bytes: &[u8]) -> Result<()> {
        let mut file = FileOut::create(&self.path, self.existing, None)?;
        file.write_all(bytes).with_context(|| named(&self.path))?;
        file.finish(Until::OnDisk)?;
        self.existing = Existing::Replaced;
        Ok(())
    }

    /// Removes it.
    ///
    /// # Errors
    /// When it is not there, or may not be removed.
    pub fn remove(self) -> Result<()> {
        fs::remove_file(&self.path).with_context(|| named(&self.path))
    }
}

/// Fails if no temporary file can be made beside `path`. Tries it, since permissions alone do not
/// tell.
fn refuse_unwritable(path: &Path) -> Result<()> {
    match stays(path) {
        true => Ok(()),
        false => NewFile::create(path, Existing::Kept, None).map(drop),
    }
}

/// The folder that a file of that name is in. A name that ends with a slash is a folder itself.
fn folder_of(path: &Path) -> &Path {
    if path.as_os_str().as_encoded_bytes().ends_with(b"/") {
        return path;
    }
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// The absolute path of a file of that name, whether it exists or not. Links in its folder are
/// resolved, but not a link in its own place, since a new file replaces that. `None` where there
/// can be no such file.
fn place_of(path: &Path) -> Option<PathBuf> {
    let folder = fs::canonicalize(folder_of(path)).ok()?;
    Some(folder.join(path.file_name()?))
}

/// The [place](place_of) of `path`, and the one that its links lead to.
fn places_of(path: &Path) -> impl Iterator<Item = PathBuf> {
    place_of(path).into_iter().chain(fs::canonicalize(path))
}

/// The files of a command that no output may take the place of, whatever `-f` says: all inputs, and
/// the outputs so far.
#[derive(Clone, Debug)]
pub struct Taken(HashSet<PathBuf>);

impl Taken {
    /// The files of these names.
    pub fn by<P: AsRef<Path>>(paths: impl IntoIterator<Item = P>) -> Taken {
        let mut taken = Taken(HashSet::new());
        paths.into_iter().for_each(|path| taken.add(path.as_ref()));
        taken
    }

    /// Adds one.
    pub fn add(&mut self, path: &Path) {
        self.0.extend(places_of(path));
    }

    /// Whether `path` leads to one of them.
    pub fn holds(&self, path: &Path) -> bool {
        places_of(path).any(|place| self.0.contains(&place))
    }

    /// Adds `path`, the output that is made of the input `own`.
    ///
    /// # Errors
    /// As [`refuse`](Taken::refuse).
    pub fn take(&mut self, path: &Path, own: Option<&Path>) -> Result<(), Refusal> {
        self.refuse(path, own)?;
        self.0.extend(place_of(path));
        Ok(())
    }

    /// Fails if the output made of the input `own` must not be called `path`.
    ///
    /// # Errors
    /// When that is the same file, or another one of the command.
    fn refuse(&self, path: &Path, own: Option<&Path>) -> Result<(), Refusal> {
        let Some(file) = place_of(path) else {
            return Ok(());
        };
        match own {
            Some(own) if places_of(own).any(|own| own == file) => {
                Err(Refusal::of(path, Fault::SameFile))
            }
            _ if self.0.contains(&file) => Err(Refusal::of(path, Fault::Taken)),
            _ => Ok(()),
        }
    }
}

/// A file being written.
pub enum FileOut {
    /// A new file under a temporary name.
    New(Box<NewFile>),
    /// A device, a pipe or a descriptor, which is written to directly, and its path.
    There(File, PathBuf),
}

/// A file being written under a temporary name beside its final one. If dropped unfinished, it is
/// removed.
pub struct NewFile {
    temporary: NamedTempFile,
    noted: Unfinished,
    path: PathBuf,
    existing: Existing,
    like: Option<Metadata>,
}

impl FileOut {
    /// Begins a file that will be called `path` and get the owner (where the system allows it), the
    /// mode and the times of modification and of access of `like`, if there is one.
    ///
    /// # Errors
    /// When it exists and must not be overwritten, is a folder, or its folder cannot be written to.
    pub fn create(path: &Path, existing: Existing, like: Option<Metadata>) -> Result<FileOut> {
        refuse_existing(path, existing)?;
        if stays(path) {
            let there = open_there(path).with_context(|| named(path))?;
            return Ok(FileOut::There(there, path.to_owned()));
        }
        NewFile::create(path, existing, like).map(|file| FileOut::New(Box::new(file)))
    }

    /// Gives a new file its name, and waits `until` then. Returns the system's reason if the file
    /// could not be given its permissions: it then has no more than those of its owner.
    ///
    /// # Errors
    /// When the system refuses, or a file of that name has appeared and must not be overwritten.
    pub fn finish(self, until: Until) -> Result<Option<io::Error>> {
        match self {
            FileOut::New(file) => file.finish(until),
            FileOut::There(file, path) => {
                close(file).with_context(|| named(&path))?;
                Ok(None)
            }
        }
    }
}

impl NewFile {
    fn create(path: &Path, existing: Existing, like: Option<Metadata>) -> Result<NewFile> {
        let make = || {
            tempfile::Builder::new()
                .prefix(".pgnpack-")
                .suffix(".tmp")
                .make_in(folder_of(path), |temporary| begin(temporary, like.as_ref()))
        };
        let (temporary, noted) = Unfinished::begin(make).with_context(|| named(path))?;
        Ok(NewFile {
            noted,
            temporary,
            path: path.to_owned(),
            existing,
            like,
        })
    }

    fn finish(self, until: Until) -> Result<Option<io::Error>> {
        let NewFile {
            temporary,
            noted,
            path,
            existing,
            like,
        } = self;
        let place = || named(&path);
        let (file, temporary) = temporary.into_parts();
        let mut refused = None;
        if let Some(like) = &like {
            // Some file systems keep no permissions and no times; the bytes matter more.
            refused = copy_permissions(&file, like).err();
            let _ = copy_times(&file, like);
        }
        if until == Until::OnDisk {
            file.sync_all().with_context(place)?;
        }
        close(file).with_context(place)?;
        match existing {
            Existing::Replaced => replace(temporary, &path),
            Existing::Kept => match temporary.persist_noclobber(&path) {
                Ok(()) => Ok(()),
                Err(error) if error.error.kind() == io::ErrorKind::AlreadyExists => {
                    return Err(Refusal::of(&path, Fault::Exists).into());
                }
                // Some file systems can give a name only to what replaces any other.
                Err(error) => {
                    refuse_existing(&path, Existing::Kept)?;
                    replace(error.path, &path)
                }
            },
        }
        .with_context(place)?;
        drop(noted);
        if until == Until::OnDisk {
            sync_folder(&path).with_context(place)?;
        }
        Ok(refused)
    }
}

/// Closes a file that was written to. Where the system puts writes off (on another machine's disk,
/// under a quota), it may only now tell that one failed, and dropping the file would hide that.
///
/// # Errors
/// That of a write put off.
pub fn close(file: File) -> io::Result<()> {
    match unistd::close(file) {
        // It is closed all the same.
        Err(Errno::EINTR) => Ok(()),
        closed => Ok(closed?),
    }
}

/// Gives a temporary file its name, in place of a file that has that.
fn replace(temporary: TempPath, path: &Path) -> io::Result<()> {
    temporary.persist(path).map_err(|error| error.error)
}

/// Waits until the name of the file is on the disk, where that can be asked for.
fn sync_folder(path: &Path) -> io::Result<()> {
    unless_impossible(File::open(folder_of(path)).and_then(|folder| folder.sync_all()))
}

/// Overlooks that folders cannot be waited for: some file systems do not have that, and some folders
/// may be written to but not opened. The file is whole then, and has its name.
fn unless_impossible(waited: io::Result<()>) -> io::Result<()> {
    use io::ErrorKind::{InvalidInput, PermissionDenied, Unsupported};
    waited.or_else(|error| match error.kind() {
        InvalidInput | PermissionDenied | Unsupported => Ok(()),
        _ => Err(error),
    })
}

/// Creates a temporary file. Opens it itself, since `tempfile` would replace the system's error by
/// one that names the temporary file, which means nothing to users.
fn begin(temporary: &Path, like: Option<&Metadata>) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true).mode(first_mode(like));
    options.open(temporary)
}

/// Permission bits that an output takes over from its input: all but set-user-id, set-group-id and
/// sticky.
const COPIED_MODE: u32 = 0o777;

/// The mode that the temporary file starts with: where it will get the permissions of `like`, only
/// those of the owner, until its group is right. Without it, those of any new file, narrowed by the
/// process's umask.
fn first_mode(like: Option<&Metadata>) -> u32 {
    like.map_or(0o666, |like| like.permissions().mode() & 0o700)
}

/// Gives `file` the owner and the group of `like` where the system allows it, and its permissions.
/// Nobody but its owner may do with `file` what they may not do with `like`.
fn copy_permissions(file: &File, like: &Metadata) -> io::Result<()> {
    // Only an administrator may give files away; for others this fails and the output is their own.
    let _ = fchown(file, Some(like.uid()), None);
    let mode = like.permissions().mode() & COPIED_MODE;
    let mode = match fchown(file, None, Some(like.gid())) {
        Ok(()) => mode,
        Err(_) => without_group(mode),
    };
    // Where no modes are kept, all files have the same, and even that may not be set.
    if file.metadata()?.permissions().mode() & COPIED_MODE == mode {
        return Ok(());
    }
    file.set_permissions(fs::Permissions::from_mode(mode))
}

/// Gives `file` the times of modification and of access of `like`.
fn copy_times(file: &File, like: &Metadata) -> io::Result<()> {
    let times = FileTimes::new().set_modified(like.modified()?);
    file.set_times(times.set_accessed(like.accessed()?))
}

/// `mode` for a file of another group: its members and all others may do what both could before.
fn without_group(mode: u32) -> u32 {
    let both = mode >> 3 & mode & 0o7;
    mode & 0o700 | both << 3 | both
}

impl Write for FileOut {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            // Not through `NamedTempFile`, whose errors show the temporary name.
            FileOut::New(file) => file.temporary.as_file_mut().write(bytes),
            FileOut::There(file, _) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            FileOut::New(file) => file.temporary.as_file_mut().flush(),
            FileOut::There(file, _) => file.flush(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_group_may_not_do_more_than_all_others_could() {
        for (mode, narrowed) in [
            (0o640, 0o600),
            (0o664, 0o644),
            (0o604, 0o600),
            (0o777, 0o777),
            (0o400, 0o400),
        ] {
            assert_eq!(without_group(mode), narrowed, "{mode:o}");
        }
    }

    #[test]
    fn folders_that_cannot_be_waited_for_are_no_failure() {
        let waited = |errno: Errno| unless_impossible(Err(errno.into()));
        for errno in [
            Errno::EINVAL,
            Errno::EACCES,
            Errno::EPERM,
            Errno::EOPNOTSUPP,
            Errno::ENOSYS,
        ] {
            assert!(waited(errno).is_ok(), "{errno}");
        }
        for errno in [Errno::EIO, Errno::ENOSPC, Errno::EDQUOT] {
            assert!(waited(errno).is_err(), "{errno}");
        }
    }

    #[test]
    fn a_link_to_nothing_is_there() {
        let folder = tempfile::tempdir().unwrap();
        let link = folder.path().join("a.pgz");
        std::os::unix::fs::symlink("nothing", &link).unwrap();
        assert!(refuse_existing(&link, Existing::Kept).is_err());
        assert!(refuse_existing(&link, Existing::Replaced).is_ok());
    }
}
