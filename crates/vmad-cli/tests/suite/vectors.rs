//! `vmad vectors`.

use std::{
    io::{BufRead, BufReader},
    process::{Command, Stdio},
};

use crate::common::{Ran, assert_snapshot, vmad};
use vmad_observe::vectors::Table;
use vmad_unit::{Operation, Sign};

const DOCUMENT: &str = include_str!("../../../../docs/src/vectors.md");

fn vectors(arguments: &[&str]) -> String {
    let Ran { code, stdout, stderr } = vmad(&[&["vectors"], arguments].concat());
    assert_eq!((code, stderr.as_str()), (0, ""));
    stdout
}

fn hex(text: &str) -> u128 {
    u128::from_str_radix(text.strip_prefix("0x").unwrap_or(text), 16).unwrap()
}

/// The two's-complement number in 66 bits.
fn number(pattern: u128) -> i128 {
    assert!(pattern < 1 << 66);
    if pattern >> 65 == 1 { pattern as i128 - (1 << 66) } else { pattern as i128 }
}

/// Reads the lines by the layout of the document, and finds the vectors of the csv.
#[test]
fn readmemh_lines_parse_back_by_the_documented_layout() {
    let filters = ["--per-mode", "5", "--seed", "12"];
    let hexadecimal = vectors(&[&filters[..], &["--format", "readmemh"]].concat());
    let csv = vectors(&[&filters[..], &["--format", "csv"]].concat());
    let (comments, lines): (Vec<_>, Vec<_>) = hexadecimal.lines().partition(|line| line.starts_with("//"));
    assert!(comments[0].contains("5760 of 336 bits"), "{}", comments[0]);
    assert_eq!(lines.len(), 5760);
    let header: Vec<_> = csv.lines().next().unwrap().split(',').collect();
    for (line, csv) in lines.into_iter().zip(csv.lines().skip(1)) {
        let digits = line.replace('_', "");
        assert_eq!(digits.len() * 4, 336);
        let bits: Vec<bool> = digits
            .chars()
            .rev()
            .flat_map(|digit| (0..4).map(move |bit| digit.to_digit(16).unwrap() >> bit & 1 == 1))
            .collect();
        let slice = |high: usize, low: usize| {
            bits[low..=high].iter().rev().fold(0_u128, |value, &bit| value << 1 | u128::from(bit))
        };
        let columns: Vec<_> = csv.split(',').collect();
        let value = |name: &str| columns[header.iter().position(|&column| column == name).unwrap()];
        for (name, high, low) in [
            ("word", 335, 272),
            ("a", 271, 240),
            ("b", 239, 208),
            ("c", 207, 176),
            ("result", 175, 144),
            ("tmp", 141, 76),
            ("shr", 73, 8),
        ] {
            assert_eq!(slice(high, low), hex(value(name)), "{name}: {csv} is not {line}");
        }
        let shr = number(slice(73, 8));
        let word = slice(335, 272) as u64;
        let Operation::Vmad(mode) = vmad_sass::Instruction::decode(word).unwrap().operation().unwrap() else {
            panic!("{line}")
        };
        let (signed, sat) = (mode.final_sign() == Sign::Signed, value("sat") == "1");
        let (min, max) = if signed { (-(1 << 31), (1 << 31) - 1) } else { (0, (1 << 32) - 1) };
        let flags = [
            shr < min,
            shr > max,
            mode.intermediate_sign() == Sign::Signed,
            signed,
            sat,
            value("psign") != "0",
        ];
        assert_eq!((0..6).map(|bit| slice(bit, bit) == 1).collect::<Vec<_>>(), flags, "{line}");
        assert_eq!([slice(143, 142), slice(75, 74), slice(7, 6)], [0; 3], "{line}");
    }
}

