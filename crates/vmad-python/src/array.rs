//! Arguments that are ints or arrays, and executions on all their elements.

use numpy::{
    PyArrayDyn, PyArrayMethods, PyReadonlyArrayDyn, PyReadwriteArrayDyn, PyUntypedArray,
    PyUntypedArrayMethods, dtype,
    ndarray::{ArrayViewD, ArrayViewMutD, Axis, IxDyn},
};
use pyo3::{
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
    Array(PyReadonlyArrayDyn<'py, u32>),
}

fn wrong_dtype(name: &str, array: &Bound<'_, PyUntypedArray>) -> PyErr {
    PyTypeError::new_err(format!("{name} has dtype {}: expected uint32", array.dtype()))
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
            if !array.is_aligned() {
                // The copy is aligned.
                let copy = array.call_method0("copy")?;
                return Self::new(name, &copy);
            }
            let array = array.try_readonly().map_err(|_| {
                PyValueError::new_err(format!("{name} is being written: expected another array than out"))
            })?;
            return Ok(Self::Array(array));
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

    const fn array(&self) -> Option<&PyReadonlyArrayDyn<'py, u32>> {
        match self {
            Self::One(_) => None,
            Self::Array(array) => Some(array),
        }
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
    let arrays: Vec<_> = values.iter().filter_map(Values::array).collect();
    if arrays.is_empty() && out.is_none() {
        let mut result = [0];
        let ports = [0, 1, 2].map(|port| match &values[port] {
            Values::One(value) => Port::All(*value),
            Values::Array(_) => Port::All(0),
        });
        run(ports, &mut result)?;
        return Ok(result[0].into_pyobject(py)?.into_any());
    }
    let shape = broadcast(&arrays)?;
    let result = match out {
        Some(out) => output(out, &shape)?,
        None => new(py, &shape)?,
    };
    if !result.is_empty() {
        let mut writable: PyReadwriteArrayDyn<'_, u32> = result
            .try_readwrite()
            .map_err(|_| PyValueError::new_err("out is not writable, or is one of the inputs"))?;
        let views = [0, 1, 2].map(|port| match &values[port] {
            Values::One(value) => View::One(*value),
            Values::Array(array) => View::Array(array.as_array()),
        });
        let target = writable.as_array_mut();
        py.detach(|| elements(&views, target, run))?;
    }
    Ok(result.into_any())
}

/// A new array. numpy's own function raises an exception if there is no memory for it.
fn new<'py>(py: Python<'py>, shape: &[usize]) -> PyResult<Bound<'py, PyArrayDyn<u32>>> {
    let zeros = py.import("numpy")?.getattr("zeros")?;
    Ok(zeros.call1((PyTuple::new(py, shape)?, dtype::<u32>(py)))?.cast_into()?)
}

/// The array to which results are written.
fn output<'py>(out: &Bound<'py, PyAny>, shape: &[usize]) -> PyResult<Bound<'py, PyArrayDyn<u32>>> {
    let Ok(array) = out.cast::<PyArrayDyn<u32>>() else {
        return Err(match out.cast::<PyUntypedArray>() {
            Ok(array) => wrong_dtype("out", array),
            Err(_) => PyTypeError::new_err("out is not an array: expected an array of uint32"),
        });
    };
    if array.shape() != shape {
        let found = array.shape();
        return Err(PyValueError::new_err(format!("out has shape {found:?}: expected {shape:?}")));
    }
    if !array.is_aligned() {
        return Err(PyValueError::new_err("out is not aligned: expected an aligned array"));
    }
    Ok(array.clone())
}

/// The shape to which numpy broadcasts arrays.
fn broadcast(arrays: &[&PyReadonlyArrayDyn<'_, u32>]) -> PyResult<Vec<usize>> {
    let dimensions = arrays.iter().map(|array| array.ndim()).max().unwrap_or(0);
    let mut shape = vec![1; dimensions];
    for array in arrays {
        for (&length, to) in array.shape().iter().rev().zip(shape.iter_mut().rev()) {
            if length != *to && length != 1 && *to != 1 {
                let shapes: Vec<_> = arrays.iter().map(|array| array.shape()).collect();
                return Err(PyValueError::new_err(format!(
                    "shapes cannot be broadcast together: {shapes:?}"
                )));
            }
            if *to == 1 {
                *to = length;
            }
        }
    }
    Ok(shape)
}

enum View<'a> {
    One(u32),
    Array(ArrayViewD<'a, u32>),
}

/// Runs on the elements of views that can be broadcast to the target's shape.
fn elements(views: &[View<'_>; 3], mut target: ArrayViewMutD<'_, u32>, run: &Run<'_>) -> PyResult<()> {
    let shape = target.shape().to_vec();
    let whole = [0, 1, 2].map(|port| match &views[port] {
        View::One(value) => Some(Port::All(*value)),
        View::Array(view) if view.len() == 1 => view.first().map(|value| Port::All(*value)),
        View::Array(view) if view.shape() == shape => view.as_slice().map(Port::Each),
        View::Array(_) => None,
    });
    // No copy: each port is one contiguous slice, or one value.
    if let ([Some(a), Some(b), Some(c)], Some(results)) = (whole, target.as_slice_mut()) {
        return run([a, b, c], results);
    }
    rows(views, target, run)
}

/// Runs on the rows along the last axis, which are copied if they are not contiguous.
fn rows(views: &[View<'_>; 3], mut target: ArrayViewMutD<'_, u32>, run: &Run<'_>) -> PyResult<()> {
    let shape = IxDyn(target.shape());
    let last = Axis(target.ndim().saturating_sub(1));
    let mut sources = views.iter().map(|view| match view {
        View::One(_) => None,
        // `broadcast` has checked the shapes.
        View::Array(view) => view.broadcast(shape.clone()),
    });
    let sources: [Option<ArrayViewD<'_, u32>>; 3] = [0; 3].map(|_| sources.next().flatten());
    let mut lanes = [0, 1, 2].map(|port| sources[port].as_ref().map(|view| view.lanes(last).into_iter()));
    let mut copies = [const { Vec::new() }; 3];
    let mut results = Vec::new();
    for mut row in target.lanes_mut(last) {
        let lane = [0, 1, 2].map(|port| lanes[port].as_mut().and_then(Iterator::next));
        for (copy, lane) in copies.iter_mut().zip(&lane) {
            if let Some(lane) = lane
                && lane.as_slice().is_none()
            {
                copy.clear();
                copy.extend(lane.iter());
            }
        }
        let ports = [0, 1, 2].map(|port| match (&views[port], &lane[port]) {
            (View::One(value), _) => Port::All(*value),
            (View::Array(_), Some(lane)) => Port::Each(lane.to_slice().unwrap_or(&copies[port])),
            (View::Array(_), None) => Port::All(0),
        });
        if let Some(slice) = row.as_slice_mut() {
            run(ports, slice)?;
        } else {
            results.resize(row.len(), 0);
            run(ports, &mut results)?;
            row.iter_mut().zip(&results).for_each(|(to, result)| *to = *result);
        }
    }
    Ok(())
}
