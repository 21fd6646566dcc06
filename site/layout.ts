import { linkTo, toOutput } from './links.ts';
import { escapeHtml, type Heading } from './markdown.ts';
import { type Entry, type Group, listInOrder } from './sidebar.ts';

/** A page of the site before it has its frame. */
export interface Page {
  /** The file of the repository. */
  readonly source: string;
  readonly output: string;
  readonly title: string;
  readonly description: string;
  readonly html: string;
  readonly headings: readonly Heading[];
  /** The file with its Markdown. */
  readonly markdown?: string;
}

/** Writes a page with its header, sidebar and contents; `root` is the address of the site's folder, left out: relative. */
export function layOut(page: Page, groups: readonly Group[], version: string, root?: string): string {
  const to = (output: string): string => (root === undefined ? linkTo(page.output, output) : root + output);
  const title = page.output === 'index.html' ? 'Nonet: one Markdown page is the API' : `${page.title} · Nonet`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<meta name="description" content="${escapeHtml(page.description)}">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="${to('assets/icon.svg')}" type="image/svg+xml">
<link rel="stylesheet" href="${to('assets/base.css')}">
<link rel="stylesheet" href="${to('assets/site.css')}">
<script src="${to('assets/theme.js')}"></script>
<script src="${to('assets/site.js')}" type="text/javascript" defer data-root="${to('index.html').replace(/index\.html$/, '')}"></script>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header>
<button id="menu" aria-expanded="false" aria-controls="sidebar"><span aria-hidden="true">☰</span><span class="hidden">Pages</span></button>
<a class="brand" href="${to('index.html')}"><img src="${to('assets/icon.svg')}" alt="" width="24" height="24">Nonet<small>${escapeHtml(version)}</small></a>
<nav aria-label="Start">
<a href="${to('tutorial.html')}">Tutorial</a><a href="${to('cookbook/index.html')}">Cookbook</a><a href="${to('language.html')}">Language</a><a href="${to('pages.html')}">All pages</a>
</nav>
<button id="search"><span aria-hidden="true">⌕</span> Search <kbd>/</kbd></button>
<button id="theme" aria-label="Switch between light and dark"><span aria-hidden="true">◐</span></button>
</header>
<div class="frame">
<nav id="sidebar" aria-label="Pages">${groups.map((group) => writeGroup(group, page, to)).join('')}
<details${/^[A-Z]+\.md$/.test(page.source) ? ' open' : ''}><summary>Project</summary><ul>${projectPages.map((entry) => writeEntry(entry, page, to)).join('')}</ul></details>
</nav>
<main id="content">
<article>
${page.html}
</article>
${writeFoot(page, groups, to)}
</main>
${writeContents(page.headings)}
</div>
<dialog id="finder" aria-label="Search">
<form method="dialog"><input id="query" type="search" placeholder="Search the documentation" aria-label="Search the documentation" autocomplete="off" spellcheck="false"><button>Close</button></form>
<ul id="results"></ul>
<p id="status" role="status"></p>
</dialog>
</body>
</html>
`;
}

/** Pages of the project itself. */
export const projectPages: readonly Entry[] = [
  ['CHANGELOG.md', 'Changelog'],
  ['SECURITY.md', 'Report a vulnerability'],
  ['CONTRIBUTING.md', 'Contributing'],
  ['ARCHITECTURE.md', 'Architecture'],
].map(([source, title]) => ({ source: source!, title: title!, pages: [] }));

type To = (output: string) => string;

function holds(entry: Entry, page: Page): boolean {
  const folder = entry.source.replace(/(?:\/README)?\.md$/, '/');
  return entry.source === page.source || (folder !== 'docs/' && page.source.startsWith(folder));
}

function writeGroup({ title, sections }: Group, page: Page, to: To): string {
  const isOpen = sections.some(({ entries }) => entries.some((entry) => holds(entry, page)));
  const isHome = page.output === 'index.html' || page.output === 'pages.html' || page.output === '404.html';
  const lists = sections.map(
    ({ title, entries }) =>
      `${title === undefined ? '' : `<h3>${escapeHtml(title)}</h3>`}<ul>${entries.map((entry) => writeEntry(entry, page, to)).join('')}</ul>`,
  );
  return `\n<details${isOpen || isHome ? ' open' : ''}><summary>${escapeHtml(title)}</summary>${lists.join('')}</details>`;
}

function writeEntry(entry: Entry, page: Page, to: To): string {
  const current = entry.source === page.source ? ' aria-current="page"' : '';
  const inner =
    entry.pages.length > 0 && holds(entry, page)
      ? `<ul>${entry.pages.map((child) => writeEntry(child, page, to)).join('')}</ul>`
      : '';
  const within = current === '' && holds(entry, page) ? ' class="within"' : '';
  return `<li><a href="${to(toOutput(entry.source))}"${current}${within}>${escapeHtml(entry.title)}</a>${inner}</li>`;
}

function writeFoot(page: Page, groups: readonly Group[], to: To): string {
  const all = listInOrder(groups);
  const at = all.findIndex(({ source }) => source === page.source);
  const step = (entry: Entry | undefined, name: string, rel: string): string =>
    entry === undefined
      ? '<span></span>'
      : `<a rel="${rel}" href="${to(toOutput(entry.source))}"><small>${name}</small>${escapeHtml(entry.title)}</a>`;
  const steps =
    at < 0
      ? ''
      : `<nav class="steps" aria-label="Next pages">${step(all[at - 1], 'Previous', 'prev')}${step(all[at + 1], 'Next', 'next')}</nav>`;
  const markdown = page.markdown === undefined ? '' : `<a href="${to(page.markdown)}">This page as Markdown</a> · `;
  return `<footer>${steps}<p>${markdown}<a href="${to('llms.txt')}">llms.txt</a> · Apache-2.0</p></footer>`;
}

function writeContents(headings: readonly Heading[]): string {
  const shown = headings.filter(({ level }) => level === 2 || level === 3);
  if (shown.length < 2) return '<aside></aside>';
  const items = shown.map(
    ({ level, id, text }) => `<li class="level${level}"><a href="#${id}">${escapeHtml(text)}</a></li>`,
  );
  return `<aside aria-label="On this page"><p>On this page</p><ul>${items.join('')}</ul></aside>`;
}
