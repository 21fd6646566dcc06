import MiniSearch from 'minisearch';

/** A piece of a page that the search finds. */
export interface Found {
  readonly id: number;
  /** The file of the site, with the anchor. */
  readonly url: string;
  readonly title: string;
  /** The page and the group of a section. */
  readonly of: string;
  readonly text: string;
}

/** How pages are searched: the same in the browser (`assets/site.js`). */
const options = { fields: ['title', 'of', 'text'], storeFields: ['url', 'title', 'of', 'start'] };

/** Splits the Markdown of a page at its headings of the second and third level. */
export function splitSections(text: string): readonly { readonly title: string | undefined; readonly text: string }[] {
  const plain = text.replaceAll(/^ *```[\s\S]*?^ *```.*$/gm, '').replaceAll(/<!--[\s\S]*?-->/g, '');
  return plain.split(/^(?=#{2,3} )/m).map((section) => {
    const title = /^#{2,3} (.*)\n?/.exec(section);
    const body = title === null ? section.replace(/^# .*\n/m, '') : section.slice(title[0].length);
    return { title: title?.[1], text: toPlain(body) };
  });
}

function toPlain(text: string): string {
  return text
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/^[ |:-]+$/gm, '')
    .replaceAll(/[|*`]|<br>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** Writes the script that gives the search its index. */
export function writeSearchIndex(found: readonly Found[]): string {
  const search = new MiniSearch(options);
  search.addAll(found.map((each) => ({ ...each, start: each.text.slice(0, 140) })));
  return `globalThis.nonetIndex = ${JSON.stringify({ options, index: search })};\n`;
}
