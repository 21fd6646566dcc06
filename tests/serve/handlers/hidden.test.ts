import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serveIn } from '../support/served.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';
import type { Context } from './handlers.fixture.ts';

const document = `# Docs

## Resources and their fields

### Customer

| Field | Type | Constraints |
| --- | --- | --- |
| id | string | required; identity |
| name | string | required |
| vip | string | internal; default "VIP" |

### Part (object)

| Field | Type | Constraints |
| --- | --- | --- |
| name | string | required |
| customer | ref Customer | |

### Card (object)

| Field | Type | Constraints |
| --- | --- | --- |
| last | string | required |
| number | string | write-only |

### Bank (object)

| Field | Type | Constraints |
| --- | --- | --- |
| iban | string | required |

### Way (one of)

- Tagged by: kind

| Tag | Object |
| --- | --- |
| card | Card |
| bank | Bank |

### Doc

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| customer | ref Customer | required; on delete restrict |
| part | Part | |
| parts | Part[] | |
| way | Way | |

## Endpoints

| Operation | Method | Path | Request | Response |
| --- | --- | --- | --- | --- |
| create Customer | | /customers | | |
| create Doc | | /docs | | |
| show Doc (handler) | POST | /docs/{id}/show | | 200 \`Doc(id, customer: Customer(id, name))\` |
| every (handler) | GET | /all | | 200 \`{ docs: Doc(id, customer: Customer(id))[] }\` |
| inside Doc (handler) | POST | /docs/{id}/inside | | 200 \`Doc(id, part: Part(name, customer: Customer(id)))\` |
| plain Doc (handler) | POST | /docs/{id}/plain | | 200 \`Doc(id, part, parts, way)\` |

## Errors

- Codes: named after conditions
`;

for (const [store, address] of everyStore) {
  test(`a handler shows no field that the document hides, whatever it returns, ${store}`, async (t) => {
    let code: (context: Context) => unknown = () => undefined;
    const run = (context: Context) => code(context);
    const handlers = { 'show Doc': run, every: run, 'inside Doc': run, 'plain Doc': run };
    const { ask, logged } = await serveIn(t, document, {}, undefined, await address(), handlers);
    await ask('POST /customers', { body: { id: 'ada', name: 'Ada' } });
    await ask('POST /docs', { body: { customer: 'ada', part: { name: 'p', customer: 'ada' } } });
    const customer = ({ store }: Context) => store.get('Customer', 'ada');

    code = async (context) => ({ ...context.record, customer: await customer(context) });
    for (const [line, made] of [
      ['POST /docs/1/show', code],
      ['GET /all', async (context: Context) => ({ docs: [{ id: 1, customer: await customer(context) }] })],
      [
        'POST /docs/1/inside',
        async (context: Context) => ({ id: 1, part: { name: 'p', customer: await customer(context) } }),
      ],
    ] as const) {
      code = made;
      const { status, text } = await ask(line);
      assert.deepEqual([status, text.includes('VIP')], [500, false], `${line} ${text}`);
      assert.match(logged.at(-1)!, /`[^`]*customer` that its Response .* cannot show/);
    }
    code = ({ record }) => record;
    assert.deepEqual((await ask('POST /docs/1/show')).json, { id: 1, customer: { id: 'ada', name: 'Ada' } });

    code = async (context) => {
      const more = { ...(await customer(context)), customer: 'ada' };
      return { id: 1, part: more, parts: [more], way: { kind: 'bank', iban: 'x', number: 'VIP' } };
    };
    const part = { name: 'Ada', customer: 'ada' };
    const { json } = await ask('POST /docs/1/plain');
    assert.deepEqual(json, { id: 1, part, parts: [part], way: { kind: 'bank', iban: 'x' } });
  });
}
