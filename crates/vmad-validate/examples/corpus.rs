//! Throw-away: checks many pairs in one process. corpus list MODE; each line "ptx cubin".
use std::{
    collections::{BTreeMap, HashSet},
    fs,
    io::{BufRead, Cursor},
    time::Instant,
};
use vmad_files::contents::Contents;
use vmad_ptx::{module::scan, reading::Reading};
use vmad_validate::{Report, Verdict, form::Form, validate};

fn keys(report: &Report) -> Vec<(String, String)> {
    let mut all = Vec::new();
    for line in &report.lines {
        match &line.verdict {
            v if !v.is_finding() => {}
            Verdict::Differs { known: Some(known), .. } => all.push((
                format!("known {}", known.name()),
                format!(
                    "line {} {} {:x?}",
                    line.statement.last_line,
                    line.statement.instruction,
                    line.words.first().map(|w| w.address)
                ),
            )),
            Verdict::Emulated { row, .. } => {
                all.push((format!("known emulated {}", row.name()), String::new()))
            }
            Verdict::Differs { differs, .. } => all.push((
                "DIFFERS".into(),
                format!(
                    "line {} {} {:x?} {:x?}",
                    line.statement.last_line,
                    line.statement.instruction,
                    line.words.first().map(|w| w.address),
                    differs
                ),
            )),
            Verdict::Lost(why) => all.push((
                format!("LOST {}", format!("{why:?}").split('(').next().unwrap()),
                format!("line {} {} {why:?}", line.statement.last_line, line.statement.instruction),
            )),
            _ => all.push(("OTHER".into(), String::new())),
        }
    }
    for it in &report.foreign {
        let why = format!("{:?}", it.why);
        all.push((
            format!("FOREIGN {}", why.split(['{']).next().unwrap()),
            format!(
                "{} {:#x} {:016x} {:?} line {:?} why {why}",
                it.word.function,
                it.word.address,
                it.word.word,
                it.word.form.map(|f| f.text(vmad_sass::Style::of(vmad_sass::Arch::Sm61))),
                it.line
            ),
        ));
    }
    all
}

fn name(verdict: &Verdict) -> &'static str {
    match verdict {
        Verdict::Equal { equal, .. } if !equal.assumptions.is_empty() => "assumes",
        Verdict::Equal { is_shared: true, .. } => "equal shared",
        Verdict::Equal { .. } => "equal",
        Verdict::NoWord(_) => "no word",
        Verdict::Emulated { .. } => "emulated",
        Verdict::Differs { .. } => "differs",
        Verdict::Lost(_) => "lost",
        Verdict::Unspecified => "unspecified",
    }
}

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let notable = args.get(2).is_some_and(|it| it.contains("notable"));
    let bits = args.get(2).is_some_and(|it| it.contains("bits"));
    let full = args.get(2).is_some_and(|it| it.contains("full"));
    let mut tally: BTreeMap<String, usize> = BTreeMap::new();
    let list = std::io::BufReader::new(fs::File::open(&args[1]).unwrap());
    for pair in list.lines() {
        let pair = pair.unwrap();
        let (ptx, cubin) = pair.split_once(' ').unwrap();
        let (text, bytes) = (fs::read_to_string(ptx).unwrap(), fs::read(cubin).unwrap());
        let mut contents = match Contents::read(Cursor::new(&bytes), &text) {
            Ok(c) => c,
            Err(e) => {
                println!("{pair}: {e}");
                continue;
            }
        };
        *tally.entry("cubins".into()).or_default() += 1;
        if contents.codes.iter().all(|c| !c.lines.is_empty()) {
            *tally.entry("cubins with table".into()).or_default() += 1;
        }
        if notable {
            for code in &mut contents.codes {
                code.lines.clear();
            }
        }
        let module = scan(&text);
        if args.get(2).is_some_and(|it| it.contains("lines")) {
            for code in &contents.codes {
                for (slot, line) in code.slots.iter().zip(&code.lines) {
                    println!(
                        "{} {:#x} {:016x} {} {:?}",
                        code.function,
                        slot.address,
                        slot.word,
                        vmad_files::opcodes::Opcode::of(slot.word).map_or("?", |o| o.name),
                        line
                    );
                }
            }
        }
        let start = Instant::now();
        let report = validate(&text, &module, &contents.codes, contents.arch, &Reading::DEFAULT);
        if start.elapsed().as_millis() > 500 {
            println!("SLOW {pair} {:?}", start.elapsed());
        }
        if args.get(2).is_some_and(|it| it.contains("emul")) {
            let lines: HashSet<u32> = report
                .lines
                .iter()
                .filter(|l| matches!(l.verdict, Verdict::Emulated { .. }))
                .map(|l| l.statement.last_line)
                .collect();
            for code in &contents.codes {
                for (slot, line) in code.slots.iter().zip(&code.lines) {
                    if line.is_some_and(|l| lines.contains(&l)) {
                        println!(
                            "E {} {:016x} {} {} {}",
                            contents.arch,
                            slot.word,
                            vmad_files::opcodes::Opcode::of(slot.word).map_or("?", |o| o.name),
                            line.unwrap(),
                            cubin
                        );
                    }
                }
            }
        }
        let words: usize =
            contents.codes.iter().flat_map(|c| &c.slots).filter(|s| Form::of(s.word).is_some()).count();
        *tally.entry("video words".into()).or_default() += words;
        *tally.entry("ordinary words".into()).or_default() += report.ordinary;
        *tally.entry("not read".into()).or_default() += report.not_read.len();
        for line in &report.lines {
            *tally.entry(format!("verdict {}", name(&line.verdict))).or_default() += 1;
        }
        for (key, text) in keys(&report) {
            if !key.starts_with("known") || full {
                println!("{pair}: {key}: {text}");
            }
            *tally.entry(key).or_default() += 1;
        }
        if bits {
            flips(&text, &module, &mut contents, &report, &mut tally, &pair);
        }
    }
    for (key, count) in tally {
        println!("{count:9} {key}");
    }
}

