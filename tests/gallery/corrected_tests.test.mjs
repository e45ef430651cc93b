// The distributions by which recorded claims get their corrected test: node
// corrected_tests.test.mjs SOURCE_DIR
import assert from 'node:assert';
import fs from 'node:fs';
import path from 'node:path';
import {pathToFileURL} from 'node:url';

const source = path.resolve(process.argv[2]);
const {power, studentLower, verdictWord} =
    await import(pathToFileURL(path.join(source, 'tools/lib/corrected_tests.mjs')));
const near = (found, exact, relative, what) => assert(
    Math.abs(found - exact) <= relative * Math.abs(exact), `${what}: ${found}, but it is ${exact}`);

// Student's distribution has closed forms with 1, 2 and 4 degrees of freedom.
const kClosed = {
  1: t => .5 + Math.atan(t) / Math.PI,
  2: t => .5 + t / (2 * Math.sqrt(2 + t * t)),
  4: t => .5 + 3 / 8 * t / Math.sqrt(1 + t * t / 4) * (1 - t * t / (12 * (1 + t * t / 4))),
};
for (const [degrees, lower] of Object.entries(kClosed)) {
  for (const t of [-12, -3.01, -2.99, -1, -.001, 0, .5, 2, 3, 7])
    near(studentLower(t, Number(degrees)), lower(t), 1e-8, `t ${t} with ${degrees}`);
}

// Power as SciPy has it; the program's own tests read the same table.
const cases =
    fs.readFileSync(path.join(source, 'tests/results/statistics/scipy_cases.hpp'), 'utf8');
const table = cases.slice(cases.lastIndexOf('PowerCase'));
let checked = 0;
for (const [, ...fields] of table.matchAll(
         /\{([\d.e-]+), ([\d.e-]+), (\d+), ([\d.e-]+), ([\d.e-]+), ([\d.e-]+)\}/g)) {
  const [effect, error, count, alpha, , two_sided] = fields.map(Number);
  assert(
      Math.abs(power(effect, error, count, alpha) - two_sided) < 1e-5,
      `power ${effect}, ${error}, ${count}, ${alpha}: ${power(effect, error, count, alpha)}, not ${
          two_sided}`);
  ++checked;
}
assert(checked > 5, `${checked} powers of SciPy are checked`);

assert.strictEqual(verdictWord('refuted', 'undecided'), 'refuted as published only');
assert.strictEqual(verdictWord('undecided', 'refuted'), 'undecided');
for (const corrected of ['reproduced', 'none', 'not known'])
  assert.strictEqual(verdictWord('reproduced', corrected), 'reproduced');
