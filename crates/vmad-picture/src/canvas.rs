//! Drawing: boxes, texts and arrows in a few classes.

use std::fmt::{self, Write};

use quick_xml::escape::escape;

/// The width of a character: 7.8 pixels in a monospaced font of 13 pixels.
pub(super) const CHARACTER: u32 = 8;

/// The colours of the light scheme.
const LIGHT: &str = "\
--ground:#ffffff;--ink:#1f2328;--faint:#59636e;--line:#818b98;--box:#f1f3f5;--accent:#0550ae;--wrong:#b3261e;\
--a:#ffe1cf;--b:#d5e8fb;--c:#fbe9ab;--destination:#d9f0dd;--guard:#e8e0f7;--mode:#f9dcea;--opcode:#dfe3e8;\
--a-line:#bc4c00;--b-line:#0969da;--c-line:#8a6a00";

/// The same for the dark scheme.
const DARK: &str = "\
--ground:#0d1117;--ink:#e6edf3;--faint:#9aa4af;--line:#6e7681;--box:#1d232b;--accent:#79c0ff;--wrong:#ff8b82;\
--a:#4d2a14;--b:#143453;--c:#453a0d;--destination:#173a23;--guard:#352a52;--mode:#4a1d35;--opcode:#2b323b;\
--a-line:#f0883e;--b-line:#58a6ff;--c-line:#d9b62b";