/// All single-bit changes that change a value.
fn flips(
    text: &str,
    module: &vmad_ptx::module::Module,
    contents: &mut Contents,
    untouched: &Report,
    tally: &mut BTreeMap<String, usize>,
    pair: &str,
) {
    let inputs =
        [0, 1, 0x7f, 0x80, 0xff, 0x1234, 0x8000, 0xffff, 0x7fff_ffff, 0x8000_0000, 0xdead_beef, u32::MAX];
    let inputs: Vec<[u32; 3]> =
        inputs.iter().flat_map(|&a| inputs.iter().flat_map(move |&b| inputs.map(|c| [a, b, c]))).collect();
    let step: usize = std::env::var("STEP").ok().and_then(|s| s.parse().ok()).unwrap_or(1);
    let base: HashSet<_> = keys(untouched).into_iter().collect();
    let assumed = |report: &Report| {
        report
            .lines
            .iter()
            .filter(|l| matches!(&l.verdict, Verdict::Equal { equal, .. } if !equal.assumptions.is_empty()))
            .map(|l| l.statement.last_line)
            .collect::<Vec<_>>()
    };
    let unspecified =
        |report: &Report| report.lines.iter().filter(|l| l.verdict == Verdict::Unspecified).count();
    let base_assumed = assumed(untouched);
    let equal: HashSet<(String, u64)> = untouched
        .lines
        .iter()
        .filter(|line| matches!(line.verdict, Verdict::Equal { .. }))
        .flat_map(|line| line.words.iter().map(|it| (it.kernel.clone(), it.address)))
        .collect();
    let arch = contents.arch;
    let mut n = 0;
    for code in 0..contents.codes.len() {
        for at in 0..contents.codes[code].slots.len() {
            let word = contents.codes[code].slots[at].word;
            let Some(form) = Form::of(word) else { continue };
            if form.setting.is_store {
                continue;
            }
            let place = (contents.codes[code].kernel.clone(), contents.codes[code].slots[at].address);
            if !equal.contains(&place) {
                continue;
            }
            n += 1;
            if n % step != 0 {
                continue;
            }
            let regs: u64 = 0xff | 0xff << 8 | 0xff << 39;
            let imm = form.instruction.immediate().is_some();
            let mut others: Vec<(String, u64)> = (0..64)
                .filter(|b| regs >> b & 1 == 0 && !(16..20).contains(b))
                .map(|bit| {
                    let kind = match bit {
                        20..36 if imm => "immediate",
                        20..28 => "",
                        50 => "bit 50",
                        51..64 => "opcode",
                        _ => "mode",
                    };
                    (kind.to_owned(), word ^ 1 << bit)
                })
                .filter(|(k, _)| !k.is_empty())
                .collect();
            others.push(("@!PT".into(), word | 0xf << 16));
            for (kind, other) in others {
                let computed = |form: &Form, [a, b, c]: [u32; 3]| {
                    let [x, y, z] = form.ports;
                    form.setting.compute([x.unwrap_or(a), y.unwrap_or(b), z.unwrap_or(c)])
                };
                let is_same = |it: &[u32; 3]| {
                    Form::of(other).is_some_and(|o| {
                        o.setting.cc == form.setting.cc && computed(&form, *it) == computed(&o, *it)
                    })
                };
                if kind != "@!PT" && inputs.iter().all(is_same) {
                    continue;
                }
                contents.codes[code].slots[at].word = other;
                let report = validate(text, module, &contents.codes, arch, &Reading::DEFAULT);
                let address = format!("{:#x} ", contents.codes[code].slots[at].address);
                let new: Vec<_> = keys(&report).into_iter().filter(|k| !base.contains(k)).collect();
                let how = if let Some((key, text)) = new.first() {
                    let place = if new.iter().any(|(_, t)| {
                        t.contains(&format!("{address}"))
                            || t.contains(&format!("{:#x}", contents.codes[code].slots[at].address))
                            || t.contains(&format!("Some({:x})", contents.codes[code].slots[at].address))
                            || t.contains(&format!("Line({})", contents.codes[code].slots[at].address))
                    }) {
                        ""
                    } else {
                        " ELSEWHERE"
                    };
                    if key.starts_with("known") {
                        "refused as a known cause".to_owned()
                    } else {
                        let _ = text;
                        format!("refused{place}")
                    }
                } else if assumed(&report) != base_assumed
                    || contents.codes[code]
                        .lines
                        .get(at)
                        .copied()
                        .flatten()
                        .is_some_and(|l| assumed(&report).contains(&l))
                {
                    "assumed".into()
                } else if unspecified(&report) > unspecified(untouched) {
                    "not read (exit 2)".into()
                } else {
                    "PASSES".into()
                };
                if how == "PASSES" || how.contains("ELSE") && std::env::var("ELSE").is_ok() {
                    println!(
                        "{pair}: {how} {kind} {:016x} -> {other:016x} at {} {address} line {:?} {}",
                        word,
                        contents.codes[code].function,
                        contents.codes[code].lines.get(at),
                        form.text(vmad_sass::Style::of(arch))
                    );
                }
                *tally.entry(format!("change {kind}: {how}")).or_default() += 1;
            }
            contents.codes[code].slots[at].word = word;
        }
    }
}
