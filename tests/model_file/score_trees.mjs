// Scores of trees from a model file, by docs/model_file.md and docs/parsing.md alone: tags as
// input, binarised to the right with all children remembered, any groups of features and views.
// PARSED has what `predict --scores` wrote. A line each: the score of the tree that stands there,
// and the highest of all trees of its sentence.
//     node score_trees.mjs MODEL PARSED
import fs from 'node:fs';

import {readModel, sum} from './model.mjs';

const [path, parsed] = process.argv.slice(2);
const {has, numbers, strings, view_of, place, size} = readModel(path);
const weights = [];
while (has(`weights.${weights.length}`)) weights.push(numbers(`weights.${weights.length}`));
const symbols = strings('encoder.symbols'), N = symbols.length, tags = strings('encoder.terminals');
const feature = new Map(strings('encoder.features').map((name, j) => [name, j]));
const rows = (name, width) =>
    numbers(name).flatMap((_, i, all) => i % width ? [] : [all.slice(i, i + width)]);
const binary = rows('encoder.binary_rules', 3), lexical = rows('encoder.lexical_rules', 2);
const roots = numbers('encoder.roots');
// The weight of a rule of the lists one behind the other: binary, lexical, on top.
const rule = number => sum(weights, (w, v) => w[(size[v] ?? 0) * N + number]);
const rule_number = (list, wanted) =>
    list.findIndex(found => found.every((part, i) => part === wanted[i]));
const on_top = A => rule(binary.length + lexical.length + roots.indexOf(A));
const of_leaf = (A, tag) => rule(binary.length + rule_number(lexical, [A, tags.indexOf(tag)]));

// What symbol A over the tokens from first to last - 1 gets from the features of this span.
function of_span(sentence, first, last, A) {
  const tag = t => sentence[t]?.tag, word = t => sentence[t]?.word.toLowerCase();
  const width = last - first,
        bin = width < 6 ? width :
      width < 11        ? '6-10' :
      width < 21        ? '11-20' :
                          '21-';
  const ends = (suffix, of) =>
      [`before${suffix}=${of(first - 1) ?? '<s>'}`, `first${suffix}=${of(first)}`,
       `last${suffix}=${of(last - 1)}`, `after${suffix}=${of(last) ?? '</s>'}`];
  const joins = t => tag(t) === 'CC' || ['and', 'or', 'but'].includes(word(t));
  const joining = sentence.map((_, t) => t).slice(first, last).filter(joins).map(word);
  const names = [
    ...ends('', tag), ...ends('_word', word), `width=${bin}`,
    ...[...new Set(joining)].map(text => `contains=${text}`)
  ];
  return sum(
      names.map(name => feature.get(name)).filter(j => j !== undefined),
      j => weights[view_of[j]][place[j] * N + A]);
}

// (LABEL child ...) or (TAG word): {label, children, word}.
function tree_of(text) {
  const words = text.match(/[()]|[^()\s]+/g);
  const read = () => {
    words.shift();
    const label = words.shift(), children = [];
    if (words[0] !== '(') return {label, children, word: [words.shift(), words.shift()][0]};
    while (words[0] === '(') children.push(read());
    words.shift();
    return {label, children};
  };
  return read();
}

// The names of symbols, a binary tree: {name, left, right, word, tag}.
const escaped = label => label.replace(/[\\+@|_<>^]/g, '\\$&');
function binarised(node) {
  const chain = [];
  for (; node.children.length === 1; node = node.children[0]) chain.push(escaped(node.label));
  if (node.word !== undefined)
    return {
      name: [...chain, `<${escaped(node.label)}>`].join('+'),
      tag: node.label,
      word: node.word
    };
  chain.push(escaped(node.label));
  const name = chain.join('+'), children = node.children;
  const behind = k => {  // what is left from child k on, below the name of those before it
    const before = children.slice(0, k).map(child => escaped(child.label)).join('_');
    const right = k + 2 === children.length ? binarised(children[k + 1]) : behind(k + 1);
    return {name: k === 0 ? name : `@${name}|${before}`, left: binarised(children[k]), right};
  };
  return behind(0);
}
const leaves = node => node.left ? [...leaves(node.left), ...leaves(node.right)] : [node];

function score(sentence, node, first) {
  const A = symbols.indexOf(node.name), width = leaves(node).length;
  const own = of_span(sentence, first, first + width, A);
  if (!node.left) return own + of_leaf(A, node.tag);
  const parts = [A, symbols.indexOf(node.left.name), symbols.indexOf(node.right.name)];
  return own + rule(rule_number(binary, parts)) + score(sentence, node.left, first) +
      score(sentence, node.right, first + leaves(node.left).length);
}

// The value of the best tree over each span with each symbol.
function highest(sentence) {
  const best = new Map(), at = (first, last, A) => best.get(`${first} ${last} ${A}`) ?? -Infinity;
  const offer = (first, last, A, value) =>
      best.set(`${first} ${last} ${A}`, Math.max(at(first, last, A), value));
  sentence.forEach(
      ({tag}, t) =>
          lexical.filter(([, terminal]) => tags[terminal] === tag)
              .forEach(
                  ([A]) => offer(t, t + 1, A, of_leaf(A, tag) + of_span(sentence, t, t + 1, A))));
  for (let last = 2; last <= sentence.length; ++last)
    for (let first = last - 2; first >= 0; --first)
      for (let split = first + 1; split < last; ++split)
        binary.forEach(
            ([A, B, C], r) => offer(
                first, last, A,
                rule(r) + of_span(sentence, first, last, A) + at(first, split, B) +
                    at(split, last, C)));
  return Math.max(...roots.map(A => on_top(A) + at(0, sentence.length, A)));
}

for (const line of fs.readFileSync(parsed, 'utf8').trim().split('\n')) {
  const given = tree_of(JSON.parse(line).output);
  if (given.label === '?') {  // no tree: there is none
    const is_parsed =
        highest(given.children.map(({label, word}) => ({tag: label, word}))) > -Infinity;
    console.log(is_parsed ? 'has a tree' : 'null');
    continue;
  }
  const tree = binarised(given), sentence = leaves(tree);
  console.log(on_top(symbols.indexOf(tree.name)) + score(sentence, tree, 0), highest(sentence));
}
