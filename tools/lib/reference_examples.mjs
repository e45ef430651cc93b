// Small examples for the pages of the reference: data files and a config for each thing that
// `costruct list` shows. tests/readme/reference.mjs runs them all.

// An array as numpy.save writes it.
function npy(rows) {
  const header =
      `{'descr': '<f8', 'fortran_order': False, 'shape': (${rows.length}, ${rows[0].length}), }`;
  const length = Math.ceil((10 + header.length + 1) / 64) * 64 - 10;
  const head = Buffer.alloc(10);
  head.write('\x93NUMPY\x01\x00', 'latin1');
  head.writeUInt16LE(length, 8);
  return Buffer.concat([
    head, Buffer.from(header.padEnd(length - 1) + '\n'),
    Buffer.from(Float64Array.from(rows.flat()).buffer)
  ]);
}

const lines = (...texts) => texts.join('\n') + '\n';

// Data of each format: its files, and its block without `format`.
const kRowsOfFruit = [
  [1.2, 0.9, 'apple'], [1.1, 1.0, 'apple'], [0.3, 0.1, 'cherry'], [0.4, 0.2, 'cherry'],
  [2.9, 3.1, 'melon'], [3.2, 2.8, 'melon'], [1.3, 1.1, 'apple'], [0.2, 0.1, 'cherry'],
  [3.0, 3.0, 'melon']
];
const kNumbers = [
  [1.2, 0.9, 2.1], [1.1, 1.0, 2.0], [0.3, 0.1, 0.5], [0.4, 0.2, 0.6], [2.9, 3.1, 6.1],
  [3.2, 2.8, 5.9], [1.3, 1.1, 2.3], [0.2, 0.1, 0.4]
];
const kTwoLabels = lines(
    '+1 1:1 2:0.5', '-1 1:-1', '+1 1:0.8', '-1 1:-0.7 2:1', '-1 2:0.3', '+1 1:1.2', '-1 1:-0.2',
    '+1 2:0.9');
const kTexts = [
  ['a great film with great actors', 'good'], ['dull and far too long', 'bad'],
  ['great music and a fine story', 'good'], ['a long dull story', 'bad'],
  ['fine actors in a great story', 'good'], ['too long and too loud', 'bad']
];
const kTagged = [
  ['the/DT dog/NN sleeps/VB', 'a/DT cat/NN sees/VB the/DT dog/NN'],
  ['the/DT bird/NN sings/VB', 'dogs/NN sleep/VB'],
  ['a/DT dog/NN sees/VB a/DT bird/NN', 'the/DT cats/NN sing/VB'],
].flat();
const kRaw = ['the/? cat/? sleeps/?', 'a/? bird/? sees/? the/? cats/?', 'birds/? sing/?'];
const tokensOf = sentence => sentence.split(' ').map(token => token.split('/'));
const kHeads = {
  DT: '2 det',
  NN: '3 nsubj',
  VB: '0 root'
};
const conllu = sentences =>
    sentences
        .map(
            sentence =>
                tokensOf(sentence)
                    .map(
                        ([word, tag],
                         i) => [i + 1, word, word, {DT: 'DET', NN: 'NOUN', VB: 'VERB'}[tag], tag,
                                tag === 'NN' ? `Number=${/ s$ /.test(word) ? 'Plur' : 'Sing'}` :
                                               '_',
                                ...kHeads[tag].split(' '), '_', '_']
                                   .join('\t'))
                    .join('\n') +
                '\n\n')
        .join('');
const kTreeSentences =
    ['the/DT dog/NN sleeps/VB', 'a/DT cat/NN sees/VB', 'the/DT bird/NN sings/VB'];
const kPairs = [
  ['a1', 'VLSPADKTNV', 'b1', 'VL-PEEKTNV'], ['a2', 'GKVGAHAGEY', 'b2', 'GKV--NVDEV'],
  ['a3', 'LSFPTTKTYF', 'b3', 'VVYPWT-TRF']
];
const candidates = (...texts) =>
    texts.map(([text, subtopic], i) => ({id: `d${i + 1}`, text, subtopics: [subtopic]}));
