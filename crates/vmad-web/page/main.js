// The state of the page, and the events that change it.

const FIRST = JSON.parse($("first").textContent);
const state = { text: FIRST.request.text, arch: FIRST.request.arch, ports: [...FIRST.request.ports], guard: true, language: FIRST.request.language };
let shown = null;

// The wide picture is legible only in a wide window.
const narrow = matchMedia("(max-width: 900px)");
const request = (change) => ({ ...state, narrow: narrow.matches, ...(change ? { change } : {}) });

// Shows an answer. `source` is the input that the user edits: it keeps its text.
function display(answer, source) {
  showError(answer.error, source);
  const view = answer.word;
  if (!view) {
    document.querySelector("main").classList.toggle("has-error", true);
    if (answer.ptx) showPtx(shown, answer.ptx);
    return;
  }
  shown = view;
  // A PTX instruction stays: the word is its code.
  if (source !== "text" && !answer.ptx) $("text").value = view.text ? `${view.text};` : "";
  if (source !== "bits") $("bits").value = view.word + (view.control ? ` ${view.control.bits}` : "");
  showRuler(view);
  if (!ruler.contains(document.activeElement)) describe(null);
  else describe(document.activeElement.closest(".cell"));
  show($("illegal"), view.fields.length ? view.errors.map((error) => html`<p class="wrong">${error}</p>`) : html`<p class="wrong">${view.errors[0]}</p>`);
  for (const id of ["operands", "formula", "picture", "trace", "interpretations"]) $(id).classList.toggle("stale", !view.execution);
  if (view.execution) {
    showOperands(view);
    showTrace(view);
    showWrites(view);
  } else {
    $("writes").classList.add("off");
    show($("writes"), html`no result: ${view.errors.length ? "the word is illegal" : "the computation is unknown"}`);
  }
  if (view.meaning) {
    showFormula(view);
    showSource(view);
  }
  $("source").classList.toggle("stale", !view.meaning);
  showPtx(view.meaning ? view : null, answer.ptx);
  showControl(view);
  showInterpretations(view);
}

function showError(error, source) {
  const input = $(source === "bits" ? "bits" : "text");
  for (const id of ["text", "bits"]) $(id).removeAttribute("aria-invalid");
  if (!error) return show($("error"), html``);
  input.setAttribute("aria-invalid", "true");
  const [from, to] = error.span;
  const text = input.value;
  show($("error"), html`<span class="wrong">${error.message}</span>${to > from ? html` <span class="mono faint">${text.slice(Math.max(0, from - 12), from)}<mark class="wrong">${text.slice(from, to)}</mark>${text.slice(to, to + 12)}</span>` : ""}`);
}

// The last input before the library is ready.
let entered;
function refresh(source, change) {
  if (!library) {
    entered = source ?? entered;
    return;
  }
  const answer = ask(request(change));
  if (answer.ptx && source === "text") {
    // The constant that the code loads into the register of a port.
    const load = (port) => answer.ptx.loads.find(([register]) => register === answer.word?.execution?.ports[port].source)?.[1];
    const ports = state.ports.map((value, port) => load(port) ?? value);
    if (ports.join() !== state.ports.join()) {
      state.ports = ports;
      return refresh(source);
    }
  }
  display(answer, source);
  if (answer.word && (change || source === "bits" || !answer.ptx)) state.text = answer.word.word + (answer.word.control ? ` ${answer.word.control.bits}` : "");
  remember();
}

function changeField(field, value) {
  if (!shown) return;
  state.text = shown.word + (shown.control ? ` ${shown.control.bits}` : "");
  refresh(null, { field, value });
}

// The address of this state: #w=word&k=control field&a=…&b=…&c=…&g=guard&s=architecture
function address() {
  const parts = [`w=${shown.word.slice(2)}`];
  if (shown.control) parts.push(`k=${shown.control.bits.slice(2)}`);
  ["a", "b", "c"].forEach((name, at) => parts.push(`${name}=${hex(state.ports[at])}`));
  if (!state.guard) parts.push("g=0");
  if (state.arch !== 50) parts.push(`s=${state.arch}`);
  return `#${parts.join("&")}`;
}

