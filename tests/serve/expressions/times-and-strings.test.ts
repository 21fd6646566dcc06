import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { documentText, keyed } from '../../support/document-text.fixture.ts';
import { type Got, type Served, serve } from '../support/served.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';

const document = documentText('Rooms', {
  purpose: `Lends rooms.

- In scope: loans`,
  resources: `### Loan

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuidv7 | assigned |
| shop | string | assigned from caller.shop |
| created_at | date-time | assigned |
| title | string | required |
| email | string | required |
| slug | string | = \`slug(title)\` |
| tags | string | |
| hours | integer | required |
| term | int64 | default 30 |
| since | unix seconds | |
| due_on | date | |
| ends_at | date-time | |
| count | integer | |
| nights | integer | = \`(due_on - date(created_at)).getDays()\` |
| opens | date-time | = \`timestamp(since) + hours(hours)\` |
| state | state | |

| Rule | Check | Error |
| --- | --- | --- |
| trimmed | \`title == title.trim() and title.matches("^[^<>]+$")\` | untidy |
| short | \`not has(due_on) or due_on - date(created_at) <= days(400)\` | too_long |`,
  states: `### Loan

| State | Kind |
| --- | --- |
| open | initial |
| closed | final |

| From | Transition | To | Effect |
| --- | --- | --- | --- |
| — | create | — | \`due_on = date(now, "Europe/Zurich") + days(term)\`; \`ends_at = now + hours(hours) - minutes(1)\` |
| open | close | closed | |
| open | renew | same | \`due_on = due_on + months(input.count)\`; \`ends_at = ends_at + months(input.count)\` |
| open | cut | same | \`title = title.substring(0, input.count)\`; \`tags = tags.split(",").map(t, t.trim().upperAscii()).join("-")\` |`,
  endpoints: `- Base URL: {base_url}

| Operation | Method | Path | Request | Response |
| --- | --- | --- | --- | --- |
| create Loan | POST | /loans | \`Loan\` | 201 \`Loan\` |
| read Loan | GET | /loans/{id} | | 200 \`{ title: Loan.title, weekday: = due_on.getDayOfWeek(), hour: = ends_at.getHours("Asia/Kathmandu"), left?: = ends_at - created_at }\` |
| close Loan | POST | /loans/{id}/close | | 200 \`Loan\` |
| renew Loan | POST | /loans/{id}/renew | \`{ count: Loan.count }\` | 200 \`Loan\` |
| cut Loan | POST | /loans/{id}/cut | \`{ count: Loan.count }\` | 200 \`Loan\` |
| list Loan | GET | /loans | | 200 \`{ data: Loan[] }\` |

### list Loan

| Parameter | Maps to |
| --- | --- |
| titled | where \`title.lowerAscii() == value.lowerAscii()\` |
| begins | where \`title.upperAscii().startsWith(value.upperAscii())\` |
| within | where \`created_at > now - days(value)\` |
| limit | page size |`,
  authentication: keyed(
    '| loans | all Loan | `shop == caller.shop.lowerAscii() and created_at > now - months(2)` |\n| own | list Loan | `email.lowerAscii() == caller.email.lowerAscii().trim()` |',
    '| shop | string |\n| email | string |',
  ),
  errors: `- Body: problem details

| Code | Status | Condition |
| --- | --- | --- |
| invalid | 422 | invalid input |
| untidy | 422 | rule broken |
| too_long | 422 | rule broken |`,
});

