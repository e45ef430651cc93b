// From finished runs to the record in docs/record, and from the record to what a run changed.
//
//   node tools/record.mjs DIR...              writes the record of each run
//   node tools/record.mjs --compare DIR...    says what the runs changed; exit code 1 where
//   something did node tools/record.mjs --corrected [--pools FILE] NAME...
//       works out the columns of the corrected test in recorded claims whose runs are gone. FILE
//       has the number of labeled examples that draws choose from, by names of
//       configs: {"quickstart": 12000}
//   --root DIR   the source tree (default: this one)      COSTRUCT   the program (default:
//   costruct)
//
// A run is recorded if it is all of its config as that stands in configs/ today: no --set, no cell
// missing. CPU seconds are those of training and predicting, choices of `select` included, without
// the reading of data; a fit that several cells share counts once.
import {execFileSync} from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {fileURLToPath} from 'node:url';

import {correctedLines, kNotKnown} from './lib/corrected_tests.mjs';
import {
  claimsOf,
  csvText,
  fingerprint,
  kClaimColumns,
  kCurveColumns,
  kTestColumns,
  kTimeMetrics,
  readCsv,
  readRecord,
  recordFolder,
  rounded
} from './lib/record_files.mjs';

const program = process.env.COSTRUCT || 'costruct';
const kRelative = 1e-4;       // what machines and compilers may change in a mean
const kRelativeError = 2e-3;  // and in a standard error, which is recorded with four digits

class Refused extends Error {}

function run(command, ...args) {
  try {
    return execFileSync(
        command, args, {encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], maxBuffer: 1 << 30});
  } catch (error) {
    throw new Refused(`${command} ${args.join(' ')}: ${(error.stderr || error.message).trim()}`);
  }
}

const query = (store, sql) => JSON.parse(run('sqlite3', '-readonly', '-json', store, sql) || '[]');

// The folders with cells: one, or one of each member of a collection.
function cellFolders(dir) {
  const collection = path.join(dir, 'collection.json');
  if (!fs.existsSync(collection)) return [{member: '', dir}];
  return JSON.parse(fs.readFileSync(collection, 'utf8'))
      .members.map(({name}) => ({member: name, dir: path.join(dir, name)}));
}

// What a folder of cells holds. Throws where cells are missing.
function readCells({member, dir}) {
  const store = path.join(dir, 'results.sqlite');
  if (!fs.existsSync(store))
    throw new Refused(`${dir}: no results.sqlite: the run is not finished`);
  const [{value}] = query(store, "select value from record where name = 'run'");
  const record = JSON.parse(value);
  const cells = readCsv(path.join(dir, 'cells.csv'));
  const planned = record.lines.length * record.repetitions;
  if (!record.selected || cells.length !== planned) {
    throw new Refused(`${dir}: ${cells.length} of ${
        planned} cells: the run is not finished (give its command again)`);
  }
  // Cells of several unlabeled sizes share the fit of a learner that sees none of these, and each
  // has its seconds.
  const [sums] = query(
      store, `select count(*) cells, total(predict_seconds) + (select total(train_seconds) from
                (select distinct phase, learner, labeled, repetition, chosen, train_seconds from cells)) seconds
              from cells`);
  return {member, dir, record, failed: cells.filter(cell => cell.error !== '').length, ...sums};
}

// A path on one machine means nothing on another: a data file goes by its folder and name.
const dataFile = ({path: file, bytes, fnv1a}) =>
    ({file: file.split('/').slice(-2).join('/'), bytes, fnv1a});

// Seconds of training, and those of predicting where claims are about them.
const timesOf = config => kTimeMetrics.filter(
    metric => metric === kTimeMetrics[0] ||
        (config.claims ?? []).some(claim => claim.of === metric || claim.metric === metric));

