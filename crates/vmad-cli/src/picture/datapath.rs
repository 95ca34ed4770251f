//! The datapath of one execution, with the values on its wires.

use std::io;

use vmad_sass::{Vmad, vmad::SourceB};
use vmad_unit::{Psign, Saturate, Scale, Sign, Stage, Trace, Width};

use super::canvas::{Anchor, Canvas};
use crate::json::sign;

const WIDTH: u32 = 1080;
const HEIGHT: u32 = 1070;
/// The centres of the columns of A, B and C.
const A: u32 = 280;
const B: u32 = 580;
const C: u32 = 880;
/// The column of the product.
const PRODUCT: u32 = u32::midpoint(A, B);
/// The column of the sum.
const SUM: u32 = u32::midpoint(PRODUCT, C);
/// The upper edge of the first boxes, and the distance between rows.
const TOP: u32 = 76;
const ROW: u32 = 104;
/// The height of a box.
const BOX: u32 = 34;

/// Draws an execution; `writes` says what the write-back does.
pub(crate) fn datapath(vmad: &Vmad, trace: &Trace, writes: &str) -> io::Result<String> {
    let title = format!("{vmad};");
    let told = trace.wires.iter().map(|wire| format!("{} {}", wire.name, wire.value()));
    let description = format!("The datapath: {}; {writes}.", told.collect::<Vec<_>>().join(", "));
    let canvas = Canvas::new(WIDTH, HEIGHT, &title, &description)?;
    let mut path = Path { canvas, trace };
    path.canvas.text((20, 28), Anchor::Start, "title", &title)?;
    let below = format!("{:#018x}, {}", vmad.encode(), vmad.dispatch().name());
    path.canvas.text((20, 48), Anchor::Start, "faint", &below)?;
    path.stages()?;
    path.operands(vmad)?;
    path.sum(vmad.psign)?;
    path.end(vmad, writes)?;
    path.canvas.finish()
}

/// The upper edge of a row of boxes.
const fn row(index: u32) -> u32 {
    TOP + ROW * index
}

struct Path<'t> {
    canvas: Canvas,
    trace: &'t Trace,
}

