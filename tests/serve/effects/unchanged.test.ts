import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { allNumbered } from '../../../src/stores/suites/events.suite.ts';
import { documentText, keyed } from '../../support/document-text.fixture.ts';
import { serveIn } from '../support/served.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';

/** Orders that get their lines by requests that change nothing of the order itself; each order keeps its figures in a summary. */
const page = documentText('Orders', {
  resources: `### Order

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| owner | string | assigned from caller.id |
| title | string | required |
| tags | string[] | default [] |
| changed | date-time | assigned on update |
| summary | ref Summary | on delete clear |
| most | integer | default 3 |

| Rule | Check | Error |
| --- | --- | --- |
| few | \`Line.count(l, l.order == id) <= most\` | too_many |

### Line

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| order | ref Order | required; on delete cascade |
| text | string | required; 1..5 characters |

### Summary

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| owner | string | assigned from caller.id |
| rank | integer | default 0 |
| seen | integer | default 0 |

### Mark

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| summary | ref Summary | required; on delete cascade |`,
  states: `### Order

| Transition | Guard | Effect |
| --- | --- | --- |
| update | \`title == "grow"\` | \`most = most + 1\`; \`create Line(order: id, text: "more")\` |
| update | \`not has(input.rank)\` | \`input.lines.each(l, create Line(order: id, text: l.text))\` |
| update | | \`summary.rank = input.rank\` |
| replace | | \`input.lines.each(l, create Line(order: id, text: l.text))\` |
| touch | | \`input.lines.each(l, create Line(order: id, text: l.text))\` |

### Summary

| Transition | Effect |
| --- | --- |
| update | \`create Mark(summary: id)\` |`,
  endpoints: `- Request media types: application/json, application/json-patch+json

| Operation | Path | Request | Response |
| --- | --- | --- | --- |
| create, read Order | /orders | | |
| update Order | /orders/{id} | \`{ title?: Order.title, tags?: Order.tags, lines?: Line(text)[], rank?: Summary.rank }\` | 200 \`Order(all, lines: Line(text)[..20])\` |
| replace Order | /orders/{id} | \`{ title: Order.title, tags?: Order.tags, summary?: Order.summary, most?: Order.most, lines?: Line(text)[] }\` | 200 \`Order(all, lines: Line(text)[..20])\` |
| touch Order | /orders/{id}/touch | \`{ lines?: Line(text)[] }\` | 200 \`Order(all, lines: Line(text)[..20])\` |
| create, read Line | /lines | | |
| create, read Summary | /summaries | | |
| list Mark | /marks | | 200 \`{ data: Mark[] }\` |`,
  authentication: keyed(`| user | all Order | \`owner == caller.id\` |
| user | all Line | \`order.owner == caller.id\` |
| user | all Summary | \`owner == caller.id\` |
| user | all Mark | \`summary.owner == caller.id\` |`),
  events: `| Event | When |
| --- | --- |
| changed | update Order, replace Order, touch Order |
| line | create Line |
| ranked | update Summary |`,
  errors: `- Codes: named after conditions

| Code | Status | Condition |
| --- | --- | --- |
| too_many | 409 | |`,
});

async function open(t: TestContext, address: string) {
  let now = Date.parse('2026-01-01T00:00:00Z');
  const served = await serveIn(t, page, {}, () => now++, address);
  const as = async (subject: string) => {
    const key = await served.key(['user'], {}, { subject });
    return async (line: string, body?: unknown, headers: Record<string, string> = {}) => {
      const got = await served.ask(line, { key, body, headers });
      assert.ok(got.status < 500, `${line} ${got.text}\n${served.logged.join('\n')}`);
      return got;
    };
  };
  let last = 0;
  const events = async () => {
    await allNumbered(served.store);
    const found = await served.store.events.after(last, 100);
    last = found.at(-1)?.sequence ?? last;
    return found.map(({ kind }) => kind);
  };
  return { served, ana: await as('ana'), bob: await as('bob'), events };
}

