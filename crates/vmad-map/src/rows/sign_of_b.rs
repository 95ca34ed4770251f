use super::comparing::{COMPARING, compared, is_misread};
use crate::{
    datapath::Datapath,
    divergence::{Divergence, Model},
    domain::Domain,
};

/// A comparison by the sign of B.
pub static SIGN_OF_B: Divergence = Divergence {
    id: "sign-of-b",
    title: "the sign of the comparison is that of B",
    meanings: [
        "the numbers are compared: each operand has its own sign",
        "both operands are extended to 32 bits and compared as numbers of the sign of B",
    ],
    evidence: "an emulator of the Switch's GPU does this; 7 published results of `VMNMX` (Tegra X1) refute it, and none of \
               `VSET` or `VSETP` decides",
    instructions: COMPARING,
    domain: Domain::Modes,
    cases: |case| compared(case).is_some_and(|(a, b, equality)| is_misread(a, b, equality)),
    cases_text: "`VMNMX`, `VSET` and `VSETP`: A is signed and B is not, or B is signed and A is an unsigned word. EQ and \
                NE only if the one that is not signed is a word",
    model: Model::Datapath(Datapath::SignOf(1)),
    is_hypothesis: true,
    ..Divergence::EMPTY
};
