// A small figure of a record: one metric, drawn by Vega-Lite from the recorded curves, on any background.
import {kTimeMetric} from './record_files.mjs';

const kPanel = {
  width: 260,
  height: 170
};
const kMostPanels = 4;

const distinct = (rows, key) => [...new Set(rows.map(row => row[key]))];

// What a config is about: the metric of its first claim, or its first metric.
export function metricOf({config}, record) {
  const claim = (config.claims ?? [])[0];
  const wanted = claim?.growth ? kTimeMetric : claim?.metric ?? (config.metrics ?? [])[0];
  const there = distinct(record.curves, 'metric');
  return there.includes(wanted) ? wanted : there[0];
}

export function rowsOf(record, metric) {
  return record.curves.filter(row => row.metric === metric && Number.isFinite(Number(row.mean))).map(row => {
    const mean = Number(row.mean), error = Number(row.standard_error) || 0;
    return {
      ...row,
      labeled: Number(row.labeled),
      unlabeled: Number(row.unlabeled),
      mean,
      // Times are drawn by logarithms, which end above 0.
      low: metric === kTimeMetric ? Math.max(mean - error, mean / 10) : mean - error,
      high: mean + error
    };
  });
}

// The numbers of one kind of examples that stand beside several of the other kind, in ascending order.
function sharedSizes(rows, x, other) {
  const beside = new Map();
  for (const row of rows) beside.set(row[other], (beside.get(row[other]) ?? new Set()).add(row[x]));
  return [...beside]
      .filter(([, sizes]) => sizes.size > 1)
      .sort((a, b) => b[1].size - a[1].size || b[0] - a[0]);
}

// A line a learner over that kind of examples which takes more sizes, with a panel for each of the largest
// sizes of the other kind; points where there is one size, or many data sets.
function layoutOf(rows) {
  if (rows[0].member !== undefined) return {y: 'member'};
  const [x, by] = distinct(rows, 'labeled').length > distinct(rows, 'unlabeled').length ?
      ['labeled', 'unlabeled'] :
      ['unlabeled', 'labeled'];
  const shared = sharedSizes(rows, x, by);
  if (shared.length === 0) return {y: 'learner'};
  return {x, by, panels: shared.slice(0, kMostPanels).map(([size]) => size).sort((a, b) => a - b)};
}

function lines(x, values, metric) {
  const sizes = distinct(values, x).sort((a, b) => a - b);
  // Where sizes begin with 0 their like of a logarithm.
  const scale =
      sizes[0] > 0 ? {type: 'log', nice: false} : {type: 'symlog', nice: false, constant: sizes[1] / 2};
  const y = {
    field: 'mean',
    type: 'quantitative',
    title: metric,
    scale: metric === kTimeMetric ? {type: 'log'} : {zero: false},
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
    color: {field: 'learner', type: 'nominal', sort: null, title: null},
  };
  return [
    {mark: {type: 'line', strokeWidth: 1.5}, encoding: {...base, y}},
    {mark: {type: 'point', filled: true, size: 22}, encoding: {...base, y}},
    {mark: {type: 'rule'}, encoding: {...base, y: {...y, field: 'low'}, y2: {field: 'high'}}},
  ];
}

function dots(y, metric) {
  const x = {
    field: 'mean',
    type: 'quantitative',
    title: metric,
    axis: {tickCount: 5},
    scale: metric === kTimeMetric ? {type: 'log'} : {zero: false}
  };
  const base = {
    y: {field: y, type: 'nominal', sort: null, title: null},
    color: {
      field: 'learner',
      type: 'nominal',
      sort: null,
      title: null,
      ...(y === 'learner' ? {legend: null} : {})
    },
  };
  return [
    {mark: {type: 'point', filled: true, size: 30}, encoding: {...base, x}},
    {mark: {type: 'rule'}, encoding: {...base, x: {...x, field: 'low'}, x2: {field: 'high'}}},
  ];
}

function specOf(record, metric) {
  const values = rowsOf(record, metric);
  const layout = layoutOf(values);
  const scheme = distinct(values, 'learner').length > 10 ? 'tableau20' : 'tableau10';
  const axis = {domainColor: '#888', tickColor: '#888', gridColor: '#888', gridOpacity: 0.25};
  const style = {
    $schema: 'https://vega.github.io/schema/vega-lite/v6.json',
    background: null,
    config: {aria: false, font: 'sans-serif', view: {stroke: null}, axis, range: {category: {scheme}}},
  };
  if (!layout.x)
    return {
      ...style,
      width: kPanel.width * 1.5,
      height: {step: 14},
      data: {values},
      layer: dots(layout.y, metric)
    };
  const panels = layout.panels.map(size => {
    const title = {text: `${size} ${layout.by}`, fontSize: 11};
    const rows = values.filter(row => row[layout.by] === size);
    return {...kPanel, title, data: {values: rows}, layer: lines(layout.x, rows, metric)};
  });
  return panels.length === 1 ? {...style, ...panels[0]} : {...style, columns: 2, concat: panels};
}

// Text takes the colour of the page: dark on white, light on dark.
const kStyle = '<style>text{fill:#333}@media(prefers-color-scheme:dark){text{fill:#ddd}}</style>';

// The figure as SVG; coordinates have two decimals. Throws where Vega is missing.
export async function figureOf(config, record) {
  const vega = await import('vega'), vega_lite = await import('vega-lite');
  const {spec} =
      vega_lite.compile(specOf(record, metricOf(config, record)), {logger: vega.logger(vega.Error)});
  const view = new vega.View(vega.parse(spec), {renderer: 'none'});
  const svg = await view.toSVG();
  view.finalize();
  const short = svg.replace(/="[^"]*"/g, attribute => attribute.replace(/(\.\d\d)\d+/g, '$1'));
  return short.replace(/ (aria-\w+|role)="[^"]*"/g, '').replace(/(<svg[^>]*>)/, `$1${kStyle}`) + '\n';
}
