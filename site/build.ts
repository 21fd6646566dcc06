import { execFileSync } from 'node:child_process';
import { copyFileSync, globSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { layOut, type Page, projectPages } from './layout.ts';
import { findBrokenLinks, linkTo, resolveLink, toOutput } from './links.ts';
import { escapeHtml, highlight, render } from './markdown.ts';
import { type Found, splitSections, writeSearchIndex } from './search.ts';
import { type Group, listInOrder, readSidebar, readTitle } from './sidebar.ts';

// Writes the documentation as static files into `site/dist/`, or the folder of `--out`. Fails if a link leads nowhere.
// `--base /nonet/` is the path of the site on its host, which the page for unknown addresses needs.
const root = resolve(import.meta.dirname, '..');
const flag = (name: string): string | undefined => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? undefined : process.argv[at + 1];
};
const target = resolve(flag('out') ?? join(import.meta.dirname, 'dist'));
const base = `/${(flag('base') ?? '').replace(/^\/+|\/+$/g, '')}/`.replace('//', '/');
const { version, description } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** Examples with a documentation page of their own, which `nonet generate docs` writes. */
const examples = [
  'invoices',
  'seat-holds',
  'bookings',
  'help-desk',
  'shop',
  'subscriptions',
  'service-broker',
  'photos',
  'conduit',
];

const isFile = (path: string): boolean => statSync(join(root, path), { throwIfNoEntry: false })?.isFile() === true;
const read = (path: string): string | undefined => (isFile(path) ? readFileSync(join(root, path), 'utf8') : undefined);
const written = new Map<string, string>();
const others = new Set<string>();

function write(file: string, text: string): void {
  mkdirSync(dirname(join(target, file)), { recursive: true });
  writeFileSync(join(target, file), text);
  if (file.endsWith('.html')) written.set(file, text);
  else others.add(file);
}

function copy(source: string, file: string): void {
  mkdirSync(dirname(join(target, file)), { recursive: true });
  copyFileSync(join(root, source), join(target, file));
  others.add(file);
}

const listed = ['README.md', ...projectPages.map(({ source }) => source)];
const sources = [
  ...listed,
  ...globSync('docs/**/*.md', { cwd: root })
    .map((file) => file.replaceAll('\\', '/'))
    .sort(),
];
const pages = new Set(sources);
/** Files of the repository that pages lead to, and that are shown as they are. */
const shown = new Set<string>();

/** Turns a link of a page into one of the site. A link to nothing stays as it is: the check of links finds it. */
function linkFrom(source: string, output: string): (href: string) => string {
  return (href) => {
    const found = resolveLink(source, href);
    if (found === undefined) return href;
    const { file, hash } = found;
    if (!isFile(file)) return href;
    if (!pages.has(file)) {
      if (file.startsWith('docs/pictures/')) copy(file, toOutput(file));
      else shown.add(file);
    }
    return linkTo(output, toOutput(file)) + hash;
  };
}

function readPage(source: string): Page {
  const text = read(source)!;
  const output = toOutput(source);
  const { html, headings } = render(text, linkFrom(source, output));
  const [first] = splitSections(text);
  const markdown = output.replace(/html$/, 'md');
  copy(source, markdown);
  return {
    source,
    output,
    title: readTitle(text) ?? source,
    description: first === undefined || first.text === '' ? description : shorten(first.text, 180),
    html,
    headings,
    markdown,
  };
}

