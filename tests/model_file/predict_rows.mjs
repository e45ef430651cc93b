// Labels of svmlight rows from a model file, by docs/model_file.md alone: taxonomies, multivariate,
// kernels as features; one view.     node predict_rows.mjs MODEL DATA
import fs from 'node:fs';

import {readModel, sum} from './model.mjs';

const [path, data] = process.argv.slice(2);
const {has, fact, numbers, strings} = readModel(path);
const problem = fact('problem'), labels = strings('encoder.labels'), w = numbers('weights.0');
const index = new Map(numbers('encoder.feature_numbers').map((number, j) => [number, j]));

function dense(entries) {
  const x = Array(index.size).fill(0);
  for (const [j, value] of entries) x[j] = value;
  return x;
}

// z(x) of L z = (k(x, landmark i))_i, L lower triangular, given by columns.
function cholesky({sigma2}) {
  const array = part => numbers(`kernel.0.landmarks.${part}`), begin = array('begin');
  const feature = array('feature'), value = array('value'),
        entries = feature.map((j, e) => [j, value[e]]);
  const triangle = numbers('kernel.0.triangle'), r = begin.length - 1;
  const landmarks = begin.slice(1).map((end, i) => dense(entries.slice(begin[i], end)));
  const column = j => j * r - j * (j - 1) / 2 - j;  // L_ij stands at column(j) + i
  const k = (a, b) => Math.exp(-sum(a, (value_of_a, j) => (value_of_a - b[j]) ** 2) / sigma2);
  return x => landmarks.reduce((z, landmark, i) => {
    const rest = k(x, landmark) - sum(z, (z_j, j) => triangle[column(j) + i] * z_j);
    return [...z, rest / triangle[column(i) + i]];
  }, []);
}

// Products of `degree` factors, each with the root of the number of orders of its factors.
function products({degree, offset}) {
  const all = numbers('kernel.0.products'), factorial = n => n < 2 ? 1 : n * factorial(n - 1);
  const factors =
      Array.from({length: all.length / 3}, (_, i) => all.slice(3 * i + 3 - degree, 3 * i + 3));
  const times = list => [...new Set(list)].map(j => list.filter(other => other === j).length);
  const orders = list => times(list).reduce((count, n) => count / factorial(n), factorial(degree));
  const value = (x, j) => j < 0 ? Math.sqrt(offset) : x[j];
  const product = (x, list) =>
      list.reduce((so_far, j) => so_far * value(x, j), Math.sqrt(orders(list)));
  return x => factors.map(list => product(x, list));
}

const [kernel] = has('kernel.0.products') || has('kernel.0.triangle') ? fact('kernel') : [null];
const features = kernel === null ? x => x : {cholesky, products}[kernel.features](kernel);

// The nodes of each label: itself and all above it.
const pairs = problem.taxonomy ?? [], parent = Object.fromEntries(pairs);
const nodes = [...new Set([...labels, ...pairs.flat()])];
const above = node => node === undefined ? [] : [nodes.indexOf(node), ...above(parent[node])];
const of_node = (z, node) => sum(z, (value, j) => value * w[j * nodes.length + node]);
const score = (z, label) => sum(above(label), node => of_node(z, node));

for (const row of fs.readFileSync(data, 'utf8').trim().split('\n')) {
  const entries = row.split(' ').slice(1).map(entry => entry.split(':').map(Number));
  const known = entries.filter(([number]) => index.has(number));
  const z = features(dense(known.map(([number, value]) => [index.get(number), value])));
  const scores = problem.type === 'multivariate' ? [0, sum(z, (value, j) => value * w[j])] :
                                                   labels.map(label => score(z, label));
  console.log(labels[scores.indexOf(Math.max(...scores))]);
}
