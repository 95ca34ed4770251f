//! Reading a whole file, up to a limit: a device may have no end.

use std::{fs::File, io::Read, path::Path};

use crate::failure::Failure;

/// The longest file. The PTX of a library may have hundreds of megabytes.
const MOST: u64 = 1 << 30;

/// Reads a file; `what` it is, is in the error of a longer one.
pub(crate) fn read(path: &Path, what: &str) -> Result<Vec<u8>, Failure> {
    let name = path.display().to_string();
    let file = File::open(path).map_err(|error| Failure::input(name.as_str(), &error))?;
    read_from(file, &name, what)
}

pub(crate) fn read_from(file: impl Read, name: &str, what: &str) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    let read = file.take(MOST + 1).read_to_end(&mut bytes);
    read.map_err(|error| Failure::input(name, &error))?;
    if bytes.len() as u64 > MOST {
        let message = format!("longer than {MOST} bytes, the limit of a {what}");
        return Err(Failure::input(name, &message));
    }
    bytes.shrink_to_fit();
    Ok(bytes)
}
