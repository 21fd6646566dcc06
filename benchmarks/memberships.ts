import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { newDatabase, startPostgres } from '../tests/support/postgres.ts';
import { compilePage, fillPostgres, fillSqlite, type KeyHolder, type Sized } from './lists-stores.ts';
import { median } from './statistics.ts';

// How much more a list costs whose Where asks for a membership than one whose Where compares a field of the record: the CPU of one request,
// in this process and in the database's. `npm run bench:memberships -- --memberships 100000 --rounds 7 --requests 200`

const { values } = parseArgs({
  options: {
    memberships: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '7' },
    requests: { type: 'string', default: '200' },
  },
});
const [memberships, rounds, requests] = [Number(values.memberships), Number(values.rounds), Number(values.requests)];
const most = 2;

/** Each organization has a hundred members and as many projects; ann is in the first three, eve in all. */
const plan = compilePage('memberships.md', readFileSync(new URL('memberships.md', import.meta.url), 'utf8'));
const inserts = (series: (count: number) => string): readonly string[] => [
  `INSERT INTO member (version, id, org, person)
   SELECT 1, i, (i - 1) / 100 + 1, CASE WHEN i % 100 = 1 AND i <= 300 THEN 'ann' WHEN i % 100 = 2 THEN 'eve' ELSE 'person ' || i END FROM ${series(memberships)}`,
  `INSERT INTO project (version, id, org, name) SELECT 1, i, (i - 1) % ${memberships / 100} + 1, 'Project ' || i FROM ${series(memberships)}`,
];

const lists = [
  ['one organization', '/by-field'],
  ['the organizations of a list', '/by-list'],
  ['the organizations of three memberships', '/by-member'],
  ['the organizations of all memberships', '/by-member'],
] as const;

async function costOf(sized: Pick<Sized, 'ask' | 'cpu'>, path: string, count: number): Promise<number> {
  const from = sized.cpu();
  for (let i = 0; i < count; i++) {
    const { status, text } = await sized.ask(path);
    if (status !== 200) throw new Error(`${path}: ${status} ${text}`);
  }
  return ((sized.cpu() - from) * 1000) / count;
}

async function measure(name: string, sized: Sized): Promise<boolean> {
  const costs = new Map<string, number[]>(lists.map(([list]) => [list, []]));
  const eve = { cpu: sized.cpu, ask: await sized.askAs({ ...caller, subject: 'eve' }) };
  const by = (list: string): Pick<Sized, 'ask' | 'cpu'> => (list.includes('all') ? eve : sized);
  for (const [list, path] of lists) await costOf(by(list), path, 50);
  for (let round = 0; round < rounds; round++)
    for (const [list, path] of lists) costs.get(list)!.push(await costOf(by(list), path, requests));
  const first = costs.get(lists[0][0])!;
  let within = true;
  for (const [list] of lists) {
    const own = costs.get(list)!;
    const ratio = median(own.map((cost, at) => cost / first[at]!));
    const isOver = ratio > most && list.includes('three');
    if (isOver) within = false;
    console.log(`| ${name} | ${list} | ${median(own).toFixed(0)} µs | ${ratio.toFixed(2)}${isOver ? ' !' : ''} |`);
  }
  return within;
}

console.log(`| Store, ${memberships.toLocaleString('en')} memberships | Projects of | Cost | Ratio |`);
console.log('| --- | --- | ---: | ---: |');
const caller: KeyHolder = { scopes: ['people'], attributes: { org: 1, orgs: [1, 2, 3] }, subject: 'ann' };
const sqlite = await fillSqlite(`memberships-${memberships}`, plan, inserts, caller);
const within = [await measure('SQLite', sqlite)];
await sqlite.close();
const server = await startPostgres();
const postgres = await fillPostgres(plan, await newDatabase(server.address, 'memberships'), inserts, caller);
within.push(await measure('PostgreSQL', postgres));
await postgres.close();
await server.stop();
process.exitCode = within.every(Boolean) ? 0 : 1;