/// A seed's vectors never change: not with the platform, and not with the version.
#[test]
fn a_seed_pins_its_vectors() {
    let few = "--a S8,U32 --b U16 --field psign=1,2 --field scale=shr_7 --per-mode 2 --seed 7";
    let few: Vec<_> = few.split(' ').collect();
    assert_snapshot("vectors_csv", &vectors(&[&few[..], &["--format", "csv"]].concat()));
    assert_snapshot("vectors_readmemh", &vectors(&[&few[..], &["--format", "readmemh"]].concat()));
    let one = ["--instruction", "@!P1 VMAD.S16.U16.SHR_7.SAT R0.CC, -R2.H1, 0xffff, RZ", "--count", "2"];
    assert_snapshot("vectors_jsonl", &vectors(&one));
    let each = vmad_unit::Kind::NAMES.into_iter().map(|mnemonic| {
        vectors(&["--instruction", mnemonic, "--count", "40", "--seed", "7", "--format", "csv"])
    });
    assert_snapshot("vectors_seed_7", &each.collect::<String>());
    let all = vectors(&["--format", "csv", "--count", "20000", "--seed", "0xffffffffffffffff"]);
    // FNV-1a of all the bytes.
    let digest = all
        .bytes()
        .fold(0xcbf29ce484222325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100000001b3));
    assert_snapshot("vectors_digest", &format!("{digest:016x}"));
}

#[test]
fn an_instruction_keeps_its_registers() {
    let csv =
        vectors(&["--instruction", "VMAD.U8.S16.SAT R9, RZ, -5, R7", "--count", "50", "--format", "csv"]);
    let word = vmad_sass::assemble("VMAD.U8.S16.SAT R9, RZ, -5, R7").unwrap().instruction.encode();
    let mut values_of_c = std::collections::BTreeSet::new();
    for line in csv.lines().skip(1) {
        let row: Vec<_> = line.split(',').collect();
        assert_eq!([row[0], row[1], row[2]], [&format!("{word:#018x}")[..], "0x00000000", "0x0000fffb"]);
        values_of_c.insert(row[3].to_owned());
    }
    assert!(values_of_c.len() > 20);
}

/// Every instruction, in each format: the same vectors, with the columns of its record.
#[test]
fn the_family_has_vectors() {
    for (mnemonic, columns) in [
        ("VMAD", "psign,scale,sat,product,tmp,shr,clamp"),
        ("VADD", "dtype,psign,sat,secop,tmp,saturated,clamp"),
        ("VABSDIFF", "dtype,sat,secop,tmp,saturated,clamp"),
        ("VABSDIFF4", "dtype,sat,reduction,lanes,tmp_0,lane_0,tmp_1,lane_1,tmp_2,lane_2,tmp_3,lane_3"),
        ("VMNMX", "dtype,min_max,sat,secop,tmp,saturated,clamp"),
        ("VSET", "comparison,secop,tmp"),
        ("VSETP", "comparison,bool_op,ps_not,holds"),
        ("VSHL", "dtype,wrap,sat,secop,tmp,saturated,clamp"),
        ("vshr", "dtype,wrap,sat,secop,tmp,saturated,clamp"),
    ] {
        let filters = ["--instruction", mnemonic, "--count", "600", "--seed", "3"];
        let csv = vectors(&[&filters[..], &["--format", "csv"]].concat());
        let header = csv.lines().next().unwrap();
        assert_eq!(header, format!("word,a,b,c,result,form,aformat,asel,bformat,bsel,{columns}"));
        let place = |name: &str| header.split(',').position(|column| column == name).unwrap();
        let places = ["word", "a", "b", "c", "result"].map(place);
        let hexadecimal = vectors(&[&filters[..], &["--format", "readmemh"]].concat());
        let (comments, lines): (Vec<_>, Vec<_>) =
            hexadecimal.lines().partition(|line| line.starts_with("//"));
        let bits = lines[0].replace('_', "").len() * 4;
        assert!(comments[0].contains(&format!("600 of {bits} bits")), "{}", comments[0]);
        // Each comment gives the place of a field, from the left; their bits are those of the digits between underscores.
        let fields = comments.iter().filter(|line| line.contains("bits  ")).count();
        let jsonl = vectors(&filters);
        for ((csv, readmemh), json) in csv.lines().skip(1).zip(lines).zip(jsonl.lines()) {
            let columns: Vec<_> = csv.split(',').collect();
            let digits: Vec<_> = readmemh.split('_').collect();
            assert_eq!(digits.len(), fields, "{readmemh}");
            assert_eq!(places.map(|place| hex(columns[place])), [0, 1, 2, 3, 4].map(|at| hex(digits[at])));
            let json: serde_json::Value = serde_json::from_str(json).unwrap();
            assert_eq!(json["instruction"]["word"], columns[0]);
            assert_eq!(json["result"], columns[places[4]]);
        }
    }
    let filtered =
        ["--instruction", "VMNMX", "--field", "min_max=mx", "--field", "secop=MIN,none", "--a", "U8"];
    let csv =
        vectors(&[&filtered[..], &["--field", "A select=B2", "--per-mode", "1", "--format", "csv"]].concat());
    // B in 8 formats with their forms, dtype, SAT, 2 second operations.
    assert_eq!(csv.lines().count(), 1 + 8 * 2 * 2 * 2);
    for row in csv.lines().skip(1) {
        let row: Vec<_> = row.split(',').collect();
        assert!(
            [row[6], row[7], row[11]] == ["U8", "B2", "MX"] && ["MIN", "none"].contains(&row[13]),
            "{row:?}"
        );
    }
}

