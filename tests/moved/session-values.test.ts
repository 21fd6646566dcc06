import '../support/cheap-passwords.ts';
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { recorded } from '../serve/access/session-records.fixture.ts';
import { openPeople, type People } from '../serve/access/sessions.fixture.ts';
import { serve } from '../serve/support/served.fixture.ts';
import { storesInFolder } from '../serve/support/stores.fixture.ts';
import { here } from '../support/here.ts';
import { inFolder } from '../support/process.ts';

/** The document before sessions showed values of the log in. */
const before = recorded.replace(/\| (?:used_at|expires_at|device) \|.*\n/g, '');

async function serving<T>(document: string, address: string, work: (people: People) => Promise<T>): Promise<T> {
  const served = await serve(document, {}, undefined, address);
  try {
    return await work(openPeople(served));
  } finally {
    await served.close();
  }
}

for (const [store, addressIn] of storesInFolder) {
  test(`sessions go on when their records get values of the log in, on ${store}`, async () => {
    await inFolder(async (folder) => {
      const document = join(folder, 'people.md');
      writeFileSync(document, before);
      const address = await addressIn(folder);
      const token = await serving(before, address, (people) => people.signUp('ann'));
      writeFileSync(document, recorded);
      const begun = Date.now();
      await here(0, 'migrate', document, '--store', address);
      await serving(recorded, address, async ({ ask, logIn }) => {
        const session = (await ask('GET /session', undefined, token)).json;
        assert.ok(Date.parse(session.used_at) >= begun - 1_000);
        assert.deepEqual([session.expires_at, session.device], [undefined, undefined]);
        const later = (await ask('GET /session', undefined, await logIn('ann'))).json;
        assert.equal(later.device, 'node');
      });
    });
  });
}
