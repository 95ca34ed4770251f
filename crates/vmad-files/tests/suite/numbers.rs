//! Raw code as a text of hexadecimal numbers.

use vmad_files::numbers::numbers;

/// The bytes of each text are those that `printf` wrote and `xxd` or `od` printed.
#[test]
fn texts_of_tools_and_arrays_of_c() {
    const BYTES: [u8; 16] =
        [0xe0, 0x07, 0x00, 0xfc, 0x00, 0x80, 0x1f, 0x00, 0x00, 0x02, 0x37, 0x00, 0x00, 0x02, 0x04, 0x5f];
    for (bits, text) in [
        // xxd -p, xxd, od -An -tx1, od -tx1
        (8, "e00700fc00801f0000\n02370000\n02045f\n".to_owned()),
        (8, "00000000: e007 00fc 0080 1f00 0002 3700 0002 045f".to_owned()),
        (8, " e0 07 00 fc 00 80 1f 00 00 02 37 00 00 02 04 5f\n".to_owned()),
        (8, "0000000 e0 07 00 fc 00 80 1f 00 00 02 37 00 00 02 04 5f\n0000020\n".to_owned()),
        // od -tx2, od -tx4, od -tx8
        (16, "0000000 07e0 fc00 8000 001f 0200 0037 0200 5f04\n0000020\n".to_owned()),
        (32, "0000000 fc0007e0 001f8000 00370200 5f040200\n0000020\n".to_owned()),
        (64, "0000000 001f8000fc0007e0 5f04020000370200\n0000020\n".to_owned()),
        // Arrays of C
        (
            32,
            "const uint32_t code[] = {\n    /* add */ 0xfc0007e0u, 0x1f8000,\n 0x00370200, 0x5F040200UL };"
                .to_owned(),
        ),
        (64, "0x001f8000fc0007e0ULL,\n0x5f04020000370200ULL".to_owned()),
    ] {
        assert_eq!(numbers(&text, bits), Ok(BYTES.to_vec()), "{bits}: {text}");
    }
}

#[test]
fn other_texts_are_refused_in_place() {
    for (bits, text, place) in [
        (32, "00370200 5f0402", 9..15),
        (32, "00370200 5f0402zz", 9..17),
        (32, "0x00370200, 0x5f04020000", 12..24),
        (64, "5f04020000370200\n hello", 18..23),
        (8, "5f 0402 3", 8..9),
    ] {
        assert_eq!(numbers(text, bits).unwrap_err().place, place, "{bits}: {text}");
    }
}
