import assert from 'node:assert/strict';
import { test } from 'node:test';
import { documentText, keyed } from '../../support/document-text.fixture.ts';
import { serveIn } from '../support/served.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';
import type { Context } from './handlers.fixture.ts';

const text = documentText('Boxes', {
  resources: `### Box

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuidv7 | assigned |
| amount | integer | required |
| note | string | |`,
  endpoints: `| Operation | Path |
| --- | --- |
| create, read, update Box | /boxes |`,
  authentication: keyed('| all | all | |'),
  errors: `| Code | Status | Condition | Message |
| --- | --- | --- | --- |
| too_heavy | 409 | raised by create Box | The box is too heavy |`,
  versioning: `| Version | Status |
| --- | --- |
| 2 | current |
| 1 | supported |

| Sent in | Name | When absent |
| --- | --- | --- |
| header | Api-Version | current |

| Version | Change | What | Before | Old responses | Old requests |
| --- | --- | --- | --- | --- | --- |
| 2 | renamed | Box.amount | quantity | | |
| 2 | renamed | code too_heavy | heavy | | |`,
});

for (const [name, address] of everyStore) {
  test(`a hook sees the names of the present version, whatever the version of the client, ${name}`, async (t) => {
    const seen: unknown[] = [];
    const within = {
      async 'create Box'({ record, input, store, refuse }: Context) {
        seen.push([record.amount, input.amount]);
        if (record.amount > 9) refuse('too_heavy', { field: 'amount', message: 'must be less' });
        await store.update('Box', record.id, { note: 'checked' });
      },
    };
    const served = await serveIn(t, text, {}, undefined, await address(), { within });
    const key = await served.key(['all'], {});
    const create = (body: object) => served.ask('POST /boxes', { key, body, headers: { 'Api-Version': '1' } });
    const made = await create({ quantity: 3 });
    assert.deepEqual([made.status, made.json.quantity, made.json.note], [201, 3, 'checked'], made.text);
    const refused = await create({ quantity: 10 });
    assert.deepEqual([refused.status, refused.json.code], [409, 'heavy'], refused.text);
    assert.match(refused.text, /quantity/);
    assert.deepEqual(seen, [
      [3, 3],
      [10, 10],
    ]);
  });
}
