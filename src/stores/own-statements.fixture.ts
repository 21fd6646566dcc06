import { optional, plan, ref, resource, shops, stored } from '../../tests/support/plans.ts';
import type { CredentialRecord } from '../contracts/caller.ts';
import type { NewDelivery } from '../contracts/deliveries.ts';
import type { NewEvent } from '../contracts/events.ts';
import type { Row } from '../contracts/record.ts';
import type { Store, Transaction } from '../contracts/store.ts';
import type { LimitPlan, Plan } from '../plan/plan.ts';

const quota: LimitPlan = {
  name: 'members',
  kind: 'quota',
  resource: 'Member',
  value: { count: 1_000_000 },
  line: 1,
} as unknown as LimitPlan;

const space = { ...quota, name: 'space', filesOf: ['Member'], value: { bytes: 1_000_000 } } as unknown as LimitPlan;

/** A plan whose records need every table of a store's own: quotas, references inside, secrets, subscriptions, sequences. */
export const everyOwnTable: Plan = {
  ...plan([
    ...shops.resources,
    resource('Member', [
      stored('id'),
      ref('lead', 'Member'),
      optional('friends', 'json', { schema: { type: 'list', item: { type: 'ref', resource: 'Member' } } }),
      optional('secret', 'text', { schema: { type: 'string', format: { name: 'secret' } } as never }),
      optional('number', 'integer'),
      optional('photo', 'json', { schema: { type: 'file' } as never }),
    ]),
  ]),
  limits: [quota, space],
  deliveries: [{ kind: 'webhook', to: { kind: 'each', resource: 'Member', at: ['secret'] }, events: 'all', line: 1 }],
};

const row = (id: string, friends: readonly string[], number: number, version = 1): Row => [
  version,
  id,
  null,
  JSON.stringify(friends),
  'secret',
  number,
  null,
];

function event(nth: number): NewEvent {
  return { id: `evt_x${nth}`, kind: 'changed', recordVersion: 1, at: nth, traceId: 't' };
}

function delivery(nth: number): NewDelivery {
  const subscriber = `Member.secret m${nth % 3}`;
  return { route: 'Member.secret', subscriber, number: nth, event: `evt_x${nth}`, type: 'changed', orderingKey: 'r' };
}

function credential(nth: number, kind: CredentialRecord['kind']): CredentialRecord {
  const facts = { scheme: 'key', subject: 's', scopes: [], attributes: {}, createdAt: nth, expiresAt: nth + 1 };
  return { id: `cred_x${nth}`, kind, client: `client_x${nth}`, hash: `hash_x${nth}`, ...facts };
}

/** Asks a store of `everyOwnTable` everything that it asks of its own tables. */
export async function askEverything(store: Store): Promise<void> {
  await askRecords(store);
  await askCredentials(store);
  await askCounting(store);
  await askUploads(store);
  await askEvents(store);
  await askDeliveries(store);
}

async function write(store: Store, work: (transaction: Transaction) => Promise<unknown>): Promise<void> {
  await store.write(async (transaction) => {
    await work(transaction);
    return { result: undefined, undo: false };
  });
}

async function askRecords(store: Store): Promise<void> {
  const place = { resource: 'Member', field: 'secret', id: 'm1' };
  const key = { caller: 'c', operation: 'o', key: 'k' };
  await write(store, async (transaction) => {
    await transaction.insert('Member', row('m1', ['m2'], await transaction.next('Member', 'number', [])));
    await transaction.update('Member', 'm1', row('m1', ['m1'], 1, 2), row('m1', ['m2'], 1));
    await transaction.keepReplaced(place, 'older', 5_000);
    await transaction.storedResponses.take(key, 1_000);
    const outcome = { request: 'r', attributes: 'a', status: 200, headers: [], body: undefined };
    await transaction.storedResponses.store(key, outcome, 5_000);
    await transaction.events.subscribe('Member', 'm1', '1');
  });
  await store.replacedSecrets(place, 1_000);
  await write(store, async (transaction) => transaction.delete('Member', 'm1'));
  await store.expireStoredResponses(1_000, 10);
  store.secret('cursors');
  await store.signingKeys.add('one', 'text');
  await store.signingKeys.replace('one', 'other');
  await store.signingKeys.list();
  await store.signingKeys.remove('one');
}

