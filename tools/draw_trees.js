// Draws trees from a grammar, one a line: node tools/draw_trees.js GRAMMAR COUNT SEED [LONGEST]
// The file format stands in configs/parsing_demo.grammar. A label ends where digits begin, so that
// a grammar may have several symbols of one label. Trees of more than LONGEST (20) tokens are drawn
// again.
'use strict';
const [file, count, seed, longest = 20] = process.argv.slice(2);
if (seed === undefined) {
  console.error('usage: node tools/draw_trees.js GRAMMAR COUNT SEED [LONGEST]');
  process.exit(2);
}
const rules = new Map(), words = new Map();
for (const line of require('fs').readFileSync(file, 'utf8').split('\n')) {
  if (/^\s*(#|$)/.test(line)) continue;
  const rule = line.match(/^([\d.]+) (\S+) -> (.+)$/), tag = line.match(/^(\S+) : (.+)$/);
  if (rule) {
    if (!rules.has(rule[2])) rules.set(rule[2], []);
    rules.get(rule[2]).push({weight: Number(rule[1]), children: rule[3].split(' ')});
  } else if (tag) {
    words.set(tag[1], tag[2].split(' '));
  } else {
    throw new Error(`${file}: ${line}: expected "weight A -> B C" or "TAG : words"`);
  }
}
let state = BigInt(seed);
function uniform() {  // splitmix64
  state = BigInt.asUintN(64, state + 0x9e3779b97f4a7c15n);
  let z = state;
  z = BigInt.asUintN(64, (z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n);
  z = BigInt.asUintN(64, (z ^ (z >> 27n)) * 0x94d049bb133111ebn);
  return Number((z ^ (z >> 31n)) >> 11n) / 2 ** 53;
}
let tokens = 0;
function draw(symbol) {
  const label = symbol.replace(/\d+$/, '');
  if (!rules.has(symbol)) {
    const choices = words.get(symbol) || [symbol];
    if (++tokens > longest) throw 'long';
    return `(${label} ${choices[Math.floor(uniform() * choices.length)]})`;
  }
  const of = rules.get(symbol);
  let at = uniform() * of.reduce((sum, rule) => sum + rule.weight, 0);
  const rule = of.find(each => (at -= each.weight) < 0) || of[of.length - 1];
  return `(${label} ${rule.children.map(draw).join(' ')})`;
}
for (let drawn = 0; drawn < Number(count);) {
  tokens = 0;
  try {
    console.log(`( ${draw('S')} )`);
    ++drawn;
  } catch (why) {
    if (why !== 'long') throw why;
  }
}