for (const [store, address] of everyStore) {
  describe(`times and strings in expressions ${store}`, () => {
    let served: Served;
    let now = Date.parse('2026-01-31T23:30:00.000Z');
    const keys: Record<string, string> = {};
    const ids: Record<string, string> = {};
    before(async () => {
      served = await serve(document, {}, () => now, await address());
      for (const shop of ['north', 'south']) keys[shop] = await served.key(['loans'], { shop, email: 'x' });
      keys.ada = await served.key(['own'], { shop: 'west', email: ' ADA@Example.com' });
      for (const shop of ['north', 'south']) {
        const got = await ask(shop, 'POST /loans', {
          title: 'Été Été',
          email: `Ada@example.COM`,
          hours: 5,
          since: 0,
          tags: 'a, b',
        });
        assert.equal(got.status, 201, got.text);
        ids[shop] = got.json.id;
        assert.deepEqual(
          [got.json.slug, got.json.due_on, got.json.ends_at, got.json.nights, got.json.opens],
          ['ete-ete', '2026-03-03', '2026-02-01T04:29:00.000Z', 31, '1970-01-01T05:00:00.000Z'],
        );
      }
    });
    after(() => served.close());
    const ask = (who: string, line: string, body?: unknown): Promise<Got> => served.ask(line, { key: keys[who], body });

    test('a response shows parts of a date and of a date-time in a time zone, and a duration', async () => {
      const { json } = await ask('north', `GET /loans/${ids.north}`);
      assert.deepEqual(json, { title: 'Été Été', weekday: 2, hour: 10, left: '17940s' });
      assert.equal((await ask('south', `GET /loans/${ids.north}`)).status, 404);
    });

    test('lists compare the letters of a field, and dates before now', async () => {
      const titles = async (who: string, query: string): Promise<number> => {
        const got = await ask(who, `GET /loans?${query}`);
        assert.equal(got.status, 200, got.text);
        return got.json.data.length;
      };
      assert.equal(await titles('north', 'titled=%C3%89T%C3%89%20%C3%A9t%C3%A9'), 0, 'É is no ASCII letter');
      assert.equal(await titles('north', 'titled=%C3%89T%C3%A9%20%C3%89T%C3%A9'), 1);
      assert.equal(await titles('south', 'begins=%C3%89t'), 1);
      assert.equal(await titles('south', 'within=1'), 1);
      assert.equal(await titles('south', 'within=0'), 0);
      assert.equal(await titles('ada', ''), 2);
      assert.equal((await ask('north', 'GET /loans?within=x')).status, 422);
    });

    test('months are clamped at the end of a month, and nothing leaves the years 0001 to 9999', async () => {
      const renewed = await ask('north', `POST /loans/${ids.north}/renew`, { count: 1 });
      assert.deepEqual([renewed.json.due_on, renewed.json.ends_at], ['2026-04-03', '2026-03-01T04:29:00.000Z']);
      for (const count of [100_000, -100_000, Number.MAX_SAFE_INTEGER]) {
        const got = await ask('north', `POST /loans/${ids.north}/renew`, { count });
        assert.deepEqual([got.status, got.json.code], [422, 'invalid'], got.text);
      }
      const long = await ask('north', `POST /loans/${ids.north}/renew`, { count: 24 });
      assert.deepEqual([long.status, long.json.code], [422, 'too_long']);
      const far = await ask('north', 'POST /loans', { title: 'a', email: 'b', hours: 1, term: 9_000_000_000_000_000 });
      assert.deepEqual([far.status, far.json.code], [422, 'invalid'], far.text);
    });

    test('strings are cut, split and joined', async () => {
      const got = await ask('south', `POST /loans/${ids.south}/cut`, { count: 3 });
      assert.deepEqual([got.json.title, got.json.slug, got.json.tags], ['Été', 'ete', 'A-B'], got.text);
      const beyond = await ask('south', `POST /loans/${ids.south}/cut`, { count: 4 });
      assert.deepEqual([beyond.status, beyond.json.code], [422, 'invalid']);
      for (const title of [' a', 'a\u2003', '<b>']) {
        const bad = await ask('south', 'POST /loans', { title, email: 'b', hours: 1 });
        assert.deepEqual([bad.status, bad.json.code], [422, 'untidy'], bad.text);
      }
    });

    test('a row rule that calculates with now is asked at each request', async () => {
      now += 70 * 86_400_000;
      assert.equal((await ask('north', `GET /loans/${ids.north}`)).status, 404);
    });
  });
}
