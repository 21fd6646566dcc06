import { parseArgs } from 'node:util';
import { newDatabase, startPostgres } from '../tests/support/postgres.ts';
import { onPostgres, onSqlite, type Sized } from './lists-stores.ts';
import { median } from './statistics.ts';

// How much more a promised list costs with very many records: the CPU of one request, in this process and in the database's.
// `npm run bench:lists -- --store sqlite --rows 1000000 --rounds 5 --requests 200 --list customers`

const { values } = parseArgs({
  options: {
    store: { type: 'string' },
    list: { type: 'string', default: '' },
    rows: { type: 'string', default: '1000000' },
    rounds: { type: 'string', default: '5' },
    requests: { type: 'string', default: '200' },
  },
});

const most = 1.3;
const few = 1_000;

/** The lists that are promised to cost the same whatever there is (docs/list-performance.md). */
const lists: readonly (readonly [name: string, path: (sized: Sized) => Promise<string>])[] = [
  ['invoices, as it is', async () => '/invoices'],
  ...['created_at', '-created_at', 'due_on', '-due_on', 'total', '-total'].map(
    (sort) => [`invoices, sort=${sort}`, async () => `/invoices?sort=${sort}`] as const,
  ),
  ['invoices, one status', async () => '/invoices?status=open'],
  ['invoices, two statuses', async () => '/invoices?status=open,paid'],
  ['invoices of a customer', async (sized) => `/invoices?customer=${(await firstOf(sized, '/invoices')).customer}`],
  ['invoices due before, sort=due_on', async () => '/invoices?due_before=2026-12-01&sort=due_on'],
  ['customers, as it is', async () => '/customers'],
  [
    'customers with an e-mail address',
    async (sized) => `/customers?email=${encodeURIComponent((await firstOf(sized, '/customers')).email!)}`,
  ],
];

async function firstOf(sized: Sized, path: string): Promise<Readonly<Record<string, string>>> {
  return JSON.parse((await sized.ask(path)).text).data[0];
}

/** The path of a page some pages on: the last full one that there is, at most the fifth. */
async function later(sized: Sized, path: string): Promise<string> {
  let found = path;
  let further = path;
  for (let page = 0; page < 5; page++) {
    const { next } = JSON.parse((await sized.ask(further)).text) as { next: string | null };
    if (next === null) return found;
    found = further;
    further = `${path}${path.includes('?') ? '&' : '?'}cursor=${encodeURIComponent(next)}`;
  }
  return found;
}

/** The microseconds of CPU that one request takes. */
async function costOf(sized: Sized, path: string, requests: number): Promise<number> {
  const from = sized.cpu();
  for (let i = 0; i < requests; i++) {
    const { status, text } = await sized.ask(path);
    if (status !== 200) throw new Error(`${path}: ${status} ${text}`);
  }
  return ((sized.cpu() - from) * 1000) / requests;
}

async function measure(name: string, small: Sized, large: Sized, rounds: number, requests: number): Promise<boolean> {
  let within = true;
  for (const [list, pathOf] of lists.filter(([list]) => list.includes(values.list))) {
    const first = [await pathOf(small), await pathOf(large)] as const;
    const further = [await later(small, first[0]), await later(large, first[1])] as const;
    for (const [page, [ofSmall, ofLarge]] of [
      ['first page', first],
      ['later page', further],
    ] as const) {
      if (page === 'later page' && (ofSmall === first[0] || ofLarge === first[1])) continue;
      const costs: (readonly [number, number])[] = [];
      await costOf(small, ofSmall, 20);
      await costOf(large, ofLarge, 20);
      for (let round = 0; round < rounds; round++) {
        costs.push([await costOf(small, ofSmall, requests), await costOf(large, ofLarge, requests)]);
      }
      const [smallCost, other] = [median(costs.map(([cost]) => cost)), median(costs.map(([, cost]) => cost))];
      const ratio = median(costs.map(([left, right]) => right / left));
      if (ratio > most) within = false;
      const figures = [
        `${smallCost.toFixed(0)} µs`,
        `${other.toFixed(0)} µs`,
        `${ratio.toFixed(2)}${ratio > most ? ' !' : ''}`,
      ];
      console.log(`| ${[name, `${list}, ${page}`, ...figures].join(' | ')} |`);
    }
  }
  return within;
}

const [rows, rounds, requests] = [Number(values.rows), Number(values.rounds), Number(values.requests)];
const within: boolean[] = [];
console.log(`| Store | List | ${few.toLocaleString('en')} | ${rows.toLocaleString('en')} | Ratio |`);
console.log('| --- | --- | ---: | ---: | ---: |');
if (values.store !== 'postgres') {
  const [small, large] = [await onSqlite(few), await onSqlite(rows)];
  within.push(await measure('SQLite', small, large, rounds, requests));
  await small.close();
  await large.close();
}
if (values.store !== 'sqlite') {
  const server = await startPostgres();
  const small = await onPostgres(few, await newDatabase(server.address, 'few'));
  const large = await onPostgres(rows, await newDatabase(server.address, 'many'));
  within.push(await measure('PostgreSQL', small, large, rounds, requests));
  await small.close();
  await large.close();
  await server.stop();
}
process.exitCode = within.every(Boolean) ? 0 : 1;
