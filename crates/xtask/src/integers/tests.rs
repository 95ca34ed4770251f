//! The comparison with a ptxas that folds and emits what a test says.

use super::*;

fn form(text: &str) -> Form<'_> {
    Form::new(text).unwrap()
}

/// Code that loads the results of a form.
fn loads(results: &[u32]) -> String {
    let load = |(index, word): (usize, &u32)| match word {
        0 => format!("MOV R{}, RZ", 4 + index),
        _ => format!("MOV32I R{}, {word:#x}", 4 + index),
    };
    results.iter().enumerate().map(load).collect::<Vec<_>>().join("; ")
}

/// The constants in a function of [`Form::function`].
fn constants(function: &str) -> Vec<u64> {
    let sources = function.split("mov.b").skip(1).filter_map(|it| it.split(", ").nth(1)?.split(';').next());
    sources.filter_map(|number| number.parse().ok()).collect()
}

/// As ptxas, which folds a form to what the model computes.
fn folding(text: &str) -> impl Fn(&str, &[String]) -> Result<Vec<String>> + '_ {
    move |arch, functions| {
        assert_eq!(arch, FOLDING);
        Ok(functions.iter().map(|it| loads(&form(text).results(&constants(it)))).collect())
    }
}

#[test]
fn the_list_of_forms_is_read() {
    let [forms, wide] = forms("# a comment\n\nadd.u32 d, a, b;\nmul.wide.u32 e, a, b;\n").unwrap();
    assert_eq!(
        forms.iter().map(|it| it.text).collect::<Vec<_>>(),
        ["add.u32 d, a, b;", "mul.wide.u32 e, a, b;"]
    );
    assert!(wide.is_empty());
    let list = fs::read_to_string(workspace::verdicts().join("integer-forms.txt")).unwrap();
    let [forms, wide] = super::forms(&list).unwrap();
    let is_left_out = |it: &Form<'_>| {
        it.result_registers().len() == 4 || NOT_COMPARED.iter().any(|name| it.text.contains(name))
    };
    assert!(forms.len() > 300 && wide.iter().all(is_left_out), "{}", forms.len());
    assert!(!wide.is_empty());
    assert!(super::forms("add.u32 d, a").is_err());
}

#[test]
fn folded_code_is_told_from_other_code() {
    for (code, expected) in [
        ("MOV32I R4, 0x12; MOV R5, RZ", true),
        ("MOV32I R4, 0x12", true),
        ("MOV32I R4, 0x12; IADD R4, R4, R4", false),
        ("MOV R4, R5", false),
        ("IADD R4, R4, RZ", false),
        ("IADD R4, R4, R4", false),
    ] {
        assert_eq!(is_constant(code), expected, "{code}");
    }
}

/// A difference is counted, so that the task fails.
#[test]
fn a_wrong_result_is_a_difference() {
    let (form, mut groups) = (form("add.u32 d, a, b;"), Groups::default());
    assert_eq!(compare(&form, &[1, 2], "MOV32I R4, 0x3", &[], &mut groups).unwrap(), Some(vec![3]));
    assert_eq!(groups.differences(), 0);
    assert_eq!(compare(&form, &[1, 2], "MOV32I R4, 0x4", &[], &mut groups).unwrap(), None);
    assert_eq!(groups.differences(), 1);
    assert!(compare(&form, &[1, 2], "FADD R4, R4, R5", &[], &mut groups).is_err());
}

#[test]
fn fields_that_end_beyond_bit_63_are_not_compared() {
    for (text, values, expected) in [
        ("bfe.u64 e, x, b, c;", [5, 32, 32], [true, false]),
        ("bfe.u64 e, x, b, c;", [5, 32, 33], [true, true]),
        ("bfe.s64 e, x, b, c;", [99, 1, 63], [true, false]),
        ("bfe.u32 d, a, b, c;", [5, 40, 40], [false, false]),
        ("mad.lo.u64 e, x, y, z;", [5, 40, 40], [false, false]),
    ] {
        let form = form(text);
        assert_eq!([is_any_field(&form), ends_beyond_bit_63(&form, &values)], expected, "{text}");
    }
    assert!(!is_any_field(&form("bfe.u64 e, x, 5, 9;")));
}

