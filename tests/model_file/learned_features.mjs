// Features of the extractor `distribution` from a model file, by docs/model_file.md alone.
import {sum} from './model.mjs';

// What a word is made of, and its last two characters; of letters and digits in ASCII.
const madeOf = word => /[0-9]/.test(word)     ? '0' :
    /[A-Z]/.test(word) && !/[a-z]/.test(word) ? 'A' :
    /^[A-Z]/.test(word)                       ? 'C' :
    /[a-z]/.test(word)                        ? 'a' :
                                                '-';
const shapeOf = word => madeOf(word) + word.slice(-2);

// From a field to the [number, value] of its features at offset 0, number E among those that learn.
function wordFeatures(
    {numbers, strings}, {dimensions = 100, scale = 2, vectors = true, clusters = []}, E) {
  const prefix = `encoder.fitted.${E}`, length = vectors ? dimensions : 0;
  const table = name => {
    const rows = numbers(`${prefix}.${name}.rows`);
    return new Map(strings(`${prefix}.${name}`).map((text, i) => [text, rows[i]]));
  };
  const words = table('words'), shapes = table('shapes');
  const coordinates = vectors ? numbers(`${prefix}.vectors`) : [];
  const cuts = clusters.map((_, c) => numbers(`${prefix}.clusters.${c}`));
  const begins = clusters.map((_, c) => length + sum(clusters.slice(0, c), count => count));
  const of = field => {
    const word = field.replace(/[0-9]/g, '0'), row = words.get(word) ?? shapes.get(shapeOf(word));
    if (row === undefined) return [];
    const vector = coordinates.slice(row * length, (row + 1) * length);
    return [
      ...vector.map((x, i) => [i, scale * x]),
      ...cuts.flatMap((cut, c) => cut[row] < 0 ? [] : [[begins[c] + cut[row], 1]])
    ];
  };
  return {of, width: length + sum(clusters, count => count)};
}

// From tokens and a place to [feature, value]: the features of all these extractors, behind all
// others.
export function learnedFeatures(model, columns, blocks) {
  let first = model.view_of.length -
      sum(blocks, (_, E) => model.numbers(`encoder.fitted.${E}.features`).length);
  const extractors = blocks.map((block, E) => {
    const kept = model.numbers(`encoder.fitted.${E}.features`), begin = first;
    first += kept.length;
    const place = new Map(kept.map((number, i) => [number, begin + i]));
    const {of, width} = wordFeatures(model, block, E);
    return {
      place,
      of,
      width,
      window: block.window ?? 1,
      at: columns.indexOf(block.column ?? 'word')
    };
  });
  const around = (tokens, t, {place, of, width, window, at}) => tokens.flatMap(
      (token, p) => Math.abs(p - t) > window ?
          [] :
          of(token[at]).map(([i, x]) => [place.get((p - t + window) * width + i), x]));
  return (tokens, t) => extractors.flatMap(extractor => around(tokens, t, extractor))
                            .filter(([j]) => j !== undefined);
}