function readCurves(dir, parts, time_metrics) {
  const times = parts.flatMap(part => {
    const rows = readCsv(path.join(part.dir, 'times.csv'));
    return time_metrics.flatMap(
        metric => rows.map(row => ({
                             ...row,
                             member: part.member,
                             metric,
                             mean: rounded(row[`${metric}_mean`], 3),
                             standard_error: rounded(row[`${metric}_standard_error`], 2),
                           })));
  });
  const file = parts[0].member === '' ? 'curves.csv' : 'collection.csv';
  const curves = readCsv(path.join(dir, file)).map(row => ({
                                                     ...row,
                                                     mean: rounded(row.mean),
                                                     standard_error: rounded(row.standard_error, 4)
                                                   }));
  return [...curves, ...times].map(({count, ...row}) => ({...row, draws: count}));
}

function readClaims(dir) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'record-'));
  try {
    const file = path.join(folder, 'claims.csv');
    run(program, 'claims', dir, '--csv', file);
    if (!fs.existsSync(file)) return [];
    return readCsv(file).map(row => {
      for (const name of ['difference', 'standard_error', 'p', 'corrected_p'])
        row[name] = rounded(row[name], 4);
      row.corrected_from = row.corrected_cell_verdict === 'none' ? '' : 'draws';
      const {form, first, low, high} = row, is_growth = form === 'growth';
      const of_growth = number => is_growth ? rounded(number, 4) : '';
      return {...row, exponent: of_growth(first), low: of_growth(low), high: of_growth(high)};
    });
  } finally {
    fs.rmSync(folder, {recursive: true});
  }
}

// How the learners of a collection stand within each data set, or null where its build did not say.
function readTests(dir) {
  const file = path.join(dir, 'collection_tests.csv');
  if (!fs.existsSync(file)) return null;
  return readCsv(file).map(
      row => ({...row, mean: rounded(row.mean), p_holm: rounded(row.p_holm, 4)}));
}

// The record that a run gives.
function recordOf(root, dir) {
  const written = path.join(dir, 'config.json');
  if (!fs.existsSync(written)) throw new Refused(`${dir}: no config.json: no run has ended here`);
  const effective = JSON.parse(fs.readFileSync(written, 'utf8'));
  const name = effective.name;
  const file = path.join(root, 'configs', `${name}.json`);
  if (!fs.existsSync(file))
    throw new Refused(`${dir}: a run of ${name}, which is no config of ${root}/configs`);
  const now = JSON.parse(run(program, 'validate', file));
  if (fingerprint(now) !== fingerprint(effective)) {
    const keys = [...new Set([...Object.keys(now), ...Object.keys(effective)])];
    const other = keys.filter(key => JSON.stringify(now[key]) !== JSON.stringify(effective[key]));
    throw new Refused(
        `${dir}: not a run of configs/${name}.json as it stands: ${other.join(', ')} differ`);
  }
  const parts = cellFolders(dir).map(readCells);
  // Members that were run by several builds, or on several days, have all of these.
  const provenances = parts.map(part => part.record.provenance);
  const each = name => [...new Set(provenances.map(provenance => provenance[name]))].join(', ');
  const sum = of => parts.reduce((total, part) => total + of(part), 0);
  const {pool, holdout} = parts[0].record;
  return {
    name,
    columns: parts[0].member === '' ? kCurveColumns : ['member', ...kCurveColumns],
    run: {
      version: each('version'),
      revision: each('revision'),
      date: [...new Set(provenances.map(({date}) => date.slice(0, 10)))].join(', '),
      compiler: each('compiler'),
      flags: each('flags'),
      processor: each('processor'),
      config: fingerprint(JSON.parse(fs.readFileSync(file, 'utf8'))),
      cells: sum(part => part.cells),
      failed: sum(part => part.failed),
      ...(parts[0].member === '' ? {pool, holdout} : {}),
      cpu_seconds: Number(sum(part => part.seconds).toPrecision(4)),
      data: provenances.flatMap(({data = []}) => data.map(dataFile)),
    },
    curves: readCurves(dir, parts, timesOf(effective)),
    claims: readClaims(dir),
    tests: readTests(dir),
  };
}

