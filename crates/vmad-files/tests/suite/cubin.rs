//! The ELF reader on damaged files.

use std::io::Cursor;

use vmad_files::cubin::{CodeSection, Cubin, CubinError, DebugInfo, MAX_CODE, functions, slots};
use vmad_sass::{Arch, isa::Layout};
use vmad_testing::cubins::{Section, elf};

const CUBIN: &[u8] = include_bytes!("../../../vmad-cli/cubins/every-form.sm_50.cubin");

fn word(at: usize) -> u64 {
    u64::from_le_bytes(CUBIN[at..at + 8].try_into().unwrap())
}

/// The offsets of the headers of the code sections.
fn code_headers() -> Vec<usize> {
    let (headers, count) = (word(40) as usize, usize::from(word(60) as u16));
    (0..count).map(|index| headers + 64 * index).filter(|at| word(at + 8) & 4 != 0).collect()
}

/// Bytes of the ELF header and of the section headers, damaged: a refusal or a listing, never a panic. One byte in
/// seven with `VMAD_LONG`, else one in 61.
#[test]
fn damaged_cubins_never_panic() {
    let headers = word(40) as usize;
    let step = vmad_testing::cases(61, 7);
    let mut bytes = CUBIN.to_vec();
    let (mut read, mut refused) = (0, 0);
    for at in (0..64).chain((headers..CUBIN.len()).step_by(step)) {
        for value in [0, 1, 0x7f, 0x80, 0xff] {
            bytes[at] = value;
            match Cubin::read(Cursor::new(&bytes)) {
                Ok(cubin) => {
                    for section in &cubin.code {
                        let slots = slots(Cursor::new(&bytes), section, Layout::Maxwell);
                        assert!(slots.is_ok() || section.size % 32 != 0, "{at}: {slots:?}");
                    }
                    read += 1;
                }
                Err(_) => refused += 1,
            }
        }
        bytes[at] = CUBIN[at];
    }
    assert!(read > 100 && refused > 100, "{read} read, {refused} refused");
}

/// A thousand headers over the same bytes would cost a thousand times the file's length.
#[test]
fn overlapping_code_is_refused() {
    let [first, second, ..] = code_headers()[..] else { panic!("two code sections") };
    let mut bytes = CUBIN.to_vec();
    bytes.copy_within(first + 24..first + 40, second + 24);
    let error = Cubin::read(Cursor::new(&bytes)).unwrap_err();
    assert!(error.to_string().contains(" overlap at byte "), "{error}");
    // Sections that share no byte.
    bytes[second + 32..second + 40].fill(0);
    let cubin = Cubin::read(Cursor::new(&bytes)).unwrap();
    assert_eq!(cubin.code.len(), code_headers().len() - 1);
}

/// A file that claims a section of half a terabyte, which it has as a hole.
#[test]
fn a_sparse_section_is_refused_before_it_is_read() {
    let mut file = tempfile::tempfile().unwrap();
    let mut bytes = CUBIN.to_vec();
    let (first, size) = (code_headers()[0], 512_u64 << 30);
    bytes[first + 24..first + 32].copy_from_slice(&(CUBIN.len() as u64 + 32).to_le_bytes());
    bytes[first + 32..first + 40].copy_from_slice(&size.to_le_bytes());
    std::io::Write::write_all(&mut file, &bytes).unwrap();
    if file.set_len(CUBIN.len() as u64 + 32 + size).is_err() {
        vmad_testing::skip("a_sparse_section_is_refused_before_it_is_read", "no sparse files here");
        return;
    }
    let cubin = Cubin::read(&file).unwrap();
    let error = functions(&file, &cubin).unwrap_err();
    assert!(matches!(error, CubinError::Long { .. }), "{error}");
}

/// The last bundle of a function is missing: its code is not all read.
#[test]
fn a_section_that_ends_before_its_function_is_refused() {
    for header in code_headers() {
        let mut bytes = CUBIN.to_vec();
        let size = word(header + 32) - 32;
        bytes[header + 32..header + 40].copy_from_slice(&size.to_le_bytes());
        let cubin = Cubin::read(Cursor::new(&bytes)).unwrap();
        let error = functions(Cursor::new(&bytes), &cubin).unwrap_err().to_string();
        let expected = format!("ends at {:#x}: it is truncated or damaged", size + 32);
        assert!(error.ends_with(&expected) && error.contains(&format!("has {size:#x} bytes")), "{error}");
    }
}