async function askCredentials({ credentials, write: _, ...store }: Store): Promise<void> {
  await credentials.create(credential(1, 'token'));
  await credentials.createFirst(credential(2, 'key'));
  await credentials.find('hash_x1');
  await credentials.list({ most: 1 });
  await credentials.list({ tokens: false });
  await credentials.used(new Map([['cred_x1', 60_000]]));
  await credentials.version();
  await write({ ...store, credentials, write: _ }, async ({ credentials: inside }) => {
    await inside.held('cred_x1', 1);
    await inside.change('cred_x1', 1, (record) => record);
    await inside.shorten('cred_x1', 1);
  });
  await credentials.revoke('cred_x1', 1);
  await credentials.revoke('c', 1, 'cred_x1');
  await credentials.expire(1_000, 10);
}

async function askUploads({ uploads, ...store }: Store): Promise<void> {
  const request = { operation: 'create Member', version: '', path: '/', caller: 'c', attributes: 'a', request: '{}' };
  const begin = (id: string) =>
    write({ ...store, uploads }, async (transaction) =>
      transaction.uploads.begin(
        { id, ...request, length: 9, expiresAt: 5_000 },
        { resource: 'Member', row: row('m2', [], 1).with(-1, JSON.stringify({ size: 9 })) },
      ),
    );
  await begin('upload 1');
  await uploads.take('upload 1', 'one', 1_000, 2_000);
  await uploads.note('upload 1', 'one', '{}');
  await uploads.hold('upload 1', 'one', 3_000, 4);
  await uploads.ask('upload 1');
  await uploads.leave('upload 1', 'one', 5);
  await uploads.find('upload 1');
  await uploads.files();
  await write({ ...store, uploads }, async (transaction) => transaction.uploads.complete('upload 1'));
  await uploads.expired(9_000, 10);
  await uploads.remove('upload 1');
}

async function askCounting({ counting }: Store): Promise<void> {
  const bucket = {
    name: 'n',
    key: 'k',
    want: 1,
    now: 1_000,
    holds: 5,
    perMillisecond: 1,
    leasedUntil: 0,
    reserve: 0,
    largest: 5,
  };
  const place = { name: 'n', key: 'k', instance: 'i', most: 5, now: 1_000 };
  await counting.heartbeat('i', 1_000, 6_000);
  await counting.take(bucket);
  await counting.putBack('n', 'k', 1);
  await counting.enter(place);
  await counting.addSlots(place, 1);
  await counting.leave(place);
  for (let cursor = (await counting.sweep(1_000, 50_000)).next; cursor !== undefined; ) {
    cursor = (await counting.sweep(1_000, 50_000, cursor)).next;
  }
  await counting.end('i');
}

async function askEvents(store: Store): Promise<void> {
  const { events } = store;
  await write(store, async (transaction) => transaction.events.record([event(1)]));
  await write(store, async (transaction) => transaction.events.record([event(2), event(3)]));
  while (await events.assignSequences(100));
  await events.newest();
  await events.oldest();
  await events.one('evt_x1');
  await events.idAt(1);
  await events.after(0, 10);
  await events.after(0, 10, { types: ['changed'], resource: 'Member', recordId: 'm1', since: 1 });
  await events.expire(-1, 10);
}

async function askDeliveries({ deliveries }: Store): Promise<void> {
  await deliveries.begin(0);
  const from = (await deliveries.cursor())!;
  await deliveries.fanOut(from, from + 1, [delivery(1), delivery(2), delivery(4)], 1_000);
  await deliveries.unsubscribed(['Member.secret m1']);
  const asked = { now: 1_000, leaseOwner: 'a', until: 2_000, most: 10, each: 8, ahead: 4 };
  const taken = await deliveries.take({ ...asked, highConcurrency: { subscribers: ['Member.secret m2'], each: 9 } });
  await deliveries.renew('a', 3_000);
  await deliveries.reschedule([{ id: 1, dueAt: 1_000 }]);
  const settled = taken.map(({ id }, nth) => ({ id, state: (['delivered', 'failed', 'waiting'] as const)[nth % 3]! }));
  await deliveries.complete(
    'a',
    settled.map((outcome) => ({ ...outcome, tries: 1, dueAt: 1_000, attempts: [] })),
    1_000,
  );
  const choices = [{}, { event: 'evt_x1' }, { ids: [1] }, { subscriber: 'm1' }, { after: 1 }] as const;
  for (const choice of choices) await deliveries.list({ states: ['failed'], ...choice }, 10);
  for (const choice of choices.slice(0, 4)) await deliveries.replay({ states: ['failed'], ...choice }, 1_000);
  for (const choice of [{ event: 'evt_x1' }, { ids: [1] }]) {
    await deliveries.replay({ states: ['failed', 'delivered'], ...choice }, 1_000);
  }
  await deliveries.end({ subscriber: 'Member.secret m1', address: 'https://example.com' }, 'gone', 1_000);
  await deliveries.resume('Member.secret m1');
  await deliveries.deleteSubscriber('Member.secret m1');
  for (const state of ['unsettled', 'waiting', 'in flight', 'failed'] as const) await deliveries.count(state, 10);
  await deliveries.versions('Member', ['m1']);
  await deliveries.keepVersion('Member', ['m1'], '1');
  await deliveries.expire('delivered', 1, 10, 10);
  await deliveries.expire('failed', 1, 10, 10);
}

