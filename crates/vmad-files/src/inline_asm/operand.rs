//! The operands of an asm statement as PTX registers and constants.

use std::{
    collections::{HashMap, HashSet},
    fmt::Write as _,
    hash::{DefaultHasher, Hash, Hasher},
};

use vmad_ptx::{ast::Register, syntax::Span};

use super::{
    Cause, Problem,
    statement::Operand,
    template::{GAP, Placed},
};

/// A letter of a constraint, and the type of its register.
const REGISTERS: [(char, &str); 6] =
    [('h', "b16"), ('r', "b32"), ('l', "b64"), ('q', "b128"), ('f', "f32"), ('d', "f64")];

/// The registers of a statement's operands.
#[derive(Debug, Default)]
pub(super) struct Operands {
    /// The operands `%0`, `%1` and so on.
    pub(super) known: Vec<Known>,
    /// The declarations, and copies of variables that are an input and the output of another operand.
    pub(super) head: Placed,
    /// The declared registers.
    pub(super) names: HashSet<String>,
    /// The constants that are not known.
    pub(super) gaps: Vec<Problem>,
    /// The next number for a name that is taken.
    numbers: HashMap<String, usize>,
    /// The copies into registers that operands share with an output. They follow all other copies.
    copies: Placed,
}

/// What a constraint asks for.
enum Constraint {
    /// The letter.
    Register(char),
    Constant,
    /// The register of another operand.
    Same(usize),
}

/// An operand that was read.
#[derive(Debug)]
pub(super) struct Known {
    /// The register or constant in the template.
    pub(super) text: String,
    /// The register of the variable; empty for a constant.
    pub(super) register: String,
    pub(super) letter: char,
    /// Whether the template writes the register.
    pub(super) is_output: bool,
    /// Whether it has a `&`: the register is that of no input.
    pub(super) is_early: bool,
    /// Whether the register has a first value: that of a `+`, or of a tied input.
    pub(super) is_read: bool,
    /// Whether it is an input with the value of a number.
    pub(super) is_number: bool,
    pub(super) constraint: Span,
}

impl Operands {
    /// Names the operands of a source after their expressions.
    ///
    /// # Errors
    /// A constraint that CUDA does not have.
    pub(super) fn new(source: &str, operands: &[Operand]) -> Result<Self, Problem> {
        let mut found = Self::default();
        let mut known: Vec<Known> = Vec::with_capacity(operands.len());
        // The first operand of each variable and letter.
        let mut variables: HashMap<(&str, char), usize> = HashMap::new();
        for operand in operands {
            let (is_output, is_early, kind) = constraint(source, operand)?;
            let constraint = operand.constraint;
            let is_read = !is_output || constraint.of(source).contains('+');
            let blank = Known {
                text: String::new(),
                register: String::new(),
                letter: 'r',
                is_output,
                is_early,
                is_read,
                is_number: false,
                constraint,
            };
            let (expression, place) = (operand.expression.of(source), operand.expression);
            let (letter, same) = match kind {
                Constraint::Register(letter) => (letter, None),
                Constraint::Same(other) => {
                    let Some(Known { letter, text, is_read, .. }) = known.get_mut(other) else {
                        let message = format!("operand {other} in a constraint: legal is an earlier one");
                        return Err(Problem { span: operand.constraint, message, cause: Cause::Illegal });
                    };
                    *is_read = true;
                    (*letter, Some(text.clone()))
                }
                Constraint::Constant => {
                    let text = constant(source, operand).unwrap_or_else(|problem| {
                        found.gaps.push(problem);
                        GAP.to_string()
                    });
                    known.push(Known { text, ..blank });
                    continue;
                }
            };
            let ty = register_type(letter).unwrap_or_default();
            let first = variables.get(&(expression, letter)).and_then(|&first| known.get(first));
            let variable = first.filter(|_| !is_output);
            let is_integer = matches!(letter, 'h' | 'r' | 'l');
            let number = constant(source, operand).ok().filter(|_| is_integer && !is_output);
            let is_number = number.is_some();
            let register = if let Some(variable) = variable {
                variable.register.clone()
            } else {
                let register = found.declared(ty, &register(expression), place);
                // The compiler knows the number: it is not an input of the statement.
                if let Some(number) = number {
                    found.copy(ty, &register, &number, place);
                }
                register
            };
            let text = match (same, variable) {
                (Some(same), _) => found.tied(ty, &register, same, place),
                // The template may write the output before it reads the input.
                (None, Some(variable)) if variable.is_output => {
                    let copy = found.declared(ty, &format!("{register}_in"), place);
                    found.copy(ty, &copy, &register, place);
                    copy
                }
                (None, _) => register.clone(),
            };
            if is_pure(expression) {
                variables.entry((expression, letter)).or_insert(known.len());
            }
            known.push(Known { text, register, letter, is_number, ..blank });
        }
        found.known = known;
        let tied = std::mem::take(&mut found.copies);
        found.head.copy(&tied, 0..tied.text.len());
        Ok(found)
    }

