//! The random questions: lines that are instructions, or similar to one.

use vmad_xcheck::vectors::SplitMix64;

use super::lines::{FOREIGN, SECOP, SELECT};

/// A reproducible source of choices.
pub(super) struct Random(SplitMix64);

impl Random {
    pub(super) fn new(seed: u64) -> Self {
        Self(SplitMix64::new(seed))
    }

    fn below(&mut self, limit: usize) -> usize {
        (self.0.next() % limit.max(1) as u64) as usize
    }

    /// True with this probability in percent.
    fn percent(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    fn pick<'a>(&mut self, list: &[&'a str]) -> &'a str {
        list[self.below(list.len())]
    }
}

#[rustfmt::skip]
const CONSTANTS: [&str; 34] = [
    "0", "1", "-1", "255", "0x1F", "0X2a", "017", "0b101", "0B11", "12U", "-5U", "4294967295", "-2147483648",
    "0xffffffffU", "2147483648", "0f3f800000", "0d3ff0000000000000", "1.5", "-1.5", "WARP_SZ", "(1+2)*3",
    "~5", "!0", "1<<4", "- 7", "+3", "1?2:3", "0x", "08", "1e3", "5 % 3", "99999999999999999999999",
    "18446744073709551616", "(.u64)-1",
];

#[rustfmt::skip]
const FLOATS: [&str; 16] = [
    "1.0", "0f3f800000", "0d3ff0000000000000", "-1.5", ".5", "1e5", "1", "0x10", "-0f3f800000", "(1.0)",
    "1.5*2.0", "1e400", "1e-310", "--1.0", "WARP_SZ", "0f3f80",
];

/// A line that is an instruction, or similar to one. About half are legal.
pub(super) fn line(random: &mut Random) -> String {
    if random.percent(12) { mad(random) } else { video(random) }
}

/// A float `mad`, or a similar line.
fn mad(random: &mut Random) -> String {
    let (ty, bank) = if random.percent(50) { ("f32", "f") } else { ("f64", "d") };
    let mut words = Vec::new();
    if random.percent(92) {
        words.push(random.pick(&["rn", "rz", "rm", "rp"]));
    }
    for (word, percent) in [("ftz", 25), ("sat", 25)] {
        if random.percent(percent) {
            words.push(word);
        }
    }
    if random.percent(8) {
        words.push(
            random.pick(&[
                "rn", "rz", "rni", "rna", "ftz", "sat", "b2", "finite", "po", "add", "cc", "eq", "f32",
            ]),
        );
    }
    words.insert(random.below(words.len() + 1), ty);
    let mut operands = vec![format!("%{bank}d{}", if random.percent(98) { "" } else { ".h0" })];
    for name in ["a", "b", "c"] {
        let sign = if random.percent(97) { "" } else { random.pick(&["-", "!", "~", "+"]) };
        let select = if random.percent(98) { "" } else { ".b0" };
        let register = format!("{sign}%{bank}{name}{select}");
        operands.push(if random.percent(18) { random.pick(&FLOATS).to_owned() } else { register });
    }
    if random.percent(4) {
        operands.truncate(random.below(4));
    }
    let guard = if random.percent(90) { "" } else { random.pick(&["@%p ", "@!%p "]) };
    format!("{guard}mad.{} {};", words.join("."), operands.join(", "))
}

