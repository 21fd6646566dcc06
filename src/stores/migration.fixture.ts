import { compile } from '../codegen/compile.ts';
import { planFor } from '../codegen/plan.fixture.ts';
import type { RecordValue } from '../contracts/record.ts';
import type { Store } from '../contracts/store.ts';
import type { Plan } from '../plan/plan.ts';
import { findFirstFieldIndex } from '../plan/records/row.ts';
import { openMigration, openStore } from './index.ts';
import type { MigrationReport } from './migration/store.ts';
import { migrate } from './migration.ts';
import { asking, testHost } from './suites/surroundings.suite.ts';

/** Parts of a document that a test of changes changes. */
export interface Changing {
  /** Empty: there is no such resource. */
  readonly customer?: readonly string[];
  readonly invoice?: readonly string[];
  readonly line?: readonly string[];
  readonly states?: readonly string[];
  readonly transitions?: readonly string[];
  readonly versioning?: string;
  /** More subjects of the part Resources. */
  readonly more?: string;
}

const customer = [
  '| id | typeid cus | assigned |',
  '| shop | string | assigned from caller.shop |',
  '| email | email | |',
];
const invoice = [
  '| id | typeid inv | assigned |',
  '| shop | string | assigned from caller.shop |',
  '| customer | ref Customer | |',
  '| status | state | |',
  '| number | integer | read-only |',
  '| note | string | |',
  '| lines | Line[] | |',
  '| total | integer | = `sum(lines.map(l, l.price))` |',
];
const line = ['| text | string | |', '| price | integer | required |'];
const states = ['| draft | initial |', '| open | |', '| void | final |'];
const transitions = ['| draft | send | open | handler |', '| open | drop | void | handler |'];

/** A document of two resources and an object, with what a test says in place of what is usual. */
export function documentOf(changing: Changing = {}): string {
  const fields = (rows: readonly string[]): string =>
    ['| Field | Type | Constraints |', '| --- | --- | --- |', ...rows].join('\n');
  return `# Shop

## What the service does

Not shown.

## Resources and their fields

${changing.customer?.length === 0 ? '' : `### Customer\n\n${fields(changing.customer ?? customer)}`}

### Invoice

${fields(changing.invoice ?? invoice)}

### Line (object)

${fields(changing.line ?? line)}

${changing.more ?? ''}

## States and transitions

### Invoice

${['| State | Kind |', '| --- | --- |', ...(changing.states ?? states)].join('\n')}

${['| From | Transition | To | Trigger |', '| --- | --- | --- | --- |', ...(changing.transitions ?? transitions)].map((row) => row).join('\n')}

## Endpoints

| Operation | Method | Path | Request | Response |
| --- | --- | --- | --- | --- |
| list Invoice | GET | /invoices | | 200 \`{ data: Invoice[] }\` |

## Authentication

| Scheme | Kind | Sent in |
| --- | --- | --- |
| key | api key | header Authorization: Bearer |

### Caller

| Attribute | Type |
| --- | --- |
| shop | string |

## Events

Not shown.

## Errors

Not shown.

## Limits

Not shown.

## Versioning

${changing.versioning ?? 'Not shown.'}
`;
}

const older =
  '| Version | Change | What | Before | Old responses | Old requests |\n| --- | --- | --- | --- | --- | --- |';

/** Versions, newest first, and rows of Changes that say what older callers see and send. */
export const listed = ([newest, ...others]: readonly string[], rows: readonly string[] = []): string =>
  [
    '| Version | Status |\n| --- | --- |',
    `| ${newest} | current |`,
    ...others.map((name) => `| ${name} | retired |`),
    '\n| Sent in | Name | When absent |\n| --- | --- | --- |\n| header | Api-Version | current |',
    ...(rows.length === 0 ? [] : ['', older, ...rows]),
  ].join('\n');

/** The plan of such a document. */
export function planWith(changing: Changing = {}): Plan {
  return planFor(documentOf(changing));
}

