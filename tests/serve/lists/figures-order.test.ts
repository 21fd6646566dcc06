import assert from 'node:assert/strict';
import { test } from 'node:test';
import { documentText, versioned } from '../../support/document-text.fixture.ts';
import { serveIn } from '../support/served.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';

/** The names of fields are those of columns that PostgreSQL has in each table. */
const page = documentText('Notes', {
  resources: `### Note

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| ctid | string | required |
| xmin | integer | required |
| Tableoid | boolean | default false |
| kind | one of a, b | default a |`,
  endpoints: `| Operation | Path | Request | Response |
| --- | --- | --- | --- |
| create, read, update Note | /notes | | |
| list Note | /notes | | 200 \`{ texts: values of ctid, numbers: values of xmin, kinds: counts of kind }\` |`,
  authentication: 'None.',
  versioning: versioned(['2', '1'], '| 2 | value added | Note.kind b | | as a | |'),
});

for (const [name, address] of everyStore) {
  test(`values of a list have one order in each version ${name}`, async (t) => {
    const served = await serveIn(t, page, {}, undefined, await address());
    for (const [ctid, xmin, kind] of [
      ['\u{1f600}', 10, 'a'],
      ['\ufffd', 9, 'b'],
      ['a', -1, 'b'],
    ]) {
      const made = await served.ask('POST /notes', { body: { ctid, xmin, kind } });
      assert.equal(made.status, 201, made.text);
    }
    const order = { texts: ['a', '\ufffd', '\u{1f600}'], numbers: [-1, 9, 10] };
    const read = async (v: string) => (await served.ask('GET /notes', { headers: { v } })).json;
    assert.deepEqual(await read('2'), { ...order, kinds: { a: 1, b: 2 } });
    assert.deepEqual(await read('1'), { ...order, kinds: { a: 3 } });
    const changed = await served.ask('PATCH /notes/2', { body: { ctid: 'b', Tableoid: true } });
    assert.deepEqual(changed.json, { id: 2, ctid: 'b', xmin: 9, Tableoid: true, kind: 'b' });
  });
}
