//! The other eight instructions on the command line.

use crate::common::vmad;

/// Of two results for one predicate, each command names the one that is written.
#[test]
fn one_predicate_as_both_destinations_gets_the_second_result() {
    let both = ["VSETP.LT.U32.U32.AND P3, P3, R1, R2, PT", "R1=1", "R2=2"];
    let run = |command: &[&str]| vmad(&[command, &both].concat()).stdout;
    let reason = "both destinations are P3: the second result is written last";
    assert_eq!(run(&["exec"]), "P3 = 0 (inferred: the second result is written last)\n");
    let joined = |text: String| text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(joined(run(&["trace"])).contains(reason));
    assert!(joined(run(&["exec", "--json"])).contains(reason));
    let explained = joined(vmad(&["explain", both[0]]).stdout);
    assert!(
        explained.contains(reason) && explained.contains("source predicate (inferred: the second result")
    );
    for others in ["P3, P4", "P3, PT", "PT, P3", "PT, PT"] {
        let text = both[0].replace("P3, P3", others);
        for arguments in
            [&["exec", &text, "R1=1", "R2=2"] as &[_], &["trace", &text, "R1=1", "R2=2"], &["explain", &text]]
        {
            let ran = vmad(arguments);
            assert!(ran.code == 0 && !ran.stdout.contains("last"), "{}", ran.stdout);
        }
    }
}

#[test]
fn a_listing_of_all_words_is_complete() {
    let cubin = concat!(env!("CARGO_MANIFEST_DIR"), "/cubins/every-form.sm_50.cubin");
    let ran = vmad(&["decode", "--all-words", cubin]);
    let summary = ran.stdout.lines().last().expect("a summary");
    let words: usize =
        summary.split(' ').next().and_then(|count| count.replace(',', "").parse().ok()).expect("a count");
    let listed = ran.stdout.lines().filter(|line| line.starts_with("  ") && line.contains(";  ")).count();
    assert_eq!(listed, words, "{summary}");
    let others = ran.stdout.lines().filter(|line| line.contains("  not a video instruction;  ")).count();
    assert!(summary.contains(&format!(" {others} others")) && others > 100, "{others}: {summary}");
}
