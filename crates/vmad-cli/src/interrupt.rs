//! Interrupts (Ctrl-C, and a request to end): no temporary file stays behind.

use std::{
    process,
    sync::{Mutex, MutexGuard, Once, PoisonError},
};

/// The exit code of a program that SIGINT ended, as shells give it.
const INTERRUPTED: i32 = 130;

/// Held while a temporary file exists.
static WRITING: Mutex<()> = Mutex::new(());

/// Delays an interrupt until the guard is dropped.
pub(crate) fn delay() -> MutexGuard<'static, ()> {
    handle();
    WRITING.lock().unwrap_or_else(PoisonError::into_inner)
}

fn handle() {
    static HANDLER: Once = Once::new();
    HANDLER.call_once(|| {
        // Ignored: without a handler, a file may stay. An ignored signal (nohup) stays ignored.
        let _ = ctrlc::try_set_handler(|| {
            let _writing = WRITING.lock().unwrap_or_else(PoisonError::into_inner);
            process::exit(INTERRUPTED);
        });
    });
}
