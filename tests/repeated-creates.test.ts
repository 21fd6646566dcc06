import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Raced, tracks } from './security/races.fixture.ts';
import { documentText, keyed } from './support/document-text.fixture.ts';

/** Things that clients name, with all that may tell two creates apart: another unique field, a reference, a quota. */
const document = documentText('Things', {
  purpose: `Keeps things.

- In scope: things`,
  resources: `### Box

| Field | Type | Constraints |
| --- | --- | --- |
| id | string | required |
| shop | string | assigned from caller.shop |

### Thing

| Field | Type | Constraints |
| --- | --- | --- |
| id | string | required |
| shop | string | assigned from caller.shop |
| label | string | required; unique |
| box | ref Box | on delete restrict |

### Seat

| Field | Type | Constraints |
| --- | --- | --- |
| id | string | required |
| shop | string | assigned from caller.shop |
| label | string | required; unique |`,
  endpoints: `- Base URL: https://things.example

| Operation | Method | Path | Request | Response |
| --- | --- | --- | --- | --- |
| create Box | PUT | /boxes/{id} | \`Box\` | 201 \`Box\`; 200 \`Box\` |
| create Thing | PUT | /things/{id} | \`Thing\` | 201 \`Thing\`; 200 \`Thing\` |
| create Seat | PUT | /seats/{id} | \`Seat\` | 201 \`Seat\`; 200 \`Seat\` |

### Idempotency

| Operations | Key | Kept for | When absent |
| --- | --- | --- | --- |
| create Thing | header Idempotency-Key | 1 hour | allowed |`,
  authentication: keyed(`| all | all | \`shop == caller.shop\` |`),
  limits: `| Limit | Kind | Applies to | Per | Value |
| --- | --- | --- | --- | --- |
| seats | quota | Seat | caller.shop | 30 |`,
});

const pairs = 30;

for (const { name, open } of tracks) {
  describe(`two identical creates by PUT at the same moment ${name}`, () => {
    let raced: Raced;
    let keys: readonly [north: string, south: string];
    before(async () => {
      raced = await open(document);
      keys = [await raced.first.key(['all'], { shop: 'north' }), await raced.first.key(['all'], { shop: 'south' })];
      for (const [i, key] of keys.entries()) {
        assert.equal((await raced.first.ask(`PUT /boxes/box${i}`, { key, body: {} })).status, 201);
      }
    });
    after(() => raced.close());

    /** The statuses of two requests that are sent together, one through each instance. */
    const both = async (
      path: string,
      body: object,
      by: readonly [number, number],
      keyed = false,
    ): Promise<number[]> => {
      const sent = by.map((who, nth) => {
        const headers: Record<string, string> = keyed
          ? { 'Idempotency-Key': `${path.slice(1).replace('/', '-')}-${nth}` }
          : {};
        return raced.ask(nth)(`PUT ${path}`, { key: keys[who]!, body, headers });
      });
      return (await Promise.all(sent)).map(({ status }) => status).sort();
    };

    test('one makes the record, the other finds it, in every pair of each tenant', async () => {
      for (const who of [0, 1]) {
        for (let i = 0; i < pairs; i++) {
          const [id, by] = [`${who}-${i}`, [who, who] as const];
          assert.deepEqual(await both(`/boxes/${id}`, {}, by), [200, 201], `box ${id}`);
          assert.deepEqual(await both(`/things/${id}`, { label: id, box: `box${who}` }, by), [200, 201], `thing ${id}`);
          const bare = { label: `bare ${id}` };
          assert.deepEqual(await both(`/things/bare${id}`, bare, by), [200, 201], `bare thing ${id}`);
          const keyed = { label: `keyed ${id}` };
          assert.deepEqual(await both(`/things/keyed${id}`, keyed, by, true), [200, 201], `keyed thing ${id}`);
        }
      }
    });

    test('the second finds its record though the first took the last place of the quota', async () => {
      for (const who of [0, 1]) {
        for (let i = 0; i < 30; i++) {
          const id = `${who}-${i}`;
          assert.deepEqual(await both(`/seats/${id}`, { label: id }, [who, who]), [200, 201], `seat ${id}`);
        }
        assert.deepEqual(await both(`/seats/more${who}`, { label: `more${who}` }, [who, who]), [403, 403]);
      }
    });

    test('records of two tenants and records that differ are no repeats of one another', async () => {
      for (let i = 0; i < pairs; i++) {
        assert.deepEqual(await both(`/boxes/both${i}`, {}, [0, 1]), [201, 409]);
        const label = `label ${i}`;
        const sent = [0, 1].map((nth) =>
          raced.ask(nth)(`PUT /things/own${i}-${nth}`, { key: keys[0], body: { label } }),
        );
        assert.deepEqual((await Promise.all(sent)).map(({ status }) => status).sort(), [201, 409]);
      }
    });
  });
}
