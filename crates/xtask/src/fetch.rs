//! Copies NVIDIA's tools from their packages to `.tools/`.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result, ensure};

use crate::{
    tools::{self, Package, Tool, version},
    workspace,
};

impl Tool {
    /// The path of the tool, which is fetched if it is missing.
    pub(crate) fn program(&self) -> Result<PathBuf> {
        let path = self.path();
        if !path.is_file() {
            self.fetch()?;
        }
        let found = version(&path)?;
        ensure!(found == self.build, "{} is {found}, not {}", workspace::shown(&path), self.build);
        Ok(path)
    }

    fn fetch(&self) -> Result<()> {
        ensure!(
            cfg!(all(target_os = "linux", target_arch = "x86_64")),
            "the tools in the packages run on Linux x86_64 only"
        );
        let folder = workspace::tools();
        fs::create_dir_all(&folder).with_context(|| format!("{} cannot be made", folder.display()))?;
        // In `.tools/` itself, so that the final step is a rename.
        let download = tempfile::tempdir_in(&folder)?;
        let root = download.path().join("root");
        match self.package {
            Package::PyPi(package, version) => wheel(&format!("{package}=={version}"), &root)?,
            Package::Debian(suite) => debian(suite, download.path(), &root)?,
        }
        let end = Path::new("bin").join(self.name);
        let files = workspace::files(&root)?;
        let program = files.iter().find(|file| file.ends_with(&end));
        let program = program.with_context(|| format!("{:?} has no {}", self.package, end.display()))?;
        fs::rename(program.canonicalize()?, self.path())?;
        Ok(())
    }
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
