//! The part of the chapter about what ptxas compiles wrong in the other video instructions.

use std::fmt::{Result, Write};

use vmad_ptx::ast::{Arithmetic, ArithmeticOp, Select, Source, Tail, Type};
use vmad_unit::{Format, Operand};

use super::markdown::section;
use vmad_ptxas::{
    miscompiles::{D8, D9, D10, D11, D12, D13, P7, miscompiled_constants},
    row::Row,
    spelling::source,
};

const HEAD: &str = "
## Miscompiles of the other video instructions

ptxas 12.9 emits the same code for sm_50 to sm_62. `vmad ptx lower` reproduces it and names the miscompile. Tests run
the emitted code beside the PTX: it differs in the cases of these rows, and no difference was found in others.
";

const SETS: &str = "
### The constants of D8

b is from -32768 to -1 with `.s32` as dtype and `.u32` as btype, and from 32768 to 65535 with `.u32` as dtype and `.s32`
as btype. These constants b of that range give a wrong result for some a and c. A second operation changes nothing; a
merge keeps 8 or 16 bits of the result.

| instruction | dtype | bits, `.sat` | a: U8 | S8 | U16 | S16 | U32 | S32 |
|---|---|---|---|---|---|---|---|---|
";

const LATER: &str = "
## Miscompiles from sm_70 on

There, ptxas 12.9 emits other instructions for each video instruction. An interpreter of these instructions ran the code
for sm_70, sm_75, sm_80, sm_86, sm_89, sm_90, sm_100 and sm_120 beside the PTX, on a sample of all instructions: it differs
in the cases of these rows and of D3, and no difference was found in others. `vmad ptx safe` prints what to write instead.
";

pub(super) fn write(out: &mut String) -> Result {
    out.write_str(HEAD)?;
    [D8, D9, P7].iter().try_for_each(|row| miscompile(out, row))?;
    out.write_str(SETS)?;
    for op in ArithmeticOp::ALL {
        for dtype in [Type::S32, Type::U32] {
            sets(out, op, dtype)?;
        }
    }
    out.write_str(LATER)?;
    [D10, D11, D12, D13].iter().try_for_each(|row| miscompile(out, row))
}

fn miscompile(out: &mut String, row: &Row) -> Result {
    let [ptx, code] = row.meanings;
    let items = [("PTX", ptx), ("emitted code", code), ("cases", row.cases_text), ("evidence", row.evidence)];
    section(out, "###", &items, row)
}

/// The widths of a result, with a tail of each.
const TAILS: [(u32, Tail); 3] =
    [(32, Tail::None), (16, Tail::Merge(Select::H0)), (8, Tail::Merge(Select::B0))];

/// The rows of an instruction and a dtype; widths with the same sets share a row.
fn sets(out: &mut String, op: ArithmeticOp, dtype: Type) -> Result {
    let btype = if dtype == Type::S32 { Type::U32 } else { Type::S32 };
    let mut rows: Vec<(Vec<String>, [String; 6])> = Vec::new();
    for (bits, tail) in TAILS {
        for sat in [false, true] {
            let cells = Format::ALL.map(|format| {
                let b = Source { ty: btype, select: None };
                cell(&Arithmetic { op, dtype, a: source(Operand::first(format)), b, sat, tail })
            });
            let name = format!("{bits}{}", if sat { " `.sat`" } else { "" });
            match rows.iter_mut().find(|(_, known)| *known == cells) {
                Some((names, _)) => names.push(name),
                None => rows.push((vec![name], cells)),
            }
        }
    }
    for (names, cells) in rows {
        writeln!(
            out,
            "| `{}` | `.{}` | {} | {} |",
            op.text(),
            dtype.text(),
            names.join(", "),
            cells.join(" | ")
        )?;
    }
    Ok(())
}

/// `all`, `none`, or the range.
fn cell(it: &Arithmetic) -> String {
    match miscompiled_constants(it) {
        None => "none".to_owned(),
        Some([-32768, -1] | [32768, 65535]) => "all".to_owned(),
        Some([low, high]) => format!("{low} to {high}"),
    }
}
