"use strict";
// Sorts and filters the table of cells. Without this script the page is complete, but for both.
const table = document.getElementById("cells");
const body = table.tBodies[0];
const rows = Array.from(body.rows);
const filter = document.getElementById("filter");
const count = document.getElementById("count");

// The number that a field begins with, as 1,234.5 or +2.1% slower; NaN for words.
function number(text) {
  const match = /^[+\u2212-]?[\d,]*\.?\d+(?:e[+-]?\d+)?/i.exec(text);
  return match ? Number(match[0].replaceAll(",", "").replace("\u2212", "-")) : NaN;
}

// Orders two fields: empty ones last in either direction, numbers by their value, words by their letters.
function compare(one, other, sign) {
  if (one === "" || other === "") return (one === "" ? 1 : 0) - (other === "" ? 1 : 0);
  const [a, b] = [number(one), number(other)];
  if (!Number.isNaN(a) && !Number.isNaN(b) && a !== b) return sign * (a - b);
  return sign * one.localeCompare(other, "en", { numeric: true });
}

Array.from(table.tHead.rows[0].cells).forEach((head, index) => {
  head.querySelector("button").addEventListener("click", () => {
    const isAscending = head.getAttribute("aria-sort") !== "ascending";
    for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", isAscending ? "ascending" : "descending");
    const field = (row) => row.cells[index].textContent;
    rows.sort((a, b) => compare(field(a), field(b), isAscending ? 1 : -1));
    body.append(...rows);
  });
});

filter.addEventListener("input", () => {
  const words = filter.value.toLowerCase().split(/\s+/).filter((word) => word !== "");
  let shown = 0;
  for (const row of rows) {
    // A space between fields keeps words of two fields apart.
    const text = Array.from(row.cells, (field) => field.textContent).join(" ").toLowerCase();
    row.hidden = !words.every((word) => text.includes(word));
    if (!row.hidden) shown += 1;
  }
  count.textContent = shown === rows.length ? `${rows.length} rows` : `${shown} of ${rows.length} rows`;
});
