import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Served, serve } from '../support/served.fixture.ts';
import { shop } from '../support/shop.fixture.ts';
import { needStandardBody } from '../support/standard-bodies.fixture.ts';

const worded = `
### Field errors

| Problem | Message | Code |
| --- | --- | --- |
| missing | is needed | NEEDED |

## Limits`;

let served: Served;
before(async () => {
  assert.match(shop, /\n## Limits/);
  served = await serve(shop.replace('\n## Limits', worded));
});
after(() => served.close());

// `ask` holds each answer against the whole plan
test('the plan describes problem details with every member: fields, parameters and the codes of Field errors', async () => {
  const key = await served.key(['read', 'write'], { shop: 'a' });
  const lacking = await served.ask('POST /customers', { key, body: {} });
  assert.equal(lacking.status, 422);
  const needed = lacking.json.errors.filter((entry: { code?: string }) => entry.code === 'NEEDED');
  assert.ok(needed.length > 0, lacking.text);
  const strange = await served.ask('GET /customers?moon=1', { key });
  assert.equal(strange.json.errors[0].parameter, 'moon');
  assert.equal((await served.ask('GET /moon', { key })).status, 404);
});

test('a body with a member that the plan does not name is noticed, and one that lacks a member', () => {
  const token = { access_token: 'x', token_type: 'Bearer' };
  needStandardBody('token', token, 'POST /token');
  assert.throws(() => needStandardBody('token', { ...token, moon: 1 }, 'POST /token'), /\/moon: not named/);
  assert.throws(() => needStandardBody('token', { token_type: 'Bearer' }, 'POST /token'), /\/access_token: missing/);
  assert.throws(() => needStandardBody('token', { ...token, token_type: 'MAC' }, ''), /token_type: not Bearer/);
  assert.throws(
    () => needStandardBody('event stream', { id: '1', event: 'x', data: undefined }, ''),
    /data: no string/,
  );
});
