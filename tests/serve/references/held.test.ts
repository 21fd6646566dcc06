import assert from 'node:assert/strict';
import { test } from 'node:test';
import { documentText } from '../../support/document-text.fixture.ts';
import { serveIn } from '../support/served.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';

/** References that a state, an object and a unique constraint keep from being cleared, and one that restricts next to one that cascades. */
const document = documentText('Things', {
  resources: `### Person

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |

### Thing

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| owner | ref Person | on delete clear |
| status | state | |

### Pass

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| of | ref Person | on delete cascade |
| granted_by | ref Person | on delete restrict |

### Other

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |

### Inner (object)

| Field | Type | Constraints |
| --- | --- | --- |
| to | ref Other | |

### Holder

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| inner | Inner | |

### Team

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |

### Seat

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| team | ref Team | on delete clear |
| name | string | required; unique where \`not has(team)\` |`,
  states: `### Thing

| State | Kind |
| --- | --- |
| open | initial |
| held | final |

| From | Transition | To |
| --- | --- | --- |
| open | hold | held |

| Field | open | held |
| --- | --- | --- |
| owner | editable | required |`,
  endpoints: `| Operation | Path | Request | Response |
| --- | --- | --- | --- |
| create Person | /persons | | 201 \`Person\` |
| delete Person | /persons/{id} | | 204 |
| create Thing | /things | \`Thing\` | 201 \`Thing\` |
| hold Thing | /things/{id}/hold | | 200 \`Thing\` |
| create Pass | /passes | \`Pass\` | 201 \`Pass\` |
| create Other | /others | | 201 \`Other\` |
| delete Other | /others/{id} | | 204 |
| create Holder | /holders | \`Holder\` | 201 \`Holder\` |
| create Team | /teams | | 201 \`Team\` |
| delete Team | /teams/{id} | | 204 |
| create Seat | /seats | \`Seat\` | 201 \`Seat\` |`,
  errors: '- Codes: named after conditions',
});

for (const [store, address] of everyStore) {
  test(`a deletion names the refusal that a referring record causes by its state, an object or a unique, ${store}`, async (t) => {
    const served = await serveIn(t, document, {}, undefined, await address());
    const ask = async (line: string, body?: object) => (await served.ask(line, { body })).json;
    const deleted = async (path: string) => {
      const { status, json } = await served.ask(`DELETE ${path}`);
      return [status, json?.code];
    };
    const held = [409, 'still_referenced'];
    const refusals = served.plan.operations.flatMap(({ name, kind, steps }) =>
      kind === 'delete' && steps.some((step) => step.refusals?.some(({ code }) => code === held[1])) ? [name] : [],
    );
    assert.deepEqual(refusals, ['delete Person', 'delete Other', 'delete Team']);
    const [one, two] = [await ask('POST /persons'), await ask('POST /persons')];
    const thing = await ask('POST /things', { owner: one.id });
    await ask('POST /things', { owner: two.id });
    await ask(`POST /things/${thing.id}/hold`);
    assert.deepEqual(await deleted(`/persons/${one.id}`), held);
    assert.deepEqual(await deleted(`/persons/${two.id}`), [204, undefined]);
    const other = await ask('POST /others');
    await ask('POST /holders', { inner: { to: other.id } });
    assert.deepEqual(await deleted(`/others/${other.id}`), held);
    const [red, blue] = [await ask('POST /teams'), await ask('POST /teams')];
    for (const team of [red, blue]) await ask('POST /seats', { team: team.id, name: 'a' });
    assert.deepEqual(await deleted(`/teams/${red.id}`), [204, undefined]);
    assert.deepEqual(await deleted(`/teams/${blue.id}`), held);
  });

  test(`a reference that restricts holds a record also if another one would cascade, ${store}`, async (t) => {
    const served = await serveIn(t, document, {}, undefined, await address());
    const ask = async (line: string, body?: object) => (await served.ask(line, { body })).json;
    const [ada, bob] = [await ask('POST /persons'), await ask('POST /persons')];
    await ask('POST /passes', { of: ada.id, granted_by: ada.id });
    await ask('POST /passes', { of: bob.id, granted_by: ada.id });
    assert.equal((await served.ask(`DELETE /persons/${ada.id}`)).status, 409);
    assert.equal((await served.ask(`DELETE /persons/${bob.id}`)).status, 204);
    assert.equal((await served.ask(`DELETE /persons/${ada.id}`)).status, 409);
  });
}