#[test]
fn nobody_reads_on_and_nothing_is_wrong() {
    for format in ["jsonl", "csv", "readmemh"] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_vmad"))
            .args(["vectors", "--count", "18446744073709551615", "--format", format])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut first = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut first).unwrap();
        assert!(first.ends_with('\n'));
        let ended = child.wait_with_output().unwrap();
        assert_eq!((ended.status.code(), ended.stderr), (Some(0), Vec::new()));
    }
}

/// The document and `--help` show the layouts that the code has.
#[test]
fn layouts_are_documented() {
    let help = vmad(&["vectors", "--help"]).stdout;
    let kind = vmad_unit::Kind::Vmad;
    for column in Table::csv(Some(kind)).columns {
        assert!(help.contains(&format!("  {:<8} {}", column.name, column.meaning)), "{}", column.name);
        // A star is emphasis in Markdown.
        let row = format!("| `{}` | {} |", column.name, column.meaning.replace('*', "\\*"));
        assert!(DOCUMENT.contains(&row), "{row}");
    }
    // The help breaks its lines at 80 columns.
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let help = words(&help);
    for line in Table::readmemh(kind).layout().lines() {
        assert!(help.contains(&words(line)), "{line}");
        assert!(DOCUMENT.contains(line), "{line}");
    }
}

/// A small number of vectors has every value of every field.
#[test]
fn a_small_count_is_spread_over_the_modes() {
    let csv = vectors(&["--instruction", "all", "--count", "900", "--format", "csv"]);
    let mut seen = std::collections::BTreeMap::new();
    for line in csv.lines().skip(1) {
        let word = hex(line.split(',').next().unwrap()) as u64;
        let instruction = vmad_sass::Instruction::decode(word).unwrap();
        for field in instruction.form().modifiers() {
            *seen.entry((instruction.mnemonic(), field.name(), field.of(word))).or_insert(0) += 1;
        }
        *seen.entry((instruction.mnemonic(), "", 0)).or_insert(0) += 1;
    }
    for mnemonic in vmad_unit::Kind::NAMES {
        assert_eq!(seen[&(mnemonic, "", 0)], 100);
        for field in vmad_sass::isa::forms(vmad_unit::Kind::from_name(mnemonic).unwrap())[0].modifiers() {
            let legal = field.values().iter().filter(|value| value.meaning.is_some());
            let values: Vec<_> = legal.map(|value| u64::from(value.value)).collect();
            for value in &values {
                let count = seen.get(&(mnemonic, field.name(), *value)).copied().unwrap_or(0);
                assert!(count * values.len() * 3 > 100, "{mnemonic} {} {value}: {count}", field.name());
            }
        }
    }
}

