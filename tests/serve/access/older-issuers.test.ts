import '../../support/cheap-passwords.ts';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serveIn } from '../support/served.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';
import { unlimited } from './sessions.fixture.ts';
import { ada, openSigningIn, signingIn } from './sign-in.fixture.ts';

/** The part Versioning of a document whose version 2 gave a field another name. */
const renamed = (row: string): string => `## Versioning

| Version | Status |
| --- | --- |
| 2 | current |
| 1 | supported |

| Sent in | Name | When absent |
| --- | --- | --- |
| header | Api-Version | 1 |

| Version | Change | What | Before |
| --- | --- | --- | --- |
| 2 | ${row} |
`;

const withVersions = (document: string, row: string): string =>
  document.replace(/## Versioning\n[\s\S]*$/, () => renamed(row));

for (const [store, address] of everyStore) {
  for (const [row, shown] of [
    ['renamed | Account.issuer | provider', ['google', undefined]],
    ['added | Account.issuer | ', [undefined, undefined]],
    ['renamed | Account.user | person', [undefined, 'google']],
    ['added | Account.user | ', [undefined, 'google']],
  ] as const) {
    test(`people of an older version sign in, by a row ${row}, ${store}`, async (t) => {
      const document = withVersions(signingIn, row);
      const { signIn, ask } = await openSigningIn(t, await address(), { document });
      const got = await signIn(ada);
      assert.equal(got.status, 200, got.text);
      const { data } = (await ask('GET /accounts', undefined, got.json.token)).json;
      assert.deepEqual([data[0].provider, data[0].issuer], shown);
    });
  }

  test(`issuers have their names of the version ${store}`, async (t) => {
    const document = withVersions(
      signingIn,
      'renamed | Account.issuer | provider\n| 2 | renamed | Account.issuer google | gmail',
    );
    const { ask, google } = await openSigningIn(t, await address(), { document });
    assert.equal((await ask('POST /sign-in', { issuer: 'google' })).status, 422);
    const begun = (await ask('POST /sign-in', { issuer: 'gmail' })).json;
    const got = await ask('POST /sign-in/return', { attempt: begun.attempt, ...google.signIn(begun.address, ada) });
    assert.equal(got.status, 200, got.text);
    const { data } = (await ask('GET /accounts', undefined, got.json.token)).json;
    assert.equal(data[0].provider, 'gmail');
  });

  test(`people of an older version log in by two fields, of which one had another name ${store}`, async (t) => {
    const document = withVersions(unlimited, 'renamed | User.firm | company')
      .replace('unique ignoring case |', 'unique ignoring case with firm |\n| firm | string | required |')
      .replaceAll('`User(email, password)`', '`User(email, firm, password)`');
    const { ask } = await serveIn(t, document, {}, undefined, await address());
    const post = async (path: string, company: string) => {
      const body = { email: 'ann@example.com', company, password: 'password of ann' };
      return (await ask(`POST ${path}`, { body })).status;
    };
    assert.deepEqual(
      [await post('/users', 'a'), await post('/users', 'a'), await post('/users', 'b')],
      [201, 409, 201],
    );
    assert.deepEqual([await post('/sessions', 'b'), await post('/sessions', 'c')], [200, 401]);
  });
}
