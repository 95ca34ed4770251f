//! Executes one operation on whole slices, with SIMD.
//!
//! ```
//! use vmad_batch::Batch;
//! use vmad_unit::{Operand, Psign, Saturate, Scale, Selector, Sign, vmad::Mode};
//!
//! let byte0 = Operand { selector: Selector::B0, sign: Sign::Unsigned };
//! let mode = Mode { a: byte0, b: byte0, psign: Psign::Add, scale: Scale::Pass, saturate: Saturate::Off };
//! let mut d = [0; 3];
//! // A and C are registers of three threads; B is the same in all of them.
//! Batch::new(mode).run(&[1, 2, 3], 10, &[100, 200, 300], &mut d)?;
//! assert_eq!(d, [110, 220, 330]);
//! # Ok::<(), vmad_batch::LengthMismatch>(())
//! ```
//!
//! The kernels of `VMAD` implement the arithmetic again, in lanes of 32 bits. The tests compare all settings on
//! all levels with [`vmad_unit::execute`]. The other instructions run the functions of the datapath on 64-bit integers.
//! An immediate B is the value of a port with [`vmad_unit::Selector::H0`].

#![no_std]
#![forbid(unsafe_code)]
#![expect(
    clippy::inline_always,
    reason = "what is not inlined into a kernel would be compiled without the kernel's instruction set"
)]

mod arithmetic;
#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod class;
mod family;
mod kernels;
mod lanes;
mod level;
mod scalar;
mod split16;
#[cfg(target_arch = "x86_64")]
mod vectors;

use vmad_unit::Operation;

use kernels::Kernel;
pub use level::Level;

/// The values of a port: one for each execution, or one for all.
#[derive(Clone, Copy, Debug)]
pub enum Port<'a> {
    /// One register for each execution.
    Each(&'a [u32]),
    /// The same for all: a uniform register, an immediate.
    All(u32),
}

impl<'a> From<&'a [u32]> for Port<'a> {
    fn from(values: &'a [u32]) -> Self {
        Self::Each(values)
    }
}

impl<'a, const N: usize> From<&'a [u32; N]> for Port<'a> {
    fn from(values: &'a [u32; N]) -> Self {
        Self::Each(values)
    }
}

impl From<u32> for Port<'_> {
    fn from(value: u32) -> Self {
        Self::All(value)
    }
}

/// The slice of a port is not as long as that of the results.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("port {port} has {length} values for {results} results: it needs as many, or one for all")]
pub struct LengthMismatch {
    /// The port: `A`, `B` or `C`.
    pub port: char,
    /// The number of its values.
    pub length: usize,
    /// The number of results.
    pub results: usize,
}

/// An operation with its kernel.
#[derive(Clone, Copy, Debug)]
pub struct Batch {
    program: Program,
    level: Level,
}

/// The code that runs over the slices.
#[derive(Clone, Copy, Debug)]
enum Program {
    /// A kernel of `VMAD`.
    Kernel(Kernel),
    /// The functions of the datapath.
    Family(Operation),
}

impl Program {
    #[inline]
    fn run(&self, level: Level, ports: [&[u32]; 3], d: &mut [u32]) {
        match self {
            Self::Kernel(kernel) => kernel.run(level, ports, d),
            Self::Family(operation) => family::run(*operation, level, ports, d),
        }
    }
}

impl Batch {
    /// The operation on the best level of the processor; the mode of a `VMAD` is one.
    pub fn new(operation: impl Into<Operation>) -> Self {
        Self::on(Level::best(), operation)
    }

    /// The operation on a level.
    pub fn on(level: Level, operation: impl Into<Operation>) -> Self {
        let program = match operation.into() {
            Operation::Vmad(mode) => Program::Kernel(Kernel::of(mode)),
            operation => Program::Family(operation),
        };
        Self { program, level }
    }

    /// `d[i] = execute(mode, a[i], b[i], c[i])` for every `i`.
    ///
    /// # Errors
    /// The slice of a port differs in length from `d`; `d` does not change.
    #[inline]
    pub fn run<'p>(
        &self,
        a: impl Into<Port<'p>>,
        b: impl Into<Port<'p>>,
        c: impl Into<Port<'p>>,
        d: &mut [u32],
    ) -> Result<(), LengthMismatch> {
        // Three slices need no array of ports in memory.
        match (a.into(), b.into(), c.into()) {
            (Port::Each(a), Port::Each(b), Port::Each(c))
                if a.len() == d.len() && b.len() == d.len() && c.len() == d.len() =>
            {
                self.program.run(self.level, [a, b, c], d);
            }
            (a, b, c) => self.run_checked(checked([a, b, c], d.len())?, d),
        }
        Ok(())
    }

    /// Runs on ports as long as `d`.
    fn run_checked(&self, ports: [Port<'_>; 3], d: &mut [u32]) {
        if let [Port::Each(a), Port::Each(b), Port::Each(c)] = ports {
            return self.program.run(self.level, [a, b, c], d);
        }
        // A value for all executions is copied for one block, in a few KiB that stay in the L1 cache. The kernels need
        // no variant for it, and read less memory.
        let repeated = ports.map(|port| match port {
            Port::Each(_) => [0; BLOCK],
            Port::All(value) => [value; BLOCK],
        });
        for (block, d) in d.chunks_mut(BLOCK).enumerate() {
            let [a, b, c] = [0, 1, 2].map(|index| match ports[index].part(block * BLOCK, d.len()) {
                Port::Each(values) => values,
                Port::All(_) => &repeated[index][..d.len()],
            });
            self.program.run(self.level, [a, b, c], d);
        }
    }
}

/// The executions of a block.
const BLOCK: usize = 512;

impl Port<'_> {
    /// The values for `length` executions from `start` on, clamped to the slice.
    fn part(&self, start: usize, length: usize) -> Self {
        match self {
            Self::Each(values) => {
                let values = values.get(start..).unwrap_or_default();
                Self::Each(values.get(..length).unwrap_or(values))
            }
            Self::All(value) => Self::All(*value),
        }
    }
}

fn checked(ports: [Port<'_>; 3], results: usize) -> Result<[Port<'_>; 3], LengthMismatch> {
    for (port, name) in ports.iter().zip(['A', 'B', 'C']) {
        match port {
            Port::Each(values) if values.len() != results => {
                return Err(LengthMismatch { port: name, length: values.len(), results });
            }
            _ => {}
        }
    }
    Ok(ports)
}
