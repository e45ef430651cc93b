// The column of the corrected test in tables of claims, and its words behind verdicts: checked, and
// written.
import {
  cellsOf,
  choicesIn,
  kCorrected,
  kNotOfRecord,
  plain,
  readPage,
  rowsOf
} from './markdown.mjs';
import {chosenClaims, namedClaims} from './records.mjs';
import {kWord} from './verdicts.mjs';

const kVerdict = 'verdict';
const kDecided = ['reproduced', 'refuted'];

// ".017", "< .0001", "> .99"
function shortP(p) {
  if (p < .0001) return '< .0001';
  if (p > .99) return '> .99';
  return String(Number(p.toPrecision(2))).replace(/^0/, '');
}

// "p = .017" of one cell; "p .0002 to .62, 3 of 7 decided" of several; "none" where there is no
// such test.
function correctedText(lines) {
  const cells = lines.filter(({corrected_cell_verdict}) => corrected_cell_verdict !== 'none');
  if (cells.length === 0) return 'none';
  const open =
      cells.filter(({corrected_cell_verdict}) => corrected_cell_verdict === 'not known').length;
  const p = cells.map(({corrected_p}) => Number(corrected_p))
                .filter(Number.isFinite)
                .sort((a, b) => a - b);
  if (open === cells.length) return 'not known';
  if (p.length === 0) return 'no p';
  const [least, most] = [p[0], p.at(-1)].map(shortP);
  if (cells.length === 1) return /^[<>]/.test(least) ? `p ${least}` : `p = ${least}`;
  const decided = cells.filter(({corrected_cell_verdict: word}) => kDecided.includes(word)).length;
  return `p ${least === most ? least : `${least} to ${most}`}, ${decided} of ${
             cells.length} decided` +
      (open > 0 ? `, ${open} not known` : '');
}

// What the column says of a row, or "" where the row has no verdict of the record.
function correctedOf(row) {
  const cell = row.raw[row.header.indexOf(kVerdict)];
  if (cell === undefined || row.line.includes(kNotOfRecord) || cell.search(kWord) < 0) return '';
  const choices = choicesIn(cell);
  const parts = choices.length > 0 ? choices.map(choice => chosenClaims(choice, row.named)) :
                                     [namedClaims(row.cells.slice(0, 2), row.named)];
  return parts.includes(null) ? '' : correctedText(parts.flat());
}

// The tables that have the column, or should have it.
const tablesOf = page =>
    page.tables.filter(table => cellsOf(table.lines[0]).map(plain).includes(kVerdict));

// How many cells of the column hold, and what is wrong with the others.
export function checkCorrected(page) {
  const result = {held: 0, faults: []};
  for (const table of page.is_results ? tablesOf(page) : []) {
    const place = cellsOf(table.lines[0]).map(plain).indexOf(kCorrected);
    if (place < 0) {
      result.faults.push(`${table.first}: a table of verdicts has no column "${kCorrected}"`);
      continue;
    }
    for (const row of rowsOf(table)) {
      const expected = correctedOf(row), found = row.cells[place];
      if (found === expected) ++result.held;
      else
        result.faults.push(`${row.number}: "${found}" by the corrected test: it is "${expected}"`);
    }
  }
  return result;
}

// A line with "as published only" behind the verdicts that need it and behind no other.
function filledWords(line, lines_of) {
  return line.replaceAll(kWord, (all, word, choice) => {
    const [published] = word.split(' ');
    const said = [...new Set(
        lines_of(choice).filter(other => other.published === published).map(({said}) => said))];
    return said.length === 1 ? said[0] + all.slice(word.length) : all;
  });
}

const withCell =
    (cells, place, replaced,
     cell) => [...cells.slice(0, place), cell, ...cells.slice(place + replaced)];

// A page with its words and columns as the record has them.
export function filledPage(text, is_results) {
  const lines = text.split('\n'), page = readPage(text);
  for (const {number, text: line, named} of page.prose) {
    lines[number - 1] =
        filledWords(line, choice => choice === undefined ? [] : chosenClaims(choice, named) ?? []);
  }
  for (const row of page.tables.flatMap(rowsOf)) {
    const of_row = namedClaims(row.cells.slice(0, 2), row.named) ?? [];
    lines[row.number - 1] = filledWords(
        row.line, choice => choice === undefined ? of_row : chosenClaims(choice, row.named) ?? []);
  }
  if (!is_results) return lines.join('\n');
  const put = (number, place, replaced, cell) => {
    const [, indent, body] = /^(\s*)\|(.*)\|\s*$/.exec(lines[number - 1]);
    lines[number - 1] = `${indent}|${withCell(body.split('|'), place, replaced, cell).join('|')}|`;
  };
  for (const table of tablesOf({tables: page.tables})) {
    const header = cellsOf(table.lines[0]).map(plain), place = header.indexOf(kVerdict) + 1;
    const replaced = header[place] === kCorrected ? 1 : 0;
    put(table.first, place, replaced, ` ${kCorrected} `);
    put(table.first + 1, place, replaced, '---');
    for (const row of rowsOf(table))
      put(row.number, place, replaced, ` ${correctedOf(row)} `.replace(/^ +$/, ' '));
  }
  return lines.join('\n');
}
