//! `vmad decode`.

use crate::common::{File, assert_refused, assert_snapshot, decode_bytes, vmad, vmad_with};

#[test]
fn bad_lines_are_named() {
    for (line, words) in [(&b"\xff\xfe"[..], "not UTF-8"), (&vec![b'5'; 70_000], "longer than 65536 bytes")] {
        let input = [b"5f04020000370200\n", line, b"\n"].concat();
        let ran = vmad_with(&["decode", "--format", "nvdisasm"], &input);
        assert_refused(&ran, &["standard input:2:", words]);
        assert_eq!(ran.stdout, "5f04020000370200\t007e0\tVMAD.U8.U8 R0, R2, R3, R4\n");
    }
    assert_refused(&vmad_with(&["decode"], b"\x7fELF\n"), &["give its name as an argument"]);
}

#[test]
fn a_raw_stream_is_decoded_up_to_its_torn_end() {
    // A control word, then a VMAD, a foreign word and an illegal VMAD, twice, and a torn third bundle.
    let words =
        [0x001f_8000_fc00_07e0_u64, 0x5f04_0200_0037_0200, 0x50b0_0000_0007_0f00, 0x5f1c_0200_0037_0200];
    let bundle: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    let ran = vmad_with(&["decode", "--raw"], &bundle.repeat(2));
    assert_eq!(ran.code, 1, "an illegal VMAD in a stream is a finding");
    assert_snapshot("decode_raw", &ran.stdout);
    let ran = vmad_with(&["decode", "--raw", "--format", "nvdisasm"], &bundle);
    assert!(ran.stdout.ends_with("VMAD.U8.U8.INVALIDVMADSCALE3 R0, R2, R3, R4\n"), "{ran:?}");
    assert_eq!(ran.code, 1, "in nvdisasm's words too");
    // A control word of zeros: each of the three names a write barrier.
    let refused: Vec<u8> =
        [0, words[1], words[1], words[1]].iter().flat_map(|word| word.to_le_bytes()).collect();
    let ran = vmad_with(&["decode", "--raw", "--format", "nvdisasm"], &refused);
    assert_eq!((ran.code, ran.stdout.matches("\tILLEGAL\n").count()), (1, 3));
    let ran = vmad_with(&["decode", "--raw"], &[&bundle[..], &bundle[..9]].concat());
    assert_refused(&ran, &["41 bytes, is not a multiple of 32", "9 left over"]);
    assert!(ran.stdout.contains("VMAD.U8.U8 R0, R2, R3, R4;"));
}

const CUBIN: &[u8] = include_bytes!("../../cubins/every-form.sm_50.cubin");

#[test]
fn a_cubin_is_listed_kernel_by_kernel() {
    let ran = vmad(&["decode", "cubins/every-form.sm_50.cubin"]);
    assert_eq!(ran.code, 0);
    assert_snapshot("decode_cubin_sm_50", &ran.stdout);
    let ran = vmad(&["decode", "--format", "nvdisasm", "cubins/every-form.sm_61.cubin"]);
    assert_eq!(ran.code, 0);
    assert_snapshot("decode_cubin_sm_61_nvdisasm", &ran.stdout);
}

