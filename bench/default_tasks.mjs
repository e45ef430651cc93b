// What learners do with unlabeled inputs when nothing but their type is given: the table of
// docs/decisions/0037-defaults-that-help.md. Each task is one experiment; each learner is compared
// with its twin, the supervised learner inside it on all features. A cell has the mean difference
// of the errors, in points (for regression in per cent of the twin's RMSE), with its corrected 95 %
// interval. Finished runs are not computed again.
//   COSTRUCT=build/release/bin/costruct node bench/default_tasks.mjs DIR [TASK...]
//     --draws N      repetitions (20)
//     --seed N       of the draws (11; those that chose the defaults had 7)
//     --variants A,B of default, guard, before, before_guard: the defaults or the published values,
//                    alone (default) or with the guard
import {spawnSync} from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import {parseArgs} from 'node:util';

import {readCsv} from '../tools/lib/record_files.mjs';

const {values: options, positionals: [dir, ...wanted]} = parseArgs({
  allowPositionals: true,
  options: {
    draws: {type: 'string', default: '20'},
    seed: {type: 'string', default: '11'},
    variants: {type: 'string', default: 'default'}
  }
});
const costruct = process.env.COSTRUCT ?? 'build/release/bin/costruct';
const variants = options.variants.split(',');

const halves = {split: 'random', count: 2};
const words = [
  {extractor: 'token', window: 1, group: 'word'}, {extractor: 'affixes', group: 'form'},
  {extractor: 'surface', window: 1, group: 'form'}
];
const wordsAndForms = {split: 'named', groups: [['word'], ['form']]};
const logs = [{extractor: 'values', weighting: 'log', normalize: 'l2'}];
const regression = name => ({
  kind: 'numbers',
  data: {format: 'csv', target: 'target', train: `regression/${name}.csv`},
  views: halves,
  sizes: [50, 100, 50]
});
const book = dataset =>
    ({kind: 'rows', data: {dataset}, views: halves, sizes: [50, 500, 300]});
const counts = (dataset, sizes) =>
    ({kind: 'counts', data: {dataset}, views: {split: 'named'}, sizes});
const sentences = (data, sizes) => ({
  kind: 'sentences',
  data: {features: words, max_length: 40, ...data},
  views: wordsAndForms,
  sizes
});

// The kind says which learners apply; sizes are those labeled, unlabeled and held out.
const tasks = {
  course_pages: counts('webkb-course', [24, 700, 264]),
  papers_small: counts('cora-linqs', [120, 1000, 500]),
  papers_large: {...counts('cora-large', [200, 800, 1000]), kind: 'rows'},  // weighted words
  newsgroups: {
    kind: 'rows',
    data: {
      dataset: '20news',
      train: ['20news/20news-bydate-train.svm.xz', '20news/20news-bydate-test.svm.xz'],
      test: null,
      label_map: {12: 'crypt', 13: 'electronics', 14: 'medicine', 15: 'space'},
      keep_labels: ['crypt', 'electronics', 'medicine', 'space'],
      features: logs
    },
    views: halves,
    sizes: [50, 2000, 500]
  },
  earnings: {
    kind: 'rows',
    data: {
      format: 'svmlight',
      train: ['reuters/reuters-modapte-train.svm.xz', 'reuters/reuters-modapte-test.svm.xz'],
      topic: '22',
      features: logs
    },
    views: halves,
    sizes: [50, 2000, 1000]
  },
  digits: {
    kind: 'rows',
    data: {dataset: 'mfeat'},
    views: {split: 'named', groups: [['kar'], ['zer']]},
    kernel: {type: 'linear', scaling: 'standardize'},
    sizes: [50, 500, 500]
  },
  digit1: book('digit1'),
  g241c: book('g241c'),
  text: book('text'),
  names_20: sentences({dataset: 'conll2002-es', test: null}, [20, 500, 300]),
  names_80: sentences({dataset: 'conll2002-es', test: null}, [80, 2000, 300]),
  speech_brown: sentences({dataset: 'brown', tags: 'reduced', limit: 12000}, [20, 1000, 300]),
  speech_web: sentences(
      {format: 'conllu', train: 'ud-english-ewt/train.conllu.xz', limit: 6000}, [20, 1000, 300]),
  chunks: sentences({dataset: 'conll2000', test: null, limit: 6000}, [20, 500, 300]),
  generated: {
    kind: 'sentences',
    data: {
      generate: {type: 'multiview_sequences', sequences: 400, length: 20, separation: 3, seed: 1}
    },
    views: {split: 'named'},
    sizes: [10, 50, 100]
  },
  trees: {kind: 'trees', data: {dataset: 'ptb-sample', max_length: 20}, sizes: [50, 300, 200]},
  bodyfat: regression('bodyfat'),
  housing: regression('housing'),
  autompg: regression('autompg'),
  cpu: regression('cpu'),
  wine: regression('wine_quality_red')
};

