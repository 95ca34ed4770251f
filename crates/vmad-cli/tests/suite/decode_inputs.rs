//! Inputs of `vmad decode` that contain code in other forms: fat binaries, programs, listings, dumps, headers.

use std::fs;

use crate::common::{FATBINS, assert_refused, decode_bytes as decode, vmad, vmad_with};

const CUBIN: &str = "tests/data/lines.sm_50.cubin";

/// The instructions in nvdisasm's format.
fn words(arguments: &[&str]) -> String {
    let ran = vmad(&[&["decode", "--format", "nvdisasm"], arguments].concat());
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""), "{arguments:?}");
    ran.stdout
}

/// The code of the cubin.
fn code() -> Vec<u8> {
    let dump = fs::read_to_string("tests/data/lines.sm_50.hexdump").unwrap();
    let bytes = dump.lines().flat_map(|line| {
        let (_, bytes) = line.split_once(' ').unwrap_or_default();
        let bytes: Vec<&str> = bytes.split('|').next().unwrap().split_ascii_whitespace().collect();
        bytes
    });
    bytes.map(|byte| u8::from_str_radix(byte, 16).unwrap()).collect()
}

#[test]
fn fat_binaries_and_programs_are_read() {
    let expected = [words(&[CUBIN]), words(&["cubins/validation.sm_61.cubin"])];
    for file in FATBINS {
        assert_eq!(words(&[file]), expected.concat(), "{file}");
        assert_eq!(words(&[file, "--arch", "sm_50"]), expected[0], "{file}");
        assert_eq!(words(&[file, "--kernel", "dots"]), expected[0], "{file}");
        let ran = vmad(&["decode", file]);
        assert!(
            ran.stdout.starts_with(&format!("{file}, image at 0x10: sm_50, made by ptxas 12.9\n")),
            "{}",
            ran.stdout
        );
    }
    // In a program: an ELF file of another machine.
    let fatbin = fs::read("../vmad-files/tests/data/all.fatbin").unwrap();
    let mut program = fs::read(CUBIN).unwrap();
    program[18] = 62;
    assert_refused(&decode(&program, &[]), &["it contains no fat binary"]);
    program.resize(program.len().next_multiple_of(8), 0);
    program.extend_from_slice(&fatbin);
    let ran = decode(&program, &["--format", "nvdisasm"]);
    assert_eq!((ran.code, ran.stdout), (0, expected.concat()));
    // Damaged, or for no such architecture.
    assert_refused(&decode(&fatbin[..fatbin.len() - 1], &[]), &["not a cubin"]);
    let mut damaged = fatbin.clone();
    damaged[16 + 72..16 + 200].fill(0xff);
    assert_refused(&decode(&damaged, &[]), &["the image at 0x10 cannot be decompressed"]);
    assert_refused(&decode(&fatbin, &["--arch", "sm_52"]), &["no cubin for sm_52", "sm_50, sm_61"]);
    assert_refused(&decode(&fatbin, &["--kernel", "dot"]), &["no kernel \"dot\"", "dots"]);
}

#[test]
fn listings_and_dumps_are_read() {
    let expected = words(&[CUBIN]);
    assert_eq!(expected.lines().count(), 8);
    for name in ["sass", "xxd", "hexdump"] {
        assert_eq!(words(&[&format!("tests/data/lines.sm_50.{name}")]), expected, "{name}");
    }
    let kernels = |file: &str| vmad(&["decode", "--json", "--kernel", "dots", file]).stdout;
    let [listed, cubin] = ["tests/data/lines.sm_50.sass", CUBIN].map(kernels);
    // A listing does not name the maker.
    let maker = r#""maker":{"tool":"ptxas","version":"12.9"},"#;
    assert!(cubin.contains(maker));
    assert_eq!(listed.replace("lines.sm_50.sass", "lines.sm_50.cubin"), cubin.replace(maker, ""));
    // cuobjdump's headings.
    let listing = fs::read_to_string("tests/data/lines.sm_50.sass").unwrap();
    let body = &listing[listing.find(".text.dots:").unwrap()..];
    let cuobjdump = |arch: &str| {
        let body = body.replace(".text.dots:", "\t\tFunction : dots");
        decode(format!("\tcode for {arch}\n{body}").as_bytes(), &["--format", "nvdisasm"])
    };
    assert_eq!(cuobjdump("sm_52").stdout, expected);
    assert_refused(
        &cuobjdump("sm_75"),
        &["sm_75 has VABSDIFF and VABSDIFF4 in words of 128 bits, and no words of 64 bits"],
    );
    assert_refused(&decode(listing.as_bytes(), &["--kernel", "other"]), &["no kernel \"other\""]);
    // A dump that leaves lines out.
    let dump = fs::read_to_string("tests/data/lines.sm_50.xxd").unwrap();
    let second = dump.lines().nth(1).unwrap();
    assert_refused(&decode(dump.replace(second, "*").as_bytes(), &[]), &["not a cubin"]);
}

