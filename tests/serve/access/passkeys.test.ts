import '../../support/cheap-passwords.ts';
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createAuthenticator, type TestAuthenticator } from '../../../src/testing/authenticator.ts';
import { withPasskeys } from '../../support/passkeys.ts';
import { type Got, type Served, serveIn } from '../support/served.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';

const settings = {
  passkeys: { origins: ['https://app.example.com', 'https://www.example.com'], domain: 'example.com' },
};
const inApp = { origin: 'https://app.example.com' };
const minute = 60_000;

type Test = Parameters<typeof serveIn>[0];

interface Credential {
  readonly response: Readonly<Record<string, unknown>>;
  readonly [member: string]: unknown;
}

interface Person {
  readonly id: string;
  readonly token: string;
}

/** The accounts of people who may leave. */
const document = [
  ['| update User as save', '| delete User as quit | DELETE | /me | | 204 |\n| update User as save'],
  ['### me, save,', '### me, save, quit,'],
  ['leave, me, save,', 'leave, me, save, quit,'],
].reduce((text, [from = '', to = '']) => text.replace(from, to), withPasskeys);

async function open(t: Test, address: string, now?: () => number) {
  const served = await serveIn(t, document, settings, now, address);
  const ask = (line: string, body?: object, token?: string): Promise<Got> =>
    served.ask(line, {
      ...(body === undefined ? {} : { body }),
      headers: token === undefined ? {} : { Authorization: `Bearer ${token}` },
    });
  const signUp = async (name: string): Promise<Person> => {
    const got = await ask('POST /users', { email: `${name}@example.com`, password: 'correct horse battery' });
    assert.equal(got.status, 201, got.text);
    return got.json;
  };
  const start = async (token?: string) => {
    const got = await ask(token === undefined ? 'POST /sign-in' : 'POST /accounts/start', { issuer: 'passkey' }, token);
    assert.equal(got.status, 200, got.text);
    assert.deepEqual(Object.keys(got.json).sort(), ['attempt', 'options']);
    return got.json as { readonly options: Record<string, unknown>; readonly attempt: string };
  };
  const register = async (phone: TestAuthenticator, { token }: Person): Promise<Got> => {
    const { options, attempt } = await start(token);
    return ask('POST /accounts', { attempt, credential: phone.respond(options, inApp) }, token);
  };
  const signIn = async (phone: TestAuthenticator): Promise<Got> => {
    const { options, attempt } = await start();
    return ask('POST /sign-in/return', { attempt, credential: phone.respond(options, inApp) });
  };
  return { served, ask, signUp, start, register, signIn };
}

async function countAccounts({ ask }: Pick<Served, 'ask'>, token: string): Promise<number> {
  return (await ask('GET /accounts', { headers: { Authorization: `Bearer ${token}` } })).json.data.length;
}

