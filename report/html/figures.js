// Draws charts for papers without a browser: node -e THIS < REQUEST. The request is JSON with the
// texts of the libraries and the charts; out comes a line for each chart as soon as it is
// drawn, {"key": KEY, "files": {NAME: file in base64}}, and at the end {"reason": "" or why files
// are missing}. Each chart is drawn twice, for one column of print (84 mm) and for two (174 mm), as
// SVG and as PDF. rsvg-convert turns letters into paths in the SVG and puts the fonts into the PDF,
// so that both look the same everywhere.
"use strict";
const {spawnSync} = require("child_process");
const request = JSON.parse(require("fs").readFileSync(0, "utf8"));
// Without modules the libraries put themselves into globalThis, as in a page.
for (const source of request.libraries) {
  new Function("exports", "module", "define", "require", source).call(globalThis);
}

const dotsPerMillimetre = 96 / 25.4;
const widths = {
  "": 174 * dotsPerMillimetre,
  "-column": 84 * dotsPerMillimetre
};
const letters = 10.7;  // dots: 8 points
const narrowest = 60;  // of plots

function escaped(text) {
  return text.replace(/[&<>]/g, (c) => ({"&": "&amp;", "<": "&lt;", ">": "&gt;"})[c]);
}

// What XML cannot have becomes the sign for it.
function asXml(svg) {
  return svg.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "\ufffd");
}

function layersOf(spec) { return [spec, ...(spec.layer ?? []), ...(spec.spec?.layer ?? [])]; }

