//! The examples of the divergence map, run by the commands.

use std::fs;

use crate::common::vmad;

/// The reading of the PTX ISA that is the other side of a row.
const READINGS: [(&str, &str); 5] = [
    ("D1", "minus-c=sign-of-final"),
    ("D2", "mask=tmp-first"),
    ("D2m", "mask=by-final-sign,pass=like-the-others"),
    ("P8", "mask=unsigned"),
    ("P10", "vmad-range=dtype"),
];

/// The rows whose other side is the code that ptxas emits for sm_50.
const MISCOMPILES: [&str; 4] = ["D4", "D6", "D8", "P7"];

/// The rows whose other side is other instructions, which the tests of `vmad-ptxas` interpret.
const WITHOUT_SASS: [&str; 6] = ["D3", "D3p", "D10", "D11", "D12", "D13"];

/// What a command prints.
fn printed(arguments: &[&str]) -> String {
    vmad(arguments).stdout.trim_end().to_owned()
}

/// What the code of an instruction for sm_50 leaves in `R0`; the code itself if its last word is not of the family.
fn run_lowered(ptx: &str, [a, b, c]: [&str; 3]) -> String {
    let code = printed(&["ptx", "lower", ptx, "--arch", "sm_50"]);
    let mut registers = vec![format!("R2={a}"), format!("R3={b}"), format!("R4={c}")];
    let mut words: Vec<_> = code.split("; ").collect();
    let last = words.pop().unwrap();
    let loads = words.iter().map(|load| load.strip_prefix("MOV32I ").unwrap().replace(", ", "="));
    registers.extend(loads);
    if last.starts_with(".word") {
        return last.to_owned();
    }
    let arguments: Vec<_> = ["exec", last].into_iter().chain(registers.iter().map(String::as_str)).collect();
    printed(&arguments)
}

#[test]
fn the_examples_of_the_map_are_computed() {
    let page = fs::read_to_string("../../docs/src/divergence.md").unwrap();
    let (mut row, mut rows) = ("", Vec::new());
    let mut lines = page.lines().peekable();
    while let Some(line) = lines.next() {
        if let Some((name, _)) = line.trim_start_matches('#').trim_start().split_once(':')
            && line.starts_with("##")
        {
            row = name;
        }
        let Some((ptx, inputs)) = line.strip_prefix('`').and_then(|line| line.split_once("` with a = "))
        else {
            continue;
        };
        let text = format!("a = {inputs} {}", lines.peek().unwrap());
        let words = text.split([' ', ',', ':', ';', '.']).filter(|word| word.starts_with("0x"));
        let numbers: Vec<_> = words.collect();
        let ports = [numbers[0], numbers[1], numbers[2]];
        // The command refuses a value of a register that the instruction does not have.
        let has = |name: &str| ptx.split([' ', ',', ';', '-']).any(|word| word == name);
        let named = ["a", "b", "c"].into_iter().zip(ports).filter(|(name, _)| has(name));
        let values: Vec<_> = named.map(|(name, value)| format!("{name}={value}")).collect();
        let ptx_exec = |reading| {
            let options = ["ptx", "exec", ptx, "--reading", reading].into_iter();
            printed(&options.chain(values.iter().map(String::as_str)).collect::<Vec<_>>())
        };
        assert_eq!(ptx_exec("default"), format!("d = {}", numbers[3]), "{row}: {ptx}");
        let lowered = run_lowered(ptx, ports);
        if row == "D9" {
            assert_eq!((lowered.as_str(), numbers.len()), (".word 0xb47a7fe000570200", 4));
        } else if let Some((_, reading)) = READINGS.iter().find(|(name, _)| *name == row) {
            assert_eq!(lowered, format!("R0 = {}", numbers[3]), "{row}: {ptx}");
            assert_eq!(ptx_exec(reading), format!("d = {}", numbers[4]), "{row}: {ptx}");
        } else {
            let side = if MISCOMPILES.contains(&row) { 4 } else { 3 };
            assert_eq!(lowered, format!("R0 = {}", numbers[side]), "{row}: {ptx}");
            assert!(side == 4 || WITHOUT_SASS.contains(&row), "{row}");
        }
        rows.push(row);
    }
    let known =
        READINGS.map(|(name, _)| name).into_iter().chain(MISCOMPILES).chain(WITHOUT_SASS).chain(["D9"]);
    let (mut known, mut found) = (known.collect::<Vec<_>>(), rows);
    known.sort_unstable();
    found.sort_unstable();
    assert_eq!(found, known);
}
