import assert from 'node:assert/strict';
import { test } from 'node:test';
import { documentText, keyed, versioned } from '../../support/document-text.fixture.ts';
import { serveIn } from '../support/served.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';

/** Accounts whose codes have the names of conditions, but for those of version 2. */
const document = (codes: string, changes: string, versions = ['2', '1']): string =>
  documentText('Accounts', {
    purpose: 'Keeps accounts.',
    resources: `### Account

| Field | Type | Constraints |
| --- | --- | --- |
| id | string | required; 1..5 characters |
| tries | integer | default 0; read-only |
| mail | string | unique |`,
    states: `### Account

| Transition | Guard | Effect | Error |
| --- | --- | --- | --- |
| try | \`tries < 1\` | \`tries = tries + 1\` | too_often |`,
    endpoints: `- Base URL: {base_url}

| Operation | Method | Path | Request | Response |
| --- | --- | --- | --- | --- |
| create, read Account | | /accounts | | |
| try Account | | /accounts/{id}/try | | |`,
    authentication: keyed('| all | all | |'),
    errors: `- Body: problem details
- Codes: named after conditions

| Code | Status | Condition |
| --- | --- | --- |
| too_often | 429 | |
${codes}`,
    versioning: versioned(versions, changes),
  });

for (const [store, address] of everyStore) {
  test(`an older version answers with the code of a condition that no present request gets ${store}`, async (t) => {
    const rows = [
      '| 2 | error added | too_often | | as guard_fails | |',
      '| 2 | error added | mail_taken | | as not_unique | |',
    ];
    const text = document('| mail_taken | 400 | not unique on create Account |', rows.join('\n'));
    const served = await serveIn(t, text, {}, undefined, await address());
    const keys = [await served.key(['all'], { shop: 'a' }), await served.key(['all'], { shop: 'b' })];
    for (const [at, key] of keys.entries()) {
      const ask = async (line: string, version: string, body?: object) => {
        const { status, json } = await served.ask(line, { key, headers: { V: version }, ...(body && { body }) });
        return [status, json.code];
      };
      const account = { id: `a${at}`, mail: `m${at}` };
      assert.deepEqual(await ask('POST /accounts', '1', account), [201, undefined]);
      assert.deepEqual(await ask(`POST /accounts/a${at}/try`, '1'), [200, undefined]);
      assert.deepEqual(await ask(`POST /accounts/a${at}/try`, '2'), [429, 'too_often']);
      assert.deepEqual(await ask(`POST /accounts/a${at}/try`, '1'), [409, 'guard_fails']);
      const same = { id: `b${at}`, mail: `m${at}` };
      assert.deepEqual(await ask('POST /accounts', '2', same), [400, 'mail_taken']);
      assert.deepEqual(await ask('POST /accounts', '1', same), [409, 'not_unique']);
    }
  });

  test(`an older version answers with the code of a condition that a new row takes ${store}`, async (t) => {
    const rows = [
      '| 3 | error added | mail_taken | | as not_unique | |',
      '| 2 | error added | busy | | as guard_fails | |',
      '| 2 | renamed | not_unique | duplicate | | |',
    ];
    const codes = '| mail_taken | 400 | not unique |\n| busy | 423 | guard fails |';
    const text = document(codes, rows.join('\n'), ['3', '2', '1']).replace('+ 1` | too_often |', '+ 1` | |');
    const served = await serveIn(t, text, {}, undefined, await address());
    for (const shop of ['a', 'b']) {
      const key = await served.key(['all'], { shop });
      const ask = async (line: string, version: string, body?: object) => {
        const { status, json } = await served.ask(line, { key, headers: { V: version }, ...(body && { body }) });
        return `${status} ${json.code}`;
      };
      assert.equal(await ask('POST /accounts', '1', { id: shop, mail: shop }), '201 undefined');
      assert.equal(await ask(`POST /accounts/${shop}/try`, '1'), '200 undefined');
      const each = async (line: string, body?: object) =>
        Promise.all(['3', '2', '1'].map((version) => ask(line, version, body)));
      const again = { id: `${shop}2`, mail: shop };
      assert.deepEqual(await each('POST /accounts', again), ['400 mail_taken', '409 not_unique', '409 duplicate']);
      assert.deepEqual(await each(`POST /accounts/${shop}/try`), ['423 busy', '423 busy', '409 guard_fails']);
    }
  });
}
