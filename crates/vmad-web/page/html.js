// Helpers for the document.

const $ = (id) => document.getElementById(id);

const ESCAPES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escape = (text) => String(text).replace(/[&<>"]/g, (letter) => ESCAPES[letter]);

// A template whose values are escaped, except other templates and lists of them.
function html(parts, ...values) {
  const text = (value) => value instanceof Html ? value.text : Array.isArray(value) ? value.map(text).join("") : escape(value ?? "");
  return new Html(parts.reduce((whole, part, index) => whole + text(values[index - 1]) + part));
}
class Html {
  constructor(text) { this.text = text; }
}

// Replaces the contents of an element if they are new.
function show(element, contents) {
  const text = Array.isArray(contents) ? contents.map((it) => it.text).join("") : contents.text;
  if (element.shown !== text) {
    element.innerHTML = text;
    element.shown = text;
  }
}

// A text of code in which no line breaks after a minus.
const unbroken = (line) => line.split(/(-[\w.]+)/).map((part, index) => index % 2 ? html`<span class="whole">${part}</span>` : html`${part}`);

// Code with a button that copies it. A line that does not fit continues with an indentation.
const code = (text) => html`<div class="code"><code>${text.split(/(?<=\n)/).map((line) => html`<span class="line">${unbroken(line)}</span>`)}</code><button type="button" data-copy="${text}" aria-label="Copy ${text.includes("\n") ? "the code" : text}">Copy</button></div>`;

// A register: eight hexadecimal digits.
const hex = (value) => "0x" + value.toString(16).padStart(8, "0");

async function copy(button, text) {
  const label = button.textContent;
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = "Copied";
  } catch {
    // A page that is neither from https nor from the disk has no clipboard API.
    const area = document.createElement("textarea");
    area.value = text;
    document.body.append(area);
    area.select();
    button.textContent = document.execCommand("copy") ? "Copied" : "Not copied";
    area.remove();
    button.focus();
  }
  setTimeout(() => { button.textContent = label; }, 1500);
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-copy]");
  if (button) copy(button, button.dataset.copy);
});
