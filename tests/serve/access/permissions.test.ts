import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildWholePlan, readDocument } from '../../../src/parts/index.ts';
import { describeAccess } from '../../../src/plan/access/access.ts';
import { openTest, type TestClient } from '../../../src/testing.ts';
import { createSource } from '../../../src/text/location.ts';
import { documentText, keyed } from '../../support/document-text.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';

const document = documentText('Desk', {
  purpose: 'Keeps tickets of shops.',
  resources: `### Ticket

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| shop | string | required |
| price | integer | required |
| alike | integer | = \`Ticket.count(t, t.shop == shop)\` |`,
  endpoints: `| Operation | Method | Path | Request | Response |
| --- | --- | --- | --- | --- |
| create Ticket | POST | /tickets | \`Ticket\` | 201 \`Ticket\` |
| read Ticket | GET | /tickets/{id} | | 200 \`Ticket\` |
| read Ticket as board | GET | /board/{id} | | 200 \`Ticket(id, price)\` |
| update Ticket | PATCH | /tickets/{id} | \`Ticket\` | 200 \`Ticket\` |`,
  authentication: keyed(
    `| root | all | |
| public | board | \`price == 0\` |
| authenticated | board | \`shop == caller.shop\` |
| view | read Ticket, board | |
| desk | read Ticket, update Ticket | \`shop == caller.shop and price < 10\` |
| desk | update Ticket | \`price < 0 and price > 0\` |
| both | all | \`price < 10\` |
| both | all | \`price >= 10\` |
| never | update Ticket | \`price < 0 and price > 0\` |`,
    '| shop | string |',
  ),
});

const seeds = ['north', 'south'].flatMap((shop) => [0, 5, 50].map((price) => ({ shop, price })));
const requests: Readonly<Record<string, (id: number) => readonly [method: string, path: string, body?: object]>> = {
  'read Ticket': (id) => ['GET', `/tickets/${id}`],
  board: (id) => ['GET', `/board/${id}`],
  'update Ticket': (id) => ['PATCH', `/tickets/${id}`, {}],
};

for (const [store, addressOf] of everyStore) {
  test(`the service allows callers of two shops what the permissions of their scope say ${store}`, async () => {
    const access = describeAccess(buildWholePlan(readDocument(createSource('desk.md', document)).service));
    const service = await openTest({ document, store: await addressOf() });
    try {
      const root = await service.client({ scopes: ['root'] });
      const ids: number[] = [];
      for (const seed of seeds) ids.push((await root.post('/tickets', seed)).body.id);
      const found = new Set<string>();
      for (const [at, audience] of access.audiences.entries()) {
        for (const shop of ['north', 'south']) {
          const scopes = audience === 'authenticated' ? [] : [audience];
          const client: TestClient =
            audience === 'public' ? service.anonymous : await service.client({ scopes, attributes: { shop } });
          for (const { operation, permissions } of access.operations) {
            const send = requests[operation.name];
            if (send === undefined) continue;
            const allowed: number[] = [];
            for (const id of ids) {
              const [method, path, body] = send(id);
              const { status } = await client.request(method, path, body === undefined ? {} : { body });
              if (status < 300) allowed.push(id);
              else assert.ok([401, 403, 404].includes(status), `${status}`);
            }
            const shown = allowed.length === 0 ? 'none' : allowed.length === ids.length ? 'all' : 'some';
            assert.equal(shown, permissions[at]!.may, `${operation.name} for ${audience} of ${shop}: ${allowed}`);
            found.add(`${operation.name} ${shown}`);
          }
        }
      }
      assert.equal(found.size, 8, [...found].join(', '));
    } finally {
      await service.close();
    }
  });

  test(`a computed field counts the records that its caller cannot read, as listed ${store}`, async () => {
    const access = describeAccess(buildWholePlan(readDocument(createSource('desk.md', document)).service));
    const [reveal, ...others] = access.reveals;
    assert.deepEqual(others, []);
    assert.deepEqual(
      reveal?.to.map(({ audience }) => audience),
      ['desk'],
    );
    const service = await openTest({ document, store: await addressOf() });
    try {
      const root = await service.client({ scopes: ['root'] });
      for (const seed of seeds) await root.post('/tickets', seed);
      for (const shop of ['north', 'south']) {
        const desk = await service.client({ scopes: ['desk'], attributes: { shop } });
        const shown = [];
        for (let id = 1; id <= seeds.length; id++) shown.push(await desk.get(`/tickets/${id}`));
        const read = shown.filter(({ status }) => status === 200);
        assert.deepEqual(
          read.map(({ body }) => body.alike),
          [3, 3],
          'the third record of the shop is hidden from its desk, and counted',
        );
      }
    } finally {
      await service.close();
    }
  });
}
