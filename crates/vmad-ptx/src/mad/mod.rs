//! Float `mad`: `mad.f32` and `mad.f64` (PTX ISA, section 9.7.3.7).
