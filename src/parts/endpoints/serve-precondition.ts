import type { Given } from '../../steps/given.ts';
import type { Making } from '../../steps/maker.ts';
import type { Refusal } from '../../steps/refusal.ts';
import type { Step } from '../../steps/step.ts';
import { findsOwn } from './serve-load.ts';

/** The entity tags of a list such as `"a", W/"b"`; undefined when it is none. */
export function tagsOf(text: string): readonly string[] | undefined {
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
export function noneMatchNames(header: string, tag: string): boolean {
  if (header === tag || header.trim() === '*') return true;
  const bare = tag.startsWith('W/') ? tag.slice(2) : tag;
  return tagsOf(header)?.some((one) => one === bare || one === `W/${bare}`) ?? false;
}

/** Whether If-Match holds for a version: `*`, or a strong tag whose first part is the version. */
export function matchHolds(header: string, version: unknown): boolean {
  if (header.trim() === '*') return true;
  const beginning = `"${String(version)}-`;
  return tagsOf(header)?.some((tag) => tag.startsWith(beginning)) ?? false;
}

/** Conditional requests (RFC 9110, section 13), just before the action. That of a read's If-None-Match is its answer's. */
export function preconditionStep(making: Making): Step | undefined {
  const { operation } = making;
  const { kind, preconditions } = operation;
  const byPut = kind === 'create' && operation.method === 'PUT';
  const byCode = kind === 'code' && operation.resource !== undefined && findsOwn(operation);
  const acts = ['update', 'replace', 'delete', 'transition'].includes(kind) || byPut || byCode;
  if (!acts && kind !== 'read' && kind !== 'list') return undefined;
  const lineOf = (header: string): number | undefined => preconditions.find((row) => row.header === header)?.line;
  const refusalFor = (header: string, condition: string): Refusal => {
    const line = lineOf(header);
    return { condition, ...(line === undefined ? {} : { line }) };
  };
  const failed = refusalFor('If-Match', 'precondition failed');
  const exists = refusalFor('If-None-Match', 'precondition failed');
  const needed = preconditions.filter((row) => row.required).map((row) => row.header.toLowerCase());
  const missing = preconditions
    .filter((row) => row.required)
    .map((row) => refusalFor(row.header, 'precondition required'));
  const test = (given: Given): Refusal | undefined => {
    const match = given.incoming.header('if-match');
    if (match !== undefined && kind !== 'list') {
      if (given.row === undefined || !matchHolds(match, given.row[0])) return failed;
    }
    // Code behind a GET answers what it likes: there is no present answer to compare with.
    if (!acts || (byCode && operation.method === 'GET')) return undefined;
    const none = given.incoming.header('if-none-match');
    if (none === undefined || given.row === undefined) return undefined;
    return noneMatchNames(none, tagOf(making, given.row[0])) ? exists : undefined;
  };
  if (needed.length === 0) return test;
  return (given) => {
    for (let i = 0; i < needed.length; i++) if (given.incoming.header(needed[i]!) === undefined) return missing[i];
    return test(given);
  };
}

/** The strong tag of a record's version in this plan. */
export function tagOf({ plan }: Pick<Making, 'plan'>, version: unknown): string {
  return `"${String(version)}-${plan.digest.slice(0, 8)}"`;
}