function write(root, record) {
  const folder = recordFolder(root, record.name);
  fs.mkdirSync(folder, {recursive: true});
  fs.writeFileSync(path.join(folder, 'run.json'), JSON.stringify(record.run, null, 1) + '\n');
  fs.writeFileSync(path.join(folder, 'curves.csv'), csvText(record.columns, record.curves));
  fs.writeFileSync(path.join(folder, 'claims.csv'), csvText(kClaimColumns, record.claims));
  const tests = path.join(folder, 'tests.csv');
  if (record.tests) fs.writeFileSync(tests, csvText(kTestColumns, record.tests));
  else fs.rmSync(tests, {force: true});
}

const lineOf = row => [row.member, row.learner, `${row.labeled} labeled`,
                       `${row.unlabeled} unlabeled`, row.metric]
                          .filter(text => text)
                          .join(', ');
const differ = (a, b, relative = kRelative, size = 0) =>
    a !== b && !(Math.abs(a - b) <= Math.max(relative * Math.max(Math.abs(a), Math.abs(b)), size));
// What a mean may change by, its standard error may too: it can be nothing but rounding.
const errorsDiffer = (a, b) =>
    differ(a.standard_error, b.standard_error, kRelativeError, kRelative * Math.abs(a.mean));

// The data files of a run; members may share one, or have several of one name.
const filesOf = data => [...new Set(data.map(({file}) => file))].map(file => {
  const sums =
      data.filter(other => other.file === file).map(({bytes,
                                                      fnv1a}) => `${fnv1a} of ${bytes} bytes`);
  return {file, sums: [...new Set(sums)].sort().join(', ')};
});

// What is in one list and not in the other, or has changed: a line each.
function changesOf(before, after, key, change) {
  const old = new Map(before.map(row => [key(row), row])),
        now = new Map(after.map(row => [key(row), row]));
  const gone =
      [...old.keys()].filter(name => !now.has(name)).map(name => `${name}: no longer there`);
  const changed = [...now].flatMap(
      ([name, row]) => old.has(name) ? change(name, old.get(name), row) : `${name}: new`);
  return [...gone, ...changed];
}

// Winners within data sets, where both records say them.
const testsOf = (before, after, record) => before.tests && after.tests ? record.tests : [];
const standing = ({best, behind}) =>
    behind === '1' ? `shown behind ${best}` : `not shown behind ${best}`;
const testKey = row =>
    `${row.member}, ${row.labeled} labeled, ${row.unlabeled} unlabeled, ${row.learner}`;

// Data and failures, then verdicts, then means and their standard errors beyond rounding; times are
// no result, but verdicts on them are told.
function changes(before, after) {
  const means = rows => rows.filter(row => !kTimeMetrics.includes(row.metric));
  const failed = [before.run.failed, after.run.failed];
  return [
    ...changesOf(
        filesOf(before.run.data), filesOf(after.run.data), ({file}) => `data ${file}`,
        (name, a, b) => a.sums === b.sums ? [] : [`${name}: ${a.sums} -> ${b.sums}`]),
    ...(failed[0] === failed[1] ? [] : [`cells that failed: ${failed[0]} -> ${failed[1]}`]),
    ...changesOf(
        claimsOf(before), claimsOf(after),
        claim => `claim "${claim.text || claim.claim}" (${claim.source})`,
        (name, a, b) => a.verdict !== b.verdict ? [`${name}: ${a.verdict} -> ${b.verdict}`] :
            a.word !== b.word && a.corrected_verdict !== kNotKnown ?
                                                  [`${name}: ${a.word} -> ${b.word}`] :
                                                  []),
    ...changesOf(
        testsOf(before, after, before), testsOf(before, after, after), testKey,
        (name, a, b) => a.behind === b.behind && a.best === b.best ?
            [] :
            [`${name}: ${standing(a)} -> ${standing(b)}`]),
    ...changesOf(
        means(before.curves), means(after.curves), lineOf,
        (name, a, b) => (differ(a.mean, b.mean) || a.draws !== b.draws) ?
            [`${name}: ${a.mean} of ${a.draws} draws -> ${b.mean} of ${b.draws}`] :
            errorsDiffer(a, b) ?
            [`${name}: standard error ${a.standard_error} -> ${b.standard_error}`] :
            []),
  ];
}