#[test]
fn raw_code_after_a_header_is_found() {
    let code = code();
    let expected = decode(&code, &["--raw", "--format", "nvdisasm"]);
    assert_eq!((expected.code, expected.stderr.as_str()), (0, ""));
    // The 80 bytes of a shader's header.
    let header: Vec<u8> = (0..80_u8).map(|byte| byte.wrapping_mul(37) | 0x80).collect();
    let shader = [&header[..], &code].concat();
    let ran = decode(&shader, &["--raw", "--format", "nvdisasm"]);
    assert_eq!((ran.code, &ran.stdout), (0, &expected.stdout));
    assert!(ran.stderr.contains("the first 0x50 bytes are not bundles"), "{}", ran.stderr);
    let length = code.len().to_string();
    let trailed = [&shader[..], b"trailer"].concat();
    for (file, arguments) in
        [(&shader, &["--offset", "0x50"][..]), (&trailed, &["--offset", "80", "--length", length.as_str()])]
    {
        let ran = decode(file, &[&["--raw", "--format", "nvdisasm"], arguments].concat());
        assert_eq!((ran.code, &ran.stdout, ran.stderr.as_str()), (0, &expected.stdout, ""));
    }
    let first = decode(&shader, &["--raw", "--offset", "0x50", "--length", "64", "--format", "nvdisasm"]);
    assert_eq!(
        first.stdout,
        expected.stdout.lines().take(1).map(|line| format!("{line}\n")).collect::<String>()
    );
    for arguments in [&["--offset", "x"][..], &["--length", "0y"], &["--offset", "+1"]] {
        assert_refused(&decode(&code, &[&["--raw"], arguments].concat()), &["number of bytes"]);
    }
}

/// Each section says how many instructions it has, if none is a video instruction.
#[test]
fn sections_without_video_instructions_are_counted() {
    let listing = fs::read_to_string("tests/data/lines.sm_50.sass").unwrap();
    let body = &listing[listing.find(".text.dots:").unwrap()..];
    let body = body.replace(".text.dots:", "\t\tFunction : dots");
    let ran = decode(format!("\tcode for sm_52\n{body}\n\tcode for sm_61\n{body}").as_bytes(), &[]);
    let headings: Vec<_> = ran.stdout.lines().filter(|line| line.contains(": sm_")).collect();
    assert_eq!(headings.len(), 2, "{}", ran.stdout);
    assert!(headings[0].ends_with(": sm_52") && headings[1].ends_with(": sm_61"), "{headings:?}");
    let ran = decode(format!("\tcode for sm_52\n{body}\n{body}").as_bytes(), &[]);
    assert_eq!(ran.stdout.matches(": sm_").count(), 1, "{}", ran.stdout);

    let ran = vmad(&["decode", "cubins/validation.sm_61.cubin"]);
    let all = vmad(&["decode", "--all-words", "cubins/validation.sm_61.cubin"]).stdout;
    let mut without = Vec::new();
    for section in all.split("\n\n").skip(1) {
        let lines: Vec<_> = section.lines().skip(1).collect();
        if !lines.is_empty() && lines.iter().all(|line| line.contains("not a video instruction")) {
            without.push(format!("  no video instruction in {} instructions", lines.len()));
        }
    }
    let said: Vec<_> = ran.stdout.lines().filter(|line| line.contains("no video")).collect();
    assert!(said.len() > 1);
    assert_eq!(said, without);
}

