//! From text to an instruction: the six forms of the reference.

use vmad_unit::{Format, Operand, Psign, Register, Saturate, Scale, Selector, Sign};

use super::instruction::{RegisterSource, SourceB, Vmad};
use crate::{
    dispatch::Dispatch,
    schedule::{ControlField, Reuse, ReuseFlags},
    text::{self, Number, OperandValue, Radix, Span, Statement, Suffix, TextError, TextErrorKind},
};

/// What a text says: an instruction, and its control field where the text has one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Assembly {
    /// The instruction.
    pub instruction: Vmad,
    /// The control field, if the text writes any part of it (`&req`, `.reuse`, ...).
    pub control: Option<ControlField>,
}

impl core::str::FromStr for Vmad {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        Ok(assemble(text)?.instruction)
    }
}

/// Reads a text.
///
/// Besides what the disassembler prints, any spelling that the reference allows: `-Rb` for `-Ra`, both (they cancel),
/// default formats left out or written, `.PASS`, `.B0`, `.H0`, `@PT`, blanks, comments, an optional `;`, an optional
/// `#` before an immediate.
///
/// An immediate in decimal or hexadecimal writes the 16 bits, 0 to 65535. A minus before it is
/// - the operand's negation, `{-}#imm16` of the reference, before a `#`, a hexadecimal number (a bit pattern) or a
///   `.U16` immediate: the product is negated;
/// - the number's own sign before a decimal `.S16` immediate, -32768 to -1 (or after a `#`): `-5` is `0xfffb`.
///
/// Where both readings can be had they compute the same, but for the pattern 0x8000 as an `.S16`, which is -32768
/// itself: `-32768` multiplies by -32768, `-0x8000` by its negation.
///
/// # Errors
/// The text is not a legal `VMAD`; the error says where and what would be legal.
pub fn assemble(text: &str) -> Result<Assembly, TextError> {
    let mut statement = Statement::begin(text)?;
    if statement.mnemonic != "VMAD" {
        return Err(error(statement.mnemonic_span, TextErrorKind::Mnemonic(statement.mnemonic.into())));
    }
    let rd = statement.operand("the destination register")?;
    let a = statement.operand("the A register")?;
    let b = statement.operand("the B register or a 16-bit immediate")?;
    let c = statement.operand("the C register")?;
    let default_b = match b.value {
        OperandValue::Register(_) => SourceB::DEFAULT_OF_REGISTER,
        OperandValue::Immediate { .. } => SourceB::DEFAULT_OF_IMMEDIATE,
    };
    let suffixes = Suffixes::parse(&statement.suffixes, default_b)?;
    let (destination, cc) = destination(&rd)?;
    let (a_register, a_selector, a_reuse) = source(&a, suffixes.a.width)?;
    let a_source = RegisterSource {
        register: a_register,
        operand: Operand { selector: a_selector, sign: suffixes.a.sign },
    };
    let (b_source, b_minus, b_reuse) = source_b(&b, suffixes.b)?;
    let (c_register, c_reuse) = source_c(&c)?;
    let instruction = Vmad {
        guard: statement.guard,
        destination,
        cc,
        a: a_source,
        b: b_source,
        c: c_register,
        psign: psign(suffixes.plus_one, a.minus, b_minus, c.minus)?,
        scale: suffixes.scale,
        saturate: suffixes.saturate,
    };
    let reuse = [(Reuse::A, a_reuse), (Reuse::B, b_reuse), (Reuse::C, c_reuse)];
    let control = control(statement, instruction.dispatch(), &reuse)?;
    Ok(Assembly { instruction, control })
}

const fn error(span: Span, kind: TextErrorKind) -> TextError {
    TextError { span, kind }
}

/// What the mnemonic's suffixes say.
struct Suffixes {
    a: Format,
    b: Format,
    plus_one: bool,
    scale: Scale,
    saturate: Saturate,
}

