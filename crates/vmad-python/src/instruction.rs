//! Instructions: words, text, execution, trace.

use pyo3::{
    exceptions::PyValueError,
    prelude::*,
    types::{PyDict, PyList},
};
use vmad_batch::{Batch, Port};
use vmad_sass::{Arch, NotKnown, Ports, Style, disassemble, isa, schedule::ControlField};
use vmad_unit::{Kind, Operation, Sign};

use crate::{
    array::{self, Values},
    errors::{UnknownError, VmadError, WordError, at, raise},
};

/// An instruction of the family.
#[pyclass(frozen, eq, hash, module = "vmad")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Instruction {
    inner: vmad_sass::Instruction,
    control: Option<ControlField>,
}

/// The architecture of a name: `sm_50`.
pub(crate) fn arch(name: &str) -> PyResult<Arch> {
    let found = Arch::ALL.into_iter().find(|arch| arch.to_string() == name);
    found.ok_or_else(|| {
        let legal = Arch::ALL.map(|arch| arch.to_string()).join(", ");
        raise::<VmadError>(&format_args!("arch is {name:?}: legal are {legal}"))
    })
}

/// An int of 64 bits.
pub(crate) fn word64(name: &str, value: &Bound<'_, PyAny>) -> PyResult<u64> {
    array::number(name, value, "an int", "2**64 - 1")
}

fn control_field(control: &Bound<'_, PyAny>) -> PyResult<ControlField> {
    ControlField::try_from(array::number::<u32>("control", control, "an int", "4294967295")?)
        .map_err(|error| raise::<VmadError>(&error))
}

#[pyfunction]
pub(crate) fn decode(
    word: &Bound<'_, PyAny>,
    control: Option<&Bound<'_, PyAny>>,
    arch: &str,
) -> PyResult<Instruction> {
    let word = word64("word", word)?;
    let inner = vmad_sass::Instruction::decode_in(self::arch(arch)?.layout(), word)
        .map_err(|error| raise::<WordError>(&error))?;
    Ok(Instruction { inner, control: control.map(control_field).transpose()? })
}

#[pyfunction]
pub(crate) fn assemble(py: Python<'_>, text: &str, arch: &str) -> PyResult<Instruction> {
    let assembly = vmad_sass::assemble_in(self::arch(arch)?.layout(), text)
        .map_err(|error| at(py, text, (error.span.start, error.span.end), &error))?;
    Ok(Instruction { inner: assembly.instruction, control: assembly.control })
}

/// Names and values of fields.
type Fields<'py> = Vec<(String, Bound<'py, PyAny>)>;

fn values<'a>(form: &isa::Form, fields: &'a Fields<'_>) -> PyResult<Vec<(&'a str, u64)>> {
    let value = |(name, value): &'a (String, Bound<'_, PyAny>)| {
        let Some(field) = form.field(name) else {
            // The error of the names says which are legal.
            return Ok((name.as_str(), 0));
        };
        match value_of(field, value) {
            Ok(found) => Ok((name.as_str(), found)),
            Err(error) if error.is_instance_of::<PyValueError>(value.py()) => {
                Err(raise::<WordError>(&error.value(value.py())))
            }
            Err(error) => Err(error),
        }
    };
    fields.iter().map(value).collect()
}

/// The value of a field: an int, or its name.
pub(crate) fn value_of(field: &isa::Field, value: &Bound<'_, PyAny>) -> PyResult<u64> {
    match value.extract::<String>() {
        Ok(text) => named(field, &text),
        Err(_) => word64(field.name(), value),
    }
}

