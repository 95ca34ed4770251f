//! Float `mad` against the host.

use arbitrary::{Result, Unstructured};
use vmad_ptx::mad::{Rounding, f32 as single, f64 as double};

use super::{Description, Sample};
use crate::generate;

/// Any three single-precision numbers.
pub(super) struct Single {
    pub(super) words: [u32; 3],
    pub(super) ftz: bool,
    pub(super) sat: bool,
    pub(super) mad: fn(u32, u32, u32, Rounding, bool, bool) -> u32,
}

impl Sample for Single {
    const NAME: &'static str = "mad_f32_is_the_hosts";
    const STATEMENT: &'static str = "any three single-precision numbers: mad.rn.f32 is the host's fused multiply-add, with \
                                .ftz and .sat added";

    fn draw(bytes: &mut Unstructured<'_>) -> Result<Self> {
        let words = [generate::single(bytes)?, generate::single(bytes)?, generate::single(bytes)?];
        let (ftz, sat): (bool, bool) = bytes.arbitrary()?;
        Ok(Self { words, ftz, sat, mad: single::mad })
    }

    fn describe(&self) -> Description {
        let modifier = |on: bool, name: &'static str| if on { name } else { "" };
        let opcode = format!("mad.rn{}{}.f32", modifier(self.ftz, ".ftz"), modifier(self.sat, ".sat"));
        let number = |word: u32| format!("{word:#010x}, {:e}", f32::from_bits(word));
        let [a, b, c] = self.words.map(number);
        vec![("instruction", opcode), ("a", a), ("b", b), ("c", c)]
    }

    fn check(&self) {
        let Self { words, ftz, sat, mad } = *self;
        let flush = |number: f32| {
            if ftz && number.is_subnormal() { 0_f32.copysign(number) } else { number }
        };
        let [a, b, c] = words.map(f32::from_bits).map(flush);
        let sum = a.mul_add(b, c);
        // Whether a result just below the normal numbers that rounds up to one of them is flushed is not the host's
        // to say.
        if ftz && sum.abs().to_bits() == f32::MIN_POSITIVE.to_bits() {
            return;
        }
        let expected = match flush(sum) {
            number if number.is_nan() && sat => 0,
            // NVIDIA's one NaN of single precision.
            number if number.is_nan() => 0x7fff_ffff,
            // `max` may keep the sign of a zero.
            number if sat => (number.clamp(0.0, 1.0) + 0.0).to_bits(),
            number => number.to_bits(),
        };
        let [a, b, c] = words;
        let result = mad(a, b, c, Rounding::NearestEven, ftz, sat);
        assert_eq!(result, expected, "{a:#x} * {b:#x} + {c:#x}, ftz {ftz}, sat {sat}");
    }
}

/// Any three double-precision numbers.
pub(super) struct Double {
    pub(super) words: [u64; 3],
    pub(super) mad: fn(u64, u64, u64, Rounding) -> u64,
}

impl Sample for Double {
    const NAME: &'static str = "mad_f64_is_the_hosts";
    const STATEMENT: &'static str = "any three double-precision numbers: mad.rn.f64 is the host's fused multiply-add, but for \
                                the bits of a NaN";

    fn draw(bytes: &mut Unstructured<'_>) -> Result<Self> {
        let words = [generate::double(bytes)?, generate::double(bytes)?, generate::double(bytes)?];
        Ok(Self { words, mad: double::mad })
    }

    fn describe(&self) -> Description {
        let number = |word: u64| format!("{word:#018x}, {:e}", f64::from_bits(word));
        let [a, b, c] = self.words.map(number);
        vec![("instruction", "mad.rn.f64".to_owned()), ("a", a), ("b", b), ("c", c)]
    }

    fn check(&self) {
        let [a, b, c] = self.words;
        let expected = f64::from_bits(a).mul_add(f64::from_bits(b), f64::from_bits(c));
        let result = (self.mad)(a, b, c, Rounding::NearestEven);
        if expected.is_nan() {
            assert!(f64::from_bits(result).is_nan(), "{a:#x} * {b:#x} + {c:#x} = {result:#x}");
        } else {
            assert_eq!(result, expected.to_bits(), "{a:#x} * {b:#x} + {c:#x}");
        }
    }
}
