// The reference: a page for everything that `costruct list` shows, as Markdown, from what the
// program declares. tools/make_site.mjs makes pages of the site of them.
import {execFileSync} from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

import {anchorNamer} from './heading_anchors.mjs';
import {claimsOf, readConfigs, readRecord} from './record_files.mjs';
import {exampleOf} from './reference_examples.mjs';

export const kReferenceIndex = 'docs/reference/index.md';
const kFolder = 'docs/reference';
// The page written by hand that says most about a kind.
const kPageOfKind = {
  problem: 'docs/problems.md',
  learner: 'docs/learners.md',
  loss: 'docs/notation.md',
  metric: 'docs/problems.md',
  format: 'docs/formats.md',
  dataset: 'docs/configs.md',
  extractor: 'docs/features.md',
  generator: 'docs/generated_data.md',
  view: 'docs/guide/views.md',
  kernel: 'docs/kernels.md',
  protocol: 'docs/protocols.md',
};
const kPays = 'docs/when_unlabeled_data_pays.md';
const kMostPages = 6;
const kMostClaims = 16;
const kMostClaimsOfOne = 2;  // of one experiment
const kFewestMentions = 2;

export const pageOfKind = ({plural}) => `${kFolder}/${plural}.md`;
export const pageOfThing = (kind, name) => `${kFolder}/${kind.plural}/${name}.md`;

/// All kinds with their things, as the program lists them: [{kind, plural, summary, things}].
export function listedKinds(costruct) {
  const list = (...args) => JSON.parse(execFileSync(
      costruct, ['list', ...args, '--output', 'json'], {encoding: 'utf8', maxBuffer: 1 << 26}));
  return list().map(kind => ({...kind, things: list(kind.plural)}));
}

/// The problems by their names, for exampleOf().
export const problemsOf = kinds =>
    new Map(kinds.find(({kind}) => kind === 'problem').things.map(thing => [thing.name, thing]));

// A text of the program as Markdown of a line or of a cell; spans of code stay.
const plain = text => text.replace(/\s+/g, ' ')
                          .split(/(`[^`]*`)/)
                          .map(
                              (part, i) => i % 2 ? part.replaceAll('|', '\\|') :
                                                   part.replace(/([|<>*_[\]\\])/g, '\\$1'))
                          .join('');
const code = text => '`' + text.replaceAll('|', '\\|') + '`';
// A summary as a sentence: a first word in small letters gets a capital.
const sentence = text => {
  const whole = /^[a-z]+[ ,:]/.test(text) ? text[0].toUpperCase() + text.slice(1) : text;
  return plain(/[.!?)]$/.test(whole) ? whole : whole + '.');
};
const relative = (from, to) => path.posix.relative(path.posix.dirname(from), to);
const table = (header, rows) => rows.length === 0 ? [] : [
  `| ${header.join(' | ')} |`, `|${header.map(() => '---').join('|')}|`,
  ...rows.map(row => `| ${row.join(' | ')} |`), ''
];
const spaced = value => JSON.stringify(value, null, 1)
                            .replace(/\n\s*/g, ' ')
                            .replace(/([{[]) /g, '$1')
                            .replace(/ ([}\]])/g, '$1');

/// A config as a text with a line for each key.
export const configText = config => `{${
    Object.entries(config).map(([key, value]) => `"${key}": ${spaced(value)}`).join(',\n ')}}\n`;

// What was written by hand: of each page its title, its headings, the rows of its tables, and how
// often each name stands on it as code.
function readPages(root) {
  const docs = path.join(root, 'docs');
  return fs.readdirSync(docs, {recursive: true})
      .filter(name => name.endsWith('.md') && !/^(decisions|record|api|results)\b/.test(name))
      .filter(name => !['README.md', 'index.md', 'gallery.md'].includes(name))
      .sort()
      .map(name => {
        const text = fs.readFileSync(path.join(docs, name), 'utf8').replace(/^```[^]*?^```/gm, '');
        const anchorOf = anchorNamer();
        const headings = [...text.matchAll(/^#{1,6} +(.*)/gm)].map(([, heading]) => {
          const words = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1');
          return {words: words.replaceAll('`', ''), anchor: anchorOf(words)};
        });
        const mentions = new Map();
        for (const [, span] of text.matchAll(/`([^`\n]+)`/g))
          mentions.set(span, (mentions.get(span) ?? 0) + 1);
        return {
          page: `docs/${name}`,
          title: headings[0]?.words ?? name,
          headings,
          mentions,
          rows: text.split('\n').filter(line => line.startsWith('|')).map(line => line.split('|'))
        };
      });
}

// Links to what was written by hand about a thing, from its page.
function linksTo(thing, from, pages) {
  const link = (text, to) => `[${text}](${relative(from, to)})`;
  const overview = kPageOfKind[thing.kind], links = new Map();
  for (const {page, title, headings, rows} of pages) {
    for (const {words, anchor} of headings.slice(1))
      if (words === thing.name) links.set(page, link(`${title}: ${words}`, `${page}#${anchor}`));
    if (page !== overview) continue;
    for (const row of rows.filter(row => row[1]?.includes('`' + thing.name + '`'))) {
      for (const [, text, href] of row.join('|').matchAll(
               /\[([^\]]+)\]\(([^)#:]+)(?:#[^)]*)?\)/g)) {
        const goal = path.posix.join(path.posix.dirname(page), href);
        if (!links.has(goal)) links.set(goal, link(text, goal));
      }
    }
  }
  const count = ({mentions}) => mentions.get(thing.name) ?? 0;
  const rest = pages.filter(({page}) => page !== overview && !links.has(page));
  const more = rest.filter(each => count(each) >= kFewestMentions)
                   .sort((a, b) => count(b) - count(a))
                   .slice(0, Math.max(0, kMostPages - links.size));
  for (const {page, title} of more) links.set(page, link(title, page));
  const uses_unlabeled =
      thing.facts.some(({title, text}) => title === 'unlabeled examples' && text !== 'not used');
  if (uses_unlabeled && !links.has(kPays))
    links.set(kPays, link('When unlabeled data pays', kPays));
  if (!links.has(overview))
    links.set(overview, link(pages.find(({page}) => page === overview).title, overview));
  return [...links.values()];
}

