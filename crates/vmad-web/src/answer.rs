//! The answers that the page shows.

use serde::Serialize;
use vmad_sass::{DecodeError, Instruction, Style, Text, isa::Form, schedule::ControlField};

use crate::{
    comparison::Comparison,
    control::ControlView,
    execution::Execution,
    fields::{CellView, FieldView, fields, ruler},
    interpretations::{Interpretation, interpretations},
    meaning::{Meaning, sentence},
    ptx::{Ptx, ptx},
    read::{Subject, read},
    request::Request,
};

/// The answer to a request.
#[derive(Default, Serialize)]
pub struct Answer {
    /// The kind of the text: a word, a line of a dump, assembly text, PTX.
    kind: Option<&'static str>,
    error: Option<ErrorView>,
    /// The PTX instruction of the text.
    ptx: Option<Ptx>,
    word: Option<WordView>,
    /// The answer to a comparison.
    #[serde(skip_serializing_if = "Option::is_none")]
    comparison: Option<Comparison>,
}

/// An error of the text.
#[derive(Serialize)]
struct ErrorView {
    message: String,
    /// The characters of the text with the error: the first, and the one after the last.
    span: [usize; 2],
}

/// Everything about a word.
#[derive(Serialize)]
struct WordView {
    word: String,
    /// The text of nvdisasm; empty if the word is not a video instruction.
    text: String,
    /// The reasons why the word is illegal.
    errors: Vec<String>,
    ruler: Vec<Vec<CellView>>,
    fields: Vec<FieldView>,
    control: Option<ControlView>,
    meaning: Option<Meaning>,
    execution: Option<Execution>,
    interpretations: Vec<Interpretation>,
    agreement: Option<String>,
}

impl Answer {
    /// Answers a request.
    pub fn new(request: &Request) -> Self {
        if let Some(codes) = &request.compare {
            return match Comparison::new(codes) {
                Ok(comparison) => Self { comparison: Some(comparison), ..Self::default() },
                Err(message) => Self::error(&message),
            };
        }
        match read(request.arch().layout(), &request.text) {
            Err(unreadable) => Self {
                error: Some(ErrorView::new(&request.text, unreadable.message, unreadable.span)),
                ..Self::default()
            },
            Ok(Subject::Ptx) => Self::of_ptx(request),
            Ok(Subject::Word { word, control, kind }) => Self {
                kind: Some(kind),
                word: Some(WordView::new(word, control, request)),
                ..Self::default()
            },
        }
    }

    /// An answer with an error only.
    pub fn error(message: &str) -> Self {
        Self { error: Some(ErrorView { message: message.to_owned(), span: [0, 0] }), ..Self::default() }
    }

    fn of_ptx(request: &Request) -> Self {
        match ptx(&request.text, request.arch()) {
            Ok(ptx) => {
                let word = ptx.word.map(|word| WordView::new(word, None, request));
                Self { kind: Some("PTX"), ptx: Some(ptx), word, ..Self::default() }
            }
            Err(error) => {
                let span = [error.span.start, error.span.end];
                Self {
                    kind: Some("PTX"),
                    error: Some(ErrorView::new(&request.text, error.kind.to_string(), span)),
                    ..Self::default()
                }
            }
        }
    }
}

impl ErrorView {
    fn new(text: &str, message: String, bytes: [usize; 2]) -> Self {
        // The page counts in UTF-16.
        let characters = |byte: usize| text.get(..byte).unwrap_or(text).encode_utf16().count();
        Self { message, span: bytes.map(characters) }
    }
}

impl WordView {
    fn new(word: u64, control: Option<ControlField>, request: &Request) -> Self {
        let word = request.change.as_ref().map_or(word, |change| change.apply(request.arch().layout(), word));
        let layout = request.arch().layout();
        let form = Form::of_in(layout, word);
        let style =
            Style::of(request.arch()).with_reuse(control.map(ControlField::reuse).unwrap_or_default());
        let instruction = Instruction::decode_in(layout, word).ok();
        let execution = instruction.and_then(|instruction| Execution::new(&instruction, request));
        let found = instruction.zip(execution.as_ref());
        let found = found.map(|(instruction, execution)| interpretations(&instruction, execution.ports()));
        let found = found.unwrap_or_default();
        Self {
            word: format!("{word:#018x}"),
            text: Text::of(layout, word, style).map(|text| text.to_string()).unwrap_or_default(),
            errors: DecodeError::all(layout, word).iter().map(ToString::to_string).collect(),
            ruler: form.map(|form| ruler(form, request.narrow)).unwrap_or_default(),
            fields: form.map(|form| fields(form, word)).unwrap_or_default(),
            control: control.map(|control| ControlView::new(control, form.map(|form| form.dispatch(word)))),
            meaning: instruction.map(|instruction| Meaning::new(&instruction, request)),
            execution,
            interpretations: found.differing,
            agreement: found.agreement.map(sentence),
        }
    }
}
