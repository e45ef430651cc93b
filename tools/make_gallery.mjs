// docs/gallery.md: every config with its figure, its verdicts and what it asks, from configs/ and
// docs/record alone. The figures are in the repository; the page is not, and make_site.mjs makes
// it. So is the picture of README.md made, in a light and a dark ink, from the record of quickstart.
//
//   node tools/make_gallery.mjs            writes docs/gallery.md, docs/gallery/*.svg and
//                                          docs/figures/quickstart_{light,dark}.svg
//   node tools/make_gallery.mjs --check    says which figures are not what the record gives, and so
//   for
//                                          the page if it is there; exit code 1 if any
//   --root DIR   the source tree (default: this one)
import fs from 'node:fs';
import path from 'node:path';
import {fileURLToPath} from 'node:url';

import {figureOf, frontFiguresOf, metricOf, rowsOf} from './lib/gallery_figure.mjs';
import {claimsOf, cpuSeconds, fingerprint, readConfigs, readRecord} from './lib/record_files.mjs';

const kWords = [
  'reproduced', 'refuted', 'reproduced as published only', 'refuted as published only', 'undecided'
];

// Markdown in a cell of a table, or in a line.
const plain = text => text.replace(/\s+/g, ' ').replace(/([|<>*_])/g, '\\$1');
const short = number => String(Number(number.toPrecision(3)));

function countOf(claims) {
  const names = [...kWords, ...new Set(claims.map(claim => claim.word))];
  return [...new Set(names)]
      .map(verdict => [claims.filter(claim => claim.word === verdict).length, verdict])
      .filter(([count]) => count > 0)
      .map(([count, verdict]) => `${count} ${verdict}`)
      .join(', ');
}

// One cell is told by its numbers, several by their verdicts.
function measured({cells}) {
  const untested = cells.every(({corrected_from}) => corrected_from === '');
  if (cells.length > 1)
    return countOf(cells.map(cell => ({word: cell.cell_word}))) +
        (untested ? ', no corrected test' : '');
  const [{difference, standard_error, p, exponent, low, high, corrected_p}] = cells;
  const is_number = text => ![undefined, ''].includes(text) && Number.isFinite(Number(text));
  return [
    is_number(exponent) &&
        `exponent ${short(Number(exponent))} [${short(Number(low))}, ${short(Number(high))}]`,
    is_number(difference) &&
        `difference ${short(Number(difference))}` +
            (is_number(standard_error) ? ` ± ${short(Number(standard_error))}` : ''),
    is_number(p) && `p = ${short(Number(p))}`,
    is_number(corrected_p) && corrected_p !== p && `corrected p = ${short(Number(corrected_p))}`,
    untested && 'no corrected test',
  ].filter(Boolean)
      .join(', ');
}

// On how many data sets of a collection the first metric's best learner is shown to be it by the
// set's own draws, or nothing where nothing was tested.
function shownWithin({tests}) {
  const tested =
      (tests ?? []).filter(({p_holm}) => Number.isFinite(Number(p_holm)) && p_holm !== '');
  if (tested.length === 0) return '';
  const fields = new Map();
  for (const row of tests) {
    const cell = `${row.member},${row.labeled},${row.unlabeled}`;
    fields.set(cell, [...(fields.get(cell) ?? []), row]);
  }
  const others = rows => rows.filter(({learner, best}) => learner !== best);
  const shown = [...fields.values()].filter(
      rows => rows.length > 1 && others(rows).every(({behind}) => behind === '1'));
  const sizes = fields.size > new Set(tests.map(({member}) => member)).size;
  return ` Which learner is best is shown by the draws within ${shown.length} of ${fields.size} ${
      sizes ? 'pairs of a data set and its sizes' : 'data sets'}.`;
}

// What the learners came to at the largest sizes, in words.
function summary(entry, record) {
  const metric = metricOf(entry, record), rows = rowsOf(record, metric);
  if (rows.length === 0) return '';
  if (rows[0].member !== undefined) {
    return `${new Set(rows.map(row => row.member)).size} data sets; the figure shows ${
        metric} on each.${shownWithin(record)}`;
  }
  const last =
      rows.reduce((a, b) => (b.labeled - a.labeled || b.unlabeled - a.unlabeled) >= 0 ? b : a);
  const there =
      rows.filter(row => row.labeled === last.labeled && row.unlabeled === last.unlabeled);
  const values = there.map(row => `\`${row.learner}\` ${short(row.mean)}`).join(', ');
  return `At ${last.labeled} labeled and ${last.unlabeled} unlabeled examples, mean ${metric} of ${
      last.draws} ${last.draws === 1 ? 'draw' : 'draws'}: ${values}.`;
}

const minutes = seconds => seconds >= 3600 ? `${(seconds / 3600).toFixed(1)} h` :
    seconds >= 60 ? `${(seconds / 60).toFixed(1)} min` :
                    `${seconds.toFixed(1)} s`;
const cpuOf = run => (run.cpu_seconds === undefined ? 'at most ' : '') + minutes(cpuSeconds(run));

