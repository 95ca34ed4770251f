//! The exhaustive sweep: the part of it that fits in a test, and the sweep itself.

use std::collections::BTreeSet;

use vmad_map::corners;
use vmad_ptx::reading::Reading;
use vmad_sweep::{Difference, Part, Plan, Report, Scope, Shard, Unit, run};
use vmad_unit::{Kind, Operand, Psign, Saturate, Scale, Selector, Sign, Width, vmad::Mode};

fn swept(plan: &Plan, shard: Shard, jobs: usize) -> Report {
    let mut report = run(plan, shard, jobs, |_| Ok::<(), ()>(())).unwrap();
    // What no two runs have in common.
    report.core_seconds = 0.0;
    report
}

fn shard(text: &str) -> Shard {
    text.parse().unwrap()
}

/// Every `every`-th unit of some parts of `VMAD`.
fn of_vmad(parts: &[Part], every: usize, reading: Reading) -> Plan {
    Plan::new(Scope::new(&[Kind::Vmad], parts, every, reading))
}

/// All 4,704 settings on the products of corners, through the word and all immediates, in four spellings of PTX. The
/// short form takes every 11th unit.
#[test]
fn the_unit_is_ptx_on_all_corners_of_all_settings() {
    let plan = of_vmad(&[Part::Corners], 1, Reading::DEFAULT);
    assert_eq!(plan.units.len(), 4704);
    // 204 ports of A in all operands, 204 of B, 24 of C, 24 settings of each pair of operands.
    let comparisons = |plan: &Plan| plan.units.iter().map(|unit| unit.comparisons()).sum::<u64>();
    assert_eq!(comparisons(&plan), 204 * 204 * 24 * 24);
    let plan = of_vmad(&[Part::Corners], vmad_testing::step(11), Reading::DEFAULT);
    let report = swept(&plan, Shard::WHOLE, 2);
    assert!(report.is_whole());
    assert_eq!(report.comparisons, comparisons(&plan));
    assert_eq!((report.differences, &report.groups), (0, &[].into()));
}

/// A sample of what `vmad sweep` has in full.
#[test]
fn the_unit_is_ptx_on_some_of_the_products() {
    let plan = of_vmad(&[Part::Bytes], vmad_testing::cases(1009, 251), Reading::DEFAULT);
    assert_eq!(swept(&plan, Shard::WHOLE, 2).differences, 0);
    let plan =
        of_vmad(&[Part::HalvesOfA, Part::HalvesOfB], vmad_testing::cases(6007, 1511), Reading::DEFAULT);
    assert_eq!(swept(&plan, Shard::WHOLE, 2).differences, 0);
}

#[test]
fn the_plan_has_every_setting_in_every_part_that_it_fits() {
    let plan = of_vmad(&Part::ALL, 1, Reading::DEFAULT);
    let count = |part| plan.units.iter().filter(|unit| unit.part == part).count();
    assert_eq!(Part::ALL.map(count), [4704, 8 * 8 * 24, 4 * 14 * 24, 14 * 4 * 24]);
    // As `vmad sweep --help` says.
    assert_eq!(plan.units.iter().map(|unit| unit.comparisons()).sum::<u64>(), 64_045_827_072);
    let different: BTreeSet<_> = plan.units.iter().map(|unit| (unit.part, unit.operation)).collect();
    assert_eq!(different.len(), plan.units.len());
    let fits = |unit: &Unit, a: Option<Width>, b: Option<Width>| {
        let [x, y] = unit.operation.operands().unwrap().map(|operand| operand.selector.width());
        a.is_none_or(|width| x == width) && b.is_none_or(|width| y == width)
    };
    for unit in &plan.units {
        assert!(match unit.part {
            Part::Corners => true,
            Part::Bytes =>
                fits(unit, Some(Width::Byte), Some(Width::Byte)) && unit.comparisons() == 65536 * 24,
            Part::HalvesOfA => fits(unit, Some(Width::Half), None) && unit.comparisons() >= 65536 * 11 * 24,
            Part::HalvesOfB => fits(unit, None, Some(Width::Half)) && unit.comparisons() >= 65536 * 11 * 24,
        });
    }
}

