//! Words whose registers cannot be those of their PTX instruction.

use vmad_validate::{RegisterFault, Report, Unpaired, Verdict, opcodes::may_read};
use vmad_xcheck::lowering::Role;

use super::words::{constant, straight, straight_of_lines};

/// `S2R R7, SR_TID.X`; `LDS R7, [R4]`; `LDG.E R7, [R4]`; `LDL R7, [R4]`; `STG.E [R4], R5`; `EXIT`.
const SPECIAL: &str = "0xf0c8000002170007";
const SHARED: &str = "0xef48000000070407";
const GLOBAL: &str = "0xeed4200000070407";
const SPILLED: &str = "0xef44000000070407";
const STORE: &str = "0xeedc200000070405";
const EXIT: &str = "0xe30000000007000f";

/// The fault of the only register of a report that has one.
fn fault(report: &Report) -> Option<RegisterFault> {
    let faults = report.lines.iter().filter_map(|line| match line.verdict {
        Verdict::Unpaired(Unpaired::Register(fault)) => Some(fault),
        Verdict::Equal { .. } => None,
        ref other => panic!("{other:?}"),
    });
    let faults: Vec<_> = faults.collect();
    assert!(faults.len() <= 1, "{faults:?}");
    assert_eq!(report.lines.iter().filter(|line| line.verdict.is_finding()).count(), faults.len());
    faults.first().copied()
}

/// The words that write `R7`, and what PTX has for `a`.
#[test]
fn the_writer_of_an_operand_is_of_the_kind_of_the_ptx() {
    let foreign = Some(RegisterFault::Foreign { role: Role::A, address: 32 });
    let unwritten = Some(RegisterFault::Unwritten { role: Role::A });
    let video = "VADD.UD.U32.U32 R7, R1, R2, RZ";
    let guarded = |word: &str| {
        let word = u64::from_str_radix(&word[2..], 16).unwrap();
        format!("{:#x}", word & !0xf_0000 | 0x1_0000)
    };
    let [special, shared] = [SPECIAL, SHARED].map(guarded);
    for (ptx, writers, expected) in [
        // A load.
        ("ld.global.u32 %d, [%q];", &[GLOBAL][..], None),
        ("ld.global.u32 %d, [%q];", &[SPILLED], None),
        ("ld.global.u32 %d, [%q];", &[&constant(7)], None),
        ("ld.global.u32 %d, [%q];", &[SPECIAL], foreign),
        ("ld.global.u32 %d, [%q];", &[video], foreign),
        ("ld.global.u32 %d, [%q];", &[], unwritten),
        // Of several writers, all must be foreign.
        ("ld.global.u32 %d, [%q];", &[GLOBAL, &special], None),
        (
            "ld.global.u32 %d, [%q];",
            &[video, &special],
            Some(RegisterFault::Foreign { role: Role::A, address: 40 }),
        ),
        // ATOM R6 may write R7, and ATOM R7 does.
        ("ld.global.u32 %d, [%q];", &[GLOBAL, "0xed00000000070406"], None),
        (
            "ld.global.u32 %d, [%q];",
            &[GLOBAL, "0xed00000000070407"],
            Some(RegisterFault::Foreign { role: Role::A, address: 40 }),
        ),
        // A comparison can choose one of two constants.
        ("mov.u32 %d, 0; @%p mov.u32 %d, -1;", &[SPECIAL], None),
        // The value at the start of the function is not that of an instruction.
        ("ld.global.u32 %d, [%q];", &[&special], foreign),
        // A function of a load.
        ("ld.global.u32 %d, [%q]; xor.b32 %d, %d, 1;", &[SPECIAL], None),
        ("ld.global.u32 %d, [%q]; xor.b32 %d, %d, 1;", &[GLOBAL], None),
        ("ld.global.u32 %d, [%q]; xor.b32 %d, %d, 1;", &[video], foreign),
        // Any other instruction.
        ("mov.u32 %d, %tid.x;", &[SPECIAL], None),
        ("mov.u32 %d, %tid.x;", &[GLOBAL], None),
        ("mov.u32 %d, %tid.x;", &[], unwritten),
        // A video instruction.
        ("vadd.u32.u32.u32 %d, %a, %b;", &[video], None),
        ("vadd.u32.u32.u32 %d, %a, %b;", &[video, &shared], None),
        ("@%p mov.u32 %d, 5; @!%p vadd.u32.u32.u32 %d, %a, %b;", &[video], None),
        // A register that nothing writes, and one that only later turns of a loop write.
        ("", &[], None),
        ("", &[SPECIAL], None),
    ] {
        let body = format!("{ptx} vmad.u32.u32.u32 %e, %d.b0, %b.b0, %c; st.global.u32 [%q], %e;");
        let words = [writers, &["VMAD.U8.U8 R5, R7, R2, R3"], &[STORE]].concat();
        assert_eq!(fault(&straight(&body, &words)), expected, "{ptx} {writers:x?}");
    }
}

