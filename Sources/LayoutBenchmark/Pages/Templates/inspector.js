const byID = (id) => document.getElementById(id);
const data = JSON.parse(byID("data").textContent);
const [firstWidth, lastWidth] = data.widths;
const models = data.layouts.map((raw) => new LayoutModel(raw, firstWidth));
const exactWidth = models[0].exactWidth;
const trees = models.map((model) => new ElementTree(byID("tree"), model, choose));
const stages = [...document.querySelectorAll(".stage")].map((element, number) => new Stage(element, models[number], (index) => {
  showLayout(number);
  trees[number].select(index);
}));

// For each layout its elements' partners in the other one, if there is one.
const partnersOf = models.map((each, number) => partners(each, models[1 - number] ?? each));

// What the page shows: one of the layouts, in a width or in its own range (null).
const state = { layout: 0, width: null, frames: [], differences: [] };

function tree() { return trees[state.layout]; }
function model() { return models[state.layout]; }

function make(name, className, text) {
  const element = document.createElement(name);
  if (className) element.className = className;
  if (text !== undefined) element.textContent = text;
  return element;
}

// MARK: Width

function setWidth(width) {
  state.width = width;
  state.frames = models.map((each) => each.frames(width));
  const shown = Math.min(lastWidth, Math.max(firstWidth, Math.round(width ?? state.frames[0][0]?.width ?? firstWidth)));
  byID("width").value = shown;
  if (document.activeElement !== byID("width-number") || width === null) byID("width-number").value = shown;
  byID("own-range").setAttribute("aria-pressed", String(width === null));
  const own = exactWidth === null ? "its own range" : `its own width, ${numberText(exactWidth)} points`;
  byID("width-note").textContent = width === null
    ? `Shown in ${own}.`
    : `Shown exactly ${width} points wide. Reasons, findings and costs are of ${own}.`;
  compare();
  draw();
  showDetails();
}

function draw() {
  const zoom = byID("zoom").value;
  stages.forEach((stage, number) => stage.draw(state.frames[number], zoom, state.width));
  trees.forEach((each, number) => each.rows.forEach((row, index) => {
    row.classList.toggle("absent", state.frames[number][index] === null);
  }));
}

// MARK: Comparison

function compare() {
  if (models.length < 2) return;
  state.differences = layoutDifferences(models[0], state.frames[0], models[1], state.frames[1]);
  const whatOf = models.map(() => new Map());
  for (const { indices, what } of state.differences) {
    indices.forEach((index, number) => { if (index !== null) whatOf[number].set(index, what); });
  }
  models.forEach((_, number) => {
    trees[number].rows.forEach((row, index) => {
      row.querySelector(".row-difference").textContent = whatOf[number].get(index) ?? "";
    });
    stages[number].boxes.forEach((box, index) => box.classList.toggle("changed", whatOf[number].has(index)));
  });
  const count = state.differences.length;
  byID("differences-summary").textContent = count === 0
    ? "Every element has the same place and size in both."
    : `${count} element${count === 1 ? " differs" : "s differ"}. Places are within the parent.`;
  const most = 300;
  const items = state.differences.slice(0, most).map(differenceItem);
  if (count > most) items.push(make("li", "quiet", `and ${count - most} more`));
  byID("differences-list").replaceChildren(...items);
}

function differenceItem({ indices, what }) {
  const number = indices[0] === null ? 1 : 0;
  const index = indices[number];
  const item = make("li");
  const button = make("button");
  button.type = "button";
  button.append(make("bdi", "difference-name", title(models[number], index)));
  button.addEventListener("click", () => {
    showLayout(number);
    trees[number].select(index, { focus: true });
  });
  const frames = indices.map((each, layout) => (each === null ? null : state.frames[layout][each]));
  const texts = frames[0] && frames[1] ? `: ${frameText(frames[0])} and ${frameText(frames[1])}` : "";
  item.append(button, " ", make("span", "difference-what", what), texts);
  return item;
}

