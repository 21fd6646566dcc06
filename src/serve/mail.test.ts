import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mailing } from '../../tests/serve/mail/mail.fixture.ts';
import { planFor } from '../../tests/serve/support/served.fixture.ts';
import type { StoredDelivery } from '../contracts/deliveries.ts';
import type { OutgoingEmail, Sent } from '../contracts/platform.ts';
import type { DecodedEvent } from '../contracts/shown-events.ts';
import type { SenderOpening } from './deliveries/sender.ts';
import { openMail } from './mail.ts';

const decoded = { event: { id: 'evt_1', kind: 'note.made', sequence: 1 }, refs: {} } as unknown as DecodedEvent;
const delivery = { id: 1, route: 'email made', event: 'evt_1', subscription: 'a@b.example', tries: 0, attempts: [] };

/** Emails whose values and whose mail server a test gives, and whose signal it aborts. */
function opened(values: () => string, answer: (email: OutgoingEmail) => Promise<Sent>, known = true) {
  const logged: string[] = [];
  const log = (facts: object, message: string) => void logged.push(`${message} ${JSON.stringify(facts)}`);
  const ending = new AbortController();
  const sender = openMail({
    plan: planFor(mailing()),
    platform: {
      now: () => 1_000,
      random: () => Uint8Array.of(128, 0),
      sha256: () => new Uint8Array(32),
      sendEmail: answer,
      log: { info: log, warn: log, error: log },
    },
    compiled: { events: { emails: new Map(['made', 'copy', 'changed'].map((name) => [name, values])) } },
    findEvent: () => (known ? decoded : undefined),
    signal: ending.signal,
  } as unknown as SenderOpening);
  const attempt = () => sender.attempts.get('email made')!(delivery as unknown as StoredDelivery, new Map());
  return { attempt, logged, ending, sender };
}

const values = () => '{"to":"a@b.example"}';

test('an email that cannot be written is tried again', async () => {
  const { attempt, logged } = opened(
    () => {
      throw new Error('no value');
    },
    async () => ({ sent: true }),
  );
  const completed = await attempt();
  assert.deepEqual(
    [completed!.state, completed!.dueAt, completed!.attempts![0]!.problem],
    ['waiting', 6_000, 'failed to write the email'],
  );
  assert.deepEqual(logged, [
    'failed to write an email {"event":"evt_1","route":"email made","error":"Error: no value"}',
  ]);
});

test('an email whose event is gone, or whose address is, has failed', async () => {
  const gone = await opened(values, async () => ({ sent: true }), false).attempt();
  assert.deepEqual([gone!.state, gone!.attempts![0]!.problem], ['failed', 'the event is no longer stored']);
  const { attempt, logged } = opened(
    () => '{}',
    async () => ({ sent: true }),
  );
  assert.equal((await attempt())!.state, 'failed');
  assert.deepEqual(logged, [
    'an email has failed {"route":"email made","event":"evt_1","problem":"the email no longer goes to this address"}',
  ]);
});

test('a service that ends counts no attempt that it broke off', async () => {
  const { attempt, ending, sender } = opened(values, async () => {
    ending.abort();
    return { sent: false, problem: 'no connection to the mail server', common: true };
  });
  assert.deepEqual(await attempt(), { id: 1, state: 'waiting', tries: 0, dueAt: 1_000 });
  await sender.close!();
});