/// The word reads another register than that of the result, which has another word to read it.
#[test]
fn a_result_that_ptx_reads_is_that_of_a_word() {
    let body = "vadd.u32.u32.u32 %d, %a, %b; st.global.u32 [%q], %d;
                vmad.u32.u32.u32 %e, %d.b0, %b.b0, %c; st.global.u32 [%q], %e;";
    let store = "0xeedc200000070406";
    let words = |read: &str| ["VADD.UD.U32.U32 R6, R1, R2, RZ", store, read, STORE].map(str::to_owned);
    for (read, expected) in [
        ("VMAD.U8.U8 R5, R6, R2, R3", None),
        ("VMAD.U8.U8 R5, R1, R2, R3", Some(RegisterFault::Foreign { role: Role::A, address: 8 })),
        ("VMAD.U8.U8 R5, R6, R3, R6", Some(RegisterFault::Stray)),
    ] {
        let words = words(read);
        let report = straight(body, &words.each_ref().map(String::as_str));
        assert_eq!(fault(&report), expected, "{read}");
    }
}

/// In the first turn of a loop, nothing has written a register that only the statements after the word write.
#[test]
fn a_register_of_a_later_turn_needs_no_writer() {
    let reader = "vmad.u32.u32.u32 %e, %d.b0, %b.b0, %c; st.global.u32 [%q], %e;";
    let load = "ld.global.u32 %d, [%q];";
    let unwritten = Some(RegisterFault::Unwritten { role: Role::A });
    for (body, expected) in [([reader, load], None), ([load, reader], unwritten)] {
        let report =
            straight(&format!("L: {} @%p bra L;", body.concat()), &["VMAD.U8.U8 R5, R7, R2, R3", STORE]);
        assert_eq!(fault(&report), expected, "{body:?}");
    }
}

/// An instruction that has no word may be compiled to any others.
#[test]
fn any_instruction_may_write_a_result_that_has_no_word() {
    let body = "vadd.u32.u32.u32 %d, %a, %b; st.global.u32 [%q], %d;
                vmad.u32.u32.u32 %e, %d.b0, %b.b0, %c; st.global.u32 [%q], %e;";
    let report = straight(body, &[SPECIAL, "VMAD.U8.U8 R5, R7, R2, R3", STORE]);
    let verdicts = report.lines.iter().map(|line| &line.verdict);
    let verdicts: Vec<_> = verdicts.collect();
    assert!(
        matches!(verdicts[..], [Verdict::Unpaired(Unpaired::Missing), Verdict::Equal { .. }]),
        "{verdicts:?}"
    );
}

/// PTX has a constant, and the word a register: the code does not show whether it is the constant.
#[test]
fn a_register_for_a_constant_has_a_writer() {
    let body = "vmad.u32.u32.u32 %d, %a.b0, 70000, %c; st.global.u32 [%q], %d;";
    for (writer, expected) in [
        (Some(constant(7)), None),
        (Some(SPECIAL.to_owned()), Some(RegisterFault::Foreign { role: Role::B, address: 32 })),
        (None, Some(RegisterFault::Unwritten { role: Role::B })),
    ] {
        let words: Vec<String> =
            writer.into_iter().chain(["VMAD.U8.U32 R5, R1, R7, R3", STORE].map(str::to_owned)).collect();
        let report = straight(body, &words.iter().map(String::as_str).collect::<Vec<_>>());
        let found = match report.lines[0].verdict {
            Verdict::Unpaired(Unpaired::Register(fault)) => Some(fault),
            _ => None,
        };
        assert_eq!(found, expected, "{words:?}");
    }
    // ptxas need not use that a register is known: it computes it.
    let body = "mov.u32 %i, 3; vmad.u32.u32.u32 %d, %a.b0, %i.b0, %c; st.global.u32 [%q], %d;";
    let word = "VMAD.U8.U8 R5, R1, R7, R3";
    assert_eq!(fault(&straight(body, &[SPECIAL, word, STORE])), None);
    let foreign = RegisterFault::Foreign { role: Role::B, address: 32 };
    assert_eq!(fault(&straight(body, &[GLOBAL, word, STORE])), Some(foreign));
}

