//! Asks nvdisasm for the text of many words at a time.
//!
//! nvdisasm reads a file of bundles, and prints nothing if it refuses any word of it. Its error names the address of
//! *every* refused word: these are illegal. They are replaced by `NOP`s, and nvdisasm runs again.

use std::{io::Write, path::PathBuf, process::Command};

use anyhow::{Context, Result, bail, ensure};
use vmad_sass::{
    Arch,
    isa::Layout,
    schedule::{Control, ControlByte, ControlField, ControlWord, KeplerControlWord},
    stream::{Bundle, KeplerBundle},
};

use crate::{batches::in_batches, tools};

/// A word with its control field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Query {
    /// The instruction word.
    pub word: u64,
    /// Its control field, or Kepler's control byte.
    pub control: Control,
}

impl Query {
    /// A line of a record: `WORD<TAB>CONTROL<TAB>TEXT`.
    pub(super) fn row(&self, answer: &Answer) -> String {
        format!("{:016x}\t{:05x}\t{answer}\n", self.word, self.control.bits())
    }

    /// The word and its control field in a line of a record, and the text.
    pub(super) fn of_row(row: &str) -> Option<(Self, &str)> {
        let (word, rest) = row.split_once('\t')?;
        let (control, text) = rest.split_once('\t')?;
        let control = ControlField::new(u32::from_str_radix(control, 16).ok()?)?.into();
        Some((Self { word: u64::from_str_radix(word, 16).ok()?, control }, text))
    }
}

/// The answer for a word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    /// Its text with single spaces, without the `;`.
    Text(String),
    /// The word is illegal.
    Illegal,
}

impl std::fmt::Display for Answer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Text(text) => f.write_str(text),
            Self::Illegal => f.write_str("ILLEGAL"),
        }
    }
}

/// The program nvdisasm.
#[derive(Clone, Debug)]
pub(crate) struct Nvdisasm {
    /// Its path.
    pub path: PathBuf,
    /// The number of processes at a time.
    pub jobs: usize,
}

/// The number of words in a file.
const BATCH: usize = 24_000;

/// Replaces a refused word, and fills the last bundle.
const fn nop(layout: Layout) -> Query {
    match layout {
        Layout::Maxwell => Query { word: 0x50b0000000070f00, control: Control::Field(ControlField::IDLE) },
        Layout::Kepler => Query { word: 0x85800000001c3c02, control: Control::Byte(ControlByte(0)) },
    }
}

impl Nvdisasm {
    /// The answers for words, in their order.
    pub(crate) fn ask(&self, arch: Arch, queries: &[Query]) -> Result<Vec<Answer>> {
        in_batches(queries, BATCH, self.jobs, "words", |batch| self.ask_batch(arch, batch))
    }

    /// The answers for the words of one file: runs nvdisasm until it refuses none.
    fn ask_batch(&self, arch: Arch, queries: &[Query]) -> Result<Vec<Answer>> {
        let mut asked = queries.to_vec();
        let mut illegal = vec![false; queries.len()];
        loop {
            let refused = match self.print(arch, &asked)? {
                Ok(texts) => {
                    let answer = |(text, illegal)| if illegal { Answer::Illegal } else { Answer::Text(text) };
                    return Ok(texts.into_iter().zip(illegal).map(answer).collect());
                }
                Err(refused) => refused,
            };
            for index in refused {
                ensure!(
                    illegal.get(index) == Some(&false),
                    "nvdisasm refuses the NOP in place of word {index}"
                );
                illegal[index] = true;
                asked[index] = nop(arch.layout());
            }
        }
    }

    /// Runs nvdisasm once: the text of every word, or the indices of the refused ones.
    fn print(&self, arch: Arch, queries: &[Query]) -> Result<Result<Vec<String>, Vec<usize>>> {
        let mut file = tempfile::Builder::new().suffix(".bin").tempfile()?;
        file.write_all(&stream(arch.layout(), queries))?;
        let output = tools::run(
            Command::new(&self.path)
                .args(["--binary", &arch.to_string().replace("sm_", "SM")])
                .args(["-hex", "-ndf", "-novliw"])
                .arg(file.path()),
        )?;
        let errors = String::from_utf8_lossy(&output.stderr);
        if output.status.success() {
            return parse_listing(arch.layout(), &String::from_utf8_lossy(&output.stdout), queries).map(Ok);
        }
        let refused = parse_refusals(arch.layout(), &errors)?;
        ensure!(!refused.is_empty(), "nvdisasm failed ({}) and refused no word: {errors}", output.status);
        Ok(Err(refused))
    }
}

