//! `vmad-unit`, `vmad-batch` and `vmad-sass` on bare metal: a memory allocator, a panic handler, and a use of the crates.
#![no_std]

extern crate alloc;

use alloc::string::ToString;
use core::{
    alloc::{GlobalAlloc, Layout},
    ptr::null_mut,
    sync::atomic::{AtomicUsize, Ordering},
};

pub use vmad_batch::Batch;
use vmad_sass::{Arch, Instruction, assemble, disassemble, schedule::ControlField};
use vmad_unit::{Register, State};

/// Hands out a block of memory from its start to its end, and takes nothing back.
struct Arena;

const SIZE: usize = 1 << 16;
static NEXT: AtomicUsize = AtomicUsize::new(0);
static mut MEMORY: [u8; SIZE] = [0; SIZE];

unsafe impl GlobalAlloc for Arena {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let start = (&raw mut MEMORY).cast::<u8>();
        let from = NEXT.fetch_add(layout.size() + layout.align(), Ordering::Relaxed);
        let padding = start.wrapping_add(from).align_offset(layout.align());
        if from + padding + layout.size() <= SIZE { start.wrapping_add(from + padding) } else { null_mut() }
    }

    unsafe fn dealloc(&self, _: *mut u8, _: Layout) {}
}

#[global_allocator]
static ARENA: Arena = Arena;

#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    loop {
        core::hint::spin_loop();
    }
}

/// Assembles, decodes, prints and executes an instruction; -1 where any of it fails.
#[unsafe(no_mangle)]
pub extern "C" fn vmad_on_bare_metal(a: u32, b: u32, c: u32) -> i64 {
    let text = "VMAD.S16.U8.SHR_7.SAT R0, -R2.H1, R3.B3, R4";
    let Ok(assembly) = assemble(text) else { return -1 };
    let word = assembly.instruction.encode();
    let Ok(vmad) = Instruction::decode(word) else { return -1 };
    let printed = disassemble(word, ControlField::IDLE, Arch::Sm50);
    if !printed.is_ok_and(|printed| printed.to_string() == text) {
        return -1;
    }
    let mut state = State::default();
    for (register, value) in [(2, a), (3, b), (4, c)] {
        state.registers.write(Register::from_encoding(register), value);
    }
    vmad.execute(&mut state);
    state.registers.read(Register::from_encoding(0)).into()
}
