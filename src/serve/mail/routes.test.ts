import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import type { StoredDelivery } from '../../contracts/deliveries.ts';
import type { DecodedEvent } from '../../contracts/shown-events.ts';
import type { EmailPlan } from '../../plan/plan.ts';
import { createEmailRoute } from './routes.ts';

const plan: EmailPlan = {
  name: 'made',
  event: 'note.made',
  resource: 'Note',
  values: { kind: 'object', members: [] },
  subject: [],
  text: [],
  line: 1,
};
const event = { id: 'evt_1', kind: 'note.made', sequence: 1 } as DecodedEvent['event'];
const decoded = { event, refs: {}, record: undefined, before: undefined } as DecodedEvent;

/** A route whose emails have these values; what it logs. */
function routeOf(values: () => unknown, email = plan) {
  const logged: string[] = [];
  const log = (facts: object, message: string) => void logged.push(`${message} ${JSON.stringify(facts)}`);
  const route = createEmailRoute(
    {
      compiled: { events: { emails: new Map([['made', () => JSON.stringify(values())]]) } },
      platform: {
        log: { info: log, warn: log, error: log },
        sha256: (text) => createHash('sha256').update(text).digest(),
      },
      from: { address: 'a@b.example' },
      rendererOf:
        async () =>
        ({ text }) =>
          text === 'long' ? undefined : { subject: '', text: '', html: '' },
    },
    email,
  );
  const emailTo = (subscription: string) => route.email({ event: 'evt_1', subscription } as StoredDelivery, decoded, 5);
  return { route, logged, emailTo };
}

test('an event of another type has no recipients, and an address is in one line', async () => {
  const { route } = routeOf(() => ({ to: [' a@b.example ', 'c\r\nd', null, ''] }));
  assert.deepEqual(
    (await route.subscribers(decoded)).map(({ address }) => address),
    ['a@b.example', 'c d'],
  );
  assert.deepEqual(await route.subscribers({ ...decoded, event: { ...event, kind: 'note.changed' } }), []);
});

test('an event sends at most 1,000 emails of a row, and values that cannot be read send none', async () => {
  const many = routeOf(() => ({ to: Array.from({ length: 1_001 }, (_, at) => `${at}@b.example`) }));
  assert.equal((await many.route.subscribers(decoded)).length, 1_000);
  assert.deepEqual(many.logged, [
    'an email has more than 1000 addresses: the others get none {"event":"evt_1","email":"made","addresses":1001}',
  ]);
  const wrong = routeOf(() => {
    throw new Error('no');
  });
  assert.deepEqual(await wrong.route.subscribers(decoded), []);
  assert.deepEqual(wrong.logged, [
    'failed to read the addresses of an email {"event":"evt_1","email":"made","error":"Error: no"}',
  ]);
});

test('an email is written for an address of the event, with one Message-ID for each', async () => {
  const { emailTo } = routeOf(() => ({ to: ['a@b.example', 'c@b.example', 'not one'] }));
  const [a, again, c] = [await emailTo('a@b.example'), await emailTo('a@b.example'), await emailTo('c@b.example')];
  assert.ok('id' in a && 'id' in c);
  assert.deepEqual(a, again);
  assert.match(a.id, /^evt_1\.[0-9a-f]{16}@b\.example$/);
  assert.notEqual(a.id, c.id);
  assert.deepEqual(await emailTo('d@b.example'), { problem: 'the email no longer goes to this address' });
  assert.deepEqual(await emailTo('not one'), { problem: 'the address is not one to which email is sent' });
  assert.deepEqual(await routeOf(() => ({ to: 'a@b.example', text: 'long' })).emailTo('a@b.example'), {
    problem: 'the email is too long',
  });
});

test('attempts follow their row; without one they go on, an hour apart at most', () => {
  const { route } = routeOf(() => ({}));
  assert.deepEqual(
    [0, 1, 2, 9, 10, 100].map((tries) => route.wait(tries)),
    [5_000, 10_000, 20_000, 2_560_000, 3_600_000, 3_600_000],
  );
  const stated = routeOf(() => ({}), { ...plan, attempts: { count: 3, milliseconds: 10_000 } }).route;
  assert.deepEqual(
    [0, 1, 2].map((tries) => stated.wait(tries)),
    [5_000, 5_000, undefined],
  );
});