/** So many rows lie in each large table. */
export const mostRows = 100_000;

/** The tables that grow with what a service does. */
export const large: readonly string[] = [
  'nonet_event',
  'nonet_delivery',
  'nonet_settled_delivery',
  'nonet_subscription',
  'nonet_unsubscribed',
  'nonet_credential',
  'nonet_idempotency',
  'nonet_bucket',
  'nonet_slot',
  'nonet_replaced_secret',
  'nonet_reference_target',
  'nonet_reference',
  'nonet_quota',
  'nonet_upload',
  'nonet_upload_space',
  'nonet_sequence',
];

const special: Readonly<Record<string, string>> = {
  'nonet_delivery.state': `CASE WHEN n % 100 = 0 THEN 'in flight' WHEN n % 2 = 0 THEN 'waiting' ELSE 'blocked' END`,
  'nonet_delivery.subscriber': `'Member.secret m' || (n % 100)`,
  'nonet_delivery.chain': `'r' || (n % 1000)`,
  'nonet_settled_delivery.state': `CASE WHEN n % 10 = 0 THEN 'failed' ELSE 'delivered' END`,
  'nonet_settled_delivery.subscriber': `'Member.secret m' || (n % 100)`,
  'nonet_credential.kind': `CASE WHEN n % 10 = 0 THEN 'secret' ELSE 'token' END`,
  'nonet_credential.revoked_at': 'NULL',
  'nonet_credential.client': `'client ' || (n % 1000)`,
  'nonet_event.number': 'n + 10',
};

/** Writes the statement that fills a table, from a table `s` of the numbers from 1; no two rows are alike. */
export function rowsOf(table: string, columns: readonly { readonly name: string; readonly number: boolean }[]): string {
  const values = columns.map(
    ({ name, number }) => special[`${table}.${name}`] ?? (number ? 'n + 100' : `'${name} ' || n`),
  );
  return `INSERT INTO ${table} (${columns.map(({ name }) => name).join(', ')}) SELECT ${values.join(', ')} FROM s`;
}

/** Statements that may read a table or a whole index, each with what bounds it. */
export const bounded: ReadonlyMap<RegExp, string> = new Map([
  [
    /^DELETE FROM nonet_(quota|reference|reference_target)$/,
    'a store is opened by another document: all is counted anew',
  ],
  [/^SELECT number FROM nonet_event WHERE number IS NOT NULL ORDER BY number LIMIT 1$/, 'it ends at the first'],
  [
    /^WITH first AS \(SELECT number, id, at FROM nonet_event WHERE number IS NOT NULL ORDER BY number LIMIT \?2 \+ 0\)/,
    'it ends at a piece',
  ],
  [/SELECT EXISTS \(SELECT 1 FROM nonet_event WHERE number IS NULL\)/, 'the index holds the events without a number'],
  [/^WITH bounds AS .* FROM nonet_event AS e CROSS JOIN bounds AS b WHERE e.number IS NULL\)/, 'so does this'],
  [
    /nonet_delivery [^()]*WHERE state = 'in flight' AND (leased_until|holder)/,
    'an instance has 1,000 under way at most',
  ],
  [
    /^SELECT count\(\*\) FROM \(SELECT 1 FROM nonet_\w+ .*LIMIT (\$1|\?1 \+ 0)\) AS counted$/,
    'it counts no further than asked',
  ],
  [/ORDER BY settled_at DESC LIMIT 1 OFFSET/, 'it goes no further than what is kept'],
  [
    /FROM nonet_settled_delivery WHERE state = 'failed'/,
    'a command asks for all that failed, which are 100,000 at most',
  ],
  [
    /FROM nonet_credential WHERE kind IN \('key', 'secret'\) ORDER BY created_at, id LIMIT/,
    'the index holds what was made by hand',
  ],
  [/FROM nonet_upload_space WHERE true GROUP BY/, 'a store is opened by another document: all is counted anew'],
  [
    /^SELECT file FROM nonet_upload WHERE file IS NOT NULL AND done = 0$/,
    'the index holds the uploads that are complete',
  ],
  [/FROM nonet_credential ORDER BY created_at, id LIMIT/, 'whoever lists the tokens too asks for all'],
]);
