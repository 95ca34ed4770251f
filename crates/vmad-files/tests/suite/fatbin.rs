//! Fat binaries that nvFatbin 12.9 wrote, and damaged ones.

use std::io::Cursor;

use vmad_files::{
    cubin::Cubin,
    fatbin::{FatbinError, ImageKind, MAX_IMAGE, images},
};
use vmad_ptx::module::scan;

/// The images stored, as LZ4 blocks, and as Zstandard frames.
const FILES: [&[u8]; 3] = [
    include_bytes!("../../../vmad-invariants/data/plain.fatbin"),
    include_bytes!("../data/all.fatbin"),
    include_bytes!("../data/size.fatbin"),
];
const CUBINS: [&[u8]; 2] = [
    include_bytes!("../../../vmad-cli/tests/data/lines.sm_50.cubin"),
    include_bytes!("../../../vmad-cli/cubins/validation.sm_61.cubin"),
];
const PTX: &[u8] = include_bytes!("../../../vmad-cli/cubins/validation.ptx");

/// The kind, the architecture and the contents of each image.
fn read(file: &[u8]) -> Vec<(ImageKind, u32, Vec<u8>)> {
    let images = images(file).into_iter().map(Result::unwrap);
    images.map(|image| (image.kind, image.arch, image.contents().unwrap().into_owned())).collect()
}

#[test]
fn images_are_what_was_put_in() {
    for file in FILES {
        let [first, second, ptx] = &read(file)[..] else { panic!("three images") };
        for ((kind, arch, contents), (cubin, number)) in [first, second].into_iter().zip([(0, 50), (1, 61)]) {
            assert_eq!((kind, *arch), (&ImageKind::Cubin, number));
            assert!(contents.starts_with(CUBINS[cubin]), "image {cubin}");
            assert!(Cubin::read(Cursor::new(contents)).is_ok());
        }
        assert_eq!((ptx.0, ptx.1), (ImageKind::Ptx, 61));
        // nvFatbin leaves the comments out.
        let instructions = |text: &[u8]| -> Vec<String> {
            let statements = scan(str::from_utf8(text).unwrap()).statements;
            statements.into_iter().map(|statement| statement.unwrap().instruction.to_string()).collect()
        };
        assert_eq!(instructions(&ptx.2), instructions(PTX));
    }
}

/// Two in one file, as in a program: other bytes before, between and after them.
#[test]
fn fat_binaries_are_found_in_a_program() {
    let mut program = b"\x7fELF or PE: any bytes, and the magic number \x50\xed\x55\xba in code".to_vec();
    for file in [FILES[0], FILES[2]] {
        program.resize(program.len().next_multiple_of(8) + 24, 0x90);
        program.extend_from_slice(file);
    }
    program.extend_from_slice(b"the end");
    let expected: Vec<_> = [FILES[0], FILES[2]].into_iter().flat_map(read).collect();
    assert_eq!(read(&program), expected);
    assert!(images(CUBINS[0]).is_empty() && images(&[]).is_empty());
}

fn is_long(error: &FatbinError) -> bool {
    error.to_string().contains("compressed ones: the limit is")
}

fn is_truncated(error: &FatbinError) -> bool {
    error.to_string().contains("reaches beyond its end")
}

/// Every byte of the headers changed, and every length of the file: an image, or an error.
#[test]
fn damaged_fat_binaries_never_panic() {
    let (mut refused, mut damaged) = (0, 0);
    for file in FILES {
        let lengths = (0..file.len()).step_by(97).map(|length| file[..length].to_vec());
        let changed = (0..200.min(file.len())).flat_map(|at| {
            [0, 0x7f, 0xff].map(|value| {
                let mut bytes = file.to_vec();
                bytes[at] = value;
                bytes
            })
        });
        for bytes in lengths.chain(changed) {
            for image in images(&bytes) {
                match image.map(|image| image.contents().map(|contents| contents.len())) {
                    Ok(Ok(_)) => {}
                    Ok(Err(_)) => damaged += 1,
                    Err(error) if is_long(&error) => damaged += 1,
                    Err(error) => {
                        assert!(is_truncated(&error), "{error}");
                        refused += 1;
                    }
                }
            }
        }
    }
    assert!(refused > 10 && damaged > 10, "{refused} refused, {damaged} damaged");
}

/// Damaged fields of the headers, by what becomes of the images.
#[test]
fn damaged_headers_are_refused() {
    let [plain, compressed] = [FILES[0], FILES[1]].map(<[u8]>::to_vec);
    // A fat binary without its end, or with another version, or without the magic number, is none.
    for cut in [1, 8, 15, 16, 17] {
        assert!(images(&plain[..plain.len() - cut]).is_empty(), "{cut}");
    }
    for (at, value) in [(0, 0), (4, 2)] {
        let mut other = plain.clone();
        other[at] = value;
        assert!(images(&other).is_empty(), "{at}");
    }
    // The first image reaches beyond the end, or starts in its own header: nothing after it is read.
    for (at, value) in [(16 + 8 + 3, 1), (16 + 4, 8)] {
        let mut bytes = compressed.clone();
        bytes[at] = value;
        let found = images(&bytes);
        let [Err(error)] = &found[..] else { panic!("{at}: {found:?}") };
        assert!(is_truncated(error) && error.to_string().contains("at 0x10 "), "{at}: {error}");
    }
}

/// A few bytes that claim 256 MiB and more are refused before memory is reserved.
#[test]
fn a_claimed_length_is_bounded() {
    let mut bytes = FILES[1].to_vec();
    for length in [u64::MAX, 1 << 40, 1 << 28] {
        bytes[16 + 56..16 + 64].copy_from_slice(&length.to_le_bytes());
        let first = images(&bytes).swap_remove(0);
        assert!(first.and_then(|first| first.contents()).is_err_and(|error| is_long(&error)));
    }
    let stored = u32::from_le_bytes(bytes[16 + 16..16 + 20].try_into().unwrap());
    let most = 255 * u64::from(stored) + 64;
    for (length, expected) in [(most, false), (most + 1, true)] {
        bytes[16 + 56..16 + 64].copy_from_slice(&length.to_le_bytes());
        let first = images(&bytes).swap_remove(0).unwrap();
        let found = first.contents().is_err_and(|error| is_long(&error));
        assert_eq!(found, expected, "{length}");
    }
}

/// Many images that each may be 256 MiB long are not decompressed one after another.
#[test]
fn the_images_of_a_file_have_a_limit_together() {
    let mut bytes = FILES[1].to_vec();
    bytes[16 + 56..16 + 64].copy_from_slice(&MAX_IMAGE.to_le_bytes());
    let bytes = bytes.repeat(20);
    let found = images(&bytes);
    let too_long = found.iter().filter(|image| image.as_ref().is_err_and(is_long));
    assert!(too_long.count() >= 19, "{found:?}");
}
