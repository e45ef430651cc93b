// Paths of alignments of the same pairs, one over the other, as SVG (docs/alignment.md):
//   node tools/draw_alignments.mjs OUTPUT.svg NAME=FILE NAME=FILE ...
//     a panel for each pair, the first sequence to the right, the second one downwards, a path for
//     each file; the first file is the reference, drawn thin and dashed in grey, below all others.
//     Files are aligned FASTA, as `costruct predict` writes it, or tables of TM-align with the
//     pairs in the same order.
import {readFileSync, writeFileSync} from 'node:fs';
import * as vega from 'vega';
import * as vegaLite from 'vega-lite';

// Told apart without colours as well: by dashes.
const styles = [
  {color: '#767676', dash: [5, 3], width: 1.5},
  {color: '#0072B2', dash: [1, 0], width: 2},
  {color: '#D55E00', dash: [8, 2], width: 2},
  {color: '#009E73', dash: [2, 2], width: 2},
];

function fail(message) {
  console.error(`draw_alignments: ${message}`);
  process.exit(2);
}

function linesOf(file) {
  try {
    return readFileSync(file, 'utf8').split(/\r?\n/).filter(line => line.trim() !== '');
  } catch (error) {
    return fail(`${file}: ${error.message}`);
  }
}

/**
 * {names, columns} of each pair; a column is P, a pair, F or S, a residue of the first or the
 * second sequence alone.
 */
function pairsOfTable(file) {
  return linesOf(file).map((line, i) => {
    const [, first, second, , , , , , states] = line.split('\t');
    if (!/^[12:.]+$/.test(states ?? ''))
      fail(`${file}:${i + 1}: expected nine fields, the last of 1, 2, : and .`);
    return {
      names: [first, second],
      columns: states.replace(/[:.]/g, 'P').replaceAll('1', 'F').replaceAll('2', 'S')
    };
  });
}

function pairsOfFasta(file) {
  const records = [];
  for (const line of linesOf(file)) {
    if (line.startsWith('>')) records.push({name: line.slice(1).split(/\s/)[0], row: ''});
    else if (records.length === 0) fail(`${file}: expected a header, > and a name, first`);
    else if (!line.startsWith('#')) records.at(-1).row += line.replace(/\s/g, '');
  }
  if (records.length % 2) fail(`${file}: ${records.length} records: expected two for each pair`);
  const pairs = [];
  for (let i = 0; i < records.length; i += 2) {
    const [a, b] = records.slice(i, i + 2);
    const names = `${a.name} and ${b.name}`;
    if (a.row.length !== b.row.length)
      fail(`${file}: ${names}: ${a.row.length} and ${b.row.length} columns`);
    const columns = [...a.row].map((letter, c) => {
      const gaps = [letter, b.row[c]].map(each => each === '-' || each === '.');
      if (gaps[0] && gaps[1]) fail(`${file}: ${names}: column ${c + 1} is a gap in both rows`);
      return gaps[1] ? 'F' : gaps[0] ? 'S' : 'P';
    });
    pairs.push({names: [a.name, b.name], columns: columns.join('')});
  }
  return pairs;
}

const pairsOf = file =>
    (linesOf(file)[0] ?? '').includes('\t') ? pairsOfTable(file) : pairsOfFasta(file);

/**
 * The corners of a path: one point at the beginning, and one at the end of each run of an
 * operation.
 */
function cornersOf(columns) {
  const corners = [{first: 0, second: 0}];
  let first = 0, second = 0;
  for (const [run] of columns.matchAll(/P+|F+|S+/g)) {
    if (run[0] !== 'S') first += run.length;
    if (run[0] !== 'F') second += run.length;
    corners.push({first, second});
  }
  return corners;
}

function panel(k, files) {
  const title = files[0].pairs[k].names.join(' and ');
  const values = [];
  for (const [f, {name, file, pairs}] of files.entries()) {
    if (pairs[k].names.join(' and ') !== title)
      fail(`${file}: pair ${k + 1} is ${pairs[k].names.join(' and ')}, and of ${files[0].file} ${
          title}`);
    const corners = cornersOf(pairs[k].columns), end = corners.at(-1);
    if (f > 0 && (end.first !== values[0].lengths[0] || end.second !== values[0].lengths[1]))
      fail(`${file}: ${title}: ${end.first} and ${end.second} residues, and ${
          values[0].lengths.join(' and ')} in ${files[0].file}`);
    corners.forEach(
        (corner, order) =>
            values.push({...corner, alignment: name, order, lengths: [end.first, end.second]}));
  }
  const [n, m] = values[0].lengths, names = files.map(each => each.name), longest = Math.max(n, m);
  const scale = range => ({domain: names, range: files.map((_, f) => styles[f][range])});
  const axis = {
    tickMinStep: 50,
    values: Array.from({length: Math.floor(longest / 50) + 1}, (_, i) => 50 * i),
    grid: false
  };
  return {
    title: {text: title, anchor: 'start'},
    width: 280 * n / longest,
    height: 280 * m / longest,
    // A layer each, so that the reference is drawn first.
    layer: names.map(
        (name, f) => ({
          data: {values: values.filter(each => each.alignment === name)},
          mark: {type: 'line', strokeWidth: styles[f].width},
          encoding: {
            x: {
              field: 'first',
              type: 'quantitative',
              title: files[0].pairs[k].names[0],
              scale: {domain: [0, n], nice: false},
              axis
            },
            y: {
              field: 'second',
              type: 'quantitative',
              title: files[0].pairs[k].names[1],
              scale: {domain: [0, m], nice: false, reverse: true},
              axis
            },
            order: {field: 'order', type: 'quantitative'},
            color: {
              field: 'alignment',
              type: 'nominal',
              title: null,
              scale: scale('color'),
              legend: {orient: 'top', symbolStrokeWidth: 2, symbolSize: 400}
            },
            strokeDash: {field: 'alignment', type: 'nominal', title: null, scale: scale('dash')},
          },
        })),
  };
}

const [output, ...named] = process.argv.slice(2);
if (named.length < 2 || named.length > styles.length || !named.every(each => each.indexOf('=') > 0))
  fail(`usage: OUTPUT.svg NAME=FILE NAME=FILE ..., 2 to ${
      styles.length} files, the reference first`);
const files = named.map(each => {
  const at = each.indexOf('='), file = each.slice(at + 1);
  return {name: each.slice(0, at), file, pairs: pairsOf(file)};
});
for (const {file, pairs} of files) {
  if (pairs.length === 0 || pairs.length !== files[0].pairs.length)
    fail(`${file}: ${pairs.length} pairs, and ${files[0].file} has ${files[0].pairs.length}`);
}
const spec = {
  background: 'white',
  hconcat: files[0].pairs.map((_, k) => panel(k, files))
};
const view = new vega.View(vega.parse(vegaLite.compile(spec).spec), {renderer: 'none'});
writeFileSync(output, await view.toSVG());
