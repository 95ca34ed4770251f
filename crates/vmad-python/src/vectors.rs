//! Golden vectors: arrays, and the lines of files.

use std::ops::Range;

use numpy::{IntoPyArray, PyArray1};
use pyo3::{exceptions::PyMemoryError, prelude::*, types::PyBytes};
use vmad_observe::vectors::{Count, Filter, FormMode, NoVectors, Stream, Table, Vectors};
use vmad_sass::Instruction;
use vmad_unit::Kind;

use crate::{
    errors::{UnknownError, VmadError, at, raise},
    instruction::{value_of, word64},
};

fn kind(mnemonic: &str) -> PyResult<Kind> {
    Kind::from_name(mnemonic).ok_or_else(|| {
        let legal = Kind::NAMES.join(", ");
        raise::<VmadError>(&format_args!("instruction is {mnemonic:?}: legal are {legal}"))
    })
}

fn modes(kind: Kind, fields: &Fields<'_>) -> PyResult<Vec<FormMode>> {
    let mut filter = Filter::of(kind);
    let known = filter.fields();
    for (name, values) in fields {
        let Some(field) = known.iter().find(|field| field.name() == name) else {
            let legal = known.iter().map(|field| field.name()).collect::<Vec<_>>().join(", ");
            let message = format!("{kind} has no field {name:?} to select by: legal are {legal}");
            return Err(raise::<VmadError>(&message));
        };
        let values = values.iter().map(|value| value_of(field, value)).collect::<PyResult<Vec<_>>>()?;
        if let Some(value) = values.iter().find(|value| field.is_illegal(**value)) {
            return Err(raise::<VmadError>(&format_args!(
                "{value} is not a legal value of {name} of {kind}"
            )));
        }
        filter = filter.with(field.name(), &values);
    }
    Ok(filter.modes())
}

/// The number of modes of an instruction.
#[pyfunction]
pub(crate) fn mode_count(mnemonic: &str) -> PyResult<usize> {
    Ok(modes(kind(mnemonic)?, &[])?.len())
}

/// The selected values of fields: ints, or names.
type Fields<'py> = [(String, Vec<Bound<'py, PyAny>>)];

/// The streams of a mnemonic's modes, or of the modes of each instruction (`all`), or the one of an instruction.
fn groups(py: Python<'_>, instruction: &str, seed: u64, fields: &Fields<'_>) -> PyResult<Vec<Vec<Stream>>> {
    if !instruction.contains([' ', '\t']) {
        let kinds = if instruction == "all" { Kind::ALL.to_vec() } else { vec![kind(instruction)?] };
        let streams = |kind| {
            let modes = modes(kind, fields)?;
            Ok(modes.into_iter().map(|mode| Stream::of_mode(mode, seed)).collect())
        };
        return kinds.into_iter().map(streams).collect();
    }
    let found: Instruction = instruction.parse().map_err(|error: vmad_sass::text::TextError| {
        at(py, instruction, (error.span.start, error.span.end), &error)
    })?;
    if !fields.is_empty() {
        let message = format_args!("fields select the modes of a mnemonic, not of one instruction: {found}");
        return Err(raise::<VmadError>(&message));
    }
    let stream = Stream::of_instruction(found, seed).map_err(|error| match error {
        NoVectors::NotKnown(error) => raise::<UnknownError>(&error),
        NoVectors::Twice(_) => raise::<VmadError>(&error),
    })?;
    Ok(vec![vec![stream]])
}

/// An array of words of instructions, and one of 32 bits.
type Wide<'py> = Bound<'py, PyArray1<u64>>;
type Narrow<'py> = Bound<'py, PyArray1<u32>>;

/// The columns word, a, b, c and result.
#[pyfunction]
pub(crate) fn vectors<'py>(
    py: Python<'py>,
    instruction: &str,
    per_mode: &Bound<'py, PyAny>,
    count: Option<&Bound<'py, PyAny>>,
    seed: &Bound<'py, PyAny>,
    fields: Vec<(String, Vec<Bound<'py, PyAny>>)>,
) -> PyResult<(Wide<'py>, [Narrow<'py>; 4])> {
    let groups = groups(py, instruction, word64("seed", seed)?, &fields)?;
    let (wanted, total) = if let Some(count) = count {
        let count = word64("count", count)?;
        (Count::Total(count), count)
    } else {
        let per_mode = word64("per_mode", per_mode)?;
        let modes = groups.iter().map(Vec::len).sum::<usize>();
        (Count::Each(per_mode), per_mode.saturating_mul(modes as u64))
    };
    let count = usize::try_from(total).unwrap_or(usize::MAX);
    let mut words = Vec::new();
    let mut columns = [const { Vec::new() }; 4];
    if words.try_reserve_exact(count).is_err()
        || columns.iter_mut().any(|column| column.try_reserve_exact(count).is_err())
    {
        return Err(PyMemoryError::new_err(format!("no memory for {count} vectors")));
    }
    let (words, columns) = py.detach(move || {
        for vector in Vectors::of_groups(groups, wanted) {
            let ports = vector.ports;
            let result = vector.operation.execute(ports.a, ports.b, ports.c);
            words.push(vector.instruction.encode());
            for (column, value) in columns.iter_mut().zip([ports.a, ports.b, ports.c, result]) {
                column.push(value);
            }
        }
        (words, columns)
    });
    Ok((words.into_pyarray(py), columns.map(|column| column.into_pyarray(py))))
}

/// The lines of the modes `first..last`, as `vmad vectors` writes them; with the header if `first` is 0.
#[pyfunction]
#[pyo3(signature = (mnemonic, per_mode, seed, first, last, *, readmemh))]
pub(crate) fn vector_lines<'py>(
    py: Python<'py>,
    mnemonic: &str,
    per_mode: &Bound<'py, PyAny>,
    seed: &Bound<'py, PyAny>,
    first: usize,
    last: usize,
    readmemh: bool,
) -> PyResult<Bound<'py, PyBytes>> {
    let (per_mode, seed) = (word64("per_mode", per_mode)?, word64("seed", seed)?);
    let kind = kind(mnemonic)?;
    let modes = modes(kind, &[])?;
    let total = per_mode.saturating_mul(modes.len() as u64);
    let range: Range<usize> = first.min(modes.len())..last.min(modes.len()).max(first.min(modes.len()));
    let streams = modes[range].iter().map(|mode| Stream::of_mode(mode.clone(), seed)).collect();
    let lines = py.detach(|| {
        let mut lines = Vec::new();
        let table = if readmemh { Table::readmemh(kind) } else { Table::csv(Some(kind)) };
        if first == 0 {
            lines.extend_from_slice(table.header(total).as_bytes());
        }
        let vectors = Vectors::new(streams, Count::Each(per_mode));
        vectors.for_each(|vector| table.push_line(&mut lines, &vector));
        lines
    });
    Ok(PyBytes::new(py, &lines))
}
