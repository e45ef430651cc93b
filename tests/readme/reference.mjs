// Every example of the reference runs: the files are written, and the command that the page shows
// trains on them. Examples on data sets that the program does not bring are validated. Everything
// that `costruct list` shows has an example, and `describe` says the same in JSON.
//   node tests/readme/reference.mjs SOURCE_FOLDER COSTRUCT
import {spawnSync} from "node:child_process";
import {mkdirSync, mkdtempSync, rmSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {dirname, join, resolve} from "node:path";
import {pathToFileURL} from "node:url";

const [source, program] = process.argv.slice(2);
const costruct = resolve(program);
const lib = (name) => import(pathToFileURL(join(resolve(source), "tools/lib", name)).href);
const {exampleOf} = await lib("reference_examples.mjs");
const {configText, listedKinds, problemsOf} = await lib("reference_pages.mjs");

const kArguments = {
  train: ["train", "example.json", "--model", "example.safetensors"],
  run: ["run", "example.json"],
  validate: ["validate", "example.json"],
};
const faults = [];

function run(args, cwd) { return spawnSync(costruct, args, {cwd, encoding: "utf8"}); }

function checkExample(thing, problems) {
  const where = `${thing.kind} ${thing.name}`;
  const example = exampleOf(thing, problems);
  if (example === null) {
    faults.push(`${where}: has no example: add one in tools/lib/reference_examples.mjs`);
    return;
  }
  const folder = mkdtempSync(join(tmpdir(), "reference."));
  for (const [name, content] of Object.entries(example.files)) {
    mkdirSync(dirname(join(folder, name)), {recursive: true});
    writeFileSync(join(folder, name), content);
  }
  writeFileSync(join(folder, "example.json"), configText(example.config));
  const {status, stderr} = run(kArguments[example.command], folder);
  if (status !== 0) faults.push(`${where}: ${configText(example.config)}${stderr}`);
  rmSync(folder, {recursive: true});
}

function checkDescription(thing) {
  const {stdout} = run(["describe", thing.kind, thing.name, "--output", "json"]);
  if (JSON.stringify(JSON.parse(stdout)) !== JSON.stringify(thing))
    faults.push(`describe ${thing.kind} ${thing.name}: is not what list has`);
}

const kinds = listedKinds(costruct);
const problems = problemsOf(kinds);
let things = 0;
for (const kind of kinds) {
  for (const thing of kind.things) {
    ++things;
    checkExample(thing, problems);
  }
  checkDescription(kind.things[0]);
}
if (things < 200) faults.push(`only ${things} things were found`);
for (const fault of faults) console.error(fault);
console.log(`${things} things, ${faults.length} faults`);
process.exitCode = faults.length > 0 ? 1 : 0;
