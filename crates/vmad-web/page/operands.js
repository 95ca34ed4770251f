// The operands: each in hexadecimal, decimal and binary.

const operands = $("operands");

// The number of a text in a base; null if it is not a number of 32 bits.
function number(text, base) {
  const plain = text.replace(/[\s_]/g, "");
  const forms = {
    hex: /^(?:0x)?[0-9a-f]{1,8}$/i,
    decimal: /^-?\d{1,10}$/,
    binary: /^(?:0b)?[01]{1,32}$/i,
  };
  if (!forms[base].test(plain)) return null;
  const value = base === "hex" ? parseInt(plain.replace(/^0x/i, ""), 16) : base === "binary" ? parseInt(plain.replace(/^0b/i, ""), 2) : Number(plain);
  return value >= -(2 ** 31) && value < 2 ** 32 ? value >>> 0 : null;
}

const BASES = {
  hex: (value) => hex(value),
  decimal: (value, signed) => String(signed ? value | 0 : value),
  binary: (value, signed, width) => width === 1 ? String(value) : value.toString(2).padStart(32, "0").replace(/(.{8})(?=.)/g, "$1 "),
};
const TITLES = { hex: "hexadecimal", decimal: "decimal", binary: "binary" };
const LEGAL = { hex: "0 to ffffffff", decimal: "-2147483648 to 4294967295", binary: "up to 32 digits 0 and 1" };

function showOperands(view) {
  const { ports, guard } = view.execution;
  const shape = ports.map((port) => `${port.source}${port.open}`).join() + guard.text + guard.open;
  if (operands.shape !== shape) {
    operands.shape = shape;
    show(operands, [html`${guard.open ? html`<p><label><input type="checkbox" id="guard"> The predicate ${guard.text.replace(/[@!]/g, "")} of the guard ${guard.text} is true</label></p>` : ""}`, ...ports.map((port, at) => html`<div class="operand" role="group" aria-label="Operand ${port.name}: ${port.source}"><strong class="${port.name.toLowerCase()}">${port.name}: ${port.source}</strong>${Object.keys(BASES).map((base) => html`<input class="${base}" data-port="${at}" data-base="${base}" aria-label="${port.name} in ${TITLES[base]}" title="${port.name} in ${TITLES[base]}: ${LEGAL[base]}" autocomplete="off" autocapitalize="off" spellcheck="false" ${port.open ? "" : "readonly"}>`)}</div>`)]);
  }
  const checkbox = $("guard");
  if (checkbox) checkbox.checked = state.guard;
  for (const input of operands.querySelectorAll("[data-port]")) {
    const port = ports[input.dataset.port];
    if (input === document.activeElement && number(input.value, input.dataset.base) === port.value) continue;
    input.value = BASES[input.dataset.base](port.value, port.signed, port.width);
    input.removeAttribute("aria-invalid");
  }
}

// A register that several ports read has one value.
function setPort(port, value) {
  const source = shown.execution.ports[port].source;
  shown.execution.ports.forEach((other, at) => { if (other.source === source) state.ports[at] = value; });
  refresh();
}

operands.addEventListener("input", (event) => {
  const { port, base } = event.target.dataset;
  if (port === undefined) return;
  const value = number(event.target.value, base);
  event.target.setAttribute("aria-invalid", String(value === null));
  if (value !== null) setPort(Number(port), value);
});
operands.addEventListener("change", (event) => {
  if (event.target.id === "guard") {
    state.guard = event.target.checked;
    refresh();
  }
});
operands.addEventListener("focusout", () => shown?.execution && setTimeout(() => showOperands(shown)));
operands.addEventListener("keydown", (event) => {
  const { port } = event.target.dataset;
  const step = { ArrowUp: 1, ArrowDown: -1 }[event.key];
  if (port === undefined || !step || event.target.readOnly) return;
  event.preventDefault();
  const value = (state.ports[port] + step) >>> 0;
  event.target.value = "";
  setPort(Number(port), value);
});