/// Of two copies of an instruction, the one with a fault decides, and of a fault and a difference the difference.
#[test]
fn one_of_several_words_has_a_fault() {
    let body = "vmad.u32.u32.u32 %d, %a.b0, %b.b0, %c; st.global.u32 [%q], %d;";
    let [right, unwritten] = ["VMAD.U8.U8 R5, R1, R2, R3", "VMAD.U8.U8 R5, R9, R2, R3"];
    let expected = Some(RegisterFault::Unwritten { role: Role::A });
    for (words, expected) in
        [([right, right], None), ([right, unwritten], expected), ([unwritten, right], expected)]
    {
        let report = straight(body, &[words[0], STORE, words[1], STORE]);
        assert_eq!(report.lines[0].made.len(), 2);
        assert_eq!(fault(&report), expected, "{words:?}");
    }
    let other = "VMAD.U8.U8.SAT R5, R1, R2, R3";
    let lines = [5; 4];
    let report = straight_of_lines(body, &[unwritten, STORE, other, STORE], &lines);
    assert!(matches!(report.lines[0].verdict, Verdict::Differs { .. }), "{report:?}");
}

/// A result is read until another instruction writes its register, or the function ends.
#[test]
fn a_result_that_ptx_uses_is_read() {
    let used = "vmad.u32.u32.u32 %d, %a.b0, %b.b0, %c; st.global.u32 [%q], %d;";
    let unused = "vmad.u32.u32.u32 %d, %a.b0, %b.b0, %c;";
    let word = "VMAD.U8.U8 R5, R1, R2, R3";
    // S2R R5; @P0 S2R R5; @P0 EXIT; RET; CAL; STG.E.64 [R6], R4; below MOV32I R5, 0x1234, and MOV R5, R1.
    let [other, guarded, exit] = ["0xf0c8000002170005", "0xf0c8000002100005", "0xe30000000000000f"];
    let [ret, call, pair] = ["0xe32000000007000f", "0xe260000000070040", "0xeedd200000070604"];
    for (body, words, is_read) in [
        (used, &[word, STORE, EXIT][..], true),
        (used, &[word, EXIT], false),
        (unused, &[word, EXIT], true),
        (used, &[word, other, STORE, EXIT], false),
        (used, &[word, "0x010000012347f005", STORE, EXIT], false),
        (used, &[word, "0x5c98078000170005", STORE, EXIT], false),
        (used, &[word, guarded, STORE, EXIT], true),
        (used, &[word, exit, STORE, EXIT], true),
        (used, &[word, exit, other, STORE, EXIT], false),
        // HADD2 can keep half of R5.
        (used, &[word, "0x5d10000000270105", STORE, EXIT], true),
        // A caller, or a called function, may read any register.
        (used, &[word, "0xe32000000000000f", other, STORE, EXIT], true),
        (used, &[word, ret], true),
        (used, &[word, call, EXIT], true),
        (used, &[word, pair, EXIT], true),
        // The end of the code is not that of the function.
        (used, &[word], true),
    ] {
        let expected = (!is_read).then_some(RegisterFault::Unread);
        assert_eq!(fault(&straight(body, words)), expected, "{body} {words:?}");
    }
}

/// `BRA`, or `@P0 BRA`, to the word at a distance from the next.
fn bra(guard: u64, words: i64) -> String {
    format!("{:#x}", 0xe240_0000_0000_000f | guard << 16 | ((8 * words).cast_unsigned() & 0xff_ffff) << 20)
}

/// A result is read if it is on one of the paths to the end.
#[test]
fn a_result_is_read_on_any_path() {
    let body = "L: vmad.u32.u32.u32 %d, %a.b0, %b.b0, %c; st.global.u32 [%q], %d; @%p bra L;";
    let word = "VMAD.U8.U8 R5, R1, R2, R3";
    let [skip, back] = [bra(0, 2), bra(0, -3)];
    for (words, is_read) in [
        (&[word, &skip, STORE, EXIT, EXIT][..], true),
        (&[word, &skip, EXIT, EXIT, STORE, EXIT], true),
        (&[word, &skip, STORE, EXIT, STORE, EXIT], true),
        (&[word, &skip, EXIT, EXIT, EXIT], false),
        // The next turn of a loop.
        (&[STORE, word, &back, EXIT], true),
        (&[SPECIAL, word, &back, EXIT], false),
    ] {
        let expected = (!is_read).then_some(RegisterFault::Unread);
        assert_eq!(fault(&straight(body, words)), expected, "{words:?}");
    }
}

