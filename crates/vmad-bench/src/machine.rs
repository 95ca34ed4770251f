//! The machine of the measurement.

use sysinfo::{CpuRefreshKind, MemoryRefreshKind, RefreshKind, System};

/// The processor, its cores, the memory and the instruction sets beyond the target's that the code uses; then the
/// versions of the operating system, of the compiler and of vmad.
///
/// # Errors
/// The operating system gives no information about the processors.
pub fn machine() -> anyhow::Result<String> {
    let wanted = RefreshKind::nothing()
        .with_cpu(CpuRefreshKind::nothing())
        .with_memory(MemoryRefreshKind::nothing().with_ram());
    let system = System::new_with_specifics(wanted)?;
    let cpu = system.cpus().first().map_or("unknown", |cpu| cpu.brand().trim());
    let (cores, gigabytes) = (system.cpus().len(), system.total_memory() >> 30);
    let version = System::long_os_version().unwrap_or_else(|_| "unknown".to_owned());
    let (rustc, vmad) = (env!("RUSTC_VERSION"), env!("CARGO_PKG_VERSION"));
    let features = features().join(" ");
    Ok(format!("{cpu}, {cores} cores, {gigabytes} GiB, {features}\n{version}, {rustc}, vmad {vmad}"))
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