fn some_modes() -> impl Iterator<Item = Mode> {
    let is_word = |mode: &Mode| [mode.a.selector, mode.b.selector] == [Selector::Word; 2];
    let some = Mode::modes().enumerate();
    some.filter(move |(at, mode)| at % vmad_testing::step(5) == 0 || is_word(mode)).map(|(_, mode)| mode)
}

/// A plan of some units.
fn chosen(units: Vec<Unit>, reading: &str) -> Plan {
    Plan { units, scope: Scope::new(&[], &[], 1, reading.parse().unwrap()) }
}

/// The modes in which a reading differs from the unit, by the sweep.
fn differing(reading: &str) -> BTreeSet<String> {
    let unit = |mode: Mode| Unit { part: Part::Corners, operation: mode.into() };
    let plan = chosen(some_modes().map(unit).collect(), reading);
    let report = swept(&plan, Shard::WHOLE, 2);
    assert_eq!(report.differences, report.groups.values().map(|group| group.count).sum::<u64>());
    report.groups.into_keys().collect()
}

/// A mode's name in a report.
fn name(mode: Mode) -> String {
    vmad_ptxas::spelling::instruction(mode).unwrap().to_string()
}

/// The sweep can fail: readings that are known to differ are found, in the very modes in which they must. The short form
/// leaves out two that differ in no mode, and looks in every fifth mode of those that do not multiply words.
#[test]
fn readings_that_differ_are_found_in_their_modes_and_nowhere_else() {
    let unsigned = |mode: &Mode| [mode.a.sign, mode.b.sign] == [Sign::Unsigned; 2];
    let names = |wanted: &dyn Fn(&Mode) -> bool| some_modes().filter(wanted).map(name).collect();
    // A negated c of unsigned operands, extended by the sign of its complement: shows in all that reads above bit 31.
    let expected: BTreeSet<_> = names(&|mode| {
        let whole = mode.scale == Scale::Pass && mode.saturate == Saturate::Off;
        unsigned(mode) && mode.psign == Psign::SubtractC && !whole
    });
    assert!(expected.len() > 10);
    assert_eq!(differing("minus-c=sign-of-final"), expected);
    // The result cut to 64 bits, after the shift: shows where it is not shifted and leaves them, and is saturated.
    let expected: BTreeSet<_> = names(&|mode| {
        let words = [mode.a.selector, mode.b.selector] == [Selector::Word; 2];
        let negates = matches!(mode.psign, Psign::SubtractC | Psign::NegateProduct);
        let saturated = mode.scale == Scale::Pass && mode.saturate == Saturate::On;
        words && unsigned(mode) && negates && saturated
    });
    assert!(!expected.is_empty());
    assert_eq!(differing("mask=by-final-sign,pass=like-the-others"), expected);
    if vmad_testing::long() {
        assert_eq!(differing("mask=by-final-sign"), BTreeSet::new());
        assert_eq!(differing("default"), BTreeSet::new());
    }
}

/// The unit and PTX are equal in the default reading: only another one shows that the specialised loops, which have one
/// spelling, compare anything. The corners have four spellings, and the plain loops.
#[test]
fn the_specialised_loops_find_what_differs() {
    let byte = Operand { selector: Selector::B0, sign: Sign::Unsigned };
    let mode = Mode { a: byte, b: byte, psign: Psign::SubtractC, scale: Scale::Pass, saturate: Saturate::On };
    let plan = |part| {
        let unit = Unit { part, operation: mode.into() };
        chosen(vec![unit], "minus-c=sign-of-final")
    };
    let report = |part| swept(&plan(part), Shard::WHOLE, 1);
    let [corners, bytes] = [Part::Corners, Part::Bytes].map(report);
    // D1 differs in what is above bit 31 of C alone, whatever A and B are.
    let c_high = corners::WORDS.iter().filter(|c| **c >> 31 == 1).count() as u64;
    assert_eq!(corners.differences, 11 * 11 * c_high);
    assert_eq!(bytes.differences, 256 * 256 * c_high);
}

