// A small figure of a record: one metric, drawn by Vega-Lite from the recorded curves, on any
// background.
import fs from 'node:fs';

import {kTimeMetrics} from './record_files.mjs';

const kPanel = {
  width: 260,
  height: 170
};
const kMostPanels = 4;

const distinct = (rows, key) => [...new Set(rows.map(row => row[key]))];

// What a config is about: the metric of its first claim, or its first metric.
export function metricOf({config}, record) {
  const claim = (config.claims ?? [])[0];
  const there = distinct(record.curves, 'metric');
  const wanted = claim?.growth ? (there.includes(claim.of) ? claim.of : kTimeMetrics[0]) :
                                 claim?.metric ?? (config.metrics ?? [])[0];
  return there.includes(wanted) ? wanted : there[0];
}

export function rowsOf(record, metric) {
  return record.curves.filter(row => row.metric === metric && Number.isFinite(Number(row.mean)))
      .map(row => {
        const mean = Number(row.mean), error = Number(row.standard_error) || 0;
        return {
          ...row,
          labeled: Number(row.labeled),
          unlabeled: Number(row.unlabeled),
          mean,
          // Times are drawn by logarithms, which end above 0.
          low: kTimeMetrics.includes(metric) ? Math.max(mean - error, mean / 10) : mean - error,
          high: mean + error
        };
      });
}

// The colours, shapes and dashes of reports (report/charts/chart_style.cpp), but for black, which a
// dark page would swallow.
const kColours =
    ['#0072B2', '#D55E00', '#009E73', '#CC79A7', '#882255', '#E69F00', '#56B4E9', '#7A7A7A'];
const kShapes = [
  'circle', 'square', 'triangle-up', 'diamond', 'triangle-down', 'cross', 'triangle-left',
  'triangle-right'
];
const kDashes =
    [[1, 0], [6, 3], [2, 2], [8, 3, 2, 3], [10, 4], [4, 2, 1, 2], [1, 3], [12, 3, 2, 3, 2, 3]];
// Colours repeat after eight learners, then in other company.
const shifted = learner => (learner + Math.floor(learner / kColours.length)) % kColours.length;

// The numbers of one kind of examples that stand beside several of the other kind, in ascending
// order.
function sharedSizes(rows, x, other) {
  const beside = new Map();
  for (const row of rows) beside.set(row[other], (beside.get(row[other]) ?? new Set()).add(row[x]));
  return [...beside]
      .filter(([, sizes]) => sizes.size > 1)
      .sort((a, b) => b[1].size - a[1].size || b[0] - a[0]);
}

// Lines of three labeled sizes or more that have so many unlabeled examples for each labeled one.
function proportionalLines(rows) {
  const lines = new Map();
  for (const row of rows) {
    if (row.labeled === 0 || row.unlabeled === 0) continue;
    const proportion = row.unlabeled / row.labeled;
    lines.set(proportion, [...(lines.get(proportion) ?? []), row]);
  }
  return [...lines]
      .filter(([, line]) => distinct(line, 'labeled').length > 2)
      .sort((a, b) => a[0] - b[0]);
}

// The panels of a figure, each a line a learner over the labeled or the unlabeled examples; none
// where there is one size, or many data sets. Sizes that are no product have their proportional
// lines first.
function panelsOf(rows) {
  const sizes = key => distinct(rows, key).length;
  const [x, by] =
      sizes('labeled') > sizes('unlabeled') ? ['labeled', 'unlabeled'] : ['unlabeled', 'labeled'];
  const shared =
      sharedSizes(rows, x, by)
          .slice(0, kMostPanels)
          .map(([size]) => size)
          .sort((a, b) => a - b)
          .map(size => ({x, title: `${size} ${by}`, rows: rows.filter(row => row[by] === size)}));
  const cells = new Set(rows.map(({labeled, unlabeled}) => `${labeled} ${unlabeled}`)).size;
  if (cells === sizes('labeled') * sizes('unlabeled')) return shared;
  const lines = proportionalLines(rows).map(
      ([proportion, line]) =>
          ({x: 'labeled', title: `${proportion} unlabeled for each labeled`, rows: line}));
  return [...lines, ...shared].slice(0, kMostPanels);
}

// Learners whose means are the same whatever the number of unlabeled examples.
function levelLearners(rows) {
  if (distinct(rows, 'unlabeled').length < 2) return new Set();
  return new Set(distinct(rows, 'learner').filter(learner => {
    const means = new Map();
    for (const row of rows.filter(row => row.learner === learner))
      means.set(row.labeled, (means.get(row.labeled) ?? new Set()).add(row.mean));
    return [...means.values()].every(of => of.size === 1);
  }));
}

// Names as reports write them, with the abbreviations that these know.
const kNames =
    fs.readFileSync(new URL('../../results/text/readable_names.cpp', import.meta.url), 'utf8');
