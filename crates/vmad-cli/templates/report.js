"use strict";
const sheets = JSON.parse(document.getElementById("data").textContent);
// The instruction and the mode of each cell, and its place in words.
const modes = new Map();

const card = document.getElementById("card");
let shown = null;

function element(name, className, ...children) {
  const made = document.createElement(name);
  if (className) made.className = className;
  made.append(...children);
  return made;
}

// A state: its place in a legend, its sign, its colour and its meaning.
const states = {
  differs: (meaning) => [0, "≠", "parts", meaning],
  proved: () => [1, "✓", "proved", "equal for all inputs: proved"],
  unknown: () => [2, "?", "outside", "not decided by the solver; no difference found"],
  equal: () => [3, "=", "equal", "no difference found"],
  none: (_, outside) => [4, "·", "outside", outside],
};
const differing = (mode) => mode.rows.filter((state) => state === "differs").length;

// The views of an instruction: a name, a title, and the state of a mode.
const views = ({ instruction, rows }) => [
  ["All", "how many interpretations differ in the mode", (mode) => {
    const count = differing(mode);
    if (count === 0) return [0, "=", "equal", "no difference"];
    // There are seven colours; the sign has the exact number.
    return [count, `${count}`, `n${Math.min(count, 7)}`, count === 1 ? "1 differs" : `${count} differ`];
  }],
  ["Unit and PTX", "whether the unit equals the default reading of PTX",
    ({ unit }) => states[unit]("they differ", "no PTX specifies it")],
  ["ptxas", `the architectures for which ptxas 12.9 compiles the PTX of the mode to a ${instruction}`, ({ ptxas }) => {
    if (ptxas.length === 0) return [2, "·", "outside", "no PTX produces it"];
    if (ptxas.length === {{ architectures }}) return [0, "V", "proved", `a ${instruction} on sm_50 to sm_62`];
    return [1, "M", "equal", `a ${instruction} only on sm_${ptxas.join(", ")}: none from sm_60 on`];
  }],
  ...rows.map(({ row, title, outside }, at) =>
    [row, title, (mode) => states[mode.rows[at]]("the two differ on some inputs", outside)]),
];

// Colours the cells of a sheet, and counts its states in the legend.
function colour(section, state) {
  const found = new Map();
  for (const cell of section.querySelectorAll(".cell")) {
    const of = state(modes.get(cell).mode);
    const entry = found.get(of.join()) ?? [of, 0];
    entry[1] += 1;
    found.set(of.join(), entry);
    cell.className = `cell ${of[2]}`;
    cell.textContent = of[1];
  }
  const entries = [...found.values()].sort(([one], [other]) => one[0] - other[0]);
  section.querySelector(".legend").replaceChildren(...entries.map(([[, sign, tone, meaning], count]) => {
    const swatch = element("span", `swatch ${tone}`, sign);
    swatch.ariaHidden = "true";
    return element("li", "", swatch, " ", element("span", "", `${meaning}: `, element("span", "count", count)));
  }));
}

function drawCell(sheet, table, mode) {
  const cell = element("button", "cell");
  cell.type = "button";
  const names = mode.differences.map(({ row }) => row);
  cell.ariaLabel = `${mode.text}: ${names.length ? `differs in ${names.join(", ")}` : "no difference"}`;
  const words = [`${sheet.axes[0]}: ${mode.row}`, `${sheet.axes[1]}: ${mode.column}`, table.words];
  modes.set(cell, { sheet, mode, words: words.filter(Boolean).join("; ") });
  return cell;
}

function drawTable(sheet, table) {
  const columns = [...new Set(table.cells.map((mode) => mode.column))];
  const rows = Map.groupBy(table.cells, (mode) => mode.row);
  const head = (scope, text) => Object.assign(element("th", "", text), { scope });
  const corner = sheet.axes[0] === "A" ? "A\\B" : "";
  const drawn = element("table", "",
    element("caption", "", table.title),
    element("thead", "", element("tr", "", element("td", "", corner), ...columns.map((name) => head("col", name)))),
    element("tbody", "", ...[...rows].map(([name, cells]) =>
      element("tr", "", head("row", name), ...cells.map((mode) => element("td", "", drawCell(sheet, table, mode)))))));
  // The arrow keys move inside a table; Tab goes to the next table.
  drawn.querySelectorAll(".cell").forEach((cell, at) => { cell.tabIndex = at === 0 ? 0 : -1; });
  return drawn;
}

