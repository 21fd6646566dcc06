import { ask } from './client.ts';
import type { Columns } from './dataset.ts';
import { randomFrom } from './random.ts';

/** What is measured, in the order of the table. */
export const operations = ['read', 'list', 'create', 'update'] as const;
/** One of what is measured. */
export type Operation = (typeof operations)[number];

/** Gives one request after the other as text. */
export type Requests = () => string;

/** Writes a request as text. */
export function requestText(
  method: string,
  target: string,
  key: string | undefined,
  body?: string,
  more: readonly string[] = [],
): string {
  const lines = [`${method} ${target} HTTP/1.1`, 'Host: 127.0.0.1'];
  if (!more.some((line) => line.startsWith('Accept:'))) lines.push('Accept: application/json');
  if (key !== undefined) lines.push(`Authorization: Bearer ${key}`);
  if (body !== undefined) {
    const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json';
    if (!more.some((line) => line.startsWith('Content-Type:'))) lines.push(`Content-Type: ${type}`);
    lines.push(`Content-Length: ${Buffer.byteLength(body)}`);
  }
  return `${[...lines, ...more].join('\r\n')}\r\n\r\n${body ?? ''}`;
}

/** The status that every answer of an operation has. */
export const expected: Readonly<Record<Operation, number>> = { read: 200, list: 200, create: 201, update: 200 };

const followed = 200;

/** Makes the requests of each operation for a server. */
export type RequestsOf = (
  port: number,
  key: string,
  content: { readonly customers: readonly Columns[]; readonly invoices: readonly Columns[] },
) => Promise<Readonly<Record<Operation, Requests>>>;

/** Makes the requests of the document's operations; for later pages it asks the server for its cursors. */
export const requestsFor: RequestsOf = async (port, key, { customers, invoices }) => {
  const mine = invoices.filter(({ shop }) => shop === 's1').map(({ id }) => String(id));
  const drafts = invoices.filter(({ shop, status }) => shop === 's1' && status === 'draft').map(({ id }) => String(id));
  const buyers = customers.filter(({ shop }) => shop === 's1').map(({ id }) => String(id));
  const pages = await pagesOf(port, key, '/invoices', linkedNext);
  const random = randomFrom(7);
  const of = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  let count = 0;
  const lists = ['/invoices', '/invoices?status=open', () => of(pages)];
  return {
    read: () => requestText('GET', `/invoices/${of(mine)}`, key),
    list() {
      const target = lists[count++ % lists.length]!;
      return requestText('GET', typeof target === 'string' ? target : target(), key);
    },
    create: () => requestText('POST', '/invoices', key, newInvoice(of(buyers), ++count, random)),
    update: () => requestText('PATCH', `/invoices/${of(drafts)}`, key, changes(++count, random)),
  };
};

function linkedNext(head: string): string | undefined {
  return /\r\nlink: *<([^>]*)>; *rel="next"/i.exec(head)?.[1]?.replace(/^https?:\/\/[^/]*/, '');
}

/** The addresses of the pages after the first, which `nextOf` finds in the head or the body of each. */
export async function pagesOf(
  port: number,
  key: string,
  first: string,
  nextOf: (head: string, body: string) => string | undefined,
): Promise<readonly string[]> {
  const pages: string[] = [];
  for (let target = first; pages.length < followed; ) {
    const { head, bytes } = await ask(port, requestText('GET', target, key));
    const next = nextOf(head, bytes.toString());
    if (next === undefined) throw new Error(`the page ${target} links no next one:\n${head}`);
    target = next;
    pages.push(target);
  }
  return pages;
}

/** The body of a create request. */
export function newInvoice(customer: string, count: number, random: () => number): string {
  const lines = [
    { text: 'Oak table', quantity: 1, price: 48_000 + (count % 1000) },
    { text: 'Chairs to match', quantity: 1 + Math.floor(random() * 8), price: 9_900 },
  ];
  return JSON.stringify({ customer, lines, due_on: '2027-03-31', memo: `Order ${count}` });
}

/** The body of an update. */
export function changes(count: number, random: () => number): string {
  const lines = [{ text: 'Oak table', quantity: 1 + Math.floor(random() * 8), price: 48_000 + (count % 1000) }];
  return JSON.stringify({ lines, memo: `Order ${count}, changed` });
}