const kQueries = [
  {
    query: 'robots',
    candidates: candidates(
        ['robots in space', 'space'], ['robots in surgery', 'medicine'], ['space robots', 'space'])
  },
  {
    query: 'jaguar',
    candidates:
        candidates(['jaguar cars', 'cars'], ['jaguar cats', 'cats'], ['fast jaguar cars', 'cars'])
  },
  {
    query: 'python',
    candidates: candidates(
        ['python code', 'code'], ['python snakes', 'snakes'], ['more python code', 'code'])
  },
];
const graph = (...labels) => ({
  nodes: labels.map(label => ({label, features: [label === 'ink' ? 'dark' : 'light']})),
  edges: labels.slice(1).map((_, i) => [i, i + 1])
});
const kMails = [
  ['a@x.org', 'Cheap watches', 'Buy cheap watches now', 1],
  ['b@x.org', 'Cheap watches!', 'Buy very cheap watches', 1],
  ['c@y.org', 'Your loan', 'A loan for you is ready', 2],
  ['d@y.org', 'Loan for you', 'Your loan is ready now', 2],
  ['e@z.org', 'Hello', 'Lunch tomorrow?', 3], ['f@x.org', 'Watches', 'Cheap watches for you', 1]
];
const mail = ([from, subject, text, batch]) =>
    `From: ${from}\nSubject: ${subject}\nX-Batch: ${batch}\n\n${text}\n`;
const jsonLines = values => lines(...values.map(value => JSON.stringify(value)));

const kFormats = {
  svmlight:
      {files: {'train.txt': lines(...kRowsOfFruit.map(([a, b, kind]) => `${kind} 1:${a} 2:${b}`))}},
  svmhmm: {
    files: {
      'train.txt': lines(
          'a qid:1 1:1', 'b qid:1 2:1', 'a qid:2 1:1 3:1', 'b qid:2 2:1', 'a qid:2 1:2',
          'b qid:3 2:2', 'a qid:3 1:1')
    }
  },
  conll: {
    files: {
      'train.txt': kTagged.map(s => tokensOf(s).map(t => t.join(' ')).join('\n') + '\n\n').join('')
    }
  },
  conllu: {files: {'train.conllu': conllu(kTagged)}},
  spans: {
    files: {
      'train.jsonl': jsonLines([
        {text: 'Ann Lee saw Bob.', label: [[0, 7, 'PER'], [12, 15, 'PER']]},
        {text: 'Bob lives in Rome.', label: [[0, 3, 'PER'], [13, 17, 'LOC']]},
        {text: 'Rome is old.', label: [[0, 4, 'LOC']]}
      ])
    }
  },
  crfsuite: {
    files: {
      'train.txt': kTagged
                       .map(
                           s => tokensOf(s)
                                    .map(([word, tag]) => `${tag}\tw=${word}\tlast=${word.at(-1)}`)
                                    .join('\n') +
                               '\n\n')
                       .join('')
    }
  },
  brown: {files: {'train.txt': lines(...kTagged)}},
  csv: {
    files: {'train.csv': lines('size,weight,kind', ...kRowsOfFruit.map(row => row.join()))},
    block: {target: 'kind'}
  },
  npy: {files: {'train.npy': npy(kNumbers)}, problem: 'regression'},
  texts: {files: {'train.jsonl': jsonLines(kTexts.map(([text, label]) => ({text, label})))}},
  text_folders: {
    files: Object.fromEntries(
        kTexts.map(([text, label], i) => [`reviews/${label}/${i + 1}.txt`, text + '\n'])),
    train: 'reviews'
  },
  ptb: {
    files: {
      'train.mrg': lines(
          '( (S (NP (DT the) (NN dog)) (VP (VBZ sleeps))) )',
          '( (S (NP (DT a) (NN cat)) (VP (VBZ sees) (NP (DT the) (NN dog)))) )',
          '( (S (NP (NN birds)) (VP (VBZ sing))) )')
    }
  },
  conllu_trees: {files: {'train.conllu': conllu(kTreeSentences)}},
  fasta_pairs: {
    files: {'train.fasta': lines(...kPairs.map(([a, x, b, y]) => `>${a}\n${x}\n>${b}\n${y}\n`))}
  },
  tmalign:
      {
        files:
            {
              'train.tsv': lines(...kPairs.map(
                  ([a, x, b, y]) => ['valid', a, b, '0.8', '0.7', '1.5', x.replaceAll('-', ''),
                                     y.replaceAll('-', ''),
                                     [...x]
                                         .map(
                                             (c, i) => c === '-' ? '2' :
                                                 y[i] === '-'    ? '1' :
                                                                   ':')
                                         .join('')]
                                        .join('\t')))
            }
      },
  candidates: {files: {'train.jsonl': jsonLines(kQueries)}, options: {documents: 2}},
  graph: {
    files: {
      'train.jsonl': jsonLines([
        graph('ink', 'ink', 'paper'), graph('paper', 'ink', 'ink'), graph('paper', 'paper', 'ink')
      ])
    }
  },
  jsonl: {
    files: {
      'train.jsonl': jsonLines(kMails.map(
          ([from, subject, text, batch]) =>
              ({from, subject, parts: [{type: 'text/plain', text}], batch})))
    },
    options: {set_size: 3}
  },
  mbox: {
    files: {
      'train.mbox': kMails.map(m => `From ${m[0]} Mon Jan  1 00:00:00 2024\n${mail(m)}\n`).join('')
    },
    options: {set_size: 3}
  },
  maildir: {
    files: Object.fromEntries(kMails.map((m, i) => [`mails/cur/${i + 1}.eml`, mail(m)])),
    train: 'mails',
    options: {set_size: 3}
  },
};

