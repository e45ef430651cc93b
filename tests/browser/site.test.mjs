// The documentation as pages, opened in Chromium from disk:
//   node site.test.mjs SOURCE COSTRUCT CHROMIUM FOLDER
// Every link of every page leads to a page with that anchor. Pages load nothing from elsewhere,
// show their pictures, break no rule of axe-core in light or dark, and fit windows of any width.
// The navigation is at the left, and the search finds sections. Each name that COSTRUCT lists has a
// page.
import assert from "node:assert/strict";
import {execFileSync} from "node:child_process";
import fs from "node:fs";
import {createRequire} from "node:module";
import path from "node:path";
import {fileURLToPath, pathToFileURL} from "node:url";
import {chromium} from "playwright-core";

const [source, costruct, chromiumPath, folder] = process.argv.slice(2);
const axe = fs.readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const kLookedAt = [
  "README.html", "docs/index.html", "docs/guide/ten_minutes.html", "docs/gallery.html",
  "docs/comparison.html", "docs/decisions/index.html", "docs/reference/index.html",
  "docs/reference/learners/co_svm.html", "docs/reference/formats/csv.html"
];
const kWidths = [400, 1200, 1600];

fs.rmSync(folder, {recursive: true, force: true});
execFileSync(
    process.execPath,
    [path.join(source, "tools/make_site.mjs"), "--out", folder, "--costruct", costruct],
    {stdio: "inherit"});

function pagesOf(at) {
  return fs.readdirSync(at, {withFileTypes: true}).flatMap((entry) => {
    const file = path.join(at, entry.name);
    return entry.isDirectory() ? pagesOf(file) : file.endsWith(".html") ? [file] : [];
  });
}

const pages = pagesOf(folder);
const markdown = fs.readdirSync(path.join(source, "docs"), {
                     recursive: true
                   }).filter((name) => name.endsWith(".md"));
for (const name of markdown.filter((name) => name !== "README.md" && !name.startsWith("api")))
  assert.ok(
      pages.includes(path.join(folder, "docs", name.replace(/\.md$/, ".html"))),
      `docs/${name} has a page`);

const list = (...args) =>
    JSON.parse(execFileSync(costruct, ["list", ...args, "--output", "json"], {encoding: "utf8"}));
for (const {plural} of list())
  for (const {name} of list(plural))
    assert.ok(
        pages.includes(path.join(folder, "docs/reference", plural, `${name}.html`)),
        `${plural} ${name} has a page`);

const textOf = new Map(pages.map((file) => [file, fs.readFileSync(file, "utf8")]));
let links = 0;
for (const [file, text] of textOf) {
  for (const [, attribute, target] of text.matchAll(/<(?:a|img|source|script)\b[^>]*? (href|src|srcset)="([^"]*)"/g)) {
    if (attribute === "href" && /^https?:/.test(target)) continue;
    const goal = new URL(target, pathToFileURL(file)),
          anchor = decodeURIComponent(goal.hash.slice(1));
    goal.hash = "";
    assert.ok(fs.existsSync(fileURLToPath(goal)), `${file}: ${target}: no such file`);
    if (anchor)
      assert.ok(
          textOf.get(fileURLToPath(goal)).includes(`id="${anchor}"`),
          `${file}: ${target}: no such heading`);
    ++links;
  }
}
assert.ok(links > 500, `${links} links`);

const browser =
    await chromium.launch({executablePath: chromiumPath, args: ["--no-sandbox", "--disable-gpu"]});
const page = await browser.newPage();
page.on("request", (request) => assert.match(request.url(), /^file:/));
page.on("pageerror", (error) => assert.fail(String(error)));
await page.goto(pathToFileURL(path.join(folder, "index.html")).href);
await page.waitForURL(/README\.html$/);
for (const name of kLookedAt) {
  for (const colorScheme of ["light", "dark"]) {
    await page.emulateMedia({colorScheme});
    await page.goto(pathToFileURL(path.join(folder, name)).href);
    await page.evaluate(axe);
    const broken = await page.evaluate(
        async () =>
            (await window.axe.run(document))
                .violations.map((v) => `${v.id}: ${v.help}: ${v.nodes[0].html.slice(0, 200)}`));
    assert.deepEqual(broken, [], `${name}, ${colorScheme}`);
  }
  const unseen = await page.$$eval(
      "img",
      (images) => images.filter((image) => image.naturalWidth === 0).map((image) => image.src));
  assert.deepEqual(unseen, [], `${name}: pictures`);
  for (const width of kWidths) {
    await page.setViewportSize({width, height: 900});
    const is_wide = width > 900;
    await page.waitForFunction((open) => document.getElementById("menu").open === open, is_wide);
    const {scrolled, aside, main} = await page.evaluate(() => ({
      scrolled: document.documentElement.scrollWidth,
      aside: document.querySelector("aside").getBoundingClientRect(),
      main: document.querySelector("main").getBoundingClientRect()
    }));
    assert.ok(scrolled <= width, `${name} fits ${width} px`);
    assert.equal(aside.right <= main.left, is_wide, `${name}, ${width} px: navigation at the left`);
  }
}

// Words of a heading, an option and a text lead to their sections; also from a page in a folder.
const kSearches = [
  ["distribution", /features\.html#distribution$/],
  ["guard", /#guard-and-warnings$/],
  ["duality gap", /solvers\.html/],
  ["exit codes", /tour\.html#exit-codes$/],
  ["co_perceptron", /reference\/learners\/co_perceptron\.html/],
  ["chunk_f1", /reference\/metrics\/chunk_f1\.html/],
];
for (const from of ["README.html", "docs/guide/ten_minutes.html"]) {
  await page.goto(pathToFileURL(path.join(folder, from)).href);
  for (const [words, goal] of kSearches) {
    await page.keyboard.press("/");
    await page.fill("#search", words);
    const found = await page.$$eval("#found a", (links) => links.map((link) => link.href));
    assert.ok(found.some((link) => goal.test(link)), `${words}: ${found.join(" ")}`);
    for (const link of found) {
      const {pathname, hash} = new URL(link);
      const text = textOf.get(fileURLToPath(`file://${pathname}`));
      assert.ok(text, `${words}: ${link}: no such page`);
      assert.ok(!hash || text.includes(`id="${decodeURIComponent(hash.slice(1))}"`), link);
    }
  }
  await page.evaluate(axe);
  const broken = await page.evaluate(
      async () => (await window.axe.run(document)).violations.map((v) => `${v.id}: ${v.help}`));
  assert.deepEqual(broken, [], `${from}, with what the search found`);
  await page.fill("#search", "qqqzz");
  assert.equal(await page.textContent("#found"), "Nothing found.");
  await page.keyboard.press("Escape");
  assert.equal(await page.textContent("#found"), "");
}

// Tables of names and the navigation lead to the pages of the reference.
await page.goto(pathToFileURL(path.join(folder, "docs/learners.html")).href);
await page.click("main td a:has(code:text-is('co_svm'))");
assert.match(page.url(), /reference\/learners\/co_svm\.html$/);
assert.equal(await page.textContent("aside a[aria-current]"), "co_svm");
await page.click("aside a:text-is('crf')");
assert.match(page.url(), /reference\/learners\/crf\.html$/);
await browser.close();
console.log(`${pages.length} pages, ${links} links`);
