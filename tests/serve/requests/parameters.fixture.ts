import { documentText, keyed } from '../../support/document-text.fixture.ts';

/** A document whose operations take a parameter that means `input`, and read it wherever an expression may stand. */
export const parameterized = documentText('Parameters', {
  intro: 'Things of shops.',
  purpose: 'Purpose and scope: not shown.',
  resources: `### Thing

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuid | assigned |
| shop | string | assigned from caller.shop |
| name | string | |
| note | string | |
| seen | boolean | read-only |
| last | string | read-only |

| Rule | On | Check | Error |
| --- | --- | --- | --- |
| not_dry | create, update | \`not has(input.dry) or input.dry == false\` | dry |`,
  states: `States: none.

### Thing

| From | Transition | To | Guard | Effect | Error |
| --- | --- | --- | --- | --- | --- |
| — | create | — | | \`seen = has(input.why)\`; \`last = input.name + "!"\` | |
| — | update | — | | \`last = has(input.label) ? input.label : "unnamed"\` | |
| — | replace | — | | \`last = has(input.why) ? input.why : "none"\` | |
| — | poke | — | \`has(input.why)\` | | no_why |`,
  endpoints: `Base address: not shown.
- Request media types: application/json, application/json-patch+json

| Operation | Method | Path | Request | Response |
| --- | --- | --- | --- | --- |
| create Thing | POST | /things | \`Thing\` | 201 \`Thing(all, why?: = input.why, dry: = input.dry)\` header X-Why \`input.why\` |
| create Thing as named | PUT | /things/{id} | \`Thing(name)\` | 201 \`Thing(all, why?: = input.why)\`; 200 \`Thing(all, why?: = input.why)\` |
| update Thing | PATCH | /things/{id} | \`{ label?: Thing.name, note?: Thing.note }\` | 200 \`Thing(all, why?: = input.why)\` when \`not has(input.why) or input.why != "x"\`; 204 |
| replace Thing | PUT | /things/{id}/all | \`Thing\` | 200 \`Thing(all, why?: = input.why)\` |
| delete Thing | DELETE | /things/{id} | | 200 \`{ why?: = input.why }\` |
| read Thing | GET | /things/{id} | | 200 \`Thing(all, why?: = input.why, until?: = input.until)\` |
| poke Thing | POST | /things/{id}/poke | \`{ a?: Thing.name }\` | 200 \`Thing(all, why?: = input.why)\` |
| pokes (handler) | POST | /pokes | \`{ id: Thing.id, why?: Thing.name, dry?: Thing.seen }\` | 200 \`{ thing: Thing }\` |

### create Thing, update Thing, replace Thing

| Parameter | Maps to | Constraints |
| --- | --- | --- |
| why | input string | |
| dry | input boolean | default false |

### read Thing

| Parameter | Maps to | Constraints |
| --- | --- | --- |
| why | input string | |
| until | input date | |

### named, delete Thing, poke Thing

| Parameter | Maps to | Constraints |
| --- | --- | --- |
| why | input string | |`,
  authentication: keyed(`| clerk | all Thing, named | \`shop == caller.shop\` |
| clerk | pokes | |`),
  errors: `| Code | Status | Condition |
| --- | --- | --- |
| dry | 422 | |
| no_why | 422 | |`,
});