const kAbbreviations = new Set(kNames.match(/kAbbreviations = \{([^}]*)\}/)[1].match(/\w+/g));
function readable(name) {
  if (!/^[a-z0-9_]+$/.test(name)) return name;
  const words = name.split('_').filter(word => word !== '');
  const text = words.map(word => kAbbreviations.has(word) ? word.toUpperCase() : word).join(' ');
  return text.replace(/\bco /g, 'co-');
}

// Colour, shape and dash of learners, with one legend of whole names above.
function channels(learners, hasLegend) {
  const scale = range => ({domain: learners, range: learners.map((_, k) => range(k))});
  const names = JSON.stringify(Object.fromEntries(learners.map(name => [name, readable(name)])));
  const legend = hasLegend && learners.length > 1 ? {
    orient: 'top',
    title: null,
    labelLimit: 0,
    columns: 3,
    symbolOpacity: 1,
    labelExpr: `${names}[datum.label]`
  } :
                                                    null;
  const field = {field: 'learner', type: 'nominal', title: null};
  return {
    color: {...field, scale: scale(k => kColours[k % kColours.length]), legend},
    shape: {...field, scale: scale(k => kShapes[shifted(k)]), legend},
    // By the learner's number, which keeps dashes out of the legend's symbols.
    strokeDash: {
      field: 'number',
      type: 'nominal',
      scale:
          {domain: learners.map((_, k) => k), range: learners.map((_, k) => kDashes[shifted(k)])},
      legend: null
    },
  };
}

// No label at the end of an axis, where it would push the title of its panel up.
const valueScale = metric =>
    kTimeMetrics.includes(metric) ? {type: 'log'} : {zero: false, nice: false, padding: 8};

function lines({x, rows}, metric, learners, hasLegend) {
  const sizes = distinct(rows, x).sort((a, b) => a - b);
  // Where sizes begin with 0 their like of a logarithm.
  const scale = sizes[0] > 0 ? {type: 'log', nice: false} :
                               {type: 'symlog', nice: false, constant: sizes[1] / 2};
  const {color, shape, strokeDash} = channels(learners, hasLegend);
  const y = {
    field: 'mean',
    type: 'quantitative',
    title: readable(metric),
    scale: valueScale(metric),
    axis: {tickCount: 5}
  };
  const base = {
    x: {
      field: x,
      type: 'quantitative',
      title: `${x} examples`,
      scale,
      axis: {values: sizes, labelOverlap: true}
    },
    color,
  };
  return [
    {mark: {type: 'line', strokeWidth: 1.5}, encoding: {...base, strokeDash, y}},
    {
      mark: {type: 'point', filled: true, size: 34},
      transform: [{filter: '!datum.again'}],
      encoding: {...base, shape, y}
    },
    {
      mark: {type: 'rule'},
      transform: [{filter: '!datum.again'}],
      encoding: {...base, y: {...y, field: 'low'}, y2: {field: 'high'}}
    },
  ];
}

function dots(y, metric, learners) {
  const x = {
    field: 'mean',
    type: 'quantitative',
    title: readable(metric),
    axis: {tickCount: 5},
    scale: valueScale(metric)
  };
  const {color, shape} = channels(learners, y !== 'learner');
  const names = JSON.stringify(Object.fromEntries(learners.map(name => [name, readable(name)])));
  const axis = {labelLimit: 0, ...(y === 'learner' ? {labelExpr: `${names}[datum.label]`} : {})};
  const base = {y: {field: y, type: 'nominal', sort: null, title: null, axis}, color};
  return [
    {mark: {type: 'point', filled: true, size: 34}, encoding: {...base, shape, x}},
    {mark: {type: 'rule'}, encoding: {...base, x: {...x, field: 'low'}, x2: {field: 'high'}}},
  ];
}

function specOf(record, metric) {
  const values = rowsOf(record, metric), learners = distinct(values, 'learner');
  const axis = {domainColor: '#888', tickColor: '#888', gridColor: '#888', gridOpacity: 0.25};
  const style = {
    $schema: 'https://vega.github.io/schema/vega-lite/v6.json',
    background: null,
    config: {aria: false, font: 'sans-serif', view: {stroke: null}, axis},
  };
  const has_members = values[0].member !== undefined;
  const panels = has_members ? [] : panelsOf(values);
  if (panels.length === 0)
    return {
      ...style,
      width: kPanel.width * 1.5,
      height: {step: 14},
      data: {values},
      layer: dots(has_members ? 'member' : 'learner', metric, learners)
    };
  // What unlabeled examples do not change has its points once: where they are fewest.
  const levels = levelLearners(values), drawn = new Set();
  const specs = panels.map((panel, i) => {
    const rows = [...panel.rows].sort((a, b) => a.unlabeled - b.unlabeled).map(row => {
      const key = `${row.learner} ${row.labeled}`,
            again = levels.has(row.learner) && drawn.has(key);
      drawn.add(key);
      return {...row, again, number: learners.indexOf(row.learner)};
    });
    const title = {text: panel.title, fontSize: 11};
    return {...kPanel, title, data: {values: rows}, layer: lines(panel, metric, learners, i === 0)};
  });
  if (specs.length === 1) return {...style, ...specs[0]};
  // Plots in line whatever their axes need; these have their place between them.
  const layout = {columns: 2, bounds: 'flush', spacing: {column: 70, row: 70}};
  return {
    ...style,
    ...layout,
    resolve: {legend: {color: 'shared', shape: 'shared'}},
    concat: specs
  };
}