/** The rows of a resource with some replaced, by the name of their field; `undefined` takes one away. */
export function rowsOf(
  of: 'customer' | 'invoice' | 'line',
  changes: Readonly<Record<string, string | undefined>>,
): readonly string[] {
  const rows = { customer, invoice, line }[of];
  const nameOf = (row: string): string => row.split('|')[1]!.trim();
  const kept = rows.flatMap((row) => {
    const name = nameOf(row);
    if (!Object.hasOwn(changes, name)) return [row];
    return changes[name] === undefined ? [] : [changes[name]];
  });
  const more = Object.entries(changes).filter(
    ([name, row]) => row !== undefined && !rows.some((candidate) => nameOf(candidate) === name),
  );
  return [...kept, ...more.map(([, row]) => row!)];
}

const options = { platform: testHost, durability: 'process' } as const;

/** Opens the store of a plan, does some work with it, and closes it. */
export async function withStore<T>(address: string, plan: Plan, work: (store: Store) => Promise<T>): Promise<T> {
  const store = await openStore(address, plan, options);
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

/** Writes records as a service would have; each in version 3, entered into its state at 1,000. */
export async function keepRecords(
  address: string,
  plan: Plan,
  records: readonly (readonly [string, RecordValue])[],
): Promise<void> {
  const compiled = compile(plan);
  await withStore(address, plan, (store) =>
    store.write(async (transaction) => {
      for (const [resource, record] of records) {
        const code = compiled.resources.get(resource)!;
        const moments = code.plan.machines.flatMap(({ field }) => (field === undefined ? [] : [1_000]));
        const conflict = await transaction.insert(resource, code.toRow(record, 3, moments));
        if (conflict !== undefined) throw new Error(`a record was refused: ${JSON.stringify(conflict)}`);
      }
      return { result: undefined, undo: false };
    }),
  );
}

/** All records of a resource in the order of their identities, with their version and entry moments in front. */
export async function recordsOf(address: string, plan: Plan, resource: string): Promise<readonly unknown[]> {
  const code = compile(plan).resources.get(resource)!;
  return withStore(address, plan, async (store) => {
    const order = [{ field: code.plan.identity, descending: false }];
    const { rows } = await store.prepare({ resource, conditions: [], order }).many({ ...asking(), limit: 10_000 });
    const hidden = findFirstFieldIndex(code.plan);
    return rows.map((row) => [row.slice(0, hidden).map(Number), code.toRecord(row)]);
  });
}

/** An identity of the format `typeid`. */
export function idOf(prefix: string, number: string | number): string {
  return `${prefix}_${String(number).padStart(26, '0')}`;
}

/** Two invoices in each of two shops, in the states draft and open, and a customer of each shop. */
export const twoShops: readonly (readonly [string, RecordValue])[] = ['north', 'south'].flatMap((shop, at) => {
  const record = (id: string, values: object): RecordValue => ({ id, shop, ...values });
  const lines = [{ text: 'paper', price: 3 }, { price: 4 }];
  return [
    ['Customer', record(idOf('cus', at), { email: `${shop}@example.com` })],
    [
      'Invoice',
      record(idOf('inv', `${at}1`), { customer: idOf('cus', at), status: 'draft', note: `1${at}7`, lines, total: 7 }),
    ],
    ['Invoice', record(idOf('inv', `${at}2`), { status: 'open', number: 1 + at, note: 'x', lines: [], total: 0 })],
  ] as const;
});

/** Changes a database to a plan, as the command does. */
export async function migrated(
  address: string,
  plan: Plan,
  asked: {
    readonly renames?: readonly string[];
    readonly allowDataLoss?: readonly string[];
    readonly dryRun?: boolean;
  } = {},
): Promise<MigrationReport> {
  const store = await openMigration(address);
  if (store === undefined) throw new Error('there is no database');
  try {
    return await migrate(store, plan, { platform: testHost, renames: [], allowDataLoss: [], dryRun: false, ...asked });
  } finally {
    await store.close();
  }
}

/** The steps of a report, one line each. */
export function stepsOf({ tables }: MigrationReport): readonly string[] {
  return tables.flatMap(({ name, steps }) => steps.map(({ words }) => `${name}: ${words}`));
}

/** What stands in the way, one line each, in the order of their texts; identities without their zeros. */
export function obstaclesOf({ obstacles }: MigrationReport): readonly string[] {
  const lines = obstacles.map(({ name, words, records, examples }) => {
    return `${records} ${name} ${words} ${examples.join(' ').replace(/_0{24}/g, '_')}`.trim();
  });
  return lines.toSorted();
}
