// The tree of one layout's elements: a row each, of which one is chosen. Rows of closed elements, and rows
// that a search does not match, are hidden.
class ElementTree {
  // Above this many elements only the outer levels are open at first.
  static mostOpen = 300;

  constructor(container, model, choose) {
    this.container = container;
    this.model = model;
    this.choose = choose;
    this.chosen = 0;
    this.words = "";
    this.closed = new Set();
    this.found = null;
    this.matches = [];
    if (model.elements.length > ElementTree.mostOpen) this.close(2);
    this.rows = model.elements.map((_, index) => this.makeRow(index));
  }

  // MARK: Rows

  makeRow(index) {
    const { model } = this;
    const element = model.elements[index];
    const row = document.createElement("div");
    const siblings = index === 0 ? [0] : model.children[element.parent];
    const attributes = {
      role: "treeitem", id: `row-${index}`, tabindex: "-1", "aria-level": model.levels[index] + 1,
      "aria-setsize": siblings.length, "aria-posinset": siblings.indexOf(index) + 1,
    };
    for (const [name, value] of Object.entries(attributes)) row.setAttribute(name, value);
    row.className = "row";
    row.dataset.index = index;
    row.style.paddingInlineStart = `${0.4 + 0.8 * Math.min(model.levels[index], 30)}rem`;
    this.add(row, "row-toggle", "").setAttribute("aria-hidden", "true");
    this.add(row, "row-kind", element.kind);
    if (model.elementName(index) !== "") this.add(row, "row-name", model.elementName(index), "bdi");
    if (model.text(index) !== "") this.add(row, "row-text", model.text(index), "bdi");
    this.add(row, "row-number", `#${index}`);
    const marks = this.add(row, "row-marks", "");
    const count = element.findings?.length ?? 0;
    if (count > 0) this.add(marks, "row-findings", `${count} finding${count === 1 ? "" : "s"}`);
    this.add(marks, "row-difference", "");
    this.add(marks, "row-cost", "");
    return row;
  }

  add(parent, className, text, name = "span") {
    const child = document.createElement(name);
    child.className = className;
    child.textContent = text;
    parent.append(child);
    return child;
  }

  show() {
    this.container.replaceChildren(...this.rows);
    this.update();
  }

  // Hides and shows rows, and says in each whether it is open and chosen.
  update() {
    const { model } = this;
    this.visible = [];
    const isShown = new Array(model.elements.length).fill(false);
    model.elements.forEach((element, index) => {
      isShown[index] = this.found !== null
        ? this.found.has(index)
        : index === 0 || (isShown[element.parent] && !this.closed.has(element.parent));
      if (isShown[index]) this.visible.push(index);
    });
    const matches = new Set(this.matches);
    this.rows.forEach((row, index) => {
      row.hidden = !isShown[index];
      row.setAttribute("aria-selected", String(index === this.chosen));
      row.classList.toggle("match", matches.has(index));
      if (model.children[index].length === 0) return;
      const isOpen = this.found !== null ? isShown[model.children[index][0]] || model.children[index].some((child) => isShown[child]) : !this.closed.has(index);
      row.setAttribute("aria-expanded", String(isOpen));
    });
    const entry = isShown[this.chosen] ? this.chosen : this.visible[0];
    this.rows.forEach((row, index) => { row.tabIndex = index === entry ? 0 : -1; });
  }

  // MARK: Choosing

  // Chooses an element, and opens those around it.
  select(index, { focus = false } = {}) {
    this.chosen = index;
    if (this.found !== null && !this.found.has(index)) this.search("");
    for (let at = index; at !== 0;) {
      at = this.model.elements[at].parent;
      this.closed.delete(at);
    }
    this.update();
    const row = this.rows[index];
    if (focus) row.focus({ preventScroll: true });
    this.scrollTo(row);
    this.choose(index);
  }

  // Scrolls the tree, and not the page.
  scrollTo(row) {
    const [top, bottom] = [row.offsetTop - this.container.offsetTop, row.offsetTop - this.container.offsetTop + row.offsetHeight];
    const { scrollTop, clientHeight } = this.container;
    if (top < scrollTop) this.container.scrollTop = top - 4;
    if (bottom > scrollTop + clientHeight) this.container.scrollTop = bottom - clientHeight + 4;
  }

  // MARK: Opening and closing

  // Closes the elements from a level on.
  close(level) {
    this.model.elements.forEach((_, index) => {
      if (this.model.levels[index] >= level && this.model.children[index].length > 0) this.closed.add(index);
    });
  }

  expandAll() {
    this.closed.clear();
    this.update();
  }

  collapseAll() {
    this.close(1);
    for (let at = this.chosen; at !== 0; at = this.model.elements[at].parent) {
      if (this.closed.has(this.model.elements[at].parent)) this.chosen = this.model.elements[at].parent;
    }
    this.select(this.chosen);
  }

  toggle(index) {
    if (this.found !== null || this.model.children[index].length === 0) return;
    if (!this.closed.delete(index)) this.closed.add(index);
    // What is chosen stays in sight.
    for (let at = this.chosen; at !== 0; at = this.model.elements[at].parent) {
      if (this.model.elements[at].parent === index && this.closed.has(index)) return this.select(index);
    }
    this.update();
  }

  // MARK: Search

  // Shows the elements that match, and those around them; all for an empty text.
  search(text) {
    this.words = text.trim().toLowerCase();
    this.matches = [];
    this.found = null;
    if (this.words !== "") {
      this.found = new Set([0]);
      this.matches = this.model.elements.map((_, index) => index).filter((index) => this.model.matches(index, this.words));
      for (const match of this.matches) {
        for (let at = match; !this.found.has(at); at = this.model.elements[at].parent) this.found.add(at);
      }
    }
    this.update();
  }

  // Chooses the next match after the chosen element, and after the last one the first.
  nextMatch() {
    const next = this.matches.find((index) => index > this.chosen) ?? this.matches[0];
    if (next !== undefined) this.select(next);
  }

  // MARK: Keys

  // Returns whether the key means something to the tree.
  handle(key) {
    const at = this.visible.indexOf(this.chosen);
    const { model, chosen } = this;
    const isOpen = this.rows[chosen].getAttribute("aria-expanded");
    const go = (index) => { if (index !== undefined) this.select(index, { focus: true }); };
    switch (key) {
      case "ArrowDown": go(this.visible[at + 1]); break;
      case "ArrowUp": go(at < 0 ? this.visible[0] : this.visible[at - 1]); break;
      case "Home": go(this.visible[0]); break;
      case "End": go(this.visible[this.visible.length - 1]); break;
      case "ArrowRight":
        if (isOpen === "false") this.toggle(chosen);
        else go(model.children[chosen].find((child) => !this.rows[child].hidden));
        break;
      case "ArrowLeft":
        if (isOpen === "true" && this.found === null) this.toggle(chosen);
        else go(model.elements[chosen].parent);
        break;
      default: return false;
    }
    return true;
  }
}
