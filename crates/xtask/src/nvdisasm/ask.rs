//! Asks nvdisasm for the text of many words at a time.
//!
//! nvdisasm reads a file of bundles, and prints nothing if it refuses any word of it. Its error names the address of
//! *every* refused word: these are illegal. They are replaced by `NOP`s, and nvdisasm runs again.

use std::{collections::BTreeSet, io::Write, path::PathBuf, process::Command};

use anyhow::{Context, Result, ensure};
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
    pub(super) fn row(&self, answer: &str) -> String {
        let digits = self.control.digits() as usize;
        format!("{:016x}\t{:0digits$x}\t{answer}\n", self.word, self.control.bits())
    }

    /// The word and its control field in a line of a record.
    pub(super) fn of_row(row: &str, layout: Layout) -> Option<Self> {
        let mut columns = row.split('\t').map(|column| u64::from_str_radix(column, 16).ok());
        let (word, control) = (columns.next()??, columns.next()??);
        let control = match layout {
            Layout::Maxwell => ControlField::new(control.try_into().ok()?)?.into(),
            Layout::Kepler => Control::Byte(ControlByte(control.try_into().ok()?)),
        };
        Some(Self { word, control })
    }
}

/// The answer for an illegal word.
pub(crate) const ILLEGAL: &str = "ILLEGAL";

/// The program nvdisasm.
#[derive(Clone, Debug)]
pub(crate) struct Nvdisasm {
    pub path: PathBuf,
}

/// The number of words in a file: a multiple of the words in a bundle of either layout.
const BATCH: usize = 21_000;

/// Replaces a refused word, and fills the last bundle.
const fn nop(layout: Layout) -> Query {
    match layout {
        Layout::Maxwell => Query { word: 0x50b0000000070f00, control: Control::Field(ControlField::IDLE) },
        Layout::Kepler => Query { word: 0x85800000001c3c02, control: Control::Byte(ControlByte(0)) },
    }
}

impl Nvdisasm {
    /// The one that knows a layout: the last one for Kepler is 11.8.
    pub(crate) fn of(layout: Layout) -> Result<Self> {
        let tool = match layout {
            Layout::Maxwell => tools::NVDISASM,
            Layout::Kepler => tools::NVDISASM_11_8,
        };
        Ok(Self { path: tool.program()? })
    }

    /// The texts of words, with single spaces and without the `;`, or [`ILLEGAL`].
    pub(crate) fn ask(&self, arch: Arch, queries: &[Query]) -> Result<Vec<String>> {
        in_batches(queries, BATCH, |batch| self.ask_batch(arch, batch))
    }

    /// The texts of the words of one file: runs nvdisasm until it refuses none.
    fn ask_batch(&self, arch: Arch, queries: &[Query]) -> Result<Vec<String>> {
        let layout = arch.layout();
        let mut asked = queries.to_vec();
        let mut illegal = BTreeSet::<usize>::new();
        loop {
            let mut file = tempfile::Builder::new().suffix(".bin").tempfile()?;
            file.write_all(&stream(layout, &asked))?;
            let output = tools::run(
                Command::new(&self.path)
                    .args(["--binary", &arch.to_string().replace("sm_", "SM")])
                    .args(["-hex", "-ndf", "-novliw"])
                    .arg(file.path()),
            )?;
            if output.status.success() {
                let mut texts = parse_listing(layout, &String::from_utf8_lossy(&output.stdout), &asked)?;
                for index in illegal {
                    ILLEGAL.clone_into(&mut texts[index]);
                }
                return Ok(texts);
            }
            let errors = String::from_utf8_lossy(&output.stderr);
            let refused = parse_refusals(layout, &errors)?;
            ensure!(!refused.is_empty(), "nvdisasm failed ({}) and refused no word: {errors}", output.status);
            for index in refused {
                ensure!(
                    index < asked.len() && illegal.insert(index),
                    "nvdisasm refuses the NOP in place of word {index}"
                );
                asked[index] = nop(layout);
            }
        }
    }
}

/// The file: bundles of three or seven words, the last one filled up.
///
/// Bit 63 of a control word of Maxwell belongs to no field. It is set in every other bundle, to show that it has no effect.
fn stream(layout: Layout, queries: &[Query]) -> Vec<u8> {
    let mut queries = queries.to_vec();
    queries.resize(queries.len().next_multiple_of(instructions(layout)), nop(layout));
    match layout {
        Layout::Maxwell => {
            let bundle = |(index, slots): (usize, &[Query; 3])| {
                let fields = slots.map(|slot| slot.control.field().unwrap_or(ControlField::IDLE));
                let control = ControlWord { fields, top: index % 2 == 1 };
                Bundle { control, words: slots.map(|slot| slot.word) }.to_bytes()
            };
            queries.as_chunks().0.iter().enumerate().flat_map(bundle).collect()
        }
        Layout::Kepler => {
            let bundle = |slots: &[Query; 7]| {
                let bytes = slots.map(|slot| ControlByte(slot.control.bits() as u8));
                let control = KeplerControlWord { bytes, frame: [2, 0] };
                KeplerBundle { control, words: slots.map(|slot| slot.word) }.to_bytes()
            };
            queries.as_chunks().0.iter().flat_map(bundle).collect()
        }
    }
}

/// The number of instructions in a bundle.
const fn instructions(layout: Layout) -> usize {
    layout.bundle_bytes() / 8 - 1
}

/// The address of a word in the file. The first word of a bundle is its control word.
const fn address(layout: Layout, index: usize) -> usize {
    let (bundle, slot) = (index / instructions(layout), index % instructions(layout) + 1);
    bundle * layout.bundle_bytes() + slot * 8
}

/// Reads the lines `/*0008*/  TEXT ;  /* 0x5f04020000370200 */`, and checks the addresses and the words.
fn parse_listing(layout: Layout, listing: &str, queries: &[Query]) -> Result<Vec<String>> {
    let mut texts = Vec::with_capacity(queries.len());
    for line in listing.lines() {
        // The line of a control word has no text, only `/* 0x... */`.
        let Some((place, rest)) = line.split_once("*/") else { continue };
        let Some((text, word)) = rest.split_once(';') else { continue };
        let Some(query) = queries.get(texts.len()) else { break };
        let [place, word] = [place, word].map(|comment| comment.trim_matches([' ', '\t', '/', '*']));
        ensure!(
            usize::from_str_radix(place, 16) == Ok(address(layout, texts.len()))
                && u64::from_str_radix(word.trim_start_matches("0x"), 16) == Ok(query.word),
            "nvdisasm printed {line:?} where {:#018x} was asked",
            query.word
        );
        texts.push(text.split_whitespace().collect::<Vec<_>>().join(" "));
    }
    ensure!(texts.len() == queries.len(), "nvdisasm printed {} words of {}", texts.len(), queries.len());
    Ok(texts)
}

/// The places of the words in the lines `... Unrecognized operation for functional unit 'uC' at address 0x00000008`.
fn parse_refusals(layout: Layout, errors: &str) -> Result<BTreeSet<usize>> {
    let places = errors.lines().filter_map(|line| Some((line, line.split_once("at address 0x")?.1)));
    let refused = places.map(|(line, place)| {
        let place = usize::from_str_radix(place.trim(), 16).with_context(|| line.to_owned())?;
        let (bundle, slot) = (place / layout.bundle_bytes(), place % layout.bundle_bytes() / 8);
        let index = (instructions(layout) * bundle + slot).saturating_sub(1);
        ensure!(
            address(layout, index) == place,
            "nvdisasm refuses an address without an instruction: {line}"
        );
        Ok(index)
    });
    refused.collect()
}