impl Suffixes {
    /// `{.safmt.sbfmt}{.PO}{.scale}{.SAT}`, in this order.
    fn parse(suffixes: &[Suffix<'_>], default_b: Format) -> Result<Self, TextError> {
        let mut rest = suffixes;
        let (a, b) = match Suffix::take(&mut rest, Format::from_name) {
            None => (RegisterSource::DEFAULT_FORMAT, default_b),
            Some(a) => match Suffix::take(&mut rest, Format::from_name) {
                Some(b) => (a, b),
                None => return Err(one_format(suffixes[0], rest.first(), default_b)),
            },
        };
        let plus_one = Suffix::take(&mut rest, |name| (name == "PO").then_some(())).is_some();
        let scale = Suffix::take(&mut rest, named_scale).unwrap_or(Scale::Pass);
        let saturate = Suffix::take(&mut rest, |name| (name == "SAT").then_some(Saturate::On));
        match rest.first() {
            Some(stray) => Err(stray_modifier(stray)),
            None => Ok(Self { a, b, plus_one, scale, saturate: saturate.unwrap_or(Saturate::Off) }),
        }
    }
}

/// A first format and no second one: a misspelt second is the likelier mistake.
fn one_format(first: Suffix<'_>, second: Option<&Suffix<'_>>, default: Format) -> TextError {
    match second {
        Some(second) if !is_modifier(second.name) => stray_modifier(second),
        _ => error(first.span, TextErrorKind::OneFormat { default }),
    }
}

/// A suffix that has no place: out of order, or unknown.
fn stray_modifier(suffix: &Suffix<'_>) -> TextError {
    let known = is_modifier(suffix.name) || Format::from_name(suffix.name).is_some();
    let kind = if known { TextErrorKind::SuffixOrder } else { TextErrorKind::Suffix };
    error(suffix.span, kind(suffix.name.into()))
}

fn is_modifier(name: &str) -> bool {
    matches!(name, "PO" | "SAT") || named_scale(name).is_some()
}

fn named_scale(name: &str) -> Option<Scale> {
    Scale::ALL.into_iter().find(|scale| scale.name() == name)
}

/// `Rd{.CC}`
fn destination(operand: &text::Operand<'_>) -> Result<(Register, bool), TextError> {
    if let Some(minus) = operand.minus {
        return Err(error(minus, TextErrorKind::NegatedDestination));
    }
    let register = register(operand, "a destination register")?;
    match &operand.suffixes[..] {
        [] => Ok((register, false)),
        [cc] if cc.name == "CC" => Ok((register, true)),
        [first, rest @ ..] => {
            let stray = if first.name == "CC" { rest.first().unwrap_or(first) } else { first };
            Err(stray_suffix(stray, "legal is .CC, once", &[".CC"]))
        }
    }
}

/// `{-}Ra{.partselA}{.reuse}`: the register, the selector, and the place of `.reuse`.
fn source(
    operand: &text::Operand<'_>,
    width: vmad_unit::Width,
) -> Result<(Register, Selector, Option<Span>), TextError> {
    let register = register(operand, "a register")?;
    let mut rest = &operand.suffixes[..];
    let first = rest.first();
    let selector = match (Suffix::take(&mut rest, named_selector), first) {
        (Some(named), Some(suffix)) if named.width() != width => {
            return Err(error(suffix.span, TextErrorKind::Selector { found: suffix.name.into(), width }));
        }
        (named, _) => named.unwrap_or(Selector::first(width)),
    };
    let reuse = rest.first().map(|suffix| suffix.span);
    let reuse = Suffix::take(&mut rest, |name| (name == "reuse").then_some(())).and(reuse);
    match rest.first() {
        None => Ok((register, selector, reuse)),
        Some(stray) => {
            const NAMES: &[&str] = &[".B0", ".B1", ".B2", ".B3", ".H0", ".H1", ".reuse"];
            Err(stray_suffix(stray, "legal are a selector (.B0 to .B3, .H0, .H1), then .reuse", NAMES))
        }
    }
}

/// The selectors that have a name: all but the word.
fn named_selector(name: &str) -> Option<Selector> {
    Selector::ALL.into_iter().find(|selector| !name.is_empty() && selector.name() == name)
}

/// `{-}Rb{.partselB}{.reuse}` or `{-}#imm16`: the source, the place of its negation, and that of `.reuse`.
fn source_b(
    operand: &text::Operand<'_>,
    format: Format,
) -> Result<(SourceB, Option<Span>, Option<Span>), TextError> {
    match operand.value {
        OperandValue::Register(_) => {
            let (register, selector, reuse) = source(operand, format.width)?;
            let source = RegisterSource { register, operand: Operand { selector, sign: format.sign } };
            Ok((SourceB::register(source), operand.minus, reuse))
        }
        OperandValue::Immediate { hash, inner_minus, number } => {
            if format.width != vmad_unit::Width::Half {
                return Err(error(operand.span, TextErrorKind::ImmediateFormat(format)));
            }
            if let Some(stray) = operand.suffixes.first() {
                return Err(stray_suffix(stray, "an immediate has no suffix", &[]));
            }
            let outer_is_sign = !hash && number.radix == Radix::Decimal && format.sign == Sign::Signed;
            let (sign, negation) =
                if outer_is_sign { (operand.minus, None) } else { (inner_minus, operand.minus) };
            let value = immediate(&number, format.sign, sign)?;
            Ok((SourceB::Immediate { value, sign: format.sign }, negation, None))
        }
    }
}

/// The 16 bits of a number with its own sign.
fn immediate(number: &Number<'_>, sign: Sign, minus: Option<Span>) -> Result<u16, TextError> {
    let refuse = |start: Span, text, legal| {
        Err(error(start.to(number.span), TextErrorKind::ImmediateRange { found: text, legal }))
    };
    match (minus, number.value) {
        (None, Some(value)) if value <= 0xffff => Ok(value as u16),
        (None, _) => refuse(number.span, number.text.into(), "0 to 65535 (0xffff)"),
        (Some(_), Some(value)) if sign == Sign::Signed && value <= 0x8000 => {
            Ok((value as u16).wrapping_neg())
        }
        (Some(minus), _) => {
            let legal = match sign {
                Sign::Signed => "-32768 to 65535",
                Sign::Unsigned => "0 to 65535 (0xffff) for a .U16",
            };
            refuse(minus, alloc::format!("-{}", number.text), legal)
        }
    }
}

/// `{-}Rc{.reuse}`: the register and the place of `.reuse`.
fn source_c(operand: &text::Operand<'_>) -> Result<(Register, Option<Span>), TextError> {
    let register = register(operand, "a register")?;
    match &operand.suffixes[..] {
        [] => Ok((register, None)),
        [reuse] if reuse.name == "reuse" => Ok((register, Some(reuse.span))),
        [first, rest @ ..] => {
            let stray = if first.name == "reuse" { rest.first().unwrap_or(first) } else { first };
            Err(stray_suffix(stray, "legal is .reuse, once: C is a whole register", &[".reuse"]))
        }
    }
}

fn register(operand: &text::Operand<'_>, expected: &'static str) -> Result<Register, TextError> {
    match operand.value {
        OperandValue::Register(register) => Ok(register),
        OperandValue::Immediate { number, .. } => {
            let found = alloc::format!("{:?}", number.text);
            Err(error(number.span, TextErrorKind::Expected { expected, found }))
        }
    }
}

fn stray_suffix(suffix: &Suffix<'_>, legal: &'static str, names: &'static [&'static str]) -> TextError {
    error(suffix.span, TextErrorKind::OperandSuffix { found: suffix.name.into(), legal, names })
}