/// The rules, with `var(--name)` for a colour.
const RULES: &str = "
.vmad text{font:13px ui-monospace,'DejaVu Sans Mono',Menlo,Consolas,monospace;fill:var(--ink)}
.vmad .title{font-weight:bold;font-size:15px}
.vmad .name{font-weight:bold}
.vmad .faint{fill:var(--faint)}
.vmad .accent{fill:var(--accent)}
.vmad text.wrong{fill:var(--wrong);font-weight:bold}
.vmad .ground{fill:var(--ground)}
.vmad .box{fill:var(--box);stroke:var(--line)}
.vmad .a{fill:var(--a)}.vmad .b{fill:var(--b)}.vmad .c{fill:var(--c)}.vmad .destination{fill:var(--destination)}
.vmad .guard{fill:var(--guard)}.vmad .mode{fill:var(--mode)}.vmad .opcode{fill:var(--opcode)}
.vmad .ignored{fill:var(--ground)}
.vmad rect.wrong{stroke:var(--wrong);stroke-width:2}
.vmad .active{stroke:var(--ink)}
.vmad .active.a{stroke:var(--a-line)}.vmad .active.b{stroke:var(--b-line)}.vmad .active.c{stroke:var(--c-line)}
.vmad .idle{stroke-dasharray:3 3;fill-opacity:.6}
.vmad .wire{fill:none;stroke:var(--line);stroke-width:1.2;stroke-dasharray:3 3;marker-end:url(#vmad-arrow)}
.vmad .wire.active{stroke:var(--ink);stroke-width:2;stroke-dasharray:none;marker-end:url(#vmad-active)}
.vmad .wire.active.a{stroke:var(--a-line);marker-end:url(#vmad-a)}
.vmad .wire.active.b{stroke:var(--b-line);marker-end:url(#vmad-b)}
.vmad .wire.active.c{stroke:var(--c-line);marker-end:url(#vmad-c)}
.vmad .sign{fill:none;stroke:var(--line);stroke-width:1.2;marker-end:url(#vmad-arrow)}
.vmad .rule{stroke:var(--line);stroke-dasharray:2 4}
.vmad marker path{fill:var(--line)}
.vmad #vmad-active path{fill:var(--ink)}.vmad #vmad-a path{fill:var(--a-line)}
.vmad #vmad-b path{fill:var(--b-line)}.vmad #vmad-c path{fill:var(--c-line)}
";

/// The rules with the light colours, for programs that draw SVG without variables of CSS: librsvg and CairoSVG. Such a
/// program ignores `@supports`, with the same rules for the scheme of the reader.
fn style() -> String {
    let colours = LIGHT.split(';').filter_map(|colour| colour.split_once(':'));
    let plain =
        colours.fold(RULES.to_owned(), |rules, (name, value)| rules.replace(&format!("var({name})"), value));
    let dark = format!("@media (prefers-color-scheme:dark){{.vmad{{{DARK}}}}}");
    format!("{plain}@supports (color:var(--ink)){{\n.vmad{{{LIGHT}}}\n{dark}{RULES}}}\n")
}

/// The alignment of a text, as SVG names it.
#[derive(Clone, Copy)]
pub(super) struct Anchor(&'static str);

impl Anchor {
    pub(super) const START: Self = Self("start");
    pub(super) const MIDDLE: Self = Self("middle");
    pub(super) const END: Self = Self("end");
}

/// A picture that is being drawn.
pub(super) struct Canvas {
    width: u32,
    svg: String,
}

impl Canvas {
    /// An empty picture, with a title and a description for screen readers.
    pub(super) fn new([width, height]: [u32; 2], title: &str, description: &str) -> Self {
        let head = format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" class="vmad" role="img" aria-labelledby="vmad-title vmad-desc" width="{width}" height="{height}" viewBox="0 0 {width} {height}">
"#
        );
        let mut canvas = Self { width, svg: head };
        canvas.add(format_args!(r#"<title id="vmad-title">{}</title>"#, escape(title)));
        canvas.add(format_args!(r#"<desc id="vmad-desc">{}</desc>"#, escape(description)));
        canvas.add(format_args!("<style>{}</style>", style()));
        for id in ["vmad-arrow", "vmad-active", "vmad-a", "vmad-b", "vmad-c"] {
            canvas.add(format_args!(
                r#"<marker id="{id}" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" markerHeight="8" markerUnits="userSpaceOnUse" orient="auto">
  <path d="M0 0 8 4 0 8z"/>
 </marker>"#
            ));
        }
        canvas.boxed(0, 0, width, height, "ground");
        canvas
    }

    fn add(&mut self, element: fmt::Arguments<'_>) {
        // A String takes every text.
        let _ = writeln!(self.svg, " {element}");
    }

    /// A box, given its upper left corner.
    pub(super) fn boxed(&mut self, x: u32, y: u32, width: u32, height: u32, class: &str) {
        self.add(format_args!(
            r#"<rect class="{class}" x="{x}" y="{y}" width="{width}" height="{height}"/>"#
        ));
    }

    /// A text; `y` is the base line.
    pub(super) fn text(&mut self, (x, y): (u32, u32), Anchor(anchor): Anchor, class: &str, text: &str) {
        let text = escape(text);
        self.add(format_args!(
            r#"<text class="{class}" x="{x}" y="{y}" text-anchor="{anchor}">{text}</text>"#
        ));
    }

    /// An arrow along a path in the colour of its source; active if the result depends on it.
    pub(super) fn wire(&mut self, path: &str, active: bool, source: &str) {
        let class = if active { format!("wire active {source}") } else { "wire".to_owned() };
        self.line(class.trim_end(), path);
    }

    /// A faint line over the whole width.
    pub(super) fn rule(&mut self, y: u32) {
        self.line("rule", &format!("M0 {y}H{}", self.width));
    }

    pub(super) fn line(&mut self, class: &str, d: &str) {
        self.add(format_args!(r#"<path class="{class}" d="{d}"/>"#));
    }

    /// The SVG text of the picture.
    pub(super) fn finish(self) -> String {
        self.svg + "</svg>\n"
    }
}

/// A text in lines of at most `most` ASCII characters, broken at spaces, and in longer words before a suffix.
pub(super) fn wrapped(text: &str, most: u32) -> Vec<String> {
    let most = most as usize;
    let mut lines: Vec<String> = Vec::new();
    for mut word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if line.len() + word.len() < most => {
                line.push(' ');
                line.push_str(word);
                continue;
            }
            _ => {}
        }
        while word.len() > most {
            let place = word.get(..most).and_then(|start| start.rfind('.')).filter(|&place| place > 0);
            let Some((start, end)) = place.and_then(|place| word.split_at_checked(place)) else { break };
            lines.push(start.to_owned());
            word = end;
        }
        lines.push(word.to_owned());
    }
    lines
}
