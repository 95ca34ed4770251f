//! Reports of sweeps in files.

use std::{
    fs::{self, File},
    io::{self, Write},
    path::Path,
};

use vmad_xcheck::sweep::Report;

use crate::failure::Failure;

fn refuse(path: &Path, message: &(impl std::fmt::Display + ?Sized)) -> Failure {
    Failure::input(path.display().to_string(), message)
}

/// The report in a file.
pub(super) fn read(path: &Path) -> Result<Report, Failure> {
    let text = fs::read(path).map_err(|error| refuse(path, &error))?;
    serde_json::from_slice(&text)
        .map_err(|error| refuse(path, &format!("not a report of an exhaustive sweep: {error}")))
}

/// The report to go on from; `None` where there is no such file.
pub(super) fn resume(path: &Path, fresh: &Report) -> Result<Option<Report>, Failure> {
    if !path.try_exists().map_err(|error| refuse(path, &error))? {
        // A place that cannot be written is known now, not after an hour.
        save(path, fresh)?;
        return Ok(None);
    }
    let report = read(path)?;
    report
        .check_resumes(fresh)
        .map_err(|error| refuse(path, &format!("{error}: take another file, or remove this one")))?;
    Ok(Some(report))
}

/// Writes the report beside the file and puts it in its place: whatever happens, the file is whole.
pub(super) fn save(path: &Path, report: &Report) -> Result<(), Failure> {
    let mut beside = path.as_os_str().to_owned();
    beside.push(format!(".{}.new", std::process::id()));
    let write = || -> io::Result<()> {
        let mut file = File::create(&beside)?;
        serde_json::to_writer(&mut file, report)?;
        file.write_all(b"\n")?;
        file.sync_all()?;
        fs::rename(&beside, path)
    };
    write().map_err(|error| refuse(path, &error))
}