/// Every illegal word is refused with the reason that the line has.
#[test]
fn illegal_words_are_refused_with_their_reason() {
    let rows = vectors(&["--instruction", "all", "--illegal", "--per-mode", "2"]);
    assert!(rows.lines().count() > 50);
    for line in rows.lines() {
        let row: serde_json::Value = serde_json::from_str(line).unwrap();
        let error = vmad_sass::Instruction::decode(hex(row["word"].as_str().unwrap()) as u64).unwrap_err();
        assert_eq!((&row["reason"], &row["result"]), (&error.to_string().into(), &"refused".into()));
    }
    let csv = vectors(&["--illegal", "--format", "csv"]);
    let ran = crate::common::vmad_with(&["observe", "-"], csv.as_bytes());
    ran.assert_says(0, &["of illegal words: all are refused."]);
}

/// The states before and after are those of an execution; and a program that ignores guards is found.
#[test]
fn states_are_read_by_observe() {
    let lines = vectors(&["--instruction", "all", "--count", "2000", "--registers"]);
    let ran = crate::common::vmad_with(&["observe", "-"], lines.as_bytes());
    assert_eq!((ran.code, ran.stdout.lines().count()), (0, 3), "{}{}", ran.stdout, ran.stderr);
    assert!(ran.stdout.contains("\n2000 rows are read: 1548 with a result, 452 without a result, "));
    for (change, fault) in [("guard", "the guard is ignored"), ("other", "that is no destination changes")] {
        let wrong: String = lines
            .lines()
            .map(|line| {
                let mut row: serde_json::Value = serde_json::from_str(line).unwrap();
                let instruction =
                    vmad_sass::Instruction::decode(hex(row["word"].as_str().unwrap()) as u64).unwrap();
                let register = instruction.destination_register().map(|register| register.to_string());
                match register.filter(|name| name != "RZ") {
                    Some(register)
                        if change == "guard" && row["before"][&register] == row["after"][&register] =>
                    {
                        row["after"][&register] = "0x12345678".into();
                    }
                    _ if change == "other" => row["after"]["R77"] = "0x1".into(),
                    _ => {}
                }
                format!("{row}\n")
            })
            .collect();
        let ran = crate::common::vmad_with(&["observe", "-"], wrong.as_bytes());
        ran.assert_says(1, &[fault]);
        assert!(!ran.stdout.contains("No difference"), "{}", ran.stdout);
    }
}

#[test]
fn filters_are_honoured() {
    let filters = "--a u8,S32 --field a_select=B2,6 --b S16 --field b_select=h1 --field psign=3 --field scale=SHR_15,PASS \
                   --field SAT=1 --per-mode 8";
    let filters: Vec<_> = filters.split_whitespace().chain(["--format", "csv"]).collect();
    let csv = vectors(&filters);
    let rows: Vec<Vec<_>> = csv.lines().skip(1).map(|line| line.split(',').collect()).collect();
    // 2 formats of A, register and immediate, 2 scales.
    assert_eq!(rows.len(), 2 * 2 * 2 * 8);
    for row in &rows {
        assert!([["U8", "B2"], ["S32", "W"]].contains(&[row[6], row[7]]), "{row:?}");
        let bsel = if row[5] == "register" { "H1" } else { "H0" };
        assert_eq!([row[8], row[9], row[10], row[12]], ["S16", bsel, "3", "1"], "{row:?}");
        assert!(["SHR_15", "PASS"].contains(&row[11]), "{row:?}");
    }
    for (form, count) in [("register", 864), ("immediate", 288)] {
        let csv = vectors(&["--form", form, "--per-mode", "1", "--format", "csv"]);
        assert_eq!(csv.lines().count(), count + 1);
        let others = ["register", "immediate"].into_iter().filter(|&other| form != other);
        for other in others {
            assert!(!csv.contains(other));
        }
    }
}

/// A value is its name in the tables, its suffix in assembly text or its number.
#[test]
fn values_of_fields_have_several_names() {
    for (mnemonic, same) in [
        ("VADD", &["psign=3", "PSIGN=PO", "psign=po"][..]),
        ("VADD", &["SAT=1", "sat=SAT"]),
        ("VSET", &["secop=MRG_16L", "secop=1"]),
    ] {
        let of = |field| vectors(&["--instruction", mnemonic, "--count", "8", "--field", field]);
        let first = of(same[0]);
        assert_eq!(first.lines().count(), 8);
        assert!(same.iter().all(|field| of(field) == first), "{same:?}");
    }
}
