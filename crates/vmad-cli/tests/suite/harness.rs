//! The harness that runs instructions on a card, without a card: the words that it puts into a cubin, and their places.

use std::{collections::BTreeSet, fs, path::Path, process::Command};

use crate::common::{python, vmad};
use tempfile::TempDir;
use vmad_files::cubin::{Cubin, slots};
use vmad_sass::{
    Arch, Instruction, assemble,
    schedule::{ControlField, ReuseFlags},
    stream::Slot,
};

fn harness() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/harness"))
}

/// The instructions of a cubin's kernels, with the kernel's name.
fn instructions(bytes: &[u8]) -> Vec<(String, Slot)> {
    let cubin = Cubin::read(std::io::Cursor::new(bytes)).unwrap();
    let sections = cubin
        .code
        .iter()
        .map(|section| (section, slots(std::io::Cursor::new(bytes), section, cubin.arch.layout()).unwrap()));
    sections
        .flat_map(|(section, slots)| slots.into_iter().map(|slot| (section.kernel().to_owned(), slot)))
        .collect()
}

fn field(slot: &Slot) -> ControlField {
    slot.control.field().unwrap()
}

/// Each kernel of a cubin of ptxas has its places, with the same schedule on every architecture.
#[test]
fn every_cubin_has_its_places() {
    let mut schedules = Vec::new();
    for arch in Arch::MAXWELL_AND_PASCAL {
        let bytes = fs::read(harness().join(format!("vmad.{arch}.cubin"))).unwrap();
        assert_eq!(Cubin::read(std::io::Cursor::new(&bytes)).unwrap().arch, arch);
        let all = instructions(&bytes);
        let place = |word: u64| {
            let at: Vec<_> = (0..all.len()).filter(|&at| all[at].1.word == word).collect();
            let [at] = at[..] else { panic!("{arch}: {at:?}") };
            // The store that waits for it.
            (all[at].0.clone(), field(&all[at].1), field(&all[at + 1].1))
        };
        schedules.push([place(0x5fb603902047020a), place(0x5a6503800047020a)]);
        for word in [0x5b6940000047020f, 0x5b63000000470207] {
            assert_eq!(place(word).0, "predicates");
        }
    }
    assert!(schedules.windows(2).all(|pair| pair[0] == pair[1]));
    let [(coupled, own, _), (decoupled, set, wait)] = &schedules[0];
    assert_eq!([coupled, decoupled], ["coupled", "decoupled"]);
    let none = |field: &ControlField| field.write_barrier().is_none() && field.read_barrier().is_none();
    assert!(none(own));
    let barrier = set.write_barrier().expect("a decoupled instruction sets a barrier").number();
    assert_eq!(wait.wait_mask(), 1 << barrier);
}

/// The recorded text of nvdisasm for the patched cubins, and their contents: the requested instruction, and no other change.
#[test]
fn a_patched_cubin_has_the_text_of_nvdisasm() {
    let Some(python) = python() else {
        vmad_testing::skip("the patched cubins of the harness", "no python3 on the PATH");
        return;
    };
    let record = fs::read_to_string(harness().join("nvdisasm.tsv")).unwrap();
    let rows: Vec<Vec<_>> =
        record.lines().filter(|line| !line.starts_with('#')).map(|line| line.split('\t').collect()).collect();
    let mnemonic = |row: &Vec<&str>| row[3].split(['.', ' ']).next().map(str::to_owned);
    assert_eq!(rows.iter().filter_map(mnemonic).collect::<BTreeSet<_>>().len(), 9);
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("patched.cubin");
    for (at, row) in rows.iter().enumerate() {
        let [arch, word, kernel, ref texts @ ..] = row[..] else { panic!("{row:?}") };
        let wanted = u64::from_str_radix(word.trim_start_matches("0x"), 16).unwrap();
        let wanted = Instruction::decode(wanted).unwrap();
        assert_eq!(texts.len(), if wanted.mnemonic() == "VSETP" { 2 } else { 1 }, "{row:?}");
        for text in texts {
            // The instruction that was asked for, with the registers of the kernel.
            let read = assemble(text).unwrap().instruction;
            assert_eq!(read.operation(), wanted.operation(), "{text}");
            assert_eq!(read.field("CC"), wanted.field("CC"), "{text}");
            assert_eq!(read.immediate(), wanted.immediate(), "{text}");
            if kernel != "predicates" {
                assert_eq!(read.dispatch().name(), kernel);
            }
        }
        // The start of Python takes long: one row in eight is made anew, in the short form one in 32.
        if at % (8 * vmad_testing::step(4)) != 0 {
            continue;
        }
        let ran = Command::new(python)
            .arg(harness().join("run_vmad.py"))
            .args(["--patch", word, arch])
            .arg(&path)
            .output()
            .unwrap();
        assert!(ran.status.success(), "{ran:?}");
        let [before, after] = [harness().join(format!("vmad.{arch}.cubin")), path.clone()]
            .map(|path| instructions(&fs::read(path).unwrap()));
        let changed: Vec<_> = before.iter().zip(&after).filter(|(one, other)| one != other).collect();
        let arch = Arch::MAXWELL_AND_PASCAL.into_iter().find(|known| known.to_string() == arch).unwrap();
        let mut ours = Vec::new();
        for ((_, there), (changed_kernel, now)) in changed {
            let expected = if kernel == "predicates" {
                field(there).with_stall(15).with_reuse(ReuseFlags::NONE)
            } else {
                field(there)
            };
            assert_eq!((changed_kernel.as_str(), field(now)), (kernel, expected));
            ours.push(vmad_sass::disassemble(now.word, now.control, arch).unwrap().to_string());
        }
        assert_eq!(ours, texts);
    }
}

#[test]
fn the_harness_refuses_in_words() {
    let Some(python) = python() else {
        vmad_testing::skip("the errors of the harness", "no python3 on the PATH");
        return;
    };
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("patched.cubin");
    for (word, arch, words) in [
        ("5c04020000370200", "sm_50", "is not a video instruction"),
        ("5f1c020070370200", "sm_50", "a scale 3, which no VMAD has"),
        ("2004020070370200", "sm_50", "a selector 7, which no VADD has"),
        ("50f4620000370200", "sm_50", "a boolean operation 3, which no VSETP has"),
        ("5000020fb0370200", "sm_50", "a selector of A above 13, or of B from 11 to 14"),
        ("5f04020000370200", "sm_70", "sm_70 has no video instructions of 64 bits"),
        ("word", "sm_50", "invalid literal"),
    ] {
        let ran = Command::new(python)
            .arg(harness().join("run_vmad.py"))
            .args(["--patch", word, arch])
            .arg(&path)
            .output()
            .unwrap();
        assert_eq!(ran.status.code(), Some(2));
        assert!(String::from_utf8_lossy(&ran.stderr).contains(words), "{ran:?}");
        assert!(!path.exists());
    }
    // `vmad vectors` writes the columns that it reads.
    for mnemonic in vmad_unit::Kind::NAMES {
        let vectors = vmad(&["vectors", "--instruction", mnemonic, "--count", "1", "--format", "csv"]).stdout;
        let header: Vec<_> = vectors.lines().next().unwrap_or_default().split(',').collect();
        assert!(["word", "a", "b", "c"].iter().all(|name| header.contains(name)), "{header:?}");
    }
}
