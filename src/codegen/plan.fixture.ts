import { documentText } from '../../tests/support/document-text.fixture.ts';
import type { RequestContext } from '../contracts/request-context.ts';
import { buildPlan, readDocument } from '../parts/index.ts';
import type { Plan } from '../plan/plan.ts';
import { createSource } from '../text/location.ts';

/** The plan of a document that has no errors. */
export function planFor(document: string): Plan {
  const { diagnostics, service } = readDocument(createSource('test.md', document));
  const errors = diagnostics.filter((diagnostic) => diagnostic.severity === 'error');
  if (errors.length > 0) throw new Error(errors.map((error) => `${error.code}: ${error.message}`).join('\n'));
  return buildPlan(service);
}

/** What is given of a request, with what a test says. */
export function givenOf(facts: Partial<RequestContext>): RequestContext {
  const { operation, ...rest } = facts;
  return {
    parameters: {},
    input: {},
    refs: {},
    rows: [],
    now: 1_793_523_600_000,
    operation,
    ...rest,
  } as unknown as RequestContext;
}

/** A document with a field of every sort. */
export const everySort = documentText('Things', {
  intro: 'Keeps things of every sort.',
  resources: `### Owner

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | identity; assigned |
| name | string | required |

### Thing

| Field | Type | Constraints |
| --- | --- | --- |
| id | typeid thi | assigned |
| owner | ref Owner or null | on delete restrict |
| state | state | |
| label | string | required; 2..5 characters |
| code | string or null | pattern \`^\\w+$\` |
| count | integer | 0..10; multiple of 2 |
| big | int64 | required; ..9007199254740993 |
| ratio | number or null | 0.5..2.5; multiple of 0.1 |
| price | decimal | 0..100.50; multiple of 0.25 |
| flag | boolean | default false |
| size | one of small, large | default small |
| at | date-time | |
| blob | byte | ..3 bytes |
| tags | string[] | ..3 items; unique items; 1..4 characters |
| sizes | map of int64 | ..2 keys |
| free | object | |
| some | any or null | |
| place | Place | |
| pay | Payment | |
| double | int64 | = \`big + big\` |
| link | string | = \`self\` |
| log | integer | read-only |

| Rule | Check |
| --- | --- |
| named | \`label != "zzz"\` |
| kept | \`!has(old) or old.label == label\` |

### Place (object)

| Field | Type | Constraints |
| --- | --- | --- |
| city | string | required; 1..20 characters |
| zip | string or null | |
| level | int64 | default 1 |
| inner | Inner | |
| key | string | write-only |

### Inner (object)

| Field | Type | Constraints |
| --- | --- | --- |
| x | number | required |

### Payment (one of)

- Tagged by: kind

| Tag | Object |
| --- | --- |
| card | Card |
| cash | Cash |

### Card (object)

| Field | Type | Constraints |
| --- | --- | --- |
| number | string | required |
| cents | int64 | required |

### Cash (object)

| Field | Type | Constraints |
| --- | --- | --- |
| coins | integer | required |`,
  states: `### Thing

| State | Kind |
| --- | --- |
| new | initial |
| done | final |

| From | Transition | To | Guard | Effect |
| --- | --- | --- | --- | --- |
| new | finish | done | \`count > 2\` | \`count = 4\`; \`place.inner.x = 1.5\`; \`label = string(count)\` |
| new | tick | same | \`ratio > 1.0\` | \`log = next(log, label)\`; \`count = count / 0\` |
| new | mark | same | | \`log = has(count) ? next(log, label) : 0\` |`,
  endpoints: `- Base URL: https://example.com/api

| Operation | Method | Path | Request | Response |
| --- | --- | --- | --- | --- |
| create Thing | POST | /things | \`Thing\` | 201 \`Thing\` header Location |
| read Thing | GET | /things/{id} | | 200 \`Thing(id, label, code, big, at, flag)\` |
| update Thing | PATCH | /things/{id} | \`Thing\` | 200 \`Thing(all except free, loud: = label + "!", half?: = count / 0, owner: Owner(id, name))\` |
| replace Thing | PUT | /things/{id} | \`Thing\` | 200 \`Thing\` |
| list Thing | GET | /things | | 200 \`{ data: Thing[], next: next cursor, more: has more }\` |
| finish Thing | POST | /things/{id}/finish | | 200 \`Thing(id, third: = count / 0)\` |
| tick Thing | POST | /things/{id}/tick | | 200 \`Thing\` |
| mark Thing | POST | /things/{id}/mark | | 204 |
| list Owner | GET | /owners | | 200 \`{ data: Owner[] }\` |
| read Owner | GET | /owners/{id} | | 200 \`Owner\` |
| list Thing as best | GET | /things/best | | 200 \`{ data: Thing(id, label)[] }\` |

### list Thing

| Parameter | Maps to | Constraints |
| --- | --- | --- |
| state | filter state in | |
| big | filter big > | |
| limit | page size | |
| fields | fields | |
| flag | filter flag = | |`,
  authentication: 'None.',
});