function compare(root, record) {
  const before = readRecord(root, record.name);
  if (before === null) {
    console.log(`${record.name}: no record yet`);
    return false;
  }
  const found = changes(before, record);
  console.log(
      found.length === 0 ? `${record.name}: as recorded` :
                           `${record.name}: ${found.length} changes`);
  for (const line of found) console.log(`  ${line}`);
  return found.length === 0;
}

// The columns of the corrected test of a recorded config, where its draws did not give them.
function correct(root, name, pools) {
  const record = readRecord(root, name);
  if (record === null) throw new Refused(`${name}: no record`);
  const config = JSON.parse(fs.readFileSync(path.join(root, 'configs', `${name}.json`), 'utf8'));
  const claims = claimsOf(record), in_config = config.claims ?? [];
  if (claims.length !== in_config.length)
    throw new Refused(
        `${name}: ${claims.length} claims in the record, ${in_config.length} in the config`);
  if (pools[name] !== undefined) record.run.pool = pools[name];
  try {
    record.claims = claims.flatMap(
        ({cells}, i) => correctedLines(in_config[i], config, cells, record.run.pool));
  } catch (error) {
    throw new Refused(`${name}: ${error.message}`);
  }
  const by_form = line => ({exponent: '', low: '', high: '', ...line});
  const folder = recordFolder(root, name);
  fs.writeFileSync(
      path.join(folder, 'claims.csv'), csvText(kClaimColumns, record.claims.map(by_form)));
  fs.writeFileSync(path.join(folder, 'run.json'), JSON.stringify(record.run, null, 1) + '\n');
  const open = record.claims.filter(line => line.corrected_cell_verdict === kNotKnown);
  console.log(`${name}: ${record.claims.length} lines, ${open.length} not known`);
  for (const {claim, cell} of open) console.log(`  ${claim}, ${cell}: needs the draws`);
}

function main(args) {
  const take = (name, values) => {
    const at = args.indexOf(name);
    return at < 0 ? null : args.splice(at, 1 + values);
  };
  const correcting = take('--corrected', 0) !== null;
  const pools =
      JSON.parse(fs.readFileSync((take('--pools', 1) ?? [null, '/dev/null'])[1], 'utf8') || '{}');
  const comparing = take('--compare', 0) !== null;
  const root = (take('--root', 1) ?? [null, fileURLToPath(new URL('..', import.meta.url))])[1];
  if (args.length === 0 || args.some(arg => arg.startsWith('-'))) {
    console.error(
        'usage: node tools/record.mjs [--compare] [--root DIR] DIR...\n' +
        '       node tools/record.mjs --corrected [--pools FILE] [--root DIR] NAME...');
    return 2;
  }
  let code = 0;
  for (const dir of args) {
    try {
      if (correcting) {
        correct(root, dir, pools);
        continue;
      }
      const record = recordOf(root, dir);
      if (comparing) {
        if (!compare(root, record)) code = Math.max(code, 1);
      } else {
        write(root, record);
        console.log(
            `${record.name}: ${record.run.cells} cells, ${record.run.cpu_seconds} CPU seconds`);
      }
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      console.error(`record.mjs: ${error.message}`);
      code = 2;
    }
  }
  return code;
}

process.exitCode = main(process.argv.slice(2));
