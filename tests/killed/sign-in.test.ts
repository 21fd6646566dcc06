import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { compile } from '../../src/codegen/compile.ts';
import { createNodePlatform } from '../../src/serve/platform-node.ts';
import { openStore } from '../../src/stores/index.ts';
import { signingIn } from '../serve/access/sign-in.fixture.ts';
import { planFor } from '../serve/support/served.fixture.ts';
import { storesInFolder } from '../serve/support/stores.fixture.ts';
import { startIssuer, type TestIssuer } from '../support/issuer.ts';
import { inFolder, type Running, serve } from '../support/process.ts';
import { runs } from '../support/runs.ts';

const rounds = runs(10);
const workers = 4;
const document = signingIn.replaceAll('2000 per minute', '1000000 per minute');

async function post(service: Running, path: string, body: object): Promise<{ status: number; json: Reply }> {
  const response = await fetch(service.address + path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: response.status, json: (await response.json()) as Reply };
}

type Reply = Readonly<Record<string, string>>;

/** Signs new people in until the process is killed, and notes the identities and credentials that were acknowledged. */
async function work(service: Running, issuer: TestIssuer, name: string, done: Reply[]): Promise<void> {
  try {
    for (let count = 0; ; count++) {
      const { json: started } = await post(service, '/sign-in', { issuer: 'google' });
      const person = { sub: `${name} ${count}`, email: `${name}.${count}@example.com`, email_verified: true };
      const back = { attempt: started.attempt, ...issuer.signIn(started.address!, person) };
      const { status, json } = await post(service, '/sign-in/return', back);
      assert.equal(status, 200, JSON.stringify(json));
      done.push({ ...json, sub: person.sub });
    }
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
  }
}

/** The people, the people of accounts, and the people of sessions in a store. */
async function read(address: string): Promise<readonly (readonly unknown[])[]> {
  const plan = planFor(document);
  const platform = createNodePlatform({ info() {}, warn() {}, error() {} });
  const store = await openStore(address, plan, { platform, durability: 'process' });
  try {
    const list = async (resource: string, field: string) => {
      const order = [{ field: 'id', descending: false }];
      const query = store.prepare({ resource, conditions: [], order });
      const { rows } = await query.many({ conditions: [], now: 0, limit: 100_000 });
      return rows.map((row) => compile(plan).resources.get(resource)!.toRecord(row)[field]).sort();
    };
    return [await list('User', 'id'), await list('Account', 'user'), await list('Session', 'user')];
  } finally {
    await store.close();
  }
}

for (const [name, addressIn] of storesInFolder) {
  test(`${name}: a person, the account and the session are there together though the process is killed ${rounds} times`, {
    timeout: 60_000 + 15_000 * rounds,
  }, async (context) => {
    const issuer = await startIssuer();
    context.after(() => issuer.close());
    const { settings } = issuer;
    const flags = ['google', 'work'].flatMap((of) => [
      ...['--sign-in', `${of}=${settings.issuer}`, '--sign-in-client', `${of}=${settings.client}`],
      ...['--sign-in-redirect', `${of}=${settings.redirect}`],
    ]);
    await inFolder(async (folder) => {
      const file = join(folder, 'people.md');
      writeFileSync(file, document);
      const address = await addressIn(folder);
      const words = ['--store', address, '--log-level', 'silent', ...flags];
      const secrets = { NONET_SIGN_IN_SECRET: `google=${settings.secret} work=${settings.secret}` };
      let service = await serve(file, words, secrets);
      context.after(() => service.kill());
      for (let round = 0; round < rounds; round++) {
        const names = Array.from({ length: workers }, (_, at) => `p${round}.${at}`);
        const done: Reply[] = [];
        const working = Promise.all(names.map((person) => work(service, issuer, person, done)));
        // The first sign in loads the client of issuers, and asks both for their metadata.
        for (let waited = 0; done.length === 0 && waited < 30_000; waited += 50) await pause(50);
        assert.ok(done.length > 0, `round ${round}: no person signed in, so nothing was proved`);
        await pause(200 + ((round * 37) % 240));
        await service.kill();
        await working;
        const [people, ofAccounts, ofSessions] = await read(address);
        assert.deepEqual(ofAccounts, people, 'each person has one account');
        assert.deepEqual(ofSessions, people, 'each person has one session');
        const known = new Set(people);
        assert.deepEqual(
          done.filter(({ id }) => !known.has(id)),
          [],
        );
        service = await serve(file, words, secrets);
        for (const { token } of done.slice(-20)) {
          const got = await fetch(`${service.address}/me`, { headers: { Authorization: `Bearer ${token}` } });
          assert.equal(got.status, 200);
        }
      }
      assert.equal(await service.stop(), 0);
    });
  });
}
