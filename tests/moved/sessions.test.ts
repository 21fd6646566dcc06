import '../support/cheap-passwords.ts';
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { openPeople, passwordOf, unlimited } from '../serve/access/sessions.fixture.ts';
import { serve } from '../serve/support/served.fixture.ts';
import { storesInFolder } from '../serve/support/stores.fixture.ts';
import { nonetHere, runWell } from '../support/here.ts';
import { inFolder } from '../support/process.ts';

const erasing = unlimited
  .replace('| id | uuidv7 | assigned |\n| email', '| id | string | required |\n| email')
  .replace('`User(email, password)` | 201', '`User(id, email, password)` | 201')
  .replace('\n### Idempotency', '| delete User as erase | DELETE | /me | | 204 |\n\n### Idempotency')
  .replace('### me, save', '### me, save, erase')
  .replace('leave, me, save | |', 'leave, me, save, erase | |');

for (const [store, addressIn] of storesInFolder) {
  test(`a session of a deleted record is none of a loaded record with its identity, on ${store}`, async () => {
    await inFolder(async (folder) => {
      const [document, data] = [join(folder, 'people.md'), join(folder, 'people.jsonl')];
      writeFileSync(document, erasing);
      const address = await addressIn(folder);
      const words = [document, '--store', address];
      const serving = async <T>(work: (people: ReturnType<typeof openPeople>) => Promise<T>): Promise<T> => {
        const served = await serve(erasing, {}, undefined, address);
        try {
          return await work(openPeople(served));
        } finally {
          await served.close();
        }
      };
      const signUp = async ({ ask }: ReturnType<typeof openPeople>, id: string): Promise<string> => {
        const body = { id, email: `${id}@example.com`, password: passwordOf(id) };
        return (await ask('POST /users', body)).json.token;
      };
      const [ann, ben] = await serving(async (people) => [await signUp(people, 'ann'), await signUp(people, 'ben')]);
      const { out } = await runWell(['export', ...words]);
      const lines = out.split('\n').filter((line) => line.includes('"ann"'));
      assert.equal(lines.length, 1);
      await serving(async ({ ask }) => assert.equal((await ask('DELETE /me', undefined, ann)).status, 204));
      writeFileSync(data, lines.join('\n'));
      const loaded = await nonetHere(['load', document, data, '--store', address]);
      assert.equal(loaded.status, 0, loaded.err);
      await serving(async ({ ask, logIn }) => {
        const of = async (token: string): Promise<number> => (await ask('GET /me', undefined, token)).status;
        assert.deepEqual([await of(ann), await of(ben), await of(await logIn('ann'))], [401, 200, 200]);
      });
    });
  });
}
