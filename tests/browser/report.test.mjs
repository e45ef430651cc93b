// Opens generated reports in Chromium from disk: node report.test.mjs MAKE_REPORT CHROMIUM
// [SCREENSHOTS] A report must draw every chart with as many points as its data has rows, log no
// error, load nothing else, break no rule of axe-core in light or dark, fit a narrow window and
// three sheets of paper, where lines have names as on the screen, and its buttons must do what they
// say. Screenshots: as it opens, dark, for paper, all unfolded, narrow; prints as PDF.
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
const flags = [
  "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
  "--disable-background-networking", "--disable-component-update", "--disable-sync"
];

const axe = fs.readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

// Milliseconds for any one step. No time is asserted: machines can be slow.
const kPatience = 300000;

async function checkAccess(page) {
  await page.evaluate(axe);
  const violations = await page.evaluate(
      async () =>
          (await window.axe.run(document)).violations.map((v) => ({
                                                            rule: v.id,
                                                            help: v.help,
                                                            places: v.nodes.length,
                                                            first: v.nodes[0].html.slice(0, 200) +
                                                                " " + v.nodes[0].failureSummary,
                                                          })));
  assert.deepEqual(violations, [], "no rule of accessibility is broken");
}

async function shoot(page, file, kind) {
  if (!screenshots) return;
  fs.mkdirSync(screenshots, {recursive: true});
  await page.screenshot(
      {path: path.join(screenshots, path.basename(file, ".html") + kind + ".png"), fullPage: true});
}

// What is folded and what waits behind a choice of charts, shown.
async function showAll(page) {
  await page.evaluate(() => {
    for (const fold of document.querySelectorAll("details:not(.vega-embed *)")) fold.open = true;
    for (const figure of document.querySelectorAll("figure[hidden]")) figure.hidden = false;
  });
}

async function checkDark(page, file) {
  await page.emulateMedia({colorScheme: "dark"});
  await checkAccess(page);
  await shoot(page, file, "-dark");
  await page.emulateMedia({colorScheme: "light"});
}

// The charts in sight, with the readable names of learners and those that the legend of each shows.
async function legendsOf(page) {
  return page.$$eval(
      "[data-chart]",
      (places) =>
          places.filter((place) => place.checkVisibility())
              .map((place) => ({
                     id: place.dataset.chart,
                     learners: (JSON.parse(document.getElementById(place.dataset.chart).textContent)
                                    .usermeta?.learners ??
                                []).map((learner) => learner.label),
                     shown: [...place.closest("figure").querySelectorAll(".legend button")]
                                .filter((toggle) => toggle.checkVisibility({
                                  visibilityProperty: true
                                }) && toggle.querySelector("svg").getBoundingClientRect().width > 0)
                                .map((toggle) => toggle.textContent),
                   })));
}

// As it opens: paper has the answer and the claims, and charts whose lines have names.
async function checkPrint(page, file) {
  await page.emulateMedia({media: "print"});
  const charts = await legendsOf(page);
  assert.ok(charts.length > 0, "paper has a chart");
  for (const chart of charts) {
    if (chart.learners.length > 1)
      assert.deepEqual(
          chart.shown, chart.learners, `${chart.id}: a legend on paper names every learner`);
  }
  assert.equal(await page.locator(".rest:visible").count(), 0, "nothing is scrolled on paper");
  const larger = await page.evaluate(() => {
    const size = (element) => parseFloat(getComputedStyle(element).fontSize),
          headline = document.querySelector(".headline");
    return headline ?
        [...document.querySelectorAll(".lead, .answer h3, .words li, figcaption, .caption")]
            .filter((each) => size(each) >= size(headline))
            .map((each) => each.className || each.tagName) :
        [];
  });
  const tall = await page.$$eval(
      ".answer .chart svg.marks", (all) => all.map((svg) => svg.getBoundingClientRect().height));
  assert.ok(
      tall.every((height) => height < 280),
      `on paper the picture of the answer fits on the page of its words, but takes ${tall} dots`);
  assert.deepEqual(larger, [], "on paper the headline is larger than what stands around it");
  await shoot(page, file, "-print");
  await page.emulateMedia({media: null});  // as given: a PDF is a print then
  const pdf = await page.pdf({
    format: "A4",
    ...(screenshots ? {path: path.join(screenshots, path.basename(file, ".html") + ".pdf")} : {})
  });
  const pages = pdf.toString("latin1").match(/\/Type\s*\/Page\b/g).length;
  assert.ok(pages <= 3, `a print takes three pages at most, but has ${pages}`);
}

