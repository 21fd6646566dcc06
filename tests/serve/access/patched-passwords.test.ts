import '../../support/cheap-passwords.ts';
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { serveIn } from '../support/served.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';
import { openPeople, passwordOf, unlimited } from './sessions.fixture.ts';

const jsonPatch = 'application/json-patch+json';

/** People with a password of their own, and one in an object and in a list of objects, which JSON Patches change. */
const patched = unlimited
  .replace('- Base URL: {base_url}', `- Base URL: {base_url}\n- Request media types: application/json, ${jsonPatch}`)
  .replace('8..64 characters', '8..200 characters')
  .replace('| name | string | |', '| name | string | |\n| safe | Safe | |\n| keys | Safe[] | |')
  .replace(
    '\n### Note\n',
    '\n### Safe (object)\n\n| Field | Type | Constraints |\n| --- | --- | --- |\n| label | string | |\n| pin | password | 4..20 characters |\n\n### Note\n',
  )
  .replace(
    '| update User as save | PATCH | /me | `User(email, password)` | 200 `User` |',
    '| update User as save | PATCH | /me | `User(email, password, name, safe, keys)` | 200 `User(id, safe_set: = has(safe) ? has(safe.pin) : false, name, safe, keys)` |',
  );

/** The same with a version before it, which called the password `secret_word`. */
const versioned = patched.replace(
  '## Versioning\n\nNone.',
  `## Versioning

| Version | Status |
| --- | --- |
| 2 | current |
| 1 | supported |

| Sent in | Name | When absent |
| --- | --- | --- |
| header | Api-Version | current |

| Version | Change | What | Before |
| --- | --- | --- | --- |
| 2 | renamed | User.password | secret_word |
| 2 | renamed | Safe.pin | code |`,
);

/** The text of a hash as the service stores it, of a password that somebody else chose. */
const hashOf = (letter: string) => `$scrypt$ln=17,r=8,p=1$${letter.repeat(22)}$${letter.repeat(43)}`;

for (const [store, address] of everyStore) {
  for (const version of ['2', '1']) {
    const [password, pin] = version === '2' ? ['password', 'pin'] : ['secret_word', 'code'];
    describe(`JSON Patches of passwords in version ${version} ${store}`, () => {
      const open = async (t: Parameters<typeof serveIn>[0]) => {
        const people = openPeople(await serveIn(t, versioned, {}, undefined, await address()));
        const token = await people.signUp('ann');
        const others = await people.signUp('ben');
        const send = (operations: readonly object[]) =>
          people.served.ask('PATCH /me', {
            headers: { Authorization: `Bearer ${token}`, 'Content-Type': jsonPatch, 'Api-Version': version },
            text: JSON.stringify(operations),
          });
        const tries = async (text: string, name = 'ann') =>
          (await people.ask('POST /sessions', { email: `${name}@example.com`, password: text })).status;
        return { ...people, token, others, send, tries };
      };

      test('an add sets the password, which is stored as a hash and keeps its constraints', async (t) => {
        const { send, tries, ask, others } = await open(t);
        const set = await send([{ op: 'add', path: `/${password}`, value: 'a new password' }]);
        assert.equal(set.status, 200, set.text);
        assert.deepEqual([await tries('a new password'), await tries(passwordOf('ann'))], [200, 401]);
        const short = await send([{ op: 'add', path: `/${password}`, value: 'short' }]);
        assert.deepEqual([short.status, short.json.errors[0].pointer], [422, `/${password}`]);
        assert.equal(await tries('a new password'), 200);
        const whole = await send([
          { op: 'add', path: '', value: { email: 'ann@example.com', [password]: 'the whole record' } },
        ]);
        assert.equal(whole.status, 200, whole.text);
        assert.equal(await tries('the whole record'), 200);
        assert.equal(await tries(passwordOf('ben'), 'ben'), 200);
        assert.equal((await ask('GET /me', undefined, others)).status, 200);
      });

      test('the last of several adds counts', async (t) => {
        const { send, tries } = await open(t);
        const operations = ['the first one', 'the second one'].map((value) => ({
          op: 'add',
          path: `/${password}`,
          value,
        }));
        assert.equal((await send(operations)).status, 200);
        assert.deepEqual([await tries('the first one'), await tries('the second one')], [401, 200]);
      });

      test('a text that looks like a hash is a password like any other', async (t) => {
        const { send, tries } = await open(t);
        assert.equal((await send([{ op: 'add', path: `/${password}`, value: hashOf('A') }])).status, 200);
        assert.equal(await tries(hashOf('A')), 200);
      });

      test('a value of the record does not become a password', async (t) => {
        const { send, tries } = await open(t);
        for (const name of ['a visible name', hashOf('B')]) {
          assert.equal((await send([{ op: 'add', path: '/name', value: name }])).status, 200);
          for (const op of ['copy', 'move']) {
            const got = await send([{ op, from: '/name', path: `/${password}` }]);
            assert.deepEqual([got.status, got.json.errors[0].pointer], [422, `/${password}`]);
            assert.match(got.json.errors[0].message, /must be sent directly/);
          }
        }
        assert.equal(await tries(passwordOf('ann')), 200);
      });

      test('passwords in objects and lists are set too, and stay with the object around them', async (t) => {
        const { send, ask, token } = await open(t);
        const set = await send([{ op: 'add', path: '/safe', value: { label: 'home', [pin!]: '4711' } }]);
        assert.deepEqual([set.status, set.json.safe_set, set.json.safe], [200, true, { label: 'home' }], set.text);
        const renamed = await send([{ op: 'replace', path: '/safe/label', value: 'away' }]);
        assert.deepEqual([renamed.status, renamed.json.safe_set, renamed.json.safe], [200, true, { label: 'away' }]);
        const inside = await send([{ op: 'add', path: `/safe/${pin}`, value: '0815' }]);
        assert.deepEqual([inside.status, inside.json.safe_set], [200, true], inside.text);
        const wrong = await send([{ op: 'add', path: `/safe/${pin}`, value: '1' }]);
        assert.deepEqual([wrong.status, wrong.json.errors[0].pointer], [422, `/safe/${pin}`]);
        const copied = await send([{ op: 'copy', from: '/safe/label', path: `/safe/${pin}` }]);
        assert.deepEqual([copied.status, copied.json.errors[0].pointer], [422, `/safe/${pin}`], copied.text);
        const listed = await send([
          { op: 'add', path: '/keys', value: [{ label: 'one', [pin!]: '1111' }] },
          { op: 'add', path: '/keys/-', value: { label: 'two', [pin!]: '2222' } },
          { op: 'add', path: '/keys/-', value: { label: 'three', [pin!]: '3333' } },
        ]);
        const labels = ['one', 'two', 'three'].map((label) => ({ label }));
        assert.deepEqual([listed.status, listed.json.keys], [200, labels], listed.text);
        const merged = await ask(
          'PATCH /me',
          { keys: [{ label: 'four', [pin!]: '4444' }], safe: { [pin!]: '5555' } },
          token,
          {
            'Api-Version': version,
          },
        );
        assert.deepEqual([merged.status, merged.json.keys], [200, [{ label: 'four' }]], merged.text);
        const tooShort = await ask('PATCH /me', { safe: { [pin!]: '5' } }, token, { 'Api-Version': version });
        assert.deepEqual([tooShort.status, tooShort.json.errors[0].pointer], [422, `/safe/${pin}`]);
      });
    });
  }
}
