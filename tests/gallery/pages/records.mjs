// The records that pages speak of, and how a page names their claims.
import fs from 'node:fs';
import path from 'node:path';

import {readRecord} from '../../../tools/lib/record_files.mjs';

export const source = process.argv[2];
export const configs = fs.readdirSync(path.join(source, 'configs'))
                           .filter(file => file.endsWith('.json'))
                           .map(file => path.basename(file, '.json'));
export const records =
    new Map(configs.map(name => [name, readRecord(source, name)]).filter(([, record]) => record));

// The configs of a list of names, of which * stands for any.
export const expand = names => names.flatMap(name => {
  const pattern = new RegExp(`^${name.replaceAll('*', '.*')}$`);
  return configs.filter(config => pattern.test(config));
});

const kId = /\b[A-Z]{1,2}\d+(?:\.\d+)?[a-z]?\b/g;
export const idsIn = text => text.match(kId) ?? [];

// Lines of claims.csv, each of a claim and a cell.
const claimsOf = names => names.flatMap(name => records.get(name)?.claims ?? []);

// A part of a choice: an id as J6a, or whole words of the claim or its cell.
function fits(line, part) {
  if (idsIn(part)[0] === part) return idsIn(line.source).includes(part);
  const all = ` ${line.text} | ${line.claim} | ${line.cell} `;
  const at = all.indexOf(part);
  return at > 0 && !/\w\w/.test(all.slice(at - 1, at + 1)) &&
      !/\w\w/.test(all.slice(at + part.length - 1, at + part.length + 1));
}

// A line with the word that a page says of it, and the verdict by the published test.
const saying = (line, of_cell) => of_cell ?
    {...line, said: line.cell_word, published: line.cell_verdict} :
    {...line, said: line.word, published: line.verdict};

// The lines of a choice, as in `of CONFIG, ...: PART & PART, PART`: those with all parts between
// commas, of any of these; null where they may be of configs without a record. A part as "10
// labeled" makes them cells.
export function chosenClaims(choice, own) {
  const [, list, rest] = /^(?:([\w*, ]+): )?(.*)$/.exec(choice);
  const given = expand((list ?? '').split(', '));
  const names = given.length > 0 ? given : own;
  const alternatives =
      (given.length > 0 ? rest : choice).split(', ').map(parts => parts.split(' & '));
  const lines = claimsOf(names).filter(
      line => alternatives.some(parts => parts.every(part => fits(line, part))));
  if (lines.length === 0 && names.some(name => !records.has(name))) return null;
  const of_cells = alternatives.flat().some(part => /^\d+ (un)?labeled$/.test(part));
  return lines.map(line => saying(line, of_cells));
}

// The lines that a row of a table names in its first cells, by texts of claims or else by ids; null
// where they may be of configs without a record.
export function namedClaims(cells, own) {
  const claims = claimsOf(own);
  const texts = cells.map(cell => cell.replace(/^.*?\d\w?: /, ''));
  const ids = cells.flatMap(cell => idsIn(/^[\w., ]*/.exec(cell)[0]));
  let lines = claims.filter(line => texts.includes(line.text));
  if (lines.length === 0)
    lines = claims.filter(line => idsIn(line.source).some(id => ids.includes(id)));
  const missing = own.filter(name => !records.has(name)).length;
  if (missing === own.length || (missing > 0 && lines.length === 0)) return null;
  return lines.map(line => saying(line, false));
}
