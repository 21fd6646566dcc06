import '../../support/cheap-passwords.ts';
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { serveIn } from '../support/served.fixture.ts';
import { signingIn } from './sign-in.fixture.ts';

/** A browser that follows redirects of the provider with its cookies, and answers its forms for a person. */
async function signInAt(address: string, login: string, redirect: string): Promise<URLSearchParams> {
  const jar = new Map<string, string>();
  let at = address;
  for (let steps = 0; steps < 12; steps++) {
    if (at.startsWith(redirect)) return new URL(at).searchParams;
    const cookies = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const page = await send(at, 'GET', cookies);
    const isForm = page.status === 200;
    const prompt = isForm && (await page.text()).includes('name="login"') ? 'login' : 'consent';
    const body = new URLSearchParams({ prompt, login, password: 'any' });
    keep(page);
    const answer = isForm ? await send(at, 'POST', cookies, body) : page;
    keep(answer);
    at = new URL(answer.headers.get('location') ?? '', at).href;
  }
  throw new Error('the provider does not send the person back');

  function keep(response: Response): void {
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      const equals = pair.indexOf('=');
      jar.set(pair.slice(0, equals), pair.slice(equals + 1));
    }
  }
}

function send(at: string, method: string, cookie: string, body?: URLSearchParams): Promise<Response> {
  return fetch(at, { method, redirect: 'manual', headers: { cookie }, ...(body === undefined ? {} : { body }) });
}

test('people sign in with a certified provider, whose claims are in its userinfo alone', async (t) => {
  // The package has no types.
  const name: string = 'oidc-provider';
  const { default: Provider } = await import(name);
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const redirect = 'https://app.example.com/signed-in';
  const provider = new Provider(issuer, {
    clients: [{ client_id: 'notes', client_secret: 'a secret', redirect_uris: [redirect] }],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'picture'] },
    cookies: { keys: ['a key of cookies'] },
    findAccount: async (_: unknown, id: string) => ({
      accountId: id,
      claims: async () => ({ sub: id, email: `${id}@example.com`, email_verified: true, name: 'Ada', picture: '' }),
    }),
  });
  server.on('request', provider.callback());
  t.after(() => server.closeAllConnections());
  t.after(() => server.close());
  const settings = { issuer, client: 'notes', secret: 'a secret', redirect };
  const served = await serveIn(t, signingIn, { signIn: { google: settings, work: settings } });
  const signIn = async (person: string) => {
    const { address, attempt } = (await served.ask('POST /sign-in', { body: { issuer: 'google' } })).json;
    const sent = Object.fromEntries(await signInAt(address, person, redirect));
    return { attempt, ...sent } as Record<string, string>;
  };
  const body = await signIn('ada');
  assert.deepEqual(Object.keys(body).sort(), ['attempt', 'code', 'iss', 'state']);
  const first = await served.ask('POST /sign-in/return', { body });
  assert.equal(first.status, 200, first.text + served.logged.join('\n'));
  assert.deepEqual([first.json.email, first.json.name], ['ada@example.com', 'Ada']);
  const replayed = await served.ask('POST /sign-in/return', { body });
  assert.equal(replayed.status, 400);
  const again = await served.ask('POST /sign-in/return', { body: await signIn('ada') });
  assert.equal(again.json.id, first.json.id);
  const other = await served.ask('POST /sign-in/return', { body: await signIn('ben') });
  assert.notEqual(other.json.id, first.json.id);
});
