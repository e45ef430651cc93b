// Alignments to count profiles from, for configs/alignment_profiles.json: to each sequence of a
// pair of balifam, the others of its family, each aligned to it alone by BLOSUM62 with gaps of 11
// and 1.
//
//   node tools/balifam_profiles.mjs [BUILD_FOLDER]     default: build/release
//
// Makes data/balifam/profiles.a3m.xz, where data/ may be another folder, $COSTRUCT_DATA_FOLDER.
// Pairs and families are read in $COSTRUCT_DATA or there.
//
// The reference alignments of the families are not looked at: gaps are taken out before anything
// else, so that a profile knows no more of the truth than BLOSUM62 does. The partner of a sequence
// is among the others, and readers leave it out when they count the profile for that pair, by its
// name (docs/formats.md): one alignment serves all pairs of a sequence, and no profile tells where
// BLOSUM62 would put the other one. Nothing is drawn at random: the same build makes the same file.
// A sequence is told by its name and its family, as 283 names stand in several families, cut
// otherwise.
import {execFileSync} from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const root = path.dirname(path.dirname(new URL(import.meta.url).pathname));
const build = path.resolve(process.argv[2] ?? path.join(root, 'build/release'));
const costruct = path.join(build, 'bin/costruct');
const target = path.join(process.env.COSTRUCT_DATA_FOLDER ?? path.join(root, 'data'), 'balifam');
const folders = [process.env.COSTRUCT_DATA, path.dirname(target)].filter(Boolean).map(
    (data) => path.join(data, 'balifam'));
const source = folders.find((folder) => fs.existsSync(path.join(folder, 'families')));

function stop(why) {
  console.error(`balifam_profiles.mjs: ${why}`);
  process.exit(1);
}
if (!fs.existsSync(costruct)) stop(`${costruct} is missing: name the folder of a build`);
if (!source) stop(`no families in ${folders.join(' or ')}`);

const records = (text) => text.split('>').slice(1).map((record) => {
  const [header, ...lines] = record.split('\n').map((line) => line.trim());
  return {header, row: lines.filter((line) => !line.startsWith('#')).join('')};
});
const run = (program, args, options = {}) => execFileSync(
    program, args,
    {maxBuffer: 2 ** 31, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'], ...options});

// The sequences of pairs, as "name family=F".
function wantedSequences() {
  const wanted = new Set();
  for (const part of ['train', 'test']) {
    for (const {header} of records(run('xz', ['-dc', path.join(source, `pairs-${part}.afa.xz`)]))) {
      const words = header.split(/\s+/);
      wanted.add(words.filter((word, i) => i === 0 || word.startsWith('family=')).join(' '));
    }
  }
  return wanted;
}

// The row of `other` in A3M, where `own` and it are rows of an alignment: what stands beside gaps
// of `own` is in small letters.
function a3mRow(own, other) {
  let row = '';
  for (let c = 0; c < own.length; ++c) {
    if (own[c] !== '-') row += other[c];
    else row += other[c].toLowerCase();
  }
  return row;
}

const work = fs.mkdtempSync(path.join(os.tmpdir(), 'balifam-profiles-'));
process.on('exit', () => fs.rmSync(work, {recursive: true, force: true}));
const inWork = (name) => path.join(work, name);

fs.writeFileSync(inWork('blosum62.json'), JSON.stringify({
  problem: {type: 'alignment'},
  data: {format: 'fasta_pairs', train: path.join(source, 'pairs-train.afa.xz'), limit: 1},
  learner: {type: 'substitution_matrix', gap_open: 11, gap_extend: 1},
}));
run(costruct, ['train', inWork('blosum62.json'), '--model', inWork('blosum62.safetensors')]);

const wanted = wantedSequences();
const out = fs.openSync(inWork('profiles.a3m'), 'w');
let made = 0;
for (const file of fs.readdirSync(path.join(source, 'families')).sort()) {
  const family = path.basename(file, '.afa');
  const members =
      records(fs.readFileSync(path.join(source, 'families', file), 'utf8'))
          .map(
              ({header, row}) => (
                  {name: header.split(/\s+/)[0], letters: row.replace(/[-.]/g, '').toUpperCase()}));
  const key = (member) => `${member.name} family=${family}`;
  const isWanted = members.map((member) => wanted.has(key(member)));
  const pairs = [];
  for (let i = 0; i < members.length; ++i) {
    for (let j = i + 1; j < members.length; ++j)
      if (isWanted[i] || isWanted[j]) pairs.push([i, j]);
  }
  const record = (k) => `>${members[k].name}\n${members[k].letters}\n`;
  fs.writeFileSync(inWork('pairs.fasta'), pairs.map(([i, j]) => record(i) + record(j)).join('\n'));
  const aligned = records(
      run(costruct,
          ['predict', '--model', inWork('blosum62.safetensors'), '--data', inWork('pairs.fasta')]));
  if (aligned.length !== 2 * pairs.length)
    stop(`${family}: ${aligned.length} records, and ${2 * pairs.length} expected`);
  const rows = members.map(() => []);
  pairs.forEach(([i, j], p) => {
    const first = aligned[2 * p].row, second = aligned[2 * p + 1].row;
    rows[i].push(`>${members[j].name}\n${a3mRow(first, second)}\n`);
    rows[j].push(`>${members[i].name}\n${a3mRow(second, first)}\n`);
  });
  members.forEach((member, k) => {
    if (!isWanted[k]) return;
    fs.writeSync(out, `#\n>${key(member)}\n${member.letters}\n${rows[k].join('')}`);
    ++made;
  });
}
fs.closeSync(out);
if (made !== wanted.size)
  stop(`${made} alignments for ${wanted.size} sequences: are pairs and families of one version?`);
run('xz', ['-f', inWork('profiles.a3m')]);
fs.mkdirSync(target, {recursive: true});
fs.copyFileSync(inWork('profiles.a3m.xz'), path.join(target, 'profiles.a3m.xz'));
console.error(
    `balifam_profiles.mjs: ${made} alignments in ${path.join(target, 'profiles.a3m.xz')}`);
