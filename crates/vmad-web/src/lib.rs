//! The library of the explorer page `docs/vmad-explorer.html`.
//!
//! The page sends a [`Request`] and shows the [`Answer`], both as JSON. All facts that it
//! shows about a word come from here, and here from the libraries of the project.
//!
//! ```
//! let answer = vmad_web::answer(r#"{"text": "5f04020000370200", "ports": [2, 3, 4]}"#);
//! assert!(answer.contains(r#""text":"VMAD.U8.U8 R0, R2, R3, R4""#));
//! assert!(answer.contains(r#""R0 = 0x0000000a""#));
//! ```

mod abi;
pub mod answer;
mod comparison;
mod control;
mod execution;
mod fields;
mod first;
mod interpretations;
mod meaning;
mod ptx;
mod read;
pub mod request;

pub use first::first;

use answer::Answer;
use request::Request;

/// Answers a request. Both are JSON; a request that cannot be read is answered with its error, `{"error": …}`.
pub fn answer(request: &str) -> String {
    let answer = match serde_json::from_str::<Request>(request) {
        Ok(request) => Answer::new(&request),
        Err(error) => Answer::error(&format!("the request is not legal JSON: {error}")),
    };
    // An answer has no map and no fallible serializer.
    serde_json::to_string(&answer).unwrap_or_default()
}
