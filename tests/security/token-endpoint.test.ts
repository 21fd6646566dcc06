import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openCredentialService } from '../../src/parts/authentication/serve/credentials/credential-service.ts';
import { makeKey } from '../../src/parts/authentication/serve/credentials/keys.ts';
import { fetchOf } from '../../src/serve/http/fetch.ts';
import { createNodePlatform } from '../../src/serve/platform-node.ts';
import { notes, planOfNotes } from '../serve/verifying/tokens.fixture.ts';
import { serveTokens, type TokenService } from '../support/token-service.ts';
import { dumpOf, removeStore, stores } from './credentials.fixture.ts';

const grant = 'grant_type=client_credentials';

/** Asks for a token as a client whose address is known. */
function asked({ service }: TokenService, id: string, secret: string, peer = '127.0.0.1'): Promise<Response> {
  const headers = {
    Authorization: `Basic ${btoa(`${id}:${secret}`)}`,
    'Content-Type': 'application/x-www-form-urlencoded',
  };
  return fetchOf(service)(new Request('http://localhost/oauth/token', { method: 'POST', headers, body: grant }), peer);
}

/** All that a client can tell of an answer. */
async function seen(response: Response): Promise<object> {
  const headers = [...response.headers].filter(([name]) => name !== 'date');
  return { status: response.status, headers, body: await response.text() };
}

/** A secret of the form of a real one, with a right check sum, that is nobody's. */
async function nobodys(service: TokenService): Promise<string> {
  const secret = await service.client('partner', 'gone', [], {});
  await service.service.keys.revoke('gone', Date.now());
  return secret;
}

test('S30: a client that is unknown and a wrong secret get the same answer for the same work', async () => {
  const service = await serveTokens(notes(['partner', 'machine', 'legacy']), 'sqlite::memory:');
  try {
    const ours = await service.client('partner', 'ours', ['notes:read'], { shop: 'north' });
    const others = await service.client('partner', 'others', ['notes:read'], { shop: 'south' });
    const ended = await nobodys(service);
    const answers = [
      await asked(service, 'ours', ended),
      await asked(service, 'nobody', ended),
      await asked(service, 'ours', 'short'),
      await asked(service, 'nobody', 'short'),
      await asked(service, 'ours', others),
      await asked(service, 'nobody', ours),
      await asked(service, 'gone', ended),
      await asked(service, 'ours', ''),
    ];
    const [first, ...rest] = await Promise.all(answers.map(seen));
    assert.equal((first as { status: number }).status, 401);
    for (const other of rest) assert.deepEqual(other, first);
  } finally {
    await service.close();
  }
});

test('S30: the store is asked the same whether the client is known or not', () => {
  const platform = createNodePlatform({ info() {}, warn() {}, error() {} });
  const { key: right, hash } = makeKey(platform, 'partner');
  const names = { id: 'c1', kind: 'secret', scheme: 'partner', client: 'ours', subject: 'ours' } as const;
  const record = { ...names, hash, scopes: [], attributes: {}, createdAt: 0 };
  const asked: string[] = [];
  const find = (of: string) => {
    asked.push(of);
    return of === hash ? record : undefined;
  };
  const credentials = { find, version: () => 0, expire: async () => 0, used: async () => undefined };
  const { schemes } = planOfNotes(['partner']).authentication;
  const service = openCredentialService({
    schemes,
    attributes: [],
    store: { credentials: credentials as never },
    platform,
  });
  const lookups = (id: string, secret: string) => {
    const before = asked.length;
    const found = service.client('partner', id, secret, platform.now());
    return [found === undefined, asked.length - before];
  };
  for (const id of ['ours', 'nobody']) {
    assert.deepEqual(lookups(id, makeKey(platform, 'partner').key), [true, 1], id);
    assert.deepEqual(lookups(id, 'partner_short'), [true, 0], id);
  }
  assert.deepEqual(lookups('nobody', right), [true, 1]);
  assert.equal(lookups('ours', right)[0], false);
});

test('S31: a client that guesses is held back by the limit before the secret is looked at; others are not', async () => {
  const limited = notes(['partner']).replace(
    '## Limits\n\nNone.',
    '## Limits\n\n| Limit | Kind | Applies to | Per | Value |\n| --- | --- | --- | --- | --- |\n| guesses | rate | issue token | ip | 5 per minute |',
  );
  const document = limited.replace('| busy | 503 |', '| slow_down | 429 | rate limit |\n| busy | 503 |');
  const service = await serveTokens(document, 'sqlite::memory:', { base: 'https://notes.example' });
  try {
    const secret = await service.client('partner', 'ours', ['notes:read'], { shop: 'north' });
    const guesses: number[] = [];
    for (let i = 0; i < 100; i++) guesses.push((await asked(service, 'ours', `guess ${i}`, '192.0.2.1')).status);
    assert.deepEqual(guesses.slice(0, 5), [401, 401, 401, 401, 401]);
    assert.ok(
      guesses.slice(5).every((status) => status === 429),
      guesses.join(),
    );
    assert.equal((await asked(service, 'ours', secret, '192.0.2.1')).status, 429, 'the right one does not help either');
    assert.equal((await asked(service, 'ours', secret, '192.0.2.2')).status, 200, 'the client is not locked out');
  } finally {
    await service.close();
  }
});

for (const [store, addressOf] of stores) {
  test(`S32, S63: no secret and no token is in the store or in the log on ${store}`, async () => {
    const place = await addressOf();
    const service = await serveTokens(notes(['partner', 'machine']), place, { level: 'debug' });
    const issued: string[] = [];
    let kept: string;
    try {
      for (const scheme of ['partner', 'machine']) {
        for (const shop of ['north', 'south']) {
          const id = `${scheme}-${shop}`;
          const secret = await service.client(scheme, id, ['notes:read'], { shop });
          const { access_token: token } = (await (await asked(service, id, secret)).json()) as {
            access_token: string;
          };
          await asked(service, id, `${secret}x`);
          await asked(service, secret, id);
          for (const credential of [token, `${token}x`, secret]) {
            await fetch(`${service.base}/notes?access_token=${credential}`, {
              headers: { Authorization: `Bearer ${credential}` },
            });
          }
          issued.push(secret, token, token.slice(token.lastIndexOf('.') + 1), btoa(`${id}:${secret}`));
        }
      }
      kept = await dumpOf(place);
    } finally {
      await service.close();
      removeStore(place);
    }
    const logged = service.logged.join('');
    assert.equal(issued.length, 16);
    assert.ok(service.logged.length >= 20, 'each request has its line');
    for (const text of issued) {
      assert.ok(!kept.includes(text), 'in the store');
      assert.ok(!logged.includes(text), 'in the log');
    }
    for (const shop of ['north', 'south']) assert.ok(kept.includes(`partner-${shop}`), 'the store was read');
  });
}
