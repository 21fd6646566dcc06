import { dirname, join, normalize, relative } from 'node:path/posix';

/** Returns the file of the site that shows a file of the repository: `docs/tutorial.md` is shown by `tutorial.html`. */
export function toOutput(source: string): string {
  if (source === 'README.md') return 'index.html';
  if (source === 'docs/README.md') return 'pages.html';
  if (/^docs\/.*\.md$/.test(source)) {
    return source
      .slice('docs/'.length)
      .replace(/(^|\/)README\.md$/, '$1index.md')
      .replace(/\.md$/, '.html');
  }
  if (/^[A-Z]+\.md$/.test(source)) return `${source.slice(0, -'.md'.length).toLowerCase()}.html`;
  if (source.startsWith('docs/pictures/')) return source.slice('docs/'.length);
  return `files/${source}.html`;
}

/** Returns the address of one file of the site on another, relative, so that the site works at any address and from disk. */
export function linkTo(from: string, to: string): string {
  return encodeURI(relative(dirname(from), to)) || encodeURI(to.split('/').at(-1)!);
}

/** Splits a link of a page of the repository into the file that it leads to, and the heading; undefined: it leads elsewhere. */
export function resolveLink(
  source: string,
  href: string,
): { readonly file: string; readonly hash: string } | undefined {
  if (/^[a-z][a-z+.-]*:|^\/\//i.test(href)) return undefined;
  const [path = '', hash = ''] = href.split('#');
  const file = path === '' ? source : normalize(join(dirname(source), decodeURI(path)));
  return { file, hash: hash === '' ? '' : `#${hash}` };
}

/** A file of the site with the anchors and links of its HTML. */
interface Linked {
  readonly anchors: ReadonlySet<string>;
  readonly links: readonly string[];
}

function readLinks(html: string): Linked {
  const text = html.replaceAll(/<(script|style)\b[\s\S]*?<\/\1>/g, '');
  return {
    anchors: new Set(Array.from(text.matchAll(/\sid="([^"]*)"/g), ([, id]) => id!)),
    links: Array.from(text.matchAll(/<(?:a|img|link|script|source)\b[^>]*?\s(?:href|src)="([^"]*)"/g), ([, href]) =>
      href!.replaceAll('&amp;', '&'),
    ),
  };
}

/**
 * Lists the links of a site that lead to no file, to no anchor, or above its folder: `page: link`. `pages` are its HTML by file,
 * `files` its other files. Links to other hosts are not followed.
 */
export function findBrokenLinks(pages: ReadonlyMap<string, string>, files: ReadonlySet<string>): readonly string[] {
  const linked = new Map([...pages].map(([file, html]) => [file, readLinks(html)]));
  const isBroken = (file: string, link: string): boolean => {
    const target = resolveLink(file, link);
    if (target === undefined) return false;
    const { file: to, hash } = target;
    if (!linked.has(to) && !files.has(to)) return true;
    return hash !== '' && linked.has(to) && !linked.get(to)!.anchors.has(decodeURIComponent(hash.slice(1)));
  };
  return [...linked].flatMap(([file, { links }]) =>
    [...new Set(links)].filter((link) => isBroken(file, link)).map((link) => `${file}: ${link}`),
  );
}
