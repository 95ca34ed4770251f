//! Arguments that are ints or arrays, and executions on all their elements.

use numpy::{PyArray1, PyArrayDyn, PyArrayMethods, PyReadonlyArray1, PyUntypedArray, PyUntypedArrayMethods};
use pyo3::{
    IntoPyObjectExt,
    exceptions::{PyOverflowError, PyTypeError, PyValueError},
    prelude::*,
    types::{PyInt, PyList, PyTuple},
};
use vmad_batch::Port;

/// The values of a port.
pub(crate) enum Values<'py> {
    /// An int.
    One(u32),
    /// An array of uint32.
    Array(Bound<'py, PyArrayDyn<u32>>),
}

impl<'py> Values<'py> {
    /// An int, an array of uint32, or an object of which numpy makes an array of integers from 0 to 2^32 - 1: a list, a
    /// pandas series, an array of another dtype.
    pub(crate) fn new(name: &str, value: &Bound<'py, PyAny>) -> PyResult<Self> {
        if value.is_instance_of::<PyInt>() {
            return integer(name, value).map(Self::One);
        }
        let numpy = value.py().import("numpy")?;
        if value.is_instance(&numpy.getattr("ma")?.getattr("MaskedArray")?)? {
            let message = format!(
                "{name} is a masked array, and a result has no mask: take its filled() or compressed()"
            );
            return Err(PyTypeError::new_err(message));
        }
        if let Ok(array) = value.cast::<PyArrayDyn<u32>>() {
            return Ok(Self::Array(array.clone()));
        }
        let has = |attribute| value.hasattr(attribute).unwrap_or(false);
        let is_array = value.cast::<PyUntypedArray>().is_ok()
            || !has("__index__") && (has("__array__") || has("__array_interface__"))
            || value.is_instance_of::<PyList>()
            || value.is_instance_of::<PyTuple>();
        if !is_array {
            return integer(name, value).map(Self::One);
        }
        let array = numpy.call_method1("asarray", (value,))?;
        Self::new(name, &words(name, &array)?)
    }
}

/// An array of uint32 with the integers of an array.
fn words<'py>(name: &str, array: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let dtype = array.getattr("dtype")?;
    let (kind, is_empty) =
        (dtype.getattr("kind")?.extract::<String>()?, array.getattr("size")?.extract::<usize>()? == 0);
    let legal = "expected uint32, or integers from 0 to 4294967295";
    if !is_empty {
        if !matches!(kind.as_str(), "i" | "u") {
            return Err(PyTypeError::new_err(format!("{name} has dtype {dtype}: {legal}")));
        }
        let [min, max] = ["min", "max"].map(|end| array.call_method0(end)?.extract::<i128>());
        if min? < 0 || max? > u32::MAX.into() {
            let signed = if kind == "i" && dtype.getattr("itemsize")?.extract::<usize>()? == 4 {
                "; take .view(numpy.uint32) for the bits of int32"
            } else {
                ""
            };
            let message =
                format!("{name} has dtype {dtype} and numbers that are out of range: {legal}{signed}");
            return Err(PyValueError::new_err(message));
        }
    }
    array.call_method1("astype", ("uint32",))
}

/// The values of the ports. One that is missing is 0, if the instruction does not read it.
pub(crate) fn given<'py>(
    py: Python<'py>,
    ports: [Option<Bound<'py, PyAny>>; 3],
    is_read: [bool; 3],
) -> PyResult<[Bound<'py, PyAny>; 3]> {
    let [a, b, c] = ports;
    let given = |name: &str, value: Option<Bound<'py, PyAny>>, is_read: bool| match value {
        Some(value) => Ok(value),
        None if is_read => Err(PyTypeError::new_err(format!("{name} is missing: the instruction reads it"))),
        None => 0.into_bound_py_any(py),
    };
    Ok([given("a", a, is_read[0])?, given("b", b, is_read[1])?, given("c", c, is_read[2])?])
}

/// An int of 32 bits.
pub(crate) fn integer(name: &str, value: &Bound<'_, PyAny>) -> PyResult<u32> {
    number(name, value, "an int or an array of uint32", "4294967295")
}