/// Jumps back, each to the one before it: each takes one more pass, of which there are at most 64.
#[test]
fn after_many_jumps_back_every_result_counts_as_read() {
    let body = "vmad.u32.u32.u32 %d, %a.b0, %b.b0, %c; st.global.u32 [%q], %d;";
    for (jumps, is_read) in [(62, false), (63, false), (64, true), (65, true)] {
        // STG.E [R8], R6.
        let store = "0xeedc200000070806";
        let first = [bra(7, jumps + 1), store.to_owned(), EXIT.to_owned(), bra(7, -3)];
        let others = vec![bra(7, -2); jumps as usize - 1];
        let words = [&["VMAD.U8.U8 R5, R1, R2, R3".to_owned()], &first[..], &others].concat();
        let report = straight(body, &words.iter().map(String::as_str).collect::<Vec<_>>());
        assert_eq!(fault(&report), (!is_read).then_some(RegisterFault::Unread), "{jumps}");
    }
}

/// With a line table, a load and a result have the line of the PTX that writes the operand, unless ptxas merged it.
#[test]
fn a_writer_has_the_line_of_the_ptx() {
    let body = "ld.global.u32 %d, [%q+12];\nld.global.u32 %e, [%q+16];\n
        vmad.u32.u32.u32 %c, %d.b0, %e.b0, %c;\nst.global.u32 [%q], %c;";
    let [first, second] = [7, 8].map(|register| format!("0xeed420000007040{register}"));
    let store = "0xeedc200000070403";
    let check =
        |word: &str, lines: &[u32]| fault(&straight_of_lines(body, &[&first, &second, word, store], lines));
    let foreign = |role, address| Some(RegisterFault::Foreign { role, address });
    let [right, swapped] = ["VMAD.U8.U8 R3, R7, R8, R3", "VMAD.U8.U8 R3, R8, R7, R3"];
    assert_eq!(check(right, &[5, 6, 8, 9]), None);
    assert_eq!(check(swapped, &[5, 6, 8, 9]), foreign(Role::A, 40));
    assert_eq!(check("VMAD.U8.U8 R3, R7, R7, R3", &[5, 6, 8, 9]), foreign(Role::B, 32));
    // The loads of some turns are merged.
    let turn = ["VMAD.U8.U8 R6, R7, R8, R3", "0xeedc200000070406"];
    let words = [first.as_str(), &second, turn[0], turn[1], swapped, store];
    assert_eq!(fault(&straight_of_lines(body, &words, &[5, 6, 8, 9, 8, 9])), None);
    // One of the two loads has no word: the other may have its value.
    assert_eq!(check(swapped, &[6, 6, 8, 9]), None);
    // What no statement writes has no line.
    let body = "vmad.u32.u32.u32 %c, %d.b0, %b.b0, %c;\nst.global.u32 [%q], %c;";
    let words = [&first, "VMAD.U8.U8 R3, R7, R2, R3", store];
    assert_eq!(fault(&straight_of_lines(body, &words, &[6, 5, 6])), None);
}

/// Each register that nvdisasm prints, apart from those that are only written, counts as read.
#[test]
fn every_operand_may_be_read() {
    let rows = include_str!("../data/nvdisasm-opcodes.tsv").lines().filter(|line| !line.starts_with('#'));
    let mut operands = 0;
    for row in rows {
        let [word, text, written] = row.split('\t').collect::<Vec<_>>()[..] else { panic!("{row}") };
        let word = u64::from_str_radix(word, 16).unwrap();
        let written: Vec<u8> = written.split(',').filter_map(|it| it.parse().ok()).collect();
        let read: Vec<u8> =
            may_read(word).into_iter().flat_map(|(first, count)| (first..=254).take(count.into())).collect();
        let tokens = text.split(|it: char| !it.is_ascii_alphanumeric());
        let registers = tokens.filter_map(|token| token.strip_prefix('R')?.parse::<u8>().ok());
        for register in registers.filter(|register| !written.contains(register)) {
            assert!(read.contains(&register), "{row}: R{register} is not among {read:?}");
            operands += 1;
        }
    }
    assert!(operands > 1000, "{operands}");
}