/// A video instruction, or a similar line.
fn video(random: &mut Random) -> String {
    let opcode = random.pick(&["vadd", "vsub", "vabsdiff", "vmin", "vmax", "vshl", "vshr", "vmad", "vset"]);
    let mnemonic = random_mnemonic(random, opcode);
    let has_secop = SECOP[1..].iter().any(|secop| mnemonic.contains(secop));
    let dsel =
        if random.percent(if opcode == "vmad" { 4 } else { 25 }) { SELECT[1 + random.below(6)] } else { "" };
    let mut count = if opcode == "vmad" || has_secop || !dsel.is_empty() { 4 } else { 3 + random.below(2) };
    if random.percent(6) {
        count = random.below(6);
    }
    let d = if random.percent(98) {
        "%d"
    } else {
        random.pick(&["-%d", "_", "%tid.x", "[%d]", "{%d}", "%d|%p", "5"])
    };
    let mut operands = vec![format!("{d}{dsel}")];
    for register in ["%a", "%b", "%c", "%a"] {
        operands.push(random_source(random, register, opcode == "vmad", register == "%c"));
    }
    operands.truncate(count);
    let guard = match random.below(20) {
        0 => "@%p ",
        1 => "@!%p ",
        2 => random.pick(&["@ %p ", "@! %p ", "@!!%p ", "@-%p ", "%p ", "L: ", "@%a "]),
        _ => "",
    };
    let end = if random.percent(98) { ";" } else { random.pick(&["", ";;", " ; // x", "/* c */;"]) };
    let line = format!("{guard}{mnemonic} {}{end}", operands.join(random.pick(&[", ", ",", " , "])));
    if random.percent(3) { damage(random, &line) } else { line }
}

fn random_mnemonic(random: &mut Random, opcode: &str) -> String {
    let mut count = if opcode == "vset" { 2 } else { 3 };
    if random.percent(3) {
        count = random.below(5);
    }
    let mut words = vec![opcode];
    for index in 0..count {
        let amount = index == 2 && matches!(opcode, "vshl" | "vshr") && random.percent(85);
        words.push(match random.below(100) {
            _ if amount => "u32",
            0 | 1 => random.pick(&["u16", "s8", "b32", "f32", "u64"]),
            other => ["u32", "s32"][other % 2],
        });
    }
    let types = words.len();
    if random.percent(if opcode == "vset" { 4 } else { 30 }) {
        words.push("sat");
    }
    match opcode {
        "vshl" | "vshr" if random.percent(92) => words.push(random.pick(&["clamp", "wrap"])),
        "vset" if random.percent(94) => words.push(random.pick(&["eq", "ne", "lt", "le", "gt", "ge"])),
        "vmad" => {
            if random.percent(35) {
                words.push(random.pick(&["shr7", "shr15"]));
            }
            if random.percent(35) {
                words.push("po");
            }
        }
        _ => {}
    }
    if opcode != "vmad" && random.percent(35) {
        words.push(random.pick(&["add", "min", "max"]));
    }
    if random.percent(12) {
        words.push(random.pick(&FOREIGN));
    }
    // Half of the lines have their modifiers in any order after the opcode.
    if random.percent(50) {
        for index in types..words.len() {
            let word = words.remove(index);
            words.insert(1 + random.below(index), word);
        }
    }
    words.join(".")
}

fn random_source(random: &mut Random, register: &str, negates: bool, is_c: bool) -> String {
    if random.percent(14) {
        return random.pick(&CONSTANTS).to_owned();
    }
    let sign = match random.below(100) {
        0 => random.pick(&["!", "~", "+", "--", "- "]),
        1..=3 => "-",
        4..=30 if negates => "-",
        _ => "",
    };
    let select = match random.below(100) {
        0 => random.pick(&[".b4", ".h2", ".x", ".B0", ".b0.b0", ". b0"]),
        1..=40 if !is_c => SELECT[1 + random.below(6)],
        1 | 2 => ".b0",
        _ => "",
    };
    format!("{sign}{register}{select}")
}

/// Deletes, inserts or replaces a character. Register names and the opcode stay intact: an undeclared name or another
/// instruction would change the reason of the verdict.
fn damage(random: &mut Random, line: &str) -> String {
    let behind_opcode = line.find('.').map_or(0, |dot| dot + 1);
    let at = behind_opcode + random.below(line.len() - behind_opcode);
    let wrong = random.pick(&["", " ", ".", ",", "-", "x", ";", "/**/", "0"]);
    let in_name = line[..at].ends_with('%')
        || line[at..].starts_with('%')
        || line[..at].ends_with(['a', 'b', 'c', 'd', 'p']);
    if in_name { line.to_owned() } else { format!("{}{wrong}{}", &line[..at], &line[at + random.below(2)..]) }
}
