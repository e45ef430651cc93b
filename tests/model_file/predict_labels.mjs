// Labels from a model file, by docs/model_file.md alone: problems multiclass (svmlight) and
// sequence of order 1 (conll, extractors `token` and `distribution`), any number of views, no
// kernel.     node predict_labels.mjs MODEL DATA
import fs from 'node:fs';

import {learnedFeatures} from './learned_features.mjs';
import {readModel, sum} from './model.mjs';

const [path, data] = process.argv.slice(2);
const model = readModel(path), {has, fact, numbers, strings, view_of, place, size} = model;
const problem = fact('problem'), {options} = fact('encoder');
const labels = strings('encoder.labels'), K = labels.length;
const weights = [];
while (has(`weights.${weights.length}`)) weights.push(numbers(`weights.${weights.length}`));
// Rows of K weights behind those of the features: transitions, bias, first and last label.
const row = (slot, k) => sum(weights, (w, v) => w[((size[v] ?? 0) + slot) * K + k]);
const bias = problem.type === 'sequence' ? K : 0, first = bias + (problem.bias ? 1 : 0),
      last = first + 1;

// An input is a list of parts, a part a list of [feature, value].
function readRows(text) {
  const index = new Map(numbers('encoder.feature_numbers').map((number, j) => [number, j]));
  const entries = line => line.split(' ').slice(1).map(entry => entry.split(':').map(Number));
  const known = list => list.filter(([n]) => index.has(n)).map(([n, x]) => [index.get(n), x]);
  return text.split('\n').map(line => [known(entries(line))]);
}
function readSentences(text) {
  const isLearned = ({extractor}) => extractor === 'distribution';
  const learned = learnedFeatures(model, options.columns, options.features.filter(isLearned));
  const given = options.features.filter(block => !isLearned(block));
  const extractors = given.map(({column, window = 0}, e) => {
    const ids = numbers(`encoder.${e}.features`), width = 2 * window + 1;
    const words = strings(`encoder.${e}.attributes`);
    const rows = new Map(words.map((word, i) => [word, ids.slice(i * width, (i + 1) * width)]));
    return {at: options.columns.indexOf(column), window, rows};
  });
  const around = (tokens, t, {at, window, rows}) =>
      tokens.map((token, p) => rows.get(token[at])?.[p - t + window])
          .filter(j => j >= 0)
          .map(j => [j, 1]);
  const parts = tokens => tokens.map(
      (_, t) =>
          [...extractors.flatMap(extractor => around(tokens, t, extractor)),
           ...learned(tokens, t)]);
  return text.split('\n\n').map(
      sentence => parts(sentence.split('\n').map(line => line.split('\t'))));
}

// The best labeling, the smallest of several. From the end: the value of the rest behind each
// label, and the label that it begins with.
function decode(parts) {
  const node = (t, k) => sum(parts[t], ([j, x]) => x * weights[view_of[j]][place[j] * K + k]) +
      (problem.bias ? row(bias, k) : 0) + (problem.boundary && t === 0 ? row(first, k) : 0) +
      (problem.boundary && t === parts.length - 1 ? row(last, k) : 0);
  const best = labels.map(() => 0), next = [];
  for (let t = parts.length - 1; t >= 0; --t) {
    const from = labels.map((_, k) => node(t, k) + best[k]);
    const ways =
        labels.map((_, a) => from.map((value, k) => value + (t > 0 ? problem.eta * row(a, k) : 0)));
    next[t] = ways.map(way => way.indexOf(Math.max(...way)));
    ways.forEach((way, a) => best[a] = way[next[t][a]]);
  }
  return parts.reduce((y, _, t) => [...y, next[t][t > 0 ? y[t - 1] : 0]], []);
}

const text = fs.readFileSync(data, 'utf8').trimEnd();
const inputs = problem.type === 'sequence' ? readSentences(text) : readRows(text);
const lines = inputs.map(parts => decode(parts).map(k => labels[k] + '\n').join(''));
process.stdout.write(lines.join(problem.type === 'sequence' ? '\n' : ''));
