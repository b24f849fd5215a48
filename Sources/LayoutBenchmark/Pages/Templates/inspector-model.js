"use strict";

// A layout in every width. A function of the width is a flat list in the data: for each of its segments the
// number of widths since the segment before, the value, and the slope per point. A value of null is missing.
class LayoutModel {
  constructor(raw, firstWidth) {
    this.name = raw.name;
    this.firstWidth = firstWidth;
    this.range = raw.range;
    this.nanoseconds = raw.nanoseconds;
    this.elements = raw.elements;
    this.functions = raw.functions.map((flat) => {
      const segments = [];
      let start = firstWidth;
      for (let at = 0; at < flat.length; at += 3) {
        start += flat[at];
        segments.push({ start, value: flat[at + 1] === null ? NaN : flat[at + 1], slope: flat[at + 2] });
      }
      return segments;
    });
    this.children = this.elements.map(() => []);
    this.levels = new Array(this.elements.length).fill(0);
    this.elements.forEach((element, index) => {
      if (index === 0) return;
      this.children[element.parent].push(index);
      this.levels[index] = this.levels[element.parent] + 1;
    });
  }

  // The width of the range if it has only one.
  get exactWidth() { return this.range[0] === this.range[2] ? this.range[0] : null; }

  static valueOf(segments, width) {
    let low = 0;
    let high = segments.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (segments[middle].start <= width) low = middle; else high = middle - 1;
    }
    const { start, value, slope } = segments[low];
    return value + slope * (width - start);
  }

  // The frames in a width, or in the layout's own range if it is null: relative to the parent (x, y) and to
  // the root (left, top). null for an element without a layout, and for all within it.
  frames(width) {
    const values = width === null ? null : this.functions.map((segments) => LayoutModel.valueOf(segments, width));
    const frames = new Array(this.elements.length).fill(null);
    this.elements.forEach((element, index) => {
      const numbers = values === null ? element.own : element.frame.map((place) => values[place]);
      if (numbers === null || !numbers.every((number) => Number.isFinite(number))) return;
      const around = index === 0 ? { left: 0, top: 0 } : frames[element.parent];
      if (around === null) return;
      const [x, y, w, h] = numbers;
      frames[index] = { x, y, width: w, height: h, left: around.left + (index === 0 ? 0 : x), top: around.top + (index === 0 ? 0 : y) };
    });
    return frames;
  }

  // The elements from the back to the front: what a background spec shows behind its child comes before it.
  drawingOrder() {
    const order = [];
    const pending = [0];
    while (pending.length > 0) {
      const index = pending.pop();
      order.push(index);
      const children = this.children[index].slice();
      if (this.elements[index].kind === "background") children.reverse();
      for (let at = children.length - 1; at >= 0; at -= 1) pending.push(children[at]);
    }
    return order;
  }

  text(index) {
    const { text, runs } = this.elements[index].members;
    if (Array.isArray(runs)) return runs.map((run) => run.text ?? "").join("");
    return typeof text === "string" ? text : "";
  }

  // The number of the way in which a text breaks in a width, or in the layout's own range if it is null; null without a
  // layout.
  variant(index, width) {
    const { lines } = this.elements[index];
    if (width === null) return lines.own;
    let at = 0;
    for (let rest = width - this.firstWidth; rest >= lines.widths[at]; at += 2) rest -= lines.widths[at];
    return lines.widths[at + 1];
  }

  // The lines of a text in a width, or in the layout's own range if it is null. Each has its `width`, `bottom` and
  // `baseline`, the `share` at its left of what is left beside it, and `parts`: the pieces of runs with their places.
  lines(index, width) {
    const { lines, members } = this.elements[index];
    const number = this.variant(index, width);
    if (number === null) return [];
    const runs = members.runs ?? [{ text: members.text ?? "" }];
    return lines.variants[number].map((line) => LayoutModel.readLine(line, runs, lines.fontSizes));
  }

  static readLine([start, end, width, bottom, baseline, ending, share, ...numbers], runs, fontSizes) {
    const parts = [];
    let at = 0;
    let first = 0;
    runs.forEach((run, number) => {
      const characters = run.attachment ? ["\uFFFC"] : Array.from(run.text);
      for (let place = Math.max(start, first); place < Math.min(end, first + characters.length); at += 4) {
        const [length, x, partWidth, isRightToLeft] = numbers.slice(at, at + 4);
        const text = run.attachment ? "" : characters.slice(place - first, place - first + length).join("");
        parts.push({ run, text, x, width: partWidth, isRightToLeft, fontSize: fontSizes[number] });
        place += length;
      }
      first += characters.length;
    });
    const ends = ["", "-", "…"][Math.abs(ending)];
    const last = parts[parts.length - 1];
    const used = parts.reduce((sum, part) => sum + part.width, 0);
    if (ends !== "" && ending > 0 && last && !last.run.attachment && Math.abs(last.x + last.width - used) < .01) {
      last.text += ends;
      last.width = width - last.x;
    } else if (ends !== "") {
      const fontSize = last?.fontSize ?? fontSizes[0] ?? 13;
      parts.push({ run: {}, text: ends, x: ending > 0 ? used : 0, width: width - used, fontSize });
    }
    return { width, bottom, baseline, share, parts };
  }

  elementName(index) { return this.elements[index].members.name ?? ""; }

  matches(index, words) {
    const haystack = `${this.elements[index].kind}\n${this.elementName(index)}\n${this.text(index)}\n#${index}`.toLowerCase();
    return haystack.includes(words);
  }
}

