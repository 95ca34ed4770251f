//! Pictures: one SVG file each, with nothing outside it, readable on light and on dark.

mod canvas;
mod datapath;
mod word;

pub(crate) use datapath::datapath;
pub(crate) use word::word;

use std::{
    ffi::OsStr,
    fs::{self, File},
    io::{self, Write},
    path::Path,
};

use crate::{failure::Failure, output::Out};

/// Writes a picture to a file, or to standard output for `-`.
pub(crate) fn write(out: &mut Out, file: &OsStr, picture: &str) -> Result<(), Failure> {
    if file == "-" {
        return Ok(out.write_all(picture.as_bytes())?);
    }
    save(Path::new(file), picture.as_bytes())
        .map_err(|error| Failure::input(Path::new(file).display().to_string(), &error))
}

/// Writes a file beside its place and moves it there: whatever happens, what stands there is whole.
fn save(path: &Path, contents: &[u8]) -> io::Result<()> {
    // A link is followed; a device or a pipe is written to, never replaced.
    let path = match fs::canonicalize(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => path.to_owned(),
        other => other?,
    };
    match fs::metadata(&path) {
        Ok(metadata) if metadata.is_dir() => return Err(io::ErrorKind::IsADirectory.into()),
        Ok(metadata) if !metadata.is_file() => {
            return File::options().write(true).open(&path)?.write_all(contents);
        }
        _ => {}
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut beside = beside().tempfile_in(folder)?;
    beside.write_all(contents)?;
    beside.as_file().sync_all()?;
    beside.persist(&path)?;
    Ok(())
}

/// Temporary files that everyone may read who may read other new files.
fn beside() -> tempfile::Builder<'static, 'static> {
    #[cfg_attr(not(unix), expect(unused_mut, reason = "there are no permission bits to set"))]
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    builder
}
