//! Files that are whole or not there: written beside their place, and put into it at the end.

use std::{
    fs::{self, File},
    io::{self, Write},
    path::{Path, PathBuf},
};

use tempfile::NamedTempFile;

use crate::failure::Failure;

/// A file that is being written. Dropped without [`AtomicFile::commit`], it leaves nothing behind, and what stood in its
/// place stays.
pub(crate) struct AtomicFile {
    /// As it was given, for messages.
    path: PathBuf,
    place: Place,
}

enum Place {
    /// A device or a pipe is written to: it must not be replaced by a file.
    Device(File),
    /// A file is written beside its place. A link to it stays a link.
    Beside { file: NamedTempFile, target: PathBuf },
}

impl AtomicFile {
    /// Starts a file; `None` where the path is `-`, which stands for standard output.
    pub(crate) fn unless_standard_output(path: &Path) -> Result<Option<Self>, Failure> {
        if path.as_os_str() == "-" { Ok(None) } else { Self::create(path).map(Some) }
    }

    /// Starts a file. A place that cannot be written is known now, not after an hour of work.
    pub(crate) fn create(path: &Path) -> Result<Self, Failure> {
        Ok(Self { path: path.to_owned(), place: Place::of(path).map_err(|error| refuse(path, &error))? })
    }

    /// Writes it and puts it in its place.
    pub(crate) fn commit(
        self,
        write: impl FnOnce(&mut io::BufWriter<&File>) -> io::Result<()>,
    ) -> Result<(), Failure> {
        let Self { path, place } = self;
        place.fill(write).map_err(|error| refuse(&path, &error))
    }
}

fn refuse(path: &Path, error: &io::Error) -> Failure {
    Failure::input(path.display().to_string(), error)
}

impl Place {
    fn of(path: &Path) -> io::Result<Self> {
        let target = match fs::canonicalize(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => path.to_owned(),
            other => other?,
        };
        match fs::metadata(&target) {
            Ok(metadata) if metadata.is_dir() => return Err(io::ErrorKind::IsADirectory.into()),
            Ok(metadata) if !metadata.is_file() => {
                return Ok(Self::Device(File::options().write(true).open(&target)?));
            }
            _ => {}
        }
        if target.file_name().is_none() {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "this is no name of a file"));
        }
        let folder =
            target.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let file = tempfile::Builder::new()
            .prefix(".vmad-")
            .suffix(".new")
            // As other new files are made, with their permissions. The errors of tempfile's own way would name the
            // temporary file, which nobody asked for, and not what the system said.
            .make_in(folder, |path| File::options().write(true).create_new(true).open(path))?;
        Ok(Self::Beside { file, target })
    }

    fn fill(self, write: impl FnOnce(&mut io::BufWriter<&File>) -> io::Result<()>) -> io::Result<()> {
        let buffered = |file: &File| {
            let mut writer = io::BufWriter::new(file);
            write(&mut writer)?;
            writer.flush()
        };
        match self {
            Self::Device(file) => buffered(&file),
            Self::Beside { file, target } => {
                buffered(file.as_file())?;
                file.as_file().sync_all()?;
                file.persist(target)?;
                Ok(())
            }
        }
    }
}
