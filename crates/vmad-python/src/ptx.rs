//! PTX: execution, lowering, readings.

use pyo3::{
    IntoPyObjectExt,
    exceptions::{PyTypeError, PyValueError},
    prelude::*,
};
use vmad_batch::Port;
use vmad_ptx::{
    evaluate::{Setting, evaluate, width},
    legality::legality,
    reading::{AMBIGUITIES, Ambiguity, Reading},
    syntax::{FoundInstruction, parse_one},
};
use vmad_ptxas::lowering::{self, LowerError, Registers, Role};
use vmad_unit::Register;

use crate::{
    array::{self, Values},
    errors::{LoweringError, TextError, VmadError, at, raise},
    instruction::{arch, word64},
};

fn parse(py: Python<'_>, text: &str) -> PyResult<FoundInstruction> {
    parse_one(text).map_err(|error| at(py, text, (error.span.start, error.span.end), &error))
}

#[pyfunction]
#[pyo3(signature = (text, a, b, c, *, reading, target, version, out = None))]
#[expect(clippy::too_many_arguments, reason = "Python's keywords")]
pub(crate) fn ptx_execute<'py>(
    py: Python<'py>,
    text: &str,
    a: Option<Bound<'py, PyAny>>,
    b: Option<Bound<'py, PyAny>>,
    c: Option<Bound<'py, PyAny>>,
    reading: &str,
    target: &str,
    version: &str,
    out: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let reading: Reading = reading.parse().map_err(|error| raise::<VmadError>(&error))?;
    let target = target.parse().map_err(|error| raise::<VmadError>(&error))?;
    let version = version.parse().map_err(|error| raise::<VmadError>(&error))?;
    let found = parse(py, text)?;
    legality(&found.instruction, target, version)
        .map_err(|error| at(py, text, (found.span.start, found.span.end), &error))?;
    let (body, setting) = (&found.instruction.body, Setting { reading, target });
    let [a, b, c] = &array::given(py, [a, b, c], body.registers().map(|register| register.is_some()))?;
    if width(body) == 64 {
        if out.is_some() {
            return Err(PyTypeError::new_err("out is an array, but the result has 64 bits: expected None"));
        }
        let inputs = [word64("a", a)?, word64("b", b)?, word64("c", c)?];
        return evaluate(body, inputs, &setting).bits.into_bound_py_any(py);
    }
    let values = [Values::new("a", a)?, Values::new("b", b)?, Values::new("c", c)?];
    array::run(py, &values, out, &|ports, results| {
        let value = |port: &Port<'_>, index: usize| match port {
            Port::Each(values) => values.get(index).copied().unwrap_or(0),
            Port::All(value) => *value,
        };
        for (index, result) in results.iter_mut().enumerate() {
            let inputs = [0, 1, 2].map(|port| u64::from(value(&ports[port], index)));
            *result = evaluate(body, inputs, &setting).bits as u32;
        }
        Ok(())
    })
}

/// The words, the text and the miscompile.
type Lowered = (Vec<u64>, String, Option<String>);

#[pyfunction]
pub(crate) fn lower(
    py: Python<'_>,
    text: &str,
    arch: &str,
    registers: Vec<(String, Bound<'_, PyAny>)>,
) -> PyResult<Lowered> {
    let arch = self::arch(arch)?;
    let mut given = Registers::default();
    for (name, number) in registers {
        let role = Role::ALL.into_iter().find(|role| role.to_string() == name);
        match role {
            Some(role) => {
                let number = array::number(&name, &number, "an int", "254")?;
                *given.of_mut(role) = Register::from_encoding(number);
            }
            None => {
                return Err(PyValueError::new_err(format!(
                    "registers has {name:?}: legal are d, a, b and c"
                )));
            }
        }
    }
    let found = parse(py, text)?;
    let code = lowering::lower(&found.instruction, arch, &given).map_err(|error| match error {
        LowerError::ZeroRegister { .. } => raise::<VmadError>(&error),
        _ => raise::<LoweringError>(&error),
    })?;
    let miscompile = code.miscompiled.map(|row| row.id.to_owned());
    Ok((code.words().collect(), code.to_string(), miscompile))
}

/// Texts of an ambiguity, in the order of the package's type; inputs, both results, `--reading`.
type ReadingRow = ([String; 8], [u32; 3], [u64; 2], String);

#[pyfunction]
pub(crate) fn readings() -> PyResult<Vec<ReadingRow>> {
    let row = |row: &Ambiguity| {
        let results = row.results().map_err(|error| raise::<TextError>(&error))?;
        let texts =
            [row.id, row.title, row.lines, row.default, row.other, row.basis, row.evidence, row.instruction];
        let (texts, results) = (texts.map(str::to_owned), results.map(|result| result.bits));
        Ok((texts, row.inputs, results, row.readings[1].to_string()))
    };
    AMBIGUITIES.iter().map(row).collect()
}
