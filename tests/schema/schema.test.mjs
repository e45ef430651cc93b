// node schema.test.mjs COSTRUCT CONFIGS: `costruct schema` is a schema of modest size, by ajv's
// strict rules; every config validates; what is broken in one does not, and the program says so
// too.
import Ajv2020 from "ajv/dist/2020.js";
import assert from "node:assert/strict";
import {execFileSync, spawnSync} from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";

const [costruct, configs] = process.argv.slice(2);
const text = execFileSync(costruct, ["schema"], {encoding: "utf8", maxBuffer: 1 << 26});
assert.ok(text.length < 150_000, `the schema has ${text.length} bytes`);

// A oneOf of objects names their types in `const`, so that `required` and `properties` need not
// stand in each branch.
const ajv =
    new Ajv2020({strict: true, strictRequired: false, strictTypes: false, allowUnionTypes: true});
const fits = ajv.compile(JSON.parse(text));

// Each returns whether it found its place in a config.
const mistakes = {
  "unknown key": (c) => {
    c.sweeep = 1;
    return true;
  },
  "no problem": (c) => delete c.problem,
  "problem of no type": (c) => {
    c.problem.type = "sequenc";
    return true;
  },
  "problem with an unknown option": (c) => {
    c.problem.los = "hamming";
    return true;
  },
  "list for a problem": (c) => {
    c.problem = [c.problem];
    return true;
  },
  "text for a number": (c) => {
    c.sweep.repetitions = "five";
    return true;
  },
  "no repetition": (c) => {
    c.sweep.repetitions = 0;
    return true;
  },
  "unknown protocol": (c) => {
    c.sweep.protocol = "fold";
    return true;
  },
  "key of another kind of config": (c) => {
    c.learner = {type: "hmm"};
    return true;
  },
  "no learners": (c) => {
    c.learners = [];
    return true;
  },
  "learner of no type": (c) => {
    c.learners[0].type = "svm";
    return true;
  },
  "learner without a type": (c) => delete c.learners[0].type,
  "learner with an unknown option": (c) => {
    c.learners[0].epocs = 3;
    return true;
  },
  "learner with a long name": (c) => {
    c.learners[0].name = "n".repeat(300);
    return true;
  },
  "learner with an empty select": (c) => {
    c.learners[0].select = {};
    return true;
  },
  "select of an unknown option": (c) => {
    c.learners[0].select = {epocs: [1, 2]};
    return true;
  },
  "select of a value that is no list": (c) =>
      c.learners.some((l) => l.select && ((l.select[Object.keys(l.select)[0]] = 0.5), true)),
  "C below 0": (c) => c.learners.some((l) => "C" in l && ((l.C = -1), true)),
  "unknown metric": (c) => {
    c.metrics = ["tokn_error"];
    return true;
  },
  "metric twice": (c) => {
    c.metrics = [...(c.metrics ?? ["accuracy"]), ...(c.metrics ?? ["accuracy"])];
    return true;
  },
  "unknown test": (c) => {
    c.tests = ["paired"];
    return true;
  },
  "claim with an unknown key": (c) => c.claims?.length > 0 && ((c.claims[0].alpa = 0.1), true),
  "unknown split of views": (c) => {
    c.views = {split: "radom"};
    return true;
  },
  "number for a schema": (c) => {
    c.$schema = 7;
    return true;
  },
};

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "costruct-schema-"));
const found = Object.fromEntries(Object.keys(mistakes).map((name) => [name, 0]));
for (const file of fs.readdirSync(configs).filter((f) => f.endsWith(".json"))) {
  const config = JSON.parse(fs.readFileSync(path.join(configs, file), "utf8"));
  assert.ok(fits(config), `${file}: ${JSON.stringify(fits.errors?.slice(-3))}`);
  assert.ok(fits({$schema: "config.schema.json", ...config}), `${file} with $schema`);
  for (const [name, make] of Object.entries(mistakes)) {
    const broken = structuredClone(config);
    if (!make(broken)) continue;
    assert.ok(!fits(broken), `${file}: the schema accepts ${name}`);
    if (++found[name] > 1) continue;  // the program is asked once for each
    const copy = path.join(folder, "broken.json");
    fs.writeFileSync(copy, JSON.stringify(broken));
    assert.equal(
        spawnSync(costruct, ["validate", copy]).status, 2, `${file}: the program accepts ${name}`);
  }
  // What the program makes of a config, all defaults filled in, is a config as well.
  const whole = spawnSync(
      costruct, ["validate", path.join(configs, file)], {encoding: "utf8", maxBuffer: 1 << 26});
  assert.equal(whole.status, 0, whole.stderr);
  assert.ok(
      fits(JSON.parse(whole.stdout)),
      `${file} with defaults: ${JSON.stringify(fits.errors?.slice(-3))}`);
}
for (const [name, count] of Object.entries(found))
  assert.ok(count > 0, `no config has a place for: ${name}`);
fs.rmSync(folder, {recursive: true});
console.log(`schema: ${text.length} bytes; ${
    Object.keys(mistakes).length} mistakes refused in every config`);
