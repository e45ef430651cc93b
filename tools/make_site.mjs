// The documentation as a site that a browser opens from disk: README.md and docs/ as pages of HTML.
//
//   node tools/make_site.mjs [--out DIR]     (default: build/site); then open DIR/index.html
//
// What lies in DIR already stays, but for pages of the same names. Pages lie as their Markdown does
// in the source; links to Markdown go to its page, a link to a folder to a list of what it has, and
// other files that are linked are copied. Pages load nothing from anywhere. docs/gallery.md is made
// first. Exit code 1 where a link leads nowhere.
import {Marked} from 'marked';
import {execFileSync} from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import {fileURLToPath} from 'node:url';

import {anchorNamer} from './lib/heading_anchors.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const kFewestForContents = 4;
const kTop = [
  ['docs/index.md', 'costruct'],
  ['README.md', 'README'],
  ['docs/guide/ten_minutes.md', 'Ten minutes'],
  ['docs/guide/which_learner.md', 'Which learner?'],
  ['docs/reading_a_report.md', 'Reading a report'],
  ['docs/gallery.md', 'Gallery'],
  ['docs/results.md', 'Results'],
  ['docs/guide/faq.md', 'FAQ'],
  ['docs/guide/glossary.md', 'Glossary'],
];

const kStyle = `
:root { color-scheme: light dark; --ink: #1b1f24; --soft: #57606a; --paper: #fff; --shade: #f3f5f7; --line: #d0d7de; --link: #0550ae }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e3e6ea; --soft: #a4adb8; --paper: #14171b; --shade: #1f242a; --line: #3b424b; --link: #79b8ff }
}
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.55 system-ui, "Liberation Sans", sans-serif }
a { color: var(--link) }
header { border-bottom: 1px solid var(--line); padding: .6rem 1rem }
header a { margin-right: 1.1rem; white-space: nowrap; display: inline-block }
main { max-width: 60rem; margin: 0 auto; padding: 0 1rem 4rem; overflow-wrap: break-word }
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
@media print { header, details.contents { display: none } main { max-width: none } }
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
  constructor(out) {
    this.out = out;
    this.faults = [];
    this.waiting = [];  // names of Markdown files and folders whose pages are to be made
    this.known = new Set();
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

  page(name, title, content) {
    const links = kTop.map(
        ([to, text]) =>
            `<a href="${this.follow(name, linkBetween(name, to))}">${escaped(text)}</a>`);
    return `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}${title === 'costruct' ? '' : ' – costruct'}</title><style>${
        kStyle}</style></head>
<body><header><nav aria-label="Main pages">${links.join('\n')}</nav></header>
<main>
${content}
</main></body></html>
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
      },
    });
    const content =
        marked.parse(fs.readFileSync(path.join(root, name), 'utf8'))
            .replace(
                /<table>/g,
                '<div class="scroll" role="group" aria-label="table" tabindex="0"><table>')
            .replace(/<\/table>/g, '</table></div>');
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
            '<meta http-equiv="refresh" content="0; url=docs/index.html"><a href="docs/index.html">costruct</a></html>\n');
    for (const [name] of kTop) this.add(name);
    while (this.waiting.length > 0) {
      const name = this.waiting.pop();
      if (name.endsWith('.md')) this.write(pageOf(name), this.markdownPage(name));
      else this.write(path.posix.join(name, 'index.html'), this.folderPage(name));
    }
  }
}

const args = process.argv.slice(2);
if (args.length > 0 && (args[0] !== '--out' || args.length !== 2)) {
  console.error('usage: node tools/make_site.mjs [--out DIR]');
  process.exit(2);
}
execFileSync(process.execPath, [path.join(root, 'tools/make_gallery.mjs')], {stdio: 'inherit'});
const site = new Site(path.resolve(args[1] ?? path.join(root, 'build', 'site')));
site.make();
for (const fault of site.faults) console.error(`make_site.mjs: ${fault}`);
console.log(`${site.known.size} pages; open ${path.join(site.out, 'index.html')}`);
process.exitCode = site.faults.length > 0 ? 1 : 0;
