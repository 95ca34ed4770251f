//! A Vulkan device: lavapipe, which runs on the processor.

use std::path::Path;

use crate::tool;

/// Whether Vulkan's header and lavapipe are installed. If not, prints that the test is skipped.
pub(crate) fn is_here(test: &str) -> bool {
    let is_here =
        tool::has(test, "gcc") && Path::new("/usr/include/vulkan/vulkan.h").exists() && driver().exists();
    if !is_here {
        vmad_testing::skip(test, "libvulkan-dev or mesa-vulkan-drivers is not installed");
    }
    is_here
}

fn driver() -> &'static Path {
    Path::new("/usr/share/vulkan/icd.d/lvp_icd.x86_64.json")
}

/// Runs the shader `test.spv` of a folder on its vectors.
pub(crate) fn run(folder: &Path) -> String {
    let source = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/vulkan.c");
    tool::run(folder, &format!("gcc -O1 -o runner {source} -lvulkan"));
    tool::run(folder, &format!("env VK_ICD_FILENAMES={} ./runner", driver().display()))
}