// For problems that the first format of their inputs does not serve.
const kProblems = {
  multiclass: {format: 'csv'},
  several: {
    format: 'texts',
    files: {
      'train.jsonl': jsonLines(
          kTexts.map(([text, label], i) => ({text, label: i % 2 ? [label, 'short'] : [label]})))
    }
  },
  taxonomy: {
    format: 'csv',
    options: {
      taxonomy: [
        ['apple', 'fruit'], ['cherry', 'fruit'], ['melon', 'vegetable'], ['fruit', 'plant'],
        ['vegetable', 'plant']
      ]
    }
  },
  multivariate: {format: 'svmlight', files: {'train.txt': kTwoLabels}, options: {positive: '+1'}},
  sequence: {format: 'brown'},
  clustering: {format: 'jsonl'},
  regression: {
    format: 'csv',
    files: {'train.csv': lines('size,weight,price', ...kNumbers.map(row => row.join()))},
    block: {target: 'price'}
  },
};

const kRawRows = 'size,weight\n1.0,1.1\n3.1,2.7\n0.2,0.3\n2.8,3.3\n';
// Files without labels, of the formats of learners' examples.
const kUnlabeled = {
  brown: ['raw.txt', lines(...kRaw)],
  csv: ['raw.csv', kRawRows],
  ptb: ['raw.mrg', lines('(? (DT the) (NN cat) (VBZ sleeps))')],
  fasta_pairs: ['raw.fasta', lines('>c1', 'VLSPADKTNV', '>d1', 'VLPEEKTNV')],
};

