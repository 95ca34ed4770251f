//! Emitted code, run beside the PTX.

use vmad_map::corners::{BYTES, WORDS};
use vmad_ptx::sequence::Sequence;
use vmad_sass::Instruction;
use vmad_testing::{sass::Machine, simd};
use vmad_unit::State;

/// The number of inputs on which code is run.
pub(crate) const INPUTS: usize = 400;

/// What code computes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Judgement {
    /// The PTX, on all inputs.
    Right,
    /// Something else: inputs, the result of the PTX, and that of the code.
    Wrong([u32; 3], [u32; 2]),
    /// It stores to memory.
    Store,
}

/// An instruction of the code; one of the family has its decoded form, others are the interpreter's.
type Step<'c> = (&'c str, Option<Instruction>);

/// Runs code of a = R4, b = R5 and c = R6, whose result is R4, on inputs.
pub(crate) fn judge(ptx: &Sequence, code: &str, has_family: bool) -> Result<Judgement, String> {
    if code.split("; ").any(|instruction| instruction.starts_with("ST.") || instruction.starts_with("ST ")) {
        return Ok(Judgement::Store);
    }
    let step = |text| (text, has_family.then(|| str::parse(text).ok()).flatten());
    let steps: Vec<_> = code.split("; ").filter(|instruction| !instruction.is_empty()).map(step).collect();
    let mut random = fastrand::Rng::with_seed(70);
    for index in 0..INPUTS {
        let inputs = inputs(index, &mut random);
        let input = |name: &str| inputs[["a", "b", "c"].iter().position(|input| *input == name).unwrap_or(0)];
        let results = ptx.results(|register| input(&register.name).into());
        let [expected] = results[..] else { return Err("the PTX has several results".to_owned()) };
        let found = run(&steps, inputs)?;
        if found != expected {
            return Ok(Judgement::Wrong(inputs, [expected, found]));
        }
    }
    Ok(Judgement::Right)
}

fn run(steps: &[Step<'_>], [a, b, c]: [u32; 3]) -> Result<u32, String> {
    let mut machine = Machine::new([("R4", a), ("R5", b), ("R6", c)]);
    for (text, video) in steps {
        let Some(video) = video else {
            machine.execute(text)?;
            continue;
        };
        let mut state = State::default();
        for register in video.registers().into_iter().flatten() {
            state.registers.write(register, machine.value(&register.to_string())?);
        }
        let effect = video.execute(&mut state).ok_or_else(|| format!("{text} is illegal"))?;
        if let Some((register, value)) = effect.register {
            machine.set(&register.to_string(), value);
        }
    }
    machine.value("R4")
}

/// Corners of words, bytes and lanes, short numbers, and any words.
fn inputs(index: usize, random: &mut fastrand::Rng) -> [u32; 3] {
    [(); 3].map(|()| match index % 5 {
        0 => WORDS[random.usize(..WORDS.len())],
        1 => u32::from_le_bytes([(); 4].map(|()| BYTES[random.usize(..BYTES.len())] as u8)),
        2 => random.u32(..) >> random.u32(..32),
        3 => simd::CORNERS[random.usize(..simd::CORNERS.len())],
        _ => random.u32(..),
    })
}
