// Scores of chosen documents from a model file, by docs/model_file.md and docs/diversification.md
// alone: any views. CHOSEN has what `predict --scores` wrote of the queries of DATA.     node
// score_choices.mjs MODEL CHOSEN DATA
import fs from 'node:fs';

import {readModel, sum} from './model.mjs';

const [path, chosen, data] = process.argv.slice(2);
const {has, numbers, strings, view_of, place} = readModel(path);
const weights = [];
while (has(`weights.${weights.length}`)) weights.push(numbers(`weights.${weights.length}`));
const feature = new Map(strings('encoder.features').map((name, j) => [name, j]));
const times_weight = ([name, value]) =>
    feature.has(name) ? value * weights[view_of[feature.get(name)]][place[feature.get(name)]] : 0;

const words_of = text => (text.match(/[A-Za-z]{2,}/g) ?? []).map(word => word.toLowerCase());
const count = words =>
    words.reduce((counts, word) => counts.set(word, (counts.get(word) ?? 0) + 1), new Map());
const band_of = share => `to_${[5, 10, 20, 35, 50, 100].find(most => share <= most / 100)}%`;
const importance = share => share * Math.log2(1 / share);

// The value of what documents cover of a field: the words of each candidate, each once.
function value_of_field(field, words, documents) {
  const share =
      new Map([...count(words.flat())].map(([word, with_it]) => [word, with_it / words.length]));
  const shares = [...share.values()], of_all = sum(shares, importance);
  const covered = new Set(documents.flatMap(d => words[d]));
  return sum([...covered].map(word => share.get(word)), r => {
    const in_band = shares.filter(other => band_of(other) === band_of(r)).length;
    return sum(
        [
          [`${field}.all`, 1 / shares.length],
          [`${field}.importance`, of_all ? importance(r) / of_all : 0],
          [`${field}.${band_of(r)}`, 1 / in_band]
        ],
        times_weight);
  });
}

// Okapi BM25 of each candidate by its word counts, the highest 1.
function relevance(query, counts) {
  const n = counts.length,
        lengths = counts.map(counted => sum([...counted.values()], times => times));
  const mean = sum(lengths, length => length) / n;
  const scores =
      counts.map((counted, d) => sum([...new Set(words_of(query))], word => {
                   const with_it = counts.filter(other => other.has(word)).length,
                         times = counted.get(word) ?? 0;
                   const rarity = Math.log(1 + (n - with_it + 0.5) / (with_it + 0.5));
                   return rarity * times * 2.2 / (times + 1.2 * (0.25 + 0.75 * lengths[d] / mean));
                 }));
  const highest = Math.max(...scores);
  return scores.map(score => highest > 0 ? score / highest : 0);
}

function cosine(a, b, counts) {
  const rare = word => Math.log(counts.length / counts.filter(other => other.has(word)).length);
  const product = (p, q) =>
      sum([...p], ([word, times]) => times * (q.get(word) ?? 0) * rare(word) ** 2);
  return product(a, b) && product(a, b) / Math.sqrt(product(a, a) * product(b, b));
}

function common(a, b) {
  const either = new Set([...a, ...b]);
  return either.size ? a.filter(word => b.includes(word)).length / either.size : 0;
}

function score({query, candidates}, documents) {
  const titles = candidates.map(({title}) => [...new Set(words_of(title ?? ''))]);
  const counts =
      candidates.map(({title, text}) => count([...words_of(title ?? ''), ...words_of(text)]));
  const twice =
      counts.map(counted => [...counted].filter(([, times]) => times > 1).map(([word]) => word));
  const fields = {
    words: counts.map(counted => [...counted.keys()]),
    repeated: twice,
    title: titles
  };
  const relevant = relevance(query, counts);
  const pairs = documents.flatMap((j, i) => documents.slice(0, i).map(k => [j, k]));
  return sum(Object.entries(fields), ([field, words]) => value_of_field(field, words, documents)) +
      sum(documents, d => times_weight(['documents.bm25', relevant[d]])) +
      sum(pairs,
          ([j, k]) => times_weight(['pairs.cosine', cosine(counts[j], counts[k], counts)]) +
              times_weight(['pairs.titles', common(titles[j], titles[k])]));
}

const lines = file =>
    fs.readFileSync(file, 'utf8').trim().split('\n').map(line => JSON.parse(line));
const queries = lines(data);
lines(chosen).forEach(({output}, x) => {
  const ids = JSON.parse(output).chosen, {candidates} = queries[x];
  console.log(
      score(queries[x], ids.map(id => candidates.findIndex(candidate => candidate.id === id))));
});