#[test]
fn the_cases_that_ptxas_folds_are_compared_and_recorded() {
    let text = "add.u32 d, a, b;";
    let (form, mut groups) = (form(text), Groups::default());
    let cases = BATCH + 4;
    let ask =
        |code: &Code<'_>, groups: &mut Groups| Ask { code, cases, seed: 3 }.folded(&form, groups).unwrap();
    let inputs = Ask { code: &folding(text), cases, seed: 3 }.inputs(&form, cases);
    let results: Vec<u32> = inputs.iter().flat_map(|values| form.results(values)).collect();
    let all = ask(&folding(text), &mut groups);
    assert_eq!(
        (all.compared, all.row),
        (cases, format!("{text}\t{cases}\t{:016x}\t\n", digest(results.clone())))
    );
    // Of the last batch, one case is another code and one is wrong.
    let changed = |arch: &str, functions: &[String]| {
        let mut codes = folding(text)(arch, functions)?;
        if functions.len() == 4 {
            codes[1] = "IADD R4, R4, R5".to_owned();
            codes[3] = loads(&[results[BATCH + 3] ^ 1]);
        }
        Ok(codes)
    };
    let Folded { compared, row } = ask(&changed, &mut groups);
    assert_eq!((compared, groups.differences()), (cases - 1, 1));
    let equal = [&results[..=BATCH], &results[BATCH + 2..BATCH + 3]].concat();
    let others = format!("{} {}!", BATCH + 1, BATCH + 3);
    assert_eq!(row, format!("{text}\t{}\t{:016x}\t{others}\n", cases - 2, digest(equal)));
}

/// More than half of the cases, or of a field in 64 bits any number.
#[test]
fn forms_of_which_ptxas_folds_half_are_not_folded() {
    let texts = ["add.u32 d, a, b;", "bfe.u64 e, x, b, c;"];
    let forms = texts.map(form);
    for (folded, expected) in [(0, 1), (5, 1), (6, 2), (10, 2)] {
        let code = |arch: &str, functions: &[String]| {
            let text = if functions[0].contains("bfe") { texts[1] } else { texts[0] };
            let mut codes = folding(text)(arch, functions)?;
            codes[folded..].fill("IADD R4, R4, R5".to_owned());
            Ok(codes)
        };
        let ask = Ask { code: &code, cases: 10, seed: 1 };
        let inside = ask.inputs(&forms[1], 10)[..folded]
            .iter()
            .filter(|it| !ends_beyond_bit_63(&forms[1], it))
            .count();
        let found = ask.all_folded(&forms, &mut Groups::default()).unwrap();
        assert_eq!((found.folded, found.compared), (expected, folded + inside));
        assert_eq!((found.digests.lines().count(), found.unfolded.len()), (expected, 2 - expected));
    }
}

#[test]
fn the_code_of_the_first_target_that_lacks_a_form_is_run() {
    let form = form("add.u64 e, x, y;");
    let sum = "IADD3 R4, P0, R4, R6, RZ; IADD3.X R5, R5, R7, RZ, P0, !PT";
    let wrong = "IADD3 R4, P0, R4, R6, RZ; IADD3.X R5, R5, R7, RZ, PT, !PT";
    for (codes, expected, is_equal) in [
        ([sum, ""], Some(("sm_70", sum)), true),
        ([wrong, ""], Some(("sm_70", wrong)), false),
        (["IADD.64 R4, R4, R6", sum], Some(("sm_120", sum)), true),
        (["IDP.4A.S8.S8 R4, R4, R6, RZ; NOP", sum], Some(("sm_120", sum)), true),
        (["VABSDIFF R4, R4, R6, RZ; NOP", sum], Some(("sm_120", sum)), true),
        (["IADD.64 R4, R4, R6", "IADD.64 R4, R4, R6"], None, true),
    ] {
        let code = |arch: &str, functions: &[String]| {
            assert_eq!(functions.len(), 1);
            Ok(vec![codes[usize::from(arch == "sm_120")].to_owned()])
        };
        let mut groups = Groups::default();
        let ask = Ask { code: &code, cases: 12, seed: 1 };
        let found = ask.emitted(&form, &mut groups).unwrap();
        assert_eq!(found.as_ref().map(|(target, code)| (*target, code.as_str())), expected);
        assert_eq!(groups.differences() == 0, is_equal, "{codes:?}");
        assert_eq!((ask.emitted_cases(), Ask { cases: 5000, ..ask }.emitted_cases()), (1000, 5000));
    }
    let row = row(&form, "sm_70", sum);
    assert_eq!(row, format!("add.u64 e, x, y;\tsm_70\tx=R4 y=R6 -> R4 R5\t{sum}"));
}