// For each element the one at the same place of another layout's tree: the same child of the same child. Where children
// were added or removed, those before and behind keep their partners; an element that was put around another one, or
// taken away from around it, has none. undefined if there is none.
function partners(one, other) {
  const partnerOf = new Array(one.elements.length);
  partnerOf[0] = 0;
  const isAlike = (a, b) => one.elements[a].kind === other.elements[b].kind && one.elementName(a) === other.elementName(b);
  const pair = (child, partner) => {
    const [inner, outer] = [one.children[child], other.children[partner]];
    if (isAlike(child, partner)) {
      partnerOf[child] = partner;
    } else if (outer.length === 1 && isAlike(child, outer[0])) {
      partnerOf[child] = outer[0];
    } else if (inner.length === 1 && isAlike(inner[0], partner)) {
      partnerOf[inner[0]] = partner;
    } else {
      partnerOf[child] = partner;
    }
  };
  one.elements.forEach((_, index) => {
    if (partnerOf[index] === undefined) return;
    const [own, others] = [one.children[index], other.children[partnerOf[index]]];
    const shorter = Math.min(own.length, others.length);
    let first = 0;
    while (own.length !== others.length && first < shorter && isAlike(own[first], others[first])) first += 1;
    if (own.length === others.length) first = shorter;
    own.slice(0, first).forEach((child, number) => pair(child, others[number]));
    for (let back = 1; back <= shorter - first; back += 1) pair(own[own.length - back], others[others.length - back]);
  });
  return partnerOf;
}

// What moved within its parent, has another size or another kind, or is in one of two layouts only. `indices`
// are the places in the two layouts, null where there is none.
function layoutDifferences(one, oneFrames, other, otherFrames) {
  const differs = (a, b) => Math.abs(a - b) > 1e-6;
  const differences = [];
  const partnerOf = partners(one, other);
  one.elements.forEach((element, index) => {
    const partner = partnerOf[index];
    if (partner === undefined) {
      differences.push({ indices: [index, null], what: `only in the first${around(one, index)}` });
      return;
    }
    const [a, b] = [oneFrames[index], otherFrames[partner]];
    const what = [];
    if (element.kind !== other.elements[partner].kind) what.push("other kind");
    if ((a === null) !== (b === null)) what.push("without a layout in one");
    if (a !== null && b !== null) {
      if (differs(a.x, b.x) || differs(a.y, b.y)) what.push("moved");
      if (differs(a.width, b.width) || differs(a.height, b.height)) what.push("other size");
    }
    if (what.length > 0) differences.push({ indices: [index, partner], what: what.join(", ") });
  });
  const matched = new Set(partnerOf);
  other.elements.forEach((_, index) => {
    if (!matched.has(index)) differences.push({ indices: [null, index], what: `only in the second${around(other, index)}` });
  });
  return differences;
}

// Says of an element with one child what it lies around.
function around(model, index) {
  const children = model.children[index];
  if (children.length !== 1) return "";
  const name = model.elementName(children[0]);
  return `, around ${model.elements[children[0]].kind}${name === "" ? "" : ` "${name}"`}`;
}

function numberText(value) { return String(Number(value.toFixed(3))); }

function durationText(nanoseconds) {
  if (nanoseconds < 1000) return `${nanoseconds} ns`;
  return nanoseconds < 1e6 ? `${(nanoseconds / 1000).toFixed(1)} µs` : `${(nanoseconds / 1e6).toFixed(2)} ms`;
}
