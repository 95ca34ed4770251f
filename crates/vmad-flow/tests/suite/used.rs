//! Whether ptxas keeps the last `vset` of a program.

use vmad_flow::{Flow, Use};
use vmad_ptx::module::scan;

use crate::program::module;

/// Oracle: the code of ptxas 11.8 and 12.9 at `-O1` and `-O3` for sm_50 has a word for it, or has none.
#[test]
fn ptxas_agrees() {
    for row in include_str!("../data/used.tsv").lines().filter(|row| !row.starts_with('#')) {
        let (answer, code) = row.split_once('\t').unwrap_or_else(|| panic!("{row}"));
        let text = module("", code);
        let module = scan(&text);
        let flow = Flow::new(&text, &module, &module.functions[0]);
        let is_vset = |at: &usize| flow.body.statements[*at].opcode == "vset";
        let last = (0..flow.body.statements.len()).rfind(is_vset).expect(row);
        let register = *flow.body.statements[last].reads().last().expect(row);
        let (_, runs) = flow.possible(&[Use { statement: last, register }]).remove(0);
        assert_eq!(flow.used()[last] && runs, answer == "kept", "{row}");
    }
}
