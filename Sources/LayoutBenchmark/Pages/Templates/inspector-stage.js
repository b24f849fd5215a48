// The boxes of one layout, to scale.
class Stage {
  // The longest side of the drawing, in CSS pixels. Browsers cannot scroll to much more.
  static longestSide = 200_000;
  // In CSS pixels.
  static labelHeight = 14;
  static letterWidth = 7;
  // In points on the screen, below which no letters are drawn.
  static smallestLetters = 3;
  // The namespace of SVG, from the browser: a page has no address in it.
  static svg = new DOMParser().parseFromString("<svg></svg>", "text/html").querySelector("svg").namespaceURI;

  constructor(element, model, choose) {
    this.element = element;
    this.model = model;
    this.canvas = element.querySelector(".boxes");
    this.scroll = element.querySelector(".boxes-scroll");
    this.boxes = model.elements.map((_, index) => this.makeBox(index));
    // On top of all boxes, because what lies within the chosen one would cover its border.
    this.outline = document.createElement("div");
    this.outline.className = "chosen-outline";
    this.chosen = 0;
    this.canvas.append(...model.drawingOrder().map((index) => this.boxes[index]), this.outline);
    this.canvas.addEventListener("click", (event) => {
      const box = event.target.closest(".box");
      if (box !== null) choose(Number(box.dataset.index));
    });
  }

  makeBox(index) {
    const element = this.model.elements[index];
    const box = document.createElement("div");
    box.className = "box";
    box.classList.toggle("is-node", element.isNode);
    box.classList.toggle("has-findings", (element.findings?.length ?? 0) > 0);
    box.dataset.index = index;
    if (element.lines !== undefined) {
      const lines = document.createElementNS(Stage.svg, "svg");
      lines.classList.add("box-lines");
      box.append(lines);
    } else if (this.model.children[index].length === 0) {
      const label = document.createElement("bdi");
      label.className = "box-label";
      label.textContent = this.model.elementName(index) || this.model.text(index) || element.kind;
      box.append(label);
    }
    return box;
  }

  // Marks the box of an element; none if there is no such element.
  choose(index) {
    this.boxes[this.chosen]?.classList.remove("selected");
    this.boxes[index]?.classList.add("selected");
    this.chosen = index;
    this.placeOutline();
  }

  placeOutline() {
    const box = this.boxes[this.chosen];
    this.outline.hidden = box === undefined || box.hidden;
    if (this.outline.hidden) return;
    for (const side of ["left", "top", "width", "height"]) this.outline.style[side] = box.style[side];
  }

  // Draws the lines of a text that its frame has room for, in points.
  drawLines(svg, index, frame, scale, width) {
    // Most texts stay as they are while the width changes.
    const key = [this.model.variant(index, width), frame.width, frame.height, scale].join(" ");
    if (svg.shown === key) return;
    svg.shown = key;
    const lines = this.model.lines(index, width);
    svg.setAttribute("width", frame.width * scale);
    svg.setAttribute("height", frame.height * scale);
    svg.setAttribute("viewBox", `0 0 ${Math.max(frame.width, 1e-6)} ${Math.max(frame.height, 1e-6)}`);
    const shown = lines.filter(({ bottom, baseline }) => bottom <= frame.height + (bottom - baseline) * .05);
    svg.replaceChildren(...shown.flatMap((line) => {
      const left = Math.max(0, frame.width - line.width) * line.share;
      return line.parts.filter(({ fontSize, run }) => run.attachment || fontSize * scale >= Stage.smallestLetters)
        .map((part) => Stage.makePart(part, left + part.x, line.baseline));
    }));
  }

