import '../../support/cheap-passwords.ts';
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { serveIn } from '../support/served.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';
import { administered, openPeople } from './sessions.fixture.ts';

const text = administered
  .replace('\n### Idempotency', '| list Note as notes | GET | /notes | | 200 `{ data: Note[] }` |\n\n### Idempotency')
  .replace('| owner == caller.id |', '| |')
  .replace(
    '| authenticated | create Note, read Note | `owner == caller.id` |',
    '| authenticated | create Note | |\n| authenticated | read Note, notes | `owner == caller.id and caller.scheme == "session"` |\n| operator | read Note, notes | `caller.scheme != "session" and text == "open"` |',
  );

for (const [store, address] of everyStore) {
  describe(`the scheme of a caller ${store}`, () => {
    test('separates callers of one ID', async (t) => {
      const { ask, signUp, served } = openPeople(await serveIn(t, text, {}, undefined, await address()));
      const session = await signUp('ann');
      const { id: subject } = (await ask('GET /me', undefined, session)).json;
      const note = (await ask('POST /notes', { text: 'mine' }, session)).json;
      const open = (await ask('POST /notes', { text: 'open' }, session)).json;
      const key = await served.key(['operator'], {}, { subject });
      const by = (line: string) => ask(line, undefined, undefined, { 'X-Key': key });
      const ids = (got: { readonly json: { readonly data: readonly { readonly id: string }[] } }) =>
        got.json.data.map(({ id }) => id);
      assert.deepEqual(ids(await ask('GET /notes', undefined, session)), [note.id, open.id]);
      assert.deepEqual(ids(await by('GET /notes')), [open.id]);
      assert.equal((await by(`GET /notes/${note.id}`)).status, 404);
      assert.equal((await by(`GET /notes/${open.id}`)).status, 200);
    });
  });
}
