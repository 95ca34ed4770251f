//! The ELF reader on damaged files.

use std::io::Cursor;

use vmad_validate::cubin::{Cubin, CubinError, functions, slots};

const CUBIN: &[u8] = include_bytes!("../../../vmad-cli/cubins/every-form.sm_50.cubin");

fn word(at: usize) -> u64 {
    u64::from_le_bytes(CUBIN[at..at + 8].try_into().unwrap())
}

/// The offsets of the headers of the code sections.
fn code_headers() -> Vec<usize> {
    let (headers, count) = (word(40) as usize, usize::from(word(60) as u16));
    (0..count).map(|index| headers + 64 * index).filter(|at| word(at + 8) & 4 != 0).collect()
}

/// Bytes of the ELF header and of the section headers, damaged: a refusal or a listing, never a panic. One byte in
/// seven with `VMAD_LONG`, else one in 61.
#[test]
fn damaged_cubins_never_panic() {
    let headers = word(40) as usize;
    let step = vmad_testing::cases(61, 7);
    let mut bytes = CUBIN.to_vec();
    let (mut read, mut refused) = (0, 0);
    for at in (0..64).chain((headers..CUBIN.len()).step_by(step)) {
        for value in [0, 1, 0x7f, 0x80, 0xff] {
            bytes[at] = value;
            match Cubin::read(Cursor::new(&bytes)) {
                Ok(cubin) => {
                    for section in &cubin.code {
                        let slots = slots(Cursor::new(&bytes), section);
                        assert!(slots.is_ok() || section.size % 32 != 0, "{at}: {slots:?}");
                    }
                    read += 1;
                }
                Err(_) => refused += 1,
            }
        }
        bytes[at] = CUBIN[at];
    }
    assert!(read > 100 && refused > 100, "{read} read, {refused} refused");
}

/// A thousand headers over the same bytes would cost a thousand times the file's length.
#[test]
fn overlapping_code_is_refused() {
    let [first, second, ..] = code_headers()[..] else { panic!("two code sections") };
    let mut bytes = CUBIN.to_vec();
    bytes.copy_within(first + 24..first + 40, second + 24);
    let error = Cubin::read(Cursor::new(&bytes)).unwrap_err();
    assert!(matches!(error, CubinError::Overlap { .. }), "{error}");
    // Sections that share no byte.
    bytes[second + 32..second + 40].fill(0);
    let cubin = Cubin::read(Cursor::new(&bytes)).unwrap();
    assert_eq!(cubin.code.len(), code_headers().len() - 1);
}

/// A file that claims a section of half a terabyte, which it has as a hole.
#[test]
fn a_sparse_section_is_refused_before_it_is_read() {
    let mut file = tempfile::tempfile().unwrap();
    let mut bytes = CUBIN.to_vec();
    let (first, size) = (code_headers()[0], 512_u64 << 30);
    bytes[first + 24..first + 32].copy_from_slice(&(CUBIN.len() as u64 + 32).to_le_bytes());
    bytes[first + 32..first + 40].copy_from_slice(&size.to_le_bytes());
    std::io::Write::write_all(&mut file, &bytes).unwrap();
    if file.set_len(CUBIN.len() as u64 + 32 + size).is_err() {
        vmad_testing::skip("a_sparse_section_is_refused_before_it_is_read", "no sparse files here");
        return;
    }
    let cubin = Cubin::read(&file).unwrap();
    let error = functions(&file, &cubin).unwrap_err();
    assert!(matches!(error, CubinError::Long { .. }), "{error}");
}