    /// Declares a register of that name, or with a number if the name is taken.
    fn declared(&mut self, ty: &str, name: &str, place: Span) -> String {
        let mut free = name.to_owned();
        while !self.names.insert(free.clone()) {
            let number = self.numbers.entry(name.to_owned()).or_default();
            *number += 1;
            free = format!("{name}$${number}");
        }
        self.head.push(&format!(".reg .{ty} {free};\n"), place);
        free
    }

    /// Gives the operand of a variable the register of an output. Returns the register.
    fn tied(&mut self, ty: &str, variable: &str, output: String, place: Span) -> String {
        if variable != output {
            let copy = self.declared(ty, &format!("{output}_in"), place);
            self.copy(ty, &copy, variable, place);
            self.copies.push(&format!("mov.{} {output}, {copy};\n", bits(ty)), place);
        }
        output
    }

    fn copy(&mut self, ty: &str, to: &str, from: &str, place: Span) {
        self.head.push(&format!("mov.{} {to}, {from};\n", bits(ty)), place);
    }
}

/// The type of a letter's register.
pub(super) fn register_type(letter: char) -> Option<&'static str> {
    REGISTERS.iter().find(|(known, _)| *known == letter).map(|(_, ty)| *ty)
}

/// The type of a copy, which is the same for numbers of all kinds.
pub(super) fn bits(ty: &str) -> String {
    ty.replace('f', "b")
}

/// Whether the template writes the register, also if it reads it first; whether it has a `&`; what the constraint asks for.
fn constraint(source: &str, operand: &Operand) -> Result<(bool, bool, Constraint), Problem> {
    let text = operand.constraint.of(source).replace(['"', ' ', '\t', '\r', '\n'], "");
    let output = text.strip_prefix(['=', '+']);
    let is_output = output.is_some();
    let letters = output.unwrap_or(&text).trim_start_matches('&');
    let mut characters = letters.chars();
    let (first, second) = (characters.next(), characters.next());
    if (first, second, is_output) == (Some('C'), None, false) {
        let message = "the text of a \"C\" operand is that of a variable, which is not read".to_owned();
        return Err(Problem { span: operand.constraint, message, cause: Cause::Unknown });
    }
    let kind = match (first, second) {
        (Some('n' | 'i'), None) if !is_output => Some(Constraint::Constant),
        (Some(letter), None) if register_type(letter).is_some() => Some(Constraint::Register(letter)),
        _ if !is_output => letters.parse().ok().map(Constraint::Same),
        _ => None,
    };
    let Some(kind) = kind else {
        let message = format!(
            "the constraint \"{text}\" is not one of CUDA: legal are h r l q f d with = or + or neither, n, i, C, and the number of an output"
        );
        return Err(Problem { span: operand.constraint, message, cause: Cause::Host });
    };
    Ok((is_output, text.contains('&'), kind))
}

