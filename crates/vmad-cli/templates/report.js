"use strict";
// The results of the cells, in the order of the page.
const { texts, sheets } = JSON.parse(document.getElementById("data").textContent);
const results = new Map();
document.querySelectorAll(".sheet").forEach((sheet, at) => {
  sheet.querySelectorAll(".cell").forEach((cell, index) => results.set(cell, [sheet, sheets[at].rows, sheets[at].cards[index]]));
});

const card = document.getElementById("card");
let shown = null;

function element(name, className, ...children) {
  const made = document.createElement(name);
  if (className) made.className = className;
  made.append(...children);
  return made;
}

const hex = (word, digits) => "0x" + word.toString(16).padStart(digits, "0");
const lines = (numbers) => numbers.flatMap((number, at) => (at ? [element("br"), texts[number]] : [texts[number]]));

// The card of a cell: its instruction, its mode in words, and its results.
function fill(cell) {
  if (shown === cell) return;
  shown = cell;
  const [sheet, rows, [ptx, emitted, unit, equal, differences]] = results.get(cell);
  const place = cell.parentElement;
  const table = place.closest("table");
  const column = table.tHead.rows[0].cells[place.cellIndex].textContent;
  const mode = [
    `${sheet.dataset.row}: ${place.parentElement.cells[0].textContent}`,
    `${sheet.dataset.column}: ${column}`,
    place.closest("section").dataset.words,
    table.dataset.words,
  ];
  const list = element("dl");
  const add = (name, ...text) => list.append(element("dt", "", name), element("dd", "", ...text));
  add("PTX", element("code", "", ptx));
  add("ptxas emits it", texts[emitted]);
  add("Unit and PTX", ...lines(unit));
  for (const [row, instruction, inputs, [ours, other], notes] of differences) {
    const [name, title] = rows[row];
    const values = ["a", "b", "c"].map((input, at) => `${input}=${hex(inputs[at], 1)}`).join(" ");
    const example = instruction ? [element("code", "", instruction), " "] : [];
    add(
      `${name} differs`, title, element("br"), ...example, element("span", "code", values), ": this project ",
      element("span", "code", hex(ours, 8)), ", the other ", element("span", "code", hex(other, 8)),
      ...notes.flatMap((note) => [element("br"), texts[note]]),
    );
  }
  if (texts[equal]) add("No difference", texts[equal]);
  const close = element("button", "close", "Close");
  close.type = "button";
  close.addEventListener("click", () => card.hidePopover());
  const instruction = cell.getAttribute("aria-label").split(": ")[0];
  card.replaceChildren(close, element("h4", "", instruction), element("p", "", mode.filter(Boolean).join("; ") + "."), list);
}

// A card is in the half of the window in which its cell is not. One that a click opened stays.
function show(cell) {
  if (card.matches(":popover-open")) return;
  fill(cell);
  const { top, bottom } = cell.getBoundingClientRect();
  card.classList.toggle("above", top + bottom > innerHeight);
  card.classList.add("seen");
}
const hide = () => card.classList.remove("seen");
document.addEventListener("pointerover", (event) => {
  const cell = event.target.closest(".cell");
  if (cell) show(cell);
  else if (!document.activeElement.matches(".cell:focus-visible")) hide();
});
document.addEventListener("focusin", (event) => {
  if (event.target.matches(".cell:focus-visible")) show(event.target);
});
document.addEventListener("focusout", hide);
document.addEventListener("click", (event) => {
  const cell = event.target.closest(".cell");
  if (!cell) return;
  if (card.matches(":popover-open")) card.hidePopover();
  show(cell);
  hide();
  card.showPopover();
});
// The arrow keys move inside a table; Tab goes to the next table. Without this script, Tab stops at every cell.
const steps = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
for (const table of document.querySelectorAll(".matrix table")) {
  table.querySelectorAll(".cell").forEach((cell, at) => { cell.tabIndex = at === 0 ? 0 : -1; });
  table.addEventListener("keydown", (event) => {
    const step = steps[event.key];
    const place = event.target.closest(".cell")?.parentElement;
    if (!step || !place) return;
    const row = table.rows[place.parentElement.rowIndex + step[0]];
    const next = row?.cells[place.cellIndex + step[1]]?.querySelector(".cell");
    if (!next) return;
    event.target.tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
    event.preventDefault();
  });
}
