//! `cargo xtask fetch`: copies NVIDIA's tools from PyPI's wheels to `.tools/`.

use std::{
    borrow::Cow,
    fs::{self, File},
    io::{self, ErrorKind},
    path::{Path, PathBuf},
    process::{Command, ExitStatus},
};

use anyhow::{Context, Result, bail, ensure};
use zip::ZipArchive;

use crate::{
    tools::{TOOLS, Tool, sha256, version},
    workspace,
};

/// Fetches the missing tools, and prints the path of each tool.
pub(crate) fn run() -> Result<()> {
    fetch(&TOOLS)?;
    for tool in TOOLS {
        let path = tool.path();
        println!("{}\t{} {}\tfrom {}", workspace::shown(&path), tool.name, version(&path)?, tool.requirement);
    }
    Ok(())
}

/// The path that the user gives, or that of the tool, which is fetched if it is missing.
pub(crate) fn locate(tool: &'static Tool, given: Option<PathBuf>) -> Result<PathBuf> {
    if let Some(path) = given {
        return Ok(path);
    }
    fetch(&[tool])?;
    Ok(tool.path())
}

/// Fetches the tools that are not in `.tools/`, each wheel once.
fn fetch(tools: &[&'static Tool]) -> Result<()> {
    let mut missing: Vec<&Tool> = tools.iter().copied().filter(|tool| !tool.is_fetched()).collect();
    if missing.is_empty() {
        return Ok(());
    }
    ensure!(
        cfg!(all(target_os = "linux", target_arch = "x86_64")),
        "the tools in the wheels run on Linux x86_64 only"
    );
    let folder = workspace::tools();
    fs::create_dir_all(&folder).with_context(|| format!("{} cannot be made", folder.display()))?;
    while let Some(requirement) = missing.first().map(|tool| tool.requirement) {
        let of_wheel: Vec<&Tool> = missing.extract_if(.., |tool| tool.requirement == requirement).collect();
        // In `.tools/` itself, so that the final step is a rename.
        let download = tempfile::tempdir_in(&folder)?;
        let path = download_wheel(requirement, download.path())?;
        for tool in of_wheel {
            unpack(tool, &path, download.path())
                .and_then(|unpacked| Ok(fs::rename(unpacked, tool.path())?))
                .with_context(|| format!("{} of {}", tool.name, path.display()))?;
        }
    }
    Ok(())
}

/// The platforms of the wheels: the tags select a file independent of the machine and the Python that run pip.
const PLATFORMS: [&str; 5] = [
    "manylinux_2_27_x86_64",
    "manylinux_2_17_x86_64",
    "manylinux2014_x86_64",
    "manylinux2010_x86_64",
    "manylinux1_x86_64",
];

/// Downloads the wheel of a package and a version, as pip takes them, into a folder.
pub(crate) fn download_wheel(requirement: &str, folder: &Path) -> Result<PathBuf> {
    eprintln!("fetching {requirement} with pip");
    let status = Command::new("python3")
        .args(["-m", "pip", "download", "--no-deps", "--only-binary=:all:", "--disable-pip-version-check"])
        .args(["--python-version", "3.11"])
        .args(PLATFORMS.into_iter().flat_map(|platform| ["--platform", platform]))
        .arg("--dest")
        .arg(folder)
        .arg(requirement)
        // Standard output is for results, not for pip's progress.
        .stdout(io::stderr())
        .status();
    succeeded(status, requirement)?;
    wheel_in(folder)?.with_context(|| format!("pip downloaded no wheel of {requirement}"))
}

/// Whether pip started and succeeded.
fn succeeded(status: io::Result<ExitStatus>, requirement: &str) -> Result<()> {
    match status {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => bail!(
            "`python3 -m pip download {requirement}` failed ({status}): see pip's message above; it needs pip and PyPI \
             (or local wheels: PIP_NO_INDEX=1 PIP_FIND_LINKS=FOLDER)"
        ),
        Err(error) if error.kind() == ErrorKind::NotFound => {
            bail!("python3 is not on the PATH; its pip downloads {requirement}")
        }
        Err(error) => Err(error).context("python3 does not start"),
    }
}

fn wheel_in(folder: &Path) -> Result<Option<PathBuf>> {
    let entries = fs::read_dir(folder)?.collect::<io::Result<Vec<_>>>()?;
    let mut files = entries.iter().map(fs::DirEntry::path);
    Ok(files.find(|path| path.extension().is_some_and(|extension| extension == "whl")))
}

/// Extracts a tool from its wheel into a folder, if its SHA-256 is correct.
fn unpack(tool: &Tool, wheel: &Path, folder: &Path) -> Result<PathBuf> {
    let unpacked = folder.join(tool.name);
    extract(wheel, tool.member, &unpacked)?;
    let found = sha256(&fs::read(&unpacked)?);
    ensure!(found == tool.sha256, "{} has SHA-256 {found}, not {}", tool.member, tool.sha256);
    Ok(unpacked)
}

/// Extracts a program from a wheel: the member whose path ends with `end`.
pub(crate) fn extract(wheel: &Path, end: &str, program: &Path) -> Result<()> {
    let mut archive = ZipArchive::new(File::open(wheel)?)?;
    let member = archive.file_names().flatten().find(|name| name.ends_with(end)).map(Cow::into_owned);
    let member = member.with_context(|| format!("{} has no {end}", wheel.display()))?;
    io::copy(&mut archive.by_name(&member)?, &mut File::create(program)?)?;
    Ok(make_executable(program)?)
}

#[cfg(unix)]
pub(crate) fn make_executable(path: &Path) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(path, fs::Permissions::from_mode(0o755))
}

#[cfg(not(unix))]
pub(crate) fn make_executable(_: &Path) -> io::Result<()> {
    Ok(())
}
