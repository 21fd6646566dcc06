import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { documentText, keyed } from '../../support/document-text.fixture.ts';
import { serveIn } from '../support/served.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';

/** Jobs whose identity clients choose; a long one begins in another state and is answered with 202. */
const jobs = documentText('Jobs', {
  resources: `### Job

| Field | Type | Constraints |
| --- | --- | --- |
| id | string | identity; 1..20 characters |
| shop | string | assigned from caller.shop |
| long | boolean | required |
| pin | secret | assigned; shown once |
| status | state | |`,
  states: `### Job

| State | Kind |
| --- | --- |
| running | initial |
| done | initial |
| dropped | final |

| From | Transition | To | Guard |
| --- | --- | --- | --- |
| | create | running | \`long\` |
| | create | done | |
| running | finish | done | |
| running, done | drop | dropped | |`,
  endpoints: `| Operation | Method | Path | Request | Response |
| --- | --- | --- | --- | --- |
| create Job | PUT | /jobs/{id} | \`Job(long)\` | error dropped when \`status == "dropped"\`; 202 \`{ id: Job.id }\` when \`status == "running"\`; 201 \`Job\`; 200 \`Job\` |
| read Job | GET | /jobs/{id} | | |
| finish, drop Job | POST | /jobs/{id} | | |`,
  authentication: keyed('| all | all Job | `shop == caller.shop` |'),
  errors: `- Body: problem details

| Code | Status | Condition |
| --- | --- | --- |
| dropped | 409 | |`,
});

for (const [name, address] of everyStore) {
  describe(`responses of a create by PUT ${name}`, () => {
    test('those with a condition come before those for a new and an existing record', async (t) => {
      const served = await serveIn(t, jobs, {}, undefined, await address());
      const key = await served.key(['all'], { shop: 'north' });
      const north = (line: string, body?: object) => served.ask(line, { key, body });
      const put = async (long: boolean) => north('PUT /jobs/1', { long });
      for (let times = 0; times < 2; times++) {
        const { status, json } = await put(true);
        assert.deepEqual([status, json], [202, { id: '1' }]);
      }
      assert.equal((await put(false)).status, 409);
      await north('POST /jobs/1/finish');
      const { status, json } = await put(true);
      assert.deepEqual([status, json.status, json.pin], [200, 'done', undefined]);
      await north('POST /jobs/1/drop');
      assert.deepEqual([(await put(true)).status, (await put(true)).json.code], [409, 'dropped']);
      const fresh = await north('PUT /jobs/2', { long: false });
      assert.deepEqual([fresh.status, typeof fresh.json.pin], [201, 'string']);
    });
  });
}