#[test]
fn each_vmad_of_a_cubin_is_traced() {
    let ran = vmad(&["decode", "--trace", "cubins/every-form.sm_61.cubin"]);
    assert_eq!(ran.code, 0);
    assert_eq!(ran.stdout.matches("\n  result ").count(), 103);
    let ran = vmad(&["decode", "--trace", "--json", "--ports", "1,2,3", "cubins/every-form.sm_61.cubin"]);
    let lines: Vec<_> = ran.stdout.lines().collect();
    assert_eq!(lines.len(), 104, "103 VMADs and a summary");
    assert!(lines[..103].iter().all(|line| line.contains("\"trace\":{")));
    assert_eq!(lines[103], r#"{"summary":{"words":2526,"video":103,"illegal":0,"foreign":2423}}"#);
}

#[test]
fn kernels_are_selected_by_name() {
    let cubin = "cubins/every-form.sm_50.cubin";
    let listing = |arguments: &[&str]| {
        let ran = vmad(&[&["decode"], arguments, &[cubin]].concat());
        assert_eq!(ran.code, 0, "{ran:?}");
        ran.stdout
    };
    let all = listing(&[]);
    // From the heading to the blank line before the next.
    let section = |kernel: &str| {
        let (_, rest) = all.split_once(&format!("\n\n{kernel}  ")).unwrap();
        format!("\n\n{kernel}  {}", rest.split_once("\n\n").unwrap().0)
    };
    let (filter, dot) = (section("filter_q15"), section("dot4_u8"));
    let sum = "\n\n36 instructions: 6 video instructions, 0 illegal, 30 others\n";
    // In the file's order, whatever the order of the options.
    assert_eq!(
        listing(&["--kernel", "dot4_u8", "--kernel", "filter_q15"]),
        format!("{cubin}: sm_50, made by ptxas 12.9{filter}{dot}{sum}")
    );
}

/// The first command of the README: a kernel's listing with its traces, on one screen or two.
#[test]
fn the_first_command_of_the_readme_is_short() {
    let readme = include_str!("../../../../README.md");
    let command = readme.lines().find_map(|line| line.split_once(" --bin vmad -- "));
    let arguments: Vec<_> =
        command.unwrap().1.split(' ').map(|word| word.trim_start_matches("crates/vmad-cli/")).collect();
    let ran = vmad(&arguments);
    assert_eq!((ran.code, ran.stdout.matches("\n  result ").count()), (0, 2));
    assert!(ran.stdout.lines().count() <= 100, "{}", ran.stdout);
}

#[test]
fn json_says_of_each_word_where_it_stands() {
    let ran = vmad(&["decode", "--json", "cubins/every-form.sm_50.cubin", "cubins/every-form.sm_61.cubin"]);
    for arch in ["sm_50", "sm_61"] {
        let place = format!(
            r#"{{"file":"cubins/every-form.{arch}.cubin","arch":"{arch}","maker":{{"tool":"ptxas","version":"12.9"}},"kernel":"dot4_u8","section":".text.dot4_u8","address":"0x"#
        );
        assert_eq!(ran.stdout.matches(&place).count(), 4, "{arch}: {}", ran.stdout);
    }
    let raw = [0x7e0_u64, 0x5f04_0200_0037_0200, 0, 0].map(u64::to_le_bytes).concat();
    let ran = vmad_with(&["decode", "--json", "--raw", "--arch", "sm_62"], &raw);
    let place = r#"{"file":"standard input","arch":"sm_62","address":"0x8","word":"#;
    assert!(ran.stdout.starts_with(place), "{}", ran.stdout);
}

/// A section's name is the file's to choose; a terminal must not obey it.
#[test]
fn names_cannot_hold_escape_sequences() {
    let name = b".text.dot4_u8\0";
    let at = CUBIN.windows(name.len()).position(|bytes| bytes == name).unwrap();
    let mut other = CUBIN.to_vec();
    other[at + 7] = 0x1b;
    decode_bytes(&other, &[]).assert_says(0, &["d\\u{1b}t4_u8  .text.d\\u{1b}t4_u8\n"]);
}

#[test]
fn the_architecture_is_the_files_own() {
    // The low byte of the ELF flags, at offset 48.
    let mut other = CUBIN.to_vec();
    other[48] = 71;
    assert_refused(&decode_bytes(&other, &[]), &["sm_71 is not an architecture that this project reads"]);
    other[48] = 52;
    assert!(decode_bytes(&other, &[]).stdout.contains(": sm_52, made by ptxas 12.9\n"));
}

/// A pipe has no end to seek: the message says so, and not the system's words for it.
#[cfg(unix)]
#[test]
fn a_cubin_in_a_pipe_is_refused() {
    assert_refused(&vmad_with(&["decode", "/dev/stdin"], CUBIN), &["/dev/stdin: this is a pipe"]);
}

/// Words of all kinds, legal and not, among other code, longer than many chunks: `bundles` of them.
fn long_stream(bundles: u64) -> Vec<u8> {
    // Marsaglia's generator: a few lines, and the same everywhere.
    let mut state = 0x5f5f_5f5f_5f5f_5f5f_u64;
    let mut random = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    };
    let words = (0..4 * bundles).map(|index| match random() {
        // A stretch of chunks without a `VMAD`.
        word if (index / 40_000) % 3 == 1 => word & !(0xff << 56),
        word if index % 4 != 0 && word % 3 == 0 => word & !(0xff << 56) | 0x5f << 56,
        word => word,
    });
    words.flat_map(u64::to_le_bytes).collect()
}