function title(of, index) {
  // As a terminal shows them: what turns the direction of writing would turn what follows, too.
  const name = of.elementName(index).replace(/[\u202a-\u202e\u2066-\u2069]/g, (control) => `\\u{${control.charCodeAt(0).toString(16).toUpperCase()}}`);
  return `${of.elements[index].kind}${name === "" ? "" : ` "${name}"`} #${index}`;
}

function frameText(frame) {
  return `${numberText(frame.width)} × ${numberText(frame.height)} at ${numberText(frame.x)}, ${numberText(frame.y)}`;
}

function showLayout(number) {
  if (state.layout === number) return;
  state.layout = number;
  if (byID("layout-choice")) byID("layout-choice").value = String(number);
  tree().search(byID("search").value);
  tree().show();
  showSearch();
  choose(tree().chosen);
}

// MARK: Heat

function costText(kind, value) { return kind === 2 ? `${value}×` : durationText(value); }

function showHeat() {
  const isOn = byID("heat").checked;
  const kind = Number(byID("heat-by").value);
  const largest = Math.max(1, ...models.map((each) => each.elements.reduce((most, { cost }) => Math.max(most, cost[kind]), 0)));
  models.forEach((each, number) => each.elements.forEach(({ cost }, index) => {
    const row = trees[number].rows[index];
    for (const element of [row, stages[number].boxes[index]]) {
      element.classList.toggle("heated", isOn);
      element.style.setProperty("--heat", (cost[kind] / largest).toFixed(3));
    }
    const texts = kind === 2 ? [costText(2, cost[2])] : [durationText(cost[kind]), costText(2, cost[2])];
    row.querySelector(".row-cost").textContent = isOn ? texts.join(", ") : "";
  }));
  byID("heat-legend").textContent = isOn ? `strongest: ${costText(kind, largest)}` : "";
}

// MARK: Details

function choose(index) {
  stages.forEach((stage, number) => {
    stage.choose(number === state.layout ? index : partnersOf[state.layout][index]);
  });
  showDetails();
}

function describe(list, pairs) {
  list.replaceChildren(...pairs.flatMap(([term, text]) => {
    const value = make("dd");
    value.append(make("bdi", "", text));
    return [make("dt", "", term), value];
  }));
}

function valueText(value) {
  if (!Array.isArray(value)) return String(value);
  if (value.some((each) => each !== null && typeof each === "object")) return value.map((each) => JSON.stringify(each)).join("\n");
  return value.map((each) => each ?? "inf").join(", ");
}

function showDetails() {
  const index = tree().chosen;
  const of = model();
  const element = of.elements[index];
  const frame = state.frames[state.layout][index];
  byID("details-heading").replaceChildren(make("bdi", "", title(of, index)));
  const facts = [["Kind", element.kind], ["Path", element.path]];
  if (of.elementName(index) !== "") facts.splice(1, 0, ["Name", of.elementName(index)]);
  facts.push(["Frame in its parent", frame === null ? "no layout" : frameText(frame)]);
  if (frame !== null) facts.push(["Place in the root", `${numberText(frame.left)}, ${numberText(frame.top)}`]);
  describe(byID("details-facts"), facts);
  const { style = {}, ...members } = element.members;
  const properties = Object.entries(members).filter(([key]) => key !== "type" && key !== "name");
  const all = [...properties, ...Object.entries(style).map(([key, value]) => [`style ${key}`, value])];
  describe(byID("details-properties"), all.length === 0 ? [["none", "all have their default values"]]
    : all.map(([key, value]) => [key, valueText(value)]));
  const findings = (element.findings ?? []).map(({ rule, reason, fix }) => {
    const item = make("li");
    item.append(make("span", "finding-rule", rule), ": ", make("bdi", "", reason), " ", make("bdi", "", fix));
    return item;
  });
  byID("details-findings").replaceChildren(...(findings.length > 0 ? findings : [make("li", "nothing", "none")]));
  ["details-width", "details-height"].forEach((id, axis) => showReasons(byID(id), of, index, axis));
  const sentences = element.lineSentences ?? [];
  byID("details-lines").replaceChildren(...sentences.slice(1).map((sentence) => {
    const item = make("li", "line-sentence");
    item.append(make("bdi", "", sentence));
    return item;
  }));
  byID("details-lines-heading").textContent = sentences.length > 0 ? sentences[0].replace(/:$/, "") : "";
  byID("details-lines-heading").hidden = sentences.length === 0;
  const share = of.nanoseconds > 0 ? ` (${(100 * element.cost[0] / of.nanoseconds).toFixed(1)} % of the layout)` : "";
  describe(byID("details-cost"), [
    ["Own time", durationText(element.cost[0]) + share], ["Time with all below", durationText(element.cost[1])],
    ["Measurements", String(element.cost[2])], ["Computations", String(element.cost[3])],
    ["Answers from caches", String(element.cost[4])], ["Text measurements", String(element.cost[5])],
  ]);
}