/// The words of a stream are counted by kind.
#[test]
fn every_kind_of_word_is_counted() {
    let vadd = vmad(&["asm", "VADD.UD.U8.U8 R0, R2, R3, RZ"]).stdout;
    let vadd = u64::from_str_radix(vadd.split_whitespace().next().unwrap().trim_start_matches("0x"), 16);
    let (vadd, vmad, illegal) = (vadd.unwrap(), 0x5f04_0200_0037_0200, 0x5f1c_0200_0037_0200);
    let words = [[vmad, vadd, 0], [vadd, illegal, 0], [0, 0, vadd]];
    let code = words.map(|[one, two, three]| [0x001f_8000_fc00_07e0, one, two, three].map(u64::to_le_bytes));
    let ran = decode(&code.concat().concat(), &["--raw"]);
    let total = "\n9 instructions: 4 video instructions, 1 illegal, 4 others\n";
    assert!(ran.stdout.ends_with(total), "{}", ran.stdout);
}

/// `cuobjdump -sass program | vmad decode`: the same as of a file with the text.
#[test]
fn a_listing_or_a_dump_can_be_standard_input() {
    for file in ["tests/data/lines.sm_50.sass", "tests/data/lines.sm_35.sass", "tests/data/lines.sm_50.xxd"] {
        let text = fs::read_to_string(file).unwrap();
        let of_file = vmad(&["decode", file]);
        for arguments in [&["decode"] as &[&str], &["decode", "-"]] {
            let ran = vmad_with(arguments, format!("\n\n{text}").as_bytes());
            assert_eq!((ran.code, ran.stdout), (0, of_file.stdout.replace(file, "standard input")), "{file}");
        }
    }
    // A stream of lines stays one: each has its error.
    assert_refused(&vmad_with(&["decode"], b"\nx\n5f04020000370200\n"), &["standard input:2", "x"]);
}

/// A listing that starts or goes on in the middle of a function has the addresses of the whole one.
#[test]
fn the_addresses_are_those_of_the_listing() {
    for (file, arch) in [("tests/data/lines.sm_50.sass", "sm_50"), ("tests/data/lines.sm_35.sass", "sm_35")] {
        let text = fs::read_to_string(file).unwrap();
        let lines: Vec<&str> = text.lines().filter(|line| line.contains("/* 0x")).collect();
        let addressed = |text: &str| -> Vec<String> {
            let ran = vmad_with(&["decode", "--arch", arch], text.as_bytes());
            let words = ran.stdout.lines().filter_map(|line| line.split_once(";  "));
            // The control word of an instruction may be left out.
            words.map(|(word, _)| word.replace(".reuse", "")).collect()
        };
        let all = addressed(&lines.join("\n"));
        assert_eq!(all.len(), 8);
        let is_kept = |word: &str, lines: &[&str]| {
            let digits = word.split_whitespace().nth(1).unwrap().to_owned();
            lines.iter().any(|line| line.contains(&digits))
        };
        for start in 0..lines.len() {
            for end in [start + 1, start + 4, lines.len()] {
                let part: Vec<_> = lines[start..end.min(lines.len())].to_vec();
                let without: Vec<_> = [&lines[..start], &lines[end.min(lines.len())..]].concat();
                // Only the place of a control word shows which bundle it is of.
                let is_control = |at: usize| lines[at].trim_start().starts_with("/* ");
                let without = if start > 0 && is_control(start - 1) { Vec::new() } else { without };
                for kept in
                    [part, without].into_iter().filter(|kept| kept.iter().any(|line| line.contains("; ")))
                {
                    let expected: Vec<_> = all.iter().filter(|word| is_kept(word, &kept)).cloned().collect();
                    assert_eq!(addressed(&kept.join("\n")), expected, "{kept:#?}");
                }
            }
        }
    }
}
