import assert from 'node:assert/strict';
import { test } from 'node:test';
import { documentText, keyed } from '../../support/document-text.fixture.ts';
import { serveIn } from '../support/served.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';

/** Effects whose items, references and values may be null. */
const page = documentText('Tasks', {
  resources: `### Task

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| owner | string | assigned from caller.id |
| helper | ref Person or null | on delete clear |

### Person

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| owner | string | assigned from caller.id |
| told | integer | default 0 |

### Note

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| task | ref Task | required; on delete cascade |
| person | ref Person | on delete clear |
| level | integer | default 5 |
| other | integer or null | |

### Step (object)

| Field | Type | Constraints |
| --- | --- | --- |
| person | ref Person | required |
| level | integer or null | |

### Plan (object)

| Field | Type |
| --- | --- |
| steps | (Step or null)[] |
| people | (ref Person or null)[] |`,
  states: `### Task

| Transition | Effect |
| --- | --- |
| tell | \`input.steps.each(s, s != null, s.person.told = s.person.told + 1)\` |
| remove | \`input.steps.each(s, s != null, delete s.person)\` |
| note | \`input.people.each(p, create Note(task: id, person: p))\` |
| maybe | \`input.people.each(p, create Note(task: id, person?: p))\`; \`create Note(task: id, person: helper)\` |
| rate | \`input.steps.each(s, s != null, create Note(task: id, level: s.level, other: s.level))\` |`,
  endpoints: `| Operation | Path | Request | Response |
| --- | --- | --- | --- |
| create Task | /tasks | | |
| create, read Person | /people | | |
| read Note | /notes/{id} | | |
${['tell', 'remove', 'note', 'maybe', 'rate'].map((name) => `| ${name} Task | /tasks/{id}/${name} | \`Plan\` | 200 \`Task(id, notes: Note(person, level, other)[..9 by id])\` |`).join('\n')}`,
  authentication: keyed(`| user | all Task, all Person | \`owner == caller.id\` |
| user | all Note | \`task.owner == caller.id\` |`),
  errors: '- Codes: named after conditions',
});

for (const [name, address] of everyStore) {
  test(`null items have no effect, and null leaves out a field of a new record ${name}`, async (t) => {
    const served = await serveIn(t, page, {}, undefined, await address());
    const as = async (subject: string) => {
      const key = await served.key(['user'], {}, { subject });
      return async (line: string, body?: object) => await served.ask(line, { key, body });
    };
    const [ana, bob] = [await as('ana'), await as('bob')];
    const [person, his] = [(await ana('POST /people', {})).json.id, (await bob('POST /people', {})).json.id];
    const make = async (ask: typeof ana, body: object) => (await ask('POST /tasks', body)).json.id;
    const task = await make(ana, { helper: null });
    const told = await ana(`POST /tasks/${task}/tell`, { steps: [{ person }, null, { person }] });
    assert.equal(told.status, 200, told.text);
    assert.equal((await ana(`GET /people/${person}`)).json.told, 2);
    const hidden = await ana(`POST /tasks/${task}/tell`, { steps: [null, { person: his }] });
    assert.deepEqual([hidden.status, hidden.json.errors[0].pointer], [422, '/steps/1/person']);
    const notes = async (ask: typeof ana, of: number, verb: string, body: object) => {
      const got = await ask(`POST /tasks/${of}/${verb}`, body);
      assert.equal(got.status, 200, got.text);
      return got.json.notes;
    };
    const other = null;
    const [named, none] = [
      { person, level: 5, other },
      { level: 5, other },
    ];
    assert.deepEqual(await notes(ana, task, 'note', { people: [person, null] }), [named, none]);
    assert.deepEqual(await notes(ana, task, 'maybe', { people: [null] }), [named, none, none, none]);
    const second = await make(ana, { helper: person });
    assert.deepEqual(await notes(ana, second, 'maybe', { people: [person] }), [named, named]);
    // Null gives a field with a default its default, and is the value of a field that may be null.
    const third = await make(ana, { helper: null });
    assert.deepEqual(
      await notes(ana, third, 'rate', {
        steps: [
          { person, level: null },
          { person, level: 7 },
        ],
      }),
      [none, { level: 7, other: 7 }],
    );
    const removed = await ana(`POST /tasks/${third}/remove`, { steps: [{ person }] });
    assert.equal(removed.status, 200, removed.text);
    assert.equal((await ana(`GET /people/${person}`)).status, 404);
    assert.equal((await bob(`GET /people/${his}`)).json.told, 0);
  });
}
