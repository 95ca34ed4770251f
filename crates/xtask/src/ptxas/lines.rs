//! The questions: every combination of modifiers, every form of `mad`, and random lines.

use std::collections::BTreeMap;

/// Targets from the first to the newest that `ptxas` 12.9 knows, without those that repeat a neighbour's rules.
pub(super) const TARGETS: [&str; 22] = [
    "sm_10", "sm_11", "sm_12", "sm_13", "sm_20", "sm_21", "sm_30", "sm_32", "sm_35", "sm_37", "sm_50",
    "sm_52", "sm_53", "sm_60", "sm_70", "sm_75", "sm_80", "sm_89", "sm_90", "sm_90a", "sm_100f", "sm_121",
];

/// Every PTX version from 1.0 to 8.8.
pub(super) fn versions() -> Vec<String> {
    let last = [(1, 5), (2, 3), (3, 2), (4, 3), (5, 1), (6, 5), (7, 8), (8, 8)];
    last.iter().flat_map(|(major, last)| (0..=*last).map(move |minor| format!("{major}.{minor}"))).collect()
}

/// Mnemonics that take the same shapes of operands.
pub(super) struct Family {
    pub(super) mnemonics: Vec<String>,
    pub(super) shapes: &'static str,
}

const TYPES: [&str; 2] = [".u32", ".s32"];
const SAT: [&str; 2] = ["", ".sat"];
const SECOP: [&str; 4] = ["", ".add", ".min", ".max"];
const SELECT: [&str; 7] = ["", ".b0", ".b1", ".b2", ".b3", ".h0", ".h1"];

/// Modifiers of other instructions, each tried on every instruction.
const FOREIGN: [&str; 44] = [
    "po",
    "shr7",
    "shr15",
    "clamp",
    "wrap",
    "eq",
    "ne",
    "lt",
    "le",
    "gt",
    "ge",
    "lo",
    "ls",
    "hi",
    "hs",
    "equ",
    "neu",
    "ltu",
    "leu",
    "gtu",
    "geu",
    "num",
    "nan",
    "sat",
    "rn",
    "rz",
    "rm",
    "rp",
    "ftz",
    "cc",
    "approx",
    "uni",
    "b2",
    "b0",
    "h0",
    "finite",
    "subnormal",
    "and",
    "popc",
    "inc",
    "zero",
    "v2",
    "global",
    "pass",
];

/// Every way of taking one word of each list.
fn product(lists: &[&[&str]]) -> Vec<String> {
    lists.iter().fold(vec![String::new()], |words, list| {
        words.iter().flat_map(|word| list.iter().map(move |next| format!("{word}{next}"))).collect()
    })
}

/// Every combination of modifiers, and every foreign modifier on the plainest form of every instruction.
pub(super) fn families() -> Vec<Family> {
    let arithmetic = ["vadd", "vsub", "vabsdiff", "vmin", "vmax"];
    let mode = ["", ".clamp", ".wrap"];
    let cmp = ["", ".eq", ".ne", ".lt", ".le", ".gt", ".ge", ".lo", ".ls", ".hi", ".hs"];
    let plain = [".u32.u32.u32"];
    let foreign: Vec<String> = FOREIGN.iter().map(|word| format!(".{word}")).collect();
    let foreign: Vec<&str> = foreign.iter().map(String::as_str).collect();
    let mut tail = product(&[&arithmetic, &TYPES, &TYPES, &TYPES, &SAT, &SECOP]);
    tail.extend(product(&[&["vshl", "vshr"], &TYPES, &TYPES, &TYPES, &SAT, &mode, &SECOP]));
    tail.extend(product(&[&["vset"], &TYPES, &TYPES, &SAT, &cmp, &SECOP]));
    let mut odd = product(&[&arithmetic, &plain, &foreign]);
    odd.extend(product(&[&["vshl", "vshr"], &plain, &[".clamp"], &foreign]));
    odd.extend(product(&[&["vset.u32.u32.eq"], &foreign]));
    odd.extend(product(&[&["vset.u32.u32"], &foreign]));
    tail.extend(odd);
    let mut vmad =
        product(&[&["vmad"], &TYPES, &TYPES, &TYPES, &["", ".po"], &SAT, &["", ".shr7", ".shr15"]]);
    vmad.extend(product(&[&["vmad"], &plain, &foreign]));
    vmad.extend(product(&[&["vmad"], &plain, &SECOP[1..]]));
    vec![Family { mnemonics: tail, shapes: "tail" }, Family { mnemonics: vmad, shapes: "vmad" }]
}

