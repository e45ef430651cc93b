// The numbers of tables against means, standard errors and claims of the record.
import assert from 'node:assert';

import {cellsOf, choicesIn, kNotOfRecord, passedOver, plain, rowsOf} from './markdown.mjs';
import {chosenClaims, namedClaims, records} from './records.mjs';

export const kNumber = /(?<![\w.⁻])(?:\d[\d,]*(?:\.\d+)?|\.\d+)(?:e-?\d+)?(?![\w⁻])/g;
const numbersIn = text => [...text.matchAll(kNumber)].map(match => match[0]);

// The number as printed is the exact one to its digits; a tie may go either way.
function agrees(printed, exact) {
  const [mantissa, exponent] = printed.replaceAll(',', '').split('e');
  const unit = 10 ** (Number(exponent ?? 0) - (mantissa.split('.')[1] ?? '').length);
  return Math.abs(Number(mantissa + (exponent ? `e${exponent}` : '')) - exact) <=
      unit / 2 * (1 + 1e-9);
}

// What a label of a grid says of its cells; `numbers` are the keys of one that is made of numbers.
function keysOf(table, label, numbers) {
  const rows = table.named.flatMap(name => records.get(name)?.curves ?? []);
  if (table.labels.has(label) || rows.length === 0) return table.labels.get(label);
  if (/^[\d, ]+$/.test(label)) {
    const names = numbers.split(', ');
    return Object.fromEntries(
        label.split(', ').map((value, i) => [names[i], value.replaceAll(',', '')]));
  }
  const member = label.replaceAll('-', '_');
  if (rows.some(row => row.learner === label)) return {learner: label};
  assert(
      rows.some(row => row.member === member),
      `label "${label}": no group, learner or member of this name`);
  return {member};
}

// The keys of one part of a cell: of values with + between them those of its place, and {KEY}
// filled in.
function keysOfPart(keys, place) {
  const of_place = value => value.split('+')[place] ?? value.split('+')[0];
  const filled = new Set();
  const fill = value => value.replaceAll(/\{(\w+)\}/g, (_, key) => {
    filled.add(key);
    return keys[key];
  });
  const all = Object.entries(keys).map(([key, value]) => [key, of_place(fill(value))]);
  return Object.fromEntries(all.filter(([key]) => !filled.has(key)));
}

const kScales = {
  '%': 100,
  ' ms': 1000
};

// Of one part of a cell, as "12.46 ± 0.26": the numbers that are not those of the record.
export function gridFaults({config, ...rest}, numbers) {
  const unit = /%$| ms$/.exec(rest.metric)?.[0] ?? '';
  const address =
      Object.entries({...rest, metric: rest.metric.slice(0, rest.metric.length - unit.length)});
  const rows =
      records.get(config).curves.filter(row => address.every(([key, value]) => row[key] === value));
  if (rows.length === 0)
    return numbers.map(number => `${number}: no such cell, ${JSON.stringify(rest)}`);
  return numbers.flatMap((number, i) => {
    const column = i === 0 ? 'mean' : 'standard_error';
    const values = rows.map(row => (kScales[unit] ?? 1) * Number(row[column]));
    return i < 2 && values.every(value => agrees(number, value)) ?
        [] :
        [`${number}: ${column} is ${values}`];
  });
}

