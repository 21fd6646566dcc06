import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { documentText, keyed, versioned } from '../../support/document-text.fixture.ts';
import { type Served, serve } from '../support/served.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';

/** Added values and codes whose place is taken by others that the same version renamed. */
const document = documentText('Jobs', {
  resources: `### Job

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuid | assigned |
| level | one of low, high, urgent | default urgent |
| side | one of left, right, middle | default right |
| status | state | |`,
  states: `### Job

| State | Kind |
| --- | --- |
| open | initial |
| done | final |

| From | Transition | To | Guard | Error |
| --- | --- | --- | --- | --- |
| open | finish | done | \`level == "low"\` | too_urgent |`,
  endpoints: `| Operation | Method | Path | Request | Response |
| --- | --- | --- | --- | --- |
| create Job | POST | /jobs | \`Job\` | 201 \`Job\` |
| list Job | GET | /jobs | | 200 \`Job[]\` |
| finish Job | POST | /jobs/{id}/finish | | 200 \`Job\` |

### list Job

| Parameter | Maps to |
| --- | --- |
| level | filter level = |
| cursor | cursor |`,
  authentication: keyed('| clerk | all Job | |'),
  errors: `- Body: problem details

| Code | Status | Condition |
| --- | --- | --- |
| invalid | 422 | invalid input |
| stuck | 409 | wrong state |
| too_urgent | 409 | guard fails on finish Job |`,
  versioning: versioned(
    ['2', '1'],
    `| 2 | value added | Job.level urgent | | as high | |
| 2 | renamed | Job.level high | important | | |
| 2 | renamed | Job.side left | port | | |
| 2 | renamed | Job.side right | starboard | | |
| 2 | value added | Job.side middle | | as left | |
| 2 | error added | too_urgent | | as stuck | |
| 2 | renamed | code stuck | blocked | | |`,
  ),
});

for (const [store, address] of everyStore) {
  describe(`values and codes that are shown as renamed ones ${store}`, () => {
    let served: Served;
    let key = '';
    before(async () => {
      served = await serve(document, {}, undefined, await address());
      key = await served.key(['clerk'], {});
    });
    after(() => served.close());

    test('older callers get and send the names of their version', async () => {
      const ask = (line: string, version: string, body?: unknown) =>
        served.ask(line, { key, body, headers: { V: version } });
      const made = await ask('POST /jobs', '1', {});
      assert.deepEqual([made.json.level, made.json.side], ['important', 'starboard']);
      const now = await ask('GET /jobs', '2');
      assert.deepEqual([now.json[0].level, now.json[0].side], ['high', 'right']);
      await ask('POST /jobs', '2', { side: 'middle' });
      const shown = (await ask('GET /jobs', '1')).json;
      assert.deepEqual(shown.map(({ level, side }: { level: string; side: string }) => `${level} ${side}`).sort(), [
        'important port',
        'important starboard',
      ]);
      assert.equal((await ask('GET /jobs?level=important', '1')).json.length, 2);
      assert.equal((await ask('GET /jobs?level=high', '1')).status, 422);
      const { status, json } = await ask(`POST /jobs/${made.json.id}/finish`, '1', undefined);
      assert.deepEqual([status, json.code], [409, 'blocked']);
      assert.equal((await ask(`POST /jobs/${made.json.id}/finish`, '2')).json.code, 'too_urgent');
    });
  });
}