// A switched-off learner leaves every chart and comes back.
async function checkLegend(page) {
  const toggle = page.locator(".legend button:visible").first();
  if (await toggle.count() === 0) return;
  const points = () => page.locator("[data-chart]:visible g.mark-symbol.role-mark path").count();
  const before = await points();
  await toggle.click();
  await page.waitForFunction(
      (all) => [...document.querySelectorAll("[data-chart]")]
                   .filter((place) => place.checkVisibility())
                   .flatMap((place) => [...place.querySelectorAll("g.mark-symbol.role-mark path")])
                   .length < all,
      before);
  assert.equal(await toggle.getAttribute("aria-pressed"), "false");
  await toggle.click();
  await page.waitForFunction(
      (all) => [...document.querySelectorAll("[data-chart]")]
                   .filter((place) => place.checkVisibility())
                   .flatMap((place) => [...place.querySelectorAll("g.mark-symbol.role-mark path")])
                   .length === all,
      before);
}

// Pairs of names at the ends of lines that cover each other, and the number of all such names.
async function namesAtEnds(page) {
  return page.evaluate(() => {
    const covered = [];
    let count = 0;
    for (const place of document.querySelectorAll("[data-chart]")) {
      if (!place.checkVisibility()) continue;
      const spec = JSON.parse(document.getElementById(place.dataset.chart).textContent);
      const labels = spec.layer?.find(isNamesAtEnds)?.data.values.map((row) => row.label) ?? [];
      const boxes = [...place.querySelectorAll("g.mark-text.role-mark text")]
                        .filter((text) => labels.includes(text.textContent))
                        .map((text) => {
                          const {top, bottom} = text.getBoundingClientRect();
                          return {name: text.textContent, top, bottom};
                        })
                        .sort((a, b) => a.top - b.top);
      count += boxes.length;
      for (let i = 1; i < boxes.length; ++i)
        if (boxes[i].top < boxes[i - 1].bottom - 4)
          covered.push(`${place.dataset.chart}: ${boxes[i - 1].name}, ${boxes[i].name}`);
    }
    return {covered, count};
  });
}

async function checkScales(page, errors) {
  const names = await namesAtEnds(page);
  assert.deepEqual(names.covered, [], "no name at the end of a line covers another");
  for (const button of await page.locator(".tools[aria-label=Scales]:visible button").all()) {
    const before = await button.getAttribute("aria-pressed");
    await button.click();
    assert.notEqual(await button.getAttribute("aria-pressed"), before, "a scale is switched");
    await page.waitForTimeout(100);
    assert.deepEqual(
        (await namesAtEnds(page)).covered, [], "on another scale no name covers another either");
    await button.click();
  }
  await page.waitForTimeout(200);
  assert.equal((await namesAtEnds(page)).count, names.count, "names come back with their scale");
  await page.waitForTimeout(200);
  assert.deepEqual(errors, [], "scales are switched without an error");
}

// The first column stays where the others are scrolled; copies have all rows; sorting orders
// numbers.
async function checkTables(page) {
  const box = page.locator(".table:visible").first();
  if (await box.count() === 0) return;
  for (const each of await page.locator(".table:visible").all()) {
    const {cut, wider, rest, higher} = await each.evaluate((element) => {
      const scroll = element.querySelector(".scroll"), words = element.querySelector(".rest");
      return {
        cut: element.classList.contains("cut"),
        wider: scroll.scrollWidth > scroll.clientWidth + 16,
        rest: words?.checkVisibility({visibilityProperty: true}) ? words.textContent : "",
        higher: scroll.scrollHeight > scroll.clientHeight + 8
      };
    });
    assert.equal(cut, wider, "a table that goes on to the right says so, and no other");
    assert.equal(
        /^[1-9][0-9]* more rows? below: scroll the table\.$/.test(rest), higher,
        "a table that goes on below says by how many rows, and no other");
  }
  const copied = await box.evaluate((element) => {
    const table = element.querySelector("table");
    return {
      rows: table.tBodies[0].rows.length,
      columns: table.tHead.rows[0].cells.length,
      texts: Object.fromEntries(
          Object.entries(copies).map(([name, write]) => [name, write(rowsOf(table))]))
    };
  });
  assert.equal(
      copied.texts.Markdown.trimEnd().split("\n").length, copied.rows + 2,
      "Markdown: a line for each row");
  assert.equal(
      copied.texts.LaTeX.match(/\\\\\n/g).length, copied.rows + 1,
      "LaTeX: a line for each row and the head");
  assert.ok(
      copied.texts.LaTeX.includes("\\toprule") && copied.texts.LaTeX.includes("\\bottomrule"),
      "LaTeX: booktabs");
  assert.ok(!/[0-9] (worse, )?p [0-9]/.test(copied.texts.CSV), "copies have no p inside a cell");
  const keys = await page.evaluate(
      () => ["fewer than tested", "13", "at most 14", "14", "at least 14", "15", "more than tested"]
                .map(sortKey));
  assert.deepEqual(
      keys, [...new Set(keys)].sort((a, b) => a - b), "bounds are sorted beside their numbers");
  const header = page.locator(".table:visible th button").first();
  if (await header.count() === 0) return;
  await header.click();
  await header.click();
  const column = await header.evaluate((button) => {
    const cell = button.closest("th");
    return [...cell.closest("table").tBodies[0].rows]
        .map((row) => parseFloat(row.cells[cell.cellIndex].textContent))
        .filter(Number.isFinite);
  });
  assert.deepEqual(column, [...column].sort((a, b) => b - a), "sorted downwards by a second press");
}

