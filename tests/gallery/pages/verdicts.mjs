// Verdict words of a page against the claims of the record.
import {kNotOfRecord, passedOver, rowsOf} from './markdown.mjs';
import {chosenClaims, namedClaims} from './records.mjs';

const kOnly = ' as published only';
const kVerdicts = ['reproduced', 'refuted', 'undecided', `reproduced${kOnly}`, `refuted${kOnly}`];
export const kWord = new RegExp(
    `\\b((?:reproduced|refuted|undecided)\\b(?:${kOnly})?)(?!${kOnly})\\**(?!\\*|${
        kNotOfRecord})(?:<!-- of (.*?) -->)?`,
    'g');

// What is wrong with a word and its choice; null where that may be of a config without a record.
function faultsOfChoice(word, choice, named) {
  const claims = chosenClaims(choice, named);
  if (claims === null) return null;
  if (claims.length === 0) return [`${word}: no claim of the record has "${choice}"`];
  const other = claims.find(claim => claim.said !== word);
  return other ? [`${word}: "${other.text}", ${other.cell}, is ${other.said}`] : [];
}

// Words without choices are together those of the claims that the row names.
function faultsOfRow(words, cells, named) {
  const claims = namedClaims(cells.slice(0, 2), named);
  if (claims === null) return null;
  if (claims.length === 0)
    return ['a verdict, and no claim by text, id or <!-- of ... --> behind the word'];
  const [here, there] =
      [words, claims.map(claim => claim.said)].map(all => [...new Set(all)].sort().join(', '));
  return here === there ? [] : [`${here}: the claims of this row are ${there}`];
}

// The verdicts of a line as {at, word, faults}; faults is null where there is no record. In running
// text, which has no cells, those without choice are `bare`.
function verdictsIn({text, cells, named}) {
  const found =
      [...text.matchAll(kWord)].map(match => ({at: match.index, word: match[1], choice: match[2]}));
  const words = found.map(({word}) => word);
  const chosen = found.some(({choice}) => choice !== undefined);
  const of_row = chosen ?
      ['other verdicts of this row have <!-- of ... --> behind them, this one has not'] :
      cells && found.length > 0 ? faultsOfRow(words, cells, named) :
                                  null;
  return found.map(({at, word, choice}) => {
    if (choice !== undefined) return {at, word, faults: faultsOfChoice(word, choice, named)};
    return cells ? {at, word, faults: of_row} : {at, word, bare: true, faults: null};
  });
}

// Lines with verdicts, those of columns that are passed over left out.
function linesOf(page) {
  const rows = page.tables.flatMap(rowsOf).map(row => {
    const seen =
        row.raw.map((cell, i) => passedOver(row.header[i]) ? ' '.repeat(cell.length) : cell);
    return {number: row.number, text: `|${seen.join('|')}|`, cells: row.cells, named: row.named};
  });
  return [...rows, ...page.prose];
}

// How many verdicts of a page are held, bare and without record, and what is wrong.
export function checkVerdicts(page) {
  const result = {held: 0, bare: 0, skipped: 0, faults: []};
  for (const line of linesOf(page)) {
    const verdicts = verdictsIn(line);
    for (const {bare, faults} of verdicts)
      ++result[bare ? 'bare' : faults === null ? 'skipped' : 'held'];
    const faults = new Set(verdicts.flatMap(verdict => verdict.faults ?? []));
    result.faults.push(...[...faults].map(fault => `${line.number}: ${fault}`));
  }
  return result;
}

// The held verdicts in whose place another word would pass.
export function verdictsNotFound(page) {
  return linesOf(page).flatMap(line => {
    const held = verdictsIn(line).filter(({faults}) => faults !== null);
    const changes =
        held.flatMap(({at, word}) => kVerdicts.filter(other => other !== word).map(other => {
          const text = line.text.slice(0, at) + other + line.text.slice(at + word.length);
          return {
            found: verdictsIn({...line, text}).some(({faults}) => faults?.length > 0),
            word,
            other
          };
        }));
    return changes.filter(({found}) => !found)
        .map(({word, other}) => `${line.number}: ${other} in place of ${word} is not found`);
  });
}
