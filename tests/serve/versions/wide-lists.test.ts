import assert from 'node:assert/strict';
import { test } from 'node:test';
import { documentText, versioned } from '../../support/document-text.fixture.ts';
import { serveIn } from '../support/served.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';

const document = documentText('Notes', {
  resources: `### Note

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| numbers | int64[] | |
| one | int64 | |
| texts | string[] | |
| others | int64[] | |`,
  endpoints: `| Operation | Method | Path | Request | Response |
| --- | --- | --- | --- | --- |
| create Note | POST | /notes | \`Note\` | 201 \`Note\` |
| read Note | GET | /notes/{id} | | 200 \`Note\` |`,
  limits: 'Not shown.',
  versioning: versioned(
    ['2', '1'],
    `| 2 | type | Note.numbers | string[] | = \`numbers.map(n, string(n))\` | = \`input.numbers.map(n, int(n))\` |
| 2 | type | Note.one | string | = \`string(one)\` | = \`int(input.one)\` |
| 2 | type | Note.texts | int64[] | = \`texts.map(n, int(n))\` | = \`input.texts.map(n, string(n))\` |
| 2 | type | Note.others | integer[] | = \`others\` | = \`input.others\` |`,
  ),
});

const wide = '9007199254740993';
const [older, newer] = [
  `{"numbers":["1","${wide}"],"one":"${wide}","texts":[${wide},2],"others":[1,2]}`,
  `{"numbers":[1,${wide}],"one":${wide},"texts":["${wide}","2"],"others":[1,2]}`,
];

for (const [store, address] of everyStore)
  test(`lists of 64-bit integers are converted with all digits, ${store}`, async (t) => {
    const { ask } = await serveIn(t, document, {}, undefined, await address());
    const send = async (version: string, line: string, text?: string) => {
      const headers = { V: version, 'Content-Type': 'application/json' };
      const answered = await ask(line, { headers, ...(text === undefined ? {} : { text }) });
      return [answered.status, answered.text.replace(/"id":\d+,/, '')];
    };
    assert.deepEqual(await send('1', 'POST /notes', older), [201, older]);
    assert.deepEqual(await send('2', 'POST /notes', newer), [201, newer]);
    for (const id of [1, 2]) {
      assert.deepEqual(await send('1', `GET /notes/${id}`), [200, older]);
      assert.deepEqual(await send('2', `GET /notes/${id}`), [200, newer]);
    }
    for (const text of ['{"numbers":["x"]}', '{"numbers":["9223372036854775808"]}', `{"others":[${wide}]}`])
      assert.equal((await send('1', 'POST /notes', text))[0], 422, text);
  });
