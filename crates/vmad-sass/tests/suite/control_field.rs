//! Control fields and control words. Oracle: the bits themselves, read by shifts and masks; for legality, what
//! nvdisasm refuses of a coupled `VMAD` (a write barrier, a read barrier, reuse bit 3) and of a decoupled one (nothing).

use vmad_sass::{
    dispatch::Dispatch,
    schedule::{Barrier, ControlError, ControlField, ControlWord, Reuse, ReuseFlags},
};

/// All 2^21 fields.
fn fields() -> impl Iterator<Item = (u32, ControlField)> {
    (0..1 << 21).map(|bits| (bits, ControlField::new(bits).unwrap()))
}

#[test]
fn each_part_is_where_the_layout_says() {
    for (bits, field) in fields() {
        assert_eq!(field.bits(), bits);
        assert_eq!(u32::from(field.stall()), bits & 15);
        assert_eq!(field.yield_flag(), bits >> 4 & 1 == 1);
        let barrier = |number: u32| (number != 7).then_some(number as u8);
        assert_eq!(field.write_barrier().map(Barrier::number), barrier(bits >> 5 & 7), "{bits:#x}");
        assert_eq!(field.read_barrier().map(Barrier::number), barrier(bits >> 8 & 7), "{bits:#x}");
        assert_eq!(u32::from(field.wait_mask()), bits >> 11 & 0x3f);
        assert_eq!(u32::from(field.reuse().bits()), bits >> 17 & 15);
    }
}

#[test]
fn a_field_of_more_than_21_bits_is_none() {
    for bits in [1 << 21, u32::MAX, 0x8000_0000, 0x20_07e0] {
        assert_eq!(ControlField::new(bits), None, "{bits:#x}");
    }
    assert_eq!(ControlField::IDLE, ControlField::new(7 << 5 | 7 << 8).unwrap());
    assert_eq!(ControlField::BITS, 21);
}

#[test]
fn reuse_flags_are_four_bits() {
    for bits in 0..=255 {
        let flags = ReuseFlags::new(bits);
        assert_eq!(flags.bits(), bits & 15);
        for (index, reuse) in Reuse::ALL.into_iter().enumerate() {
            assert_eq!(flags.has(reuse), bits >> index & 1 == 1);
            assert_eq!(flags.with(reuse).bits(), bits & 15 | 1 << index);
        }
    }
    assert_eq!(Reuse::ALL.map(Reuse::letter), ['a', 'b', 'c', 'd']);
    assert_eq!((ReuseFlags::NONE.bits(), ReuseFlags::default()), (0, ReuseFlags::NONE));
}

#[test]
fn a_coupled_instruction_carries_what_nvdisasm_lets_it() {
    let mut legal = 0;
    for (control, field) in fields() {
        let [write, read] = [5, 8].map(|low| Barrier::new((control >> low & 7) as u8));
        let expected = if let Some(barrier) = write {
            Err(ControlError::WriteBarrier(field, barrier))
        } else if let Some(barrier) = read {
            Err(ControlError::ReadBarrier(field, barrier))
        } else if control >> 20 == 1 {
            Err(ControlError::Reuse(field))
        } else {
            legal += 1;
            Ok(())
        };
        assert_eq!(field.check(Dispatch::Coupled), expected, "{control:#x}");
        assert_eq!(field.check(Dispatch::Decoupled), Ok(()), "{control:#x}");
    }
    // Stall, yield, wait mask and three reuse flags are free.
    assert_eq!(legal, 1 << (4 + 1 + 6 + 3));
}

#[test]
fn any_control_word_comes_back_and_its_fields_are_its_bits() {
    let mut random = fastrand::Rng::with_seed(63);
    for word in [0, u64::MAX, 1 << 63, u64::MAX >> 1].into_iter().chain((0..100_000).map(|_| random.u64(..)))
    {
        let control = ControlWord::split(word);
        assert_eq!(control.join(), word);
        assert_eq!(control.top, word >> 63 == 1);
        for (index, field) in control.fields.into_iter().enumerate() {
            assert_eq!(
                u64::from(field.bits()),
                word >> (21 * index) & 0x1f_ffff,
                "field {index} of {word:#x}"
            );
        }
    }
}
