//! What `--help` says: it fits its width, and every example in it runs.

use std::{fs, path::Path, process::Command};

use crate::common::vmad;

/// Every command, as one types it; the last is not listed.
pub(crate) fn commands() -> impl Iterator<Item = &'static str> {
    "| decode | asm | explain | fields | exec | trace | ptx | ptx exec | ptx check | ptx lower | ptx equal | \
     ptx readings | ptx rewrite | ptx safe | emit | vectors | check | prove | sweep | observe | completions"
        .split('|')
        .map(str::trim)
}

fn help(command: &str) -> String {
    let mut arguments: Vec<_> = command.split_whitespace().collect();
    arguments.push("--help");
    let ran = vmad(&arguments);
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
    ran.stdout
}

/// The examples of a help text, with lines that go on put together.
fn examples(help: &str) -> Vec<String> {
    let lines = help.lines().skip_while(|line| *line != "Examples:").skip(1);
    let text: Vec<_> = lines.take_while(|line| !line.is_empty()).map(str::trim).collect();
    text.join("\n").replace("\\\n", "").lines().map(str::to_owned).collect()
}

/// The commands that the help texts list, the help itself aside.
fn listed(help: &str) -> Vec<&str> {
    let lines = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let names = lines.take_while(|line| !line.is_empty()).filter(|line| !line.starts_with("   "));
    names.filter_map(|line| line.split_whitespace().next()).filter(|name| *name != "help").collect()
}

#[test]
fn every_command_is_looked_at() {
    let (root, ptx) = (help(""), help("ptx"));
    let mut names: Vec<_> = listed(&root).into_iter().map(str::to_owned).collect();
    names.extend(listed(&ptx).into_iter().map(|name| format!("ptx {name}")));
    let mut known: Vec<_> = commands().filter(|name| !name.is_empty()).map(str::to_owned).collect();
    names.sort();
    known.sort();
    assert_eq!(names, known);
}

#[test]
fn every_command_has_its_exit_codes_in_the_book() {
    let page = include_str!("../../../../docs/src/command.md");
    for command in commands().filter(|command| !["", "ptx"].contains(command)) {
        assert!(page.contains(&format!("`vmad {command}")), "{command}");
    }
}

#[test]
fn help_fits_80_columns_and_has_examples() {
    for command in commands() {
        let help = help(command);
        for line in help.lines() {
            assert!(line.chars().count() <= 80, "{command}: {line}");
        }
        let examples = examples(&help);
        assert!(!examples.is_empty(), "{command}");
        for example in examples {
            assert!(example.contains("vmad "), "{command}: {example:?} was broken by its width");
        }
    }
}

/// The files that the examples name.
fn prepare(folder: &Path) {
    let crate_folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let bundle: Vec<u8> =
        [0x7e0_u64, 0x5f04020000370200, 0, 0].iter().flat_map(|word| word.to_le_bytes()).collect();
    fs::write(folder.join("code.bin"), bundle.repeat(2)).unwrap();
    for name in ["kernel.cubin", "kernel.sm_50.cubin"] {
        fs::copy(crate_folder.join("cubins/every-form.sm_50.cubin"), folder.join(name)).unwrap();
    }
    fs::write(folder.join("words.txt"), "5fcd825030270100\n5f04020000370200 007e0\n").unwrap();
    fs::write(folder.join("card.csv"), vmad(&["vectors", "--count", "100", "--format", "csv"]).stdout)
        .unwrap();
    fs::copy(crate_folder.join("cubins/every-form.ptx"), folder.join("kernel.ptx")).unwrap();
    let cuda = "__device__ int dp2a(int a, int b, int d) {\n  asm(\"vmad.s32.s32.s32 %0, %1.h0, %2.b0, %0;\"\n      \"vmad.s32.s32.s32 %0, %1.h1, %2.b1, %0;\" : \"+&r\"(d) : \"r\"(a), \"r\"(b));\n  return d;\n}\n";
    fs::write(folder.join("kernel.cu"), cuda).unwrap();
    for path in [".local/share/bash-completion/completions", ".zfunc", ".config/fish/completions"] {
        fs::create_dir_all(folder.join(path)).unwrap();
    }
}

fn shell(command: &str, folder: &Path) -> std::process::Output {
    let program = Path::new(env!("CARGO_BIN_EXE_vmad"));
    let path =
        format!("{}:{}", program.parent().unwrap().display(), std::env::var("PATH").unwrap_or_default());
    Command::new("sh")
        .args(["-c", command])
        .current_dir(folder)
        .env("PATH", path)
        .env("HOME", folder)
        .output()
        .expect("sh starts")
}

#[test]
fn every_example_runs() {
    let smaller = include_str!("../data/smaller-examples.tsv").lines().filter(|line| !line.starts_with('#'));
    let smaller: Vec<_> = smaller.map(|line| line.split_once('\t').expect(line)).collect();
    let folder = tempfile::tempdir().unwrap();
    prepare(folder.path());
    let mut run = 0;
    for command in commands() {
        let instructions = match command {
            "ptx lower" => "vmad.u32.u32.u32 d, a, b, c;\n",
            _ => "VMAD R0, R1, R2, R3\n",
        };
        fs::write(folder.path().join("instructions.txt"), instructions).unwrap();
        for example in examples(&help(command)) {
            // These tests have no ptxas.
            if example.contains("kernel.ptx --arch") {
                continue;
            }
            let smaller = smaller.iter().fold(example.clone(), |text, (from, to)| text.replace(from, to));
            let ran = shell(&smaller, folder.path());
            let said = String::from_utf8_lossy(&ran.stderr);
            // ptxas miscompiles a constant in that cubin (D4), in that instruction, and in the files.
            let finds = example.contains("kernel.sm_50.cubin") && !example.contains("--allow D4")
                || example.contains("ptx safe 'vmad")
                || example.contains("ptx safe kernel.ptx");
            assert_eq!(ran.status.code(), Some(finds.into()), "{example}: {said}");
            let writes_a_file =
                [" > ", " -o ", "--dir", "--svg"].iter().any(|option| example.contains(option));
            assert!(writes_a_file || !ran.stdout.is_empty(), "{example} prints nothing");
            run += 1;
        }
    }
    assert!(run >= 35, "only {run} examples");
}
