//! The programs of all instructions but `VABSDIFF4`: operands, `tmp`, last stages.

use std::collections::HashMap;

use vmad_sass::{
    Instruction,
    isa::{B, Field, Form, Layout},
};
use vmad_term::{
    operation::{Operation as Op, Term},
    simplify::{Simplified, range::Range},
};
use vmad_unit::{
    Format, Kind, Operand, Operation, Output, Selector, Sign, Width,
    operand::A_WIRES,
    record::{Nothing, Wire},
    saturate::saturate,
    second_op::finish,
    vmad, vsetp,
};

use super::{Body, Builder, Host, Program};
use crate::unit::{bits_of, computes, mode, selected};

/// The last stages of a mode. Modes with equal ones share code.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Last {
    /// The shift and the clamp.
    Vmad(vmad::Mode),
    Vsetp(vsetp::Mode),
    Output(Output),
}

impl Last {
    fn of(operation: Operation) -> Option<Self> {
        Some(match operation {
            // Any mode with the same final sign.
            Operation::Vmad(mode) => {
                let word = Operand::first(Format { width: Width::Word, sign: mode.final_sign() });
                Self::Vmad(vmad::Mode { a: word, b: word, psign: vmad::Psign::Add, ..mode })
            }
            Operation::Vsetp(mode) => {
                let word = Operand::first(Format::U32);
                Self::Vsetp(vsetp::Mode { a: word, b: word, comparison: vmad_unit::Comparison::F, ..mode })
            }
            _ => Self::Output(operation.output()?),
        })
    }

    /// The result, for a `tmp` in a range.
    fn body(self, bits: u32, range: Range) -> Body {
        let graph = Simplified::default();
        let tmp = graph.ranged_input(if bits == 1 { "holds" } else { "tmp" }, bits, range);
        let c = graph.input("c");
        let result = match self {
            Self::Vmad(mode) => {
                let shr = vmad::normalise(&graph, &mut Nothing, mode, &tmp);
                saturate(&graph, &mut Nothing, mode.saturate, mode.final_sign(), &shr)
            }
            Self::Vsetp(mode) => {
                let source = vsetp::source(&graph, &mut Nothing, mode, &c);
                vsetp::join(&graph, &mut Nothing, mode, &tmp, &source)
            }
            Self::Output(output) => finish(&graph, &mut Nothing, output, &tmp, &c),
        };
        Body::new(&graph, result, 1)
    }
}

/// The names of the two stages of an instruction, their arguments, and the results of the first.
struct Names {
    /// After the mnemonic: `tmp` of `vadd_tmp`.
    first: &'static str,
    last: &'static str,
    first_arguments: &'static [&'static str],
    last_arguments: &'static [&'static str],
    tmp: &'static [&'static str],
    /// The fields that the last stages depend on.
    fields: &'static [&'static str],
}

const OUTPUT: &[&str] = &["secop", "dtype", "SAT"];

impl Names {
    const fn of(kind: Kind) -> Self {
        let common = Self {
            first: "tmp",
            last: "finish",
            first_arguments: &["x", "y"],
            last_arguments: &["tmp", "tmp_high", "c"],
            tmp: &["tmp", "tmp_high"],
            fields: OUTPUT,
        };
        match kind {
            Kind::Vmad => Self {
                last: "vmad_result",
                first_arguments: &["x", "y", "c"],
                last_arguments: &["tmp", "tmp_high", "tmp_top"],
                tmp: &["tmp", "tmp_high", "tmp_top"],
                fields: &["scale", "SAT"],
                ..common
            },
            Kind::Vsetp => Self {
                first: "holds",
                last: "vsetp_result",
                last_arguments: &["holds", "c"],
                tmp: &["holds"],
                fields: &["bool op", "Ps not"],
                ..common
            },
            Kind::Vset => Self { tmp: &["tmp"], ..common },
            _ => common,
        }
    }
}

/// The six formats, by a selector in bits 2:0 and a sign in bit 3.
fn format_of(part: u64) -> u16 {
    let width = Selector::from_encoding((part & 7) as u8).map_or(Width::Byte, Selector::width);
    (width as u16) << 1 | (part >> 3) as u16
}

/// The numbers of an operand of a format, extended to 32 bits.
fn range_of(format: Format) -> Range {
    let bits = format.width.bits();
    match format.sign {
        Sign::Unsigned => Range::of_unsigned(32, Some([0, (1 << bits) - 1])),
        Sign::Signed => Range::of_signed(32, Some([-(1 << (bits - 1)), (1 << (bits - 1)) - 1])),
    }
}

