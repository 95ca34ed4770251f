//! Drawing: boxes, texts and arrows in a few classes.

use std::io;

use quick_xml::{
    Writer,
    events::{BytesEnd, BytesStart, BytesText, Event},
};

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
    writer: Writer<Vec<u8>>,
}

impl Canvas {
    /// An empty picture, with a title and a description for screen readers.
    pub(super) fn new([width, height]: [u32; 2], title: &str, description: &str) -> io::Result<Self> {
        let mut writer = Writer::new_with_indent(Vec::new(), b' ', 1);
        let view = format!("0 0 {width} {height}");
        let [wide, high] = [width, height].map(|number| number.to_string());
        let root = BytesStart::new("svg").with_attributes([
            ("xmlns", "http://www.w3.org/2000/svg"),
            ("class", "vmad"),
            ("role", "img"),
            ("aria-labelledby", "vmad-title vmad-desc"),
            ("width", &wide),
            ("height", &high),
            ("viewBox", &view),
        ]);
        writer.write_event(Event::Start(root))?;
        for (name, id, text) in [("title", "vmad-title", title), ("desc", "vmad-desc", description)] {
            let element = writer.create_element(name).with_attribute(("id", id));
            element.write_text_content(BytesText::new(text))?;
        }
        writer.create_element("style").write_text_content(BytesText::from_escaped(style()))?;
        for id in ["vmad-arrow", "vmad-active", "vmad-a", "vmad-b", "vmad-c"] {
            let marker = writer.create_element("marker").with_attributes([
                ("id", id),
                ("viewBox", "0 0 8 8"),
                ("refX", "8"),
                ("refY", "4"),
                ("markerWidth", "8"),
                ("markerHeight", "8"),
                ("markerUnits", "userSpaceOnUse"),
                ("orient", "auto"),
            ]);
            marker.write_inner_content(|writer| {
                writer.create_element("path").with_attribute(("d", "M0 0 8 4 0 8z")).write_empty()?;
                Ok(())
            })?;
        }
        let mut canvas = Self { width, writer };
        canvas.boxed(0, 0, width, height, "ground")?;
        Ok(canvas)
    }

    /// A box, given its upper left corner.
    pub(super) fn boxed(&mut self, x: u32, y: u32, width: u32, height: u32, class: &str) -> io::Result<()> {
        let [x, y, width, height] = [x, y, width, height].map(|number| number.to_string());
        let attributes = [("class", class), ("x", &x), ("y", &y), ("width", &width), ("height", &height)];
        self.writer.create_element("rect").with_attributes(attributes).write_empty()?;
        Ok(())
    }

    /// A text; `y` is the base line.
    pub(super) fn text(
        &mut self,
        (x, y): (u32, u32),
        Anchor(anchor): Anchor,
        class: &str,
        text: &str,
    ) -> io::Result<()> {
        let (x, y) = (x.to_string(), y.to_string());
        let attributes = [("class", class), ("x", &x), ("y", &y), ("text-anchor", anchor)];
        let element = self.writer.create_element("text").with_attributes(attributes);
        element.write_text_content(BytesText::new(text))?;
        Ok(())
    }

    /// An arrow along a path in the colour of its source; active if the result depends on it.
    pub(super) fn wire(&mut self, path: &str, active: bool, source: &str) -> io::Result<()> {
        let class = if active { format!("wire active {source}") } else { "wire".to_owned() };
        self.line(class.trim_end(), path)
    }

    /// A faint line over the whole width.
    pub(super) fn rule(&mut self, y: u32) -> io::Result<()> {
        self.line("rule", &format!("M0 {y}H{}", self.width))
    }

    pub(super) fn line(&mut self, class: &str, d: &str) -> io::Result<()> {
        self.writer.create_element("path").with_attributes([("class", class), ("d", d)]).write_empty()?;
        Ok(())
    }

    /// The SVG text of the picture.
    pub(super) fn finish(mut self) -> io::Result<String> {
        self.writer.write_event(Event::End(BytesEnd::new("svg")))?;
        let mut text = String::from_utf8(self.writer.into_inner()).map_err(io::Error::other)?;
        text.push('\n');
        Ok(text)
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
