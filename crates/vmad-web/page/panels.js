// The panels below the word.

function showTrace(view) {
  const execution = view.execution;
  const picture = $("picture");
  show(picture, new Html(execution.picture));
  const drawing = picture.querySelector("svg");
  if (drawing) drawing.style.maxWidth = `${drawing.viewBox.baseVal.width}px`;
  picture.classList.toggle("off-path", !execution.guard.passes);
  const active = new Set();
  if (execution.clamp === "to min") active.add("below").add("min");
  if (execution.clamp === "to max") active.add("above").add("max");
  const wire = (it) => html`<tr class="${active.has(it.name) ? "active" : ""}"><th scope="row">${it.name}</th><td class="width" title="${it.width} bits">${it.width}</td><td class="bits">${it.bits}</td><td class="value">${it.value}</td><td class="note">${it.note}</td></tr>`;
  show($("trace"), html`<div class="stages ${execution.guard.passes ? "" : "off-path"}">${execution.stages.map((stage) => html`<div class="stage"><h3>${stage.name}</h3><table class="wires" aria-label="${stage.name}: wire, width, bits, value, note"><tbody>${stage.wires.map(wire)}</tbody></table></div>`)}</div>`);
}

function showWrites(view) {
  const { guard, writes, condition_code, clamp } = view.execution;
  const parts = writes.length ? [...writes] : [guard.passes ? "no register changes" : `${guard.text} is false: nothing changes`];
  if (condition_code) parts.push("CC is written: its flags are in no published source");
  if (clamp === "to min" || clamp === "to max") parts.push(`clamped ${clamp === "to min" ? "to the minimum" : "to the maximum"}`);
  $("writes").classList.toggle("off", !guard.passes);
  show($("writes"), html`${parts.join("; ")}`);
}

function showFormula(view) {
  const { meaning, execution } = view;
  show($("formula"), html`${meaning.formula.length ? html`${meaning.formula.map((line) => html`<div class="code"><code>${line}</code></div>`)}<ul class="small">${meaning.notes.map((line) => html`<li>${line}</li>`)}</ul>` : ""}${execution?.inferred ? html`<p class="small">Inferred: ${execution.inferred}.</p>` : ""}<p class="small faint">${meaning.dispatch === "coupled" ? "Coupled: fixed latency; it can wait for barriers and sets none." : "Decoupled: variable latency; it can set a write and a read barrier."}</p>`);
}

function showPtx(view, ptx) {
  const { meaning } = view ?? {};
  const lowered = ptx ? html`<h3>What ptxas compiles it to</h3>${ptx.codes.map((it) => html`<p class="small"><strong>${it.arch}</strong> (ptxas ${it.ptxas})${it.note ? html`: ${it.note}` : ""}</p>${it.text ? code(it.text.replaceAll("; ", ";\n")) : ""}${it.word && it.word !== view?.word ? html`<button type="button" class="plain" data-word="${it.word}" data-arch="${it.arch.slice(3)}" aria-label="Show the word for ${it.arch}">Show this word</button>` : ""}`)}` : "";
  show($("ptx"), html`${meaning ? html`${meaning.ptx ? code(meaning.ptx) : ""}<p class="small">${meaning.ptx_note}</p>${meaning.ordinary ? html`${code(meaning.ordinary[0])}<p class="small">${meaning.ordinary[1]}</p>` : ""}` : ""}${lowered}`);
}

function showControl(view) {
  const control = view.control;
  show($("control"), control ? html`${code(control.text)}${control.error ? html`<p class="wrong">${control.error}</p>` : ""}<table class="table"><tbody>${control.parts.map(([bits, name, value]) => html`<tr><th scope="row">${name}</th><td>${value}</td><td class="faint">bits ${bits}</td></tr>`)}</tbody></table>` : html`<p class="small faint">None. Write it after the word (<code>5f04020000370200 007e0</code>) or the text (<code>?stall=5 &amp;req={0}</code>).</p>`);
}

function showInterpretations(view) {
  const ports = view.execution?.ports.map((port) => port.value) ?? [];
  const inputs = (values) => ["a", "b", "c"].map((name, at) => html`<span class="whole">${name}=${hex(values[at])}</span> `);
  const card = (it) => html`<div class="card"><h3>${it.id}: ${it.title}</h3>${it.meanings ? html`<p class="small">This project: ${it.meanings[0]}. The other: ${it.meanings[1]}.</p>` : ""}<table class="table"><thead><tr><th scope="col">inputs</th><th scope="col">this project</th><th scope="col">the other</th></tr></thead><tbody class="mono"><tr><td>${inputs(ports)}</td><td>${it.values[0]}</td><td class="${it.differs ? "differs" : ""}">${it.values[1]}</td></tr><tr><td>${inputs(it.example.inputs)}<button type="button" class="plain" data-inputs="${it.example.inputs.join()}" aria-label="Use the inputs on which ${it.id} differs">use these</button></td><td>${it.example.values[0]}</td><td class="differs">${it.example.values[1]}</td></tr></tbody></table></div>`;
  // An illegal word has none.
  if (view.errors.length) return show($("interpretations"), html``);
  show($("interpretations"), html`<div class="columns">${view.interpretations.map(card)}</div><p class="small faint">${view.agreement ?? (view.interpretations.length ? "The first row has the values of the operands above, the second the smallest values that differ." : "No interpretation computes this word.")}</p>`);
}

$("ptx").addEventListener("click", (event) => {
  const { word, arch } = event.target.dataset;
  if (word) {
    state.text = word;
    state.arch = Number(arch);
    $("arch").value = arch;
    refresh();
  }
});

$("interpretations").addEventListener("click", (event) => {
  const values = event.target.dataset.inputs;
  if (values) {
    state.ports = values.split(",").map(Number);
    refresh();
  }
});

// The function in the chosen language.
function showSource({ meaning }) {
  const select = $("language");
  if (!select.options.length) {
    show(select, meaning.languages.map(([name, what]) => html`<option value="${name}">${what.split(": ")[0]}</option>`));
    select.value = state.language;
  }
  const [, what] = meaning.languages.find(([name]) => name === state.language) ?? [];
  $("language-is").textContent = what?.split(": ")[1] ?? "";
  show($("source"), meaning.source ? code(meaning.source) : html`<p class="small">No source says what this instruction computes.</p>`);
}

$("language").addEventListener("change", () => {
  state.language = $("language").value;
  refresh();
});
