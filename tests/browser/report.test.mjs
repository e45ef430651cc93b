// Opens generated reports in Chromium from disk: node report.test.mjs MAKE_REPORT CHROMIUM [SCREENSHOTS]
// A report must draw every chart with as many points as its data has rows, log no error, load nothing else, break no
// rule of axe-core, and fit a narrow window. Screenshots: as it opens, narrow, and as a grey print.
import assert from "node:assert/strict";
import {execFileSync} from "node:child_process";
import fs from "node:fs";
import {createRequire} from "node:module";
import os from "node:os";
import path from "node:path";
import {pathToFileURL} from "node:url";
import {chromium} from "playwright-core";

const [makeReport, chromiumPath, screenshots] = process.argv.slice(2);
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "costruct-browser-"));
const flags = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
               "--disable-background-networking", "--disable-component-update", "--disable-sync"];

const axe = fs.readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

// Milliseconds for any one step. No time is asserted: machines can be slow.
const kPatience = 300000;

async function checkAccess(page) {
  await page.evaluate(axe);
  const violations = await page.evaluate(async () => (await window.axe.run(document)).violations.map((v) => ({
    rule: v.id, help: v.help, places: v.nodes.length, first: v.nodes[0].html.slice(0, 200) + " " + v.nodes[0].failureSummary,
  })));
  assert.deepEqual(violations, [], "no rule of accessibility is broken");
}

async function shoot(page, file, kind) {
  if (!screenshots) return;
  fs.mkdirSync(screenshots, {recursive: true});
  await page.screenshot({path: path.join(screenshots, path.basename(file, ".html") + kind + ".png"), fullPage: true});
}

async function checkNarrow(page, file) {
  await page.setViewportSize({width: 400, height: 800});
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(width <= 400, `a window of 400 pixels needs no scrolling to the side, but is ${width} wide`);
  await checkAccess(page);
  await shoot(page, file, "-narrow");
  await page.setViewportSize({width: 1200, height: 900});
}

async function checkDownload(page, chart) {
  const link = page.locator(`a[download='${chart.id}.csv']`);
  const [download] = await Promise.all([page.waitForEvent("download"), link.click()]);
  const lines = fs.readFileSync(await download.path(), "utf8").trimEnd().split("\n");
  assert.equal(lines.length, chart.rows + 1, `${chart.id}: lines of its CSV`);
  assert.ok(lines[0].includes("mean"), `${chart.id}: a header line`);
}

// The figure of every chart that make_report drew without a browser.
async function checkFigures(context, report, charts) {
  const page = await context.newPage();
  page.setDefaultTimeout(kPatience);
  for (const chart of charts) {
    const file = path.join(report.replace(/\.html$/, ""), "figures", `${chart.id}.svg`);
    await page.goto(pathToFileURL(file).href);
    const points = await page.locator("g.mark-symbol.role-mark path").count();
    assert.equal(points, chart.rows, `${chart.id}.svg: points drawn`);
    assert.ok(await page.evaluate(() => document.querySelector("svg > title").textContent), `${chart.id}.svg: a title`);
    if (screenshots) await page.screenshot({path: path.join(screenshots, `${path.basename(report, ".html")}-${chart.id}.png`)});
  }
  await page.close();
}

// Lines through the fits: one for each learner and panel that has them.
function fittedLines(chart) {
  return new Set(chart.values.filter((v) => v.fit !== undefined).map((v) => `${v.learner} in ${v.panel}`)).size;
}

async function checkReport(context, file) {
  const page = await context.newPage();
  page.setDefaultTimeout(kPatience);
  const errors = [], requests = [];
  page.on("console", (message) => { if (["error", "warning"].includes(message.type())) errors.push(message.text()); });
  page.on("pageerror", (error) => errors.push(String(error)));
  page.on("request", (request) => { if (!request.url().startsWith("data:")) requests.push(request.url()); });
  const address = pathToFileURL(file).href;
  await page.goto(address);
  await page.evaluate(async () => { await window.costructCharts; });

  const charts = await page.$$eval("[data-chart]", (places) => places.map((place) => ({
    id: place.dataset.chart,
    rows: Number(place.dataset.rows),
    values: JSON.parse(document.getElementById(place.dataset.chart).textContent).data.values,
    points: [...place.querySelectorAll("g.mark-symbol.role-mark path")].filter((p) => {
      const box = p.getBBox();
      return Number.isFinite(box.x) && box.width > 0 && !/NaN/.test(p.getAttribute("transform"));
    }).length,
    lines: place.querySelectorAll("g.mark-line.role-mark path").length,
    bars: place.querySelectorAll("g.mark-rule.role-mark line").length,
    label: place.querySelector("svg")?.getAttribute("aria-label") ?? place.querySelector("svg [aria-label]")?.getAttribute("aria-label"),
  })));
  assert.ok(charts.length > 0, "a report has charts");
  const ends = ["low", "first_low", "second_low"];  // of error bars
  for (const chart of charts) {
    assert.equal(chart.values.length, chart.rows, `${chart.id}: rows of its data`);
    assert.equal(chart.points, chart.rows, `${chart.id}: points drawn`);
    assert.equal(chart.bars, chart.values.flatMap((value) => ends.filter((end) => value[end] !== undefined)).length, `${chart.id}: error bars`);
    if (fittedLines(chart) > 0) assert.equal(chart.lines, fittedLines(chart), `${chart.id}: fitted lines`);
    assert.ok(chart.label, `${chart.id}: described for those who do not see it`);
  }
  assert.deepEqual(requests, [address], "nothing but the file is loaded");
  assert.deepEqual(errors, [], "no error in the console");
  assert.equal(await page.evaluate(() => window.hostile), undefined, "no text of the data is run");
  const ids = await page.$$eval("[id]", (all) => all.map((element) => element.id).filter((id) => id !== ""));
  assert.equal(new Set(ids).size, ids.length, "ids are unique");
  const csv = await page.$eval("a[download='curves.csv'], a[download='collection.csv']", (link) => decodeURIComponent(link.href.split(",").slice(1).join(",")));
  assert.ok(/^(member,)?learner,labeled,unlabeled,metric,mean,standard_error,count\n/.test(csv), "the means can be downloaded");
  await checkAccess(page);
  await shoot(page, file, "");
  await checkDownload(page, charts[0]);
  await checkDownload(page, charts.at(-1));
  await checkNarrow(page, file);
  await page.emulateMedia({media: "print"});
  await page.addStyleTag({content: "html { filter: grayscale(1); }"});
  await shoot(page, file, "-print");
  await page.close();
  return charts;
}

try {
  const files = execFileSync(makeReport, [folder], {encoding: "utf8"}).trim().split("\n");
  const context = await chromium.launchPersistentContext(path.join(folder, "profile"), {
    executablePath: chromiumPath, args: flags, viewport: {width: 1200, height: 900},
  });
  try {
    for (const file of files) {
      const charts = await checkReport(context, file);
      await checkFigures(context, file, charts);
      console.log(`${path.basename(file)}: ${charts.length} charts, ${charts.reduce((sum, c) => sum + c.points, 0)} points`);
    }
  } finally {
    await context.close();
  }
} finally {
  fs.rmSync(folder, {recursive: true, force: true});
}