impl Path<'_> {
    /// A box with its text.
    fn part(&mut self, middle: u32, at: u32, width: u32, text: &str) -> io::Result<()> {
        self.canvas.boxed(middle - width / 2, row(at), width, BOX, "box")?;
        self.canvas.text((middle, row(at) + 22), Anchor::Middle, "", text)
    }

    /// An arrow from one row of boxes to another, with the width, bits and value of the wire.
    fn wire(&mut self, x: u32, from: u32, to: u32, name: &str) -> io::Result<()> {
        let top = row(from) + BOX;
        self.canvas.arrow(x, top, row(to))?;
        let Some(wire) = self.trace.wire(name) else { return Ok(()) };
        let [first, second, third] = [18, 36, 54].map(|down| top + down);
        self.canvas.text((x - 10, second), Anchor::End, "faint", &wire.bits.width().to_string())?;
        self.canvas.text((x + 10, first), Anchor::Start, "faint", name)?;
        self.canvas.text((x + 10, second), Anchor::Start, "", wire.pattern().to_string().trim_start())?;
        let value = wire.value().to_string();
        self.canvas.text((x + 10, third), Anchor::Start, "accent", &value)
    }

    /// The stages' names at the side, with the signs that rule them.
    fn stages(&mut self) -> io::Result<()> {
        let signs = ["intermediate", "final"].map(|wire| self.trace.sign(wire).map_or("", sign));
        let ranges = format!("final {}", signs[1]);
        for (at, name, note) in [
            (0, "ports", ""),
            (1, Stage::Select.name(), ""),
            (3, Stage::Multiply.name(), ""),
            (4, Stage::Add.name(), &format!("intermediate {}", signs[0])),
            (7, Stage::Shift.name(), &ranges),
            (8, Stage::Saturate.name(), &ranges),
            (9, "write-back", ""),
        ] {
            if at > 0 {
                self.canvas.rule(row(at) - 6, WIDTH)?;
            }
            self.canvas.text((20, row(at) + 14), Anchor::Start, "name", name)?;
            if !note.is_empty() {
                self.canvas.text((20, row(at) + 32), Anchor::Start, "faint", note)?;
            }
        }
        Ok(())
    }

    /// Ports, select, extend.
    fn operands(&mut self, vmad: &Vmad) -> io::Result<()> {
        let b_port = match vmad.b {
            SourceB::Register { source, .. } => format!("B: {}", source.register),
            SourceB::Immediate { value, .. } => format!("B: imm16 {value:#06x}"),
        };
        let a_port = format!("A: {}", vmad.a.register);
        let names = [["A port", "A field", "A extended"], ["B port", "B field", "B extended"]];
        let sources = [(A, vmad.a.operand, a_port), (B, vmad.b.operand(), b_port)];
        for ((x, operand, port), [on_port, field, extended]) in sources.into_iter().zip(names) {
            self.part(x, 0, 200, &port)?;
            self.wire(x, 0, 1, on_port)?;
            let select = match operand.selector.width() {
                Width::Word => "select all 32 bits".to_owned(),
                Width::Byte | Width::Half => format!("select {}", operand.selector.name()),
            };
            self.part(x, 1, 200, &select)?;
            self.wire(x, 1, 2, field)?;
            self.part(x, 2, 200, &format!("extend as {}", operand.format().name()))?;
            self.wire(x, 2, 3, extended)?;
        }
        self.part(C, 0, 200, &format!("C: {}", vmad.c))?;
        self.wire(C, 0, 4, "C port")
    }

    /// The product and C to the adder.
    fn sum(&mut self, psign: Psign) -> io::Result<()> {
        self.part(PRODUCT, 3, B - A + 200, "A * B")?;
        self.wire(PRODUCT, 3, 5, "product")?;
        let extend = match self.trace.sign("intermediate") {
            Some(Sign::Signed) => "extend by the sign",
            _ => "extend with zeros",
        };
        self.part(C, 4, 200, extend)?;
        self.wire(C, 4, 5, "C extended")?;
        let (product, c) = match psign {
            Psign::Add | Psign::PlusOne => ("as it is", "as it is"),
            Psign::SubtractC => ("as it is", "invert: ~C"),
            Psign::NegateProduct => ("invert: ~(A*B)", "as it is"),
        };
        self.part(PRODUCT, 5, 200, product)?;
        self.wire(PRODUCT, 5, 6, "product term")?;
        self.part(C, 5, 200, c)?;
        self.wire(C, 5, 6, "C term")?;
        let carry = self.trace.pattern("carry in");
        self.part(SUM, 5, 130, &format!("carry in {carry}"))?;
        self.canvas.arrow(SUM, row(5) + BOX, row(6))?;
        self.part(SUM, 6, C - PRODUCT + 200, psign.operation())?;
        self.wire(SUM, 6, 7, "tmp")
    }

    /// Shift, clamp, write-back.
    fn end(&mut self, vmad: &Vmad, writes: &str) -> io::Result<()> {
        let shift = match (vmad.scale, self.trace.sign("final")) {
            (Scale::Pass, _) => "no shift".to_owned(),
            (scale, Some(Sign::Signed)) => format!(">> {}, the sign moves in", scale.count()),
            (scale, _) => format!(">> {}, zeros move in", scale.count()),
        };
        self.part(SUM, 7, 300, &shift)?;
        self.wire(SUM, 7, 8, "shr")?;
        let clamp = match vmad.saturate {
            Saturate::Off => "shr[31:0]".to_owned(),
            Saturate::On => format!(
                "clamp to {} .. {}: {}",
                self.trace.value("min").unwrap_or_default(),
                self.trace.value("max").unwrap_or_default(),
                self.trace.clamp().name()
            ),
        };
        self.part(SUM, 8, 440, &clamp)?;
        self.wire(SUM, 8, 9, "result")?;
        self.part(SUM, 9, 440, writes)
    }
}
