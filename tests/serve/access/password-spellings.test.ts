import '../../support/cheap-passwords.ts';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openPasswords } from '../../../src/serve/verifying/passwords.ts';
import { serveIn } from '../support/served.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';
import { openPeople, unlimited } from './sessions.fixture.ts';

const composed = 'Zo\u00eb \u00e9t\u00e9 2026';
const decomposed = composed.normalize('NFD');
const spaced = composed.replaceAll(' ', '\u3000');
const spellings = [composed, decomposed, spaced];

for (const [store, address] of everyStore) {
  test(`each spelling of a password logs in, whichever one was stored ${store}`, async (t) => {
    const served = await serveIn(t, unlimited, {}, undefined, await address());
    const { ask } = openPeople(served);
    const logIn = async (email: string, password: string) => (await ask('POST /sessions', { email, password })).status;
    for (const [at, stored] of spellings.entries()) {
      const email = `person-${at}@example.com`;
      const signedUp = await ask('POST /users', { email, password: stored });
      assert.equal(signedUp.status, 201, signedUp.text);
      for (const password of spellings) assert.equal(await logIn(email, password), 200);
      // Only the spelling may differ: an e without its accent is another password.
      assert.equal(await logIn(email, composed.replace('\u00eb', 'e')), 401);
      const { token } = signedUp.json;
      const next = `next ${stored}`;
      assert.equal((await ask('PATCH /me', { password: next }, token)).status, 200);
      for (const password of spellings) assert.equal(await logIn(email, `next ${password}`), 200);
      assert.equal(await logIn(email, stored), 401);
    }
    const passwords = openPasswords(served.platform);
    for (const stored of spellings) {
      const hash = await passwords.hash(stored);
      for (const password of spellings) assert.equal(await passwords.matches(password, hash), true);
    }
  });
}
