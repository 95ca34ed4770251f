//! The machine of the measurement.

use std::fmt;

use serde::Serialize;
use sysinfo::{CpuRefreshKind, MemoryRefreshKind, RefreshKind, System};

/// The machine and the versions.
#[derive(Clone, Debug, Serialize)]
pub struct Machine {
    /// The name of the processor.
    pub cpu: String,
    /// Its logical cores.
    pub cores: usize,
    /// Its memory, in bytes.
    pub memory: u64,
    /// The instruction sets beyond the target's that the code uses.
    pub features: Vec<&'static str>,
    /// The operating system.
    pub system: String,
    /// The compiler.
    pub rustc: &'static str,
    /// The version of vmad.
    pub vmad: &'static str,
}

impl Machine {
    /// This machine.
    ///
    /// # Errors
    /// The operating system gives no information about the processors.
    pub fn this() -> anyhow::Result<Self> {
        let wanted = RefreshKind::nothing()
            .with_cpu(CpuRefreshKind::nothing())
            .with_memory(MemoryRefreshKind::nothing().with_ram());
        let system = System::new_with_specifics(wanted)?;
        let cpu = system.cpus().first().map_or("unknown", |cpu| cpu.brand().trim());
        Ok(Self {
            cpu: cpu.to_owned(),
            cores: system.cpus().len(),
            memory: system.total_memory(),
            features: features(),
            system: System::long_os_version().unwrap_or_else(|_| "unknown".to_owned()),
            rustc: env!("RUSTC_VERSION"),
            vmad: env!("CARGO_PKG_VERSION"),
        })
    }
}

#[cfg(target_arch = "x86_64")]
fn features() -> Vec<&'static str> {
    macro_rules! present {
        ($($name:tt)+) => { [$(is_x86_feature_detected!($name).then_some($name)),+] };
    }
    present!("sse4.2" "avx2" "avx512f" "avx512bw" "avx512vl" "avx512vnni" "avx512vbmi")
        .into_iter()
        .flatten()
        .collect()
}

#[cfg(not(target_arch = "x86_64"))]
fn features() -> Vec<&'static str> {
    vec![std::env::consts::ARCH]
}

impl fmt::Display for Machine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{}, {} cores, {} GiB, {}",
            self.cpu,
            self.cores,
            self.memory >> 30,
            self.features.join(" ")
        )?;
        write!(f, "{}, {}, vmad {}", self.system, self.rustc, self.vmad)
    }
}
