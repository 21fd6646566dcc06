import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serveIn } from '../support/served.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';

const document = `# Notes

## Resources and their fields

### Note

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| shop | string | assigned from caller.shop |
| count | integer | required |
| at | date-time | required |
| day | date | required |
| price | decimal | required |
| big | int64 | required |
| web | uri | required |
| name | string | required |
| kind | one of \`a\`, \`ä\` | required |
| sort | one of \`a\`, \`中\` | required |
| rank | integer | |

## Endpoints

| Operation | Method | Path | Request | Response |
| --- | --- | --- | --- | --- |
| create Note | POST | /notes | \`Note\` | 201 \`Note\` header X-Who \`caller.id\` header X-Team \`caller.team\` header X-In \`input.count\` header X-Rank \`input.rank\` header X-Sum \`count + 1\` |
| read Note | GET | /notes/{id} | | 200 \`Note\` header X-Who \`caller.id\` header X-At \`at\` header X-Day \`day\` header X-Price \`price\` header X-Big \`big\` header X-Web \`web\` header X-Name \`name\` header X-Kind \`kind\` header X-Sort \`sort\` header X-Const \`"fixed"\` |
| replace Note | PUT | /notes/{id} | \`Note\` | 200 \`Note\` header X-Was \`old.count\` header X-In \`input.count\` |
| update Note | PATCH | /notes/{id} | \`Note\` | 200 \`Note\` header X-Was \`old.count\` header X-In \`input.count\` header X-Rank \`old.rank\` |
| delete Note | DELETE | /notes/{id} | | 204 header X-Was \`count\` |

## Authentication

| Scheme | Kind | Sent in |
| --- | --- | --- |
| key | api key | header Authorization: Bearer |

| Scope | Allows | Where |
| --- | --- | --- |
| public | read Note | |
| all | all | \`shop == caller.shop\` |

### Caller

| Attribute | Type |
| --- | --- |
| shop | string |
| team | string |

## Versioning

| Version | Status |
| --- | --- |
| 2 | current |
| 1 | supported |

| Sent in | Name | When absent |
| --- | --- | --- |
| header | Note-Version | current |

| Version | Change | What | Before | Old responses | Old requests |
| --- | --- | --- | --- | --- | --- |
| 2 | renamed | Note.count | \`total\` | | |
`;

const note = {
  count: 1,
  at: '2026-01-01T00:00:00Z',
  day: '2026-01-01',
  price: '1.50',
  big: 7,
  web: 'https://a.example/',
  name: 'Ünïcode 中',
  kind: 'ä',
  sort: '中',
};

// Each response is held against its description: a header that is described as required must be there.
for (const [store, address] of everyStore) {
  test(`headers that responses state are there as described, whatever the caller and the record lack, ${store}`, async (t) => {
    const { ask, key } = await serveIn(t, document, {}, undefined, await address());
    for (const shop of ['north', 'south']) {
      const own = await key(['all'], { shop });
      const teamed = await key(['all'], { shop, team: 'red' });
      const made = await ask('POST /notes', { key: own, body: note });
      assert.equal(made.status, 201, made.text);
      assert.deepEqual(
        ['x-team', 'x-in', 'x-rank', 'x-sum'].map((name) => made.headers.get(name)),
        [null, '1', null, '2'],
      );
      const full = await ask('POST /notes', { key: teamed, body: { ...note, name: 'plain', sort: 'a', rank: 3 } });
      assert.deepEqual(
        ['x-team', 'x-rank'].map((name) => full.headers.get(name)),
        ['red', '3'],
      );
      for (const [id, name, sort] of [
        [made.json.id, null, null],
        [full.json.id, 'plain', 'a'],
      ]) {
        for (const caller of [undefined, own]) {
          const got = await ask(`GET /notes/${id}`, { key: caller });
          assert.equal(got.status, 200, got.text);
          assert.equal(got.headers.has('x-who'), caller !== undefined);
          assert.deepEqual([got.headers.get('x-name'), got.headers.get('x-sort')], [name, sort]);
          assert.deepEqual([got.headers.get('x-big'), got.headers.get('x-const')], ['7', 'fixed']);
        }
        const older = await ask(`GET /notes/${id}`, { key: own, headers: { 'Note-Version': '1' } });
        assert.deepEqual([older.status, older.json.total], [200, 1], older.text);
        const part = await ask(`PATCH /notes/${id}`, { key: own, body: { kind: 'a' } });
        assert.deepEqual([part.headers.get('x-was'), part.headers.get('x-in')], ['1', null], part.text);
        const whole = await ask(`PUT /notes/${id}`, { key: own, body: { ...note, count: 2 } });
        assert.deepEqual([whole.headers.get('x-was'), whole.headers.get('x-in')], ['1', '2'], whole.text);
        const gone = await ask(`DELETE /notes/${id}`, { key: own });
        assert.deepEqual([gone.status, gone.headers.get('x-was')], [204, '2']);
      }
    }
  });
}
