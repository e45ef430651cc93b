// The record: what full runs of the configs came out with, as small text files in docs/record/NAME.
//
//   run.json     revision, date, processor, data with checksums, cells, CPU seconds, the config's
//   fingerprint;
//                pool and holdout, where the corrected test needs them;
//                cpu_seconds_at_most where fits that cells share were counted for each of them
//   curves.csv   [member,]learner,labeled,unlabeled,metric,mean,standard_error,draws; train_seconds
//   is a
//                metric too, and predict_seconds where claims are about it
//   claims.csv   a line a claim and cell, as `costruct claims --csv` writes them, fewer columns;
//   exponent, low
//                and high (its interval) of growths alone. The corrected columns are those of the
//                corrected resampled t-test; corrected_from says whether they come from the draws
//                or were worked out from the rounded numbers of the line, where a verdict may be
//                "not known"
//   tests.csv    of a collection: how the learners stand within each data set, as
//   collection_tests.csv has it
import {createHash} from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

export const kCurveColumns =
    ['learner', 'labeled', 'unlabeled', 'metric', 'mean', 'standard_error', 'draws'];
export const kClaimColumns = [
  'source',         'text',
  'claim',          'verdict',
  'exploratory',    'cell',
  'count',          'difference',
  'standard_error', 'p',
  'exponent',       'low',
  'high',           'cell_verdict',
  'corrected_p',    'corrected_cell_verdict',
  'cell_word',      'corrected_verdict',
  'word',           'corrected_from'
];
export const kTestColumns = [
  'member', 'labeled', 'unlabeled', 'metric', 'learner', 'mean', 'best', 'test', 'p_holm', 'behind'
];
export const kTimeMetrics = ['train_seconds', 'predict_seconds'];

// Rows of a CSV file with a header, as objects of strings; RFC 4180.
export function readCsv(file) {
  const rows = [[]];
  for (const [, quoted, plain, end] of fs.readFileSync(file, 'utf8')
           .matchAll(/(?:"((?:[^"]|"")*)"|([^",\n]*))(,|\n|$)/g)) {
    rows.at(-1).push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === '\n') rows.push([]);
    if (end === '') break;
  }
  const [header, ...lines] = rows.filter(row => row.length > 1);
  return lines.map(line => Object.fromEntries(header.map((name, i) => [name, line[i]])));
}

export function csvText(columns, rows) {
  const cell = text => /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  return [columns, ...rows.map(row => columns.map(name => cell(String(row[name]))))]
             .map(line => line.join(','))
             .join('\n') +
      '\n';
}

// Six digits: the last ones differ between machines.
export const rounded = (text, digits = 6) => text === '' || !Number.isFinite(Number(text)) ?
    text :
    String(Number(Number(text).toPrecision(digits)));

const sorted = value => Array.isArray(value) ?
    value.map(sorted) :
    value !== null && typeof value === 'object' ?
    Object.fromEntries(Object.keys(value).sort().map(key => [key, sorted(value[key])])) :
    value;

// Of everything in a config that changes numbers or verdicts: words for people are left out.
export function fingerprint(config) {
  const {description, note, source, $schema, ...rest} = config;
  if (rest.claims) rest.claims = rest.claims.map(({text, source: its_source, ...claim}) => claim);
  return createHash('sha256').update(JSON.stringify(sorted(rest))).digest('hex').slice(0, 16);
}

// The configs by their names; files that are no experiment have none.
export function readConfigs(root) {
  const folder = path.join(root, 'configs');
  return fs.readdirSync(folder).filter(file => file.endsWith('.json')).sort().map(file => {
    const name = path.basename(file, '.json');
    try {
      return {name, config: JSON.parse(fs.readFileSync(path.join(folder, file), 'utf8'))};
    } catch (error) {
      throw new Error(`configs/${file}: ${error.message} (a recorded config has no comments)`);
    }
  });
}

// The CPU seconds of a run.json, or what they are at most.
export const cpuSeconds = run => run.cpu_seconds ?? run.cpu_seconds_at_most;

export const recordFolder = (root, name) => path.join(root, 'docs', 'record', name);

// Null where there is none: a record of one data set, or of a collection that an older build ran.
function readTests(folder) {
  const file = path.join(folder, 'tests.csv');
  return fs.existsSync(file) ? readCsv(file) : null;
}

// The record of a config, or null where there is none.
export function readRecord(root, name) {
  const folder = recordFolder(root, name);
  if (!fs.existsSync(path.join(folder, 'run.json'))) return null;
  return {
    run: JSON.parse(fs.readFileSync(path.join(folder, 'run.json'), 'utf8')),
    curves: readCsv(path.join(folder, 'curves.csv')),
    claims: readCsv(path.join(folder, 'claims.csv')),
    tests: readTests(folder),
  };
}

// The claims of a record, each with its cells, in their order.
export function claimsOf(record) {
  const claims = new Map();
  for (const row of record.claims) {
    const key = `${row.source}\n${row.text}\n${row.claim}`;
    if (!claims.has(key)) claims.set(key, {...row, cells: []});
    claims.get(key).cells.push(row);
  }
  return [...claims.values()];
}
