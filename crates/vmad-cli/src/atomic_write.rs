//! Atomic file writes: to a temporary file, which is then renamed.

use std::{
    fs::{self, File},
    io::{self, Write},
    path::{Path, PathBuf},
};

use tempfile::NamedTempFile;

use crate::{failure::Failure, interrupt};

/// A file that is being written. Dropped without [`AtomicFile::commit`], it leaves the old file unchanged.
pub(crate) struct AtomicFile {
    /// The path as given, for messages.
    path: PathBuf,
    place: Place,
}

enum Place {
    /// A device or a pipe: written directly, not replaced by a file.
    Device(File),
    /// A temporary file in the folder of the target. A symbolic link to the target stays a link.
    Beside { file: NamedTempFile, target: PathBuf },
}

impl AtomicFile {
    /// Starts a file; `None` for standard output: `-`, or another name of the same file, such as `/dev/stdout`.
    pub(crate) fn unless_standard_output(path: &Path) -> Result<Option<Self>, Failure> {
        let is_output = path.as_os_str() == "-" || is_standard_output(path);
        if is_output { Ok(None) } else { Self::create(path).map(Some) }
    }

    /// Starts a file. Fails now, before the work, if the file cannot be written.
    pub(crate) fn create(path: &Path) -> Result<Self, Failure> {
        Ok(Self { path: path.to_owned(), place: Place::of(path).map_err(|error| refuse(path, &error))? })
    }

    /// Writes the contents and renames the file. Returns it, locked: another process can see that this one still uses it.
    pub(crate) fn commit(
        self,
        write: impl FnOnce(&mut io::BufWriter<&File>) -> io::Result<()>,
    ) -> Result<File, Failure> {
        let Self { path, place } = self;
        place.fill(write).map_err(|error| refuse(&path, &error))
    }
}

/// Whether two files are one.
#[cfg(unix)]
pub(crate) fn are_one(one: &fs::Metadata, other: &fs::Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    (one.dev(), one.ino()) == (other.dev(), other.ino())
}

/// Whether two files are one: an open file cannot be replaced here.
#[cfg(not(unix))]
pub(crate) fn are_one(_: &fs::Metadata, _: &fs::Metadata) -> bool {
    true
}

/// Whether a path names the open file that is standard output.
#[cfg(unix)]
fn is_standard_output(path: &Path) -> bool {
    use std::os::fd::AsFd;
    let output = io::stdout().as_fd().try_clone_to_owned().and_then(|output| File::from(output).metadata());
    fs::metadata(path).is_ok_and(|named| output.is_ok_and(|output| are_one(&named, &output)))
}

#[cfg(not(unix))]
fn is_standard_output(_: &Path) -> bool {
    false
}

fn refuse(path: &Path, error: &io::Error) -> Failure {
    Failure::input(path.display().to_string(), error)
}

impl Place {
    fn of(path: &Path) -> io::Result<Self> {
        let target = match fs::canonicalize(path) {
            // A link to a file that is to be made.
            Err(error) if error.kind() == io::ErrorKind::NotFound => match fs::read_link(path) {
                Ok(target) => path.parent().unwrap_or(Path::new("")).join(target),
                Err(_) => path.to_owned(),
            },
            other => other?,
        };
        match fs::metadata(&target) {
            Ok(metadata) if metadata.is_dir() => return Err(io::ErrorKind::IsADirectory.into()),
            Ok(metadata) if !metadata.is_file() => {
                return Ok(Self::Device(File::options().write(true).open(&target)?));
            }
            Ok(metadata) if metadata.permissions().readonly() => {
                return Err(io::Error::new(io::ErrorKind::PermissionDenied, "the file is read-only"));
            }
            _ => {}
        }
        if target.file_name().is_none() {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "this is not the name of a file"));
        }
        let folder =
            target.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let file = tempfile::Builder::new()
            .prefix(".vmad-")
            .suffix(".new")
            // `File::options` gives the default permissions, and an error without the temporary name.
            .make_in(folder, |path| {
                interrupt::create(path, |path| File::options().write(true).create_new(true).open(path))
            })?;
        Ok(Self::Beside { file, target })
    }

    fn fill(self, write: impl FnOnce(&mut io::BufWriter<&File>) -> io::Result<()>) -> io::Result<File> {
        let buffered = |file: &File| {
            let mut writer = io::BufWriter::new(file);
            write(&mut writer)?;
            writer.flush()
        };
        match self {
            Self::Device(file) => {
                buffered(&file)?;
                Ok(file)
            }
            Self::Beside { file, target } => {
                // Ignored: not every file system has locks.
                let _ = file.as_file().try_lock();
                buffered(file.as_file())?;
                if let Ok(metadata) = fs::metadata(&target) {
                    file.as_file().set_permissions(metadata.permissions())?;
                }
                file.as_file().sync_all()?;
                let written = file.path().to_owned();
                let persisted = file.persist(target);
                interrupt::forget(&written);
                Ok(persisted?)
            }
        }
    }
}