/// `dtype` is looked at: a reading in which it matters differs in the second spelling where it does not in the first.
#[test]
fn every_spelling_is_asked() {
    let first = |mode: Mode| {
        let unit = Unit { part: Part::Corners, operation: mode.into() };
        let plan = chosen(vec![unit], "vmad-range=dtype");
        swept(&plan, Shard::WHOLE, 1).groups.into_values().next().unwrap().first
    };
    let byte = |sign| Operand { selector: Selector::B0, sign };
    let mode = |sign| Mode {
        a: byte(sign),
        b: byte(sign),
        psign: Psign::Add,
        scale: Scale::Pass,
        saturate: Saturate::On,
    };
    let Difference { sass, ptx, inputs, .. } = first(mode(Sign::Unsigned));
    assert_eq!(
        [sass.as_str(), ptx.as_str()],
        ["VMAD.U8.U8.SAT R0, R2, R3, R4", "vmad.s32.u32.u32.sat d, a.b0, b.b0, c;"]
    );
    assert!(inputs[2].as_str() >= "0x7fffffff", "{inputs:?}");
    assert_eq!(first(mode(Sign::Signed)).ptx, "vmad.u32.s32.s32.sat d, a.b0, b.b0, c;");
}

#[test]
fn shards_part_the_work_and_merge_to_the_whole() {
    let reading = "minus-c=sign-of-final".parse().unwrap();
    let plan = of_vmad(&[Part::Corners], 13, reading);
    let whole = swept(&plan, Shard::WHOLE, 2);
    assert!(whole.differences > 0 && whole.is_whole());
    let mut shards: Vec<_> =
        ["1/5", "2/5", "3/5", "4/5", "5/5"].map(|text| swept(&plan, shard(text), 1)).into_iter().collect();
    assert!(shards.iter().all(|shard| !shard.is_whole()));
    let in_shards = |mode: &String| shards.iter().filter(|shard| shard.groups.contains_key(mode)).count();
    assert!(whole.groups.keys().any(|mode| in_shards(mode) > 1));
    // In any order.
    for _ in 0..5 {
        shards.rotate_left(2);
        let mut merged = shards[0].clone();
        merged.core_seconds = 0.25;
        for (shard, core_seconds) in shards[1..].iter().zip([0.5, 2.0, 4.0, 8.0]) {
            merged.merge(&Report { core_seconds, ..shard.clone() }).unwrap();
        }
        assert_eq!(merged, Report { shards: merged.shards.clone(), core_seconds: 14.75, ..whole.clone() });
    }
    for (mode, group) in &whole.groups {
        let first = shards.iter().filter_map(|shard| shard.groups.get(mode)).map(|group| group.unit).min();
        assert_eq!(first, Some(group.unit), "{mode}");
    }
    let mut merged = shards.remove(0);
    for shard in &shards {
        merged.merge(shard).unwrap();
    }
    assert_eq!(merged.shards, ["1/5", "2/5", "3/5", "4/5", "5/5"].map(shard).into());
    assert_eq!(Report { shards: whole.shards.clone(), ..merged.clone() }, whole);
    let refused = |report: &Report, added: &Report, why: &str| {
        let mut merged = report.clone();
        let error = merged.merge(added).unwrap_err();
        assert!(error.contains(why), "{error}");
        assert_eq!(merged, *report);
    };
    refused(&merged, &shards[0], "have a unit in common");
    refused(&shards[0], &swept(&plan, shard("1/2"), 1), "the shards 2/5 and 1/2");
    refused(&shards[0], &Report { version: "0.0.0".to_owned(), ..shards[1].clone() }, "versions");
    let other = of_vmad(&[Part::Corners], 997, Reading::DEFAULT);
    refused(&shards[0], &swept(&other, shard("1/5"), 1), "different plans");
    let text = serde_json::to_string(&merged).unwrap();
    assert_eq!(serde_json::from_str::<Report>(&text).unwrap(), merged);
}