function checkGrid(table, add) {
  const {numbers: of_labels, columns: of_columns, ...of_all} = table.groups;
  for (const row of rowsOf(table)) {
    const [label, ...cells] = row.cells;
    const of_rows = of_labels ?? row.header[0];
    cells.forEach((cell, i) => {
      const column = row.header[i + 1];
      if ([label, column].some(passedOver) || row.line.includes(kNotOfRecord))
        return add(row, 'skipped', numbersIn(cell));
      cell.split(/; |, | \(/).forEach((part, place) => {
        const [numbers, skipped] = [false, true].map(
            not => numbersIn(part).filter(number => (table.not ?? []).includes(number) === not));
        add(row, 'skipped', skipped);
        if (numbers.length === 0) return;
        const of_label = {
          ...keysOf(table, column, of_columns ?? of_rows),
          ...keysOf(table, label, of_rows)
        };
        const keys = keysOfPart({config: table.named[0], ...of_all, ...of_label}, place);
        if (!records.has(keys.config)) return add(row, 'skipped', numbers);
        add(row, 'grid', numbers, gridFaults(keys, numbers));
      });
    });
  }
}

// The numbers that a row of words may have, or null where it is not of the record. A claim that has
// no difference, as one of a growth, is about means.
function allowed(row) {
  if (row.line.includes(kNotOfRecord)) return null;
  const recorded = row.named.filter(name => records.has(name)).map(name => records.get(name));
  const choices = choicesIn(row.line);
  const parts = choices.length > 0 ? choices.map(choice => chosenClaims(choice, row.named)) :
                                     [namedClaims(row.cells.slice(0, 2), row.named)];
  if (parts.includes(null)) return null;
  let claims = parts.flat();
  const about_means = claims.every(claim => claim.difference === 'nan');
  const means = about_means ? recorded.flatMap(record => record.curves) : [];
  if (claims.length === 0) claims = recorded.flatMap(record => record.claims);
  const values = [
    ...claims.flatMap(
        claim => [claim.difference, claim.standard_error, claim.exponent, claim.low, claim.high]),
    ...means.flatMap(line => [line.mean, line.standard_error])
  ].map(Math.abs);
  return {
    p: claims.map(claim => Number(claim.p)),
    other: values.flatMap(value => [value, 100 * value])
  };
}

function checkWords(table, add) {
  for (const row of rowsOf(table)) {
    const values = allowed(row);
    for (const cell of row.cells.filter((_, i) => i > 0 && !passedOver(row.header[i]))) {
      for (const {index, 0: number} of cell.matchAll(kNumber)) {
        if (!/[.e]/.test(number)) continue;
        const skipped = values === null || table.not?.includes(number);
        if (skipped) add(row, 'skipped', [number]);
        if (skipped) continue;
        const is_p = number.includes('e') ||
            /\bp (=|at most|at least) (\S+ to )?$/.test(cell.slice(0, index));
        const found = (is_p ? values.p : values.other).some(value => agrees(number, value));
        add(row, 'words', [number],
            found ? [] : [`${number}: no ${is_p ? 'p value' : 'number'} of the record`]);
      }
    }
  }
}

// How many numbers of a table were checked in what way, and what is wrong.
export function checkNumbers(table) {
  const result = {grid: 0, words: 0, skipped: 0, faults: []};
  const fault = (number, what) => result.faults.push(`${number}: ${what}`);
  const all = numbersIn(table.lines.join());
  if (table.not === 'all') return {...result, skipped: all.length};
  for (const number of table.not ?? []) {
    if (!all.includes(number))
      fault(table.first, `${number}, "not of the record", is not in this table`);
  }
  for (const label of table.labels.keys()) {
    const labels =
        [...cellsOf(table.lines[0]), ...table.lines.map(line => cellsOf(line)[0])].map(plain);
    if (!labels.includes(label))
      fault(table.first, `no row or column "${label}", of which the comment speaks`);
  }
  try {
    (table.groups ? checkGrid : checkWords)(table, (row, kind, numbers, faults = []) => {
      result[kind] += numbers.length;
      for (const what of faults) fault(row.number, what);
    });
  } catch (error) {
    if (!(error instanceof assert.AssertionError)) throw error;
    fault(table.first, error.message);
  }
  return result;
}

// How many of its numbers are found where one digit is another one.
export function changedDigitsFound(table) {
  return table.lines
      .flatMap((line, row) => {
        const label_end = line.indexOf('|', line.indexOf('|') + 1);
        const seen = line.replaceAll(/<!-- .*? -->/g, comment => ' '.repeat(comment.length));
        return [...seen.matchAll(kNumber)].filter(({index, 0: number}) => {
          if (row < 2 || index < label_end) return false;
          const last = index + number.split('e')[0].length - 1;
          const changed =
              `${line.slice(0, last)}${(Number(line[last]) + 5) % 10}${line.slice(last + 1)}`;
          const lines = table.lines.map((old, i) => i === row ? changed : old);
          return checkNumbers({...table, lines}).faults.length > 0;
        });
      })
      .length;
}
