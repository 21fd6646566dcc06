import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import process, { execPath } from 'node:process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { invoicesWithoutRate } from '../tests/support/unhurried.ts';
import { freshPostgres } from './postgres.ts';
import { randomFrom } from './random.ts';
import { startServer } from './server.ts';
import { freshDatabase } from './targets.ts';
import { type Timed, timedConnection, timedPairs, welch } from './timing-pairs.ts';

// Whether the time of an answer tells what its text does not: hidden records from unknown ones, known clients from unknown ones.

const { values } = parseArgs({
  options: { count: { type: 'string', default: '10000' }, store: { type: 'string', default: 'sqlite' } },
});
const count = Number(values.count);
if (!Number.isInteger(count) || count < 100 || !['sqlite', 'postgres'].includes(values.store)) {
  process.stderr.write('npm run bench:timing -- [--count N, at least 100 (10000)] [--store sqlite|postgres]\n');
  process.exit(2);
}

const root = fileURLToPath(new URL('..', import.meta.url));
const data = fileURLToPath(new URL('data', import.meta.url));
const program = `${root}bin/nonet.ts`;
mkdirSync(data, { recursive: true });
const file = `${data}/timing.md`;
writeFileSync(file, invoicesWithoutRate().replace(/^\| guessing \| rate \|.*\n/m, ''));
const store = values.store === 'postgres' ? await freshPostgres() : `sqlite:${freshDatabase('timing')}`;

const server = await startServer([program, 'serve', file, '--port', '0', '--store', store, '--no-explain']);
const words = (...more: readonly string[]): string =>
  execFileSync(execPath, [program, 'keys', 'create', file, '--store', store, '--all-scopes', ...more], {
    encoding: 'utf8',
  }).trim();
const [owner, stranger] = ['s1', 's2'].map((shop) => words('--scheme', 'key', '--attribute', `shop=${shop}`));
const client = words('--scheme', 'client', '--client', 'partner', '--attribute', 'shop=s1');
const wrong = words('--scheme', 'client', '--client', 'another', '--attribute', 'shop=s1')
  .split('\n')
  .at(-1)!
  .split(/\s+/)
  .at(-1)!;
const secret = client.split('\n').at(-1)!.split(/\s+/).at(-1)!;
const timed: Timed = await timedConnection(server.port);

const request = (line: string, key: string, body?: string, type = 'application/json'): string =>
  [
    `${line} HTTP/1.1`,
    'Host: 127.0.0.1',
    `Authorization: ${key}`,
    ...(body === undefined ? [] : [`Content-Type: ${type}`, `Content-Length: ${body.length}`]),
    '',
    body ?? '',
  ].join('\r\n');

const ids: string[] = [];
const made = async (path: string, body: object): Promise<string> => {
  const answer = await fetch(`http://127.0.0.1:${server.port}${path}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${owner}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (answer.status !== 201) throw new Error(`${path}: ${await answer.text()}`);
  return ((await answer.json()) as { readonly id: string }).id;
};
const customer = await made('/customers', { name: 'Ada', email: 'ada@example.com' });
for (let i = 0; i < 50; i++) {
  const lines = [{ text: 'Oak table', quantity: 1, price: 48_000 }];
  ids.push(await made('/invoices', { customer, lines, due_on: '2999-03-31' }));
}
const digits = '0123456789abcdefghjkmnpqrstvwxyz';
/** Identities of the same moments that no record has. */
const unknown = ids.map((id, i) => `${id.slice(0, -4)}${digits[i % 32]}${digits[(i * 7) % 32]}zz`);

const bearer = `Bearer ${stranger}`;
const about = (line: string, body?: string): [(i: number) => string, (i: number) => string] => [
  (i) => request(line.replace('{id}', ids[i % ids.length]!), bearer, body),
  (i) => request(line.replace('{id}', unknown[i % unknown.length]!), bearer, body),
];
const changed = (key: string, at: number): string =>
  `${key.slice(0, at)}${key[at] === 'A' ? 'B' : 'A'}${key.slice(at + 1)}`;
const grant = 'grant_type=client_credentials';
const asClient = (id: string, word: string) => (): string =>
  request(
    'POST /oauth/token',
    `Basic ${Buffer.from(`${id}:${word}`).toString('base64')}`,
    grant,
    'application/x-www-form-urlencoded',
  );
const withKey = (key: string) => (): string => request('GET /customers', `Bearer ${key}`);
const first = owner!.indexOf('_') + 1;
const last = owner!.lastIndexOf('_') - 1;

const cases: readonly (readonly [what: string, left: (i: number) => string, right: (i: number) => string])[] = [
  ['read: hidden, unknown', ...about('GET /invoices/{id}')],
  ['update: hidden, unknown', ...about('PATCH /invoices/{id}', '{"memo":"x"}')],
  ['delete: hidden, unknown', ...about('DELETE /invoices/{id}')],
  ['transition: hidden, unknown', ...about('POST /invoices/{id}/pay', '{"amount":1}')],
  ['client: unknown, wrong secret', asClient('nobodys', wrong), asClient('partner', wrong)],
  ['key: first character, last character wrong', withKey(changed(owner!, first)), withKey(changed(owner!, last))],
  [
    'key: last character of the sum, of the key wrong',
    withKey(changed(owner!, owner!.length - 1)),
    withKey(changed(owner!, last)),
  ],
  [
    'secret: first character, last character wrong',
    asClient('partner', changed(secret, secret.indexOf('_') + 1)),
    asClient('partner', changed(secret, secret.lastIndexOf('_') - 1)),
  ],
];

let differ = 0;
process.stdout.write(`${values.store}, ${count} pairs\n`);
for (const [i, [what, left, right]] of cases.entries()) {
  const { t, left: leftMean, right: other } = welch(await timedPairs(timed, count, randomFrom(i + 1), left, right));
  if (Math.abs(t) >= 4.5) differ++;
  process.stdout.write(
    `${what.padEnd(50)} ${leftMean.toFixed(1)} µs ${other.toFixed(1)} µs  t = ${t.toFixed(2)}${Math.abs(t) < 4.5 ? '' : '  differs'}\n`,
  );
}
timed.end();
await server.stop();
process.exit(differ === 0 ? 0 : 1);
