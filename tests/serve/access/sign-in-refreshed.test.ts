import '../../support/cheap-passwords.ts';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { everyStore } from '../support/stores.fixture.ts';
import { ada, openSigningIn, signingIn } from './sign-in.fixture.ts';

/** The accounts, with sessions that are refreshed. */
const refreshing = signingIn
  .replace(
    '| Credential | Lifetime |\n| --- | --- | --- | --- | --- |',
    '| Credential | Lifetime | Refresh |\n| --- | --- | --- | --- | --- | --- |',
  )
  .replace('| token | 30 days |', '| token | 15 minutes | 90 days |')
  .replace('role, token: credential)`', 'role, token: credential, refresh_token: refresh token)`')
  .replace(
    '| log out User | DELETE |',
    '| refresh User | POST | /refresh | `{ refresh_token: refresh token }` | 200 `{ token: credential, refresh_token: refresh token }` |\n| log out User | DELETE |',
  )
  .replace('| public | create User, log in User,', '| public | create User, log in User, refresh User,');

/** The same without records of sessions. */
const withoutRecords = refreshing
  .replace(/### Session\n[\s\S]*?(?=### Account\n)/, '')
  .replace(/^\| (?:list|read|delete) Session.*\n/gm, '')
  .replace('### list Session, list Account', '### list Account')
  .replace(/### own_session\n\n.*\n\n/, '')
  .replace(/^\| authenticated \| list Session.*\n/m, '')
  .replace(/^\| session\..*\n/gm, '');

for (const [store, address] of everyStore) {
  for (const [what, document] of [
    ['records', refreshing],
    ['no records', withoutRecords],
  ] as const) {
    test(`an account is linked by a session that was refreshed meanwhile, of ${what} ${store}`, async (t) => {
      const { ask, google } = await openSigningIn(t, await address(), { document });
      const person = { email: ada.email, password: 'correct horse' };
      const { id, token, refresh_token } = (await ask('POST /users', person)).json;
      const begun = (await ask('POST /accounts/start', { issuer: 'google' }, token)).json;
      const next = (await ask('POST /refresh', { refresh_token })).json;
      const back = { attempt: begun.attempt, ...google.signIn(begun.address, ada) };
      const other = (await ask('POST /sessions', person)).json.token;
      const refused = await ask('POST /accounts', back, other);
      assert.deepEqual([refused.status, refused.json.code], [400, 'sign_in_over'], 'another session');
      const linked = await ask('POST /accounts', back, next.token);
      assert.deepEqual([linked.status, linked.json.id], [200, id], linked.text);
    });
  }
}
