// The documentation as a site that a browser opens from disk: README.md and docs/ as pages of HTML.
//
//   node tools/make_site.mjs [--out DIR] [--costruct FILE]
//
// The default of DIR is build/site, and that of FILE the costruct below build/ that was built last.
// Then open DIR/index.html, or type `costruct docs`.
//
// FILE lists all problems, learners, formats and so on. Each gets a page in docs/reference, of
// which nothing lies in the source (lib/reference_pages.mjs).
//
// What lies in DIR already stays, but for pages of the same names. Pages lie as their Markdown does
// in the source; links to Markdown go to its page, a link to a folder to a list of what it has, and
// other files that are linked are copied. Pages load nothing but search.js and search_index.js, which
// lie beside them: a browser reads scripts from disk, but no data. docs/gallery.md is made first.
// Exit code 1 where a link leads nowhere.
import {Marked} from 'marked';
import {execFileSync} from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import {fileURLToPath} from 'node:url';

import {anchorNamer} from './lib/heading_anchors.mjs';
import {
  kReferenceIndex,
  listedKinds,
  pageOfKind,
  pageOfThing,
  referencePages
} from './lib/reference_pages.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const kFewestForContents = 4;
// The navigation at the left: groups of pages.
const kNavigation = [
  ['Start', [
    ['README.md', 'costruct'],
    ['docs/guide/ten_minutes.md', 'Ten minutes with your data'],
    ['docs/guide/ten_minutes_python.md', 'Ten minutes in Python'],
    ['docs/guide/names_from_spans.md', 'Names from a tool'],
    ['docs/guide/texts_with_few_labels.md', 'Texts with few labels'],
    ['docs/guide/tagger_with_few_labels.md', 'A tagger from raw text'],
    ['docs/guide/parser_from_a_treebank.md', 'A parser'],
    ['docs/guide/papers_with_links.md', 'Papers with links'],
    ['docs/guide/tour.md', 'Tour of the commands'],
    ['docs/python.md', 'Python'],
    ['docs/guide/from_other_packages.md', 'From other packages'],
    ['docs/reading_a_report.md', 'Reading a report'],
  ]],
  ['How to', [
    ['docs/guide/which_learner.md', 'Which learner?'],
    ['docs/guide/choosing_parameters.md', 'Choosing parameters'],
    ['docs/guide/views.md', 'Views'],
    ['docs/label_less.md', 'What to label next'],
    ['docs/partial_labels.md', 'Labels of parts'],
    ['docs/predictions.md', 'Predictions'],
    ['docs/guide/on_a_cluster.md', 'An experiment on a cluster'],
    ['docs/scaling_out.md', 'Several machines'],
    ['docs/guide/own_parts.md', 'Parts of your own'],
    ['docs/adding_a_problem.md', 'Adding a problem'],
    ['docs/adding_a_learner.md', 'Adding a learner'],
    ['docs/guide/faq.md', 'Errors'],
  ]],
  ['Reference', [
    ['docs/problems.md', 'Problems'],
    ['docs/learners.md', 'Learners'],
    ['docs/formats.md', 'Formats'],
    ['docs/features.md', 'Features'],
    ['docs/protocols.md', 'Protocols'],
    ['docs/configs.md', 'Configs'],
    [kReferenceIndex, 'All names'],
    ['docs/index.md', 'All pages'],
  ]],
  ['Explanation', [
    ['docs/when_unlabeled_data_pays.md', 'When unlabeled data pays'],
    ['docs/results.md', 'Results'],
    ['docs/gallery.md', 'Gallery'],
    ['docs/comparison.md', 'Comparison'],
    ['docs/statistics.md', 'Statistics'],
    ['docs/notation.md', 'Notation'],
    ['docs/guide/glossary.md', 'Glossary'],
    ['docs/decisions', 'Decisions'],
  ]],
];

// Tables of names by kind: the pages whose tables list them.
const kPagesOfNames = {
  problems: 'docs/problems.md',
  learners: 'docs/learners.md',
  formats: 'docs/formats.md',
  extractors: 'docs/features.md',
  protocols: 'docs/protocols.md',
};
// Sections of the reference that are alike on all of its pages.
const kNotSearched = new Set(['Example', 'Experiments', 'Read more']);

