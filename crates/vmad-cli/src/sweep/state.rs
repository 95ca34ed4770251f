//! Files with reports of sweeps.

use std::{
    fs::{self, File, TryLockError},
    io,
    path::Path,
};

use vmad_xcheck::sweep::Report;

use crate::{
    atomic_write::{AtomicFile, are_one},
    bounded_read::FileKind,
    failure::Failure,
};

fn refuse(path: &Path, message: &(impl std::fmt::Display + ?Sized)) -> Failure {
    Failure::input(path.display().to_string(), message)
}

pub(super) fn read(path: &Path) -> Result<Report, Failure> {
    serde_json::from_slice(&FileKind::REPORT.read(path)?)
        .map_err(|error| refuse(path, &format!("not a report of an exhaustive sweep: {error}")))
}

/// The file of the state, which no other sweep can use meanwhile.
pub(super) struct State<'p> {
    path: &'p Path,
    /// Locked. Each save replaces the file.
    file: File,
    is_new: bool,
}

impl<'p> State<'p> {
    /// Opens the file, or makes one. Fails now if it cannot be written.
    pub(super) fn open(path: &'p Path) -> Result<Self, Failure> {
        let refused = |error: io::Error| refuse(path, &error);
        if fs::metadata(path).is_ok_and(|metadata| !metadata.is_file()) {
            return Err(refuse(path, "not a file: the state is read and then replaced"));
        }
        loop {
            let mut options = File::options();
            options.read(true).append(true);
            let (file, is_new) = match options.clone().create_new(true).open(path) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => (options.open(path), false),
                made => (made, true),
            };
            let file = file.map_err(refused)?;
            match file.try_lock() {
                Err(TryLockError::WouldBlock) => {
                    let message = "another sweep uses it: take a file for each, and --merge them";
                    return Err(refuse(path, message));
                }
                // Not every file system has locks.
                Err(TryLockError::Error(error)) if error.kind() != io::ErrorKind::Unsupported => {
                    return Err(refused(error));
                }
                _ => {}
            }
            // Between the two, another sweep may have replaced the file and ended.
            let opened = file.metadata().map_err(refused)?;
            if fs::metadata(path).is_ok_and(|named| are_one(&named, &opened)) {
                return Ok(Self { path, file, is_new });
            }
        }
    }

    /// The report to resume; `None` if the file is new.
    pub(super) fn resume(&mut self, fresh: &Report) -> Result<Option<Report>, Failure> {
        if self.is_new {
            self.save(fresh)?;
            return Ok(None);
        }
        let report = read(self.path)?;
        report
            .check_resumes(fresh)
            .map_err(|error| refuse(self.path, &format!("{error}: take another file, or remove this one")))?;
        Ok(Some(report))
    }

    pub(super) fn save(&mut self, report: &Report) -> Result<(), Failure> {
        let mut text = serde_json::to_string(report).map_err(|error| refuse(self.path, &error))?;
        text.push('\n');
        self.file = AtomicFile::create(self.path)?.write(text.as_bytes())?;
        Ok(())
    }
}
