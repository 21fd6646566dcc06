import { resolveLink } from './links.ts';

/** A page in the sidebar, with those of its folder. */
export interface Entry {
  readonly source: string;
  readonly title: string;
  readonly pages: readonly Entry[];
}

/** A heading of the sidebar, such as Reference. */
export interface Group {
  readonly title: string;
  readonly sections: readonly { readonly title: string | undefined; readonly entries: readonly Entry[] }[];
}

/** Folders with too many pages for a sidebar: their index and the search lead to them. */
const large = new Set(['docs/diagnostics', 'docs/compare-rules']);

/** Reads the groups of `docs/README.md`: headings of the second level, with their sections and lists of links. */
export function readSidebar(read: (source: string) => string | undefined): readonly Group[] {
  const index = 'docs/README.md';
  return read(index)!
    .split(/^## /m)
    .slice(1)
    .map((group) => {
      const [head = '', ...others] = group.split(/^### /m);
      const [title = '', ...text] = head.split('\n');
      const sections = [[undefined, text.join('\n')] as const, ...others.map(splitTitle)];
      return {
        title,
        sections: sections
          .map(([title, text]) => ({ title, entries: listEntries(index, text, read) }))
          .filter(({ entries }) => entries.length > 0),
      };
    });
}

function splitTitle(text: string): readonly [title: string, text: string] {
  const end = text.indexOf('\n');
  return [text.slice(0, end), text.slice(end)];
}

function listEntries(source: string, text: string, read: (source: string) => string | undefined): readonly Entry[] {
  return Array.from(text.matchAll(/^- \[([^\]]+)\]\(([^)]+)\)/gm), ([, title, href]) => {
    const { file } = resolveLink(source, href!)!;
    return { source: file, title: title!, pages: listChildren(file, read) };
  });
}

/** The pages that an index names first: of `language.md` those in `language/`, of `cookbook/README.md` those beside it. */
function listChildren(index: string, read: (source: string) => string | undefined): readonly Entry[] {
  const folder = index.replace(/(?:\/README)?\.md$/, '');
  const text = read(index);
  if (text === undefined || large.has(folder)) return [];
  const found = new Map<string, string>();
  for (const [, href] of text.matchAll(/\]\(([^)#\s]+\.md)[^)]*\)/g)) {
    const file = resolveLink(index, href!)?.file;
    if (file === undefined || file === index || !file.startsWith(`${folder}/`) || found.has(file)) continue;
    found.set(file, readTitle(read(file) ?? '') ?? file);
  }
  return [...found].map(([source, title]) => ({ source, title, pages: [] }));
}

/** The heading of a page, without marks. */
export function readTitle(text: string): string | undefined {
  return /^# (.*)$/m.exec(text)?.[1]?.replaceAll(/[`*]/g, '');
}

/** The pages of the sidebar in their order, for the links to the previous and the next one. */
export function listInOrder(groups: readonly Group[]): readonly Entry[] {
  const entries = groups.flatMap(({ sections }) => sections.flatMap(({ entries }) => entries));
  return entries.flatMap((entry) => [entry, ...entry.pages]);
}