const svm = {type: 'structural_svm', gap: 0.01};
const published = {
  co_svm: {Cu: 1, Cu_scale: 'each', final: 'sum', label_shares: 'free'},
  gradient_co_svm: {Cu: 1, Cu_scale: 'each', teacher: 'peer', final: 'sum', label_shares: 'free'},
  gradient_tsvm: {Cu: 1, Cu_scale: 'each'},
  tsvm_ova: {Cu: 1, Cu_scale: 'each'},
  co_perceptron: {Cu: 1, Cu_scale: 'each', final: 'sum'},
  self_training: {Cu: 1, Cu_scale: 'each', pick: 'overall', label_shares: 'free'},
  co_training: {Cu: 1, Cu_scale: 'each', final: 'sum', label_shares: 'free'},
  naive_bayes: {smoothing: 1, unlabeled_scale: 'each'},
  co_rlsr: {}
};
const own = {
  self_training: {learner: svm},
  co_training: {learner: svm},
  co_svm: {gap: 0.01},
  co_rlsr: {scaling: 'standardize', intercept: true}
};
const twins = {
  self_training: {name: 'svm', ...svm},
  co_training: {name: 'svm', ...svm},
  co_svm: {name: 'svm', ...svm},
  gradient_co_svm: {type: 'gradient_svm'},
  gradient_tsvm: {type: 'gradient_svm'},
  co_perceptron: {type: 'perceptron'},
  tsvm_ova: {type: 'tsvm_ova', name: 'one_against_all', Cu: 0},
  naive_bayes: {type: 'naive_bayes', name: 'naive_bayes_labeled', unlabeled_weight: 0},
  co_rlsr: {type: 'rlsr', ...own.co_rlsr}
};
const ofSentences = ['self_training', 'co_training', 'co_svm', 'co_perceptron'];
const ofRows = [...ofSentences, 'gradient_co_svm', 'gradient_tsvm', 'tsvm_ova'];
const learnersOf = {
  rows: ofRows,
  counts: [...ofRows, 'naive_bayes'],
  sentences: ofSentences,
  trees: ['self_training'],
  numbers: ['co_rlsr']
};
const oneLabel = [{type: 'multiclass', loss: 'zero_one'}, 'token_error'];
const problems = {
  sentences: [{type: 'sequence', loss: 'hamming'}, 'token_error'],
  trees: [{type: 'parsing', loss: 'f1'}, 'constituent_f1'],
  numbers: [{type: 'regression'}, 'rmse']
};

function blockOf(learner, variant) {
  const options = {type: learner, ...own[learner]};
  if (variant.startsWith('before')) Object.assign(options, published[learner]);
  if (variant.endsWith('guard') && learner !== 'co_rlsr') options.guard = 'folds';
  return {...options, name: `${learner}__${variant}`};
}

function configOf(name, task) {
  const [problem, metric] = problems[task.kind] ?? oneLabel;
  const [labeled, unlabeled, holdout] = task.sizes;
  const learners = new Map(), claims = [], kernel = task.kernel ? {kernel: task.kernel} : {};
  const add = block => learners.set(block.name ?? block.type, {...block, ...kernel});
  const judged = {at: {unlabeled}, metric, test: 'corrected_resampled_t', alpha: 0.05};
  for (const learner of learnersOf[task.kind]) {
    const twin = twins[learner];
    add(twin);
    for (const variant of variants) {
      const block = blockOf(learner, variant);
      add(block);
      claims.push({less: [block.name, twin.name ?? twin.type], ...judged});
    }
  }
  return {
    name,
    problem,
    data: task.data,
    ...(task.views && {views: task.views}),
    sweep: {
      labeled: [labeled],
      unlabeled: [unlabeled],
      holdout,
      repetitions: +options.draws,
      seed: +options.seed,
      every_label: false
    },
    learners: [...learners.values()],
    metrics: [metric],
    tests: ['corrected_resampled_t'],
    claims
  };
}

function run(args) {
  const done = spawnSync(costruct, args, {encoding: 'utf8', maxBuffer: 1 << 28});
  if (done.status !== 0)
    console.error(`${args.join(' ')}: exit code ${done.status}\n${done.stderr.slice(-2000)}`);
  return done.status === 0;
}

// The means of the twins, and a cell for each learner and variant.
function resultsOf(name, task) {
  const file = path.join(dir, `${name}.json`), out = path.join(dir, name);
  fs.mkdirSync(dir, {recursive: true});
  fs.writeFileSync(file, JSON.stringify(configOf(name, task), null, 1));
  run(['run', file, '--out', out, '--jobs', '2', '-q']);  // a failed cell is missing below
  const csv = path.join(dir, `${name}.csv`);
  if (!run(['claims', out, '--csv', csv])) return;
  const means = Object.fromEntries(
      readCsv(path.join(out, 'curves.csv')).map(row => [row.learner, +row.mean]));
  const cells = {};
  for (const row of readCsv(csv)) {
    const [, learner, twin] = row.claim.match(/^(\S+) < (\S+) in /);
    const of = name => row[name] === '' ? NaN : +row[name];
    const scale = task.kind === 'numbers' ? 100 / means[twin] : 100;
    cells[learner] = [of('difference'), of('low'), of('high')].map(value => value * scale);
  }
  return {means, cells};
}

const shown = x => Number.isNaN(x) ? '–' : x.toFixed(Math.abs(x) < 9.95 ? 1 : 0);
const names = wanted.length > 0 ? wanted : Object.keys(tasks);
for (const name of names) {
  if (!(name in tasks))
    throw new Error(`${name}: no task; expected ${Object.keys(tasks).join(', ')}`);
}
for (const name of names) {
  const found = resultsOf(name, tasks[name]);
  if (!found) continue;
  const twin = twins[learnersOf[tasks[name].kind][0]];
  const scale = tasks[name].kind === 'numbers' ? 1 : 100;
  console.log(`${name}: twin ${shown(scale * found.means[twin.name ?? twin.type])}`);
  for (const [learner, [difference, low, high]] of Object.entries(found.cells)) {
    const label = learner.replace('__', ' ').padEnd(28);
    console.log(`  ${label} ${shown(difference)} [${shown(low)}, ${shown(high)}]`);
  }
}
