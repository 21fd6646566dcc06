import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { documentText, keyed, versioned } from '../../support/document-text.fixture.ts';
import { type Served, serve } from '../support/served.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';

/** Records that are found by a value which has another name now, their own or that of the record they belong to. */
const rates = documentText('Rates', {
  resources: `### Rate

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuid | assigned |
| kind | one of express, slow | required; unique |
| price | integer | |

### Note

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuid | assigned |
| rate | ref Rate | required |
| text | string | |`,
  endpoints: `| Operation | Method | Path | Request | Response |
| --- | --- | --- | --- | --- |
| create Rate | POST | /rates | \`Rate\` | 201 \`Rate\` header Location |
| read Rate | GET | /rates/{kind} | | 200 \`Rate\` |
| update Rate | PATCH | /rates/{kind} | \`Rate\` | 200 \`Rate\` |
| create Note | POST | /rates/{rate.kind}/notes | \`{ text: Note.text }\` | 201 \`Note\` header Location |
| read Note | GET | /rates/{rate.kind}/notes/{id} | | 200 \`Note\` |`,
  authentication: keyed('| clerk | all Rate, all Note | |'),
  versioning: versioned(['2', '1'], '| 2 | renamed | Rate.kind express | fast | | |'),
});

for (const [store, address] of everyStore) {
  describe(`values in paths of older callers ${store}`, () => {
    let served: Served;
    let key = '';
    before(async () => {
      served = await serve(rates, {}, undefined, await address());
      key = await served.key(['clerk'], {});
    });
    after(() => served.close());

    test('a renamed value finds the record in the version that has it, and its address has the same name', async () => {
      const ask = (line: string, version: string, body?: unknown) =>
        served.ask(line, { key, body, headers: { V: version } });
      const made = await ask('POST /rates', '1', { kind: 'fast', price: 3 });
      assert.equal(made.headers.get('Location'), '/rates/fast');
      for (const [kind, version, status] of [
        ['express', '2', 200],
        ['fast', '1', 200],
        ['express', '1', 404],
        ['fast', '2', 404],
      ] as const)
        assert.equal((await ask(`GET /rates/${kind}`, version)).status, status, `${kind} in ${version}`);
      assert.equal((await ask('PATCH /rates/fast', '1', { price: 4 })).json.price, 4);
      const note = await ask('POST /rates/fast/notes', '1', { text: 'a' });
      assert.equal(note.status, 201, note.text);
      const at = note.headers.get('Location')!;
      assert.match(at, /^\/rates\/fast\/notes\//);
      assert.equal((await ask(`GET ${at}`, '1')).json.text, 'a');
      assert.equal((await ask(`GET ${at.replace('fast', 'express')}`, '2')).json.text, 'a');
    });
  });
}
