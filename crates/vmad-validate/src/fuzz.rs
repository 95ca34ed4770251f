//! The fuzz targets: the invariants of `vmad-xcheck`, and that of the cubin reader.
//!
//! Every target's body is [`Target::check`] of the target that has its name.

use std::io::Cursor;

use arbitrary::{Error, Result, Unstructured};
use vmad_xcheck::invariants::{self, Description, Invariant, Sample};

use crate::cubin::{Cubin, functions, slots};

/// The invariant of a fuzz target.
#[derive(Clone, Copy, Debug)]
pub struct Target(Invariant);

/// The outcome of a target on an input, if the invariant holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Checked {
    /// It holds.
    Holds,
    /// The bytes make no case: there are too few, or they make nothing that is legal.
    NoCase(Error),
}

impl Target {
    /// The target of an invariant.
    pub const fn of(invariant: Invariant) -> Self {
        Self(invariant)
    }

    /// All targets.
    pub fn all() -> impl Iterator<Item = Self> + Clone {
        invariants::ALL.into_iter().chain([Invariant::of::<AnyFile>()]).map(Self)
    }

    /// The target of a name.
    pub fn named(name: &str) -> Option<Self> {
        Self::all().find(|target| target.name() == name)
    }

    /// Its name.
    pub const fn name(&self) -> &'static str {
        self.0.name
    }

    /// What must hold.
    pub const fn statement(&self) -> &'static str {
        self.0.statement
    }

    /// Checks the invariant on a fuzzer's bytes.
    ///
    /// # Panics
    /// It does not hold.
    pub fn check(&self, bytes: &[u8]) -> Checked {
        self.0.check(&mut Unstructured::new(bytes)).map_or_else(Checked::NoCase, |()| Checked::Holds)
    }

    /// What the bytes are to the invariant: names and values.
    ///
    /// # Errors
    /// They make no case.
    pub fn describe(&self, bytes: &[u8]) -> Result<Description> {
        self.0.describe(&mut Unstructured::new(bytes))
    }
}

/// Any file.
struct AnyFile {
    bytes: Vec<u8>,
}

impl Sample for AnyFile {
    const NAME: &'static str = "cubin_reader_refuses_or_reads";
    const STATEMENT: &'static str = "any file: the cubin reader never panics; a section that it gives lies in the file, and is \
                                refused or read to its end";

    fn draw(bytes: &mut Unstructured<'_>) -> Result<Self> {
        Ok(Self { bytes: bytes.bytes(bytes.len())?.to_vec() })
    }

    fn describe(&self) -> Description {
        let mut description = vec![("file", format!("{} bytes", self.bytes.len()))];
        match Cubin::read(Cursor::new(&self.bytes)) {
            Ok(cubin) => {
                description.push(("architecture", cubin.arch.to_string()));
                description.extend(cubin.code.iter().map(|it| {
                    ("section", format!("{:?}, {} bytes from {:#x}", it.name, it.size, it.offset))
                }));
            }
            Err(error) => description.push(("refused", error.to_string())),
        }
        description
    }

    fn check(&self) {
        let file = || Cursor::new(&self.bytes);
        let Ok(cubin) = Cubin::read(file()) else { return };
        for section in &cubin.code {
            assert!(section.offset + section.size <= self.bytes.len() as u64);
            let read = slots(file(), section);
            assert!(
                read.is_ok_and(|slots| slots.len() as u64 == section.size / 32 * 3) || section.size % 32 != 0
            );
        }
        // Every instruction belongs to exactly one function.
        if let Ok(functions) = functions(file(), &cubin) {
            let instructions: usize = functions.iter().map(|function| function.slots.len()).sum();
            let sizes: u64 = cubin.code.iter().map(|section| section.size / 32 * 3).sum();
            assert_eq!(instructions as u64, sizes);
        }
    }
}