/// The longest section that is read, in a file that ends before it.
#[test]
fn a_section_is_long_above_the_limit() {
    for (size, is_long) in [(MAX_CODE, false), (MAX_CODE + 32, true)] {
        let section = CodeSection { name: ".text.k".to_owned(), offset: 0, size };
        let read = slots(Cursor::new(CUBIN), &section, Layout::Maxwell);
        assert_eq!(matches!(read, Err(CubinError::Long { .. })), is_long, "{size}");
    }
}

/// The SM number is the low byte of the flags up to ABI version 7, and the second byte since.
#[test]
fn the_architecture_is_in_the_flags() {
    for (abi, flags, arch) in [
        (7, 0x4b_0032_u32, Some(Arch::Sm50)),
        (7, 0x3200, None),
        (8, 0x4b_32ff, Some(Arch::Sm50)),
        (9, 0x32, None),
    ] {
        let mut bytes = CUBIN.to_vec();
        bytes[8] = abi;
        bytes[48..52].copy_from_slice(&flags.to_le_bytes());
        let cubin = Cubin::read(Cursor::new(&bytes));
        assert_eq!(cubin.ok().map(|cubin| cubin.arch), arch, "version {abi}, flags {flags:#x}");
    }
}

/// Both tables of headers can end where the file ends.
#[test]
fn headers_beyond_the_end_are_refused() {
    // The offset, the number and the size of the headers in the ELF header.
    for (name, offset, count, size) in [("program", 32, 56, 54), ("section", 40, 60, 58)] {
        let mut bytes = CUBIN.to_vec();
        let table_length = word(count) as u16 * (word(size) as u16);
        let start = bytes.len() as u64 - u64::from(table_length);
        bytes[offset..offset + 8].copy_from_slice(&start.to_le_bytes());
        let refused = |bytes: &[u8]| Cubin::read(Cursor::new(bytes)).err().map(|error| error.to_string());
        let is_read = |bytes: &[u8]| refused(bytes).is_none_or(|error| !error.contains(" headers at bytes "));
        assert!(is_read(&bytes), "{name}");
        bytes[offset..offset + 8].copy_from_slice(&(start + 1).to_le_bytes());
        let length = bytes.len() as u64;
        let expected = format!(
            "the ELF header puts {name} headers at bytes {:#x} to {:#x}, but the file ends at {length:#x}: it is truncated or damaged",
            start + 1,
            length + 1
        );
        assert_eq!(refused(&bytes), Some(expected));
        // The offset of a table without headers says nothing.
        bytes[count..count + 2].fill(0);
        bytes[offset..offset + 8].copy_from_slice(&(length + 1).to_le_bytes());
        assert!(is_read(&bytes), "{name}");
    }
}

/// The sections of the line table and of the PTX have at most 16 MiB.
#[test]
fn a_long_debug_section_is_refused() {
    let lines = include_bytes!("../../../vmad-cli/tests/data/lines.sm_50.cubin");
    let number = |at: usize| u64::from_le_bytes(lines[at..at + 8].try_into().unwrap());
    let headers = (0..usize::from(number(60) as u16)).map(|index| number(40) as usize + 64 * index);
    let refused = |size: u64| -> Vec<String> {
        let name = |at: usize| {
            let mut bytes = lines.to_vec();
            bytes[at + 32..at + 40].copy_from_slice(&size.to_le_bytes());
            match DebugInfo::read(Cursor::new(&bytes)) {
                Err(CubinError::Long { name, .. }) => Some(name),
                _ => None,
            }
        };
        headers.clone().filter_map(name).collect()
    };
    assert_eq!(
        refused((1 << 24) + 1),
        [".nv_debug_line_sass", ".nv_debug_ptx_txt", ".rel.nv_debug_line_sass"]
    );
    assert!(refused(1 << 24).is_empty());
}

