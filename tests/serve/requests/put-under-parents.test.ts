import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { documentText, keyed } from '../../support/document-text.fixture.ts';
import { serveIn } from '../support/served.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';

/** Jobs of lists whose identity clients choose. */
const jobs = documentText('Jobs', {
  resources: `### List

| Field | Type | Constraints |
| --- | --- | --- |
| id | string | identity; 1..20 characters |
| shop | string | assigned from caller.shop |

### Job

| Field | Type | Constraints |
| --- | --- | --- |
| id | string | identity; 1..20 characters |
| shop | string | assigned from caller.shop |
| list | ref List | required; on delete cascade |
| long | boolean | required |`,
  endpoints: `| Operation | Method | Path | Request | Response |
| --- | --- | --- | --- | --- |
| create List | PUT | /lists/{id} | | 201 \`List\`; 200 \`List\` |
| read List | GET | /lists/{id} | | |
| create Job | PUT | /lists/{list}/jobs/{id} | \`Job(long)\` | 201 \`Job\`; 200 \`Job\` |
| read Job | GET | /jobs/{id} | | |`,
  authentication: keyed(
    '| all | create List, read List | `shop == caller.shop` |\n| all | all Job | `shop == caller.shop` |',
  ),
});

for (const [name, address] of everyStore) {
  describe(`creates by PUT below a parent ${name}`, () => {
    const open = async (t: Parameters<typeof serveIn>[0]) => {
      const served = await serveIn(t, jobs, {}, undefined, await address());
      const as = async (shop: string) => {
        const key = await served.key(['all'], { shop });
        return (line: string, body?: object) => served.ask(line, { key, body });
      };
      const [north, south] = [await as('north'), await as('south')];
      for (const list of ['a', 'b']) assert.equal((await north(`PUT /lists/${list}`)).status, 201);
      assert.equal((await south('PUT /lists/c')).status, 201);
      return { north, south };
    };

    test('an identity that another parent has is refused at once, also of another tenant', async (t) => {
      const { north, south } = await open(t);
      assert.equal((await north('PUT /lists/a/jobs/1', { long: false })).status, 201);
      assert.equal((await north('PUT /lists/a/jobs/1', { long: false })).status, 200);
      for (const [ask, path] of [
        [north, '/lists/b/jobs/1'],
        [south, '/lists/c/jobs/1'],
      ] as const) {
        const began = performance.now();
        assert.equal((await ask(`PUT ${path}`, { long: false })).status, 409, path);
        assert.ok(performance.now() - began < 5_000, path);
      }
      const got = await Promise.all(
        ['a', 'b', 'a', 'b'].map((list) => north(`PUT /lists/${list}/jobs/2`, { long: false })),
      );
      const statuses = got.map(({ status }) => status).sort();
      assert.deepEqual(statuses, [200, 201, 409, 409]);
    });
  });
}
