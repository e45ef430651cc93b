// Lines of split files that hold out one genre of a treebank (docs/protocols.md, split_files):
//   xz -dc train.conllu.xz | node tools/genre_splits.mjs target|others > FILE.splits
// The genre of a sentence is what its document's id begins with: "# newdoc id = weblog-1". Each
// genre is held out in two lines: 200 of its sentences are scored, and 200 sentences of the other
// genres are labeled. 1,000 raw sentences are of the held-out genre (target), or of the other ones
// (others). Both kinds of files have the same labeled and scored sentences. Sentences have at most
// 60 tokens; numbers count all sentences, from 1.
import {readFileSync} from 'node:fs';

const kLines = 2, kScored = 200, kLabeled = 200, kRaw = 1000, kMostTokens = 60;

const source = process.argv[2];
if (source !== 'target' && source !== 'others') {
  console.error('genre_splits: expected target or others');
  process.exit(2);
}

const byGenre = new Map();
let genre = '', sentence = 0, tokens = 0;
for (const line of readFileSync(0, 'utf8').split('\n')) {
  const document = line.match(/^# newdoc id = ([^-]*)/);
  if (document) genre = document[1];
  if (/^[0-9]+\t/.test(line)) ++tokens;
  if (line !== '' || tokens === 0) continue;
  ++sentence;
  if (!byGenre.has(genre)) byGenre.set(genre, []);
  if (tokens <= kMostTokens) byGenre.get(genre).push(sentence);
  tokens = 0;
}

// Park & Miller's generator, so that the lines are the same everywhere.
let state = 1;
const below = n => {
  state = state * 48271 % 2147483647;
  return state % n;
};
const shuffled = numbers => {
  const list = [...numbers];
  for (let i = list.length - 1; i > 0; --i) {
    const j = below(i + 1);
    [list[i], list[j]] = [list[j], list[i]];
  }
  return list;
};

for (let line = 0; line < kLines; ++line) {
  for (const held of [...byGenre.keys()].sort()) {
    const own = shuffled(byGenre.get(held));
    const other = shuffled([...byGenre].flatMap(([name, of]) => name === held ? [] : of));
    const from = source === 'target' ? own.slice(kScored) : other.slice(kLabeled);
    console.log(JSON.stringify({labeled: other.slice(0, kLabeled), unlabeled: from.slice(0, kRaw),
                                holdout: own.slice(0, kScored)}));
  }
}
