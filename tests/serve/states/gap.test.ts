import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { serveIn } from '../support/served.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';

/** Notes with a state, whose states are a gap. */
const notes = (states: string): string =>
  `# Notes

## Resources and their fields

### Note

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| status | state | |
| text | string | required |

${states}
## Endpoints

- Base URL: https://notes.example
- Lists: { data, next } by cursor

| Operation | Path |
| --- | --- |
| create, list, read, update, replace, delete Note | /notes |

## Authentication

None.
`;

const gaps = { 'not shown': '## States and transitions\n\nNot shown.\n', missing: '' };

for (const [store, address] of everyStore) {
  describe(`a state whose states are a gap ${store}`, () => {
    for (const [gap, states] of Object.entries(gaps)) {
      test(`a resource is served without it: ${gap}`, async (t) => {
        const { ask, plan } = await serveIn(t, notes(states), {}, undefined, await address());
        const made = await ask('POST /notes', { body: { text: 'a' } });
        assert.deepEqual([made.status, made.json], [201, { id: 1, text: 'a' }], made.text);
        assert.equal((await ask('POST /notes', { body: { text: 'b', status: 'open' } })).status, 422);
        assert.equal((await ask('PATCH /notes/1', { body: { text: 'c' } })).json.text, 'c');
        assert.equal((await ask('PUT /notes/1', { body: { text: 'd' } })).json.text, 'd');
        assert.deepEqual((await ask('GET /notes')).json.data, [{ id: 1, text: 'd' }]);
        assert.equal((await ask('DELETE /notes/1')).status, 204);
        assert.doesNotMatch(JSON.stringify(plan.resources), /"values":\[\]/);
      });
    }
  });
}