const kStyle = `
:root { color-scheme: light dark; --ink: #1b1f24; --soft: #57606a; --paper: #fff; --shade: #f3f5f7; --line: #d0d7de; --link: #0550ae }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e3e6ea; --soft: #a4adb8; --paper: #14171b; --shade: #1f242a; --line: #3b424b; --link: #79b8ff }
}
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.55 system-ui, "Liberation Sans", sans-serif }
a { color: var(--link) }
.skip { position: absolute; left: -99rem }
.skip:focus { left: .5rem; top: .5rem; background: var(--paper); padding: .3rem }
.layout { display: grid; grid-template-columns: 16rem minmax(0, 1fr); max-width: 96rem; margin: 0 auto }
aside { position: sticky; top: 0; height: 100vh; overflow-y: auto; box-sizing: border-box; padding: 1rem; border-right: 1px solid var(--line); font-size: .92rem }
aside h2 { font-size: .8rem; text-transform: uppercase; letter-spacing: .05em; color: var(--soft); border: 0; margin: 1.1rem 0 .3rem }
aside ul { list-style: none; margin: 0; padding: 0 }
aside nav a { display: block; padding: .12rem .4rem; text-decoration: none; border-radius: 4px }
aside nav a:hover { text-decoration: underline }
aside nav ul ul { padding-left: .8rem }
aside nav a[aria-current] { background: var(--shade); color: var(--ink); font-weight: 600 }
aside > details > summary { display: none }
.brand { font-weight: 700; font-size: 1.15rem; color: var(--ink); text-decoration: none; display: block; margin-bottom: .6rem }
.search label { position: absolute; left: -99rem }
.search input { width: 100%; box-sizing: border-box; font: inherit; padding: .35rem .5rem; color: var(--ink); background: var(--paper); border: 1px solid var(--soft); border-radius: 5px }
.found { list-style: none; padding: 0; margin: .5rem 0 0 }
.found:empty { display: none }
.found li { margin: .45rem 0; overflow-wrap: anywhere }
.found small { display: block; color: var(--soft); line-height: 1.35 }
.found mark { background: none; color: var(--ink); font-weight: 700 }
main { max-width: 60rem; box-sizing: border-box; width: 100%; margin: 0 auto; padding: .5rem 1.5rem 4rem; overflow-wrap: break-word }
h1, h2, h3 { line-height: 1.25; scroll-margin-top: 1rem }
h2 { margin-top: 2.2rem; border-bottom: 1px solid var(--line) }
code, pre { font: .88em/1.45 ui-monospace, "Liberation Mono", monospace; background: var(--shade) }
code { padding: .1em .25em; border-radius: 3px }
pre { padding: .8rem; overflow-x: auto; border-radius: 5px }
pre code { padding: 0; font-size: 1em }
.scroll { overflow-x: auto; margin: 1rem 0 }
table { border-collapse: collapse; font-size: .92em }
th, td { border: 1px solid var(--line); padding: .3rem .55rem; vertical-align: top; text-align: left; overflow-wrap: normal }
th { background: var(--shade) }
img { max-width: 100%; height: auto }
details.contents { color: var(--soft); margin: 1rem 0 }
@media (max-width: 56rem) {
  .layout { display: block }
  aside { position: static; height: auto; border-right: 0; border-bottom: 1px solid var(--line) }
  aside > details > summary { display: block; margin-top: .6rem; cursor: pointer }
  main { padding: .5rem 1rem 3rem }
}
@media print { aside, details.contents { display: none } .layout { display: block } main { max-width: none } }
`;