// The matrix of an instruction, drawn when it is first selected.
function draw(sheet) {
  const section = element("section", "sheet", element("h2", "", `${sheet.instruction}: ${sheet.modes} modes`));
  section.id = sheet.instruction;
  const choices = element("fieldset", "views", element("legend", "", "Show"));
  const legend = element("ul", "legend");
  const form = element("form", "", choices);
  form.autocomplete = "off";
  section.append(form, legend, element("p", "soft", `Rows: ${sheet.axes[0]}; columns: ${sheet.axes[1]}.`));
  for (const tables of Map.groupBy(sheet.tables, (table) => table.group).values()) {
    section.append(element("h3", "", tables[0].group),
      element("div", "matrix", ...tables.map((table) => drawTable(sheet, table))));
  }
  views(sheet).forEach(([name, title, state], at) => {
    const radio = Object.assign(document.createElement("input"), { type: "radio", name: `view-${sheet.instruction}`, checked: at === 0 });
    radio.addEventListener("change", () => colour(section, state));
    choices.append(element("label", "", radio, " ", element("strong", "", name), " ", element("span", "what", title)));
    if (at === 0) colour(section, state);
  });
  document.getElementById("sheets").append(section);
  return section;
}

function select(sheet) {
  sheet.drawn ??= draw(sheet);
  for (const { drawn } of sheets) if (drawn) drawn.hidden = drawn !== sheet.drawn;
}
for (const radio of document.querySelectorAll("[name=instruction]")) {
  radio.addEventListener("change", () => select(sheets[radio.value]));
  if (radio.checked) select(sheets[radio.value]);
}

// The card of a cell: its instruction, its mode in words, and its results.
function fill(cell) {
  if (shown === cell) return;
  shown = cell;
  const { sheet, mode, words } = modes.get(cell);
  const list = element("dl");
  const add = (name, ...text) => list.append(element("dt", "", name), element("dd", "", ...text));
  const lines = (texts) => texts.flatMap((text) => [element("br"), text]);
  add("PTX", element("code", "", mode.ptx ?? "none"));
  add("ptxas emits it", mode.ptxas.length ? `on ${mode.ptxas.map((arch) => `sm_${arch}`).join(", ")}` : "from no PTX");
  add("Unit and PTX", ...lines(mode.evidence).slice(1));
  for (const { row, instruction, inputs, results, notes } of mode.differences) {
    const { title } = sheet.rows.find((it) => it.row === row);
    const values = ["a", "b", "c"].map((input, at) => `${input}=${inputs[at]}`).join(" ");
    const example = instruction === mode.ptx ? [] : [element("code", "", instruction), " "];
    add(
      `${row} differs`, title, element("br"), ...example, element("span", "code", values), ": this project ",
      element("span", "code", results[0]), ", the other ", element("span", "code", results[1]), ...lines(notes),
    );
  }
  const equal = sheet.rows.filter((_, at) => ["equal", "proved"].includes(mode.rows[at])).map(({ row }) => row);
  if (equal.length) add("No difference", equal.join(", "));
  const close = element("button", "close", "Close");
  close.type = "button";
  close.addEventListener("click", () => card.hidePopover());
  card.replaceChildren(close, element("h4", "", mode.text), element("p", "", `${words}.`), list);
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
const steps = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
document.addEventListener("keydown", (event) => {
  const step = steps[event.key];
  const place = event.target.closest(".cell")?.parentElement;
  if (!step || !place) return;
  const row = place.closest("table").rows[place.parentElement.rowIndex + step[0]];
  const next = row?.cells[place.cellIndex + step[1]]?.querySelector(".cell");
  if (!next) return;
  event.target.tabIndex = -1;
  next.tabIndex = 0;
  next.focus();
  event.preventDefault();
});
