// Pictures of problem `diversification` (docs/diversification.md), as SVG:
//   node tools/draw_coverage.mjs curves RUN_FOLDER LABELED UNLABELED OUTPUT.svg
//     what is covered by the first 1, 2, ... documents, by learner, with standard errors over draws
//   node tools/draw_coverage.mjs query QUERIES.jsonl CHOICES.jsonl ID OUTPUT.svg
//     which candidate of a query covers which subtopic, and which are chosen (CHOICES: of `costruct predict`)
import {readFileSync, writeFileSync} from 'node:fs';
import * as vega from 'vega';
import * as vegaLite from 'vega-lite';

function fail(message) {
  console.error(`draw_coverage: ${message}`);
  process.exit(2);
}

function linesOf(file) {
  try {
    return readFileSync(file, 'utf8').split('\n').filter(line => line !== '');
  } catch (error) {
    return fail(`${file}: ${error.message}`);
  }
}

/** Rows of a CSV file without line breaks in its fields, as objects. */
function rowsOf(file) {
  const fields = line => [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)]
    .map(match => match[1].replace(/^"(.*)"$/, '$1').replaceAll('""', '"'));
  const [header, ...lines] = linesOf(file);
  const names = fields(header);
  return lines.map(line => Object.fromEntries(fields(line).slice(0, names.length).map((value, i) => [names[i], value])));
}

function curves([folder, labeled, unlabeled]) {
  const values = [];
  for (const row of rowsOf(`${folder}/curves.csv`)) {
    const at = /^subtopic_loss_at_(\d+)$/.exec(row.metric);
    if (!at || row.labeled !== labeled || row.unlabeled !== unlabeled) continue;
    const covered = 1 - Number(row.mean), error = Number(row.standard_error);
    values.push({learner: row.learner, K: Number(at[1]), covered, low: covered - error, high: covered + error});
  }
  if (values.length === 0)
    fail(`${folder}/curves.csv: no subtopic_loss_at_1 ... of ${labeled} labeled and ${unlabeled} unlabeled queries`);
  const x = {field: 'K', type: 'quantitative', title: 'documents', axis: {tickMinStep: 1}};
  const color = {field: 'learner', type: 'nominal', sort: null};
  return {
    width: 480, height: 320, data: {values},
    layer: [
      {mark: {type: 'line', point: true},
        encoding: {x, y: {field: 'covered', type: 'quantitative', title: 'weighted share of subtopics covered', scale: {zero: false}}, color}},
      {mark: 'rule', encoding: {x, y: {field: 'low', type: 'quantitative'}, y2: {field: 'high'}, color}},
    ],
  };
}

function query([queries, choices, id]) {
  const all = file => linesOf(file).map(line => JSON.parse(line));
  const found = all(queries).find(each => (each.id ?? each.query) === id) ?? fail(`${queries}: no query ${id}`);
  const choice = all(choices).find(each => each.id === id) ?? fail(`${choices}: no choice for query ${id}`);
  const chosen = new Set(choice.chosen);
  const values = found.candidates.flatMap(({id: document, subtopics}) =>
    (subtopics ?? []).map(subtopic => ({document, subtopic, chosen: chosen.has(document) ? 'chosen' : 'not chosen'})));
  if (values.length === 0) fail(`${queries}: query ${id} has no subtopics`);
  return {
    title: found.query, data: {values}, mark: {type: 'square', size: 90},
    encoding: {
      x: {field: 'document', type: 'nominal', sort: null, title: 'candidate'},
      y: {field: 'subtopic', type: 'nominal', sort: {op: 'count', order: 'descending'}, title: 'subtopic'},
      color: {field: 'chosen', type: 'nominal', title: null, scale: {domain: ['chosen', 'not chosen'], range: ['#c44e52', '#c8ccd0']}},
    },
  };
}

const [kind, ...rest] = process.argv.slice(2);
const pictures = {curves, query};
if (!(kind in pictures) || rest.length !== 4) fail('usage: curves RUN LABELED UNLABELED OUTPUT.svg, or query QUERIES CHOICES ID OUTPUT.svg');
const view = new vega.View(vega.parse(vegaLite.compile({background: 'white', ...pictures[kind](rest)}).spec), {renderer: 'none'});
writeFileSync(rest[3], await view.toSVG());
