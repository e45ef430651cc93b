// Lists sentences that are hard to read. It is a report, not a test: it always ends with exit code 0.
//
//   node tools/long_sentences.mjs [--most WORDS] [FILE...]
//
// Without files it reads README.md, CONTRIBUTING.md, the pages of docs/ (but decisions/, which are of
// their day) and the comments of all headers. It lists, each with its place:
//   sentences of more than 30 words (--most)
//   sentences that begin with "Of", and those that say "that is none"
//   lines of more than 100 columns, but tables, code, links and comments of Markdown
import {execFileSync} from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import {fileURLToPath} from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const kMostColumns = 100;

const isPage = file => file.endsWith('.md');

// The files that are read where none is named.
function allFiles() {
  const files = execFileSync('git', ['ls-files'], {cwd: root, encoding: 'utf8'}).split('\n');
  return files.filter(
      file => /^(README|CONTRIBUTING)\.md$/.test(file) || /\.hpp$/.test(file) ||
          (file.startsWith('docs/') && isPage(file) && !/^docs\/(decisions|record)\//.test(file)));
}

// The lines of running text, others empty: {line, text}. An item of a list is a paragraph of its own.
function proseOfPage(lines) {
  let fence = false, comment = false, indented = false, before = '';
  return lines.map(line => {
    if (/^\s*(```|~~~)/.test(line)) {
      fence = !fence;
      return '';
    }
    if (/^\s*<!--/.test(line)) comment = true;
    const in_comment = comment;
    if (line.includes('-->')) comment = false;
    indented = /^ {4}/.test(line) && (indented || before.trim() === '');
    before = line;
    if (fence || in_comment || indented || /^\s*(\||<|#)/.test(line)) return '';
    return line;
  });
}

// Comments of code. A row of a table or formula is indented. It is a paragraph of its own, with the lines
// into which it is wrapped. These are indented deeper, and the line before has no room for their first word.
function proseOfHeader(lines) {
  let row = 0, length = 0;  // the indent of the row, and the length of the line before
  return lines.map(line => {
    const text = /^\s*\/\/\/? ?(.*)$/.exec(line)?.[1] ?? '';
    if (text.trim() === '' || /^\s*(@|#|clang-format|NOLINT)/.test(text)) {
      row = length = 0;
      return '';
    }
    const indent = /^ */.exec(text)[0].length, word = text.trim().split(' ')[0];
    const is_wrapped = indent > row && length + 1 + word.length > kMostColumns;
    const begins = (indent > 0 || row > 0) && !is_wrapped;
    if (begins) row = indent;
    length = line.length;
    return begins ? {row: text} : text;
  });
}

// What a reader sees: code is a word, links are their text.
const seen = text => text.replaceAll(/`[^`]*`/g, 'code')
                         .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
                         .replaceAll(/<!--.*?-->/g, '')
                         .replaceAll(/[*_]{1,2}(?=\S)|(?<=\S)[*_]{1,2}/g, '');

// Ends of sentences: before a capital, before code, and before values such as "nullopt", "" or 0.
const kBetweenSentences = new RegExp(
    [
      /(?<=[.!?:;]["')]?) +(?=["'(]?[A-Z])/, /(?<=[.!?]["')]?) +(?=code)/,
      /(?<=[A-Za-z0-9)"\]]{2}[.!?]) +(?=["{\d]|[a-z])(?<!\b(?:al|cf|ch|eq|eqs|no|pp|sec|vs|e\.g|i\.e)\. +)/
    ].map(each => each.source).join('|'));

// A row with several signs of equality is a formula, which has no words to count.
const isFormula = text => text.split(' = ').length > 2;

// The sentences of a file with the numbers of their first lines.
function sentencesOf(lines) {
  const sentences = [];
  let paragraph = [], first = 0;
  const end = () => {
    const text = seen(paragraph.join(' '));
    let at = first;
    for (const sentence of text.split(kBetweenSentences))
      if (sentence.trim() !== '') sentences.push({line: at, text: sentence.trim()});
    paragraph = [];
  };
  [...lines, ''].forEach((entry, i) => {
    const line = entry.row ?? entry;
    if (entry.row !== undefined) end();
    const item = /^\s*([-*]|\d+\.) +/.exec(line);
    if (line.trim() === '' || item) end();
    if (line.trim() === '') return;
    if (paragraph.length === 0) first = i + 1;
    paragraph.push(item ? line.slice(item[0].length) : line.trim());
  });
  return sentences;
}

const words = text => text.split(/\s+/).filter(word => /[\p{L}\p{N}]/u.test(word)).length;

function findingsOf(file, most) {
  const lines = fs.readFileSync(path.resolve(root, file), 'utf8').split('\n');
  const prose = isPage(file) ? proseOfPage(lines) : proseOfHeader(lines);
  const findings = [];
  const add = (kind, line, text) => findings.push({kind, place: `${file}:${line}`, text});
  for (const {line, text} of sentencesOf(prose)) {
    if (words(text) > most && !isFormula(text)) add('long', line, `${words(text)} words: ${text}`);
    if (/^Of /.test(text)) add('of', line, text);
    if (/\bthat (is|are) none\b|(?<!there) (is|are) none\.$/.test(text)) add('none', line, text);
  }
  if (isPage(file))
    prose.forEach((line, i) => {
      const shown = line.replaceAll(/<!--.*?-->/g, '');
      if (shown.length > kMostColumns && !/\]\(/.test(line) && !/`[^`]{60,}`/.test(line))
        add('wide', i + 1, `${shown.length} columns: ${shown}`);
    });
  return findings;
}

const args = process.argv.slice(2);
const at = args.indexOf('--most');
const most = at < 0 ? 30 : Number(args[at + 1]);
const files = at < 0 ? args : [...args.slice(0, at), ...args.slice(at + 2)];
const findings = (files.length > 0 ? files : allFiles()).flatMap(file => findingsOf(file, most));
const kTitles = {
  long: `sentences of more than ${most} words`,
  of: 'sentences that begin with "Of"',
  none: 'sentences that say "that is none"',
  wide: `lines of more than ${kMostColumns} columns`
};
for (const [kind, title] of Object.entries(kTitles)) {
  const own = findings.filter(finding => finding.kind === kind);
  console.log(`${own.length} ${title}`);
  for (const {place, text} of own) console.log(`  ${place}: ${text}`);
}
