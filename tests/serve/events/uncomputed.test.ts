import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compile } from '../../../src/codegen/compile.ts';
import { createStoredEvents } from '../../../src/operator/events.ts';
import { allNumbered } from '../../../src/stores/suites/events.suite.ts';
import { documentText, keyed } from '../../support/document-text.fixture.ts';
import { serveIn } from '../support/served.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';

const page = (member: string): string =>
  documentText('Notes', {
    resources: `### Note

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| parts | integer | required |`,
    endpoints: `| Operation | Method | Path | Request | Response |
| --- | --- | --- | --- | --- |
| create Note | POST | /notes | \`Note\` | 201 \`Note\` |
| list events | GET | /events | | 200 \`{ data: { kind: event type, ${member}: payload }[], next: next cursor }\` |
| read event | GET | /events/{id} | | 200 \`{ kind: event type, ${member}: payload }\` |

### list events

| Parameter | Maps to |
| --- | --- |
| cursor | cursor |`,
    events: `| Event | When | Payload |
| --- | --- | --- |
| made | create Note | \`{ share: = 10 / parts }\` |`,
    authentication: keyed('| public | create Note, list events, read event | |'),
  });

for (const [store, address] of everyStore)
  test(`an event whose payload cannot be computed is shown without it if the shape allows, ${store}`, async (t) => {
    for (const [member, status, data] of [
      ['body?', 200, [{ kind: 'made', body: { share: 5 } }, { kind: 'made' }]],
      ['body', 500, undefined],
    ] as const) {
      const { ask, plan, store: opened, platform } = await serveIn(t, page(member), {}, undefined, await address());
      for (const parts of [2, 0]) assert.equal((await ask('POST /notes', { body: { parts } })).status, 201);
      await allNumbered(opened);
      const events = await ask('GET /events');
      assert.equal(events.status, status, events.text);
      assert.deepEqual(events.json.data, data);
      const listed = await createStoredEvents(compile(plan).events, opened, platform).listEvents();
      assert.deepEqual(
        listed.map(({ payload }) => payload),
        [{ share: 5 }, undefined],
      );
      const one = await ask(`GET /events/${listed[1]!.id}`);
      assert.equal(one.status, status, one.text);
      if (status === 200) assert.deepEqual(one.json, { kind: 'made' });
    }
  });
