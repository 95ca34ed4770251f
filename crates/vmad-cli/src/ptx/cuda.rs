//! CUDA source with PTX in it.

use std::fmt::Write as _;

use vmad_ptx::sequence::{Sequence, Width};

/// An inline function whose body is the code, one instruction a line. Its parameters are the inputs, its result is `d`.
pub(super) fn function(name: &str, code: &str, sequence: &Sequence) -> String {
    let inputs: Vec<&str> = sequence.inputs().map(|register| register.name.as_str()).collect();
    let operands: Vec<&str> = ["d"].into_iter().chain(inputs.iter().copied()).collect();
    let parameters: Vec<String> = inputs.iter().map(|name| format!("unsigned {name}")).collect();
    let mut text = String::new();
    let _ = writeln!(text, "  __device__ inline unsigned {name}({}) {{", parameters.join(", "));
    let _ = writeln!(text, "    unsigned d;");
    let _ = write!(text, "    asm(\"{{ ");
    let local = sequence.registers().iter().filter(|register| !operands.contains(&register.name.as_str()));
    for register in local {
        let _ = match register.width {
            Width::Predicate => write!(text, ".reg .pred {}; ", register.name),
            Width::Bits(bits) => write!(text, ".reg .b{bits} {}; ", register.name),
        };
    }
    for line in code.lines() {
        let _ = write!(text, "\"\n        \"{} ", with_operands(line, &operands));
    }
    let constraints: Vec<String> = inputs.iter().map(|name| format!("\"r\"({name})")).collect();
    let _ = writeln!(text, "}}\"\n        : \"=r\"(d) : {});", constraints.join(", "));
    let _ = writeln!(text, "    return d;\n  }}");
    text
}

/// The line with `%0`, `%1` in place of the names of operands. A name after a dot is a modifier or a selector.
fn with_operands(line: &str, operands: &[&str]) -> String {
    let mut text = String::new();
    let mut rest = line;
    let mut dotted = false;
    while let Some(first) = rest.chars().next() {
        let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let length = rest.find(|c| !is_name(c)).unwrap_or(rest.len()).max(first.len_utf8());
        let (word, after) = rest.split_at(length);
        match operands.iter().position(|operand| *operand == word) {
            Some(index) if !dotted => {
                let _ = write!(text, "%{index}");
            }
            _ => text.push_str(word),
        }
        dotted = word == ".";
        rest = after;
    }
    text
}

#[cfg(test)]
mod tests {
    use super::with_operands;

    #[test]
    fn a_selector_is_not_an_operand() {
        let line = with_operands("vadd.u32.u32.u32 d, a.b0, b0;", &["d", "a", "b0"]);
        assert_eq!(line, "vadd.u32.u32.u32 %0, %1.b0, %2;");
    }
}
