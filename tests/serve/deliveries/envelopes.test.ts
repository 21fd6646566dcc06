import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import type { Outgoing } from '../../../src/contracts/platform.ts';
import { bothStores } from '../support/both-stores.fixture.ts';
import { hooked, hookedService, storesFor } from './deliveries.fixture.ts';

const [, open] = bothStores[0]!;

const row = (envelope: string): string =>
  `| webhook | each Hook at url where \`shop == event.shop\` | note.made | ${envelope} | standard webhooks with secret | |`;

const envelopes: readonly (readonly [envelope: string, check: (body: Record<string, unknown>, id: string) => void])[] =
  [
    [
      'standard webhooks',
      ({ type, timestamp, data }) => {
        assert.equal(type, 'note.made');
        assert.match(String(timestamp), /^\d{4}-.*Z$/);
        assert.equal((data as { text: string }).text, 'a');
      },
    ],
    [
      '`{ what: event type, id: event id, nth: sequence, body: payload }`',
      ({ what, id, nth, body }, sent) => {
        assert.deepEqual([what, id, nth], ['note.made', sent, 1]);
        assert.equal((body as { text: string }).text, 'a');
      },
    ],
    ['', ({ text }) => assert.equal(text, 'a')],
  ];

for (const [envelope, check] of envelopes) {
  test(`the very bytes that are sent are signed in the envelope ${envelope || 'of the payload alone'}`, async (t) => {
    const got: Outgoing[] = [];
    const document = hooked(row(envelope));
    const receive = (request: Outgoing): { readonly status: number } => {
      got.push(request);
      return { status: 200 };
    };
    const service = await hookedService(t, await storesFor(t, open, document), { document, receive });
    const { json: hook } = await service.ask('POST /hooks', { url: 'https://example.com/' });
    await service.ask('POST /hooks', { url: 'https://example.com/' }, 'south');
    await service.ask('POST /notes', { text: 'a' });
    await service.until(() => got.length === 1);
    const { headers, body } = got[0]!;
    new Webhook(hook.secret).verify(body, { ...headers });
    assert.equal(headers['content-type'], 'application/json');
    check(JSON.parse(body), headers['webhook-id']!);
  });
}

test('without stated retries a delivery that fails once has failed', async (t) => {
  const document = hooked(row(''));
  const service = await hookedService(t, await storesFor(t, open, document), {
    document,
    receive: () => ({ status: 500 }),
  });
  await service.ask('POST /hooks', { url: 'https://example.com/' });
  await service.ask('POST /notes', { text: 'a' });
  await service.ask('POST /notes', { text: 'b' }, 'south');
  await service.until(async () => (await service.store.deliveries.list({ states: ['failed'] }, 10)).length === 1);
});