let timer = 0;
function remember() {
  clearTimeout(timer);
  timer = setTimeout(() => { if (shown) history.replaceState(null, "", address()); }, 250);
}

// Sets the state from the address; returns whether it has one. `fault` is the error of an illegal address.
let fault = null;
function restore() {
  const parts = new URLSearchParams(location.hash.slice(1));
  if (!parts.has("w")) return false;
  const legal = { w: [/^(0x)?[0-9a-f]{1,16}$/i, "1 to 16 hexadecimal digits"], k: [/^(0x)?0*[01]?[0-9a-f]{1,5}$/i, "0 to 1fffff"] };
  const wrong = Object.keys(legal).find((name) => parts.has(name) && !legal[name][0].test(parts.get(name)));
  fault = wrong ? { message: `the address has ${wrong}=${parts.get(wrong)}: expected ${legal[wrong][1]}`, span: [0, 0] } : null;
  if (fault) return false;
  state.text = [parts.get("w"), parts.get("k")].filter(Boolean).join(" ");
  state.ports = ["a", "b", "c"].map((name) => {
    const text = parts.get(name) ?? "0";
    return number(text, /^0x/i.test(text) ? "hex" : "decimal") ?? 0;
  });
  state.guard = parts.get("g") !== "0";
  state.arch = Number(parts.get("s") ?? 50);
  $("arch").value = String(state.arch);
  if (!$("arch").value) { state.arch = 50; $("arch").value = "50"; }
  return true;
}

for (const id of ["text", "bits"]) {
  $(id).addEventListener("input", () => {
    state.text = $(id).value;
    refresh(id);
  });
}
$("arch").addEventListener("change", () => { state.arch = Number($("arch").value); refresh(); });
addEventListener("hashchange", () => { if (shown && location.hash !== address() && restore()) refresh(); });
const COPIES = {
  "copy-text": () => $("text").value,
  "copy-word": () => shown.word,
  "copy-bits": () => `0b${BigInt(shown.word).toString(2).padStart(64, "0")}`,
};
for (const id in COPIES) $(id).addEventListener("click", () => { if (shown) copy($(id), COPIES[id]()); });
$("link").addEventListener("click", () => {
  clearTimeout(timer);
  history.replaceState(null, "", address());
  copy($("link"), location.href);
});
document.addEventListener("keydown", (event) => {
  if (event.key === "/" && !event.target.closest("input, textarea, select")) {
    event.preventDefault();
    $("text").focus();
    $("text").select();
  }
});

const THEMES = ["system", "light", "dark"];
$("theme").addEventListener("click", () => {
  const next = THEMES[(THEMES.indexOf(document.documentElement.dataset.theme ?? "system") + 1) % 3];
  document.documentElement.dataset.theme = next;
  $("theme").textContent = `Theme: ${next}`;
});

function read(text) {
  $("text").value = text;
  state.text = text;
  refresh("text");
}
for (const text of FIRST.instructions) $("instructions").append(new Option(text.split(/[. ]/)[0], text));
$("instructions").addEventListener("change", () => {
  read($("instructions").value);
  $("instructions").selectedIndex = 0;
});
for (const [name, text] of FIRST.examples) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "plain";
  button.textContent = name;
  button.title = text;
  button.addEventListener("click", () => read(text));
  $("examples").append(button);
}

// The page contains the first answer, and shows it before the library is ready.
if (!restore()) display(narrow.matches ? FIRST.narrow : FIRST.answer);
$("table").open = !narrow.matches;
narrow.addEventListener("change", () => refresh());
load().then(
  () => { refresh(entered); if (fault) showError(fault); document.documentElement.dataset.ready = "yes"; },
  (error) => show($("error"), html`<span class="wrong">This browser cannot run the page's library: ${error.message}</span>`),
);
