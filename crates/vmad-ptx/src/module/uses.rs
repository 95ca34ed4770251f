//! Whether a result is used, and whether a function has a loop.

use std::collections::BTreeSet;

use super::body::{Name, Statement};

/// The `vmad`s whose result nothing uses, by the places of their opcodes.
///
/// A result is used if a statement reads it that has an effect, or whose own result is used. The order of the statements
/// counts only where no jump comes between: a result that is overwritten there is not used.
pub(super) fn unused(statements: &[Statement<'_, '_>]) -> BTreeSet<usize> {
    let live = live(statements);
    let is_used = |(at, statement): &(usize, &Statement<'_, '_>)| {
        has_effect(statement)
            || statement
                .writes
                .iter()
                .any(|name| live.contains(name) && !is_overwritten(&statements[at + 1..], *name))
    };
    let vmads = statements.iter().enumerate().filter(|(_, it)| it.opcode() == "vmad");
    vmads.filter(|it| !is_used(it)).map(|(_, it)| it.at()).collect()
}

/// Whether a statement jumps back, or to a place that it computes.
pub(super) fn has_loop(statements: &[Statement<'_, '_>]) -> bool {
    let mut labels: BTreeSet<&str> = BTreeSet::new();
    statements.iter().any(|statement| {
        labels.extend(&statement.labels);
        let targets = || statement.writes.iter().chain(&statement.reads).map(|(_, name)| name);
        match statement.opcode() {
            "brx" => true,
            "bra" => targets().any(|name| labels.contains(name)),
            _ => false,
        }
    })
}

/// The registers whose values are read, in the end, by a statement with an effect.
fn live<'t>(statements: &[Statement<'_, 't>]) -> BTreeSet<Name<'t>> {
    let mut live = BTreeSet::new();
    loop {
        let before = live.len();
        for statement in statements.iter().rev() {
            let is_used = has_effect(statement) || statement.writes.iter().any(|name| live.contains(name));
            if is_used {
                live.extend(&statement.reads);
            }
            if has_effect(statement) {
                live.extend(&statement.writes);
            }
        }
        if live.len() == before {
            return live;
        }
    }
}

/// Whether a statement does more than to write the registers of its first operand. What the body does not declare is
/// somebody else's too: a result, or a variable.
fn has_effect(statement: &Statement<'_, '_>) -> bool {
    let first =
        statement.tokens.iter().skip(1).find(|token| !token.text.starts_with('.') && token.text != ":");
    let is_place = first.is_none_or(|token| matches!(token.text, "[" | "("));
    is_place
        || matches!(statement.opcode(), "call" | "bra" | "brx" | "atom" | "bar" | "barrier")
        || statement.writes.iter().any(|(declaration, name)| declaration.is_none() && *name != "_")
}

/// Whether a register is written by the statements behind, in any case and before it is read.
fn is_overwritten(behind: &[Statement<'_, '_>], name: Name<'_>) -> bool {
    for statement in behind {
        let is_jump = matches!(statement.opcode(), "bra" | "brx");
        if !statement.labels.is_empty()
            || is_jump
            || statement.reads.contains(&name)
            || has_effect(statement) && statement.writes.contains(&name)
        {
            return false;
        }
        if !statement.guarded && statement.writes.contains(&name) {
            return true;
        }
    }
    false
}