// Text takes the colour of the page: dark on white, light on dark.
const kStyle = '<style>text{fill:#333}@media(prefers-color-scheme:dark){text{fill:#ddd}}</style>';

// A specification as SVG with `style`; coordinates have two decimals. Throws where Vega is missing.
async function drawn(specification, style) {
  const vega = await import('vega'), vega_lite = await import('vega-lite');
  const {spec} = vega_lite.compile(specification, {logger: vega.logger(vega.Error)});
  const view = new vega.View(vega.parse(spec), {renderer: 'none'});
  const svg = await view.toSVG();
  view.finalize();
  const short = svg.replace(/="[^"]*"/g, attribute => attribute.replace(/(\.\d\d)\d+/g, '$1'));
  return short.replace(/ (aria-\w+|role)="[^"]*"/g, '').replace(/(<svg[^>]*>)/, `$1${style}`) +
      '\n';
}

export const figureOf = (config, record) => drawn(specOf(record, metricOf(config, record)), kStyle);

// The picture of the front page, from the record of quickstart: the errors at one labeled size over
// the unlabeled sentences, with the name of each learner at its line.
const kFront = {
  labeled: 40,
  learners: new Map([
    ['hmm', {colour: 1, dy: -13, label: 'hidden Markov model'}],
    ['svm', {colour: 2, dy: 15, label: 'structural SVM'}],
    ['svm_context', {colour: 0, dy: 17, label: 'the same SVM, with features\nfrom the unlabeled sentences'}],
  ]),
};
const kInks = {
  light: {text: '#333333', colours: ['#0072B2', '#B84A00', '#007A59']},
  dark: {text: '#dddddd', colours: ['#56B4E9', '#E69F00', '#3FC79A']},
};

function frontSpecOf(record, ink) {
  const {labeled, learners} = kFront;
  const percent = ({mean, low, high, ...row}) =>
      ({...row, mean: 100 * mean, low: 100 * low, high: 100 * high});
  const values = rowsOf(record, 'token_error')
                     .filter(row => row.labeled === labeled && learners.has(row.learner))
                     .map(percent)
                     .sort((a, b) => a.unlabeled - b.unlabeled);
  const sizes = distinct(values, 'unlabeled');
  if (distinct(values, 'learner').length !== learners.size || sizes.length < 3)
    throw new Error('the record of quickstart has no curves for the front page');
  const x = {
    field: 'unlabeled',
    type: 'quantitative',
    title: `unlabeled sentences, beside ${labeled} labeled ones`,
    scale: {type: 'symlog', nice: false, constant: sizes[1] / 2, padding: 22},
    axis: {values: sizes, labelExpr: 'format(datum.value, ",d")', grid: false}
  };
  const y = {
    field: 'mean',
    type: 'quantitative',
    title: 'wrong tags (%)',
    scale: {domain: [0, 25], nice: false},
    axis: {tickCount: 5}
  };
  const keys = [...learners.keys()];
  const color = {
    field: 'learner',
    type: 'nominal',
    legend: null,
    scale: {domain: keys, range: keys.map(key => ink.colours[learners.get(key).colour])}
  };
  const names = values.filter(row => row.unlabeled === sizes.at(-1)).map(row => {
    const {label, dy} = learners.get(row.learner);
    return {
      mark: {type: 'text', fontSize: 13, fontWeight: 600, align: 'right', lineBreak: '\n', dx: 6, dy},
      data: {values: [{...row, text: `${row.mean.toFixed(1)} %  ${label}`}]},
      encoding: {x, y, color, text: {field: 'text'}}
    };
  });
  const grey = {domainColor: '#888', tickColor: '#888', gridColor: '#888', gridOpacity: 0.25};
  const axis = {...grey, labelColor: ink.text, titleColor: ink.text, labelFontSize: 12};
  return {
    $schema: 'https://vega.github.io/schema/vega-lite/v6.json',
    background: null,
    width: 470,
    height: 220,
    config: {
      aria: false,
      font: 'sans-serif',
      view: {stroke: null},
      axis: {...axis, titleFontSize: 13, titleFontWeight: 'normal'}
    },
    data: {values},
    layer: [
      {mark: {type: 'line', strokeWidth: 2.5}, encoding: {x, y, color}},
      {mark: {type: 'rule'}, encoding: {x, y: {...y, field: 'low'}, y2: {field: 'high'}, color}},
      {mark: {type: 'point', filled: true, size: 60, opacity: 1}, encoding: {x, y, color}},
      ...names,
    ]
  };
}

// By the name of its ink, light or dark.
export async function frontFiguresOf(record) {
  const inks = Object.entries(kInks);
  return Promise.all(
      inks.map(async ([name, ink]) => [name, await drawn(frontSpecOf(record, ink), '')]));
}