/// An error of the caller ends the run.
#[test]
fn a_run_can_be_stopped() {
    let plan = of_vmad(&[Part::Corners], 97, Reading::DEFAULT);
    let stopped =
        run(&plan, Shard::WHOLE, 2, |report| if report.done < 11 { Ok(()) } else { Err(report.done) });
    assert_eq!(stopped, Err(11));
}

#[test]
fn the_corners_are_those_of_the_document() {
    let document = include_str!("../../../docs/src/exhaustion.md");
    for (width, name) in [(Width::Byte, "byte"), (Width::Half, "half-word"), (Width::Word, "word, and C")] {
        let digits = width.bits() as usize / 4;
        let corners = corners::of_width(width).iter().map(|corner| format!("{corner:0digits$x}"));
        let row = format!("| {name} | `{}` |", corners.collect::<Vec<_>>().join(" "));
        assert!(document.contains(&row), "{row}");
    }
}

#[test]
fn shards_are_named_from_1() {
    for text in ["0/4", "5/4", "1/0", "1", "/", "1/4/2", "+1/4", "-1/4", "a/b", "1/4294967296", ""] {
        assert!(text.parse::<Shard>().is_err(), "{text:?}");
    }
    assert_eq!(shard("3/16").to_string(), "3/16");
    for unit in 0..40 {
        let owners: Vec<_> = (1..=7).filter(|k| shard(&format!("{k}/7")).has(unit)).collect();
        assert_eq!(owners, [unit % 7 + 1]);
    }
}

/// The eight other instructions on some corners and bytes: every mode that PTX specifies is in the plan.
#[test]
fn the_family_is_ptx_on_samples() {
    let plan =
        |kind, every| Plan::new(Scope::new(&[kind], &[Part::Corners, Part::Bytes], every, Reading::DEFAULT));
    let specified = [12_544, 6_272, 12_544, 9_408, 7_056, 6_272, 6_272];
    let kinds = [Kind::Vadd, Kind::Vabsdiff, Kind::Vmnmx, Kind::Vset, Kind::Vsetp, Kind::Vshl, Kind::Vshr];
    for (kind, modes) in kinds.into_iter().zip(specified) {
        let all = plan(kind, 1);
        let corners = all.units.iter().filter(|unit| unit.part == Part::Corners).count();
        assert_eq!(corners, modes, "{kind}");
        let sample = plan(kind, vmad_testing::cases(1009, 101));
        let report = swept(&sample, Shard::WHOLE, 2);
        assert_eq!((report.differences, report.is_whole()), (0, true), "{kind}");
        assert_eq!(report.comparisons, sample.units.iter().map(|unit| unit.comparisons()).sum::<u64>());
    }
    let lanes = plan(Kind::Vabsdiff4, 499);
    assert!(lanes.units.iter().all(|unit| unit.part == Part::Corners && unit.comparisons() == 24 * 24 * 24));
    assert_eq!(swept(&lanes, Shard::WHOLE, 2).differences, 0);
}

/// The sweep of the family can fail.
#[test]
fn readings_of_the_family_that_differ_are_found() {
    // P5 shows with .sat alone, and D5 with a second operation alone.
    for (kind, reading, shows) in
        [(Kind::Vshl, "shift-left=whole", "SAT"), (Kind::Vadd, "intermediate=whole", "ACC MIN MAX")]
    {
        let scope = Scope::new(&[kind], &[Part::Corners], 97, reading.parse().unwrap());
        let report = swept(&Plan::new(scope), Shard::WHOLE, 2);
        assert!(report.differences > 0, "{reading}");
        for (mode, group) in &report.groups {
            assert!(shows.split(' ').any(|word| mode.contains(word)), "{mode}: {group:?}");
        }
    }
}
