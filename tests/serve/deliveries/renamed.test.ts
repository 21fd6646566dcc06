import assert from 'node:assert/strict';
import { mkdtempSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { migrate } from '../../../src/index.ts';
import { documentText } from '../../support/document-text.fixture.ts';
import { planFor, type Served, serve } from '../support/served.fixture.ts';
import { storesInFolder } from '../support/stores.fixture.ts';

/** Names that a migration changes. */
interface Names {
  readonly card: string;
  readonly hook: string;
  readonly user: string;
  readonly url: string;
}

const older: Names = { card: 'Card', hook: 'Hook', user: 'User', url: 'url' };
const newer: Names = { card: 'Note', hook: 'Webhook', user: 'Person', url: 'target' };
const renames = ['Card=Note', 'Hook=Webhook', 'User=Person', 'Target.url=Target.target'];

const documentOf = ({ card, hook, user, url }: Names): string =>
  documentText('Cards', {
    resources: `### ${card}

| Field | Type | Constraints |
| --- | --- | --- |
| id | string | required |
| n | integer | default 0 |

### ${hook}

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuidv7 | assigned |
| at | Target | required |

### Target (object)

| Field | Type | Constraints |
| --- | --- | --- |
| ${url} | uri | required |

### ${user}

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuidv7 | assigned |
| name | string | required; unique |
| pw | password | required |`,
    endpoints: `| Operation | Method | Path | Request | Response |
| --- | --- | --- | --- | --- |
| create ${card} | POST | /cards | \`${card}\` | 201 \`${card}\` |
| update ${card} | PATCH | /cards/{id} | \`${card}\` | 200 \`${card}\` |
| create ${hook} | POST | /hooks | \`${hook}\` | 201 \`${hook}\` |
| create ${user} | POST | /users | \`${user}(name, pw)\` | 201 \`{ t: credential }\` |
| log in ${user} | POST | /log-in | \`${user}(name, pw)\` | 200 \`{ t: credential }\` |
| read ${user} as me | GET | /me | | 200 \`${user}\` |

### me

- Record: caller.id`,
    authentication: `| Scheme | Kind | Sent in |
| --- | --- | --- |
| session | access token | header Authorization: Bearer |

| Scope | Allows |
| --- | --- |
| public | create ${user}, log in ${user} |
| authenticated | me, all ${card}, all ${hook} |`,
    events: `| Event | When | Payload |
| --- | --- | --- |
| card.up | update ${card} | \`${card}\` |

| Delivery | To | Events | Envelope | Attempts |
| --- | --- | --- | --- | --- |
| webhook | each ${hook} at at.${url} | all | \`{ v: version, p: payload }\` | 3 over 20 seconds |`,
    errors: '- Codes: named after conditions',
    versioning: `| Version | Status |
| --- | --- |
| 2 | current |
| 1 | supported |

| Sent in | Name | When absent |
| --- | --- | --- |
| header | Api-Version | current |

| Version | Change | What | Before |
| --- | --- | --- | --- |
| 2 | renamed | ${card}.n | m |
| 2 | renamed | Target.${url} | at |`,
  });

/** A receiver on this machine that fails until it is told otherwise. */
async function openReceiver(t: TestContext) {
  const receiver = { fails: true, got: [] as string[], address: '' };
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (bytes) => {
      body += bytes;
    });
    request.on('end', () => {
      if (!receiver.fails) receiver.got.push(`${request.url} ${body}`);
      response.writeHead(receiver.fails ? 500 : 204).end();
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  t.after(() => server.close());
  receiver.address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return receiver;
}

async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + 120_000;
  while (!(await holds())) {
    assert.ok(performance.now() < end, 'it did not happen');
    await new Promise((done) => setTimeout(done, 50));
  }
}

const settings = { allowPrivateWebhooks: true };

for (const [store, address] of storesInFolder) {
  test(`subscriptions, deliveries and sessions stay when resources and fields get other names, on ${store}`, async (t) => {
    const receiver = await openReceiver(t);
    const at = await address(mkdtempSync(join(tmpdir(), 'nonet-')));
    let service: Served = await serve(documentOf(older), settings, undefined, at);
    t.after(() => service.close());
    const users: string[] = [];
    for (const name of ['ada', 'bob'])
      users.push((await service.ask('POST /users', { body: { name, pw: 'pw' } })).json.t);
    const [key, other] = users;
    for (const version of ['1', '2']) {
      const to = `${receiver.address}/v${version}`;
      const body = { at: version === '1' ? { at: to } : { url: to } };
      const made = await service.ask('POST /hooks', { key, body, headers: { 'Api-Version': version } });
      assert.equal(made.status, 201, made.text);
    }
    await service.ask('POST /cards', { key, body: { id: 'c' } });
    for (const n of [1, 2]) await service.ask('PATCH /cards/c', { key, body: { n } });
    await until(async () => {
      const waiting = await service.store.deliveries.list({ states: ['waiting'] }, 9);
      return waiting.filter(({ tries }) => tries === 1).length === 2;
    });
    await service.close();
    assert.equal((await migrate(planFor(documentOf(newer)), at, { renames })).done, true);
    receiver.fails = false;
    service = await serve(documentOf(newer), settings, undefined, at);
    assert.equal((await service.ask('PATCH /cards/c', { key, body: { n: 3 } })).status, 200);
    await until(() => receiver.got.length >= 6);
    const of = (name: string) => receiver.got.filter((text) => text.startsWith(`/${name} `));
    assert.deepEqual(
      of('v1'),
      [1, 2, 3].map((m) => `/v1 {"v":"1","p":{"id":"c","m":${m}}}`),
    );
    assert.deepEqual(
      of('v2'),
      [1, 2, 3].map((n) => `/v2 {"v":"2","p":{"id":"c","n":${n}}}`),
    );
    assert.deepEqual(await service.store.deliveries.list({ states: ['failed'] }, 9), []);
    for (const [user, name] of [
      [key, 'ada'],
      [other, 'bob'],
    ]) {
      const me = await service.ask('GET /me', { key: user });
      assert.deepEqual([me.status, me.json.name], [200, name]);
    }
  });
}