/// An int from 0 to the maximum of the type.
pub(crate) fn number<T: TryFrom<i128>>(
    name: &str,
    value: &Bound<'_, PyAny>,
    expected: &str,
    maximum: &str,
) -> PyResult<T> {
    let found = || value.repr().map_or_else(|_| "a long int".to_owned(), |text| text.to_string());
    let range = || PyValueError::new_err(format!("{name} is {}: legal are 0 to {maximum}", found()));
    match value.extract::<i128>() {
        Ok(wide) => T::try_from(wide).map_err(|_| range()),
        Err(error) if error.is_instance_of::<PyOverflowError>(value.py()) => Err(range()),
        Err(_) => Err(PyTypeError::new_err(format!("{name} is {}: expected {expected}", found()))),
    }
}

/// An execution on slices of one length.
pub(crate) type Run<'r> = dyn Fn([Port<'_>; 3], &mut [u32]) -> PyResult<()> + Sync + 'r;

/// Runs on three ints, or on the elements of arrays that are broadcast to one shape. The result is an int, `out`, or
/// a new array.
pub(crate) fn run<'py>(
    py: Python<'py>,
    values: &[Values<'py>; 3],
    out: Option<&Bound<'py, PyAny>>,
    run: &Run<'_>,
) -> PyResult<Bound<'py, PyAny>> {
    let arrays = values.iter().filter_map(|value| match value {
        Values::One(_) => None,
        Values::Array(array) => Some(array),
    });
    let arrays: Vec<_> = arrays.collect();
    let out = out.map(output).transpose()?;
    if arrays.is_empty() {
        let mut word = [0];
        run(ports(values, &[]), &mut word)?;
        let Some(out) = out else { return word[0].into_bound_py_any(py) };
        out.call_method1("fill", (word[0],))?;
        return Ok(out.into_any());
    }
    // numpy broadcasts, and copies in blocks what is not contiguous, not aligned, or also the output.
    let flags = ["external_loop", "buffered", "grow_inner", "copy_if_overlap", "zerosize_ok"];
    let mut access: Vec<_> = arrays
        .iter()
        .map(|array| {
            ["readonly", "aligned"].into_iter().chain((array.len() != 1).then_some("contig")).collect()
        })
        .collect();
    access.push(vec!["writeonly", "aligned", "contig", "allocate"]);
    let operands = arrays.into_iter().map(Some).chain([out.as_ref()]);
    let operands = PyList::new(py, operands)?;
    let blocks = py.import("numpy")?.getattr("nditer")?.call1((operands, flags, access))?;
    let result = match out {
        Some(out) => out.into_any(),
        None => blocks.getattr("operands")?.get_item(-1)?,
    };
    for block in blocks.try_iter()? {
        let mut views: Vec<Bound<'py, PyArray1<u32>>> = block?.extract()?;
        let Some(target) = views.pop() else { continue };
        let views: Vec<_> = views.iter().map(PyArrayMethods::try_readonly).collect::<Result<_, _>>()?;
        let ports = ports(values, &views);
        let mut target = target.try_readwrite()?;
        let target = target.as_slice_mut()?;
        py.detach(|| run(ports, target))?;
    }
    blocks.call_method0("close")?;
    Ok(result)
}

/// The values of a block: each view is a slice, or one value that is repeated.
fn ports<'v>(values: &[Values<'_>; 3], views: &'v [PyReadonlyArray1<'_, u32>]) -> [Port<'v>; 3] {
    let mut views = views.iter().map(|view| match view.as_slice() {
        Ok(values) => Port::Each(values),
        Err(_) => Port::All(view.get(0).copied().unwrap_or(0)),
    });
    values.each_ref().map(|value| match value {
        Values::One(value) => Port::All(*value),
        Values::Array(_) => views.next().unwrap_or(Port::All(0)),
    })
}

/// The array to which results are written.
fn output<'py>(out: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyArrayDyn<u32>>> {
    out.cast::<PyArrayDyn<u32>>().cloned().map_err(|_| {
        let found = match out.cast::<PyUntypedArray>() {
            Ok(array) => format!("has dtype {}: expected uint32", array.dtype()),
            Err(_) => "is not an array: expected an array of uint32".to_owned(),
        };
        PyTypeError::new_err(format!("out {found}"))
    })
}