// The options without which an extractor, a view ... says nothing, and what else it needs.
const kExtractors = {
  attributes: {format: 'conllu'},
  template: {options: {lines: ['U0:%x[0,0]', 'U1:%x[-1,0]/%x[0,0]']}},
  distribution: {options: {min_count: 1, dimensions: 3}},
  vectors: {
    options: {file: 'vectors.txt'},
    files: {
      'vectors.txt':
          lines('dog 0.9 0.1', 'cat 0.8 0.2', 'bird 0.7 0.1', 'sees -0.5 0.6', 'sings -0.6 0.7')
    }
  },
  array: {
    options: {file: '{stem}.npy'},
    files: {
      'train.npy':
          npy(kTagged.flatMap(tokensOf).map(([word]) => [word.length, /s$/.test(word) ? 1 : 0]))
    }
  },
  values: {format: 'svmlight', options: {normalize: 'l2'}},
  latent: {format: 'svmlight', options: {dimensions: 2}},
  words: {format: 'texts', options: {n: [1, 2]}},
  links: {
    format: 'svmlight',
    before: [{extractor: 'values'}],
    options: {file: 'links.txt'},
    files: {'links.txt': lines('1 2', '3 4', '5 6', '1 7', '4 8', '6 9')}
  },
};
const kLosses = {
  cost_matrix: {options: {costs: [[0, 1, 2], [1, 0, 2], [2, 2, 0]]}},
  f1_macro: {learner: {type: 'perceptron'}},
};
const kMetrics = {
  auc: {format: 'svmlight', files: {'train.txt': kTwoLabels}},
  chunk_f1: {format: 'spans'},
};
const kFormatsOfLearners = {
  naive_bayes:
      {format: 'texts', features: [{extractor: 'words', weighting: 'count', normalize: 'none'}]},
};
const kLearners = {
  self_training: {rounds: 2},
  co_training: {rounds: 2},
};
const kGenerators = {
  galaxy: {sequences: 20, length: 5},
  multiview_sequences: {},
  regression_views: {},
  snakes: {pictures: 12, length: 3},
  grids: {pictures: 12, side: 4},
};
const kViews = {
  named: {groups: [['word'], ['spelling']]},
  random: {count: 2},
  ranges: {ranges: [[1, 5], [6, 20]]},
};
const kProtocols = {
  resample: {labeled: [2, 4], holdout: 2, repetitions: 2},
  folds: {k: 3, labeled: [2, 4]},
  inverse_folds: {k: 2, labeled: [2]},
  split_files: {splits: 'splits.txt'},
};

function dataOf(problem, format, files, block = {}) {
  const base = kFormats[format];
  const own = files ?? base.files;
  return {
    files: {...own},
    data: {format, train: base.train ?? Object.keys(own)[0], ...(base.block ?? {}), ...block},
  };
}

// A training config of a problem on the first format that has an example for it.
function training(problem, {format, learner = {}, options = {}} = {}) {
  const own = kProblems[problem.name];
  const formats = problem.facts.find(({title}) => title === 'formats')?.names ?? [];
  const of = format ?? own?.format ?? formats.find(name => kFormats[name]);
  if (!kFormats[of]) return null;
  const {files, data} = dataOf(
      problem, of, of === own?.format ? own.files : undefined, of === own?.format ? own.block : {});
  return {
    command: 'train',
    files,
    config: {
      problem: {
        type: problem.name,
        ...(kFormats[of].options ?? {}),
        ...(own?.options ?? {}),
        ...options
      },
      data,
      learner: {type: problem.name === 'regression' ? 'rlsr' : 'structural_svm', ...learner}
    }
  };
}

// As an experiment: the same with a sweep.
function experiment({files, config: {learner, ...config}}, sweep) {
  return {command: 'run', files, config: {...config, sweep, learners: [learner]}};
}

function learnerExample(thing, problems) {
  const named = title => thing.facts.find(fact => fact.title === title);
  const names = named('problems')?.names ?? [];
  const name = names.includes('sequence') ? 'sequence' : names[0];
  if (!name) return null;
  const {format, features} = kFormatsOfLearners[thing.name] ?? {};
  const example =
      training(problems.get(name), {format, learner: {type: thing.name, ...kLearners[thing.name]}});
  if (features) example.config.data.features = features;
  const raw = kUnlabeled[example.config.data.format];
  if (raw && !/^not used/.test(named('unlabeled examples')?.text)) {
    example.files[raw[0]] = raw[1];
    example.config.data.unlabeled = raw[0];
    const weight = /^used where (\w+)/.exec(named('unlabeled examples').text)?.[1];
    if (weight) example.config.learner[weight] = 0.1;
  }
  if (/per view/.test(named('views')?.text))
    example.config.views = {split: name === 'sequence' ? 'odd_even' : 'random'};
  return example;
}

