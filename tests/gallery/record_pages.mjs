// What pages of docs say of recorded runs, against docs/record: node record_pages.mjs SOURCE_DIR
//
// Comments directly above a table say what its numbers are:
//   <!-- record CONFIG, ...; KEY=VALUE, ...; LABEL: KEY=VALUE, ...; ... -->
//       A grid of means, with ± of standard errors. Keys are `config` and columns of curves.csv; a
//       cell has those of all cells, of its column's label and of its row's, and every line of
//       curves.csv with these must give its numbers. `metric` may be NAME% (in percent) or "NAME
//       ms". A cell may have several parts, with ; or , or ( between them; a value is then one for
//       all, or one for each with + between. {KEY} in a value stands for that of a key that groups
//       made up. Labels of numbers are what the corner cell or the key `numbers` says, of columns
//       what `columns` says; names of learners and members need no group.
//   <!-- record CONFIG, ... -->
//       A table of words, of these configs. A number behind "p =" is a p value of the claims that
//       the row names, by their text, by an id as J6a or by choices (below); another one is a
//       difference or standard error of these, in points or not, whatever its sign. Where the row
//       names none: of any claim, or a mean.
//   <!-- not of the record: WHY -->, <!-- not of the record (NUMBER, ...): WHY -->
//       The table, or these numbers of it, are passed over; the row where it stands in one.
// So are columns and rows that are `printed` or `superseded`, and configs without a record. Tables
// without a comment are not looked at; those of docs/results/ are tables of words, of the configs
// that the last heading or paragraph names, or those in the table's own first column.
//
// A verdict is "reproduced", "refuted" or "undecided", or one of the first two with "as published
// only" behind it, where the corrected test does not agree. Behind it, it may say which claims it
// is of:
//   undecided<!-- of PART & PART, PART & PART -->, undecided<!-- of CONFIG, ...: PART & PART -->
//       Those with all parts between commas, of any of these; a part is an id, or words of text,
//       claim or cell as claims.csv has them. All have this verdict; in the cells, where a part is
//       one as "10 labeled".
// Where no verdict of a row says so, they are together those of the claims that the row names.
// Verdicts of running text need a choice, in docs/results/ all of them.
//
// Comments above other blocks hold numbers of running text (pages/figures.mjs). README.md has no
// number with a decimal point that is not held.
//
// Every table of docs/results/ with a column `verdict` has `corrected test` next to it, whose cells
// are made of the record (pages/corrected.mjs). With --fill behind SOURCE_DIR that column and "as
// published only" are written.
import assert from 'node:assert';
import fs from 'node:fs';
import path from 'node:path';

import {checkCorrected, filledPage} from './pages/corrected.mjs';
import {checkFigures, figuresNotFound, unheldNumbers} from './pages/figures.mjs';
import {readPage} from './pages/markdown.mjs';
import {changedDigitsFound, checkNumbers} from './pages/numbers.mjs';
import {source} from './pages/records.mjs';
import {checkVerdicts, verdictsNotFound} from './pages/verdicts.mjs';

const is_page_of_results = name => /^docs\/results(\.md$|\/)/.test(name);

// The tables that are looked at and the verdicts of a page, as they are found in the tree.
function readDoc(name) {
  const text = fs.readFileSync(path.join(source, name), 'utf8'), page = readPage(text);
  const is_results = is_page_of_results(name);
  return {
    name,
    text,
    ...page,
    is_results,
    tables: page.tables.filter(({comment}) => is_results || comment !== '')
  };
}

// gallery.md is made of the record.
const docs = fs.readdirSync(path.join(source, 'docs'), {recursive: true})
                 .filter(file => file.endsWith('.md') && file !== 'gallery.md')
                 .map(file => path.join('docs', file));
const names = ['README.md', ...docs];
if (process.argv[3] === '--fill') {
  for (const name of names) {
    const file = path.join(source, name), text = fs.readFileSync(file, 'utf8');
    const filled = filledPage(text, is_page_of_results(name));
    if (filled !== text) fs.writeFileSync(file, filled);
  }
}
const pages = names.map(readDoc);
const tables =
    pages.flatMap(page => page.tables.map(table => ({page, ...table, ...checkNumbers(table)})));
const verdicts = pages.map(page => ({page, ...checkVerdicts(page)}));
const corrected = pages.map(page => ({page, ...checkCorrected(page)}));
const figures = pages.map(page => ({page, ...checkFigures(page.text)}));
const sum = (list, kind) => list.reduce((total, result) => total + result[kind], 0);

for (const page of pages) {
  const own = tables.filter(table => table.page === page);
  const {held, skipped, bare} = verdicts.find(result => result.page === page);
  if (own.length + held + skipped === 0) continue;
  const checked = own.filter(({grid, words}) => grid + words > 0).length;
  console.log(`${page.name}: ${checked} of ${own.length} tables`);
  console.log(
      `  ${sum(own, 'grid')} numbers of grids and ${sum(own, 'words')} among words are checked`);
  console.log(`  ${sum(own, 'skipped')} numbers are passed over`);
  console.log(`  ${held} verdicts are checked, ${skipped} have no record, ${bare} no choice`);
}
const faults = [...tables, ...verdicts, ...corrected, ...figures].flatMap(
    result => result.faults.map(fault => `${result.page.name}:${fault}`));
for (const {page, bare} of verdicts) {
  if (page.is_results && bare > 0)
    faults.push(`${page.name}: ${bare} verdicts in running text have no choice`);
}
const [readme] = pages;
faults.push(...unheldNumbers(readme.text).map(
    number => `${readme.name}: ${number}: no comment says where it is from`));
assert.strictEqual(faults.length, 0, faults.join('\n'));
const of_readme = figures.find(({page}) => page === readme).figures;
assert(of_readme >= 4, 'README.md has figures of the record');
console.log(`${of_readme} numbers of README.md are in blocks that are checked`);
console.log(`${sum(corrected, 'held')} cells of corrected tests are checked`);
assert(sum(corrected, 'held') > 200, 'the rows of claims say what the corrected test comes to');
assert(
    sum(tables, 'grid') > 1000 && sum(tables, 'words') > 300,
    'most tables of recorded configs are checked');

// A digit that is changed is found, each of a grid and most of those among words; so is every other
// verdict.
let among_words = 0;
for (const {page, grid, words, ...table} of tables) {
  const found = changedDigitsFound(table);
  if (grid > 0) assert(found >= grid, `${page.name}:${table.first}: a changed digit is not found`);
  among_words += Math.min(words, found);
}
const of_words = sum(tables, 'words');
console.log(`${among_words} of ${of_words} changed digits among words are found`);
assert(among_words > 0.8 * of_words);
const missed =
    pages.flatMap(page => verdictsNotFound(page).map(verdict => `${page.name}:${verdict}`));
assert.strictEqual(missed.length, 0, missed.join('\n'));
const unseen = pages.flatMap(
    page => figuresNotFound(page.text).map(number => `${page.name}: ${number} may be another one`));
assert.strictEqual(unseen.length, 0, unseen.join('\n'));
