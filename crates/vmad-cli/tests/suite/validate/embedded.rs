//! The PTX that a cubin embeds.

use std::fs;

use serde_json::Value;
use vmad_testing::cubins::{fat_binary, linked, object};

use super::{EVERY, LINES, check, objects, pairs};
use crate::common::{FATBINS, File, assert_refused, vmad};

#[test]
fn a_cubin_alone_is_compared_with_its_own_ptx() {
    let ran = vmad(&["check", LINES[1], "--json"]);
    assert_eq!((ran.code, &pairs(&ran)), (0, &pairs(&check(LINES, &["--json"]))));
    assert_refused(&vmad(&["check", EVERY[1]]), &[EVERY[1], "it embeds no PTX", "-lineinfo"]);
}

/// A fat binary of two cubins, one of which embeds its PTX, and the PTX of the other.
#[test]
fn each_cubin_of_a_program_is_compared_with_its_ptx() {
    for file in FATBINS {
        let ran = vmad(&["check", file, "--json"]);
        assert_eq!(ran.code, 1, "{}", ran.stderr);
        let objects = objects(&ran);
        let images: Vec<&str> = objects.iter().filter_map(|line| line["image"].as_str()).collect();
        assert_eq!(images.len(), 2);
        let sums: Vec<_> = objects.iter().filter(|line| !line["summary"].is_null()).collect();
        let counts = |line: &Value| {
            (line["arch"].clone(), line["summary"]["instructions"].clone(), line["summary"]["equal"].clone())
        };
        let expected = [("sm_50", 8, 8), ("sm_61", 26, 8)];
        for (sum, (arch, vmads, equal)) in sums.iter().zip(expected) {
            assert_eq!(counts(sum), (arch.into(), vmads.into(), equal.into()), "{file}");
        }
        // Given PTX is that of one of them.
        let ran = check([LINES[0], file], &[]);
        assert_eq!(ran.code, 0, "{}", ran.stdout);
        assert!(ran.stdout.ends_with(": the cubin has no PTX here\n"), "{}", ran.stdout);
        assert!(ran.stdout.contains("\nnot checked: "), "{}", ran.stdout);
        assert_refused(
            &check(["cubins/every-form.ptx", file], &[]),
            &["none of its 3 images is compared: the cubin has no PTX here"],
        );
    }
}

/// No image is said to be unchecked if each cubin has PTX.
#[test]
fn only_images_that_are_not_compared_are_named() {
    let [file, ..] = FATBINS;
    let ran = vmad(&["check", file]);
    assert!(ran.stdout.contains(", image at ") && !ran.stdout.contains("not checked"), "{}", ran.stdout);
    let objects = objects(&check([LINES[0], file], &["--json"]));
    for field in ["image", "skipped"] {
        assert_eq!(objects.iter().filter(|line| line[field].is_string()).count(), 1, "{objects:?}");
    }
}

/// A cubin that cannot be read is not one without PTX.
#[test]
fn a_damaged_image_is_refused() {
    let bytes = fs::read(FATBINS[0]).unwrap();
    let cubins: Vec<_> = (0..bytes.len()).filter(|at| bytes[*at..].starts_with(b"\x7fELF")).collect();
    // The kind, the first byte, the machine, the place and the number of section headers, and all of the header.
    let damages = [(-72, 1), (0, 1), (18, 2), (40, 8), (60, 2), (0, 64)];
    for (at, (offset, length)) in cubins.iter().flat_map(|at| damages.map(|damage| (at, damage))) {
        let mut damaged = bytes.clone();
        damaged[at.strict_add_signed(offset)..][..length].fill(if length == 64 { 0 } else { 0x58 });
        let file = File::new("damaged.fatbin", damaged);
        let path: &str = &file;
        // The second embeds no PTX, and its PTX is an image.
        for arguments in [&["check", path][..], &["check", LINES[0], path], &["check", path, "--json"]] {
            let ran = vmad(arguments);
            let image = format!("image at {:#x}", at - 72);
            assert_eq!(ran.code, 2, "{offset} {arguments:?} {}", ran.stdout);
            assert!(ran.stderr.contains(&image), "{image} {arguments:?}: {}", ran.stderr);
        }
    }
}

/// The kernels of an unsupported architecture are not read: such a cubin gets the only PTX of the program.
#[test]
fn a_cubin_of_another_architecture_has_the_only_ptx() {
    let mut bytes = fs::read(FATBINS[0]).unwrap();
    let cubins: Vec<_> = (0..bytes.len()).filter(|at| bytes[*at..].starts_with(b"\x7fELF")).collect();
    // The architecture is in the header's flags.
    let arch = cubins[1] + 48;
    assert_eq!(bytes[arch], 61);
    bytes[arch] = 75;
    let ran = vmad(&["check", &File::new("other.fatbin", bytes)]);
    let words = ran.stdout.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        words.contains("26 video instructions, not compared: sm_75 has no VMAD"),
        "{} {}",
        ran.stdout,
        ran.stderr
    );
}

/// One selector is changed in one text after the other: of a linked cubin, and of two cubins with the same kernel.
#[test]
fn every_text_of_a_file_is_compared() {
    let code = |bytes: &[u8]| vmad(&["check", &File::new("file", bytes)]).code;
    let changed = |bytes: &[u8], number: usize| {
        let mut bytes = bytes.to_vec();
        let mut places = bytes.windows(6).enumerate().filter(|(_, part)| part == b"%r2.b0");
        let at = places.nth(number).unwrap().0;
        bytes[at + 5] = b'1';
        bytes
    };
    let whole = linked(3);
    assert_eq!(code(&whole), 0);
    for number in 0..3 {
        assert_eq!(code(&changed(&whole, number)), 1, "text {number}");
    }
    let images = |images: &[&[u8]]| {
        fat_binary(&images.iter().map(|image| (2, 50, image.to_vec())).collect::<Vec<_>>())
    };
    let (fine, wrong, without) = (linked(1), changed(&linked(1), 0), object(&["k9"]));
    assert_eq!(code(&images(&[&fine, &fine])), 0);
    assert_eq!(code(&images(&[&fine, &wrong])), 1);
    assert_eq!(code(&images(&[&wrong, &fine])), 1);
    // An image that is not compared.
    assert_eq!(code(&images(&[&fine, &without])), 2);
}
