//! Atomic file writes: to a temporary file, which is then renamed.

use std::{
    fs::{self, File},
    io::{self, Write},
    path::{Path, PathBuf},
};

use tempfile::NamedTempFile;

use crate::{failure::Failure, interrupt};

/// A file that is to be written at once, at the end of the work.
pub(crate) struct AtomicFile {
    /// The path as given, for messages.
    path: PathBuf,
    place: Place,
}

enum Place {
    /// A device or a pipe: written directly, not replaced by a file.
    Device(File),
    /// The file to replace. A symbolic link to it stays a link.
    File(PathBuf),
}

impl AtomicFile {
    /// The file of a path; `None` for standard output: `-`, or another name of the same file, such as `/dev/stdout`.
    pub(crate) fn unless_standard_output(path: &Path) -> Result<Option<Self>, Failure> {
        let is_output = path.as_os_str() == "-" || is_standard_output(path);
        if is_output { Ok(None) } else { Self::create(path).map(Some) }
    }

    /// The file of a path. Fails now, before the work, if the file cannot be written.
    pub(crate) fn create(path: &Path) -> Result<Self, Failure> {
        Ok(Self { path: path.to_owned(), place: Place::of(path).map_err(|error| refuse(path, &error))? })
    }

    pub(crate) fn write(self, contents: &[u8]) -> Result<(), Failure> {
        let Self { path, place } = self;
        place.write(contents).map_err(|error| refuse(&path, &error))
    }
}

/// Whether a path names the open file that is standard output.
#[cfg(unix)]
fn is_standard_output(path: &Path) -> bool {
    use std::os::{fd::AsFd, unix::fs::MetadataExt};
    let output = io::stdout().as_fd().try_clone_to_owned().and_then(|output| File::from(output).metadata());
    fs::metadata(path).is_ok_and(|named| {
        output.is_ok_and(|output| (named.dev(), named.ino()) == (output.dev(), output.ino()))
    })
}

#[cfg(not(unix))]
fn is_standard_output(_: &Path) -> bool {
    false
}

fn refuse(path: &Path, error: &io::Error) -> Failure {
    Failure::input(path.display().to_string(), error)
}

/// A new file in the folder of another. Dropped, it is deleted.
fn temporary(target: &Path) -> io::Result<NamedTempFile> {
    let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    // `File::options` gives the default permissions, and an error without the temporary name.
    let create = |path: &Path| File::options().write(true).create_new(true).open(path);
    tempfile::Builder::new().prefix(".vmad-").suffix(".new").make_in(folder, create)
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
        let _delayed = interrupt::delay();
        temporary(&target)?;
        Ok(Self::File(target))
    }

    fn write(self, contents: &[u8]) -> io::Result<()> {
        let target = match self {
            Self::Device(mut file) => {
                return file.write_all(contents);
            }
            Self::File(target) => target,
        };
        let _delayed = interrupt::delay();
        let file = temporary(&target)?;
        // `NamedTempFile` itself would add its name to an error.
        file.as_file().write_all(contents)?;
        if let Ok(metadata) = fs::metadata(&target) {
            file.as_file().set_permissions(metadata.permissions())?;
        }
        file.as_file().sync_all()?;
        file.persist(target)?;
        Ok(())
    }
}
