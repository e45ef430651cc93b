// Numbers from a model file of `regression`, by docs/model_file.md alone: csv with numeric columns,
// none missing.     node predict_numbers.mjs MODEL DATA
import fs from 'node:fs';

import {readModel, sum} from './model.mjs';

const [path, data] = process.argv.slice(2);
const {has, fact, numbers, strings, view_of} = readModel(path);
const dot = (a, b) => sum(a, (x, i) => x * b[i]);
const kernels = {
  linear: () => dot,
  polynomial: ({degree, offset}) => (a, b) => (dot(a, b) + offset) ** degree,
  gaussian: ({sigma2}) => (a, b) => Math.exp(-sum(a, (x, i) => (x - b[i]) ** 2) / sigma2),
};

const functions = fact('functions').map(({kernel, intercept}, v) => {
  const k = kernels[kernel.type](kernel), coefficients = numbers(`view${v}.coefficients`);
  const points = numbers(`view${v}.points`), d = points.length / coefficients.length;
  const mean = has(`view${v}.mean`) ? numbers(`view${v}.mean`) : null;
  const inverse = mean && numbers(`view${v}.inverse`);
  const scaled = x => mean ? x.map((value, i) => (value - mean[i]) * inverse[i]) : x;
  return x => intercept +
      sum(coefficients, (c, i) => c * k(points.slice(i * d, (i + 1) * d), scaled(x)));
});
const [header, ...rows] =
    fs.readFileSync(data, 'utf8').trim().split('\n').map(line => line.split(','));
const names = strings('encoder.columns');
const columns = numbers('encoder.feature_columns').map(column => header.indexOf(names[column]));
for (const row of rows) {
  const x = columns.map(column => Number(row[column]));
  const of_view = functions.map((f, v) => f(x.filter((_, j) => view_of[j] === v)));
  console.log(sum(of_view, value => value) / functions.length);
}