/// The value of a field by its name, as `explain` prints it, or by its suffix: `SHR_7`, `signed`, `R5`.
fn named(field: &isa::Field, text: &str) -> PyResult<u64> {
    let suffix = |value| {
        field.values().iter().find(|listed| u64::from(listed.value) == value).map(|listed| listed.suffix)
    };
    let mut legal = (0..=field.mask()).filter(|&value| !field.is_illegal(value));
    let is_it = |&value: &u64| {
        field.spell(value) == text || suffix(value).is_some_and(|suffix| !suffix.is_empty() && suffix == text)
    };
    legal.find(is_it).ok_or_else(|| {
        let legal = match field.spelling() {
            isa::Spelling::Register => "R0 to R254, RZ".to_owned(),
            isa::Spelling::Number | isa::Spelling::Uniform | isa::Spelling::Ignored => {
                format!("an int, 0 to {:#x}", field.mask())
            }
            isa::Spelling::Listed | isa::Spelling::Predicate => {
                let names = (0..=field.mask()).filter(|&value| !field.is_illegal(value));
                names.map(|value| field.spell(value)).collect::<Vec<_>>().join(", ")
            }
        };
        raise::<WordError>(&format_args!("{} is {text:?}: legal are {legal}", field.name()))
    })
}

#[pyfunction]
#[pyo3(signature = (mnemonic, fields, *, immediate))]
pub(crate) fn encode(mnemonic: &str, fields: Fields<'_>, immediate: bool) -> PyResult<Instruction> {
    let Some(forms) = Kind::from_name(mnemonic).map(isa::forms) else {
        let legal = Kind::NAMES.join(", ");
        return Err(raise::<VmadError>(&format_args!("mnemonic is {mnemonic:?}: legal are {legal}")));
    };
    let b = if immediate { isa::B::Immediate } else { isa::B::Register };
    let form = forms.iter().find(|form| form.b == b).unwrap_or(&forms[0]);
    let inner = vmad_sass::Instruction::from_fields(form, values(form, &fields)?)
        .map_err(|error| raise::<WordError>(&error))?;
    Ok(Instruction { inner, control: None })
}

impl Instruction {
    fn operation(&self) -> PyResult<Operation> {
        self.inner.operation().ok_or(NotKnown).map_err(|error| raise::<UnknownError>(&error))
    }
}

/// The values of the ports, except those that the instruction fixes.
fn ports<'py>(fixed: [Option<u32>; 3], [a, b, c]: [&Bound<'py, PyAny>; 3]) -> PyResult<[Values<'py>; 3]> {
    let values = |name, port: usize, value| match fixed[port] {
        // The value is checked, then ignored. The shape of an array is still used.
        Some(fixed) => Ok(match Values::new(name, value)? {
            Values::One(_) => Values::One(fixed),
            array @ Values::Array(_) => array,
        }),
        None => Values::new(name, value),
    };
    Ok([values("a", 0, a)?, values("b", 1, b)?, values("c", 2, c)?])
}

#[pymethods]
impl Instruction {
    #[getter]
    const fn word(&self) -> u64 {
        self.inner.encode()
    }

    /// The oldest architecture that has the word.
    #[getter]
    fn arch(&self) -> String {
        self.inner.layout().oldest().to_string()
    }

