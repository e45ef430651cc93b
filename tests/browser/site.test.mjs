// The documentation as pages, opened in Chromium from disk: node site.test.mjs SOURCE CHROMIUM
// FOLDER Every link of every page leads to a page with that anchor, pages load nothing from
// elsewhere, show their pictures, break no rule of axe-core in light or dark, and fit a narrow
// window.
import assert from "node:assert/strict";
import {execFileSync} from "node:child_process";
import fs from "node:fs";
import {createRequire} from "node:module";
import path from "node:path";
import {fileURLToPath, pathToFileURL} from "node:url";
import {chromium} from "playwright-core";

const [source, chromiumPath, folder] = process.argv.slice(2);
const axe = fs.readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const kLookedAt = [
  "docs/index.html", "docs/guide/ten_minutes.html", "docs/gallery.html", "docs/decisions/index.html"
];

fs.rmSync(folder, {recursive: true, force: true});
execFileSync(
    process.execPath, [path.join(source, "tools/make_site.mjs"), "--out", folder],
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

const textOf = new Map(pages.map((file) => [file, fs.readFileSync(file, "utf8")]));
let links = 0;
for (const [file, text] of textOf) {
  for (const [, attribute, target] of text.matchAll(/<(?:a|img)\b[^>]*? (href|src)="([^"]*)"/g)) {
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
await page.waitForURL(/docs\/index\.html$/);
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
  await page.setViewportSize({width: 400, height: 800});
  assert.ok(
      await page.evaluate(() => document.documentElement.scrollWidth <= 400),
      `${name} fits 400 px`);
  await page.setViewportSize({width: 1280, height: 900});
}
await browser.close();
console.log(`${pages.length} pages, ${links} links`);
