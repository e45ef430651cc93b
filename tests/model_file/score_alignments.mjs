// Scores of alignments from a model file, by docs/model_file.md alone: descriptions by `residue` at
// any offset, global or local, symmetric or not, any number of views. ALIGNED has what `predict
// --scores` wrote.
//     node score_alignments.mjs MODEL ALIGNED
import fs from 'node:fs';

import {readModel, sum} from './model.mjs';

const [path, aligned] = process.argv.slice(2);
const {has, fact, numbers, strings, view_of, place, size} = readModel(path);
const {options} = fact('encoder'), is_local = fact('problem').mode === 'local';
const weights = [];
while (has(`weights.${weights.length}`)) weights.push(numbers(`weights.${weights.length}`));
const feature = new Map(strings('encoder.features').map((name, j) => [name, j]));
const weight_of = name =>
    feature.has(name) ? weights[view_of[feature.get(name)]][place[feature.get(name)]] : 0;

const tied = {
  PP: 0,
  PF: 1,
  PS: 1,
  FP: 2,
  SP: 2,
  FF: 3,
  SS: 3,
  FS: 4
};
const own = {
  PP: 0,
  PF: 1,
  PS: 2,
  FP: 3,
  FF: 4,
  FS: 5,
  SP: 6,
  SS: 7
};
const number_of = options.symmetric ? tied : own;
const between = two => sum(weights, (w, v) => w[(size[v] ?? 0) + number_of[two]]);

// The feature of the codes of a pair of positions, or of one and `-`: in symmetric data the one of
// both orders that has them in the order of letters.
const letters = 'ACDEFGHIKLMNPQRSTVWYX$-';
function name({offset = 0}, a, b) {
  const at = offset ? `@${offset > 0 ? '+' : ''}${offset}` : '';
  const swaps = options.symmetric && letters.indexOf(a) > letters.indexOf(b);
  return `residue${at}:${swaps ? `${b}/${a}` : `${a}/${b}`}`;
}

// The operations from left to right with their places in both sequences; a local alignment has
// those from its first pair to its last.
function operations(first, second) {
  let i = 0, j = 0;
  const all = [...first].map((a, c) => {
    const kind = a === '-' ? 'S' : second[c] === '-' ? 'F' : 'P', at = {kind, i, j};
    if (kind !== 'S') ++i;
    if (kind !== 'F') ++j;
    return at;
  });
  const is_pair = ({kind}) => kind === 'P';
  return is_local ? all.slice(all.findIndex(is_pair), all.findLastIndex(is_pair) + 1) : all;
}

function score(first, second) {
  const [p, q] = [first, second].map(row => row.replaceAll('-', ''));
  const code = (sequence, t, {offset = 0}) => sequence[t + offset] ?? '$';
  const names = ({kind, i, j}) => options.features.map(
      extractor => name(
          extractor, kind === 'S' ? '-' : code(p, i, extractor),
          kind === 'F' ? '-' : code(q, j, extractor)));
  // A global alignment begins as if behind a pair.
  return sum(
      operations(first, second),
      (operation, t, all) => sum(names(operation), weight_of) +
          (t > 0        ? between(all[t - 1].kind + operation.kind) :
               is_local ? 0 :
                          between('P' + operation.kind)));
}

for (const line of fs.readFileSync(aligned, 'utf8').trim().split('\n')) {
  const {output} = JSON.parse(line);
  console.log(score(output[1], output[3]));
}