const patch = { 'Content-Type': 'application/json-patch+json' };

for (const [name, address] of everyStore) {
  test(`effects on other records are done if the record itself stays as it is ${name}`, async (t) => {
    const { served, ana, bob, events } = await open(t, await address());
    const update = served.plan.operations.find((operation) => operation.name === 'update Order')!;
    assert.ok(
      update.steps.some(({ words }) => words === 'if no field has changed, do only the effects on other records'),
    );
    for (const title of ['a', 'b']) await ana('POST /orders', { title });
    const before = await ana('GET /orders/1');
    const texts: string[] = [];
    const lines = (text: string) => {
      texts.push(text);
      return [{ text }];
    };
    const kept = async (got: Awaited<ReturnType<typeof ana>>) => {
      assert.equal(got.status, 200, got.text);
      assert.deepEqual(
        got.json.lines.map(({ text }: { text: string }) => text),
        texts,
      );
      const { lines: _, ...order } = got.json;
      assert.deepEqual(order, before.json);
      assert.equal((await ana('GET /orders/1')).headers.get('etag'), before.headers.get('etag'));
      assert.deepEqual(await events(), ['line']);
    };
    await kept(await ana('PATCH /orders/1', { lines: lines('one') }));
    await kept(await ana('PATCH /orders/1', { title: 'a', tags: [], lines: lines('two') }));
    const add = { op: 'add', path: '/lines', value: lines('three') };
    await kept(await ana('PATCH /orders/1', [add], patch));
    // The rules that need other records are tested, and nothing of a refused request is stored.
    for (const line of ['PATCH /orders/1', 'PUT /orders/1']) {
      const refused = await ana(line, { title: 'a', lines: [{ text: 'four' }] });
      assert.deepEqual([refused.status, refused.json.code], [409, 'too_many']);
      const wrong = await ana(line, { title: 'a', lines: [{ text: 'too long' }] });
      assert.deepEqual([wrong.status, wrong.json.errors?.[0]?.pointer], [422, '/lines/0/text']);
      assert.equal((await bob(line, { title: 'a', lines: [{ text: 'his' }] })).status, 404);
    }
    assert.deepEqual(await events(), []);
    const replaced = await ana('PUT /orders/2', { title: 'b', lines: [{ text: 'put' }] });
    assert.deepEqual([replaced.status, replaced.json.lines], [200, [{ text: 'put' }]]);
    assert.deepEqual(await events(), ['line']);
    // Without effects it changes nothing at all, and a change has its event.
    await ana('PATCH /orders/2', { title: 'b' });
    assert.deepEqual(await events(), []);
    await ana('PATCH /orders/2', { title: 'c', lines: [{ text: 'new' }] });
    assert.deepEqual(await events(), ['changed', 'line']);
    // A row that sets a field of the record changes it; a transition is always a change.
    await ana('PATCH /orders/2', { title: 'grow' });
    assert.deepEqual(await events(), ['changed', 'line']);
    const touched = await ana('POST /orders/2/touch', {});
    assert.deepEqual([touched.status, touched.json.lines.length], [200, 3]);
    assert.deepEqual(await events(), ['changed']);
  });

  test(`an update that an effect runs does its own effects if it changes no field ${name}`, async (t) => {
    const { ana, bob, events } = await open(t, await address());
    const summary = (await ana('POST /summaries', {})).json.id;
    await ana('POST /orders', { title: 'a', summary });
    const marks = async (ask: typeof ana) => (await ask('GET /marks')).json.data.length;
    assert.equal((await ana('PATCH /orders/1', { rank: 1 })).status, 200);
    assert.deepEqual(await events(), ['ranked']);
    assert.equal(await marks(ana), 1);
    assert.equal((await ana('PATCH /orders/1', { rank: 1 })).status, 200);
    assert.deepEqual(await events(), []);
    assert.equal(await marks(ana), 2);
    assert.equal(await marks(bob), 0);
  });
}
