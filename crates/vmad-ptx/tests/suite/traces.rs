//! The intermediates as they are shown, each worked out by hand from the pseudo-code: names, order, sign and both bases.

use vmad_ptx::ast::Body;
use vmad_ptx::evaluate::{Setting, trace};
use vmad_ptx::legality::Target;
use vmad_ptx::reading::Reading;
use vmad_ptx::syntax::parse_one;
use vmad_ptx::video;

fn lines(line: &str, inputs: [u64; 3], target: u16) -> Vec<(&'static str, String)> {
    let body = parse_one(line).unwrap_or_else(|error| panic!("{line}: {error}")).instruction.body;
    trace(&body, inputs, &Setting { target: Target::sm(target), ..Setting::default() }).lines()
}

fn shown(line: &str, inputs: [u64; 3], target: u16, expected: &[(&str, &str)]) {
    let found = lines(line, inputs, target);
    let found: Vec<(&str, &str)> = found.iter().map(|(name, value)| (*name, value.as_str())).collect();
    assert_eq!(found, expected, "{line}");
}

/// Lines 142 to 157 and 214 to 227.
#[test]
fn the_stages_of_the_eight() {
    shown(
        "vadd.s32.u32.s32.sat d, a.b0, b.h0;",
        [0x8012_f3ff, 0x7fff_8001, 0],
        50,
        &[
            ("ta", "255 (0xff)"),
            ("tb", "-32767 (-0x7fff)"),
            ("tmp", "-32512 (-0x7f00)"),
            ("optSaturate", "-32512 (-0x7f00)"),
            ("d", "0xffff8100"),
        ],
    );
    shown(
        "vshl.u32.u32.u32.sat.wrap.add d, a, b, c;",
        [3, 33, 5],
        50,
        &[
            ("ta", "3 (0x3)"),
            ("tb", "33 (0x21)"),
            ("tb (shift)", "1"),
            ("tmp", "6 (0x6)"),
            ("optSaturate", "6 (0x6)"),
            ("intermediate", "6 (0x6)"),
            ("c", "5 (0x5)"),
            ("optSecOp", "11 (0xb)"),
            ("d", "0x0000000b"),
        ],
    );
    shown(
        "vsub.u32.u32.u32 d.b1, a, b, c;",
        [0, 1, 0x0102_0304],
        50,
        &[
            ("ta", "0 (0x0)"),
            ("tb", "1 (0x1)"),
            ("tmp", "-1 (-0x1)"),
            ("optSaturate", "-1 (-0x1)"),
            ("optMerge", "0x0102ff04"),
            ("d", "0x0102ff04"),
        ],
    );
}

/// The pseudo-code of the SIMD video instructions.
#[test]
fn the_stages_of_vabsdiff4() {
    shown(
        "vabsdiff4.s32.s32.u32.sat d.b31, a.b0123, b, c;",
        [0x8001_02ff, 0x00ff_0304, 0x1122_3344],
        50,
        &[
            ("Va", "-1 2 1 -128"),
            ("Vb", "0 255 3 4"),
            ("t", "1 253 2 132"),
            ("CLAMP", "1 127 2 127"),
            ("d", "0x01220244"),
        ],
    );
    shown(
        "vabsdiff4.u32.s32.u32.add d, a, b, c;",
        [0x8001_02ff, 0xffff_0304, 0xffff_ffff],
        50,
        &[
            ("Va", "-128 1 2 -1"),
            ("Vb", "255 255 3 4"),
            ("t", "383 254 1 5"),
            ("CLAMP", "383 254 1 5"),
            ("d", "0x00000282"),
        ],
    );
}

/// Half-words; an average rounds a half away from zero.
#[test]
fn the_stages_of_vavrg2() {
    shown(
        "vavrg2.s32.s32.s32 d.h0, a, b, c;",
        [0x0003_ffff, 0x0004_fffe, 0x1122_3344],
        50,
        &[("Va", "3 -1"), ("Vb", "4 -2"), ("t", "4 -2"), ("CLAMP", "4 -2"), ("d", "0x1122fffe")],
    );
}

/// Lines 299 to 321.
#[test]
fn the_stages_of_vmad() {
    shown(
        "vmad.u32.u32.u32.sat.shr7 d, -a, b, c;",
        [2, 3, 1],
        50,
        &[
            ("ta", "2 (0x2)"),
            ("tb", "3 (0x3)"),
            ("signedFinal", "true"),
            ("ta * tb", "6 (0x6)"),
            ("tmp or ~tmp", "-7 (-0x7)"),
            ("c128", "1 (0x1)"),
            ("lsb", "1"),
            ("tmp", "-5 (-0x5)"),
            ("result", "-1 (-0x1)"),
            ("CLAMP", "-1 (-0x1)"),
            ("d", "0xffffffff"),
        ],
    );
    let unsaturated = lines("vmad.u32.u32.u32 d, a, b, c;", [2, 3, 1], 50);
    assert!(unsaturated.iter().all(|(name, _)| *name != "CLAMP"), "{unsaturated:?}");
    assert!(unsaturated.contains(&("signedFinal", "false".to_owned())), "{unsaturated:?}");
}

/// 2 * 1 + 1 in the three kinds of float `mad`.
#[test]
fn the_stages_of_float_mad() {
    let single = [0x4000_0000, 0x3f80_0000, 0x3f80_0000];
    shown(
        "mad.rn.ftz.sat.f32 d, a, b, c;",
        single,
        50,
        &[
            ("a", "0x40000000"),
            ("b", "0x3f800000"),
            ("c", "0x3f800000"),
            ("a*b", "0x4000000000000000"),
            ("a*b + c", "0x40400000"),
            ("flushed", "0x40400000"),
            ("d", "0x3f800000"),
        ],
    );
    shown(
        "mad.rn.f64 d, a, b, c;",
        [0x4000_0000_0000_0000, 0x3ff0_0000_0000_0000, 0x3ff0_0000_0000_0000],
        50,
        &[
            ("a", "0x4000000000000000"),
            ("b", "0x3ff0000000000000"),
            ("c", "0x3ff0000000000000"),
            ("a*b", "0x40000000000000000000000000000000 (binary128)"),
            ("d", "0x4008000000000000"),
        ],
    );
    shown(
        "mad.sat.f32 d, a, b, c;",
        single,
        13,
        &[
            ("a", "0x40000000"),
            ("b", "0x3f800000"),
            ("c", "0x3f800000"),
            ("a*b", "0x4000000000000000"),
            ("a*b, truncated", "0x4000000000000000"),
            ("sum", "0x40400000"),
            ("flushed", "0x40400000"),
            ("d", "0x3f800000"),
        ],
    );
}

/// A trace displays as its lines, the values in one column.
#[test]
fn a_trace_displays_as_its_lines() {
    let found = parse_one("vadd.u32.u32.u32 d, a, b;").expect("a vadd");
    let Body::Video(vadd) = found.instruction.body else { panic!("vadd is a video instruction") };
    assert_eq!(
        video::trace(vadd.operation(), 1, 2, 0, &Reading::DEFAULT).to_string(),
        "ta            1 (0x1)\n\
         tb            2 (0x2)\n\
         tmp           3 (0x3)\n\
         optSaturate   3 (0x3)\n\
         d             0x00000003\n"
    );
}
