import '../../support/cheap-passwords.ts';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { everyStore } from '../support/stores.fixture.ts';
import { ada, openSigningIn, signingIn } from './sign-in.fixture.ts';

/** The accounts, which are kept as gone. */
const kept = signingIn
  .replace('sign_in.name; ..100 characters |', 'sign_in.name; ..100 characters |\n| status | state | |')
  .replace(
    'States, transitions: none.',
    `### Account

| State | Kind |
| --- | --- |
| linked | initial |
| unlinked | gone |

| From | Transition | To |
| --- | --- | --- |
| linked | delete | unlinked |`,
  );

for (const [store, address] of everyStore) {
  test(`no person signs in by an account that is kept as gone ${store}`, async (t) => {
    const { ask, signIn, google } = await openSigningIn(t, await address(), { document: kept });
    const { token } = (await signIn(ada)).json;
    const [account] = (await ask('GET /accounts', undefined, token)).json.data;
    assert.equal((await ask(`DELETE /accounts/${account.id}`, undefined, token)).status, 204);
    for (const person of [ada, { ...ada, email: 'other@example.com' }]) {
      const got = await signIn(person);
      assert.deepEqual([got.status, got.json.code], [409, 'address_taken'], got.text);
    }
    const begun = (await ask('POST /accounts/start', { issuer: 'google' }, token)).json;
    const back = { attempt: begun.attempt, ...google.signIn(begun.address, ada) };
    const linked = await ask('POST /accounts', back, token);
    assert.deepEqual([linked.status, linked.json.code], [409, 'address_taken'], linked.text);
    assert.equal((await signIn({ ...ada, sub: 'new', email: 'new@example.com' })).status, 200);
  });
}
