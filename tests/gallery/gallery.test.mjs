// docs/gallery.md made in a copy and read by itself: node gallery.test.mjs SOURCE_DIR WORK_DIR
import assert from 'node:assert';
import {spawnSync} from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

const [source, work] = process.argv.slice(2);
fs.rmSync(work, {recursive: true, force: true});
for (const part of ['configs', 'docs/record', 'docs/gallery', 'docs/figures'])
  fs.cpSync(path.join(source, part), path.join(work, part), {recursive: true});
function tool(...args) {
  const script = path.join(source, 'tools/make_gallery.mjs');
  return spawnSync(process.execPath, [script, '--root', work, ...args], {encoding: 'utf8'});
}
assert.strictEqual(tool('--check').status, 0, 'the page need not be there');
assert.strictEqual(tool().status, 0);
const gallery = fs.readFileSync(path.join(work, 'docs/gallery.md'), 'utf8');
const names = fs.readdirSync(path.join(source, 'configs'))
                  .filter(file => file.endsWith('.json'))
                  .map(file => path.basename(file, '.json'));
const sections = new Map(gallery.split(/^## /m).slice(1).map(text => [text.split('\n')[0], text]));
assert.deepStrictEqual(
    [...sections.keys()].sort(), names.sort(), 'a section for each config, and no other');

// Each recorded config shows its figure, which is there, and as many claims of each verdict as its
// record has.
let recorded = 0;
for (const [name, text] of sections) {
  const folder = path.join(source, 'docs/record', name);
  if (!fs.existsSync(folder)) {
    assert(text.includes('Not recorded yet.'), name);
    continue;
  }
  ++recorded;
  assert(text.includes(`(gallery/${name}.svg)`), name);
  assert(
      fs.readFileSync(path.join(source, `docs/gallery/${name}.svg`), 'utf8').startsWith('<svg'),
      name);
  const lines =
      fs.readFileSync(path.join(folder, 'claims.csv'), 'utf8').trim().split('\n').slice(1);
  const words = [
    'reproduced', 'refuted', 'undecided', 'reproduced as published only',
    'refuted as published only'
  ];
  for (const verdict of words) {
    const told = text.split('\n').filter(
        line => new RegExp(`^\\|.*\\| ${verdict}(, exploratory)? \\|`).test(line));
    // The word is the last column but one; a claim of several cells has a line for each, up to the
    // flag `exploratory` the same.
    const claims = lines.filter(line => line.split(',').at(-2) === verdict)
                       .map(line => line.split(/,(?:true|false),/)[0]);
    assert.strictEqual(told.length, new Set(claims).size, `${name}: claims ${verdict}`);
  }
}
assert(recorded > 0, 'something is recorded');

// A number of the record that changes makes the gallery stale.
assert.strictEqual(tool('--check').status, 0, 'the page is what it was made as');
const changed = names.find(name => sections.get(name).includes('| undecided |'));
const claims = path.join(work, 'docs/record', changed, 'claims.csv');
fs.writeFileSync(
    claims, fs.readFileSync(claims, 'utf8').replaceAll(/,undecided(?=,)/g, ',refuted'));
const stale = tool('--check');
assert.strictEqual(stale.status, 1);
assert(stale.stderr.includes('docs/gallery.md is not what the record gives'), stale.stderr);
// So does one of quickstart the picture of the front page.
const front = path.join(work, 'docs/record/quickstart/curves.csv');
fs.writeFileSync(
    front,
    fs.readFileSync(front, 'utf8')
        .replace(/^(svm_context,40,10000,token_error,)[^,]*/m, '$10.123456'));
for (const ink of ['light', 'dark'])
  assert(tool('--check').stderr.includes(`docs/figures/quickstart_${ink}.svg is not`), ink);
// So does a config that was changed after its run.
fs.cpSync(path.join(source, 'docs/record'), path.join(work, 'docs/record'), {recursive: true});
assert.strictEqual(tool('--check').status, 0);
const config = path.join(work, 'configs', `${changed}.json`);
fs.writeFileSync(config, fs.readFileSync(config, 'utf8').replace(/"seed": *1\b/, '"seed": 2'));
assert.strictEqual(tool('--check').status, 1);