// The search, on every page: sections that have all words, those with words in their heading first.
// The navigation is scrolled to the page that it stands on.
// costruct_search of search_index.js is [page, title, heading, anchor, text] of each section.
const kSearch = `'use strict';
(() => {
  const input = document.getElementById('search'), list = document.getElementById('found');
  const root = document.documentElement.dataset.root;
  const sections = window.costruct_search.map(([page, title, heading, anchor, text]) =>
      ({page, title, heading, anchor, text, head: (title + ' ' + heading).toLowerCase(), low: text.toLowerCase()}));
  const wide = window.matchMedia('(min-width: 56.01rem)'), menu = document.getElementById('menu');
  const fold = () => { menu.open = wide.matches; };
  wide.addEventListener('change', fold);
  fold();
  const aside = document.querySelector('aside'), here = aside.querySelector('[aria-current]');
  if (here) aside.scrollTop = here.offsetTop - aside.clientHeight / 2;
  function score(section, words) {
    let sum = 0;
    for (const word of words) {
      const in_head = section.head.includes(word), at = section.low.indexOf(word);
      if (!in_head && at < 0) return 0;
      sum += (in_head ? 20 : 0) + (section.heading.toLowerCase().split(':')[0] === word ? 20 : 0) +
          Math.min(5, at < 0 ? 0 : section.low.split(word).length - 1);
    }
    return sum - (section.page.startsWith('docs/decisions/') || section.page === 'docs/gallery.html' ? 10 : 0) + 15;
  }
  function excerpt(section, word) {
    const at = Math.max(0, section.low.indexOf(word)), from = Math.max(0, at - 40);
    const line = document.createElement('small'), text = section.text.slice(from, from + 130);
    const place = text.toLowerCase().indexOf(word);
    if (place < 0) line.textContent = text;
    else {
      const mark = document.createElement('mark');
      mark.textContent = text.slice(place, place + word.length);
      line.append((from > 0 ? '… ' : '') + text.slice(0, place), mark, text.slice(place + word.length) + ' …');
    }
    return line;
  }
  function show() {
    const words = input.value.toLowerCase().split(/\\s+/).filter(word => word !== '');
    list.replaceChildren();
    if (words.join('').length < 2) return;
    const found = sections.map(section => ({section, points: score(section, words)}))
                      .filter(({points}) => points > 0)
                      .sort((a, b) => b.points - a.points)
                      .slice(0, 12);
    for (const {section} of found) {
      const item = document.createElement('li'), link = document.createElement('a');
      link.href = root + section.page + (section.anchor ? '#' + section.anchor : '');
      link.textContent = section.heading && section.heading !== section.title ?
          section.title + ': ' + section.heading : section.title;
      item.append(link, excerpt(section, words[0]));
      list.append(item);
    }
    if (found.length === 0) {
      const item = document.createElement('li');
      item.textContent = 'Nothing found.';
      list.append(item);
    }
  }
  input.addEventListener('input', show);
  document.addEventListener('keydown', event => {
    if (event.key === '/' && document.activeElement !== input) {
      event.preventDefault();
      input.focus();
    } else if (event.key === 'Escape' && document.activeElement === input) {
      input.value = '';
      show();
    }
  });
  show();
})();
`;

