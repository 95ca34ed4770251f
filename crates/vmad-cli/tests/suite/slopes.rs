//! How the instructions of commands grow with files: callgrind counts them at sizes n, 4n and 16n.

use std::{fs, process::Command};

use vmad_testing::cubins::{self, Section, elf, fat_binary, linked, object};

/// The exponent above which a command is steep: a sort has less.
const STEEP: f64 = 1.2;

/// A command and a kind of file.
struct Shape {
    name: &'static str,
    command: &'static [&'static str],
    /// The smallest size.
    size: u16,
    file: fn(usize) -> Vec<u8>,
}

const SHAPES: [Shape; 5] = [
    Shape { name: "linked objects", command: &["check"], size: 10, file: linked },
    Shape { name: "images", command: &["check"], size: 10, file: images },
    Shape { name: "images with a kernel of all", command: &["check"], size: 10, file: images_with_shared },
    Shape {
        name: "headers of PTX sections over the same bytes",
        command: &["check"],
        size: 10,
        file: overlapping,
    },
    Shape { name: "statements with a constant", command: &["ptx", "safe"], size: 100, file: statements },
];

/// A fat binary of a cubin and the PTX of each object.
fn images(objects: usize) -> Vec<u8> {
    let pairs = (0..objects).flat_map(|number| {
        [(2, 50, object(&[&format!("k{number}")])), (1, 50, cubins::ptx(number).into_bytes())]
    });
    fat_binary(&pairs.collect::<Vec<_>>())
}

/// The same, and each object has the same second kernel.
fn images_with_shared(objects: usize) -> Vec<u8> {
    let pairs = (0..objects).flat_map(|number| {
        let ptx = format!("{}.entry shared() {{ ret; }}\n", cubins::ptx(number));
        [(2, 50, object(&[&format!("k{number}"), "shared"])), (1, 50, ptx.into_bytes())]
    });
    fat_binary(&pairs.collect::<Vec<_>>())
}

/// Sections of PTX that share their bytes.
fn overlapping(headers: usize) -> Vec<u8> {
    let ptx = |number: usize| Section {
        name: format!(".nv_debug_ptx_txt.{number}"),
        kind: 1,
        ..Section::default()
    };
    let mut sections: Vec<Section> = (0..headers).map(ptx).collect();
    sections[0].bytes = cubins::ptx(0).repeat(headers).into_bytes();
    let mut file = elf(&sections);
    let table = file.len() - 64 * (headers + 2);
    let place: [u8; 16] = file[table + 64 + 24..table + 64 + 40].try_into().unwrap();
    for header in 1..=headers {
        file[table + 64 * header + 24..][..16].copy_from_slice(&place);
    }
    file
}

/// A kernel whose instructions read a constant: it runs until the last run.
fn statements(count: usize) -> Vec<u8> {
    let head = ".version 8.0\n.target sm_50\n.entry k() {\n.reg .b32 %r<9>;\nmov.u32 %r5, 3;\n";
    format!("{head}{}}}\n", "vadd.u32.u32.u32 %r1, %r2, %r5;\n".repeat(count)).into_bytes()
}

/// The instructions of a command on a file.
fn count(shape: &Shape, size: usize) -> f64 {
    let file = tempfile::NamedTempFile::new().unwrap();
    fs::write(file.path(), (shape.file)(size)).unwrap();
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null", env!("CARGO_BIN_EXE_vmad")])
        .args(shape.command)
        .arg(file.path())
        .output()
        .unwrap();
    assert!(output.status.code().is_some_and(|code| code <= 2), "{}: {output:?}", shape.name);
    let told = String::from_utf8_lossy(&output.stderr);
    let count = told.lines().rev().find_map(|line| line.split_once("Collected : ")?.1.trim().parse().ok());
    count.unwrap_or_else(|| panic!("{}: {told}", shape.name))
}

#[test]
fn no_command_is_steep() {
    if !vmad_testing::long() {
        return vmad_testing::skip("the slopes of check", "they are of the long form");
    }
    if Command::new("valgrind").arg("--version").output().is_err() {
        return vmad_testing::skip("the slopes of check", "valgrind cannot be started");
    }
    for shape in &SHAPES {
        let [small, middle, large] = [1, 4, 16].map(|factor| count(shape, factor * usize::from(shape.size)));
        let slope = ((large - middle) / (middle - small)).log(4.0);
        println!(
            "{:<48} {slope:.2}, {:.0} for one",
            shape.name,
            (large - middle) / f64::from(12 * shape.size)
        );
        assert!(slope < STEEP, "{}: {small} {middle} {large}: slope {slope:.2}", shape.name);
    }
}
