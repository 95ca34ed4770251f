//! The table of opcodes. `vmad-validate` compares it with what nvdisasm says.

use vmad_files::opcodes::{OPCODES, Opcode};

/// No word has two opcodes, and each has the one of its pattern.
#[test]
fn opcodes_do_not_overlap() {
    assert_eq!(OPCODES.len(), 155);
    for upper in 0..1_u64 << 13 {
        let of = OPCODES.iter().find(|opcode| opcode.is(upper << 51));
        assert_eq!(Opcode::of(upper << 51), of, "{upper:#x}");
        let names: Vec<_> =
            OPCODES.iter().filter(|opcode| opcode.is(upper << 51)).map(|opcode| opcode.name).collect();
        assert!(names.len() <= 1, "{upper:#x}: {names:?}");
    }
}
