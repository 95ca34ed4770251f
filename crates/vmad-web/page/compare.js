// Two sequences of PTX: equal for all inputs, or inputs on which they differ.

let comparing = null;

function stopComparing(contents) {
  comparing?.terminate();
  comparing = null;
  $("stop").disabled = true;
  show($("comparison"), contents);
}

function showComparison({ error, comparison }) {
  if (error) return html`<p class="wrong">${error.message}</p>`;
  const { verdict, about, assumes, inputs, results } = comparison;
  const rows = inputs.map(([name, value]) => html`<tr><th scope="row">${name}</th><td colspan="2">${value}</td></tr>`);
  const ends = results.map(([name, one, other]) => html`<tr><th scope="row">${name} after each</th><td>${one}</td><td class="${one === other ? "" : "differs"}">${other}</td></tr>`);
  return html`<p><strong class="${verdict === "equal" ? "" : "wrong"}">${verdict}</strong>: ${about}${assumes.length ? html`, assuming that ${assumes.join(" and that ")}` : ""}</p>${rows.length ? html`<table class="table"><tbody class="mono">${rows}${ends}</tbody></table>` : ""}`;
}

$("compare").addEventListener("click", () => {
  if (!library) return;
  stopComparing(html`<p class="faint">searching…</p>`);
  $("stop").disabled = false;
  comparing = worker({ compare: [$("one").value, $("other").value] });
  comparing.onmessage = ({ data }) => stopComparing(showComparison(data));
  comparing.onerror = (event) => stopComparing(html`<p class="wrong">not decided: ${event.message}</p>`);
});
$("stop").addEventListener("click", () => stopComparing(html`<p class="wrong">not decided: it was stopped</p>`));
$("take").addEventListener("click", () => { if (shown?.meaning?.ptx) $("one").value = shown.meaning.ptx; });