const learnersOf = config => config.learners ?? [];
const nameOf = learner => learner.name ?? learner.type;
const all = value => value === undefined ? [] : [value].flat();

// Whether an experiment uses a thing.
function uses(config, {kind, name}) {
  const learners = learnersOf(config);
  switch (kind) {
    case 'problem':
      return config.problem?.type === name;
    case 'learner':
      return learners.some(l => l.type === name || l.learner?.type === name);
    case 'loss':
      return config.problem?.loss === name ||
          learners.some(l => l.loss === name || l.problem?.loss === name);
    case 'metric':
      return all(config.metrics).includes(name);
    case 'format':
      return config.data?.format === name;
    case 'dataset':
      return config.data?.dataset === name;
    case 'extractor':
      return all(config.data?.features).some(f => f?.extractor === name);
    case 'generator':
      return config.data?.generate?.type === name;
    case 'view':
      return [config, ...learners].some(each => each.views?.split === name);
    case 'kernel':
      return learners.some(
          l => [...all(l.kernel), ...all(l.select?.kernel)].some(k => k?.type === name));
    case 'protocol':
      return (config.sweep?.protocol ?? 'resample') === name;
  }
  return false;
}

// The claims that compare a learner of this type with another one, each with its verdict.
function claimsAbout(type, experiments) {
  return experiments.flatMap(({name, config, claims}) => {
    const types = new Map(learnersOf(config).map(l => [nameOf(l), l.type]));
    return claims
        .filter(({claim}) => {
          const compared =
              claim.split(/[\s,()]+/).filter(word => types.has(word)).map(w => types.get(w));
          return compared.includes(type) && compared.some(other => other !== type);
        })
        .map(claim => ({experiment: name, ...claim}));
  });
}

function claimLines(claims, link) {
  if (claims.length === 0) return [];
  const words = [...new Set(claims.map(({word}) => word))].sort();
  const counts = words.map(word => `${claims.filter(claim => claim.word === word).length} ${word}`);
  const is_open = ({word}) => word === 'undecided', seen = new Map();
  const first = [...claims.filter(claim => !is_open(claim)), ...claims.filter(is_open)]
                    .filter(({experiment}) => {
                      seen.set(experiment, (seen.get(experiment) ?? 0) + 1);
                      return seen.get(experiment) <= kMostClaimsOfOne;
                    })
                    .slice(0, kMostClaims);
  return [
    `Full runs judged ${claims.length} claims that compare it with another learner: ${
        counts.join(', ')}.` +
        (first.length < claims.length ?
             ` Here are ${first.length}, at most ${
                 kMostClaimsOfOne} of an experiment; links lead to the others.` :
             ''),
    '',
    ...table(
        ['claim', 'verdict', 'experiment'],
        first.map(
            ({text, claim, word, experiment}) => [plain(text || claim), word, link(experiment)]))
  ];
}

function experimentLines(thing, from, experiments) {
  const gallery = relative(from, 'docs/gallery.md');
  const link = name => `[${name}](${gallery}#${name})`;
  const used = experiments.filter(({config}) => uses(config, thing));
  if (used.length === 0) return [];
  return [
    '## Experiments', '',
    ...(thing.kind === 'learner' ? claimLines(claimsAbout(thing.name, used), link) : []),
    `${used.length} of our experiments ${used.length === 1 ? 'uses' : 'use'} it: ${
        used.map(({name}) => link(name)).join(', ')}.`,
    ''
  ];
}