  static makePart({ run, text, width, fontSize, isRightToLeft }, x, baseline) {
    const isPicture = run.attachment !== undefined;
    const part = document.createElementNS(Stage.svg, isPicture ? "rect" : "text");
    const attributes = isPicture
      ? { class: "attachment", x, y: baseline - run.attachment[1], width: run.attachment[0], height: run.attachment[1] }
      : { x, y: baseline, "font-size": fontSize, textLength: width, lengthAdjust: "spacingAndGlyphs" };
    if (run.weight !== undefined) attributes["font-weight"] = run.weight;
    if (run.italic) attributes["font-style"] = "italic";
    // The place is that of the left edge.
    if (isRightToLeft) Object.assign(attributes, { direction: "rtl", "text-anchor": "end" });
    for (const [name, value] of Object.entries(attributes)) part.setAttribute(name, value);
    if (run.color !== undefined) part.style.fill = run.color;
    part.textContent = text;
    return part;
  }

  // Returns a function that says whether a text lies in a part of the layout, where no label is to cover its words.
  textFinder(frames) {
    const texts = frames.filter((frame, index) => frame !== null && this.model.elements[index].lines !== undefined)
      .sort((one, other) => one.top - other.top);
    const tallest = Math.max(0, ...texts.map((frame) => frame.height));
    return ({ left, top, width, height }) => {
      // The first whose end may lie below the top: none of those before it reaches as far.
      let [low, high] = [0, texts.length];
      while (low < high) {
        const middle = (low + high) >> 1;
        if (texts[middle].top + tallest <= top) low = middle + 1; else high = middle;
      }
      for (; low < texts.length && texts[low].top < top + height; low++) {
        const text = texts[low];
        if (text.top + text.height > top && text.left < left + width && text.left + text.width > left) return true;
      }
      return false;
    };
  }

  // Places the boxes: `zoom` is a factor, or "fit" for what fits the width and is at most 1.
  draw(frames, zoom, layoutWidth) {
    const bounds = { left: 0, top: 0, right: 1, bottom: 1 };
    for (const frame of frames) {
      if (frame === null) continue;
      bounds.left = Math.min(bounds.left, frame.left);
      bounds.top = Math.min(bounds.top, frame.top);
      bounds.right = Math.max(bounds.right, frame.left + frame.width);
      bounds.bottom = Math.max(bounds.bottom, frame.top + frame.height);
    }
    const [width, height] = [bounds.right - bounds.left, bounds.bottom - bounds.top];
    const room = Math.max(50, this.scroll.clientWidth - 20);
    const wanted = zoom === "fit" ? Math.min(1, room / width) : Number(zoom);
    const scale = Math.min(wanted, Stage.longestSide / Math.max(width, height));
    this.canvas.style.width = `${width * scale}px`;
    this.canvas.style.height = `${height * scale}px`;
    // How many labels there are in each corner: they stand below each other.
    const labels = new Map();
    const coversText = this.textFinder(frames);
    frames.forEach((frame, index) => {
      const box = this.boxes[index];
      box.hidden = frame === null;
      if (frame === null) return;
      box.style.left = `${(frame.left - bounds.left) * scale}px`;
      box.style.top = `${(frame.top - bounds.top) * scale}px`;
      box.style.width = `${frame.width * scale}px`;
      box.style.height = `${frame.height * scale}px`;
      const label = box.firstElementChild;
      if (label === null) return;
      if (label.classList.contains("box-lines")) {
        this.drawLines(label, index, frame, scale, layoutWidth);
        return;
      }
      const corner = `${Math.round(frame.left * scale)} ${Math.round(frame.top * scale)}`;
      const line = labels.get(corner) ?? 0;
      const isTiny = frame.height * scale < 11 + line * Stage.labelHeight || frame.width * scale < 20
        || coversText({
          left: frame.left,
          top: frame.top + line * Stage.labelHeight / scale,
          width: Math.min(frame.width, (label.textContent.length + 1) * Stage.letterWidth / scale),
          height: Stage.labelHeight / scale,
        });
      box.classList.toggle("tiny", isTiny);
      label.style.paddingTop = `${line * Stage.labelHeight}px`;
      if (!isTiny) labels.set(corner, line + 1);
    });
    this.placeOutline();
    const root = frames[0];
    this.element.querySelector(".stage-size").textContent = root === null
      ? "no layout"
      : `${numberText(root.width)} × ${numberText(root.height)} points at ${numberText(100 * scale)} %`;
  }
}