// Lines of words that take no more room than there is.
function wrapped(title, room) {
  const most = Math.max(8, Math.floor(room / (0.6 * letters)));
  const lines = [];
  for (const word of title.split(" ")) {
    const longer = `${lines.at(-1)} ${word}`;
    if (lines.length > 0 && longer.length <= most) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

// Letters, lines and points of the size that print needs.
function forPrint(spec, {width, legendColumns, names}) {
  const config = spec.config;
  config.font = "Helvetica, Arial, 'Liberation Sans', sans-serif";
  config.background = "white";
  for (const part of ["axis", "header", "legend"]) {
    config[part] = {
      ...config[part],
      labelFontSize: letters,
      titleFontSize: letters,
      labelLimit: part === "axis" ? names : width * 0.6
    };
  }
  config.axisY = {...config.axisY, minExtent: 30};
  for (const layer of layersOf(spec)) {
    for (const channel of Object.values(layer.encoding ?? {})) {
      if (channel.axis)
        for (const key of ["labelFontSize", "titleFontSize", "labelLimit"])
          delete channel.axis[key];
      if (channel.legend)
        Object.assign(channel.legend, {
          labelFontSize: letters,
          symbolSize: 50,
          columnPadding: 10,
          rowPadding: 2,
          columns: legendColumns,
          labelLimit: width * 0.6
        });
    }
    const mark = layer.mark;
    if (mark?.type === "text") mark.fontSize = letters;
    if (mark?.type === "line") mark.strokeWidth = Math.min(mark.strokeWidth ?? 2, 1.3);
    if (mark?.type === "point") mark.size = Math.min(mark.size ?? 40, 32);
  }
}

// One column has no room for a legend and for names at the ends of lines.
function withoutNamesAtEnds(spec) {
  spec.layer = spec.layer?.filter((layer) => layer.encoding?.text?.field !== "label");
  if (!spec.layer) delete spec.layer;
}

function setHeight(plots, width, {several, narrow, square}) {
  if (square) plots.height = plots.width;
  else if (typeof plots.height === "number")
    plots.height = Math.round(several ? 0.8 * plots.width : (narrow ? 0.55 : 0.42) * width);
  if (typeof plots.height !== "object") return;
  const step = Math.min(several ? 18 : 22, plots.height.step);
  for (const {mark} of plots.layer ?? [])
    if (mark.yOffset) mark.yOffset *= step / plots.height.step;
  plots.height = {step};
}

// Axes of plots so wide: titles in lines, no more ticks than have room. How many lines the longest
// title has below.
function fitAxes(spec, plots) {
  let lines = 1;
  for (const {encoding} of layersOf(spec)) {
    const x = encoding?.x, y = encoding?.y;
    if (typeof x?.title === "string") x.title = wrapped(x.title, plots.width);
    if (x?.title) lines = Math.max(lines, x.title.length);
    if (x?.axis?.tickCount)
      x.axis.tickCount = Math.max(2, Math.min(x.axis.tickCount, Math.floor(plots.width / 38)));
    if (typeof y?.title === "string" && typeof plots.height === "number")
      y.title = wrapped(y.title, plots.height);
  }
  return lines;
}

// A chart with plots so wide, and with choices: {width, columns, legendColumns, names: the width of
// names at an axis}.
function specOf(original, plotWidth, choices) {
  const spec = structuredClone(original), several = spec.spec !== undefined,
        narrow = choices.width < 400;
  if (narrow) withoutNamesAtEnds(spec);
  forPrint(spec, choices);
  const plots = spec.spec ?? spec;
  const square =
      typeof plots.width === "number" && plots.width === plots.height;  // both axes have one scale
  plots.width = plotWidth;
  setHeight(plots, choices.width, {several, narrow, square});
  const lines = fitAxes(spec, plots);
  if (several) {
    spec.columns = choices.columns;
    const own = {x: spec.resolve?.axis?.x === "independent", y: spec.spacing.column > 50};
    spec.spacing = {
      row: (own.x ? 56 : 18) + letters * (own.x ? 1.2 * lines : 1.2),
      column: own.y ? 58 : 18
    };
  }
  return spec;
}

// Without a browser Vega takes every letter for a wide one. Close to the widest of the fonts in
// use.
function widthOfText(item, text) {
  let units = 0;
  for (const letter of String(text ?? ""))
    units += /[iljtfrI.,:;'|! ()[\]]/.test(letter) ? 0.4 :
        /[mwMW%@]/.test(letter)                    ? 0.95 :
        /[A-Z]/.test(letter)                       ? 0.7 :
                                                     0.62;
  const width = units * (item.fontSize ?? 11) * (/bold|[6-9]00/.test(item.fontWeight) ? 1.13 : 1);
  return item.limit > 0 ? Math.min(item.limit, width) : width;
}
vega.textMetrics.width = widthOfText;

async function svgOf(spec) {
  const logger = vega.logger(vega.Error);
  return new vega
      .View(vega.parse(vegaLite.compile(spec, {logger}).spec), {renderer: "none", logger})
      .toSVG();
}

function sizeOf(svg) {
  return ["width", "height"].map(
      (name) => Number(svg.match(new RegExp(`<svg[^>]* ${name}="([0-9.]+)"`))[1]));
}

// The width of a chart is that of its plots and what stands around them: drawn until that is known.
async function fittedPlots(original, choices) {
  let plotWidth = Math.round(0.6 * choices.width / choices.columns), svg, best;
  for (let attempt = 0; attempt < 6; ++attempt) {
    svg = await svgOf(specOf(original, plotWidth, choices));
    const left = choices.width - sizeOf(svg)[0];
    if (left >= 0 && (!best || left < best.left)) best = {left, svg};
    const next = Math.max(narrowest, Math.floor(plotWidth + left / choices.columns));
    if (next === plotWidth) break;
    plotWidth = next;
  }
  return best ?? {left: choices.width - sizeOf(svg)[0], svg};
}

// The same picture as wide as it is to be: room at its right, or, where nothing else helped,
// smaller.
function exactly(svg, width) {
  const [from, height] = sizeOf(svg), box = Math.max(from, width);
  return svg.replace(
      /<svg[^>]*>/,
      (start) => start.replace(/ width="[^"]*"/, ` width="${width.toFixed(3)}"`)
                     .replace(/ height="[^"]*"/, ` height="${(height * width / box).toFixed(3)}"`)
                     .replace(/ viewBox="[^"]*"/, ` viewBox="0 0 ${box} ${height}"`));
}

async function drawnAt(original, width) {
  const narrow = width < 400;
  const columns = original.spec ? Math.min(original.columns, narrow ? 2 : 3) : 1;
  const choices = {width, columns, legendColumns: narrow ? 2 : 4, names: 0.36 * width};
  let drawn = await fittedPlots(original, choices);
  while (drawn.left < 0 && (choices.legendColumns > 1 || choices.columns > 1)) {
    if (choices.legendColumns > 1) --choices.legendColumns;
    else --choices.columns;
    drawn = await fittedPlots(original, choices);
  }
  return exactly(drawn.svg, width);
}

let reason = "";
function converted(svg, format) {
  const made = spawnSync("rsvg-convert", ["-f", format], {input: svg, maxBuffer: 1 << 28});
  if (made.error?.code === "ENOENT") {
    reason =
        "rsvg-convert: not found on the PATH (Debian: librsvg2-bin): no PDF, and letters in SVG stay letters";
  } else if (made.status !== 0) {
    reason = "rsvg-convert: " + String(made.stderr).split("\n")[0];
  } else {
    return made.stdout;
  }
  return null;
}

async function draw(chart) {
  const words =
      `<title>${escaped(chart.title)}</title><desc>${escaped(chart.spec.description)}</desc>`;
  const files = {};
  for (const [suffix, width] of Object.entries(widths)) {
    const svg = asXml(await drawnAt(chart.spec, width));
    const paths = String(converted(svg, "svg") ?? svg)
                      .replace(/<svg[^>]*>/, (start) => start + words)
                      .trimEnd() +
        "\n";
    files[`${chart.id}${suffix}.svg`] = Buffer.from(paths).toString("base64");
    const pdf = converted(svg, "pdf");
    if (pdf) files[`${chart.id}${suffix}.pdf`] = pdf.toString("base64");
  }
  return files;
}

(async () => {
  const say = (line) => process.stdout.write(JSON.stringify(line) + "\n");
  for (const chart of request.charts) say({key: chart.key, files: await draw(chart)});
  say({reason});
})().catch((error) => {
  process.stderr.write(String(error).split("\n")[0] + "\n");
  process.exitCode = 1;
});
