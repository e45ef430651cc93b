// Follows every relative link of the project's Markdown files: the file is there, and where the
// link names a heading, so is the heading.
//   node tests/readme/links.mjs SOURCE_FOLDER
import {existsSync, readdirSync, readFileSync} from "node:fs";
import {dirname, join, relative, resolve} from "node:path";

import {anchorNamer} from "../../tools/lib/heading_anchors.mjs";

const source = resolve(process.argv[2]);
const isMade = (path) => /^docs\/(gallery\.md|reference\/)/.test(path);  // by tools/make_site.mjs
const kNotOurs = new Set(["node_modules", "build", "runs", "data"]);     // folders at the top

function markdownFiles(folder) {
  return readdirSync(folder, {withFileTypes: true}).flatMap((entry) => {
    if (entry.name.startsWith(".") || (folder === source && kNotOurs.has(entry.name))) return [];
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return markdownFiles(path);
    const isPage = entry.isFile() && entry.name.endsWith(".md");
    return isPage && !isMade(relative(source, path)) ? [path] : [];
  });
}

// The lines that are text: code, fenced or indented behind an empty line, has no links and no
// headings.
function textLines(path) {
  let fence = null;
  let code = false;
  let before = "";
  return readFileSync(path, "utf8").split("\n").map((line) => {
    const mark = /^\s*(```+|~~~+)/.exec(line)?.[1];
    if (fence !== null) {
      if (mark?.startsWith(fence)) fence = null;
      return "";
    }
    if (mark) {
      fence = mark;
      return "";
    }
    const indented = /^ {4}/.test(line);
    code = indented && (code || before.trim() === "");
    before = line;
    return code ? "" : line.replace(/`[^`]*`/g, (span) => "`".repeat(span.length));
  });
}

// Anchors as GitHub gives them, and those that a page sets itself.
function anchorsOf(path) {
  const anchorOf = anchorNamer();
  const anchors = new Set();
  const raw = readFileSync(path, "utf8").split("\n");
  textLines(path).forEach((line, i) => {
    for (const [, name] of line.matchAll(/<a (?:id|name)="([^"]+)"/g)) anchors.add(name);
    if (!/^#{1,6} /.test(line)) return;
    const text = raw[i].replace(/^#+ +/, "").replace(/\[([^\]]*)\]\([^)]*\)/g, "$1");
    anchors.add(anchorOf(text));
  });
  return anchors;
}

function faultOf(file, target) {
  if (/^[a-z]+:/i.test(target)) return null;  // of the web, not looked at
  const [path, anchor] = target.split("#");
  const goal = path === "" ? file : resolve(dirname(file), decodeURIComponent(path));
  if (relative(source, goal).startsWith("..")) return "leaves the repository";
  if (isMade(relative(source, goal))) return anchor ? "an anchor of a page that is made" : null;
  if (!existsSync(goal)) return "no such file";
  if (anchor && goal.endsWith(".md") && !anchorsOf(goal).has(anchor))
    return `no heading #${anchor}`;
  return null;
}

let links = 0;
let faults = 0;
for (const file of markdownFiles(source)) {
  textLines(file).forEach((line, i) => {
    const targets = [
      ...line.matchAll(/\]\(([^()\s]+)(?: "[^"]*")?\)/g),
      ...line.matchAll(/ (?:src|srcset|href)="([^"]*)"/g)
    ];
    for (const [, target] of targets) {
      ++links;
      const fault = faultOf(file, target);
      if (fault === null) continue;
      ++faults;
      console.error(`${relative(source, file)}:${i + 1}: ${target}: ${fault}`);
    }
  });
}
if (links < 50) {
  console.error(`only ${links} links were found in ${source}, expected 50 or more`);
  ++faults;
}
console.log(`${links} links, ${faults} faults`);
process.exitCode = faults > 0 ? 1 : 0;