/// The number of a constant operand.
fn constant(source: &str, operand: &Operand) -> Result<String, Problem> {
    let expression = without_parentheses(operand.expression.of(source));
    let number = expression.trim_start_matches(['-', '+', ' ']).trim_end_matches(['u', 'U', 'l', 'L']);
    let digits = number.strip_prefix("0x").or_else(|| number.strip_prefix("0X"));
    let is_number = match digits {
        Some(digits) => !digits.is_empty() && digits.chars().all(|c| c.is_ascii_hexdigit()),
        None => !number.is_empty() && number.chars().all(|c| c.is_ascii_digit()),
    };
    if is_number {
        let sign = &expression[..expression.len() - expression.trim_start_matches(['-', '+', ' ']).len()];
        return Ok(format!("{sign}{number}"));
    }
    let message = format!(
        "the constant '{expression}' is not a number: macros, templates and expressions are not evaluated"
    );
    Err(Problem { span: operand.expression, message, cause: Cause::Unknown })
}

/// Whether an expression has the same value twice: a variable, a member or an element.
fn is_pure(expression: &str) -> bool {
    !expression.contains(['(', '=', '{']) && !expression.contains("++") && !expression.contains("--")
}

/// The register of an expression: `a` of `a`, `x$lo` of `x.lo`, `v$1` of `v[1]`, `a$0x2b$b` of `a + b`. Two expressions
/// have one name only if they are the same. A long one has a number, because the template can name it often.
fn register(expression: &str) -> String {
    /// In bytes.
    const LONGEST: usize = 128;
    let mut name = String::new();
    let mut rest = without_parentheses(expression);
    while let Some(character) = rest.chars().next() {
        let index = rest.strip_prefix('[').and_then(|rest| rest.split_once(']'));
        let index = index.filter(|(it, _)| !it.is_empty() && it.bytes().all(|byte| byte.is_ascii_digit()));
        rest = &rest[character.len_utf8()..];
        match (character, index) {
            (_, Some((index, behind))) => {
                name.extend(["$", index]);
                rest = behind;
            }
            ('0'..='9' | 'a'..='z' | 'A'..='Z' | '_', _) => name.push(character),
            ('.', _) => name.push('$'),
            (other, _) if other.is_whitespace() => {
                let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
                if name.ends_with(is_word) && rest.starts_with(is_word) {
                    name.push_str("$0x20$");
                }
            }
            (other, _) => _ = write!(name, "${:#x}$", u32::from(other)),
        }
    }
    if name.len() > LONGEST {
        let mut hasher = DefaultHasher::new();
        name.hash(&mut hasher);
        return format!("operand_{:016x}", hasher.finish());
    }
    // `WARP_SZ` is a constant of PTX.
    if Register::new(&name).is_none() { format!("$${name}") } else { name }
}

/// An expression without parentheses around the whole of it.
fn without_parentheses(expression: &str) -> &str {
    let rest = expression.trim_start_matches(|c: char| c == '(' || c.is_whitespace());
    let middle = rest.trim_end_matches(|c: char| c == ')' || c.is_whitespace());
    let (before, after) = (&expression[..expression.len() - rest.len()], &rest[middle.len()..]);
    let [opened, closed] = [before.matches('(').count(), after.matches(')').count()];
    // The depth behind each character of the middle; below 0, a `)` in a literal.
    let (mut depth, mut least) = (opened as i64, opened as i64);
    for character in middle.chars() {
        depth += i64::from(character == '(') - i64::from(character == ')');
        least = least.min(depth);
    }
    let around = opened.min(closed).min(usize::try_from(least).unwrap_or(0));
    if around == 0 || depth < closed as i64 {
        return expression;
    }
    let first = before.match_indices('(').nth(around - 1).map_or(0, |(at, _)| at + 1);
    let last = after.rmatch_indices(')').nth(around - 1).map_or(0, |(at, _)| at);
    expression[first..before.len() + middle.len() + last].trim()
}