/// The psign of the operands' negations: "a negate of both Ra and Rb/#imm16 will have no effect"; "it is illegal to
/// negate both Rc and the result of the product"; "it is illegal to negate any source operand in .PO mode".
fn psign(plus_one: bool, a: Option<Span>, b: Option<Span>, c: Option<Span>) -> Result<Psign, TextError> {
    if plus_one {
        return match a.or(b).or(c) {
            None => Ok(Psign::PlusOne),
            Some(minus) => Err(error(minus, TextErrorKind::NegationWithPlusOne)),
        };
    }
    match (a.is_some() != b.is_some(), c) {
        (false, None) => Ok(Psign::Add),
        (true, None) => Ok(Psign::NegateProduct),
        (false, Some(_)) => Ok(Psign::SubtractC),
        (true, Some(minus)) => Err(error(minus, TextErrorKind::TwoNegations)),
    }
}

/// The control field: what is written of it, with the operands' `.reuse`.
fn control(
    statement: Statement<'_>,
    dispatch: Dispatch,
    reuse: &[(Reuse, Option<Span>)],
) -> Result<Option<ControlField>, TextError> {
    let (mut control, place) = statement.end()?;
    for &(operand, span) in reuse {
        let Some(span) = span else { continue };
        if dispatch == Dispatch::Decoupled {
            return Err(error(span, TextErrorKind::ReuseOnDecoupled));
        }
        let field = control.unwrap_or(ControlField::IDLE);
        let flags: ReuseFlags = field.reuse().with(operand);
        control = Some(field.with_reuse(flags));
    }
    if let Some(field) = control {
        field.check(dispatch).map_err(|refusal| error(place, TextErrorKind::Control(refusal)))?;
    }
    Ok(control)
}
