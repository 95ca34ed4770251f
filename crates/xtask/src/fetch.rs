//! `cargo xtask fetch`: copies NVIDIA's tools from their packages to `.tools/`.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result, ensure};

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
    let root = download.path().join("root");
    match wanted.package {
        Package::PyPi(package, version) => wheel(&format!("{package}=={version}"), &root)?,
        Package::Debian(suite) => debian(suite, download.path(), &root)?,
    }
    let files = workspace::files(&root)?;
    let others = TOOLS.into_iter().filter(|tool| tool.package == wanted.package && tool.name != wanted.name);
    for tool in [*wanted].into_iter().chain(others) {
        let end = Path::new("bin").join(tool.name);
        let program = files.iter().find(|file| file.ends_with(&end));
        let program = program.with_context(|| format!("{:?} has no {}", tool.package, end.display()))?;
        tool.check(program)?;
        fs::rename(program.canonicalize()?, tool.path())?;
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

/// Unpacks the wheel of a package and a version, as pip takes them, into a folder.
fn wheel(requirement: &str, root: &Path) -> Result<()> {
    eprintln!("fetching {requirement} with pip");
    let mut pip = Command::new("python3");
    pip.args(["-m", "pip", "install", "--no-deps", "--no-compile", "--only-binary=:all:"])
        .args(["--disable-pip-version-check", "--root-user-action=ignore", "--python-version", "3.11"])
        .args(PLATFORMS.into_iter().flat_map(|platform| ["--platform", platform]))
        .arg("--target")
        .arg(root)
        .arg(requirement);
    let hint = "it needs pip and PyPI (or local wheels: PIP_NO_INDEX=1 PIP_FIND_LINKS=FOLDER)";
    succeeded(&mut pip).with_context(|| format!("{requirement} cannot be fetched; {hint}"))
}

/// Downloads Debian's package into a folder, and unpacks it into another. Nothing is installed.
fn debian(suite: &str, folder: &Path, root: &Path) -> Result<()> {
    eprintln!("fetching nvidia-cuda-toolkit of {suite} with apt-get");
    let list = folder.join("sources.list");
    let keys = "/usr/share/keyrings/debian-archive-keyring.gpg";
    fs::write(&list, format!("deb [signed-by={keys}] http://deb.debian.org/debian {suite} non-free\n"))?;
    let [lists, cache] = ["lists", "cache"].map(|name| folder.join(name));
    for folder in [lists.join("partial"), cache.join("archives/partial")] {
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
    let files = workspace::files(folder)?;
    let package = files.iter().find(|file| file.extension().is_some_and(|extension| extension == "deb"));
    succeeded(
        Command::new("dpkg-deb").arg("-x").arg(package.context("apt-get downloaded nothing")?).arg(root),
    )
}

fn succeeded(command: &mut Command) -> Result<()> {
    let output = tools::run(command)?;
    let errors = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "{} failed: {errors}", command.get_program().display());
    Ok(())
}