// The charts in sight that have letters beyond their edge, and the plots with one scale that are
// not square.
async function misfitsOf(page) {
  return page.$$eval(
      "[data-chart]",
      (places) => places.filter((place) => place.checkVisibility()).flatMap((place) => {
        const svg = place.querySelector("svg.marks"), box = svg.getBoundingClientRect(),
              misfits = [];
        for (const text of svg.querySelectorAll("text")) {
          const {left, right} = text.getBoundingClientRect();
          if (text.textContent && getComputedStyle(text).opacity !== "0" &&
              (left < box.left - 1 || right > box.right + 1))
            misfits.push(`${place.dataset.chart}: "${text.textContent}" is cut`);
        }
        const spec = JSON.parse(document.getElementById(place.dataset.chart).textContent);
        const view = views.get(place);
        if (spec.width && spec.width === spec.height && view.width() !== view.height())
          misfits.push(`${place.dataset.chart}: ${view.width()} x ${view.height()}`);
        return misfits;
      }));
}

async function checkNarrow(page, file) {
  await page.setViewportSize({width: 400, height: 800});
  await page.waitForFunction(
      () => [...specs.keys()].every(
          (place) => place.clientWidth === 0 || Math.abs(roomOf(place) - rooms.get(place)) <= 24));
  await page.waitForTimeout(300);
  assert.deepEqual(
      await misfitsOf(page), [],
      "on a narrow window no letter of a chart is cut, and plots with one scale are square");
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(
      width <= 400, `a window of 400 pixels needs no scrolling to the side, but is ${width} wide`);
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

// A saved chart names its learners itself, without those that are switched off.
async function checkSaved(page) {
  const place = page.locator("[data-chart]:visible").first();
  const chart = (await legendsOf(page))[0];
  if (chart.learners.length < 2) return;
  const saved = async () => {
    await place.locator("details").evaluate((menu) => {
      menu.open = true;
    });
    const [download] = await Promise.all(
        [page.waitForEvent("download"), place.locator("a[download$='.svg']").click()]);
    await place.locator("details").evaluate((menu) => {
      menu.open = false;
    });
    const svg = fs.readFileSync(await download.path(), "utf8");
    return page.evaluate(
        (text) => [...new DOMParser()
                       .parseFromString(text, "image/svg+xml")
                       .querySelectorAll(".role-legend-label text")]
                      .map((label) => label.textContent),
        svg);
  };
  const inside = await page.evaluate(
      (id) => JSON.parse(document.getElementById(id).textContent)
                  .layer?.some((layer) => layer.encoding.color?.legend),
      chart.id);
  if (!inside) return;  // names stand at its axis
  const named = (labels, learners) => labels.length === learners.length &&
      labels.every(
          (label, i) => label.endsWith("…") ? learners[i].startsWith(label.slice(0, -1)) :
                                              learners[i] === label);
  const all = await saved();
  assert.ok(named(all, chart.learners), `a saved chart has a legend of every learner, but ${all}`);
  const toggle = page.locator(".legend button:visible").first();
  await toggle.click();
  const rest = await saved();
  assert.ok(
      named(rest, chart.learners.slice(1)), `a saved chart is as one sees it, but has ${rest}`);
  await toggle.click();
}

// The figure of every chart that make_report drew without a browser.
async function checkFigures(context, report, charts) {
  const page = await context.newPage();
  page.setDefaultTimeout(kPatience);
  for (const chart of charts) {
    const file = path.join(report.replace(/\.html$/, ""), "figures", `${chart.id}.svg`);
    await page.goto(pathToFileURL(file).href);
    const svg =
        await page.evaluate(() => ({
                              title: document.querySelector("svg > title").textContent,
                              letters: document.querySelectorAll("text").length,
                              paths: document.querySelectorAll("path, use").length,
                              width: document.documentElement.width.baseVal.value / 96 * 25.4,
                            }));
    assert.ok(svg.title, `${chart.id}.svg: a title`);
    assert.equal(svg.letters, 0, `${chart.id}.svg: letters are paths`);
    assert.ok(svg.paths > chart.rows, `${chart.id}.svg: points are drawn`);
    assert.ok(
        Math.abs(svg.width - 174) < 0.5,
        `${chart.id}.svg: as wide as two columns, but ${svg.width} mm`);
    const pdf = fs.readFileSync(file.replace(/\.svg$/, "-column.pdf"), "latin1");
    assert.ok(pdf.includes("/FontFile"), `${chart.id}-column.pdf: fonts are inside`);
    if (screenshots)
      await page.screenshot(
          {path: path.join(screenshots, `${path.basename(report, ".html")}-${chart.id}.png`)});
  }
  await page.close();
}

// Lines: one for each learner and panel.
function linesOf(values) {
  return new Set(values.map((value) => `${value.learner} in ${value.panel}`)).size;
}

// Lines for comparison, of data that stands in every panel: one for each learner and panel.
function thinLines(chart) {
  return chart.panels *
      chart.thin.reduce(
          (sum, values) => sum + new Set(values.map((value) => value.learner)).size, 0);
}

// Lines through the fits: one for each learner and panel that has them.
function fittedLines(chart) {
  return linesOf(chart.values.filter((value) => value.fit !== undefined));
}

async function checkReport(context, file) {
  const page = await context.newPage();
  page.setDefaultTimeout(kPatience);
  const errors = [], requests = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) errors.push(message.text());
  });
  page.on("pageerror", (error) => errors.push(String(error)));
  page.on("request", (request) => {
    if (!request.url().startsWith("data:")) requests.push(request.url());
  });
  const address = pathToFileURL(file).href;
  await page.goto(address);
  await page.evaluate(async () => {
    await window.costructCharts;
  });

  await shoot(page, file, "");
  await checkAccess(page);
  await checkDark(page, file);
  await checkPrint(page, file);
  await checkLegend(page);
  await checkSaved(page);
  await checkScales(page, errors);
  await showAll(page);
  const charts = await page.$$eval(
      "[data-chart]",
      (places) => places.map(
          (place) => ({
            id: place.dataset.chart,
            rows: Number(place.dataset.rows),
            ...(({data, spec, layer}) => ({
                  values: data.values,
                  panels: new Set(data.values.map((value) => value.panel)).size,
                  thin: (spec?.layer ?? layer)
                            .filter(
                                (each) => each.mark.type === "line" && each.data?.values[0].learner)
                            .map((each) => each.data.values),
                }))(JSON.parse(document.getElementById(place.dataset.chart).textContent)),
            points: [...place.querySelectorAll("g.mark-symbol.role-mark path")]
                        .filter((p) => {
                          const box = p.getBBox();
                          return Number.isFinite(box.x) && box.width > 0 &&
                              !/NaN/.test(p.getAttribute("transform"));
                        })
                        .length,
            lines: place.querySelectorAll("g.mark-line.role-mark path").length,
            bars: place.querySelectorAll("g.mark-rule.role-mark line").length,
            bands: place.querySelectorAll("g.mark-area.role-mark path").length,
            levels: place.querySelectorAll("g.mark-rect.role-mark path").length,
            far: [...place.querySelectorAll("g.mark-text.role-mark text")]
                     .filter((text) => text.textContent.startsWith("!"))
                     .map((text) => getComputedStyle(text).fill),
            key: [...place.closest("figure").querySelectorAll("p")]
                     .map((text) => text.textContent)
                     .join(" "),
            ink: getComputedStyle(place).color,
            kind: /-pairs(-of-twins)?$/.test(place.dataset.chart) ? "pairs" :
                place.querySelector("g.mark-area")                ? "bands" :
                                                                    "bars",
            label: place.querySelector("svg")?.getAttribute("aria-label") ??
                place.querySelector("svg [aria-label]")?.getAttribute("aria-label"),
          })));
  assert.ok(charts.length > 0, "a report has charts");
  const ends = ["low", "first_low", "second_low"];  // of error bars
  for (const chart of charts) {
    assert.equal(chart.values.length, chart.rows, `${chart.id}: rows of its data`);
    assert.equal(chart.points, chart.rows, `${chart.id}: points drawn`);
    if (chart.kind === "bars")
      assert.equal(
          chart.bars,
          chart.values.flatMap((value) => ends.filter((end) => value[end] !== undefined)).length +
              chart.values.filter((value) => value.level).length,
          `${chart.id}: error bars, and lines through the whole width`);
    const withErrors = chart.values.filter((value) => value.low !== undefined);
    if (chart.kind === "bands")
      assert.equal(
          chart.bands, linesOf(withErrors.filter((value) => !value.level)), `${chart.id}: bands`);
    if (chart.kind === "bands")
      assert.equal(
          chart.levels, withErrors.filter((value) => value.level).length,
          `${chart.id}: bands through the whole width`);
    if (chart.kind !== "pairs") {
      assert.equal(
          chart.far.length, chart.values.filter((value) => value.far !== undefined).length,
          `${chart.id}: marks of draws far off`);
      assert.ok(
          !chart.far.includes(chart.ink), `${chart.id}: a mark has the colour of its learner`);
      assert.equal(
          /^.*![0-9]* beside a point/.test(chart.key), chart.far.length > 0,
          `${chart.id}: what a mark means stands below, but ${chart.key}`);
    } else {
      assert.ok(
          chart.key.includes("A dot: the difference in one draw"),
          `${chart.id}: what its marks mean stands below`);
    }
    if (chart.kind === "pairs")
      assert.ok(
          chart.bars > linesOf(chart.values.filter((value) => value.interval_low !== undefined)),
          `${chart.id}: intervals, and the line of no difference`);
    if (fittedLines(chart) > 0)
      assert.equal(chart.lines, fittedLines(chart), `${chart.id}: fitted lines`);
    if (chart.thin.length > 0)
      assert.equal(
          chart.lines, linesOf(chart.values) + thinLines(chart),
          `${chart.id}: a full line for each result, a thin one in each panel`);
    assert.ok(chart.label, `${chart.id}: described for those who do not see it`);
  }
  assert.deepEqual(requests, [address], "nothing but the file is loaded");
  assert.deepEqual(errors, [], "no error in the console");
  assert.equal(await page.evaluate(() => window.hostile), undefined, "no text of the data is run");
  const ids = await page.$$eval(
      "[id]", (all) => all.map((element) => element.id).filter((id) => id !== ""));
  assert.equal(new Set(ids).size, ids.length, "ids are unique");
  const csv = await page.$eval(
      "a[download='curves.csv'], a[download='collection.csv']",
      (link) => decodeURIComponent(link.href.split(",").slice(1).join(",")));
  assert.ok(
      /^(member,)?learner,labeled,unlabeled,metric,mean,standard_error,count\n/.test(csv),
      "the means can be downloaded");
  await checkAccess(page);
  await shoot(page, file, "-all");
  await checkTables(page);
  await checkDownload(page, charts[0]);
  await checkDownload(page, charts.at(-1));
  await checkNarrow(page, file);
  await page.close();
  return charts;
}

try {
  const files = execFileSync(makeReport, [folder], {encoding: "utf8"}).trim().split("\n");
  const context = await chromium.launchPersistentContext(path.join(folder, "profile"), {
    executablePath: chromiumPath,
    args: flags,
    viewport: {width: 1200, height: 900},
  });
  try {
    for (const file of files) {
      const charts = await checkReport(context, file);
      if (fs.existsSync(path.join(file.replace(/\.html$/, ""), "figures")))
        await checkFigures(context, file, charts);
      console.log(`${path.basename(file)}: ${charts.length} charts, ${
          charts.reduce((sum, c) => sum + c.points, 0)} points`);
    }
  } finally {
    await context.close();
  }
} finally {
  fs.rmSync(folder, {recursive: true, force: true});
}
