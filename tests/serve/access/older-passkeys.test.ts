import '../../support/cheap-passwords.ts';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createAuthenticator } from '../../../src/testing/authenticator.ts';
import { startIssuer } from '../../support/issuer.ts';
import { withPasskeys } from '../../support/passkeys.ts';
import { serveIn } from '../support/served.fixture.ts';

/** The passkeys of people as the second version of a document has them; `rows` say what the first one had. */
function versioned(document: string, ...rows: readonly string[]): string {
  return document.replace(
    /## Versioning\n.*/s,
    `## Versioning

| Version | Status | Released |
| --- | --- | --- |
| 2 | current | 2030-02-01 |
| 1 | supported | 2030-01-01 |

| Sent in | Name | When absent |
| --- | --- | --- |
| header | Accounts-Version | 2 |

| Version | Change | What | Before | Old responses | Old requests |
| --- | --- | --- | --- | --- | --- |
${rows.join('\n')}
`,
  );
}

const first = { 'Accounts-Version': '1' };

test('clients of a version before passkeys sign in with their issuers, and with no passkey', async (t) => {
  const google = await startIssuer();
  t.after(() => google.close());
  const document = versioned(
    withPasskeys.replace('one of passkey', 'one of passkey, google'),
    '| 2 | value added | Account.issuer passkey | | as google | |',
  );
  const { ask } = await serveIn(t, document, { signIn: { google: google.settings } });
  const headers = { ...first };
  const mine = { body: { email: 'ada@example.com', password: 'correct horse battery' } };
  const { token } = (await ask('POST /users', mine)).json;
  const caller = { ...headers, Authorization: `Bearer ${token}` };
  const linking = (await ask('POST /accounts/start', { body: { issuer: 'google' }, headers: caller })).json;
  const linked = { attempt: linking.attempt, ...google.signIn(linking.address, { sub: 'ada' }) };
  assert.equal((await ask('POST /accounts', { body: linked, headers: caller })).status, 200);
  const started = await ask('POST /sign-in', { body: { issuer: 'google' }, headers });
  assert.equal(started.status, 200, started.text);
  assert.deepEqual(Object.keys(started.json).sort(), ['address', 'attempt']);
  const body = { attempt: started.json.attempt, ...google.signIn(started.json.address, { sub: 'ada' }) };
  const signedIn = await ask('POST /sign-in/return', { body, headers });
  assert.deepEqual([signedIn.status, signedIn.json.email], [200, 'ada@example.com'], signedIn.text);
  const refused = await ask('POST /sign-in', { body: { issuer: 'passkey' }, headers });
  assert.deepEqual([refused.status, refused.json.errors[0].pointer], [422, '/issuer'], refused.text);
  const unknown = await ask('POST /sign-in/return', { body: { ...body, credential: {} }, headers });
  assert.deepEqual([unknown.status, unknown.json.errors[0].pointer], [422, '/credential'], unknown.text);
});

test('clients of a version in which the issuer of accounts had another name sign in by the same members', async (t) => {
  const document = versioned(withPasskeys, '| 2 | renamed | Account.issuer | kind | | |');
  const { ask } = await serveIn(t, document);
  const mine = { body: { email: 'ada@example.com', password: 'correct horse battery' } };
  const { id, token } = (await ask('POST /users', mine)).json;
  const caller = { ...first, Authorization: `Bearer ${token}` };
  const phone = createAuthenticator();
  const creating = await ask('POST /accounts/start', { body: { issuer: 'passkey' }, headers: caller });
  assert.equal(creating.status, 200, creating.text);
  const made = { attempt: creating.json.attempt, credential: phone.respond(creating.json.options) };
  assert.equal((await ask('POST /accounts', { body: made, headers: caller })).status, 200);
  const started = (await ask('POST /sign-in', { body: { issuer: 'passkey' }, headers: first })).json;
  const used = { attempt: started.attempt, credential: phone.respond(started.options) };
  const signedIn = await ask('POST /sign-in/return', { body: used, headers: first });
  assert.deepEqual([signedIn.status, signedIn.json.id], [200, id], signedIn.text);
  const [account] = (await ask('GET /accounts', { headers: caller })).json.data;
  assert.deepEqual([account.kind, account.issuer], ['passkey', undefined]);
});
