//! Files that are whole or not there: written beside their place, and put into it at the end.

use std::{
    ffi::OsString,
    fs::{self, File},
    io::{self, Write},
    path::{Path, PathBuf},
};

use crate::failure::Failure;

/// A file that is being written. Dropped without [`Pending::commit`], it leaves nothing behind, and what stood in its
/// place stays.
pub(crate) struct Pending {
    path: PathBuf,
    beside: OsString,
    file: Option<File>,
}

impl Pending {
    /// Starts a file. A place that cannot be written is known now, not after an hour of work.
    pub(crate) fn create(path: &Path) -> Result<Self, Failure> {
        let refuse = |error: &dyn std::fmt::Display| Failure::input(path.display().to_string(), error);
        // Anything but a file would be replaced by one: a folder refuses it, /dev/stdout would not.
        if fs::metadata(path).is_ok_and(|it| !it.is_file()) {
            return Err(refuse(&"it is there and no file: give the name of a file"));
        }
        let mut beside = path.as_os_str().to_owned();
        beside.push(format!(".{}.new", std::process::id()));
        let file = File::create(&beside).map_err(|error| refuse(&error))?;
        Ok(Self { path: path.to_owned(), beside, file: Some(file) })
    }

    /// Writes it and puts it in its place.
    pub(crate) fn commit(
        mut self,
        write: impl FnOnce(&mut io::BufWriter<File>) -> io::Result<()>,
    ) -> Result<(), Failure> {
        let Some(file) = self.file.take() else { return Ok(()) };
        let whole = || -> io::Result<()> {
            let mut writer = io::BufWriter::new(file);
            write(&mut writer)?;
            writer.flush()?;
            writer.get_ref().sync_all()?;
            fs::rename(&self.beside, &self.path)
        };
        whole().map_err(|error| Failure::input(self.path.display().to_string(), &error))
    }
}

impl Drop for Pending {
    fn drop(&mut self) {
        // After a commit there is none.
        let _ = fs::remove_file(&self.beside);
    }
}
