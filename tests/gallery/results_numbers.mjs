// The tables of docs/results.md against docs/record: node results_numbers.mjs SOURCE_DIR
//
// Comments directly above a table say what its numbers are:
//   <!-- record CONFIG, ...; KEY=VALUE, ...; LABEL: KEY=VALUE, ...; ... -->
//       A grid of means, with ± of standard errors. Keys are `config` and columns of curves.csv; a cell has
//       those of all cells, of its column's label and of its row's, and every line of curves.csv with these
//       must give its numbers. `metric` may be NAME% (in percent), and several with + between them, for cells
//       with ; between their parts. Labels of numbers are what the corner cell or the key `numbers` says;
//       names of learners and members need no group.
//   <!-- record CONFIG, ... -->
//       A table of words, of these configs. Without a comment they are those of the last heading or paragraph
//       that names any, or those in the table's own first column. A number behind "p =" is a p value of the
//       claims that the row names, by their text or by an id as J6a; another one is a difference or standard
//       error of these, in points or not, whatever its sign. Where the row names none: of any claim, or a
//       mean.
//   <!-- not of the record: WHY -->, <!-- not of the record (NUMBER, ...): WHY -->
//       The table, or these numbers of it, are passed over.
// So are columns and rows that are `printed` or `superseded`, and configs without a record.
import assert from 'node:assert';
import fs from 'node:fs';
import path from 'node:path';

import {readRecord} from '../../tools/lib/record_files.mjs';

const source = process.argv[2];
const configs = fs.readdirSync(path.join(source, 'configs'))
                    .filter(file => file.endsWith('.json'))
                    .map(file => path.basename(file, '.json'));
const records = new Map(configs.map(name => [name, readRecord(source, name)]).filter(([, record]) => record));