/// A stream of many chunks: what is before a torn end is printed.
#[test]
fn a_torn_stream_is_printed_to_its_end() {
    let whole = long_stream(vmad_testing::cases(4_000, 20_000) as u64);
    let torn = &whole[..whole.len() - 13];
    let [one, other] = [&whole, torn].map(|code| vmad_with(&["decode", "--raw"], code));
    assert_eq!(one.code, 1);
    assert!(other.stdout.lines().count() > 1000 && one.stdout.starts_with(&other.stdout));
    let length = format!("{} bytes, is not a multiple of 32", torn.len());
    assert_refused(&other, &[&length, "19 left over"]);
}

/// A section of a cubin that is many chunks long is listed as a raw file of its bytes is.
#[test]
fn a_long_section_is_the_raw_stream_of_its_bytes() {
    let code = long_stream(20_000);
    let mut elf = [CUBIN, &code].concat();
    let read = |at: usize| u64::from_le_bytes(CUBIN[at..at + 8].try_into().unwrap());
    let (headers, count) = (read(40) as usize, read(60) as u16);
    let executable =
        (0..usize::from(count)).map(|index| headers + 64 * index).filter(|at| read(at + 8) & 4 != 0);
    for (index, at) in executable.enumerate() {
        // The first code section is the long one, and the others are empty.
        let (offset, size) = if index == 0 { (CUBIN.len(), code.len()) } else { (0, 0) };
        elf[at + 24..at + 32].copy_from_slice(&(offset as u64).to_le_bytes());
        elf[at + 32..at + 40].copy_from_slice(&(size as u64).to_le_bytes());
    }
    let raw = vmad_with(&["decode", "--raw", "--arch", "sm_50", "--format", "nvdisasm"], &code);
    let ran = decode_bytes(&elf, &["--format", "nvdisasm"]);
    assert_eq!(ran.code, 1);
    // Not assert_eq!, which would print megabytes.
    assert!(ran.stdout == raw.stdout);
}

/// Nobody reads on: the command ends by itself, in silence, and with nothing wrong.
#[test]
fn a_closed_pipe_ends_the_command() {
    use std::io::Read;
    let file = File::new("code", long_stream(40_000));
    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_vmad"))
        .args(["decode", "--raw"])
        .arg(&*file)
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    let mut start = [0; 100];
    child.stdout.take().unwrap().read_exact(&mut start).unwrap();
    let ended = child.wait_with_output().unwrap();
    assert_eq!((ended.status.code(), ended.stderr.as_slice()), (Some(0), &b""[..]));
}

/// Code in another byte order is not misread in silence, and is read with the right option.
#[test]
fn raw_code_in_other_orders() {
    const WORDS: [u64; 8] = [
        0x001f_c400_fe20_07f6,
        0x4c98_0780_0087_0001,
        0x5f07_0340_4057_0406,
        0xe300_0000_0007_000f,
        0x001f_8000_fc00_07e0,
        0x5f97_0350_5057_0404,
        0x50b0_0000_0007_0f00,
        0xe240_0fff_ff07_000f,
    ];
    let bytes: Vec<u8> = WORDS.iter().flat_map(|word| word.to_le_bytes()).collect();
    vmad_with(&["decode", "--raw"], &bytes).assert_says(0, &["2 video instructions, 0 illegal, 4 others"]);
    for group in [4, 8] {
        let swapped: Vec<u8> = bytes.chunks(group).flat_map(|group| group.iter().rev()).copied().collect();
        let ran = vmad_with(&["decode", "--raw"], &swapped);
        assert!(ran.stderr.contains(&format!("each group of {group} are reversed")), "{}", ran.stderr);
    }
}
