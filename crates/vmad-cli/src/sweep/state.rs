//! Files with reports of sweeps.

use std::{fs, io::Write, path::Path};

use vmad_xcheck::sweep::Report;

use crate::{atomic_write::AtomicFile, bounded_read::FileKind, failure::Failure};

fn refuse(path: &Path, message: &(impl std::fmt::Display + ?Sized)) -> Failure {
    Failure::input(path.display().to_string(), message)
}

pub(super) fn read(path: &Path) -> Result<Report, Failure> {
    serde_json::from_slice(&FileKind::REPORT.read(path)?)
        .map_err(|error| refuse(path, &format!("not a report of an exhaustive sweep: {error}")))
}

/// The report to resume; `None` if there is no file.
pub(super) fn resume(path: &Path, fresh: &Report) -> Result<Option<Report>, Failure> {
    if !path.try_exists().map_err(|error| refuse(path, &error))? {
        // Fails now if the file cannot be written.
        save(path, fresh)?;
        return Ok(None);
    }
    if !fs::metadata(path).map_err(|error| refuse(path, &error))?.is_file() {
        return Err(refuse(path, "not a file: the state is read and then replaced"));
    }
    let report = read(path)?;
    report
        .check_resumes(fresh)
        .map_err(|error| refuse(path, &format!("{error}: take another file, or remove this one")))?;
    Ok(Some(report))
}

pub(super) fn save(path: &Path, report: &Report) -> Result<(), Failure> {
    AtomicFile::create(path)?.commit(|writer| {
        serde_json::to_writer(&mut *writer, report)?;
        writer.write_all(b"\n")
    })
}
