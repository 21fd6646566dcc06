import '../../support/cheap-passwords.ts';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { recorded } from '../access/session-records.fixture.ts';
import { openPeople, passwordOf, unlimited } from '../access/sessions.fixture.ts';
import { serveIn } from '../support/served.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';
import { metadata, tusAs } from './uploads.fixture.ts';

for (const [store, address] of everyStore) {
  for (const [what, document] of [
    ['records', recorded],
    ['no records', unlimited],
  ] as const) {
    test(`a person goes on with an upload after another log in, with sessions of ${what} ${store}`, async (t) => {
      const withPicture = document
        .replace(
          '### Note\n',
          '### Picture\n\n| Field | Type | Constraints |\n| --- | --- | --- |\n| id | uuidv7 | assigned |\n| content | file | required; text/plain |\n\n### Note\n',
        )
        .replace(
          '| create Note | POST |',
          '| create Picture | POST | /pictures | `Picture` | 201 `Picture(id)` |\n| create Note | POST |',
        )
        .replace('### Idempotency\n', '### create Picture\n\n- Resumable uploads: 24 hours\n\n### Idempotency\n')
        .replace(
          '| authenticated | create Note',
          '| authenticated | create Picture | |\n| authenticated | create Note',
        );
      const served = await serveIn(t, withPicture, {}, undefined, await address());
      const { ask } = openPeople(served);
      const person = { email: 'ann@example.com', password: passwordOf('ann') };
      const first = (await ask('POST /users', person)).json.token;
      const begun = await tusAs(served.address, first)('POST /pictures', {
        'Upload-Length': '6',
        ...metadata({ filetype: 'text/plain' }),
      });
      assert.equal(begun.status, 201, await begun.text());
      const place = begun.headers.get('location')!;
      const tus = tusAs(served.address, (await ask('POST /sessions', person)).json.token);
      assert.equal((await tus(`HEAD ${place}`)).status, 200);
      assert.equal((await tus(`PATCH ${place}`, { 'Upload-Offset': '0' }, 'abcdef')).status, 201);
      const third = tusAs(served.address, (await ask('POST /sessions', person)).json.token);
      assert.equal((await third(`PATCH ${place}`, { 'Upload-Offset': '6' }, '')).status, 201, 'the response again');
    });

    test(`a person repeats a request after another log in, with sessions of ${what} ${store}`, async (t) => {
      const served = await serveIn(t, document, {}, undefined, await address());
      const { ask } = openPeople(served);
      const person = { email: 'ann@example.com', password: passwordOf('ann') };
      const { token } = (await ask('POST /users', person)).json;
      const create = (of: string) => ask('POST /notes', { text: 'once' }, of, { 'Idempotency-Key': 'first' });
      const first = await create(token);
      assert.equal(first.status, 201, first.text);
      const again = await create((await ask('POST /sessions', person)).json.token);
      assert.deepEqual([again.status, again.text], [201, first.text]);
    });
  }
}