/// A function behind a kernel is a local symbol of code: not a label, not data, and not what another file can name.
#[test]
fn functions_are_local_symbols_of_code() {
    let mut bytes = include_bytes!("../../../vmad-cli/cubins/validation.sm_50.cubin").to_vec();
    let place = [0xa0_u64, 32].map(u64::to_le_bytes).concat();
    let symbol = bytes.windows(16).position(|window| window == place).unwrap() - 8;
    let mut has_helper = |info: u8| {
        bytes[symbol + 4] = info;
        let cubin = Cubin::read(Cursor::new(&bytes)).unwrap();
        let found = functions(Cursor::new(&bytes), &cubin).unwrap();
        found.iter().any(|code| code.function == "helper")
    };
    let [label, data, code, global] = [0x00, 0x01, 0x02, 0x12].map(&mut has_helper);
    assert_eq!([label, data, code, global], [false, false, true, false]);
}

/// Oracle: the ptxas that made each file, and the linker of a linked one.
#[test]
fn a_cubin_names_its_maker() {
    let all: [(&[u8], u32, &str); 7] = [
        (CUBIN, 50, "made by ptxas 12.9"),
        (
            include_bytes!("../../../vmad-validate/tests/data/table-12.0.sm_52.cubin"),
            52,
            "made by ptxas 12.0",
        ),
        (include_bytes!("../../../vmad-validate/tests/data/table-c.sm_52.cubin"), 52, "made by ptxas 12.9"),
        (include_bytes!("../../../vmad-validate/tests/data/linked.sm_52.cubin"), 52, "linked by nvlink 12.9"),
        (include_bytes!("../data/maker-11.8.sm_75.cubin"), 75, "made by ptxas 11.8"),
        (include_bytes!("../data/maker-12.8.sm_120.cubin"), 120, "made by ptxas 12.8.93"),
        (include_bytes!("../data/maker-13.5.sm_75.cubin"), 75, "made by ptxas 13.5.37"),
    ];
    for (cubin, arch, maker) in all {
        match Cubin::read(Cursor::new(cubin)) {
            Ok(read) => {
                assert_eq!((read.arch.number(), read.maker.unwrap().to_string()), (arch, maker.to_owned()));
            }
            Err(error) => {
                let later = error.later().unwrap();
                assert!(later.starts_with(maker) && later.contains(&format!("sm_{arch}")), "{later}");
            }
        }
    }
}

/// Five hundred headers over the same PTX would cost five hundred times its length.
#[test]
fn overlapping_ptx_is_refused() {
    let ptx = |number: usize| Section {
        name: format!(".nv_debug_ptx_txt.{number}"),
        kind: 1,
        bytes: vec![b' '; 8],
        ..Section::default()
    };
    let mut file = elf(&[ptx(0), ptx(1)]);
    assert_eq!(DebugInfo::read(Cursor::new(&file)).unwrap().ptx(), [" ".repeat(8)]);
    // The size of the first section, in its header.
    let first = file.len() - 3 * 64;
    file[first + 32] = 9;
    let error = DebugInfo::read(Cursor::new(&file)).unwrap_err();
    assert!(error.to_string().contains(" overlap at byte "), "{error}");
}

/// A hundred headers with one name of 4,000 bytes would cost a hundred times its length.
#[test]
fn names_that_share_their_bytes_are_refused() {
    let long = Section { name: "x".repeat(4000), ..Section::default() };
    let file = |names: usize| {
        let mut file = elf(&vec![Section::default(); 99].iter().chain([&long]).cloned().collect::<Vec<_>>());
        let (headers, name) = (file.len() - 102 * 64, file.len() - 2 * 64);
        let name: [u8; 4] = file[name..name + 4].try_into().unwrap();
        for header in 1..=names {
            file[headers + 64 * header..][..4].copy_from_slice(&name);
        }
        file
    };
    assert!(Cubin::read(Cursor::new(file(4))).is_ok());
    let error = Cubin::read(Cursor::new(file(20))).unwrap_err();
    assert!(error.to_string().starts_with("the names of its sections"), "{error}");
}