/// Bits of a number in the places of the word that some fields have.
fn deposited(fields: &[&Field], number: u64) -> u64 {
    let bits = fields.iter().flat_map(|field| bits_of(field));
    bits.enumerate().fold(0, |word, (index, bit)| word | (number >> index & 1) << bit)
}

fn width(fields: &[&Field]) -> u32 {
    fields.iter().map(|field| field.width()).sum()
}

impl Builder {
    pub(super) fn scalar(&mut self, form: &'static Form) -> Option<Program> {
        let names = Names::of(form.kind);
        let mut host = Host::new(form);
        let operand = self.operand_stage();
        let has_b_sign = form.field("B signed").is_some();
        let is_register = host.is(host.unit.number(&[form.field("B kind")?.put(1).trailing_zeros()]), 1);
        self.operands(&mut host, operand, is_register);
        if form.field("Ps").is_some() {
            let is_pt = host.is(host.field("Ps"), 7);
            host.replace("c", is_pt, host.constant(1));
        }
        host.replace_rz("c", "Rc");

        let is_last = |field: &&Field| names.fields.contains(&field.name());
        let is_sign = |field: &&Field| ["A signed", "B signed"].contains(&field.name());
        let last_fields: Vec<_> = mode(form).filter(is_last).collect();
        let first_fields: Vec<_> = mode(form).filter(|field| !is_last(field) && !is_sign(field)).collect();
        let first = format!("{}_{}", form.kind.name().to_lowercase(), names.first);
        let first =
            self.stage(&first, "The number before the last stages.", names.first_arguments, names.tmp);
        let last = self.stage(names.last, "The last stages.", names.last_arguments, &["d"]);

        let words = names.tmp.len();
        let mut first_cases = Vec::new();
        // The rows of two tables: the cases of the last stages, and the words of `tmp` that they read.
        let mut classes: Vec<(Vec<u16>, Vec<u16>)> = Vec::new();
        let mut class_of = Vec::new();
        let mut known: HashMap<(Last, [i128; 2]), u16> = HashMap::new();
        for a in Format::ALL {
            for b in Format::ALL {
                for number in 0..1 << width(&first_fields) {
                    let signs = [("A signed", a.sign), ("B signed", b.sign)];
                    let signs =
                        signs.map(|(name, sign)| form.field(name).map_or(0, |field| field.put(sign as u64)));
                    let word = form.opcode.bits
                        | selected(form)
                        | signs[0]
                        | signs[1]
                        | deposited(&first_fields, number);
                    let is_possible = has_b_sign || b.sign == Sign::Unsigned;
                    let Some(tmp) = Tmp::of(word, a, b).filter(|_| is_possible) else {
                        first_cases.extend(vec![0; words]);
                        class_of.push(0);
                        continue;
                    };
                    let mut class = (Vec::new(), Vec::new());
                    for number in 0..1 << width(&last_fields) {
                        let operation = Instruction::decode(word | deposited(&last_fields, number)).ok();
                        let of = operation.and_then(|instruction| Last::of(instruction.operation()?));
                        let case = of.map_or(0, |of| {
                            *known
                                .entry((of, tmp.range.signed))
                                .or_insert_with(|| self.case(last, of.body(tmp.bits, tmp.range)))
                        });
                        class.0.push(case);
                        let read = of.map_or(1, |_| self.stages[last].bodies[usize::from(case)].words());
                        class.1.push(read as u16 - 1);
                    }
                    for read in 0..words {
                        let is_read = class.1.contains(&(read as u16));
                        let case =
                            is_read.then(|| self.case(first, Body::new(&tmp.graph, tmp.term, read + 1)));
                        first_cases.push(case.unwrap_or(0));
                    }
                    let at = classes.iter().position(|known| *known == class);
                    class_of.push(at.unwrap_or(classes.len()) as u16);
                    if at.is_none() {
                        classes.push(class);
                    }
                }
            }
        }
        let number = |host: &Host, fields: &[&Field]| {
            host.unit.number(&fields.iter().flat_map(|field| bits_of(field)).collect::<Vec<_>>())
        };
        let formats = host.indexed(host.unit.graph.input("format_a"), 6, host.unit.graph.input("format_b"));
        let first_mode = host.indexed(formats, 1 << width(&first_fields), number(&host, &first_fields));
        let first_mode = host.number("mode", first_mode);
        let class = host.entry("range", class_of, first_mode);
        let last_mode = host.indexed(class, 1 << width(&last_fields), number(&host, &last_fields));
        let last_mode = host.number("last_mode", last_mode);
        let (last_cases, reads): (Vec<_>, Vec<_>) = classes.into_iter().unzip();
        host.entry("last", last_cases.concat(), last_mode);
        let first_index = if words == 1 {
            first_mode
        } else {
            let read = host.entry("words", reads.concat(), last_mode);
            host.indexed(first_mode, words, read)
        };
        host.entry("first", first_cases, first_index);
        host.stage(names.tmp, first, "first", names.first_arguments);
        let given = |name: &&'static str| if *name == "tmp_high" && words == 1 { "tmp" } else { *name };
        let arguments: Vec<_> = names.last_arguments.iter().map(given).collect();
        host.stage(&["d"], last, "last", &arguments);
        Some(host.program())
    }

