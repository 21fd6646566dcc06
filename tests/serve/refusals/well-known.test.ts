import assert from 'node:assert/strict';
import { test } from 'node:test';
import { documentText, keyed } from '../../support/document-text.fixture.ts';
import { serveIn } from '../support/served.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';
import { wellKnown } from './well-known.fixture.ts';

const documentWith = (errors: string, request: string): string =>
  documentText('Customers', {
    purpose: `Keeps customers.

- In scope: customers`,
    resources: `### Customer

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuid | assigned |
| shop | string | assigned from caller.shop |
| name | string | required; 2..20 characters |
| email | email | required; unique with shop |
| lines | Line[] | |

### Line (object)

| Field | Type | Constraints |
| --- | --- | --- |
| text | string | required; 2..20 characters |`,
    endpoints: `- Base URL: {base_url}

| Operation | Method | Path | Request | Response |
| --- | --- | --- | --- | --- |
| create Customer | POST | /customers | \`${request}\` | 201 \`Customer\` |
| read Customer | GET | /customers/{id} | | 200 \`Customer\` |`,
    authentication: keyed(`| all | all | \`shop == caller.shop\` |`),
    errors: `${errors}`,
  });

for (const [store, addressOf] of everyStore) {
  for (const api of wellKnown) {
    test(`the error bodies of ${api.name} ${store}`, async (t) => {
      const { errors, request = 'Customer', wrap = (customer: object) => customer } = api;
      const served = await serveIn(t, documentWith(errors, request), {}, undefined, await addressOf());
      const [ours, theirs] = [
        await served.key(['all'], { shop: 'north' }),
        await served.key(['all'], { shop: 'south' }),
      ];
      const told = async (line: string, asked: object): Promise<unknown> => {
        const { status, json } = await served.ask(line, asked);
        assert.ok(status >= 400, JSON.stringify(json));
        const { instance, ...rest } = typeof json === 'object' ? json : { instance: '' };
        if (instance === undefined || typeof json !== 'object') return json;
        return rest;
      };
      const create = (customer: object, key = ours) => ({ key, body: wrap(customer) });
      const ada = { name: 'Ada', email: 'ada@example.com' };
      for (const key of [ours, theirs]) {
        assert.equal((await served.ask('POST /customers', create(ada, key))).status, 201);
      }
      const wrong = { ...ada, name: 'A', lines: [{ text: 'x' }, {}] };
      assert.deepEqual(await told('POST /customers', create(wrong)), api.wrong);
      const lines = [{ text: 'xy' }, {}];
      assert.deepEqual(await told('POST /customers', create({ ...ada, lines })), api.missing);
      assert.deepEqual(await told('POST /customers', create(ada)), api.taken);
      const unknown = '/customers/00000000-0000-4000-8000-000000000000';
      assert.deepEqual(await told(`GET ${unknown}`, { key: ours }), api.notFound);
      assert.deepEqual(await told(`GET ${unknown}`, {}), api.noCredential);
    });
  }
}
