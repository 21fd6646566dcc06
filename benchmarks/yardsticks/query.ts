import type { After } from './cursors.ts';
import type { FieldError } from './problems.ts';

/** What a list asks for. */
export interface Page {
  readonly limit: number;
  /** Comma-separated, as sent. */
  readonly status: string | undefined;
  readonly cursor: string | undefined;
}

const statuses = new Set(['draft', 'open', 'paid', 'void']);
const usual = 25;
const most = 100;
const firstPage: Page = { limit: usual, status: undefined, cursor: undefined };

/** Reads the query of a list; undefined when it is not well percent-encoded. Adds all that is wrong with it. */
export function readPage(query: string, fieldErrors: FieldError[]): Page | undefined {
  if (query === '') return firstPage;
  let limit = usual;
  let status: string | undefined;
  let cursor: string | undefined;
  const seen = new Set<string>();
  for (const part of query.split('&')) {
    if (part === '') continue;
    const equals = part.indexOf('=');
    const name = decode(equals === -1 ? part : part.slice(0, equals));
    const value = decode(equals === -1 ? '' : part.slice(equals + 1));
    if (name === undefined || value === undefined) return undefined;
    if (seen.has(name)) fieldErrors.push({ parameter: name, message: 'must be sent only once' });
    else if (name === 'limit') limit = readLimit(value, fieldErrors);
    else if (name === 'cursor') cursor = value;
    else if (name === 'status') status = readStatus(value, fieldErrors);
    else fieldErrors.push({ parameter: name, message: 'is not a known parameter' });
    seen.add(name);
  }
  return { limit, status, cursor };
}

function readLimit(text: string, fieldErrors: FieldError[]): number {
  const limit = /^\d{1,15}$/.test(text) ? Number(text) : 0;
  if (limit < 1) fieldErrors.push({ parameter: 'limit', message: 'must be an integer of 1 or more' });
  return Math.min(limit, most);
}

function readStatus(text: string, fieldErrors: FieldError[]): string {
  const known = statuses.has(text) || text.split(',').every((part) => statuses.has(part));
  if (!known) fieldErrors.push({ parameter: 'status', message: 'must be of draft, open, paid, void' });
  return text;
}

function decode(text: string): string | undefined {
  if (!text.includes('%') && !text.includes('+')) return text;
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}

/** The pages beside one of so many rows: `more` lie further on, the way in which it was read. */
export function beside(rows: number, more: boolean, from: After | undefined): { next: boolean; prev: boolean } {
  if (from?.back === true) return { next: rows > 0, prev: more };
  return { next: more, prev: from !== undefined && rows > 0 };
}

/** The header `Link` to the pages beside this one: the same query with other cursors. */
export function linkOf(query: string, next: string | undefined, prev: string | undefined): string | undefined {
  const others = query.split('&').filter((part) => part !== '' && !part.startsWith('cursor='));
  const link = (cursor: string, relation: string): string =>
    `</invoices?${[...others, `cursor=${cursor}`].join('&')}>; rel="${relation}"`;
  if (next === undefined) return prev === undefined ? undefined : link(prev, 'prev');
  return prev === undefined ? link(next, 'next') : `${link(next, 'next')}, ${link(prev, 'prev')}`;
}
