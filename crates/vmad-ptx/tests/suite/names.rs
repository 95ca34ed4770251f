//! What a register may be called: PTX's identifiers but for its special registers and `WARP_SZ`.

use vmad_ptx::ast::Register;

/// "A letter followed by zero or more letters, digits, underscore, or dollar characters; or an underscore, dollar, or
/// percentage character followed by one or more" of the same (PTX ISA, section 4.4).
#[test]
fn identifiers_are_the_manuals() {
    for name in [
        "a", "Z", "a1", "a_$1", "_a", "$1", "%r1", "%_", "__", "_1", "WARP_SZ_", "tid", "%WARP_SZ", "%v.x",
        "v.a",
    ] {
        let register = Register::new(name).expect(name);
        assert_eq!((register.name(), register.to_string().as_str()), (name, name));
    }
    for name in [
        "", "_", "$", "%", "1", "1a", "%%", "a%", "a.c", "a.x.y", ".x", "%tid.x", "a.", "a b", " a", "é",
        "aé", "-a", "WARP_SZ",
    ] {
        assert_eq!(Register::new(name), None, "{name}");
    }
}

/// PTX ISA, section 10: the special registers, and of the numbered families the first and the last.
#[test]
fn special_registers_are_no_operands() {
    let registers = "tid ntid laneid clock64 clock_hi lanemask_gt dynamic_smem_size envreg0 envreg31 pm0 pm7 pm0_64 \
                     pm7_64 reserved_smem_offset_0 reserved_smem_offset_1 reserved_smem_offset_begin \
                     reserved_smem_offset_cap current_graph_exec";
    for name in registers.split(' ') {
        assert!(Register::new(format!("%{name}")).is_none(), "%{name}");
        // Without its % it is a name like any other.
        assert!(Register::new(name).is_some(), "{name}");
    }
    let others = "envreg32 envreg00 envreg envreg1_64 pm8 pm pm8_64 pm_64 reserved_smem_offset_2";
    for name in others.split(' ') {
        assert!(Register::new(format!("%{name}")).is_some(), "%{name}");
    }
}