    #[getter]
    const fn mnemonic(&self) -> &'static str {
        self.inner.mnemonic()
    }

    #[getter]
    fn control(&self) -> Option<u32> {
        self.control.map(ControlField::bits)
    }

    #[getter]
    fn dispatch(&self) -> &'static str {
        self.inner.dispatch().name()
    }

    #[getter]
    fn guard(&self) -> String {
        self.inner.guard().to_string()
    }

    /// The values that the ports a, b and c have in every execution.
    #[getter]
    fn fixed(&self) -> [Option<u32>; 3] {
        self.inner.fixed()
    }

    #[getter]
    fn inferred(&self) -> PyResult<Option<String>> {
        self.operation()?;
        Ok(self.inner.inferred())
    }

    #[getter]
    fn fields<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let fields = PyDict::new(py);
        for field in self.inner.form().free_fields() {
            fields.set_item(field.name(), field.of(self.inner.encode()))?;
        }
        Ok(fields)
    }

    /// Every field: name, bits, value, spelled value, meaning.
    fn rows(&self) -> Vec<(&'static str, String, u64, String, &'static str)> {
        let word = self.inner.encode();
        let row = |field: &isa::Field| {
            let value = field.of(word);
            (field.name(), field.place(), value, field.spell(value).into_owned(), field.meaning())
        };
        self.inner.form().fields.iter().map(row).collect()
    }

    fn replace(&self, fields: Fields<'_>) -> PyResult<Self> {
        let form = self.inner.form();
        let own = form.free_fields().map(|field| (field.name(), field.of(self.inner.encode())));
        let inner = vmad_sass::Instruction::from_fields(form, own.chain(values(form, &fields)?))
            .map_err(|error| raise::<WordError>(&error))?;
        Ok(Self { inner, ..*self })
    }

    #[pyo3(signature = (arch = "sm_50", control = None))]
    fn text(&self, arch: &str, control: Option<&Bound<'_, PyAny>>) -> PyResult<String> {
        let arch = self::arch(arch)?;
        let Some(control) = control else {
            return Ok(self.inner.text(Style::of(arch)).to_string());
        };
        let text = disassemble(self.inner.to_layout(arch.layout()).encode(), control_field(control)?, arch)
            .map_err(|refusal| raise::<WordError>(&refusal))?;
        Ok(text.to_string())
    }

    /// The values of the ports, of which those that are read must be given.
    fn given<'py>(
        &self,
        py: Python<'py>,
        a: Option<Bound<'py, PyAny>>,
        b: Option<Bound<'py, PyAny>>,
        c: Option<Bound<'py, PyAny>>,
    ) -> PyResult<[Bound<'py, PyAny>; 3]> {
        array::given(py, [a, b, c], self.inner.fixed().map(|fixed| fixed.is_none()))
    }

    #[pyo3(signature = (a, b, c, *, out = None))]
    fn execute<'py>(
        &self,
        py: Python<'py>,
        a: &Bound<'py, PyAny>,
        b: &Bound<'py, PyAny>,
        c: &Bound<'py, PyAny>,
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (operation, fixed) = (self.operation()?, self.inner.fixed());
        let values = ports(fixed, [a, b, c])?;
        let batch = Batch::new(operation);
        array::run(py, &values, out, &|ports, results| {
            let [a, b, c] = [0, 1, 2].map(|port| fixed[port].map_or(ports[port], Port::All));
            batch.run(a, b, c, results).map_err(|error| raise::<VmadError>(&error))
        })
    }

    /// The wires of an execution: stage, name, width, bits, signed, value, note.
    fn wires<'py>(
        &self,
        py: Python<'py>,
        a: &Bound<'py, PyAny>,
        b: &Bound<'py, PyAny>,
        c: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyList>> {
        let (operation, fixed) = (self.operation()?, self.inner.fixed());
        let given = [array::integer("a", a)?, array::integer("b", b)?, array::integer("c", c)?];
        let [a, b, c] = [0, 1, 2].map(|port| fixed[port].unwrap_or(given[port]));
        let trace = operation.trace(a, b, c);
        let wires = trace.wires.iter().map(|wire| {
            let (width, bits) = (wire.bits.width(), wire.bits.pattern());
            (wire.stage.name(), wire.name, width, bits, wire.sign == Sign::Signed, wire.value(), wire.note)
        });
        PyList::new(py, wires.collect::<Vec<_>>())
    }

    /// The bits of the word, as SVG.
    fn word_picture(&self) -> Option<String> {
        vmad_picture::word(self.inner.layout(), self.inner.encode(), &format!("{};", self.inner))
    }

    /// The datapath of an execution, as SVG.
    fn datapath_picture(&self, a: u32, b: u32, c: u32) -> PyResult<String> {
        let operation = self.operation()?;
        let ports = self.inner.bind(Ports { a, b, c });
        let result = operation.execute(ports.a, ports.b, ports.c);
        let writes = format!("result {result:#010x}");
        Ok(vmad_picture::datapath(&self.inner, &operation, ports, &writes))
    }

    fn __str__(&self) -> String {
        self.inner.to_string()
    }
}