// The sentences for an element and those around it, up to the root.
function showReasons(list, of, index, axis) {
  const most = 30;
  const items = [];
  for (let at = index; at !== undefined && items.length < most; at = of.elements[at].parent) {
    const item = make("li");
    item.append(make("bdi", "", of.elements[at].why[axis]));
    items.push(item);
  }
  const rest = of.levels[index] + 1 - items.length;
  if (rest > 0) items.push(make("li", "nothing", `and ${rest} more, up to the root`));
  list.replaceChildren(...items);
}

// MARK: Controls

function showSearch() {
  const { matches, words } = tree();
  byID("search-status").textContent = words === "" ? "" : `${matches.length} match${matches.length === 1 ? "" : "es"}`;
}

byID("tree").addEventListener("click", (event) => {
  const row = event.target.closest(".row");
  if (row === null) return;
  const index = Number(row.dataset.index);
  if (event.target.closest(".row-toggle")) tree().toggle(index);
  else tree().select(index, { focus: true });
});
byID("tree").addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (tree().handle(event.key)) event.preventDefault();
});
byID("search").addEventListener("input", (event) => {
  tree().search(event.target.value);
  showSearch();
});
byID("search").addEventListener("keydown", (event) => {
  const focusTree = () => byID("tree").querySelector('[tabindex="0"]')?.focus();
  if (event.key === "Enter") tree().nextMatch();
  else if (event.key === "ArrowDown") focusTree();
  else if (event.key === "Escape") {
    event.target.value = "";
    tree().search("");
    tree().select(tree().chosen, { focus: true });
    showSearch();
  } else return;
  event.preventDefault();
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "/" || event.altKey || event.ctrlKey || event.metaKey) return;
  if (event.target.closest("input:not([type=range]):not([type=checkbox]), select, textarea")) return;
  event.preventDefault();
  byID("search").focus();
  byID("search").select();
});
byID("expand-all").addEventListener("click", () => tree().expandAll());
byID("collapse-all").addEventListener("click", () => tree().collapseAll());
byID("width").addEventListener("input", (event) => setWidth(Number(event.target.value)));
byID("width-number").addEventListener("input", (event) => {
  const width = Number(event.target.value);
  if (Number.isInteger(width) && width >= firstWidth && width <= lastWidth) setWidth(width);
});
// What was typed is brought into the range; a field that was emptied shows the width again.
byID("width-number").addEventListener("change", (event) => {
  const width = Math.min(Math.max(Math.round(Number(event.target.value)), firstWidth), lastWidth);
  if (event.target.value !== "" && Number.isFinite(width)) setWidth(width);
  event.target.value = byID("width").value;
});
byID("own-range").addEventListener("click", () => setWidth(null));
byID("zoom").addEventListener("change", draw);
byID("heat").addEventListener("change", showHeat);
byID("heat-by").addEventListener("change", () => {
  byID("heat").checked = true;
  showHeat();
});
if (byID("layout-choice")) {
  byID("layout-choice").append(...models.map((each, number) => {
    const option = make("option", "", each.name);
    option.value = String(number);
    return option;
  }));
  byID("layout-choice").addEventListener("change", (event) => showLayout(Number(event.target.value)));
}
window.addEventListener("resize", draw);
tree().show();
setWidth(null);
tree().select(0);
