// The menu of a field: its values, or a box for a register or a number.

const menu = $("menu");
let opener = null;

function openMenu(button) {
  const field = fields.find((it) => it.name === button.dataset.field);
  if (!field) return;
  closeMenu();
  opener = button;
  button.setAttribute("aria-expanded", "true");
  show(menu, [html`<p><strong>${field.name}</strong> (${field.bits}): ${field.meaning}</p>`, field.values.length ? choices(field) : box(field)]);
  menu.hidden = false;
  place(button.getBoundingClientRect());
  const first = menu.querySelector("[aria-selected=true]") ?? menu.querySelector("[role=option], input");
  first?.focus({ preventScroll: true });
  first?.select?.();
  menu.scrollTop = first?.offsetTop > 200 ? first.offsetTop - 100 : 0;
}

const choices = (field) => html`<div role="listbox" aria-label="${field.name}">${field.values.map((choice) => html`<button type="button" role="option" tabindex="-1" data-value="${choice.value}" aria-selected="${choice.value === field.value}" class="${choice.legal ? "" : "illegal"}"><small>${choice.value}</small> ${choice.meaning}${choice.suffix && choice.suffix !== choice.meaning ? html` <small>.${choice.suffix}</small>` : ""}</button>`)}</div>`;

const box = (field) => {
  const register = field.spelling === "register";
  return html`<form><input aria-label="${register ? "R0 to R254, or RZ" : `0 to 0x${field.most.toString(16)}`}" value="${register ? field.spelled : "0x" + field.value.toString(16)}" autocomplete="off" autocapitalize="off" spellcheck="false"><button>Set</button></form><p class="faint">${register ? "R0 to R254, or RZ" : `0 to 0x${field.most.toString(16)}`}</p>`;
};

function place(rectangle) {
  const [width, height] = [menu.offsetWidth, menu.offsetHeight];
  const below = rectangle.bottom + 4;
  menu.style.left = `${Math.max(8, Math.min(rectangle.left, innerWidth - width - 8))}px`;
  menu.style.top = `${below + height < innerHeight ? below : Math.max(8, rectangle.top - height - 4)}px`;
}

function closeMenu(focus) {
  if (!opener) return;
  opener.setAttribute("aria-expanded", "false");
  menu.hidden = true;
  menu.shown = "";
  const field = opener.dataset.field;
  opener = null;
  if (focus) focusField(field);
}

// The value of a text for a field; null if it is not legal.
function valueOf(text, field) {
  const named = field.spelling === "register" ? /^R(Z|\d+)$/i.exec(text.trim()) : null;
  const value = named ? (named[1].toUpperCase() === "Z" ? field.most : Number(named[1])) : Number(text.trim() || NaN);
  return Number.isInteger(value) && value >= 0 && value <= field.most ? value : null;
}

ruler.addEventListener("click", (event) => {
  const cell = event.target.closest(".cell");
  if (cell) cell === opener ? closeMenu(true) : openMenu(cell);
});
menu.addEventListener("click", (event) => {
  const option = event.target.closest("[role=option]");
  if (!option) return;
  const field = opener.dataset.field;
  closeMenu(true);
  changeField(field, Number(option.dataset.value));
});
menu.addEventListener("submit", (event) => {
  event.preventDefault();
  const name = opener.dataset.field;
  const input = menu.querySelector("input");
  const value = valueOf(input.value, fields.find((it) => it.name === name));
  input.setAttribute("aria-invalid", String(value === null));
  if (value === null) return;
  closeMenu(true);
  changeField(name, value);
});
menu.addEventListener("keydown", (event) => {
  const options = [...menu.querySelectorAll("[role=option]")];
  const at = options.indexOf(document.activeElement);
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (event.key === "Escape" || event.key === "Tab") {
    event.preventDefault();
    closeMenu(true);
  } else if (step && at >= 0) {
    event.preventDefault();
    options[(at + step + options.length) % options.length].focus();
  } else if (/^\d$/.test(event.key)) {
    options.find((option) => option.dataset.value === event.key)?.focus();
  }
});
document.addEventListener("pointerdown", (event) => {
  if (opener && !menu.contains(event.target) && !opener.contains(event.target)) closeMenu(false);
});
addEventListener("scroll", () => opener && place(opener.getBoundingClientRect()), { passive: true });
