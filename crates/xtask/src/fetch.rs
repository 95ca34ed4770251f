//! `cargo xtask fetch`: copies NVIDIA's tools from their packages to `.tools/`.

use std::{
    borrow::Cow,
    fs::{self, File},
    io::{self, ErrorKind},
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result, bail, ensure};
use zip::ZipArchive;

use crate::{
    tools::{self, Package, TOOLS, Tool, version},
    workspace,
};

/// Fetches the missing tools, and prints the path of each tool.
pub(crate) fn run() -> Result<()> {
    for tool in TOOLS {
        let path = tool.program()?;
        let source = match tool.package {
            Package::PyPi(package, version) => format!("{package}=={version}"),
            Package::Debian(suite) => suite.to_owned(),
        };
        println!("{}\t{} {}\tfrom {source}", workspace::shown(&path), tool.name, version(&path)?);
    }
    Ok(())
}

impl Tool {
    /// The path of the tool, which is fetched if it is missing.
    pub(crate) fn program(&self) -> Result<PathBuf> {
        let path = self.path();
        let is_fetched = match self.sha256 {
            Some(_) => self.check(&path).is_ok(),
            None => path.is_file(),
        };
        if !is_fetched {
            fetch(self)?;
        }
        if self.sha256.is_none() {
            self.check(&path)?;
        }
        Ok(path)
    }
}

/// Fetches a tool into `.tools/`, and from the same package the other tools of [`TOOLS`].
fn fetch(wanted: &Tool) -> Result<()> {
    ensure!(
        cfg!(all(target_os = "linux", target_arch = "x86_64")),
        "the tools in the packages run on Linux x86_64 only"
    );
    let path = wanted.path();
    let folder = path.parent().context("a tool is in a folder")?;
    fs::create_dir_all(folder).with_context(|| format!("{} cannot be made", folder.display()))?;
    // In `.tools/` itself, so that the final step is a rename.
    let download = tempfile::tempdir_in(folder)?;
    let others = TOOLS.into_iter().filter(|it| it.package == wanted.package && it.name != wanted.name);
    let tools = [*wanted].into_iter().chain(others);
    let package = match wanted.package {
        Package::PyPi(package, version) => wheel(&format!("{package}=={version}"), download.path())?,
        Package::Debian(suite) => debian(suite, download.path())?,
    };
    for tool in tools {
        let unpacked = download.path().join(tool.name);
        match tool.package {
            Package::PyPi(..) => extract(&package, &format!("/bin/{}", tool.name), &unpacked)?,
            Package::Debian(_) => {
                fs::copy(package.join("usr/bin").join(tool.name), &unpacked)?;
            }
        }
        make_executable(&unpacked)?;
        tool.check(&unpacked).with_context(|| package.display().to_string())?;
        fs::rename(unpacked, tool.path())?;
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
fn wheel(requirement: &str, folder: &Path) -> Result<PathBuf> {
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
    match status {
        Ok(status) if status.success() => file(folder, "whl"),
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

/// The file of a folder with an extension.
fn file(folder: &Path, extension: &str) -> Result<PathBuf> {
    let entries = fs::read_dir(folder)?.collect::<io::Result<Vec<_>>>()?;
    let mut files = entries.iter().map(fs::DirEntry::path);
    let file = files.find(|path| path.extension().is_some_and(|it| it == extension));
    file.with_context(|| format!("nothing with the extension {extension} was downloaded"))
}

/// Extracts a program from a wheel: the member whose path ends with `end`.
fn extract(wheel: &Path, end: &str, program: &Path) -> Result<()> {
    let mut archive = ZipArchive::new(File::open(wheel)?)?;
    let member = archive.file_names().flatten().find(|name| name.ends_with(end)).map(Cow::into_owned);
    let member = member.with_context(|| format!("{} has no {end}", wheel.display()))?;
    io::copy(&mut archive.by_name(&member)?, &mut File::create(program)?)?;
    Ok(())
}

/// Unpacks Debian's package below a folder. Nothing is installed.
fn debian(suite: &str, folder: &Path) -> Result<PathBuf> {
    eprintln!("fetching nvidia-cuda-toolkit of {suite} with apt-get");
    let list = folder.join("sources.list");
    let keys = "/usr/share/keyrings/debian-archive-keyring.gpg";
    fs::write(&list, format!("deb [signed-by={keys}] http://deb.debian.org/debian {suite} non-free\n"))?;
    let [lists, cache, root] = ["lists", "cache", "root"].map(|it| folder.join(it));
    for folder in [lists.join("partial"), cache.join("archives/partial"), root.clone()] {
        fs::create_dir_all(folder)?;
    }
    let options = [
        format!("Dir::Etc::SourceList={}", list.display()),
        "Dir::Etc::SourceParts=/dev/null".to_owned(),
        format!("Dir::State::Lists={}", lists.display()),
        format!("Dir::Cache={}", cache.display()),
    ];
    for action in [&["update"][..], &["download", "nvidia-cuda-toolkit"]] {
        let mut command = Command::new("apt-get");
        command.args(options.iter().flat_map(|option| ["-o", option])).args(action).current_dir(folder);
        succeeded(&mut command)?;
    }
    succeeded(Command::new("dpkg-deb").arg("-x").arg(file(folder, "deb")?).arg(&root))?;
    Ok(root)
}

fn succeeded(command: &mut Command) -> Result<()> {
    let output = tools::run(command)?;
    let errors = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "{} failed: {errors}", command.get_program().display());
    Ok(())
}

#[cfg(unix)]
fn make_executable(path: &Path) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(path, fs::Permissions::from_mode(0o755))
}

#[cfg(not(unix))]
fn make_executable(_: &Path) -> io::Result<()> {
    Ok(())
}
