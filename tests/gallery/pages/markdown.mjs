// Tables, rows and running text of a page, with the comments that belong to them.
import assert from 'node:assert';

import {configs, expand} from './records.mjs';

export const kNotOfRecord = '<!-- not of the record';
const withoutComments = text => text.replaceAll(/<!-- .*? -->/g, '');
export const plain = cell => withoutComments(cell).replaceAll(/[*`]/g, '').trim();
export const cellsOf = line => line.trim().slice(1, -1).split('|');
export const choicesIn = text => [...text.matchAll(/<!-- of (.*?) -->/g)].map(match => match[1]);
export const kCorrected = 'corrected test';  // a column that corrected.mjs checks
export const passedOver = label => /^(printed|superseded)/.test(label) || label === kCorrected;

// Tables with the comments above them and the configs that the text before them names; lines of
// running text with these.
export function readPage(text) {
  const tables = [], prose = [];
  let named = [], paragraph = [], comment = '', open = false, of_block = false;
  text.split('\n').forEach((line, i) => {
    if (open || /^\s*<!--/.test(line)) {
      if (!open) of_block = /^\s*<!-- (figures|found in) /.test(line);  // figures.mjs reads these
      if (!of_block) comment += `${line.trim()} `;
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
      const found =
          expand([...paragraph.join(' ').matchAll(/`([\w*]+)\.json`/g)].map(match => match[1]));
      if (found.length > 0) named = found;
      prose.push({number: i + 1, text: line, named});
    }
  });
  return {tables: tables.map(table => ({...table, ...marksOf(table.comment)})), prose};
}

function pairs(text) { return Object.fromEntries(text.split(', ').map(pair => pair.split('='))); }

function marksOf(comment) {
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
    for (const group of groups) {
      const end = group.lastIndexOf(': ');
      marks.labels.set(group.slice(0, end), pairs(group.slice(end + 2)));
    }
  }
  return marks;
}

// The rows of a table below its header, with the configs that the first cells name.
export function rowsOf(table) {
  const header = cellsOf(table.lines[0]).map(plain);
  let named = table.named;
  return table.lines.slice(2).map((line, i) => {
    const raw = cellsOf(line);
    const cells = raw.map(plain);
    const name = cells[0].split(' ')[0];
    if (configs.includes(name)) named = [name];
    return {number: table.first + i + 2, line, raw, cells, header, named};
  });
}
