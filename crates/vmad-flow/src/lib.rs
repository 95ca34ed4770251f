//! Control flow of the functions of a PTX module, and the values that registers can have, found by running the function.
//!
//! ```
//! use vmad_flow::{Flow, Possible, Use};
//! use vmad_ptx::module::scan;
//!
//! let text = ".entry k(.param .u32 p) { .reg .u32 %a<9>; ld.param.u32 %a1, [p]; mov.u32 %a2, 3; shl.b32 %a3, %a2, 4;
//!     xor.b32 %a4, %a1, %a1; add.u32 %a5, %a1, 7; vset.u32.u32.lt %a6, %a5, %a3; vset.u32.u32.lt %a7, %a1, %a4; }";
//! let module = scan(text);
//! let flow = Flow::new(text, &module, &module.functions[0]);
//! let value = |statement, name| flow.possible(&[Use { statement, register: flow.read(statement, name).unwrap() }]).remove(0).0;
//! assert_eq!(value(5, "%a5"), Possible::Varies);
//! assert_eq!(value(5, "%a3"), Possible::Constant(0x30));
//! assert_eq!(value(6, "%a4"), Possible::Perhaps(vec![0]));
//! ```
//!
//! # Method
//!
//! A function runs at least 64 times, on random inputs and on the constants that it compares, for a number of steps that
//! is proportional to its length. A load, a call, a special register and any other instruction without semantics here gives
//! a number that depends on its text, its operands, and on the run or its group: runs of one group agree on what ptxas can
//! know, such as the result of a call.
//!
//! An operand *varies* if two runs of a group come to its statement along the same branches and give it different
//! values. It is a *constant* if all runs give one value, computed from literals by [instructions that ptxas
//! evaluates](folding), along one definition of each register: ptxas evaluates few values that branches or loops merge.
//! Otherwise it is *perhaps* a constant. For these, the function runs again with random outcomes of
//! branches, which reach every statement; a register that is compared for equality then has the other operand's value,
//! because ptxas can know it behind the branch, and a predicate has the value of the outcome. A predicate that had one value
//! in many runs, of few operands, keeps it: a way that ptxas may know to be closed shows no values.
#![forbid(unsafe_code)]

mod action;
mod flow;
pub mod folding;
mod inputs;
mod machine;
mod possible;
mod used;

pub use flow::{Flow, Use, Version, opcode};
pub use possible::Possible;
