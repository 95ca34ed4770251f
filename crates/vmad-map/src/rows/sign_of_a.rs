use super::comparing::{COMPARING, compared, is_misread};
use crate::{
    datapath::Datapath,
    divergence::{Divergence, Model},
    domain::Domain,
};

/// A comparison by the sign of A.
pub static SIGN_OF_A: Divergence = Divergence {
    id: "sign-of-a",
    title: "the sign of the comparison is that of A",
    meanings: [
        "the numbers are compared: each operand has its own sign",
        "both operands are extended to 32 bits and compared as numbers of the sign of A",
    ],
    evidence: "the prose of the PTX ISA: each source is extended by its type; 4 published results of `VMNMX` (Tegra X1) refute \
               it, and none of `VSET` or `VSETP` decides",
    instructions: COMPARING,
    domain: Domain::Modes,
    cases: |case| compared(case).is_some_and(|(a, b, equality)| is_misread(b, a, equality)),
    cases_text: "`VMNMX`, `VSET` and `VSETP`: B is signed and A is not, or A is signed and B is an unsigned word. EQ and \
                NE only if the one that is not signed is a word",
    model: Model::Datapath(Datapath::SignOf(0)),
    is_hypothesis: true,
    ..Divergence::EMPTY
};
