//! The architectural state that an instruction reads and writes: registers, predicates, the condition code.

/// A general register: `R0` to `R254`, or `RZ`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Register(u8);

impl Register {
    /// The register that reads as 0 and ignores writes. Its encoding is 255.
    pub const RZ: Self = Self(255);

    /// The register of an 8-bit field; 255 is [`Register::RZ`].
    pub const fn from_encoding(field: u8) -> Self {
        Self(field)
    }

    /// The 8-bit field.
    pub const fn encoding(self) -> u8 {
        self.0
    }

    /// Whether this is `RZ`.
    pub const fn is_zero(self) -> bool {
        self.0 == Self::RZ.0
    }
}

impl core::fmt::Display for Register {
    /// `R7`, `RZ`.
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        if self.is_zero() { f.write_str("RZ") } else { write!(f, "R{}", self.0) }
    }
}

/// A predicate: `P0` to `P6`, or `PT`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Predicate(u8);

impl Predicate {
    /// The predicate that is always true. Its encoding is 7.
    pub const PT: Self = Self(7);

    /// The predicate of a 3-bit field; 7 is [`Predicate::PT`]. Higher bits are ignored.
    pub const fn from_encoding(field: u8) -> Self {
        Self(field & 7)
    }

    /// The 3-bit field.
    pub const fn encoding(self) -> u8 {
        self.0
    }
}

impl core::fmt::Display for Predicate {
    /// `P3`, `PT`.
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        if *self == Self::PT { f.write_str("PT") } else { write!(f, "P{}", self.0) }
    }
}

/// `@{!}Pg`: the instruction writes only if its guard is true.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct Guard {
    /// The predicate.
    pub predicate: Predicate,
    /// Whether the predicate is negated.
    pub negated: bool,
}

impl Guard {
    /// `@PT`, which text omits.
    pub const ALWAYS: Self = Self { predicate: Predicate::PT, negated: false };
}

impl core::fmt::Display for Guard {
    /// `@P3`, `@!PT`.
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "@{}{}", if self.negated { "!" } else { "" }, self.predicate)
    }
}

/// The register file: 255 registers of 32 bits, and `RZ`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Registers([u32; 255]);

impl Registers {
    /// The value of a register; 0 for `RZ`.
    pub fn read(&self, register: Register) -> u32 {
        self.0.get(usize::from(register.0)).copied().unwrap_or(0)
    }

    /// Writes a register; `RZ` ignores the write.
    pub fn write(&mut self, register: Register, value: u32) {
        if let Some(slot) = self.0.get_mut(usize::from(register.0)) {
            *slot = value;
        }
    }
}

impl Default for Registers {
    /// All zero.
    fn default() -> Self {
        Self([0; 255])
    }
}

/// The predicates `P0` to `P6`, and `PT`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Predicates(u8);

impl Predicates {
    /// The value of a predicate; true for `PT`.
    pub const fn read(self, predicate: Predicate) -> bool {
        (self.0 | 1 << Predicate::PT.0) >> predicate.0 & 1 == 1
    }

    /// Writes a predicate; `PT` ignores the write.
    pub const fn write(&mut self, predicate: Predicate, value: bool) {
        if predicate.0 != Predicate::PT.0 {
            self.0 = self.0 & !(1 << predicate.0) | (value as u8) << predicate.0;
        }
    }

    /// Whether a guard is true.
    pub const fn passes(self, guard: Guard) -> bool {
        self.read(guard.predicate) != guard.negated
    }
}

/// The state of the condition code.
///
/// The SASS reference text has `Rd.CC` and does not describe its flags. An instruction without `.CC`, or with a false
/// guard, does not change them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum ConditionCode {
    /// No instruction has written it.
    #[default]
    Untouched,
    /// A `.CC` has written it; no published source specifies its flags.
    Unspecified,
}

/// The effect of one instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct Effect {
    /// The register written and its new value; `None` if the guard is false or the destination is `RZ`.
    pub register: Option<(Register, u32)>,
    /// Whether the condition code was written, with flags that no published source specifies.
    pub condition_code: bool,
    /// The predicates written and their new values; `None` if the guard is false or the destination is `PT`.
    #[cfg_attr(feature = "serde", serde(default))]
    pub predicates: [Option<(Predicate, bool)>; 2],
}

/// The state that an instruction reads and writes.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct State {
    /// The general registers.
    pub registers: Registers,
    /// The predicates.
    pub predicates: Predicates,
    /// The condition code.
    pub condition_code: ConditionCode,
}

impl State {
    /// Write-back, the last stage: `result` to `destination` and, with `.CC`, the condition code, if the guard is true.
    pub fn write_back(&mut self, guard: Guard, destination: Register, cc: bool, result: u32) -> Effect {
        if !self.predicates.passes(guard) {
            return Effect::default();
        }
        self.registers.write(destination, result);
        if cc {
            self.condition_code = ConditionCode::Unspecified;
        }
        let register = (!destination.is_zero()).then_some((destination, result));
        Effect { register, condition_code: cc, predicates: [None; 2] }
    }

    /// Write-back of a comparison: `values` to two predicates, if the guard is true. If both are the same predicate,
    /// the second value is written last; no published source specifies this order.
    pub fn write_predicates(
        &mut self,
        guard: Guard,
        destinations: [Predicate; 2],
        values: [bool; 2],
    ) -> Effect {
        if !self.predicates.passes(guard) {
            return Effect::default();
        }
        let mut written = [0, 1].map(|index| {
            let (predicate, value) = (destinations[index], values[index]);
            self.predicates.write(predicate, value);
            (predicate != Predicate::PT).then_some((predicate, value))
        });
        if destinations[0] == destinations[1] {
            written[0] = None;
        }
        Effect { predicates: written, ..Effect::default() }
    }
}
