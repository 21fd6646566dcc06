import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unwritten } from '../../../src/index.ts';
import { documentText, keyed } from '../../support/document-text.fixture.ts';
import { serveIn } from '../support/served.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';
import type { Context } from './handlers.fixture.ts';

const text = documentText('Boxes', {
  resources: `### Box

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuidv7 | assigned |
| shop | string | internal; assigned from caller.shop |
| amount | integer | required |`,
  endpoints: `| Operation | Method | Path | Request | Response |
| --- | --- | --- | --- | --- |
| create Box | POST | /boxes | \`Box\` | 201 \`Box\` |
| pack Box (handler) | POST | /boxes/{id}/pack | | 200 \`Box\` |
| send Box (handler) | POST | /boxes/{id}/send | | 200 \`Box\` |`,
  authentication: keyed('| all | all | `shop == caller.shop` |'),
  versioning: `| Version | Status |
| --- | --- |
| 2 | current |
| 1 | supported |

| Sent in | Name | When absent |
| --- | --- | --- |
| header | Api-Version | current |

| Version | Change | What | Before | Old responses | Old requests |
| --- | --- | --- | --- | --- | --- |
| 2 | renamed | Box.amount | quantity | | |`,
});

for (const [name, address] of everyStore) {
  test(`an operation whose handler is unwritten is answered with 501 and runs nothing, ${name}`, async (t) => {
    const served = await serveIn(t, text, {}, undefined, await address(), {
      'pack Box': unwritten,
      'send Box': async ({ call, record, store }: Context) => {
        await store.update('Box', record.id, { amount: 9 });
        await call('pack Box', record.id);
      },
      after: { 'pack Box': () => assert.fail('the hook of an operation without code has run') },
    });
    const [ours, theirs] = await Promise.all(['a', 'b'].map((shop) => served.key(['all'], { shop })));
    const made = await served.ask('POST /boxes', { key: ours, body: { amount: 3 } });
    assert.equal(made.status, 201, made.text);
    const { id } = made.json;
    for (const key of [ours, theirs])
      for (const version of ['1', '2']) {
        const headers = { Authorization: `Bearer ${key}`, 'Api-Version': version };
        const got = await fetch(`${served.address}/boxes/${id}/pack`, { method: 'POST', headers });
        assert.equal(got.status, 501, await got.text());
      }
    const sent = await served.ask(`POST /boxes/${id}/send`, { key: ours });
    assert.equal(sent.status, 500, sent.text);
    assert.match(served.logged.join('\n'), /no code yet: its handler is `unwritten`/);
    assert.doesNotMatch(served.logged.join('\n'), /has run/);
  });
}
