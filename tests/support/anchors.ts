import { readFileSync } from 'node:fs';

/** Returns the anchors of the headings of a page, as GitHub forms them. */
export function listAnchors(page: string): ReadonlySet<string> {
  const text = readFileSync(page, 'utf8').replaceAll(/^ *```[\s\S]*?^ *```/gm, '');
  const seen = new Map<string, number>();
  const anchors = Array.from(text.matchAll(/^#+ (.*)$/gm), ([, heading = '']) => {
    const name = heading
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replace(/[^\w -]/g, '')
      .replaceAll(' ', '-');
    const count = seen.get(name) ?? 0;
    seen.set(name, count + 1);
    return count === 0 ? name : `${name}-${count}`;
  });
  return new Set(anchors);
}
