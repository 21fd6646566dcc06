import type { OperationContext } from '../../../contracts/operation-context.ts';

/** The entity tags of a list such as `"a", W/"b"`; undefined when it is none. */
export function parseEntityTags(text: string): readonly string[] | undefined {
  const tags: string[] = [];
  let rest = text.trim();
  while (rest !== '') {
    const found = /^(?:W\/)?"[\x21\x23-\x7e\x80-\uffff]*"/.exec(rest)?.[0];
    if (found === undefined) return undefined;
    tags.push(found);
    rest = rest.slice(found.length).trimStart();
    if (rest === '') break;
    if (!rest.startsWith(',')) return undefined;
    rest = rest.slice(1).trimStart();
  }
  return tags;
}

/** Whether If-None-Match names this tag, by weak comparison (RFC 9110, section 13.1.2). */
export function matchesIfNoneMatch(header: string, tag: string): boolean {
  if (header === tag || header.trim() === '*') return true;
  const bare = tag.startsWith('W/') ? tag.slice(2) : tag;
  return parseEntityTags(header)?.some((candidate) => candidate === bare || candidate === `W/${bare}`) ?? false;
}

/** Whether If-Match holds for a version: `*`, or a strong tag whose first part is the version. */
export function matchHolds(header: string, version: unknown): boolean {
  if (header.trim() === '*') return true;
  const beginning = `"${String(version)}-`;
  return parseEntityTags(header)?.some((tag) => tag.startsWith(beginning)) ?? false;
}

/** The strong tag of a record's version in this plan. */
export function formatEntityTag({ plan }: Pick<OperationContext, 'plan'>, version: unknown): string {
  return `"${String(version)}-${plan.digest.slice(0, 8)}"`;
}
