// Draws charts without a browser: node -e THIS < REQUEST. The request is JSON with the texts of the libraries and
// the charts; out comes an object of SVG texts by the charts' ids.
"use strict";
const request = JSON.parse(require("fs").readFileSync(0, "utf8"));
// Without modules the libraries put themselves into globalThis, as in a page.
for (const source of request.libraries) {
  new Function("exports", "module", "define", "require", source).call(globalThis);
}

function escaped(text) {
  return text.replace(/[&<>]/g, (c) => ({"&": "&amp;", "<": "&lt;", ">": "&gt;"})[c]);
}

async function draw(chart) {
  chart.spec.config.font = "sans-serif";
  const logger = vega.logger(vega.Error);
  const {spec} = vegaLite.compile(chart.spec, {logger});
  const svg = await new vega.View(vega.parse(spec), {renderer: "none", logger}).toSVG();
  const words = `<title>${escaped(chart.title)}</title><desc>${escaped(chart.spec.description)}</desc>`;
  return svg.replace(/<svg[^>]*>/, (start) => start + words) + "\n";
}

(async () => {
  const figures = {};
  for (const chart of request.charts) figures[chart.id] = await draw(chart);
  process.stdout.write(JSON.stringify(figures));
})().catch((error) => {
  process.stderr.write(String(error).split("\n")[0] + "\n");
  process.exitCode = 1;
});
