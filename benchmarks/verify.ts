import { isDeepStrictEqual } from 'node:util';
import { cases } from './cases.ts';
import { ask, type Received } from './client.ts';
import type { Running } from './measure.ts';
import { indexesOf } from './seed.ts';

/** An answer without what is each server's own. */
interface Alike {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** So many differences are told, with so many characters around each. */
const most = 20;
const shownBefore = 60;
const shownBehind = 200;
const compared = ['content-type', 'cache-control', 'x-content-type-options', 'etag', 'location', 'link'];

/**
 * Puts the same requests to all servers and fails, with both answers, at those that differ: in status, compared headers or
 * body, ids and moments made now, trace ids, cursors, digests and the wording of single problems apart. It also compares the
 * indexes of the databases. Gives how many requests were compared.
 */
export async function verify(all: readonly Running[]): Promise<number> {
  const [first, ...others] = all;
  if (first === undefined) throw new Error('there is no server');
  const differences: string[] = [];
  const expected = await answersOf(first);
  for (const other of others) {
    const found = await answersOf(other);
    for (const [name, answer] of found) {
      const wanted = expected.get(name)!;
      if (isDeepStrictEqual(answer, wanted)) continue;
      const texts = fromWhereTheyDiffer(JSON.stringify(wanted), JSON.stringify(answer));
      differences.push(`${name}\n  ${first.target.name}: ${texts[0]}\n  ${other.target.name}: ${texts[1]}`);
    }
    // On PostgreSQL all use the tables that Nonet makes.
    if (first.target.store === 'postgres') continue;
    const indexes = [first, other].map(({ path }) => indexesOf(path));
    if (!isDeepStrictEqual(indexes[0], indexes[1])) {
      const texts = indexes.map((list) => list.join('; '));
      differences.push(`indexes\n  ${first.target.name}: ${texts[0]}\n  ${other.target.name}: ${texts[1]}`);
    }
  }
  if (differences.length > 0)
    throw new Error(`The servers do not do the same:\n${differences.slice(0, most).join('\n')}`);
  if (expected.size === 0) throw new Error('no request was compared');
  return expected.size;
}

/** Two texts from a little before the place where they part. */
function fromWhereTheyDiffer(first: string, other: string): readonly [string, string] {
  let at = 0;
  while (at < first.length && first[at] === other[at]) at++;
  const from = Math.max(0, at - shownBefore);
  const piece = (text: string): string => (from === 0 ? '' : '…') + text.slice(from, at + shownBehind);
  return [piece(first), piece(other)];
}

async function answersOf({ server, keys }: Running): Promise<ReadonlyMap<string, Alike>> {
  const answers = new Map<string, Alike>();
  const created = { id: '', tag: '', next: '/invoices', prev: '/invoices' };
  for (const test of cases()) {
    const received = await ask(server.port, test.request(keys, created));
    const headers = headersOf(received);
    if (test.name === 'list /invoices') created.next = /<([^>]*)>; rel="next"/.exec(headers.link ?? '')?.[1] ?? '';
    if (test.name === 'list, next page') created.prev = /<([^>]*)>; rel="prev"/.exec(headers.link ?? '')?.[1] ?? '';
    if (received.status === 201 && created.id === '') {
      created.id = headers.location?.split('/').at(-1) ?? '';
      created.tag = headers.etag ?? '';
    }
    answers.set(test.name, alike(received, headers));
  }
  return answers;
}

function headersOf({ head }: Received): Record<string, string> {
  const lines = head.split('\r\n').slice(1);
  return Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
}

function alike({ status, bytes }: Received, sent: Readonly<Record<string, string>>): Alike {
  const headers = Object.fromEntries(
    compared.flatMap((name) => (sent[name] === undefined ? [] : [[name, plain(sent[name])]])),
  );
  const text = bytes.toString('utf8');
  return { status, headers, body: text === '' ? undefined : JSON.parse(text, withoutOwn) };
}

const recent = Date.now() - 3_600_000;

/** Takes out of a value what each server makes for itself. */
function withoutOwn(this: unknown, name: string, value: unknown): unknown {
  if (name === 'errors' && Array.isArray(value)) {
    return value
      .map((error: { pointer?: string; parameter?: string }) => error.pointer ?? `?${error.parameter}`)
      .sort();
  }
  if (typeof value !== 'string') return value;
  if (name === 'instance') return value.replace(/^urn:uuid:[0-9a-f-]{36}$/, '<trace>');
  if (name === 'next') return '<cursor>';
  if (name === 'id' && momentOf(value) > recent) return '<new id>';
  if (name.endsWith('_at') && Date.parse(value) > recent) return '<now>';
  return value;
}

function plain(header: string): string {
  return header
    .replace(/^"(\d+)-[^"]*"$/, '"$1-<digest>"')
    .replace(/^W\/"[^"]*"$/, 'W/"<digest>"')
    .replace(/cursor=[^&>]*/g, 'cursor=<cursor>')
    .replace(/inv_\w{26}$/, '<new id>')
    .replace(/; *charset=utf-8$/i, '');
}

const digits = '0123456789abcdefghjkmnpqrstvwxyz';

/** The moment in the first 48 bits of a TypeID. */
function momentOf(id: string): number {
  let moment = 0;
  for (const letter of id.slice(id.indexOf('_') + 1).slice(0, 10)) moment = moment * 32 + digits.indexOf(letter);
  return moment;
}
