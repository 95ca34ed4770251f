//! Drawing: boxes, texts and arrows in a few classes.

use std::io;

use quick_xml::{
    Writer,
    events::{BytesEnd, BytesStart, BytesText, Event},
};

/// The width of a character: 7.8 pixels in a monospaced font of 13 pixels.
pub(super) const CHARACTER: u32 = 8;

/// Colours for the light and the dark scheme of the reader.
const STYLE: &str = "
.vmad{--ground:#ffffff;--ink:#1f2328;--faint:#59636e;--line:#818b98;--box:#eef3f9;--accent:#0550ae;--wrong:#b3261e}
@media (prefers-color-scheme:dark){
.vmad{--ground:#0d1117;--ink:#e6edf3;--faint:#9aa4af;--line:#6e7681;--box:#1b2533;--accent:#79c0ff;--wrong:#ff8b82}}
.vmad text{font:13px ui-monospace,'DejaVu Sans Mono',Menlo,Consolas,monospace;fill:var(--ink)}
.vmad .title{font-weight:bold;font-size:15px}
.vmad .name{font-weight:bold}
.vmad .faint{fill:var(--faint)}
.vmad .accent{fill:var(--accent)}
.vmad text.wrong{fill:var(--wrong);font-weight:bold}
.vmad .ground{fill:var(--ground)}
.vmad .box{fill:var(--box);stroke:var(--line)}
.vmad rect.wrong{fill:var(--box);stroke:var(--wrong);stroke-width:2}
.vmad .active{stroke:var(--accent)}
.vmad .idle{stroke-dasharray:3 3;fill-opacity:.6}
.vmad .wire{fill:none;stroke:var(--line);stroke-width:1.2;stroke-dasharray:3 3;marker-end:url(#vmad-arrow)}
.vmad .wire.active{stroke:var(--accent);stroke-width:2;stroke-dasharray:none;marker-end:url(#vmad-active)}
.vmad .sign{fill:none;stroke:var(--line);stroke-width:1.2;marker-end:url(#vmad-arrow)}
.vmad .rule{stroke:var(--line);stroke-dasharray:2 4}
.vmad marker path{fill:var(--line)}
.vmad #vmad-active path{fill:var(--accent)}
";

use super::WIDTH;

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
    writer: Writer<Vec<u8>>,
}

impl Canvas {
    /// An empty picture, with a title and a description for screen readers.
    pub(super) fn new(height: u32, title: &str, description: &str) -> io::Result<Self> {
        let mut writer = Writer::new_with_indent(Vec::new(), b' ', 1);
        let (width, height) = (WIDTH.to_string(), height.to_string());
        let view = format!("0 0 {width} {height}");
        let root = BytesStart::new("svg").with_attributes([
            ("xmlns", "http://www.w3.org/2000/svg"),
            ("class", "vmad"),
            ("role", "img"),
            ("aria-labelledby", "vmad-title vmad-desc"),
            ("width", &width),
            ("height", &height),
            ("viewBox", &view),
        ]);
        writer.write_event(Event::Start(root))?;
        for (name, id, text) in [("title", "vmad-title", title), ("desc", "vmad-desc", description)] {
            let element = writer.create_element(name).with_attribute(("id", id));
            element.write_text_content(BytesText::new(text))?;
        }
        writer.create_element("style").write_text_content(BytesText::from_escaped(STYLE))?;
        for id in ["vmad-arrow", "vmad-active"] {
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
        let mut canvas = Self { writer };
        canvas.rectangle(0, 0, [&width, &height], "ground")?;
        Ok(canvas)
    }

    /// A box, given its upper left corner.
    pub(super) fn boxed(&mut self, x: u32, y: u32, width: u32, height: u32, class: &str) -> io::Result<()> {
        self.rectangle(x, y, [&width.to_string(), &height.to_string()], class)
    }

    fn rectangle(&mut self, x: u32, y: u32, [width, height]: [&str; 2], class: &str) -> io::Result<()> {
        let (x, y) = (x.to_string(), y.to_string());
        let attributes = [("class", class), ("x", &x), ("y", &y), ("width", width), ("height", height)];
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

    /// An arrow along a path; active if the result depends on it.
    pub(super) fn wire(&mut self, path: &str, active: bool) -> io::Result<()> {
        self.line(if active { "wire active" } else { "wire" }, path)
    }

    /// An arrow from a sign to a wire that it controls.
    pub(super) fn sign(&mut self, path: &str) -> io::Result<()> {
        self.line("sign", path)
    }

    /// A faint line over the whole width.
    pub(super) fn rule(&mut self, y: u32) -> io::Result<()> {
        self.line("rule", &format!("M0 {y}H{WIDTH}"))
    }

    fn line(&mut self, class: &str, d: &str) -> io::Result<()> {
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
