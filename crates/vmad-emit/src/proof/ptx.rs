//! The proof of the PTX text of a mode that PTX has.

use vmad_proof::{
    datapath::Unit,
    equal::{Equality, Proof, decide, statement::Statement},
    lemma::foundations,
    prover::{Prover, Verdict},
};
use vmad_ptx::sequence::Sequence;
use vmad_term::solver::{Answer, Solver};

use crate::{function::Function, lower::Integers, print::ptx};

/// Decides whether the printed PTX of a function computes what the datapath computes; [`None`] if its text is that of
/// terms.
///
/// The text is read again. Two claims are proved: it is equal to the video instruction with the mode, and this
/// instruction is equal to the datapath, with a checked proof. The answer holds for all values of the parameters; beside
/// it is the proof of the first claim, if it is proved.
pub fn prove_ptx(
    solver: &Solver,
    function: &Function,
    integers: Integers,
) -> Option<(Answer, Option<Proof>)> {
    let operation = function.operation?;
    let [video, code] = ptx::codes(function, integers)?;
    Some(match equal(solver, &video, &code) {
        Ok(proof) => {
            let prover = Prover { solver, datapath: &Unit };
            let lemmas = foundations(&operation).into_iter().map(|lemma| prover.lemma(lemma));
            let all = lemmas.chain([prover.mode(&operation)]);
            let answer = all.map(answer).find(|answer| *answer != Answer::Holds);
            (answer.unwrap_or(Answer::Holds), Some(proof))
        }
        Err(other) => (other, None),
    })
}

/// The proof that two texts write the same result to `%d`, or the other answer.
fn equal(solver: &Solver, one: &str, other: &str) -> Result<Proof, Answer> {
    let read = |text: &str| Sequence::parse(text).map_err(|error| format!("{text:?} is not read: {error}"));
    let sequences = read(one).and_then(|one| Ok((one, read(other)?)));
    let (one, other) = match sequences {
        Ok(sequences) => sequences,
        Err(why) => return Err(Answer::Unknown(why)),
    };
    match Statement::new(&one, &other, &[], &["%d".to_owned()]) {
        Err(error) => Err(Answer::Unknown(error.to_string())),
        Ok(statement) => match decide(&statement, solver) {
            Equality::Equal(proof) => Ok(proof),
            Equality::Unknown { why, .. } => Err(Answer::Unknown(why)),
            Equality::Different(values, _) => {
                let value = |port: &'static str| {
                    let mut inputs = statement.inputs().iter().zip(&values);
                    let found = inputs.find(|(input, _)| input.name.trim_start_matches('%') == port);
                    (port, found.map_or(0, |(_, value)| u128::from(*value)))
                };
                Err(Answer::Fails(["a", "b", "c"].map(value).into()))
            }
        },
    }
}

fn answer(verdict: Verdict) -> Answer {
    match verdict {
        Verdict::Proved => Answer::Holds,
        Verdict::Refuted(found) => Answer::Unknown(format!("the datapath differs from PTX: {found:x?}")),
        Verdict::Unknown(why) => Answer::Unknown(format!("the datapath and PTX: {why}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wrong_text_is_refuted() {
        let solver = Solver::new(None);
        let video = "mov.b32 %c, 7; vmad.s32.s32.s32.sat.shr7 %d, %a.h0, %b.b1, %c;";
        let code = |c: &str| {
            format!(
                "prmt.b32 t0, %a, 0, 0x9910; prmt.b32 t1, %b, 0, 0x9991; mad.lo.s32 t2, t0, t1, {c}; shr.s32 %d, t2, 7;"
            )
        };
        assert!(equal(&solver, video, &code("7")).is_ok());
        assert!(matches!(equal(&solver, video, &code("135")), Err(Answer::Fails(_))));
        assert!(matches!(equal(&solver, video, "mov.b32 %d %a;"), Err(Answer::Unknown(_))));
    }
}
