import assert from 'node:assert/strict';
import { test } from 'node:test';
import { documentText, keyed, versioned } from '../../support/document-text.fixture.ts';
import { serveIn } from '../support/served.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';

const document = documentText('Talks', {
  purpose: `Keeps talks.

- In scope: talks`,
  resources: `### Talk

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuidv7 | assigned |
| shop | string | assigned from caller.shop |
| at | date-time | required |
| seen | date-time | required |
| tags | string[] | required |`,
  endpoints: `- Base URL: {base_url}

| Operation | Method | Path | Request | Response |
| --- | --- | --- | --- | --- |
| create Talk | POST | /talks | \`Talk\` | 201 \`Talk\` |
| read Talk | GET | /talks/{id} | | 200 \`Talk\` |`,
  authentication: keyed('| talks | all Talk | `shop == caller.shop` |'),
  errors: `- Body: problem details

| Code | Status | Condition |
| --- | --- | --- |
| invalid | 422 | invalid input |`,
  versioning: versioned(
    ['2', '1'],
    `| 2 | type | Talk.at | date | = \`date(at, "Europe/Zurich")\` | = \`timestamp(input.at) + hours(12)\` |
| 2 | type | Talk.seen | integer | = \`int(seen)\` | = \`timestamp(input.seen)\` |
| 2 | type | Talk.tags | string | = \`tags.join(",")\` | = \`input.tags.split(",").map(t, t.trim())\` |`,
  ),
});

for (const [store, address] of everyStore) {
  test(`older versions convert times and strings in both directions ${store}`, async (t) => {
    const served = await serveIn(t, document, {}, undefined, await address());
    const keys = {
      ours: await served.key(['talks'], { shop: 'a' }),
      theirs: await served.key(['talks'], { shop: 'b' }),
    };
    const older = { V: '1' };
    const body = { at: '2026-03-01', seen: 86_400, tags: 'a, b' };
    const made = await served.ask('POST /talks', { key: keys.ours, headers: older, body });
    assert.equal(made.status, 201, made.text);
    assert.deepEqual([made.json.at, made.json.seen, made.json.tags], ['2026-03-01', 86_400, 'a,b']);
    const line = `GET /talks/${made.json.id}`;
    const { json } = await served.ask(line, { key: keys.ours });
    assert.deepEqual(
      [json.at, json.seen, json.tags],
      ['2026-03-01T12:00:00.000Z', '1970-01-02T00:00:00.000Z', ['a', 'b']],
    );
    const late = { at: '2026-03-01T23:30:00Z', seen: '1969-12-31T23:59:59Z', tags: ['c'] };
    const newer = await served.ask('POST /talks', { key: keys.ours, body: late });
    const shown = await served.ask(`GET /talks/${newer.json.id}`, { key: keys.ours, headers: older });
    assert.deepEqual([shown.json.at, shown.json.seen, shown.json.tags], ['2026-03-02', -1, 'c']);
    const far = await served.ask('POST /talks', {
      key: keys.ours,
      headers: older,
      body: { ...body, seen: 999_999_999_999 },
    });
    assert.equal(far.status, 422, far.text);
    assert.equal((await served.ask(line, { key: keys.theirs, headers: older })).status, 404);
  });
}