function fileLines([name, content]) {
  if (Buffer.isBuffer(content))
    return [`File \`${name}\` is an array, as \`numpy.save\` writes it.`, ''];
  return [`File \`${name}\`:`, '', '```', content.trimEnd(), '```', ''];
}

function exampleLines(example) {
  if (example === null) return [];
  const files = Object.entries(example.files);
  const shown = files.length > 3 ? fileLines([
    `${files[0][0]}\` and ${files.length - 1} more, such as \`${files.at(-1)[0]}`, files[0][1]
  ]) :
                                   files.flatMap(fileLines);
  const command = {
    train: 'costruct train example.json --model example.safetensors',
    run: 'costruct run example.json',
    validate: 'costruct validate example.json'
  }[example.command];
  return [
    '## Example', '', ...shown, 'File `example.json`:', '', '```',
    configText(example.config).trimEnd(), '```', '', '```', command, '```', ''
  ];
}

const shownDefault = option => option.required ? 'required' :
    option.default === undefined               ? '' :
                                                 code(spaced(option.default));

// The meaning of an option; pages that it names become links.
function meaningOf(option, from) {
  const parts = [
    option.meaning, option.only_with && `only with ${option.only_with}`,
    option.changes_only_time && 'changes only time'
  ];
  return plain(parts.filter(Boolean).join('; ')).replace(/docs\/[\w\\/]+\.md/g, escaped => {
    const page = escaped.replaceAll('\\', '');
    return `[${path.posix.basename(page, '.md')}](${relative(from, page)})`;
  });
}

function optionLines({options}, from) {
  if (options === undefined) return [];
  if (options.length === 0) return ['## Options', '', 'It has no options.', ''];
  return [
    '## Options', '',
    ...table(
        ['option', 'meaning', 'values', 'default'],
        options.map(
            option =>
                [code(option.name), meaningOf(option, from), plain(option.values),
                 shownDefault(option)]))
  ];
}

function thingPage(kind, thing, {kinds, pages, experiments, problems}) {
  const from = pageOfThing(kind, thing.name);
  const linked = fact => {
    const other = kinds.find(({kind: singular}) => singular === fact.kind);
    return fact.names.map(name => `[${code(name)}](${relative(from, pageOfThing(other, name))})`)
        .join(', ');
  };
  const facts = thing.facts.map(
      fact => `- **${plain(fact.title)}**: ${fact.names ? linked(fact) : plain(fact.text)}`);
  const summary = thing.summary.replace(/^of /, `a ${kind.kind} of `);
  return [
    `# ${thing.name}: ${kind.kind}`, '', sentence(summary), '', ...facts, '',
    ...optionLines(thing, from),
    ...(thing.block ?
            ['Its name stands for this data block:', '', '```', spaced(thing.block), '```', ''] :
            []),
    ...exampleLines(exampleOf(thing, problems)), ...experimentLines(thing, from, experiments),
    '## Read more', '', ...linksTo(thing, from, pages).map(link => `- ${link}`),
    `- [All ${kind.plural}](../${kind.plural}.md)`, ''
  ].join('\n');
}

function kindPage(kind) {
  return [
    `# All ${kind.plural}`, '', sentence(kind.summary), '',
    ...table(
        [kind.kind, 'what it is'],
        kind.things.map(
            ({name, summary}) => [`[${code(name)}](${kind.plural}/${name}.md)`, plain(summary)]))
  ].join('\n');
}

function indexPage(kinds) {
  const names = ({plural, things}) =>
      things.map(({name}) => `[${code(name)}](${plural}/${name}.md)`).join(', ');
  return [
    '# Reference of all names', '',
    'Each name that a config can have is here, with its options, an example that runs, and the pages',
    'about it. The pages are made from what the program declares: `costruct describe KIND NAME` prints',
    'the same.', '',
    ...kinds.flatMap(
        kind =>
            [`## ${kind.plural.slice(0, 1).toUpperCase()}${kind.plural.slice(1)}`, '',
             `${sentence(kind.summary)} [With a line on each](${kind.plural}.md).`, '', names(kind),
             ''])
  ].join('\n');
}

/// The pages of the reference: a map from the name of each page to its Markdown.
export function referencePages(root, kinds) {
  const experiments = readConfigs(root).map(({name, config}) => {
    const record = readRecord(root, name);
    return {name, config, claims: record === null ? [] : claimsOf(record)};
  });
  const context = {kinds, pages: readPages(root), experiments, problems: problemsOf(kinds)};
  const made = new Map([[kReferenceIndex, indexPage(kinds)]]);
  for (const kind of kinds) {
    made.set(pageOfKind(kind), kindPage(kind));
    for (const thing of kind.things)
      made.set(pageOfThing(kind, thing.name), thingPage(kind, thing, context));
  }
  return made;
}
