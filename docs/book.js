// A table that does not fit the window becomes a list of its rows: each cell is beside the heading of its column.
"use strict";
for (const table of document.querySelectorAll(".content table")) {
  const headings = [...table.querySelectorAll("thead th")].map((it) => it.textContent);
  for (const row of table.querySelectorAll("tbody tr")) {
    [...row.cells].forEach((cell, column) => {
      cell.dataset.label = headings[column] ?? "";
      // One child, beside the heading.
      if (cell.childNodes.length > 0) {
        const whole = document.createElement("span");
        whole.append(...cell.childNodes);
        cell.append(whole);
      }
    });
  }
}
function fit() {
  for (const table of document.querySelectorAll(".content table")) {
    table.classList.remove("list");
    table.classList.toggle("list", table.scrollWidth > table.clientWidth);
  }
}
fit();
addEventListener("resize", fit);
