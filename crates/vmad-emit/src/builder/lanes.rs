//! The program of `VABSDIFF4`: a byte of each operand, their difference, and its place, for each lane.

use vmad_sass::{Instruction, isa::Form};
use vmad_term::{
    operation::{Operation as Op, Term},
    simplify::{Simplified, range::Range},
};
use vmad_unit::{
    Operand, Operation, Saturate, Selector, Sign,
    operand::A_WIRES,
    record::Nothing,
    vabsdiff4::{Mode, SelectA, SelectB, difference, part, start},
};

use super::{Body, Builder, Host, Program};
use crate::unit::{bits_of, selected};

/// The names of numbers and values, by the lane.
type Names = [&'static str; 4];

const BYTE_A: Names = ["byte_a0", "byte_a1", "byte_a2", "byte_a3"];
const BYTE_B: Names = ["byte_b0", "byte_b1", "byte_b2", "byte_b3"];
const LANE: Names = ["lane0", "lane1", "lane2", "lane3"];
const SUM: Names = ["sum0", "sum1", "sum2", "sum3"];
const ACTIVE: Names = ["active0", "active1", "active2", "active3"];
static X: Names = ["x0", "x1", "x2", "x3"];
static Y: Names = ["y0", "y1", "y2", "y3"];
static PART: Names = ["part0", "part1", "part2", "part3"];
static D: Names = ["d0", "d1", "d2", "d3"];

impl Builder {
    pub(super) fn lanes(&mut self, form: &'static Form) -> Option<Program> {
        let byte = self.stage("byte", "A byte of a port, extended to 32 bits.", &["a", "b"], &["x"]);
        let lane = self.stage("lane", "The difference of two bytes, at its place.", &["x", "y"], &["part"]);
        let kept = self.stage("kept", "C, or its bytes of the lanes that are not computed.", &["c"], &["d"]);
        let sum = self.stage("sum", "The sum of two numbers, or one of them.", &["d", "part"], &["d"]);
        let mode = |word: u64| match Instruction::decode(form.opcode.bits | selected(form) | word)
            .ok()?
            .operation()?
        {
            Operation::Vabsdiff4(mode) => Some(mode),
            _ => None,
        };
        let mut host = Host::new(form);
        host.replace_rz("a", "Ra");
        host.replace_rz("b", "Rb");
        host.replace_rz("c", "Rc");
        let fields = ["A signed", "B signed", "SAT", "dtype", "reduction"].map(|name| form.field(name));
        let [a_signed, b_signed, sat, dtype, reduction] = fields;
        let (lanes, reduction) = (form.field("lanes")?, reduction?);
        let adds = host.unit.number(&[reduction.put(1).trailing_zeros()]);
        let adds = host.number("adds", adds);

        // The bytes of C that stay, by the lanes and whether the lanes are added to C.
        let kept_cases = (0..32).map(|number| {
            let word = lanes.put(number & 15) | reduction.put(number >> 4);
            mode(word).map_or(0, |mode| self.case(kept, kept_body(mode)))
        });
        let kept_cases = kept_cases.collect();
        let kept_index = host.packed(&[(host.field("lanes"), 4), (adds, 1)]);
        host.entry("kept_case", kept_cases, kept_index);
        host.stage(&["d"], kept, "kept_case", &["c"]);

        let signs = [a_signed?, b_signed?, sat?, dtype?];
        let mut so_far = "d";
        for index in 0..4 {
            let bit = (0..4).find(|bit| mode(lanes.put(1 << bit)).is_some_and(|mode| mode.lanes[index]))?;
            let bits: Vec<u32> = bits_of(lanes);
            let is_active = host.unit.number(&[*bits.get(bit as usize)?]);
            let is_active = host.number(ACTIVE[index], is_active);
            let bytes = |select: &dyn Fn(u8) -> Option<[u8; 4]>, builder: &mut Self| -> Vec<u16> {
                (0..64_u8)
                    .map(|number| {
                        let byte_of =
                            select(number & 15).filter(|_| number >> 5 == 1).map(|bytes| bytes[index]);
                        builder.case(byte, byte_body(byte_of, Sign::ALL[usize::from(number >> 4 & 1)]))
                    })
                    .collect()
            };
            let of_a = bytes(&|value| Some(SelectA::from_encoding(value)?.bytes()), self);
            let of_b = bytes(&|value| Some(SelectB::from_encoding(value)?.bytes()), self);
            for (name, entries, select, sign) in
                [(BYTE_A[index], of_a, "A select", signs[0]), (BYTE_B[index], of_b, "B select", signs[1])]
            {
                let index =
                    host.packed(&[(host.field(select), 4), (host.unit.field(sign), 1), (is_active, 1)]);
                host.entry(name, entries, index);
            }
            host.stage(&X[index..=index], byte, BYTE_A[index], &["a", "b"]);
            host.stage(&Y[index..=index], byte, BYTE_B[index], &["a", "b"]);
            let lane_cases = (0..64).map(|number: u64| {
                let word =
                    signs.iter().enumerate().fold(reduction.put(number >> 4 & 1), |word, (index, field)| {
                        word | field.put(number >> index & 1)
                    });
                let mode = mode(word | lanes.put(15)).filter(|_| number >> 5 == 1);
                self.case(lane, lane_body(mode, index))
            });
            let lane_cases = lane_cases.collect();
            let parts: Vec<_> = signs.iter().map(|field| (host.unit.field(field), 1)).collect();
            let lane_index = host.packed(&[parts.as_slice(), &[(adds, 1), (is_active, 1)]].concat());
            host.entry(LANE[index], lane_cases, lane_index);
            host.stage(&PART[index..=index], lane, LANE[index], &[X[index], Y[index]]);
            // Without kept bytes, the first lane is the sum.
            let is_first = host.is(kept_index, 15);
            let is_first = host.build(Op::ZeroExtend(is_first));
            let cases = if index == 0 { [0, 1, 0, 2] } else { [0, 1, 0, 1] };
            let cases = cases.map(|number| self.case(sum, sum_body(number))).to_vec();
            let sum_index = host.packed(&[(is_active, 1), (is_first, 1)]);
            host.entry(SUM[index], cases, sum_index);
            host.stage(&D[index..=index], sum, SUM[index], &[so_far, PART[index]]);
            so_far = D[index];
        }
        Some(host.program())
    }
}

/// A byte of two ports; 0 for none.
fn byte_body(byte: Option<u8>, sign: Sign) -> Body {
    let graph = Simplified::default();
    let word = byte.map_or_else(
        || graph.constant(32, 0),
        |byte| {
            let selector = Selector::ALL[usize::from(byte % 4)];
            let port = graph.input(if byte < 4 { "a" } else { "b" });
            let wide =
                vmad_unit::operand::operand(&graph, &mut Nothing, A_WIRES, Operand { selector, sign }, &port);
            graph.build(32, Op::Field(wide, 0))
        },
    );
    Body::new(&graph, word, 1)
}

/// The addend of an active lane; 0 without one.
fn lane_body(mode: Option<Mode>, lane: usize) -> Body {
    let graph = Simplified::default();
    let Some(mode) = mode else { return Body::new(&graph, graph.constant(32, 0), 1) };
    let input = |name, sign| {
        let range = match sign {
            Sign::Unsigned => Range::of_unsigned(32, Some([0, 255])),
            Sign::Signed => Range::of_signed(32, Some([-128, 127])),
        };
        graph.build(10, Op::Field(graph.ranged_input(name, 32, range), 0))
    };
    let bytes = [input("x", mode.a_sign), input("y", mode.b_sign)];
    let value = difference(&graph, &mut Nothing, mode, [&bytes[0], &bytes[1]], ["tmp", "lane"]);
    let addend = part(&graph, mode, lane, true, &value, &graph.constant(32, 0));
    Body::new(&graph, addend, 1)
}

/// The sum before the lanes are added.
fn kept_body(mode: Mode) -> Body {
    let graph = Simplified::default();
    let c = graph.input("c");
    let mut sum = start(&graph, mode, &c);
    let value = graph.constant(10, 0);
    for lane in (0..4).filter(|&lane| !mode.lanes[lane]) {
        let addend: Term = part(&graph, Mode { saturate: Saturate::Off, ..mode }, lane, false, &value, &c);
        sum = graph.build(32, Op::Add(sum, addend));
    }
    Body::new(&graph, sum, 1)
}

/// The sum so far, with a lane, or the lane alone.
fn sum_body(number: u32) -> Body {
    let graph = Simplified::default();
    let (d, part) = (graph.input("d"), graph.input("part"));
    let sum = match number {
        0 => d,
        1 => graph.build(32, Op::Add(d, part)),
        _ => part,
    };
    Body::new(&graph, sum, 1)
}