/// The lists of operand shapes by name; the table's head describes them.
pub(super) fn shapes() -> BTreeMap<&'static str, Vec<String>> {
    let mut d = SELECT.map(|select| format!("%d{select}")).to_vec();
    let sources = product(&[&[", %a"], &SELECT, &[", %b"], &SELECT]);
    let with = |d: &[String], c: &[&str], sources: &[String]| -> Vec<String> {
        d.iter()
            .flat_map(|d| {
                c.iter().flat_map(move |c| sources.iter().map(move |source| format!("{d}{source}{c}")))
            })
            .collect()
    };
    let tail = with(&d, &["", ", %c"], &sources);
    d.truncate(2);
    let negated = signed(&d, &SELECT, true);
    let mut tail = tail;
    tail.extend(signed(&d, &["", ".h1"], true));
    tail.extend(signed(&d[..1], &["", ".h1"], false));
    BTreeMap::from([("tail", tail), ("vmad", negated)])
}

/// Every negation of `a`, `b` and, if there is one, `c`, with every pair of selectors from a list.
fn signed(d: &[String], selects: &[&str], has_c: bool) -> Vec<String> {
    let third: &[&str] = if has_c { &[", %c", ", -%c"] } else { &[""] };
    let mut shapes = Vec::new();
    for d in d {
        for (a, b) in [("%a", "%b"), ("%a", "-%b"), ("-%a", "%b"), ("-%a", "-%b")] {
            for c in third {
                let [a, b] = [format!(", {a}"), format!(", {b}")];
                shapes.extend(product(&[&[d], &[&a], selects, &[&b], selects, &[c]]));
            }
        }
    }
    shapes
}

/// Every form of `mad`, and one line of each video instruction.
pub(super) fn legality() -> Vec<String> {
    let rnd = ["", ".rn", ".rz", ".rm", ".rp"];
    let modifiers = product(&[&rnd, &["", ".ftz"], &SAT]);
    let single = modifiers.iter().map(|word| format!("mad{word}.f32 %fd, %fa, %fb, %fc;"));
    let double = modifiers.iter().map(|word| format!("mad{word}.f64 %dd, %da, %db, %dc;"));
    let video = [
        "vadd.u32.u32.u32 %d, %a, %b;",
        "vsub.u32.u32.u32 %d, %a, %b;",
        "vabsdiff.u32.u32.u32 %d, %a, %b;",
        "vmin.u32.u32.u32 %d, %a, %b;",
        "vmax.u32.u32.u32 %d, %a, %b;",
        "vshl.u32.u32.u32.clamp %d, %a, %b;",
        "vshr.u32.u32.u32.clamp %d, %a, %b;",
        "vset.u32.u32.eq %d, %a, %b;",
        "vmad.u32.u32.u32 %d, %a, %b, %c;",
    ];
    single.chain(double).chain(video.map(str::to_owned)).collect()
}

/// Splitmix64: a reproducible source of choices.
pub(super) struct Random(u64);

impl Random {
    pub(super) fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit.max(1) as u64) as usize
    }

    /// True this many times in a hundred.
    fn percent(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    fn pick<'a>(&mut self, list: &[&'a str]) -> &'a str {
        list[self.below(list.len())]
    }
}

const CONSTANTS: [&str; 34] = [
    "0",
    "1",
    "-1",
    "255",
    "0x1F",
    "0X2a",
    "017",
    "0b101",
    "0B11",
    "12U",
    "-5U",
    "4294967295",
    "-2147483648",
    "0xffffffffU",
    "2147483648",
    "0f3f800000",
    "0d3ff0000000000000",
    "1.5",
    "-1.5",
    "WARP_SZ",
    "(1+2)*3",
    "~5",
    "!0",
    "1<<4",
    "- 7",
    "+3",
    "1?2:3",
    "0x",
    "08",
    "1e3",
    "5 % 3",
    "99999999999999999999999",
    "18446744073709551616",
    "(.u64)-1",
];

/// A line that is an instruction, or nearly one. About half are legal.
pub(super) fn random(random: &mut Random) -> String {
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
    // Half of the lines have their modifiers anywhere behind the opcode.
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

/// Drops a character, or puts a wrong one in or in its place. Names of registers and the opcode stay whole: what is not
/// declared, or is another instruction, would be judged for reasons that have nothing to do with the line.
fn damage(random: &mut Random, line: &str) -> String {
    let behind_opcode = line.find('.').map_or(0, |dot| dot + 1);
    let at = behind_opcode + random.below(line.len() - behind_opcode);
    let wrong = random.pick(&["", " ", ".", ",", "-", "x", ";", "/**/", "0"]);
    let in_name = line[..at].ends_with('%')
        || line[at..].starts_with('%')
        || line[..at].ends_with(['a', 'b', 'c', 'd', 'p']);
    if in_name { line.to_owned() } else { format!("{}{wrong}{}", &line[..at], &line[at + random.below(2)..]) }
}
