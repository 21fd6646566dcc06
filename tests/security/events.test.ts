import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allNumbered } from '../../src/stores/suites/events.suite.ts';
import { serve } from '../serve/support/served.fixture.ts';
import { shop } from '../serve/support/shop.fixture.ts';
import { everyStore } from '../serve/support/stores.fixture.ts';

const fields = `| data | object | | |
| note | string | internal; default "HIDDEN-note" | |
| pin | string | write-only; 4..20 characters | |
| password | password | write-only; 8..64 characters | |
| signing | secret | write-only | |`;
const document = shop
  .replace('| data | object | | |', fields)
  .replace(
    '## Events\n\nNone.',
    `## Events

| Event | When | Payload | Meaning |
| --- | --- | --- | --- |
| customer.changed | create Customer, update Customer | \`Customer\` | |
| customer.left | delete Customer | \`Customer(all)\` | |`,
  )
  .replace(
    '| create Reminder | POST',
    `| list events | GET | /events | | 200 \`{ data: { id: event id, kind: event type, body: payload }[], next: next cursor }\` | |
| read event | GET | /events/{id} | | 200 \`{ id: event id, kind: event type, body: payload }\` | |
| create Reminder | POST`,
  )
  .replace(
    '### list Customer\n',
    '### list events\n\n| Parameter | Maps to |\n| --- | --- |\n| cursor | cursor |\n\n### list Customer\n',
  )
  .replace('| tags | all Tag', '| hear | list events, read event | `shop == caller.shop` | |\n| tags | all Tag');

for (const [store, addressOf] of everyStore) {
  test(`S38: what is write-only or internal is in no event, to whomever it is shown ${store}`, async () => {
    const served = await serve(document, {}, undefined, await addressOf(), undefined, 'debug');
    try {
      const [key, other] = [
        await served.key(['read', 'write', 'tags', 'hear'], { shop: 'a' }),
        await served.key(['hear'], { shop: 'b' }),
      ];
      const hidden = { pin: 'HIDDEN-pin', password: 'HIDDEN-password', signing: 'HIDDEN-signing' };
      const body = { name: 'Ada', email: 'ada@example.com', ...hidden };
      const made = await served.ask('POST /customers', { key, body });
      assert.equal(made.status, 201, made.text);
      const path = `/customers/${made.json.id}`;
      assert.equal((await served.ask(`PATCH ${path}`, { key, body: { name: 'B', ...hidden } })).status, 200);
      assert.equal((await served.ask(`DELETE ${path}`, { key })).status, 204);
      await allNumbered(served.store);
      const listed = await served.ask('GET /events', { key });
      const next = await served.ask(`GET /events?cursor=${encodeURIComponent(listed.json.next)}`, { key });
      const kinds = [...listed.json.data, ...next.json.data].map((event: { kind: string }) => event.kind);
      assert.deepEqual(kinds, ['customer.changed', 'customer.changed', 'customer.left']);
      const read = await served.ask(`GET /events/${listed.json.data[0].id}`, { key });
      assert.equal(read.status, 200);
      assert.equal(read.json.body.name, 'Ada');
      assert.ok(served.logged.length > 5);
      for (const text of [listed.text, next.text, read.text, ...served.logged])
        assert.doesNotMatch(text, /HIDDEN|"pin"|"password"|"signing"|"note"/);
      assert.deepEqual((await served.ask('GET /events', { key: other })).json.data, []);
      assert.equal((await served.ask(`GET /events/${listed.json.data[0].id}`, { key: other })).status, 404);
    } finally {
      await served.close();
    }
  });
}
