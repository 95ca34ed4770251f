//! Reports of the sweep that are refused.

use std::collections::BTreeSet;

use vmad_ptx::reading::Reading;
use vmad_xcheck::sweep::{Part, Plan, Report, Scope, Shard};

use crate::sweep::{shard, swept};

#[test]
fn reports_of_something_else_are_refused() {
    let plan = Plan::of(&[Part::Corners], 1000, Reading::DEFAULT);
    let report = Report::new(&plan, Shard::WHOLE);
    assert_eq!(report.check_resumes(&report), Ok(()));
    let refused = |change: &dyn Fn(&mut Report)| {
        let mut other = report.clone();
        change(&mut other);
        let mut merged = report.clone();
        assert_eq!(merged.merge(&other), Err(other.check(&report).unwrap_err()));
        other.check_resumes(&report).unwrap_err()
    };
    assert!(refused(&|report| report.plan = "0".repeat(16)).contains("another plan"));
    assert!(refused(&|report| report.units += 1).contains("another plan"));
    for ranges in [vec![[0, 5]], vec![[3, 2]], vec![[2, 3], [1, 1]], vec![[0, 1], [1, 2]]] {
        assert!(refused(&|report| report.done.clone_from(&ranges)).contains("ranges"), "{ranges:?}");
    }
    let other = Report::new(&plan, shard("2/3"));
    assert!(other.check_resumes(&report).unwrap_err().contains("shard 2/3, not 1/1"));
    // Another reading, other units: other fingerprints.
    let plans = [
        plan.clone(),
        Plan::of(&[Part::Corners], 1000, Reading::LITERAL),
        Plan::of(&[Part::Corners], 999, Reading::DEFAULT),
        Plan::of(&[Part::Bytes], 400, Reading::DEFAULT),
    ];
    let fingerprints: BTreeSet<_> = plans.iter().map(Plan::fingerprint).collect();
    assert_eq!(fingerprints.len(), plans.len());
}

/// What a careless hand or a failing disk makes of a report.
#[test]
fn reports_that_do_not_agree_with_themselves_are_refused() {
    let plan = Plan::of(&[Part::Corners], 211, "minus-c=sign-of-final".parse().unwrap());
    let report = swept(&plan, Shard::WHOLE, 2);
    assert!(report.differences > 0 && report.check(&report).is_ok());
    let refused = |change: &dyn Fn(&mut Report), what| {
        let mut other = report.clone();
        change(&mut other);
        assert!(other.check(&other).unwrap_err().starts_with(&format!("its {what} are not")), "{what}");
    };
    refused(&|report| report.differences = 0, "differences");
    refused(&|report| report.groups.values_mut().for_each(|group| group.count = u64::MAX), "differences");
    let none = |report: &mut Report| {
        let empty = report.groups.values_mut().next().unwrap();
        report.differences -= std::mem::take(&mut empty.count);
    };
    refused(&none, "groups");
    refused(&|report| report.comparisons = 0, "comparisons");
    refused(&|report| report.comparisons += 1, "comparisons");
    refused(&|report| report.done = vec![[0, 3]], "comparisons");
    refused(&|report| report.units += 1, "number of units");
    refused(&|report| report.shards = ["2/2".to_owned()].into(), "shards");
    refused(&|report| report.shards = ["all".to_owned()].into(), "shards");
    refused(&|report| report.core_seconds = -1.0, "seconds");
    let missing = |report: &mut Report| {
        let unit = report.groups.values().next().unwrap().unit;
        report.done = vec![[0, unit - 1], [unit + 1, report.units - 1]];
        report.comparisons -= plan.units[unit as usize].comparisons();
    };
    refused(&missing, "groups");
    // As text: the digest.
    let text = serde_json::to_string(&report).unwrap();
    assert_eq!(serde_json::from_str::<Report>(&text).unwrap(), report);
    for (from, to) in [
        (format!("\"differences\":{}", report.differences), "\"differences\":0".to_owned()),
        ("\"every\":211".to_owned(), "\"every\":1".to_owned()),
        ("\"1/1\"".to_owned(), "\"1/2\"".to_owned()),
    ] {
        let changed = text.replacen(&from, &to, 1);
        assert_ne!(changed, text);
        let error = serde_json::from_str::<Report>(&changed).unwrap_err().to_string();
        assert!(error.contains("it was changed"), "{error}");
    }
    for (from, to, why) in [
        (Report::KIND, "something", "\"something\", not a report"),
        (env!("CARGO_PKG_VERSION"), "0.0.0", "version 0.0.0"),
        ("\"VMAD\"", "\"VMUL\"", "unknown variant `VMUL`"),
        ("\"corners\"", "\"corner\"", "unknown variant `corner`"),
        ("\"every\":211", "\"every\":0", "expected a nonzero"),
        ("sign-of-final", "sign-of-d", "is not a reading"),
    ] {
        let error = serde_json::from_str::<Report>(&text.replacen(from, to, 1)).unwrap_err().to_string();
        assert!(error.contains(why), "{error}");
    }
    // Nothing is done in 0 of 0 units.
    let empty = Report::new(
        &Plan { units: Vec::new(), scope: Scope::new(&[], &[], 1, Reading::DEFAULT) },
        Shard::WHOLE,
    );
    assert!(!empty.is_whole());
    assert!(empty.check(&empty).unwrap_err().contains("number of units"));
}

/// A million ranges, and one range of all numbers: refused at once.
#[test]
fn ranges_take_no_long_time() {
    let plan = Plan::of(&[Part::Corners], 1, Reading::DEFAULT);
    let fresh = Report::new(&plan, Shard::WHOLE);
    let start = std::time::Instant::now();
    let many = (0..1_000_000).map(|index| [2 * index, 2 * index]).collect();
    for done in [many, vec![[0, u32::MAX]]] {
        assert!(Report { done, ..fresh.clone() }.check(&fresh).unwrap_err().contains("ranges"));
    }
    assert!(start.elapsed().as_secs() < 10);
}
