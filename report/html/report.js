// Draws every chart of the report from the specification that stands beside it, with a legend that
// switches learners, and gives tables what paper has no use for: sorting, copies, columns that
// stay. Nothing is loaded.
"use strict";

const columnNames = {
  error: "standard_error",
  low95: "interval_low",
  high95: "interval_high"
};
// What only the drawing needs.
const notNumbers = [
  "number", "panel", "low", "high", "first_low", "first_high", "second_low", "second_high", "label",
  "level", "dodge", "far_below", "name", "leftwards", "side"
];

function csvField(value) {
  const text = value === undefined || value === null ? "" : String(value);
  return /[",\r\n]|^ | $/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function csvOf(rows) {
  const columns = [...new Set(rows.flatMap(Object.keys))]
                      .filter((column) => !notNumbers.includes(column))
                      .sort();
  const lines = rows.map((row) => columns.map((column) => csvField(row[column])).join(","));
  return [columns.map((column) => columnNames[column] ?? column).join(","), ...lines].join("\n") +
      "\n";
}

function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

function button(label, press, attributes = {}) {
  const made = element("button", {type: "button", ...attributes}, label);
  made.addEventListener("click", () => press(made));
  return made;
}

// Charts.

const hidden = new Set();  // learners switched off, in all charts
const views = new Map();   // by place, as the next two
const specs = new Map();
const rooms = new Map();  // the width that a chart was drawn for

// What is folded away has no width of its own.
function roomOf(place) {
  return Math.min(place.clientWidth || Infinity, document.querySelector("main").clientWidth - 28);
}

const shapes = {
  "circle": "M4,0A4,4,0,1,1,-4,0A4,4,0,1,1,4,0Z",
  "square": "M-4,-4h8v8h-8Z",
  "triangle-up": "M0,-5L5,4H-5Z",
  "triangle-down": "M0,5L5,-4H-5Z",
  "triangle-left": "M-5,0L4,-5V5Z",
  "triangle-right": "M5,0L-4,-5V5Z",
  "diamond": "M0,-5.5L5.5,0L0,5.5L-5.5,0Z",
  "cross": "M-5,-2h3v-3h4v3h3v4h-3v3h-4v-3h-3Z",
};

function swatch(learner) {
  const namespace = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(namespace, "svg");
  for (const [key, value] of Object.entries(
           {width: 34, height: 12, viewBox: "-17 -6 34 12", "aria-hidden": "true"}))
    svg.setAttribute(key, value);
  const line = document.createElementNS(namespace, "path");
  line.setAttribute("d", "M-17,0H17");
  line.setAttribute("stroke", learner.colour);
  line.setAttribute("stroke-width", 2);
  line.setAttribute("stroke-dasharray", learner.dash.join(" "));
  const mark = document.createElementNS(namespace, "path");
  mark.setAttribute("d", shapes[learner.shape]);
  mark.setAttribute("fill", learner.colour);
  svg.append(line, mark);
  return svg;
}

function hiddenRecord() { return Object.fromEntries([...hidden].map((name) => [name, true])); }

function hidesLearners(spec) {
  return spec.params?.some((param) => param.name === "hidden") ?? false;
}

async function switchLearner(name) {
  if (!hidden.delete(name)) hidden.add(name);
  for (const toggle of document.querySelectorAll(".legend button"))
    toggle.setAttribute("aria-pressed", String(!hidden.has(toggle.dataset.learner)));
  for (const [place, view] of views) {
    if (hidesLearners(specs.get(place))) await view.signal("hidden", hiddenRecord()).runAsync();
  }
}

function legendOf(learners) {
  const legend =
      element("div", {class: "tools legend", role: "group", "aria-label": "Learners shown"});
  for (const learner of learners) {
    const toggle = button(
        "", () => switchLearner(learner.name),
        {"aria-pressed": String(!hidden.has(learner.name)), title: learner.name});
    toggle.dataset.learner = learner.name;
    toggle.append(swatch(learner), learner.label);
    legend.append(toggle);
  }
  return legend;
}

// Calls change(channel) for every quantitative channel of that name.
function eachChannel(spec, name, change) {
  for (const layer of [spec, ...(spec.layer ?? []), ...(spec.spec?.layer ?? [])]) {
    const channel = layer.encoding?.[name];
    if (channel?.scale) change(channel);
  }
}

// "log" where all numbers are positive, "symlog" where some are 0; none where some are negative.
function curvedScale(numbers) {
  if (numbers.length === 0 || numbers.some((number) => number < 0)) return null;
  return numbers.every((number) => number > 0) ? "log" : "symlog";
}

function setScale(spec, name, type, smallest) {
  eachChannel(spec, name, (channel) => {
    channel.scale = {...channel.scale, type, nice: false, padding: channel.scale.padding ?? 10};
    if (type === "linear") channel.scale.zero = false;
    else delete channel.scale.zero;
    if (type === "symlog") channel.scale.constant = smallest;
    else delete channel.scale.constant;
    if (name === "y") channel.axis = {tickCount: 6, format: "~g", labelOverlap: "greedy"};
  });
}

function scaleButtons(spec, rows, redraw) {
  const tools = element("div", {class: "tools", role: "group", "aria-label": "Scales"});
  const fields = {x: undefined, y: undefined};
  for (const name of ["x", "y"])
    eachChannel(spec, name, (channel) => {
      fields[name] ??= channel.type === "quantitative" ? channel : undefined;
    });
  if (!fields.x || !fields.y || fields.x.scale.domain || fields.y.scale.domain) return null;
  for (const name of ["x", "y"]) {
    const field = fields[name].field === "low" ? "mean" : fields[name].field;
    const numbers =
        rows.flatMap((row) => name === "y" ? [row[field], row.low ?? row[field]] : [row[field]])
            .filter(Number.isFinite);
    const curved = curvedScale(numbers);
    if (!curved || (name === "y" && curved === "symlog")) continue;
    const smallest = Math.min(...numbers.filter((number) => number > 0));
    tools.append(button(`log ${name}`, (pressed) => {
      const on = pressed.getAttribute("aria-pressed") !== "true";
      pressed.setAttribute("aria-pressed", String(on));
      setScale(spec, name, on ? curved : "linear", smallest);
      redraw();
    }, {
      "aria-pressed": String(["log", "symlog"].includes(fields[name].scale.type)),
      title: `a logarithmic ${name} axis`
    }));
  }
  return tools.childElementCount > 0 ? tools : null;
}

function offerNumbers(place, rows) {
  const link = element("a", {
    download: `${place.dataset.chart}.csv`,
    href: URL.createObjectURL(new Blob([csvOf(rows)], {type: "text/csv"}))
  });
  link.textContent = `Download ${link.download}`;
  place.after(element("p", {class: "download"}, link));
}

// The field whose values stand beside the plot, or none.
function namesAtSide(spec) {
  return spec.layer?.map((layer) => layer.encoding?.y).find((y) => y?.type === "nominal")?.field;
}

function isNamesAtEnds(layer) { return layer.encoding?.text?.field === "label"; }

function yScaleOf(spec) {
  let type;
  eachChannel(spec, "y", (channel) => {
    type ??= channel.scale.type ?? "linear";
  });
  return type;
}

// A chart that learners can be switched off in.
function forPage(spec) {
  const learners = spec.usermeta?.learners ?? [];
  delete spec.usermeta;
  const rows = namesAtSide(spec);  // beside rows, or at the ends of lines
  const ends = spec.layer?.find(isNamesAtEnds)?.data.values ?? [];
  const labels = [
    ...ends.map((row) => row.label), ...spec.data.values.map((row) => row[rows])
  ].filter(Boolean).map((label) => label.length);
  if (labels.length > 0)
    spec.usermeta = {names: 12 + 7 * Math.max(...labels), yScale: yScaleOf(spec)};
  if (learners.length < 2) return learners;
  spec.params = [...(spec.params ?? []), {name: "hidden", value: {}}];
  const plots = spec.spec ?? spec;
  for (const part of [spec, ...(plots.layer ?? []).filter((layer) => layer.data)]) {
    part.transform = [{filter: "!hidden[datum.learner]"}, ...(part.transform ?? [])];
  }
  return learners;
}

// Lines of words that take no more room than there is.
function wrapped(title, room) {
  const lines = [];
  for (const word of title.split(" ")) {
    const longer = `${lines.at(-1)} ${word}`;
    if (lines.length > 0 && 7.5 * longer.length <= room) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

// Where names would leave too little of a plot, those beside rows are cut ("…"), and those at the
// ends of lines left to the legend, as on another y axis, where they would not keep their distance.
// The room of those that stay.
function fitNames(spec, room) {
  const names = spec.usermeta?.names ?? 0,
        moved = names > 0 && !namesAtSide(spec) && spec.usermeta.yScale !== yScaleOf(spec);
  if (names <= 0.35 * room && !moved) return names;
  if (!namesAtSide(spec)) {
    spec.layer = spec.layer.filter((layer) => !isNamesAtEnds(layer));
    return 0;
  }
  for (const {encoding} of spec.layer)
    if (encoding?.y?.axis) encoding.y.axis.labelLimit = 0.35 * room - 12;
  return 0.35 * room;
}

// As wide as there is room for: plots narrower, panels below each other, titles of axes in lines.
function fitted(spec, room) {
  const copy = structuredClone(spec), plots = copy.spec ?? copy;
  const around = 80;  // an axis with its title
  const square =
      typeof plots.width === "number" && plots.width === plots.height;  // both axes have one scale
  if (copy.spec) {
    plots.width = Math.min(plots.width, Math.max(180, room - around));
    copy.columns =
        Math.max(1, Math.min(copy.columns, Math.floor(room / (plots.width + around - 10))));
  } else if (typeof copy.width === "number") {
    copy.width = Math.max(
        180, Math.min(copy.width, room - around - (copy.layer ? fitNames(copy, room) : 0)));
  }
  if (square) plots.height = plots.width;
  for (const {encoding} of plots.layer ?? [])
    if (typeof encoding?.x?.title === "string")
      encoding.x.title = wrapped(encoding.x.title, plots.width);
  return copy;
}

// The page has its own paper and legend.
function onPage(spec) {
  spec.config.background = null;
  if (hidesLearners(spec))
    for (const name of ["color", "shape"])
      eachChannel(spec, name, (channel) => {
        channel.legend = null;
      });
  return spec;
}

// A picture that is saved has its legend inside, of the learners that are not switched off.
function alone(spec) {
  if (!hidesLearners(spec)) return spec;
  spec.params.find((param) => param.name === "hidden").value = hiddenRecord();
  for (const name of ["color", "shape"]) {
    eachChannel(spec, name, ({legend}) => {
      if (legend?.values) legend.values = legend.values.filter((learner) => !hidden.has(learner));
    });
  }
  return spec;
}

function pictureOf(place, type, scale) {
  const logger = vega.logger(vega.Error);
  const spec = alone(fitted(specs.get(place), rooms.get(place)));
  return new vega
      .View(vega.parse(vegaLite.compile(spec, {logger}).spec), {renderer: "none", logger})
      .toImageURL(type, scale);
}

async function draw(place, spec) {
  views.get(place)?.finalize();
  specs.set(place, spec);
  const room = roomOf(place);
  rooms.set(place, room);
  const result = await vegaEmbed(place, onPage(fitted(spec, room)), {
    mode: "vega-lite",
    renderer: "svg",
    actions: {export: true, source: false, compiled: false, editor: false},
    downloadFileName: place.dataset.chart,
    logLevel: hidden.size > 0 ? vega.Error : vega.Warn,
  });
  views.set(place, result.view);
  result.view.toImageURL = (type, scale) => pictureOf(place, type, scale);
  if (hidden.size > 0 && hidesLearners(spec)) result.view.signal("hidden", hiddenRecord());
  await result.view.runAsync();
  result.view.logLevel(vega.Error);  // a layer whose learners are all switched off has no extent
  place.querySelector("summary")?.setAttribute(
      "aria-label", `Save the chart ${place.dataset.chart}`);
}

async function drawFirst(place) {
  const spec = JSON.parse(document.getElementById(place.dataset.chart).textContent);
  const rows = spec.data.values.map((row) => ({...row}));
  if (typeof vegaEmbed === "undefined") {  // the program was built without it
    offerNumbers(place, rows);
    place.hidden = true;
    return;
  }
  const learners = forPage(spec);
  await draw(place, spec);
  offerNumbers(place, rows);
  const bar = element("div", {class: "toolbar"});
  if (learners.length > 1) bar.append(legendOf(learners));
  const scales = scaleButtons(spec, rows, () => draw(place, spec));
  if (scales) bar.append(scales);
  if (bar.childElementCount > 0) place.before(bar);
}

// One of several figures at a time.
function offerChoice(group) {
  const figures = [...group.children].filter((child) => child.tagName === "FIGURE");
  const tools = element("div", {class: "tools", role: "group", "aria-label": "Which chart"});
  const choose = (chosen) => figures.forEach((figure, i) => {
    figure.hidden = i !== chosen;
    tools.children[i].setAttribute("aria-pressed", String(i === chosen));
  });
  figures.forEach(
      (figure, i) =>
          tools.append(button(figure.dataset.label || `chart ${i + 1}`, () => choose(i))));
  group.prepend(tools);
  choose(0);
}

// Tables.

function textOf(cell) {
  const copy = cell.cloneNode(true);
  for (const left of copy.querySelectorAll(".interval, .far, .better, .worse, .mark"))
    left.remove();
  return copy.textContent.replace(/\s+/g, " ").replace(/ ?[▲▼]$/, "").trim();
}

const latexNames = {
  "&": "\\&",
  "%": "\\%",
  "$": "\\$",
  "#": "\\#",
  "_": "\\_",
  "{": "\\{",
  "}": "\\}",
  "~": "\\textasciitilde{}",
  "^": "\\textasciicircum{}",
  "\\": "\\textbackslash{}",
  "±": "$\\pm$",
  "–": "--",
  "∞": "$\\infty$",
  "<": "$<$",
  ">": "$>$"
};
function latexText(text) { return text.replace(/[&%$#_{}~^\\±–∞<>]/g, (c) => latexNames[c]); }

function rowsOf(table) {
  const cells = (row) => [...row.cells].map(
      (cell) => ({
        text: textOf(cell),
        bold: cell.tagName === "TD" && cell.querySelector(".best") !== null,
        number: cell.classList.contains("number"),
      }));
  return {head: cells(table.tHead.rows[0]), body: [...table.tBodies[0].rows].map(cells)};
}

const copies = {
  CSV: ({
    head,
    body
  }) => [head, ...body].map((row) => row.map((cell) => csvField(cell.text)).join(",")).join("\n") +
      "\n",
  Markdown: ({head, body}) => {
    const line = (row) => `| ${
        row.map((cell) => (cell.bold ? `**${cell.text}**` : cell.text).replaceAll("|", "\\|"))
            .join(" | ")} |`;
    return [
      line(head), `|${head.map((cell) => cell.number ? "---:" : "---").join("|")}|`,
      ...body.map(line)
    ].join("\n") +
        "\n";
  },
  LaTeX: ({head, body}) => {
    const line = (row) => `  ${
        row.map((cell) => cell.bold ? `\\textbf{${latexText(cell.text)}}` : latexText(cell.text))
            .join(" & ")} \\\\`;
    const columns = head.map((cell) => cell.number ? "r" : "l").join("");
    return [
      "% \\usepackage{booktabs}", `\\begin{tabular}{${columns}}`, "  \\toprule", line(head),
      "  \\midrule", ...body.map(line), "  \\bottomrule", "\\end{tabular}"
    ].join("\n") +
        "\n";
  },
};

// Pages that are opened from disk may not have a clipboard of their own.
async function toClipboard(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const area = element("textarea", {"aria-label": "copy"});
    area.value = text;
    document.body.append(area);
    area.select();
    document.execCommand("copy");
    area.remove();
  }
}

function offerCopies(box, table) {
  const tools =
      element("div", {class: "tools copy", role: "group", "aria-label": "Copy the table"});
  for (const [name, write] of Object.entries(copies)) {
    tools.append(button(`copy ${name}`, async (pressed) => {
      await toClipboard(write(rowsOf(table)));
      pressed.textContent = "copied";
      setTimeout(() => {
        pressed.textContent = `copy ${name}`;
      }, 1500);
    }));
  }
  box.append(tools);
}

// What a cell is sorted by; NaN where that is its text. "at least 14" is 14 and a little, "more
// than tested" more than any number.
function sortKey(text) {
  if (text === "more than tested") return Infinity;
  if (text === "fewer than tested") return -Infinity;
  const bound = text.match(/^(at least|at most) (.*)$/);
  if (!bound) return parseFloat(text);
  const number = parseFloat(bound[2]), little = 1e-9 * Math.max(1, Math.abs(number));
  return bound[1] === "at least" ? number + little : number - little;
}

// Numbers before texts, each in their order; equal rows stay as they stand.
function sortBy(table, column, header) {
  const descending = header.getAttribute("aria-sort") === "ascending";
  for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
  header.setAttribute("aria-sort", descending ? "descending" : "ascending");
  const keyed = [...table.tBodies[0].rows].map(
      (row) =>
          ({row, text: textOf(row.cells[column]), number: sortKey(textOf(row.cells[column]))}));
  const order = (a, b) => {
    if (Number.isNaN(a.number) !== Number.isNaN(b.number)) return Number.isNaN(a.number) ? 1 : -1;
    const by = Number.isNaN(a.number) ? a.text.localeCompare(b.text) :
        a.number === b.number         ? 0 :
                                        a.number - b.number;
    return descending ? -by : by;
  };
  table.tBodies[0].append(...keyed.sort(order).map((each) => each.row));
}

function offerSorting(table) {
  if (table.tBodies[0].rows.length < 2) return;
  [...table.tHead.rows[0].cells].forEach((header, column) => {
    const press = button("", () => sortBy(table, column, header));
    press.append(...header.childNodes);
    header.append(press);
  });
}

// The columns that stay stand beside each other; where they would take half of the room only the
// first stays.
function placeKeys(box, table) {
  const room = box.querySelector(".scroll").clientWidth;
  const keys = [...table.tHead.rows[0].cells].filter((cell) => cell.classList.contains("key"));
  let left = 0;
  keys.forEach((key, column) => {
    const stays = column === 0 || left + key.offsetWidth < room / 2;
    for (const row of table.rows) {
      row.cells[column].style.left = stays ? `${left}px` : "auto";
      row.cells[column].style.position = stays ? "" : "static";
    }
    left += key.offsetWidth;
  });
}

// Pixels of a table that may be hidden at its right: a part of the space around its last column.
const leastHidden = 16;

function hintAtMore(box) {
  const scroll = box.querySelector(".scroll");
  const left = scroll.scrollWidth - scroll.clientWidth - scroll.scrollLeft;
  box.classList.toggle("cut", left > leastHidden);
  const rest = box.querySelector(".rest");
  if (!rest) return;
  const end = scroll.getBoundingClientRect().top + scroll.clientHeight;
  const below = [...scroll.querySelector("tbody").rows]
                    .filter((row) => row.getBoundingClientRect().bottom > end + 6)
                    .length;
  box.classList.toggle("deep", below > 0);
  rest.style.visibility = below > 0 ? "" : "hidden";  // tables keep their place
  if (below > 0)
    rest.textContent = `${below} more row${below === 1 ? "" : "s"} below: scroll the table.`;
}

function fitTable(box) {
  const table = box.querySelector("table");
  if (table.offsetWidth === 0) return;  // folded away
  placeKeys(box, table);
  hintAtMore(box);
}

const boxes = [...document.querySelectorAll(".table")];
for (const box of boxes) {
  const table = box.querySelector("table");
  offerSorting(table);
  offerCopies(box, table);
  box.querySelector(".scroll").addEventListener("scroll", () => hintAtMore(box), {passive: true});
}
const fitTables = () => boxes.forEach(fitTable);
let waiting;
addEventListener("resize", () => {
  fitTables();
  clearTimeout(waiting);
  waiting = setTimeout(() => {
    for (const [place, spec] of specs) {
      if (place.clientWidth > 0 && Math.abs(roomOf(place) - rooms.get(place)) > 24)
        draw(place, spec);
    }
  }, 150);
});
document.addEventListener("toggle", fitTables, true);
fitTables();

// A link to a section unfolds it.
function unfold() {
  const target = location.hash.length > 1 &&
      document.getElementById(decodeURIComponent(location.hash.slice(1)));
  for (let fold = target && target.closest("details"); fold;
       fold = fold.parentElement.closest("details"))
    fold.open = true;
}
addEventListener("hashchange", unfold);
document.querySelector("nav")?.addEventListener("click", () => setTimeout(unfold));
unfold();

for (const group of document.querySelectorAll(".choice")) offerChoice(group);
// What prints or tests the page waits for this.
window.costructCharts = Promise.all([...document.querySelectorAll("[data-chart]")].map(drawFirst));