function section(entry, record) {
  const {name, config} = entry;
  const lines = [`## ${name}`, '', plain(config.description ?? ''), ''];
  if (config.source) lines.push(`Source: ${plain(config.source)}.`, '');
  if (record === null) return [...lines, 'Not recorded yet.', ''];
  const {run} = record;
  const stale = run.config === fingerprint(config) ? '' : ' **The config has changed since.**';
  lines.push(`![${metricOf(entry, record)} of ${name}](gallery/${name}.svg)`, '');
  lines.push(
      `${summary(entry, record)} Run at revision ${run.revision} on ${run.date}: ${
          run.cells} cells` +
          (run.failed > 0 ? `, ${run.failed} of them failed` : '') +
          `, ${cpuOf(run)} of CPU.${stale}`,
      '');
  const claims = claimsOf(record);
  if (claims.length === 0) return [...lines, 'No claims.', ''];
  lines.push('| claim | source | verdict | measured |', '|---|---|---|---|');
  for (const claim of claims) {
    lines.push(
        `| ${plain(claim.text || claim.claim)} | ${plain(claim.source)} | ${claim.word}` +
        `${claim.exploratory === 'true' ? ', exploratory' : ''} | ${measured(claim)} |`);
  }
  return [...lines, ''];
}

function overview(entries) {
  const recorded = entries.filter(({record}) => record !== null);
  const seconds = recorded.reduce((sum, {record}) => sum + cpuSeconds(record.run), 0);
  const bound = recorded.some(({record}) => record.run.cpu_seconds === undefined) ? 'at most ' : '';
  const row = ({name, config, record}) =>
      `| [${name}](#${name}) | ${plain(config.source ?? '')} | ` +
      (record === null ? 'not recorded yet | |' :
                         `${countOf(claimsOf(record)) || 'no claims'} | ${cpuOf(record.run)} |`);
  return [
    '# Gallery',
    '',
    'Every config of `configs/`: what it asks, its figure, its verdicts. Made by',
    '`node tools/make_gallery.mjs` from the small files in `docs/record`, which',
    '`tools/reproduce.sh --update CONFIG` writes from a full run; nothing here is typed. Lines are means',
    'over draws with bars of one standard error; learners that unlabeled examples do not change have their',
    'points where these are fewest. CPU is that of training and predicting, choices of `select` included; "at',
    'most" where a fit that several unlabeled sizes share was counted for each. What the results mean is in',
    '[results.md](results.md). A verdict is that of the published test. "As published only" means that the',
    'corrected resampled t-test does not agree ([statistics.md](statistics.md)).',
    '',
    `${recorded.length} of ${entries.length} configs are recorded, ${bound}${
        minutes(seconds)} of CPU in all.`,
    '',
    '| config | source | claims | CPU |',
    '|---|---|---|---|',
    ...entries.map(row),
    '',
  ];
}

// The files of the gallery, by their paths.
async function filesOf(root) {
  const entries =
      readConfigs(root).map(entry => ({...entry, record: readRecord(root, entry.name)}));
  const orphans = fs.readdirSync(path.join(root, 'docs', 'record'))
                      .filter(name => !entries.some(entry => entry.name === name));
  if (orphans.length > 0)
    throw new Error(`docs/record/${orphans[0]}: there is no configs/${orphans[0]}.json`);
  const files = new Map();
  for (const entry of entries) {
    if (entry.record)
      files.set(`docs/gallery/${entry.name}.svg`, await figureOf(entry, entry.record));
    if (entry.record && entry.name === 'quickstart')
      for (const [ink, svg] of await frontFiguresOf(entry.record))
        files.set(`docs/figures/quickstart_${ink}.svg`, svg);
  }
  const text =
      [...overview(entries), ...entries.flatMap(entry => section(entry, entry.record))].join('\n');
  return files.set('docs/gallery.md', text.trimEnd() + '\n');
}

async function main(args) {
  const checking = args.includes('--check');
  const at = args.indexOf('--root');
  const root = at < 0 ? fileURLToPath(new URL('..', import.meta.url)) : args[at + 1];
  const files = await filesOf(root);
  const figures = path.join(root, 'docs', 'gallery');
  const there =
      fs.existsSync(figures) ? fs.readdirSync(figures).map(file => `docs/gallery/${file}`) : [];
  const left = there.filter(file => !files.has(file));
  if (!checking) {
    fs.mkdirSync(figures, {recursive: true});
    fs.mkdirSync(path.join(root, 'docs', 'figures'), {recursive: true});
    for (const file of left) fs.rmSync(path.join(root, file));
    for (const [file, text] of files) fs.writeFileSync(path.join(root, file), text);
    return 0;
  }
  const same = ([file, text]) => fs.existsSync(path.join(root, file)) ?
      fs.readFileSync(path.join(root, file), 'utf8') === text :
      file === 'docs/gallery.md';
  const stale = [...left, ...[...files].filter(file => !same(file)).map(([file]) => file)];
  for (const file of stale)
    console.error(`${file} is not what the record gives: run node tools/make_gallery.mjs`);
  return stale.length > 0 ? 1 : 0;
}

process.exitCode = await main(process.argv.slice(2));