const plain = cell => cell.replaceAll(/[*`]/g, '').trim();
const cellsOf = line => line.trim().slice(1, -1).split('|');
const passedOver = label => /^(printed|superseded)/.test(label);
const kNumber = /(?<![\w.⁻])(?:\d[\d,]*(?:\.\d+)?|\.\d+)(?:e-?\d+)?(?![\w⁻])/g;
const numbersIn = text => [...text.matchAll(kNumber)].map(match => match[0]);

// The number as printed is the exact one to its digits; a tie may go either way.
function agrees(printed, exact) {
  const [mantissa, exponent] = printed.replaceAll(',', '').split('e');
  const unit = 10 ** (Number(exponent ?? 0) - (mantissa.split('.')[1] ?? '').length);
  return Math.abs(Number(mantissa + (exponent ? `e${exponent}` : '')) - exact) <= unit / 2 * (1 + 1e-9);
}

// The configs of a list of names, of which * stands for any.
const expand = names => names.flatMap(name => {
  const pattern = new RegExp(`^${name.replaceAll('*', '.*')}$`);
  return configs.filter(config => pattern.test(config));
});

// The tables with the comments above them and the configs that the text before them names.
function tablesOf(text) {
  const tables = [];
  let named = [], paragraph = [], comment = '', open = false;
  text.split('\n').forEach((line, i) => {
    if (open || /^\s*<!--/.test(line)) {
      comment += `${line.trim()} `;
      open = !line.includes('-->');
    } else if (/^\s*\|/.test(line)) {
      if (tables.at(-1)?.end !== i) tables.push({named, comment, first: i + 1, lines: []});
      tables.at(-1).lines.push(line);
      tables.at(-1).end = i + 1;
      comment = '';
    } else {
      if (line.startsWith('#')) named = [];
      if (line.trim() !== '') comment = '';
      paragraph = line.trim() === '' ? [] : [...paragraph, line];
      const found = expand([...paragraph.join(' ').matchAll(/`([\w*]+)\.json`/g)].map(match => match[1]));
      if (found.length > 0) named = found;
    }
  });
  return tables.map(table => ({...table, ...markersOf(table.comment)}));
}

function pairs(text) { return Object.fromEntries(text.split(', ').map(pair => pair.split('='))); }

function markersOf(comment) {
  const marks = {groups: null, labels: new Map(), not: null};
  for (const [, text] of comment.matchAll(/<!-- (.*?) -->/g)) {
    const not = /^not of the record(?: \((.*?)\))?: ./.exec(text);
    if (not) marks.not = not[1]?.split(', ') ?? 'all';
    if (not) continue;
    assert(text.startsWith('record '), `a comment above a table: ${text}`);
    const [names, all, ...groups] = text.slice('record '.length).split(/; */);
    marks.named = expand(names.split(', '));
    assert(marks.named.length > 0, `no such config: ${names}`);
    if (all) marks.groups = pairs(all);
    for (const group of groups) marks.labels.set(group.split(': ')[0], pairs(group.split(': ')[1]));
  }
  return marks;
}

// What a label of a grid says of its cells.
function keysOf(table, label) {
  const rows = table.named.flatMap(name => records.get(name)?.curves ?? []);
  if (table.labels.has(label) || rows.length === 0) return table.labels.get(label);
  if (/^[\d, ]+$/.test(label)) {
    const names = (table.groups.numbers ?? plain(cellsOf(table.lines[0])[0])).split(', ');
    return Object.fromEntries(label.split(', ').map((value, i) => [names[i], value.replaceAll(',', '')]));
  }
  const member = label.replaceAll('-', '_');
  if (rows.some(row => row.learner === label)) return {learner: label};
  assert(
      rows.some(row => row.member === member), `label "${label}": no group, learner or member of this name`);
  return {member};
}

// Of one part of a cell, as "12.46 ± 0.26": the numbers that are not those of the record.
function gridFaults(keys, metric, numbers) {
  const {config, numbers: of_labels, ...rest} = keys;
  const address = Object.entries({...rest, metric: metric?.replace('%', '')});
  const scale = metric?.endsWith('%') ? 100 : 1;
  const rows = records.get(config).curves.filter(row => address.every(([key, value]) => row[key] === value));
  if (rows.length === 0) return numbers.map(number => `${number}: no such cell, ${JSON.stringify(keys)}`);
  return numbers.flatMap((number, i) => {
    const column = i === 0 ? 'mean' : 'standard_error';
    const values = rows.map(row => scale * Number(row[column]));
    return i < 2 && values.every(value => agrees(number, value)) ? [] : [`${number}: ${column} is ${values}`];
  });
}

function checkGrid(table, add) {
  const header = cellsOf(table.lines[0]).map(plain);
  table.lines.forEach((line, row) => {
    if (row < 2) return;
    const [label, ...cells] = cellsOf(line).map(plain);
    cells.forEach((cell, i) => {
      const numbers = numbersIn(cell);
      if (numbers.length === 0) return;
      if ([label, header[i + 1]].some(passedOver) || numbers.every(number => table.not?.includes(number)))
        return add(row, 'skipped', numbers);
      const of_table = {config: table.named[0], ...table.groups};
      const keys = {...of_table, ...keysOf(table, header[i + 1]), ...keysOf(table, label)};
      if (!records.has(keys.config)) return add(row, 'skipped', numbers);
      const metrics = keys.metric.split('+');
      const parts = cell.split(';');
      const faults = parts.flatMap((part, k) => gridFaults(keys, metrics[k], numbersIn(part)));
      add(row, 'grid', numbers, faults);
    });
  });
}

const idsIn = text => text.match(/\b[A-Z]{1,2}\d+(?:\.\d+)?[a-z]?\b/g) ?? [];

// The numbers that a row of words may have, or null where it is of a config without a record. A claim that
// has no difference, as one of a growth, is about means.
function allowed(row_configs, words) {
  const named = row_configs.filter(name => records.has(name));
  const claims = named.flatMap(name => records.get(name).claims);
  const said = words.map(word => word.replace(/^.*?\d\w?: /, ''));
  const ids = words.flatMap(word => idsIn(/^[\w., ]*/.exec(word)[0]));
  let of = claims.filter(claim => said.includes(claim.text));
  if (of.length === 0) of = claims.filter(claim => idsIn(claim.source).some(id => ids.includes(id)));
  const foreign = of.length === 0 && ids.length > 0 && named.length < row_configs.length;
  if (named.length === 0 || foreign) return null;
  const about_means = of.every(claim => claim.difference === 'nan');
  const means = about_means ? named.flatMap(name => records.get(name).curves) : [];
  if (of.length === 0) of = claims;
  const values = [
    ...of.flatMap(claim => [claim.difference, claim.standard_error]),
    ...means.flatMap(row => [row.mean, row.standard_error])
  ].map(Math.abs);
  return {p: of.map(claim => Number(claim.p)), other: values.flatMap(value => [value, 100 * value])};
}

function checkWords(table, add) {
  const header = cellsOf(table.lines[0]).map(plain);
  let own = table.named;
  table.lines.forEach((line, row) => {
    if (row < 2) return;
    const cells = cellsOf(line).map(plain);
    const name = cells[0].split(' ')[0];
    if (configs.includes(name)) own = [name];
    const values = allowed(own, cells.slice(0, 2));
    for (const cell of cells.filter((_, i) => i > 0 && !passedOver(header[i]))) {
      for (const {index, 0: number} of cell.matchAll(kNumber)) {
        if (!/[.e]/.test(number)) continue;
        const skipped = values === null || table.not?.includes(number);
        if (skipped) add(row, 'skipped', [number]);
        if (skipped) continue;
        const is_p = number.includes('e') || /\bp (=|at most) (\S+ to )?$/.test(cell.slice(0, index));
        const found = (is_p ? values.p : values.other).some(value => agrees(number, value));
        add(row, 'words', [number],
            found ? [] : [`${number}: no ${is_p ? 'p value' : 'number'} of the record`]);
      }
    }
  });
}

// How many numbers of a table were checked in what way, and what is wrong.
function check(table) {
  const result = {grid: 0, words: 0, skipped: 0, faults: []};
  const fault = (row, what) => result.faults.push(`docs/results.md:${table.first + row}: ${what}`);
  const all = numbersIn(table.lines.join());
  if (table.not === 'all') return {...result, skipped: all.length};
  for (const number of table.not ?? []) {
    if (!all.includes(number)) fault(0, `${number}, "not of the record", is not in this table`);
  }
  for (const label of table.labels.keys()) {
    const labels = [...cellsOf(table.lines[0]), ...table.lines.map(line => cellsOf(line)[0])].map(plain);
    if (!labels.includes(label)) fault(0, `no row or column "${label}", of which the comment speaks`);
  }
  try {
    (table.groups ? checkGrid : checkWords)(table, (row, kind, numbers, faults = []) => {
      result[kind] += numbers.length;
      for (const what of faults) fault(row, what);
    });
  } catch (error) {
    if (!(error instanceof assert.AssertionError)) throw error;
    fault(0, error.message);
  }
  return result;
}

// How many of its numbers are found where one digit is another one.
function changesFound(table) {
  return table.lines
      .flatMap((line, row) => {
        const label_end = line.indexOf('|', line.indexOf('|') + 1);
        return [...line.matchAll(kNumber)].filter(({index, 0: number}) => {
          if (row < 2 || index < label_end) return false;
          const last = index + number.split('e')[0].length - 1;
          const changed = `${line.slice(0, last)}${(Number(line[last]) + 5) % 10}${line.slice(last + 1)}`;
          const lines = table.lines.map((old, i) => i === row ? changed : old);
          return check({...table, lines}).faults.length > 0;
        });
      })
      .length;
}

const tables = tablesOf(fs.readFileSync(path.join(source, 'docs/results.md'), 'utf8'));
const results = tables.map(check);
const sum = kind => results.reduce((total, result) => total + result[kind], 0);
const checked = results.filter(({grid, words}) => grid + words > 0).length;
console.log(
    `${checked} of ${tables.length} tables: ${sum('grid')} numbers of grids and ${sum('words')} of words ` +
    `checked, ${sum('skipped')} passed over`);
const faults = results.flatMap(result => result.faults);
assert.strictEqual(faults.length, 0, faults.join('\n'));
assert(sum('grid') > 500 && sum('words') > 100, 'most tables of recorded configs are checked');

// A digit that is changed is found, each of a grid and most of those among words.
let found = 0;
tables.forEach((table, i) => {
  const {grid, words} = results[i];
  if (grid > 0)
    assert(changesFound(table) >= grid, `docs/results.md:${table.first}: a changed digit is not found`);
  if (words > 0) found += Math.min(words, changesFound(table));
});
console.log(`${found} of ${sum('words')} changed digits among words are found`);
assert(found > 0.75 * sum('words'));
