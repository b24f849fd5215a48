"use strict";
// Draws the flame graph: the job on top, and below each function those that it called, as wide as what they cost.
// A node of the data is [name, weights, children], and [name, weights, children, weights before] in a difference.
function drawFlameGraph(flame) {
  const detail = document.getElementById("flame-detail");
  const search = document.getElementById("flame-search");
  const matches = document.getElementById("flame-matches");
  const choices = Array.from(document.querySelectorAll("input[name=weight]"));
  const units = ["instructions", "allocations", "references", "ns"];
  const data = JSON.parse(document.getElementById("flame-data").textContent);
  const isDifference = data.length > 3;

  function makeNode(source, parent) {
    const node = { name: source[0], weights: source[1], before: source[3], parent, level: parent ? parent.level + 1 : 0 };
    node.children = source[2].map((child) => makeNode(child, node));
    return node;
  }

  const root = makeNode(data, null);
  let kind = 0;
  let zoomed = root;
  let focused = root;
  // The largest change of a function itself.
  let largest = 0;

  // The width of a node: in a difference that of the larger side, so that what went away is seen.
  function size(node) {
    const own = isDifference ? Math.max(node.weights[kind], node.before[kind]) : node.weights[kind];
    return Math.max(own, node.children.reduce((sum, child) => sum + child.size, 0));
  }

  function measure(node) {
    for (const child of node.children) measure(child);
    node.size = size(node);
    if (!isDifference) return;
    // What the function itself costs more, without those that it called.
    const own = (side) => node[side][kind] - node.children.reduce((sum, child) => sum + child[side][kind], 0);
    node.change = own("weights") - own("before");
    largest = Math.max(largest, Math.abs(node.change));
  }

  const grouped = (value) => (Math.abs(value) < 10 ? Number(value.toFixed(2)) : Math.round(value)).toLocaleString("en");
  const percent = (share) => `${(100 * share).toFixed(1)}%`;

  function text(node) {
    const total = Math.max(root.weights[kind], 1e-9);
    if (!isDifference) {
      return `${node.name}: ${grouped(node.weights[kind])} ${units[kind]} a job, ${percent(node.weights[kind] / total)}`;
    }
    const change = node.weights[kind] - node.before[kind];
    const sign = change > 0 ? "+" : "";
    return `${node.name}: ${sign}${grouped(change)} ${units[kind]} a job, from ${grouped(node.before[kind])} to ${grouped(node.weights[kind])}`;
  }

  // The shade of a name, which is the same in every page; of a difference red for more and blue for less, by how much.
  function shade(node) {
    if (isDifference) {
      const strength = Math.abs(node.change) / Math.max(largest, 1e-9);
      if (strength < 0.01) return "var(--flame-same)";
      return `color-mix(in srgb, var(--flame-${node.change > 0 ? "more" : "less"}) ${Math.round(25 + 75 * strength)}%, var(--flame-same))`;
    }
    let hash = 0;
    for (const letter of node.name) hash = (hash * 31 + letter.codePointAt(0)) >>> 0;
    return `hsl(${20 + (hash % 40)} var(--flame-strength) var(--flame-light))`;
  }

  function draw() {
    largest = 0;
    measure(root);
    const fragment = document.createDocumentFragment();
    const wanted = search.value.toLowerCase().trim();
    let deepest = 0;
    const isWanted = (node) => wanted !== "" && node.name.toLowerCase().includes(wanted);
    // What lies within a match is part of it; and many that are too narrow to be drawn are much together.
    function found(node) {
      return isWanted(node) ? node.weights[kind] : node.children.reduce((sum, child) => sum + found(child), 0);
    }
    function add(node, left, width, isAround) {
      const isMatch = isWanted(node);
      const frame = document.createElement("button");
      frame.type = "button";
      frame.textContent = node.name;
      frame.title = text(node);
      frame.tabIndex = node === focused ? 0 : -1;
      frame.style.left = `${left}%`;
      frame.style.width = `${width}%`;
      frame.style.top = `${node.level * 1.35}rem`;
      frame.style.background = isMatch ? "var(--flame-match)" : shade(node);
      if (isAround) frame.className = "around";
      frame.addEventListener("click", () => zoom(node));
      frame.addEventListener("focus", () => show(node));
      frame.addEventListener("mouseenter", () => (detail.textContent = text(node)));
      node.frame = frame;
      deepest = Math.max(deepest, node.level);
      fragment.append(frame);
      let next = left;
      for (const child of node.children) {
        const share = node.size > 0 ? (width * child.size) / node.size : 0;
        if (share >= 0.1) add(child, next, share, false);
        next += share;
      }
    }
    function clear(node) {
      node.frame = null;
      node.children.forEach(clear);
    }
    clear(root);
    const around = [];
    for (let node = zoomed.parent; node; node = node.parent) around.unshift(node);
    for (const node of around) {
      const children = node.children;
      node.children = [];
      add(node, 0, 100, true);
      node.children = children;
    }
    add(zoomed, 0, 100, false);
    flame.replaceChildren(fragment);
    flame.style.height = `${(deepest + 1) * 1.35}rem`;
    matches.textContent =
      wanted === "" ? "" : `${percent(found(zoomed) / Math.max(zoomed.weights[kind], 1e-9))} in functions with “${search.value.trim()}”`;
  }

  function show(node) {
    focused = node;
    detail.textContent = text(node);
  }

  function zoom(node) {
    zoomed = node;
    focused = node;
    draw();
    show(node);
    node.frame.focus();
  }

  function go(node) {
    if (!node || !node.frame) return;
    focused.frame.tabIndex = -1;
    node.frame.tabIndex = 0;
    node.frame.focus();
  }

  flame.addEventListener("keydown", (event) => {
    const siblings = focused.parent ? focused.parent.children : [focused];
    const place = siblings.indexOf(focused);
    if (event.key === "ArrowUp") go(focused.parent);
    else if (event.key === "ArrowDown") go(focused.children[0]);
    else if (event.key === "ArrowLeft") go(siblings[place - 1]);
    else if (event.key === "ArrowRight") go(siblings[place + 1]);
    else if (event.key === "Escape") zoom(root);
    else return;
    event.preventDefault();
  });

  document.addEventListener("keydown", (event) => {
    if (event.key !== "/" || event.target instanceof HTMLInputElement) return;
    search.focus();
    event.preventDefault();
  });

  search.addEventListener("input", draw);
  document.getElementById("flame-reset").addEventListener("click", () => {
    search.value = "";
    zoom(root);
  });
  choices.forEach((choice, index) =>
    choice.addEventListener("change", () => {
      kind = index;
      draw();
      show(zoomed);
    }),
  );
  draw();
  show(root);
}

if (document.getElementById("flame")) drawFlameGraph(document.getElementById("flame"));
