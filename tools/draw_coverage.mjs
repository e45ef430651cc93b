// Pictures of problem `diversification` (docs/diversification.md), as SVG:
//   node tools/draw_coverage.mjs curves RUN_FOLDER LABELED UNLABELED OUTPUT.svg
//     what is covered by the first 1, 2, ... documents, by learner; bars are 95 % intervals over
//     draws, and learners stand side by side at each number of documents
//   node tools/draw_coverage.mjs query QUERIES.jsonl CHOICES.jsonl ID OUTPUT.svg
//     which candidate of a query covers which subtopic, and which are chosen (CHOICES: of `costruct
//     predict`)
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
  const fields = line => [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)].map(
      match => match[1].replace(/^"(.*)"$/, '$1').replaceAll('""', '"'));
  const [header, ...lines] = linesOf(file);
  const names = fields(header);
  return lines.map(
      line => Object.fromEntries(
          fields(line).slice(0, names.length).map((value, i) => [names[i], value])));
}

/**
 * What |t| of so many degrees of freedom stays below with probability .95: from 4 on by the
 * expansion of Cornish and Fisher, to .01.
 */
function tQuantile(degrees) {
  const few = [12.706, 4.303, 3.182];
  if (degrees <= few.length) return few[degrees - 1];
  const z = 1.959964, n = degrees;
  return z + (z ** 3 + z) / (4 * n) + (5 * z ** 5 + 16 * z ** 3 + 3 * z) / (96 * n * n) +
      (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / (384 * n ** 3);
}

function curves([folder, labeled, unlabeled]) {
  const values = [];
  for (const row of rowsOf(`${folder}/curves.csv`)) {
    const at = /^subtopic_loss_at_(\d+)$/.exec(row.metric);
    if (!at || row.labeled !== labeled || row.unlabeled !== unlabeled) continue;
    const covered = 1 - Number(row.mean), draws = Number(row.draws);
    const reach = draws > 1 ? tQuantile(draws - 1) * Number(row.standard_error) : 0;
    values.push({
      learner: row.learner,
      K: Number(at[1]),
      covered,
      low: covered - reach,
      high: covered + reach
    });
  }
  if (values.length === 0)
    fail(`${folder}/curves.csv: no subtopic_loss_at_1 ... of ${labeled} labeled and ${
        unlabeled} unlabeled queries`);
  const learners = [...new Set(values.map(each => each.learner))];
  for (const each of values)
    each.place = each.K + 0.7 * ((learners.indexOf(each.learner) + 0.5) / learners.length - 0.5);
  const highest = Math.max(...values.map(each => each.K));
  const x = {
    field: 'place',
    type: 'quantitative',
    title: 'documents',
    scale: {domain: [0.5, highest + 0.5], nice: false},
    axis: {values: Array.from({length: highest}, (_, i) => i + 1), format: 'd', grid: false}
  };
  // Colours that are told apart without red and green (Okabe and Ito), and one more.
  const range = [
    '#999999', '#E69F00', '#56B4E9', '#CC79A7', '#A67C00', '#0072B2', '#000000', '#009E73',
    '#D55E00'
  ];
  const color = {
    field: 'learner',
    type: 'nominal',
    scale: {domain: learners, range},
    legend: {symbolOpacity: 1}
  };
  const y = {
    field: 'covered',
    type: 'quantitative',
    title: 'weighted share of subtopics covered',
    scale: {zero: false}
  };
  return {
    width: 820,
    height: 440,
    data: {values},
    layer: [
      {mark: {type: 'line', strokeWidth: 1, opacity: 0.6}, encoding: {x, y, color}},
      {
        mark: {type: 'rule', strokeWidth: 1.4},
        encoding: {x, y: {field: 'low', type: 'quantitative'}, y2: {field: 'high'}, color}
      },
      {mark: {type: 'point', filled: true, size: 14, opacity: 1}, encoding: {x, y, color}},
    ],
  };
}

/**
 * Chosen documents stand first; a subtopic's cell tells whether its document is the only one of
 * them to cover it.
 */
function query([queries, choices, id]) {
  const all = file => linesOf(file).map((line, i) => {
    try {
      return JSON.parse(line);
    } catch (error) {
      return fail(`${file}:${i + 1}: ${error.message}`);
    }
  });
  const found = all(queries).find(each => (each.id ?? each.query) === id) ??
      fail(`${queries}: no query ${id}`);
  const {chosen} =
      all(choices).find(each => each.id === id) ?? fail(`${choices}: no choice for query ${id}`);
  const subtopicsOf = new Map(found.candidates.map(each => [each.id, each.subtopics ?? []]));
  const covering = new Map();
  for (const document of chosen) {
    const subtopics =
        subtopicsOf.get(document) ?? fail(`${choices}: query ${id} has no candidate ${document}`);
    for (const subtopic of subtopics) covering.set(subtopic, (covering.get(subtopic) ?? 0) + 1);
  }
  const kinds = ['chosen, covers it alone', 'chosen, covers it with others', 'not chosen'];
  const order = [...chosen, ...[...subtopicsOf.keys()].filter(each => !chosen.includes(each))];
  const values = order.flatMap(
      (document, i) => subtopicsOf.get(document).map(subtopic => ({
                                                       document,
                                                       subtopic,
                                                       kind: kinds
                                                           [i >= chosen.length             ? 2 :
                                                                covering.get(subtopic) > 1 ? 1 :
                                                                                             0]
                                                     })));
  if (values.length === 0) fail(`${queries}: query ${id} has no subtopics`);
  const named = new Set(values.map(each => each.subtopic));
  return {
    title: {
      text: `${found.query}: ${chosen.length} of ${order.length} documents cover ${
          covering.size} of ${named.size} subtopics`,
      anchor: 'start'
    },
    data: {values},
    mark: {type: 'square', size: 110, opacity: 1},
    encoding: {
      x: {
        field: 'document',
        type: 'nominal',
        scale: {domain: order},
        title: 'document (chosen ones first)',
        axis: {grid: true}
      },
      y: {
        field: 'subtopic',
        type: 'nominal',
        sort: {op: 'count', order: 'descending'},
        title: 'subtopic (most frequent first)',
        axis: {grid: true}
      },
      color: {
        field: 'kind',
        type: 'nominal',
        title: null,
        scale: {domain: kinds, range: ['#0072B2', '#9CC9E3', '#C8CCD0']},
        legend: {orient: 'top', labelLimit: 0}
      },
    },
  };
}

const [kind, ...rest] = process.argv.slice(2);
const pictures = {
  curves,
  query
};
if (!(kind in pictures) || rest.length !== 4)
  fail('usage: curves RUN LABELED UNLABELED OUTPUT.svg, or query QUERIES CHOICES ID OUTPUT.svg');
const view = new vega.View(
    vega.parse(vegaLite.compile({background: 'white', ...pictures[kind](rest)}).spec),
    {renderer: 'none'});
writeFileSync(rest[3], await view.toSVG());