    /// The stage that selects and extends a part of a port.
    fn operand_stage(&mut self) -> usize {
        self.stage("operand", "The selected part of a port, extended to 32 bits.", &["port"], &["x"])
    }

    /// The operands `x` and `y`, and the numbers of their formats.
    fn operands(&mut self, host: &mut Host, stage: usize, is_register: Term) {
        let cases: Vec<_> = (0..16).map(|part| self.operand_case(stage, part)).collect();
        let formats: Vec<_> = (0..16).map(format_of).collect();
        host.replace_rz("a", "Ra");
        let part_a = host.packed(&[(host.field("A select"), 3), (host.field("A signed"), 1)]);
        let part_a = host.number("part_a", part_a);
        host.entry("operand_a", cases.clone(), part_a);
        host.stage(&["x"], stage, "operand_a", &["a"]);

        // The host extends an immediate.
        let is_immediate = host.unit.graph.not(is_register);
        let b_signed = host.field("B signed");
        host.replace_rz("b", "Rb");
        let immediate = Layout::Maxwell
            .forms(host.form.kind)
            .iter()
            .find(|form| form.b == B::Immediate && computes(form));
        if let Some(imm16) = immediate.and_then(|form| form.field("imm16")) {
            let number = host.unit.field(imm16);
            let up = host.build(Op::ShiftLeft(number, 16));
            let signed = host.build(Op::ShiftRightSigned(up, 16));
            let is_signed = host.is(b_signed, 1);
            let number = host.build(Op::Choose(is_signed, signed, number));
            host.replace("b", is_immediate, number);
        }
        let of = |selector: Selector| host.constant(selector.encoding().into());
        let select = host.build(Op::Choose(is_register, host.field("B select"), of(Selector::H0)));
        let part_b = host.packed(&[(select, 3), (b_signed, 1)]);
        let whole = host.build(Op::Choose(is_register, host.unit.graph.input("part_b"), of(Selector::Word)));
        let part_b = host.number("part_b", part_b);
        host.entry("operand_b", cases, whole);
        host.stage(&["y"], stage, "operand_b", &["b"]);
        host.entry("format_a", formats.clone(), part_a);
        host.entry("format_b", formats, part_b);
    }

    fn operand_case(&mut self, stage: usize, part: u64) -> u16 {
        let Some(selector) = Selector::from_encoding((part & 7) as u8) else { return 0 };
        let operand = Operand { selector, sign: Sign::ALL[(part >> 3) as usize] };
        let graph = Simplified::default();
        let wide = vmad_unit::operand::operand(&graph, &mut Nothing, A_WIRES, operand, &graph.input("port"));
        let word = graph.build(32, Op::Field(wide, 0));
        self.case(stage, Body::new(&graph, word, 1))
    }
}

/// The number before the last stages.
struct Tmp {
    graph: Simplified,
    term: Term,
    bits: u32,
    range: Range,
}

impl Tmp {
    /// That of a word, for operands of two formats.
    fn of(word: u64, a: Format, b: Format) -> Option<Self> {
        let operation = Instruction::decode(word).ok()?.operation()?;
        let graph = Simplified::default();
        let [x, y] =
            [("x", a), ("y", b)].map(|(name, format)| graph.ranged_input(name, 32, range_of(format)));
        let mut wires: Vec<Wire<Term>> = Vec::new();
        operation.compute(&graph, &mut wires, [x, y, graph.input("c")]);
        let name = if operation.kind() == Kind::Vsetp { "holds" } else { "tmp" };
        let term = wires.iter().find(|wire| wire.name == name)?.bits;
        let (bits, range) = (graph.bits(term), graph.range(term));
        Some(Self { graph, term, bits, range })
    }
}