function extractorExample(thing, problems) {
  const {format = 'brown', options = {}, files = {}, before = []} = kExtractors[thing.name] ?? {};
  const example = training(
      problems.get(format === 'brown' || format === 'conllu' ? 'sequence' : 'multiclass'),
      {format});
  Object.assign(example.files, files);
  example.config.data.features = [...before, {extractor: thing.name, ...options}];
  return example;
}

/// The example of a thing: {files: {name: content}, config, command}, with command "train", "run",
/// or "validate" where it needs data that the program does not bring. Null: there is none.
/// @param thing     as `costruct list KIND --output json` has it
/// @param problems  all problems by their names
export function exampleOf(thing, problems) {
  const problemOf = () => problems.get(thing.facts.find(fact => fact.kind === 'problem')?.names[0]);
  switch (thing.kind) {
    case 'problem':
      return training(thing);
    case 'learner':
      return learnerExample(thing, problems);
    case 'loss': {
      const problem = problemOf();
      if (!problem) return null;
      const {options, learner} = kLosses[thing.name] ?? {};
      return training(problem, {options: {loss: thing.name, ...options}, learner});
    }
    case 'metric': {
      const {format, files} = kMetrics[thing.name] ?? {};
      const example = training(problemOf() ?? problems.get('sequence'), {format});
      if (example === null) return null;
      Object.assign(example.files, files);
      const of_fits = thing.facts.every(({kind}) => kind !== 'problem');
      example.config.metrics = of_fits ? ['loss', thing.name] : [thing.name];
      return of_fits ? experiment(example, {labeled: [4], holdout: 2, repetitions: 1}) : example;
    }
    case 'format': {
      const problem = problems.get(kFormats[thing.name]?.problem) ?? problemOf();
      return kFormats[thing.name] && problem ? training(problem, {format: thing.name}) : null;
    }
    case 'extractor':
      return extractorExample(thing, problems);
    case 'kernel': {
      const example = training(problems.get('multiclass'));
      example.config.learner.kernel = {type: thing.name};
      return example;
    }
    case 'view': {
      const example = training(problems.get('sequence'), {learner: {type: 'co_perceptron'}});
      example.config.data.features =
          [{extractor: 'token', group: 'word'}, {extractor: 'affixes', group: 'spelling'}];
      example.files['raw.txt'] = kUnlabeled.brown[1];
      example.config.data.unlabeled = 'raw.txt';
      example.config.views = {split: thing.name, ...kViews[thing.name]};
      return example;
    }
    case 'protocol': {
      const example = experiment(
          training(problems.get('sequence')), {protocol: thing.name, ...kProtocols[thing.name]});
      if (thing.name === 'split_files') example.files['splits.txt'] = lines('1 2 3', '4 5 6');
      return example;
    }
    case 'generator': {
      const is_number = /^regression/.test(thing.name);
      const input = thing.facts.find(({title}) => title === 'examples')?.text;
      const of_input = {chains: 'sequence', graphs: 'graph'};
      const problem = problems.get(is_number ? 'regression' : of_input[input] ?? 'multiclass');
      const {config} = training(problem);
      config.data = {generate: {type: thing.name, ...kGenerators[thing.name]}};
      return experiment({files: {}, config}, {labeled: [5], holdout: 5, repetitions: 1});
    }
    case 'dataset': {
      const input = thing.facts.find(({title}) => title === 'examples')?.text;
      const problem = /^regression-/.test(thing.name) ? problems.get('regression') : [
        ...problems.values()
      ].find(({facts}) => facts.some(({title, text}) => title === 'input' && text === input));
      if (!problem) return null;
      const {config} = training(problem);
      config.data = {dataset: thing.name};
      return {
        ...experiment(
            {files: {}, config},
            {labeled: [20], holdout: 'unlabeled', unlabeled: [20], repetitions: 1}),
        command: 'validate'
      };
    }
  }
  return null;
}
