import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { allNumbered } from '../../../src/stores/suites/events.suite.ts';
import { documentText, keyed } from '../../support/document-text.fixture.ts';
import { type Got, type Served, serve } from '../support/served.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';

const document = documentText('Accounts', {
  purpose: `Keeps accounts that begin with a trial or without one.

- In scope: accounts`,
  resources: `### Account

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuidv7 | assigned |
| shop | string | assigned from caller.shop |
| plan | one of free, paid, none | required |
| card | string | |
| started_at | date-time | read-only |
| label | string | = \`status == "TRIALING" ? "trial" : "account"\` |
| status | state | |

| Rule | On | Check | Error |
| --- | --- | --- | --- |
| has_plan | create | \`plan != "none"\` | no_plan |
| free_without_card | | \`status != "ACTIVE" or not has(card) or plan == "paid"\` | needless_card |

### Invitation

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuidv7 | assigned |
| shop | string | assigned from caller.shop |
| plan | one of free, paid, none | required |`,
  states: `### Account

| State | Kind |
| --- | --- |
| ACTIVE | initial |
| TRIALING | initial |
| Ended | final |

| From | Transition | To | Trigger | Guard | Effect | Error |
| --- | --- | --- | --- | --- | --- | --- |
| | create | ACTIVE | | \`plan == "free"\` | \`started_at = now\` | |
| | create | TRIALING | | \`has(card)\` | | card_needed |
| TRIALING | start | ACTIVE | | | \`started_at = now\` | |
| TRIALING | lapse | Ended | after 30 days | | | |
| ACTIVE | end | Ended | | | | |

| Field | ACTIVE | TRIALING | Ended |
| --- | --- | --- | --- |
| card | editable | required | fixed |
| started_at | required | absent | fixed |

### Invitation

| Transition | Effect |
| --- | --- |
| accept | \`create Account(plan: plan, card: "invited")\` |`,
  endpoints: `| Operation | Method | Path | Request | Response |
| --- | --- | --- | --- | --- |
| create Account | POST | /accounts | \`Account\` | 201 \`Account\` |
| read Account | GET | /accounts/{id} | | 200 \`Account\` |
| list Account | GET | /accounts | | 200 \`{ data: Account[] }\` |
| start Account | POST | /accounts/{id}/start | | 200 \`Account\` |
| end Account | POST | /accounts/{id}/end | | 200 \`Account\` |
| create Invitation | POST | /invitations | \`Invitation\` | 201 \`Invitation\` |
| accept Invitation | POST | /invitations/{id}/accept | | 200 \`Invitation\` |

### list Account

| Parameter | Maps to |
| --- | --- |
| status | filter status in |
| limit | page size |`,
  authentication: keyed('| Shop.All | all Account, all Invitation | `shop == caller.shop` |'),
  events: `| Event | When | Payload |
| --- | --- | --- |
| Account.Trialing | create Account to TRIALING | \`Account\` |
| Account.Active | create Account to ACTIVE, start Account | \`Account\` |`,
  errors: `- Body: problem details

| Code | Status | Condition |
| --- | --- | --- |
| card_needed | 402 | |
| no_plan | 409 | |
| needless_card | 409 | |
| wrong_state | 409 | wrong state |
| invalid | 422 | invalid input |`,
});

const day = 86_400_000;

for (const [store, address] of everyStore) {
  describe(`several initial states ${store}`, () => {
    let served: Served;
    const keys: Record<string, string> = {};
    let moment = Date.now();
    before(async () => {
      served = await serve(document, {}, () => moment, await address());
      for (const shop of ['north', 'south']) keys[shop] = await served.key(['Shop.All'], { shop });
    });
    after(() => served.close());

    const ask = (line: string, body?: object, shop = 'north'): Promise<Got> =>
      served.ask(line, { key: keys[shop]!, ...(body === undefined ? {} : { body }) });

    test('the first row of create whose guard holds decides the state, with its effects', async () => {
      const free = await ask('POST /accounts', { plan: 'free' });
      assert.equal(free.status, 201, free.text);
      assert.deepEqual([free.json.status, free.json.label, 'started_at' in free.json], ['ACTIVE', 'account', true]);
      const paid = await ask('POST /accounts', { plan: 'paid', card: 'c' }, 'south');
      assert.deepEqual([paid.json.status, paid.json.label, 'started_at' in paid.json], ['TRIALING', 'trial', false]);
      const seen = (await ask('GET /accounts?status=ACTIVE,TRIALING')).json.data;
      assert.deepEqual(seen, [free.json]);
    });

    test('if no guard holds, or a rule of create does not, its Error answers', async () => {
      const got = [await ask('POST /accounts', { plan: 'paid' }), await ask('POST /accounts', { plan: 'none' })];
      assert.deepEqual(
        got.map(({ status, json }) => [status, json.code]),
        [
          [402, 'card_needed'],
          [409, 'no_plan'],
        ],
      );
    });

    test('rules and fields by state judge the record in the state that it entered', async () => {
      const card = await ask('POST /accounts', { plan: 'free', card: 'c' });
      assert.deepEqual([card.status, card.json.code], [409, 'needless_card']);
    });

    test('an effect that creates a record takes its rows too', async () => {
      const before = (await ask('GET /accounts?status=TRIALING')).json.data.length;
      const { json } = await ask('POST /invitations', { plan: 'paid' });
      const accepted = await ask(`POST /invitations/${json.id}/accept`);
      assert.equal(accepted.status, 200, accepted.text);
      const trialing = (await ask('GET /accounts?status=TRIALING')).json.data;
      assert.deepEqual([trialing.length - before, trialing.at(-1).card], [1, 'invited']);
      const refused = await ask('POST /invitations', { plan: 'none' });
      const none = await ask(`POST /invitations/${refused.json.id}/accept`);
      assert.deepEqual([none.status, none.json.code], [409, 'no_plan']);
    });

    test('an event names the initial state that it reports', async () => {
      await allNumbered(served.store);
      const kinds = (await served.store.events.after(0, 1_000)).map(({ kind }) => kind);
      assert.deepEqual(kinds.toSorted(), ['Account.Active', 'Account.Trialing', 'Account.Trialing']);
    });

    test('a timer counts from the creation in the state', async () => {
      const free = (await ask('POST /accounts', { plan: 'free' })).json;
      const paid = (await ask('POST /accounts', { plan: 'paid', card: 'c' })).json;
      moment += 31 * day;
      const late = await ask(`POST /accounts/${paid.id}/start`);
      assert.deepEqual([late.status, late.json.code], [409, 'wrong_state']);
      assert.equal((await ask(`GET /accounts/${paid.id}`)).json.status, 'Ended');
      assert.equal((await ask(`GET /accounts/${free.id}`)).json.status, 'ACTIVE');
    });
  });
}
