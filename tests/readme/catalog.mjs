// README.md is at most 6 kB. Each problem, loss, learner, format and extractor of the program is in
// the tables of its page, and these tables have no name that the program does not know.
//   node tests/readme/catalog.mjs SOURCE_FOLDER COSTRUCT
import {execFileSync} from "node:child_process";
import {readFileSync, statSync} from "node:fs";
import {join} from "node:path";

const [source, costruct] = process.argv.slice(2);
const kMostBytes = 6 * 1024;
const faults = [];

const {size} = statSync(join(source, "README.md"));
if (size > kMostBytes) faults.push(`README.md has ${size} bytes, at most ${kMostBytes}`);

// The names of a kind, a line each: the first word.
function namesOf(kind) {
  const lines = execFileSync(costruct, ["list", kind], {encoding: "utf8"}).split("\n");
  return lines.map((line) => /^ *([a-z][\w-]*)(?= |$)/.exec(line)?.[1]).filter(Boolean);
}

// The names in the first cells of all tables whose header begins with this word.
function rowsOf(page, header) {
  const names = [];
  let on = false;
  for (const line of readFileSync(join(source, page), "utf8").split("\n")) {
    if (!line.startsWith("|")) on = false;
    else if (line.startsWith(`| ${header} |`)) on = true;
    else if (on) names.push(...[...line.split("|")[1].matchAll(/`([^`]+)`/g)].map(([, name]) => name));
  }
  return names;
}

const kPages = [
  ["problems", "docs/problems.md", "problem"],
  ["learners", "docs/learners.md", "learner"],
  ["formats", "docs/formats.md", "format"],
  ["extractors", "docs/features.md", "extractor"],
];
let names = 0;
for (const [kind, page, header] of kPages) {
  const there = rowsOf(page, header), known = namesOf(kind);
  names += known.length;
  for (const name of known)
    if (!there.includes(name)) faults.push(`${page}: no row for ${header} ${name}`);
  for (const name of there)
    if (!known.includes(name)) faults.push(`${page}: ${header} ${name}: the program has none`);
}
if (names < 60) faults.push(`only ${names} names were found`);
for (const fault of faults) console.error(fault);
console.log(`${names} names, ${faults.length} faults`);
process.exitCode = faults.length > 0 ? 1 : 0;