function shorten(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, text.lastIndexOf(' ', most))} …`;
}

/** A file of the repository as a page, with numbered lines. */
function showFile(source: string): Page {
  const [, name = ''] = /\.(\w+)$/.exec(source) ?? [];
  const text = read(source)!.replace(/\n$/, '');
  const lines = highlight(text, name === 'yml' ? 'yaml' : name).split('\n');
  const rows = lines.map(
    (line, at) => `<span class="line" id="L${at + 1}"><a href="#L${at + 1}">${at + 1}</a>${line}</span>`,
  );
  const output = toOutput(source);
  const example = examples.find((each) => source === `examples/${each}/${each}.md`);
  const lead =
    example === undefined
      ? ''
      : `<p><a class="button" href="${linkTo(output, `examples/${example}.html`)}">Documentation page of this example</a></p>`;
  const html = `<h1><code>${escapeHtml(source)}</code></h1>${lead}<div class="block source"><pre tabindex="0"><code>${rows.join('\n')}</code></pre></div>`;
  return { source, output, title: source, description: `The file ${source}`, html, headings: [] };
}

function listFound(page: Page, groups: readonly Group[], ids: { next: number }): readonly Found[] {
  const group = groups.find((each) => listInOrder([each]).some(({ source }) => source === page.source))?.title ?? '';
  const isDiagnostic = /^docs\/diagnostics\/(?!README)/.test(page.source);
  const all = splitSections(read(page.source)!);
  const sections = isDiagnostic ? all.slice(0, 2) : all;
  const rest = page.headings.filter(({ level }) => level === 2 || level === 3);
  return sections.flatMap(({ title, text }, at): Found[] => {
    const id = ids.next++;
    if (at === 0) return [{ id, url: page.output, title: page.title, of: group, text }];
    if (isDiagnostic) return [];
    const heading = rest[at - 1];
    if (heading === undefined) return [];
    return [{ id, url: `${page.output}#${heading.id}`, title: heading.text || title!, of: page.title, text }];
  });
}

function writeLlms(groups: readonly Group[]): string {
  const line = ({ source, title }: { readonly source: string; readonly title: string }): string =>
    `- [${title}](${toOutput(source).replace(/html$/, 'md')})`;
  const parts = groups.map((group) => `## ${group.title}\n\n${listInOrder([group]).map(line).join('\n')}`);
  const project = `## Project\n\n${projectPages.map(line).join('\n')}`;
  return `# Nonet\n\n> ${description}\n\n${parts.join('\n\n')}\n\n${project}\n`;
}

rmSync(target, { recursive: true, force: true });
const groups = readSidebar(read);
for (const example of examples) {
  const file = join(target, `examples/${example}.html`);
  const words = ['generate', 'docs', `examples/${example}/${example}.md`, '--out', file];
  mkdirSync(dirname(file), { recursive: true });
  execFileSync(process.execPath, ['bin/nonet.ts', ...words], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
  written.set(`examples/${example}.html`, readFileSync(file, 'utf8'));
}
const made = sources.map(readPage);
for (const page of made) write(page.output, layOut(page, groups, version));
for (const source of examples.map((name) => `examples/${name}/${name}.md`)) shown.add(source);
for (const source of [...shown].sort()) write(toOutput(source), layOut(showFile(source), groups, version));
const lost: Page = {
  source: '',
  output: '404.html',
  title: 'Page not found',
  description: 'There is no page at this address.',
  html: `<h1>Page not found</h1><p>There is no page at this address. Press <kbd>/</kbd> to search, or read <a href="${base}pages.html">all pages</a>.</p>`,
  headings: [],
};
write('404.html', layOut(lost, groups, version, base));
const ids = { next: 1 };
write('search-index.js', writeSearchIndex(made.flatMap((page) => listFound(page, groups, ids))));
write('llms.txt', writeLlms(groups));
for (const name of ['site.css', 'site.js', 'theme.js', 'icon.svg']) copy(`site/assets/${name}`, `assets/${name}`);
copy('src/describe/docs/page/base.css', 'assets/base.css');
copy('site/node_modules/minisearch/dist/umd/index.js', 'assets/minisearch.js');

// The page for unknown addresses has links from the root of the host: they are checked as links of the first page.
const checked = new Map(
  [...written].map(([file, html]) => [file, file === '404.html' ? html.replaceAll(`"${base}`, '"') : html]),
);
const broken = findBrokenLinks(checked, others);
const foreign = [...written].filter(
  ([file, html]) =>
    !file.startsWith('examples/') && /<(?:script|link|img)\b[^>]*(?:src|href)="(?:https?:)?\/\//.test(html),
);
for (const link of broken) console.error(`broken link in ${link}`);
for (const [file] of foreign) console.error(`${file} loads a file of another host`);
if (broken.length + foreign.length > 0) process.exitCode = 1;
else console.log(`${target}: ${written.size} pages, every link leads to one`);
