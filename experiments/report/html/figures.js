// Draws charts for papers without a browser: node -e THIS < REQUEST. The request is JSON with the texts of the
// libraries and the charts; out comes a line for each chart as soon as it is drawn, {"key": KEY, "files": {NAME: file in
// base64}}, and at the end {"reason": "" or why files are missing}.
// Each chart is drawn twice, for one column of print (84 mm) and for two (174 mm), as SVG and as PDF. rsvg-convert turns
// letters into paths in the SVG and puts the fonts into the PDF, so that both look the same everywhere.
"use strict";
const {spawnSync} = require("child_process");
const request = JSON.parse(require("fs").readFileSync(0, "utf8"));
// Without modules the libraries put themselves into globalThis, as in a page.
for (const source of request.libraries) {
  new Function("exports", "module", "define", "require", source).call(globalThis);
}

const dotsPerMillimetre = 96 / 25.4;
const widths = {"": 174 * dotsPerMillimetre, "-column": 84 * dotsPerMillimetre};
const letters = 10.7;  // dots: 8 points

function escaped(text) {
  return text.replace(/[&<>]/g, (c) => ({"&": "&amp;", "<": "&lt;", ">": "&gt;"})[c]);
}

function layersOf(spec) {
  return [spec, ...(spec.layer ?? []), ...(spec.spec?.layer ?? [])];
}

// Letters, lines and points of the size that print needs.
function forPrint(spec, width) {
  const config = spec.config;
  config.font = "Helvetica, Arial, 'Liberation Sans', sans-serif";
  config.background = "white";
  for (const part of ["axis", "header", "legend"]) {
    config[part] = {...config[part], labelFontSize: letters, titleFontSize: letters, labelLimit: width * 0.6};
  }
  config.axisY = {minExtent: 30};
  for (const layer of layersOf(spec)) {
    for (const channel of Object.values(layer.encoding ?? {})) {
      if (channel.axis) for (const key of ["labelFontSize", "titleFontSize", "labelLimit"]) delete channel.axis[key];
      if (channel.legend) Object.assign(channel.legend, {labelFontSize: letters, symbolSize: 50, columnPadding: 10, rowPadding: 2, columns: width < 400 ? 2 : 4});
    }
    const mark = layer.mark;
    if (mark?.type === "text") mark.fontSize = letters;
    if (mark?.type === "line") mark.strokeWidth = Math.min(mark.strokeWidth ?? 2, 1.3);
    if (mark?.type === "point") mark.size = Math.min(mark.size ?? 40, 32);
  }
}

async function svgOf(spec) {
  const logger = vega.logger(vega.Error);
  return new vega.View(vega.parse(vegaLite.compile(spec, {logger}).spec), {renderer: "none", logger}).toSVG();
}

function widthOf(svg) {
  return Number(svg.match(/<svg[^>]* width="([0-9.]+)"/)[1]);
}

// The width of a chart is that of its plots and what stands around them: drawn once to see how much that is.
async function drawnAt(original, width) {
  const spec = structuredClone(original);
  forPrint(spec, width);
  const plots = spec.spec ?? spec;
  const named = layersOf(spec).some((layer) => layer.encoding?.y?.type === "nominal");  // names need room at the left
  const columns = spec.spec ? Math.min(spec.columns, (width < 400 ? 2 : 3) - (named ? 1 : 0)) : 1;
  if (spec.spec) spec.columns = columns;
  spec.spacing = spec.bounds === "flush" ? {row: 64, column: 52} : 12;
  plots.width = Math.round(0.6 * width / columns);
  if (typeof plots.height === "number") plots.height = Math.round(spec.spec ? 0.8 * plots.width : width < 400 ? 0.55 * width : 0.42 * width);
  if (typeof plots.height === "object") plots.height = {step: Math.min(22, plots.height.step)};
  const around = widthOf(await svgOf(structuredClone(spec))) - columns * plots.width;
  plots.width = Math.max(40, Math.floor((width - around) / columns));
  return svgOf(spec);
}

let reason = "";
function converted(svg, format) {
  const made = spawnSync("rsvg-convert", ["-f", format], {input: svg, maxBuffer: 1 << 28});
  if (made.error?.code === "ENOENT") {
    reason = "rsvg-convert: not found on the PATH (Debian: librsvg2-bin): no PDF, and letters in SVG stay letters";
  } else if (made.status !== 0) {
    reason = "rsvg-convert: " + String(made.stderr).split("\n")[0];
  } else {
    return made.stdout;
  }
  return null;
}

async function draw(chart) {
  const words = `<title>${escaped(chart.title)}</title><desc>${escaped(chart.spec.description)}</desc>`;
  const files = {};
  for (const [suffix, width] of Object.entries(widths)) {
    const svg = await drawnAt(chart.spec, width);
    const paths = String(converted(svg, "svg") ?? svg).replace(/<svg[^>]*>/, (start) => start + words).trimEnd() + "\n";
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
