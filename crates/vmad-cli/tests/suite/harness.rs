//! The harness that runs VMADs on a card, as far as it can be tried without one: what it puts into a cubin, where.

use std::{fs, path::Path, process::Command};

use crate::common::vmad;
use tempfile::TempDir;
use vmad_sass::{Arch, Vmad, schedule::ControlField, stream::Slot, vmad::SourceB};
use vmad_validate::cubin::{Cubin, slots};

fn harness() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/harness"))
}

/// The instructions of a cubin's kernels, with the kernel's name.
fn instructions(bytes: &[u8]) -> Vec<(String, Slot)> {
    let cubin = Cubin::read(std::io::Cursor::new(bytes)).unwrap();
    let sections =
        cubin.code.iter().map(|section| (section, slots(std::io::Cursor::new(bytes), section).unwrap()));
    sections
        .flat_map(|(section, slots)| slots.into_iter().map(|slot| (section.kernel().to_owned(), slot)))
        .collect()
}

/// Where it differs from the cubin that ptxas made: a place for a VMAD in each kernel, scheduled alike on every
/// architecture.
#[test]
fn every_cubin_has_its_two_places() {
    let mut schedules = Vec::new();
    for arch in Arch::ALL {
        let bytes = fs::read(harness().join(format!("vmad.{arch}.cubin"))).unwrap();
        assert_eq!(Cubin::read(std::io::Cursor::new(&bytes)).unwrap().arch, arch);
        let all = instructions(&bytes);
        let place = |word: u64| {
            let at: Vec<_> = (0..all.len()).filter(|&at| all[at].1.word == word).collect();
            let [at] = at[..] else { panic!("{arch}: {at:?}") };
            // The store that waits for it.
            (all[at].0.clone(), all[at].1.control, all[at + 1].1.control)
        };
        schedules.push([place(0x5fb603902047020a), place(0x5a6503800047020a)]);
    }
    assert!(schedules.windows(2).all(|pair| pair[0] == pair[1]));
    let [(coupled, own, _), (decoupled, set, wait)] = &schedules[0];
    assert_eq!([coupled, decoupled], ["coupled", "decoupled"]);
    let none = |field: &ControlField| field.write_barrier().is_none() && field.read_barrier().is_none();
    assert!(none(own));
    let barrier = set.write_barrier().expect("a decoupled instruction sets a barrier").number();
    assert_eq!(wait.wait_mask(), 1 << barrier);
}

/// What nvdisasm said of the patched cubins, and what is in them: the instruction that was asked for, and no other change.
#[test]
fn a_patched_cubin_is_what_nvdisasm_says() {
    let python = ["python3", "python"].into_iter().find(|name| {
        Command::new(name).arg("--version").output().is_ok_and(|output| output.status.success())
    });
    let Some(python) = python else {
        vmad_testing::skip("the patched cubins of the harness", "no python3 on the PATH");
        return;
    };
    let record = fs::read_to_string(harness().join("nvdisasm.tsv")).unwrap();
    let rows: Vec<Vec<_>> =
        record.lines().filter(|line| !line.starts_with('#')).map(|line| line.split('\t').collect()).collect();
    assert!(rows.len() > 100);
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("patched.cubin");
    for (at, row) in rows.iter().enumerate() {
        let [arch, word, kernel, text] = row[..] else { panic!("{row:?}") };
        let wanted = Vmad::decode(u64::from_str_radix(word.trim_start_matches("0x"), 16).unwrap()).unwrap();
        // What nvdisasm read is what was asked for, in the registers of the kernel.
        let read = vmad_sass::assemble(text).unwrap().instruction;
        assert_eq!(read.mode(), wanted.mode(), "{text}");
        assert_eq!(read.cc, wanted.cc);
        if let SourceB::Immediate { .. } = wanted.b {
            assert_eq!(read.b, wanted.b);
        }
        assert_eq!(read.dispatch().name(), kernel);
        // Starting Python takes its time: one in eight is made anew.
        if at % 8 != 0 {
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
        let [((_, there), (changed_kernel, now))] = changed[..] else { panic!("{} changes", changed.len()) };
        assert_eq!((changed_kernel.as_str(), now.control), (kernel, there.control));
        let arch = Arch::ALL.into_iter().find(|it| it.to_string() == arch).unwrap();
        let ours = vmad_sass::disassemble(now.word, now.control, arch).unwrap().to_string();
        assert_eq!(ours, text);
    }
}

#[test]
fn the_harness_refuses_in_words() {
    if Command::new("python3").arg("--version").output().is_err() {
        vmad_testing::skip("the errors of the harness", "no python3 on the PATH");
        return;
    }
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("patched.cubin");
    for (word, arch, words) in [
        ("5c04020000370200", "sm_50", "is not a VMAD"),
        ("5f1c020070370200", "sm_50", "a selector 7 or a scale 3"),
        ("5f04020000370200", "sm_70", "sm_70 has no VMAD of 64 bits"),
        ("word", "sm_50", "invalid literal"),
    ] {
        let ran = Command::new("python3")
            .arg(harness().join("run_vmad.py"))
            .args(["--patch", word, arch])
            .arg(&path)
            .output()
            .unwrap();
        assert_eq!(ran.status.code(), Some(2));
        assert!(String::from_utf8_lossy(&ran.stderr).contains(words), "{ran:?}");
        assert!(!path.exists());
    }
    // Its vectors are what `vmad vectors` writes.
    let header = vmad(&["vectors", "--count", "0", "--format", "csv"]).stdout;
    assert!(["word", "a", "b", "c"].iter().all(|name| header.trim_end().split(',').any(|it| it == *name)));
}
