#![no_main]

use std::io::Cursor;

use libfuzzer_sys::fuzz_target;
use vmad_cli::cubin::{Cubin, CubinError, slots};

fuzz_target!(|bytes: &[u8]| {
    if let Ok(cubin) = Cubin::read(Cursor::new(bytes)) {
        for section in &cubin.code {
            assert!(section.offset + section.size <= bytes.len() as u64);
            let mut seen = 0;
            let read = slots(Cursor::new(bytes), section, |_| -> Result<(), CubinError> {
                seen += 1;
                Ok(())
            });
            assert!(read.is_err() || seen == section.size / 32 * 3);
        }
    }
});
