import assert from 'node:assert/strict';
import { test } from 'node:test';
import { conditionsFoundByCode } from '../../../src/parts/errors/conditions/index.ts';
import { nameCode } from '../../../src/parts/errors/read/convention.ts';
import { documentText, keyed } from '../../support/document-text.fixture.ts';
import { serveIn } from '../support/served.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';

/** No part of the document but the handler brings about most of the conditions that code may find. */
const document = documentText('Accounts', {
  purpose: 'Keeps accounts.',
  resources: `### Account

| Field | Type | Constraints |
| --- | --- | --- |
| id | string | required; 1..40 characters |`,
  endpoints: `- Base URL: {base_url}

| Operation | Method | Path | Request | Response |
| --- | --- | --- | --- | --- |
| create Account | POST | /accounts | | |
| act Account (handler) | POST | /accounts/{id}/act | \`{ code: Account.id }\` | 200 \`Account\` |`,
  authentication: keyed('| all | all | |'),
  errors: `- Body: problem details
- Codes: named after conditions`,
});

for (const [store, address] of everyStore) {
  test(`a handler refuses with the code of each condition that it may find ${store}`, async (t) => {
    const act = ({ input, refuse }: { input: { code: string }; refuse: (code: string) => never }) => refuse(input.code);
    const served = await serveIn(t, document, {}, undefined, await address(), { 'act Account': act });
    assert.ok(conditionsFoundByCode.length > 5);
    for (const shop of ['a', 'b']) {
      const key = await served.key(['all'], { shop });
      assert.equal((await served.ask('POST /accounts', { key, body: { id: shop } })).status, 201);
      for (const code of conditionsFoundByCode.map(nameCode)) {
        const got = await served.ask(`POST /accounts/${shop}/act`, { key, body: { code } });
        assert.equal(got.json.code, code, served.logged.at(-1));
      }
    }
  });
}
