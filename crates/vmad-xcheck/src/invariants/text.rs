//! Assembly text.

use arbitrary::{Result, Unstructured};
use vmad_sass::{
    Arch, Style, Vmad, assemble,
    dispatch::Dispatch,
    schedule::{ControlField, ReuseFlags},
    vmad::{IgnoredBits, SourceB},
};

use super::{Description, Sample};
use crate::generate;

/// Any instruction in any style.
pub(super) struct PrintedText {
    vmad: Vmad,
    arch: Arch,
    reuse: ReuseFlags,
}

impl PrintedText {
    fn text(&self) -> String {
        self.vmad.text(Style::of(self.arch).with_reuse(self.reuse)).to_string()
    }
}

impl Sample for PrintedText {
    const NAME: &'static str = "text_round_trips";
    const STATEMENT: &'static str =
        "any instruction in any style: its text assembles to it, with the reuse flags that the text shows";

    fn draw(bytes: &mut Unstructured<'_>) -> Result<Self> {
        let mut vmad = generate::instruction(bytes)?;
        let arch = *bytes.choose(&Arch::ALL)?;
        // Text shows the three operands' flags, and no bits that have no meaning.
        let reuse = ReuseFlags::new(bytes.int_in_range(0..=7)?);
        if let SourceB::Register { ignored, .. } = &mut vmad.b {
            *ignored = IgnoredBits::ZERO;
        }
        Ok(Self { vmad, arch, reuse })
    }

    fn describe(&self) -> Description {
        vec![
            ("instruction", self.vmad.to_string()),
            ("reuse flags", self.reuse.bits().to_string()),
            ("architecture", self.arch.to_string()),
            ("text", self.text()),
        ]
    }

    fn check(&self) {
        let Self { vmad, reuse, .. } = self;
        if matches!(vmad.b, SourceB::Immediate { .. }) && reuse.bits() & 2 != 0 {
            return;
        }
        let text = self.text();
        let assembly = assemble(&text).unwrap_or_else(|error| panic!("{text}\n{error}"));
        assert_eq!(assembly.instruction, *vmad, "{text}");
        let shown = if vmad.dispatch() == Dispatch::Coupled { *reuse } else { ReuseFlags::NONE };
        let read = assembly.control.map(ControlField::reuse).unwrap_or_default();
        assert_eq!(read, shown, "{text}");
    }
}

/// Any text.
pub(super) struct ArbitraryText {
    text: String,
}

impl Sample for ArbitraryText {
    const NAME: &'static str = "arbitrary_text_is_refused_in_place";
    const STATEMENT: &'static str = "any text: the assembler never panics; what it takes prints and assembles again, what it \
                                refuses it points at";

    fn draw(bytes: &mut Unstructured<'_>) -> Result<Self> {
        Ok(Self { text: generate::text(bytes)? })
    }

    fn describe(&self) -> Description {
        vec![("text", format!("{:?}", self.text))]
    }

    fn check(&self) {
        let text = &self.text;
        match assemble(text) {
            Ok(assembly) => {
                let printed = assembly.instruction.to_string();
                assert_eq!(
                    printed.parse::<Vmad>().as_ref(),
                    Ok(&assembly.instruction),
                    "{text:?} prints {printed:?}"
                );
            }
            Err(error) => {
                let place = text.get(error.span.start..error.span.end);
                assert!(place.is_some(), "{text:?} has no place {:?}", error.span);
                assert!(!error.to_string().is_empty());
            }
        }
    }
}