const escaped = text =>
    text.replace(/[&<>"]/g, c => ({'&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;'})[c]);
const unescaped = text => text.replace(
    /&(amp|lt|gt|quot|#39);/g, (_, c) => ({amp: '&', lt: '<', gt: '>', quot: '"', '#39': '\''})[c]);
const isFolder = file => fs.statSync(file).isDirectory();

// Names are relative to the source, "/" between their parts; so are those of pages to the site.
const pageOf = name => name.replace(/\.md$/, '.html');
const linkBetween = (from, to) => path.posix.relative(path.posix.dirname(from), to) || '.';

class Site {
  constructor(out, kinds) {
    this.out = out;
    this.kinds = kinds;
    this.made = referencePages(root, kinds);  // Markdown of pages that lie in no file, by their names
    this.faults = [];
    this.waiting = [];  // names of Markdown files and folders whose pages are to be made
    this.known = new Set();
    this.sections = [];  // of the search: [page, title, heading, anchor, text]
  }

  write(name, text) {
    const file = path.join(this.out, name);
    fs.mkdirSync(path.dirname(file), {recursive: true});
    fs.writeFileSync(file, text);
  }

  // Where a link of `name` leads on the site; what it leads to is made sure to be there.
  follow(name, href) {
    if (/^[a-z]+:/i.test(href) || href.startsWith('#')) return href;
    const [target, anchor] = href.split('#');
    const goal =
        path.posix.normalize(path.posix.join(path.posix.dirname(name), decodeURIComponent(target)));
    if (this.made.has(goal)) {
      this.add(goal);
      return linkBetween(name, pageOf(goal)) + (anchor ? '#' + anchor : '');
    }
    const file = path.join(root, goal);
    if (goal.startsWith('..') || !fs.existsSync(file)) {
      this.faults.push(`${name}: ${href}: no such file`);
      return href;
    }
    const page = isFolder(file) ? path.posix.join(goal, 'index.html') : pageOf(goal);
    if (isFolder(file) || goal.endsWith('.md')) {
      this.add(goal);
    } else {
      fs.mkdirSync(path.dirname(path.join(this.out, goal)), {recursive: true});
      fs.copyFileSync(file, path.join(this.out, goal));
    }
    return linkBetween(name, page) + (anchor ? '#' + anchor : '');
  }

  add(name) {
    if (this.known.has(name)) return;
    this.known.add(name);
    this.waiting.push(name);
  }

  navigation(name) {
    const groups = kNavigation.map(([group, pages]) => {
      const items = pages.map(([to, text]) => {
        const here = to === name || path.posix.join(to, 'index.html') === name;
        return `<li>${this.navigationLink(name, to, text, here)}${
            to === kReferenceIndex ? this.namesNavigation(name) : ''}</li>`;
      });
      return `<h2>${escaped(group)}</h2>\n<ul>\n${items.join('\n')}\n</ul>`;
    });
    return `<nav aria-label="Pages">\n${groups.join('\n')}\n</nav>`;
  }

  navigationLink(name, to, text, here = to === name) {
    return `<a href="${this.follow(name, linkBetween(name, to))}"${
        here ? ' aria-current="page"' : ''}>${escaped(text)}</a>`;
  }

  // On pages of the reference: the kinds, and the names of the kind that the page is about.
  namesNavigation(name) {
    if (!this.made.has(name)) return '';
    const list = items => `<ul>\n${items.map(item => `<li>${item}</li>`).join('\n')}\n</ul>`;
    return list(this.kinds.map(kind => {
      const page = pageOfKind(kind), folder = page.replace(/\.md$/, '/');
      const names = name === page || name.startsWith(folder) ? list(kind.things.map(
          thing => this.navigationLink(name, pageOfThing(kind, thing.name), thing.name))) : '';
      return this.navigationLink(name, page, kind.plural) + names;
    }));
  }

  // Names in the first cells of the tables of a page link to their pages in the reference.
  withLinkedNames(name, html) {
    const kind = this.kinds.find(({plural}) => kPagesOfNames[plural] === name);
    if (kind === undefined) return html;
    const names = new Set(kind.things.map(thing => thing.name));
    const linked = (whole, text) => names.has(text) ?
        `<a href="${this.follow(name, linkBetween(name, pageOfThing(kind, text)))}">${whole}</a>` :
        whole;
    return html.replace(
        /<tr>\s*<td[^>]*>[^]*?<\/td>/g, cell => cell.replace(/<code>([^<]*)<\/code>/g, linked));
  }

  page(name, title, content) {
    const top = linkBetween(name, '.').replace(/^\.$/, ''), root = top === '' ? '' : top + '/';
    return `<!DOCTYPE html>
<html lang="en" data-root="${
        root}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}${title === 'costruct' ? '' : ' – costruct'}</title><style>${
        kStyle}</style></head>
<body><a class="skip" href="#content">Skip to the page</a>
<div class="layout">
<aside aria-label="Search and pages">
<a class="brand" href="${root}README.html">costruct</a>
<div class="search" role="search"><label for="search">Search all pages</label><input id="search" type="search" placeholder="Search ( / )" autocomplete="off"><ul class="found" id="found" aria-live="polite"></ul></div>
<details id="menu" open><summary>All pages</summary>
${this.navigation(name)}
</details>
</aside>
<main id="content">
${content}
</main>
</div>
<script src="${root}search_index.js"></script><script src="${root}search.js"></script>
</body></html>
`;
  }

  markdownPage(name) {
    const anchorOf = anchorNamer(), headings = [];
    const plain = html => unescaped(html.replace(/<[^>]+>/g, ''));
    const site = this;
    const marked = new Marked({
      renderer: {
        heading({tokens, depth}) {
          const html = this.parser.parseInline(tokens), text = plain(html), id = anchorOf(text);
          headings.push({html, text, id, depth});
          return `<h${depth} id="${id}">${html}</h${depth}>\n`;
        },
        link({href, tokens}) {
          return `<a href="${escaped(site.follow(name, href))}">${
              this.parser.parseInline(tokens)}</a>`;
        },
        image({href, text}) {
          return `<img src="${escaped(site.follow(name, href))}" alt="${escaped(text)}">`;
        },
        code({text}) { return `<pre tabindex="0"><code>${escaped(text)}</code></pre>\n`; },
        html({text}) {
          return text.replace(
              / (src|srcset|href)="([^"]*)"/g,
              (_, key, href) => ` ${key}="${escaped(site.follow(name, unescaped(href)))}"`);
        },
      },
    });
    const text = this.made.get(name) ?? fs.readFileSync(path.join(root, name), 'utf8');
    const html = this.withLinkedNames(name, marked.parse(text));
    this.addSections(name, html, headings);
    const content =
        html.replace(
                /<table>/g,
                '<div class="scroll" role="group" aria-label="table" tabindex="0"><table>')
            .replace(/<\/table>/g, '</table></div>')
            .replace(/<th( [^>]*)?><\/th>/g, '<td></td>');
    const sections = headings.filter(({depth}) => depth === 2);
    const contents = sections.length < kFewestForContents ?
        '' :
        `<details class="contents"><summary>On this page</summary>\n<ul>${
            sections
                .map(
                    ({html, id}) =>
                        `<li><a href="#${id}">${html.replace(/<\/?a\b[^>]*>/g, '')}</a></li>`)
                .join('\n')}</ul></details>\n`;
    const [first] = headings;
    return this.page(name, first?.text ?? name, content.replace(/<\/h1>\n/, end => end + contents));
  }

  // What the search finds of a page: the text below each heading.
  addSections(name, html, headings) {
    const parts = html.replace(/<!--[^]*?-->/g, '').split(/<h[1-6] id="[^"]*">[^]*?<\/h[1-6]>/);
    const title = headings[0]?.text ?? name;
    parts.forEach((part, i) => {
      const text = unescaped(part.replace(/<[^>]+>/g, ' ')).replace(/\s+/g, ' ').trim();
      if (i === 0 && text === '') return;
      const {text: heading, id} = headings[Math.max(0, i - 1)] ?? {text: title, id: ''};
      if (this.made.has(name) && kNotSearched.has(heading)) return;
      this.sections.push([pageOf(name), title, heading, id, text]);
    });
  }

  folderPage(name) {
    const folder = name.replace(/\/?$/, '/'), place = folder + 'index.html';
    const titleOf = file =>
        /^# (.*)/m.exec(fs.readFileSync(path.join(root, file), 'utf8'))?.[1] ?? path.basename(file);
    const items = fs.readdirSync(path.join(root, folder)).sort().map(entry => {
      const at = folder + entry, text = entry.endsWith('.md') ? titleOf(at) : entry;
      return `<li><a href="${this.follow(place, linkBetween(place, at))}">${
          escaped(text)}</a></li>`;
    });
    return this.page(
        place, folder, `<h1>${escaped(folder)}</h1>\n<ul>\n${items.join('\n')}\n</ul>`);
  }

  make() {
    this.write(
        'index.html',
        '<!DOCTYPE html><html lang="en"><meta charset="utf-8"><title>costruct</title>' +
            '<meta http-equiv="refresh" content="0; url=README.html"><a href="README.html">costruct</a></html>\n');
    for (const name of this.made.keys()) this.add(name);
    for (const [name] of kNavigation.flatMap(([, pages]) => pages)) this.add(name);
    while (this.waiting.length > 0) {
      const name = this.waiting.pop();
      if (name.endsWith('.md')) this.write(pageOf(name), this.markdownPage(name));
      else this.write(path.posix.join(name, 'index.html'), this.folderPage(name));
    }
    this.sections.sort(([a], [b]) => a < b ? -1 : a > b ? 1 : 0);
    this.write('search.js', kSearch);
    this.write(
        'search_index.js',
        `window.costruct_search = [\n${
            this.sections.map(section => JSON.stringify(section).replaceAll('<', '\\u003c'))
                .join(',\n')}\n];\n`);
  }
}

// The costruct below build/ that was built last; null if there is none.
function builtCostruct() {
  const build = path.join(root, 'build');
  const built = fs.existsSync(build) ? fs.readdirSync(build)
                                           .map(preset => path.join(build, preset, 'bin', 'costruct'))
                                           .filter(file => fs.existsSync(file)) :
                                       [];
  const time = file => fs.statSync(file).mtimeMs;
  return built.sort((a, b) => time(b) - time(a))[0] ?? null;
}

function complain(message) {
  console.error(`make_site.mjs: ${message}`);
  process.exit(2);
}

function main(args) {
  const given = {};
  for (let i = 0; i < args.length; i += 2) {
    if (!['--out', '--costruct'].includes(args[i]) || args[i + 1] === undefined)
      complain('usage: node tools/make_site.mjs [--out DIR] [--costruct FILE]');
    given[args[i]] = args[i + 1];
  }
  const costruct = given['--costruct'] ?? builtCostruct();
  if (costruct === null)
    complain('no build/*/bin/costruct: build costruct, or name one with --costruct FILE');
  execFileSync(process.execPath, [path.join(root, 'tools/make_gallery.mjs')], {stdio: 'inherit'});
  const site = new Site(
      path.resolve(given['--out'] ?? path.join(root, 'build', 'site')),
      listedKinds(path.resolve(costruct)));
  site.make();
  for (const fault of site.faults) console.error(`make_site.mjs: ${fault}`);
  console.log(`${site.known.size} pages; open ${path.join(site.out, 'index.html')}`);
  process.exitCode = site.faults.length > 0 ? 1 : 0;
}

main(process.argv.slice(2));
