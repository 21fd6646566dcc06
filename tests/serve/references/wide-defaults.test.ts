import assert from 'node:assert/strict';
import { test } from 'node:test';
import { documentText } from '../../support/document-text.fixture.ts';
import { serveIn } from '../support/served.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';

/** References whose defaults are identities that a double cannot hold. */
const document = documentText('Things', {
  resources: `### Big

| Field | Type | Constraints |
| --- | --- | --- |
| id | int64 | required |

### Small

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | required |

### Inner (object)

| Field | Type | Constraints |
| --- | --- | --- |
| to | ref Big | default 9007199254740993 |
| n | int64 | default 9007199254740993 |

### Thing

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| to | ref Big or null | default 9007199254740993; on delete restrict |
| n | int64 | default 9007199254740993 |
| refs | ref Big[] | |
| inner | Inner | |
| other | Inner | |
| low | ref Big | default 5 |`,
  endpoints: `| Operation | Path | Request | Response |
| --- | --- | --- | --- |
| create Big | /bigs | \`Big\` | 201 \`Big\` |
| create Thing | /things | \`Thing\` | 201 \`Thing\` |
| read Thing | /things/{id} | | 200 \`Thing\` |
| update Thing | /things/{id} | \`Thing\` | 200 \`Thing\` |
| replace Thing | /things/{id} | \`Thing\` | 200 \`Thing\` |
| list Thing | /things | | 200 \`Thing[]\` |

### list Thing

| Parameter | Maps to | Constraints |
| --- | --- | --- |
| to | filter to = | default 9007199254740993 |`,
  errors: '- Codes: named after conditions',
  versioning: `| Version | Status |
| --- | --- |
| 2 | current |
| 1 | supported |

| Sent in | Name | When absent |
| --- | --- | --- |
| header | V | current |

| Version | Change | What | Before | Old responses | Old requests |
| --- | --- | --- | --- | --- | --- |
| 2 | renamed | Thing.to | too | | |
| 2 | renamed | Thing.n | m | | |
| 2 | default | Thing.low | 9007199254740993 | | |
| 2 | renamed | Inner.to | too | | |`,
});

const wide = '9007199254740993';

for (const [store, address] of everyStore) {
  test(`a default of a reference to an int64 identity is exact in each version, ${store}`, async (t) => {
    const served = await serveIn(t, document, {}, undefined, await address());
    for (const id of [wide, '9007199254740992', '5']) await served.ask('POST /bigs', { text: `{"id":${id}}` });
    for (const [version, name] of [
      ['2', 'to'],
      ['1', 'too'],
    ] as const) {
      const ask = async (line: string, text?: string): Promise<string> => {
        const got = await served.ask(line, { headers: { V: version }, ...(text === undefined ? {} : { text }) });
        assert.ok(got.status < 300, `${line}: ${got.text}`);
        return got.text;
      };
      const id = /"id":(\d+)/.exec(await ask('POST /things', '{"other":{}}'))![1];
      const isWhole = (text: string): void => {
        assert.ok(text.startsWith(`{"id":${id},"${name}":${wide},`), text);
      };
      const read = await ask(`GET /things/${id}`);
      isWhole(read);
      assert.ok(read.includes(`"other":{"${name}":${wide},"n":${wide}}`), read);
      assert.ok(read.endsWith(`"low":${version === '1' ? wide : 5}}`), read);
      await ask(`PUT /things/${id}`, `{"${name}":5}`);
      isWhole(await ask(`PUT /things/${id}`, '{}'));
      await ask(`PATCH /things/${id}`, `{"${name}":9007199254740992}`);
      assert.equal((await ask('GET /things')).includes(`"id":${id}`), false);
    }
  });
}