for (const [store, address] of everyStore) {
  describe(`passkeys ${store}`, () => {
    test('a person adds a passkey, and signs in with it on any device', async (t) => {
      const { ask, signUp, start, register, signIn, served } = await open(t, await address());
      const [ada, bob] = [await signUp('ada'), await signUp('bob')];
      const { options } = await start(ada.token);
      const { rp, user, authenticatorSelection, attestation } = options as Record<string, Record<string, unknown>>;
      assert.deepEqual([rp, attestation], [{ name: 'Accounts', id: 'example.com' }, 'none']);
      assert.deepEqual([user!.name, user!.displayName], ['ada@example.com', 'ada@example.com']);
      assert.ok(!Buffer.from(String(user!.id), 'base64url').includes(ada.id));
      assert.equal(authenticatorSelection!.userVerification, 'required');
      const [phone, laptop, key] = [createAuthenticator(), createAuthenticator(), createAuthenticator()];
      for (const device of [phone, laptop]) assert.equal((await register(device, ada)).status, 200);
      assert.equal((await register(key, bob)).status, 200);
      for (const [device, person] of [
        [phone, ada],
        [laptop, ada],
        [phone, ada],
        [key, bob],
      ] as const) {
        const got = await signIn(device);
        assert.deepEqual([got.status, got.json?.id], [200, person.id], got.text);
        assert.equal((await ask('GET /me', undefined, got.json.token)).json.id, person.id);
      }
      assert.deepEqual([await countAccounts(served, ada.token), await countAccounts(served, bob.token)], [2, 1]);
      const [account] = (await ask('GET /accounts', undefined, bob.token)).json.data;
      assert.deepEqual(Object.keys(account).sort(), ['id', 'issuer', 'user']);
    });

    test('an authenticator is told of the passkeys of the person, and registers no second one', async (t) => {
      const { signUp, register, start } = await open(t, await address());
      const [ada, bob] = [await signUp('ada'), await signUp('bob')];
      const phone = createAuthenticator();
      assert.equal((await register(phone, ada)).status, 200);
      await assert.rejects(register(phone, ada), /already/);
      const { options } = await start(bob.token);
      assert.deepEqual(options.excludeCredentials, []);
      assert.equal((await register(phone, bob)).status, 200, 'a device of two people');
    });

    test('S87: a response of another site, domain, kind or person, or without the person, signs no person in', async (t) => {
      const { ask, signUp, start, register, signIn } = await open(t, await address());
      const ada = await signUp('ada');
      const phone = createAuthenticator();
      assert.equal((await register(phone, ada)).status, 200);
      const send = async (make: (options: Record<string, unknown>) => object): Promise<Got> => {
        const { options, attempt } = await start();
        return ask('POST /sign-in/return', { attempt, credential: make(options) });
      };
      const other = createAuthenticator();
      const creation = { ...(await start(ada.token)).options };
      other.respond({ ...creation, rp: { id: 'evil.example' } });
      const unknown = createAuthenticator();
      unknown.respond(creation, inApp);
      const edit = (options: object, change: (credential: Credential) => object): object =>
        change(phone.respond(options, inApp) as Credential);
      const over = [400, 'sign_in_over'];
      const stranger = [403, 'stranger'];
      type Make = (options: Record<string, unknown>) => object;
      const withResponse =
        (members: object): Make =>
        (options) =>
          edit(options, ({ response, ...one }) => ({ ...one, response: { ...response, ...members } }));
      const wrong: readonly (readonly [string, Make, readonly unknown[]])[] = [
        ['another site', (options) => phone.respond(options, { origin: 'https://evil.example' }), over],
        ['a site below', (options) => phone.respond(options, { origin: 'https://app.example.com.evil.example' }), over],
        ['another domain', (options) => other.respond({ ...options, rpId: 'evil.example' }, inApp), stranger],
        ['no finger and no PIN', (options) => phone.respond(options, { ...inApp, unverified: true }), over],
        ['another challenge', (options) => phone.respond({ ...options, challenge: 'A'.repeat(43) }, inApp), over],
        ['a creation', () => createAuthenticator().respond(creation, inApp), stranger],
        ['an unknown passkey', (options) => unknown.respond(options, inApp), stranger],
        ['nothing', () => ({}), over],
        ['a list', (options) => edit(options, (one) => ({ ...one, response: [] })), over],
        ['numbers', (options) => edit(options, (one) => ({ ...one, id: 7, rawId: 7 })), over],
        ['no signature', withResponse({ signature: '' }), over],
        ['the signature of others', withResponse({ signature: 'MEUCIQ' }), over],
        ['garbage', withResponse({ authenticatorData: 'AAAA' }), over],
      ];
      for (const [what, make, expected] of wrong) {
        const got = await send(make);
        assert.deepEqual([got.status, got.json?.code], expected, `${what}: ${got.text}`);
      }
      assert.equal((await signIn(phone)).status, 200);
    });

    test('S87: an attestation with certificates registers nothing', async (t) => {
      const { ask, signUp, start } = await open(t, await address());
      const { token } = await signUp('ada');
      const { options, attempt } = await start(token);
      const credential = createAuthenticator().respond(options, inApp) as Credential;
      const attestation = Buffer.from(String(credential.response.attestationObject), 'base64url');
      // In place of `none` and nothing: `packed` with a certificate, which names an address for withdrawn ones.
      const [none, packed] = ['646e6f6e656761747453746d74a0', '667061636b65646761747453746d74a1637835638141ff'];
      const text = attestation.toString('hex').replace(none, packed);
      assert.ok(text.includes(packed));
      const response = { ...credential.response, attestationObject: Buffer.from(text, 'hex').toString('base64url') };
      const got = await ask('POST /accounts', { attempt, credential: { ...credential, response } }, token);
      assert.deepEqual([got.status, got.json.code], [400, 'sign_in_over'], got.text);
    });

    test('S88: an attempt is used once, for its own purpose, by its own session, and ends', async (t) => {
      let now = Date.parse('2030-01-01T00:00:00Z');
      const { ask, signUp, start, register, served } = await open(t, await address(), () => now);
      const [ada, eve] = [await signUp('ada'), await signUp('eve')];
      const phone = createAuthenticator();
      assert.equal((await register(phone, ada)).status, 200);
      const { options, attempt } = await start();
      const body = { attempt, credential: phone.respond(options, inApp) };
      const both = await Promise.all([ask('POST /sign-in/return', body), ask('POST /sign-in/return', body)]);
      assert.deepEqual(both.map(({ status }) => status).sort(), [200, 400], 'at once');
      assert.equal((await ask('POST /sign-in/return', body)).status, 400, 'later');
      const creating = await start(ada.token);
      const made = { attempt: creating.attempt, credential: createAuthenticator().respond(creating.options, inApp) };
      assert.equal((await ask('POST /accounts', made, eve.token)).status, 400, 'by another person');
      assert.equal((await ask('POST /sign-in/return', made)).status, 400, 'to sign in');
      assert.equal((await ask('POST /accounts', made)).status, 401, 'by nobody');
      const late = await start();
      const lateBody = { attempt: late.attempt, credential: phone.respond(late.options, inApp) };
      now += 11 * minute;
      assert.equal((await ask('POST /sign-in/return', lateBody)).status, 400, 'after its end');
      assert.deepEqual([await countAccounts(served, ada.token), await countAccounts(served, eve.token)], [1, 0]);
    });

    test('S89: a passkey whose counter does not grow is a copy', async (t) => {
      const { ask, signUp, start, register, signIn } = await open(t, await address());
      const ada = await signUp('ada');
      const phone = createAuthenticator();
      assert.equal((await register(phone, ada)).status, 200);
      const attempts = [await start(), await start()];
      const bodies = attempts.map(({ options, attempt }) => ({ attempt, credential: phone.respond(options, inApp) }));
      assert.equal((await ask('POST /sign-in/return', bodies[1])).status, 200);
      assert.equal((await ask('POST /sign-in/return', bodies[0])).status, 400, 'an earlier count');
      const racing = [await start(), await start()];
      const raced = racing.map(({ options, attempt }) => ({ attempt, credential: phone.respond(options, inApp) }));
      const got = await Promise.all(raced.map((body) => ask('POST /sign-in/return', body)));
      assert.ok(got.some(({ status }) => status === 200));
      assert.ok(got.every(({ status }) => status === 200 || status === 400));
      assert.equal((await signIn(phone)).status, 200);
    });

    test('a passkey that is removed signs no person in, and a removed person has none', async (t) => {
      const { ask, signUp, register, signIn } = await open(t, await address());
      const ada = await signUp('ada');
      const phone = createAuthenticator();
      await register(phone, ada);
      const [{ id }] = (await ask('GET /accounts', undefined, ada.token)).json.data;
      assert.equal((await ask(`DELETE /accounts/${id}`, undefined, ada.token)).status, 204);
      const got = await signIn(phone);
      assert.deepEqual([got.status, got.json.code], [403, 'stranger']);
      assert.equal((await register(phone, ada)).status, 200, 'as a new one');
      assert.equal((await ask('DELETE /me', undefined, ada.token)).status, 204);
      const after = await signIn(phone);
      assert.deepEqual([after.status, after.json.code], [403, 'stranger']);
    });
  });
}
