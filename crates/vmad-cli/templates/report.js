"use strict";
// A card is in the half of the window in which its cell is not.
for (const kind of ["pointerover", "focusin"]) {
  document.addEventListener(kind, (event) => {
    const cell = event.target.closest(".cell");
    if (!cell) return;
    const { top, bottom } = cell.getBoundingClientRect();
    cell.nextElementSibling.classList.toggle("above", top + bottom > innerHeight);
  });
}
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