/// The file: bundles of three or seven words, the last one filled up.
///
/// Bit 63 of a control word of Maxwell belongs to no field. It is set in every other bundle, to show that it has no effect.
fn stream(layout: Layout, queries: &[Query]) -> Vec<u8> {
    fn slots<const N: usize>(layout: Layout, queries: &[Query]) -> [Query; N] {
        std::array::from_fn(|slot| *queries.get(slot).unwrap_or(&nop(layout)))
    }
    let bundle = |(index, queries): (usize, &[Query])| match layout {
        Layout::Maxwell => {
            let slots = slots::<3>(layout, queries);
            let field = |slot: Query| slot.control.field().unwrap_or(ControlField::IDLE);
            let control = ControlWord { fields: slots.map(field), top: index % 2 == 1 };
            Bundle { control, words: slots.map(|slot| slot.word) }.to_bytes().to_vec()
        }
        Layout::Kepler => {
            let slots = slots::<7>(layout, queries);
            let byte = |slot: Query| ControlByte(slot.control.bits() as u8);
            let control = KeplerControlWord { bytes: slots.map(byte), frame: [2, 0] };
            KeplerBundle { control, words: slots.map(|slot| slot.word) }.to_bytes().to_vec()
        }
    };
    queries.chunks(instructions(layout)).enumerate().flat_map(bundle).collect()
}

/// The number of instructions in a bundle.
const fn instructions(layout: Layout) -> usize {
    layout.bundle_bytes() / 8 - 1
}

/// The address of a word in the file, after the control word of its bundle.
const fn address(layout: Layout, index: usize) -> usize {
    let instructions = instructions(layout);
    layout.bundle_bytes() * (index / instructions) + 8 * (index % instructions + 1)
}

/// Reads the lines `/*0008*/  TEXT ;  /* 0x5f04020000370200 */`, and checks the addresses and words.
fn parse_listing(layout: Layout, listing: &str, queries: &[Query]) -> Result<Vec<String>> {
    let mut texts = Vec::with_capacity(queries.len());
    for line in listing.lines() {
        let Some((place, rest)) = line.trim_start().strip_prefix("/*").and_then(|line| line.split_once("*/"))
        else {
            continue;
        };
        // The line of a control word has no address, only `/* 0x... */`.
        let Ok(place) = usize::from_str_radix(place, 16) else { continue };
        let Some(query) = queries.get(texts.len()) else { break };
        let (text, word) = rest.rsplit_once("/*").with_context(|| format!("no word in {line:?}"))?;
        let word = word.trim().trim_start_matches("0x").trim_end_matches("*/").trim_end();
        ensure!(
            place == address(layout, texts.len()) && u64::from_str_radix(word, 16) == Ok(query.word),
            "nvdisasm printed {line:?} where {:#018x} was asked",
            query.word
        );
        let text = text.trim().strip_suffix(';').with_context(|| format!("no `;` in {line:?}"))?;
        texts.push(text.split_whitespace().collect::<Vec<_>>().join(" "));
    }
    ensure!(texts.len() == queries.len(), "nvdisasm printed {} words of {}", texts.len(), queries.len());
    Ok(texts)
}

/// Reads the lines `... Unrecognized operation for functional unit 'uC' at address 0x00000008`.
fn parse_refusals(layout: Layout, errors: &str) -> Result<Vec<usize>> {
    let mut refused = Vec::new();
    for line in errors.lines() {
        let Some((_, place)) = line.split_once("at address 0x") else { continue };
        let place =
            usize::from_str_radix(place.trim(), 16).with_context(|| format!("no address in {line:?}"))?;
        let bytes = layout.bundle_bytes();
        let (bundle, slot) = (place / bytes, place % bytes / 8);
        if slot == 0 || !place.is_multiple_of(8) {
            bail!("nvdisasm refuses an address without an instruction: {line:?}");
        }
        refused.push(instructions(layout) * bundle + slot - 1);
    }
    refused.sort_unstable();
    refused.dedup();
    Ok(refused)
}
