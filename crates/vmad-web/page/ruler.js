// The ruler: a button for each part of a field, in bands of 16 bits, or of 8 on a narrow screen.

const ruler = $("ruler");
let fields = [];
let current = "opcode";

// A long word in a cell can break between two consonants: com-parison.
const hyphenated = (text) => text.replace(/\w{9,}/g, (word) => word.replace(/([aeiou][^aeiou])(?=[^aeiou][aeiou])/g, "$1\u00ad"));

function cellText(field, cell, word) {
  const width = cell.high - cell.low + 1;
  const bits = [];
  for (let bit = cell.high; bit >= cell.low; bit--) bits.push(String(word >> BigInt(bit) & 1n));
  const place = width === 1 ? html`<span class="place one">${cell.low}</span>` : html`<span class="place"><span>${cell.high}</span><span>${cell.low}</span></span>`;
  return html`${place}<span class="digits">${bits.map((bit) => html`<span>${bit}</span>`)}</span><span class="name">${hyphenated(field.name)}</span><span class="value">${hyphenated(field.spelled)}</span>`;
}

const label = (field) => `${field.name}, ${field.bits.includes(":") || field.bits.includes(",") ? "bits" : "bit"} ${field.bits}: ${field.spelled}${field.legal ? "" : ", illegal"}; ${field.meaning}`;

// The width of a band.
const bits = (view) => 64 / view.ruler.length;

// The fields and bits of the cells. While they do not change, the buttons remain, and with them the focus.
const layout = (view) => view.ruler.map((band) => band.map((cell) => `${view.fields[cell.field].name}:${cell.high}:${cell.low}`).join()).join();

function showRuler(view) {
  fields = view.fields;
  const word = BigInt(view.word);
  if (!fields.length) {
    ruler.layout = "";
    show(ruler, rawBits(word));
    return;
  }
  const now = layout(view);
  if (ruler.layout !== now) {
    ruler.shown = "";
    const focused = ruler.contains(document.activeElement);
    show(ruler, view.ruler.map((band) => html`<div class="band" style="--bits: ${bits(view)}">${band.map((cell) => {
      const field = fields[cell.field];
      const width = cell.high - cell.low + 1;
      return html`<button type="button" tabindex="-1" data-field="${field.name}" data-at="${cell.high}" class="cell ${width === 1 ? "narrow" : ""}" aria-haspopup="true" style="grid-column: span ${width}"></button>`;
    })}</div>`));
    ruler.layout = now;
    if (!fields.some((field) => field.name === current)) current = fields[0].name;
    if (focused) focusField(current);
  }
  const cells = view.ruler.flat();
  ruler.querySelectorAll(".cell").forEach((button, index) => {
    const field = fields[cells[index].field];
    show(button, cellText(field, cells[index], word));
    for (const group of ["guard", "destination", "a", "b", "c", "mode", "opcode", "ignored"]) button.classList.toggle(group, field.group === group);
    button.classList.toggle("illegal", !field.legal);
    button.setAttribute("aria-label", label(field));
  });
  setTabStop();
}

// The bits of a word that is not a video instruction, without fields.
const rawBits = (word) => [48n, 32n, 16n, 0n].map((low) => html`<div class="band mono" style="--bits: 16">${[...Array(16).keys()].map((bit) => html`<span>${String(word >> (low + 15n - BigInt(bit)) & 1n)}</span>`)}</div>`);

function setTabStop() {
  let first = true;
  for (const button of ruler.querySelectorAll(".cell")) {
    button.tabIndex = first && button.dataset.field === current ? 0 : -1;
    if (button.tabIndex === 0) first = false;
  }
}

function focusField(name) {
  current = name;
  setTabStop();
  ruler.querySelector(`.cell[data-field="${name}"]`)?.focus();
}

function describe(button) {
  const field = button && fields.find((it) => it.name === button.dataset.field);
  show($("about"), field ? html`<strong>${field.name}</strong> (${field.bits.includes(":") || field.bits.includes(",") ? "bits" : "bit"} ${field.bits}) = ${field.spelled}: ${field.meaning}.` : html`Select a field for its meaning and its values.`);
}

for (const kind of ["pointerover", "focusin"]) {
  ruler.addEventListener(kind, (event) => describe(event.target.closest(".cell")));
}
ruler.addEventListener("pointerleave", () => describe(ruler.contains(document.activeElement) ? document.activeElement : null));
ruler.addEventListener("focusin", (event) => {
  const cell = event.target.closest(".cell");
  if (cell) { current = cell.dataset.field; }
});
ruler.addEventListener("keydown", (event) => {
  const cells = [...ruler.querySelectorAll(".cell")];
  const at = cells.indexOf(event.target.closest(".cell"));
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  const to = event.key === "Home" ? 0 : event.key === "End" ? cells.length - 1 : at + (step ?? 0);
  if (at < 0 || to === at || !cells[to]) return;
  event.preventDefault();
  current = cells[to].dataset.field;
  cells.forEach((cell, index) => { cell.tabIndex = index === to ? 0 : -1; });
  cells[to].focus();
});
