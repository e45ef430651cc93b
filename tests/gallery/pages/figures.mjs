// Numbers of running text and of other files, by the comment directly above their block, which ends
// at an empty line:
//   <!-- figures CONFIG; KEY=VALUE, ...; NUMBER: KEY=VALUE, ...; ... -->
//       Each NUMBER stands in the block and is the mean of the lines of curves.csv with these keys
//       and those of all; the block has no other number with a decimal point.
//   <!-- found in FILE -->
//       Each number of the block stands in this file of the project as well.
import fs from 'node:fs';
import path from 'node:path';

import {gridFaults, kNumber} from './numbers.mjs';
import {records, source} from './records.mjs';

const pairs = text => Object.fromEntries(text.split(', ').map(pair => pair.split('=')));
const numbersIn = text => [...text.matchAll(kNumber)].map(match => match[0]);
const seen = text => text.replaceAll(/<!-- .*? -->/gs, '').replaceAll(/\]\([^)]*\)/g, ']');

// The blocks with such a comment: {number of its first line, kind, mark, text}.
export function markedBlocks(text) {
  const blocks = [];
  const marks = /^<!-- (figures|found in) ([^]*?) -->\n([^]*?)(?:\n\n|\n*$(?![^]))/gm;
  for (const match of text.matchAll(marks)) {
    const [all, kind, mark, block] = match;
    const first = text.slice(0, match.index + all.indexOf(block)).split('\n').length;
    blocks.push({first, kind, mark: mark.replaceAll(/\s+/g, ' '), text: block});
  }
  return blocks;
}

function figureFaults({mark, text}) {
  const [config, all, ...figures] = mark.split(/; */);
  if (!records.has(config)) return [`no record of ${config}`];
  const named = figures.map(figure => figure.split(': '));
  const there = numbersIn(seen(text));
  const unnamed = there.filter(
      number => number.includes('.') && !named.some(([name]) => name === number));
  return [
    ...unnamed.map(number => `${number}: the comment above has no such figure`),
    ...named.flatMap(([number, keys]) => there.includes(number) ?
        gridFaults({config, ...pairs(all), ...pairs(keys)}, [number]) :
        [`${number}: it is not in the block`]),
  ];
}

function foundFaults({mark, text}) {
  const numbers = new Set(numbersIn(fs.readFileSync(path.join(source, mark), 'utf8')));
  const values = new Set([...numbers].map(number => Number(number.replaceAll(',', ''))));
  return numbersIn(seen(text))
      .filter(number => !values.has(Number(number.replaceAll(',', ''))))
      .map(number => `${number}: it is not in ${mark}`);
}

const faultsOf = block => block.kind === 'figures' ? figureFaults(block) : foundFaults(block);

export function checkFigures(text) {
  const blocks = markedBlocks(text);
  const faults = blocks.flatMap(block => faultsOf(block).map(what => `${block.first}: ${what}`));
  return {
    faults,
    figures: blocks.filter(({kind}) => kind === 'figures')
                 .reduce((sum, {text: of}) => sum + numbersIn(seen(of)).length, 0)
  };
}

// The figures of a page, a digit of which can change without a fault.
export function figuresNotFound(text) {
  return markedBlocks(text).filter(({kind}) => kind === 'figures').flatMap(block => {
    const named = block.mark.split(/; */).slice(2).map(figure => figure.split(': ')[0]);
    return named.filter(number => {
      const changed = number.slice(0, -1) + (Number(number.at(-1)) + 5) % 10;
      return faultsOf({...block, text: block.text.replaceAll(number, changed)}).length === 0 ||
          faultsOf({
            ...block,
            mark: block.mark.replaceAll(`; ${number}:`, `; ${changed}:`),
            text: block.text.replaceAll(number, changed)
          }).length === 0;
    });
  });
}

// Numbers with a decimal point that no comment holds, in the running text of a page.
export function unheldNumbers(text) {
  const held = markedBlocks(text).map(block => block.text);
  const rest = held.reduce((left, block) => left.replace(block, ''), text);
  const prose = rest.replaceAll(/^```[^]*?^```/gm, '')
                    .split('\n')
                    .filter(line => !/^ {4}/.test(line))
                    .join('\n')
                    .replaceAll(/`[^`]*`/g, '');
  return numbersIn(seen(prose)).filter(number => number.includes('.'));
}
