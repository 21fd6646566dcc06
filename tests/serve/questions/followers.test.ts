import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { documentText, keyed } from '../../support/document-text.fixture.ts';
import { serveIn } from '../support/served.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';

const gone = (resource: string) => `### ${resource}

| State | Kind |
| --- | --- |
| on | initial |
| off | gone |

| From | Transition | To |
| --- | --- | --- |
| on | delete | off |
`;

/** Departments whose people follow them, and name each other; places whose guests a rule counts. */
const firm = documentText('Firm', {
  resources: `### Dept

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuidv7 | assigned |
| state | state | |

### Person

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuidv7 | assigned |
| dept | ref Dept | required; on delete cascade |
| boss | ref Person or null | on delete clear |
| state | state | |

| Rule | Check |
| --- | --- |
| few | \`Person.count(p, p.dept == dept) <= 9\` |

### Host

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuidv7 | assigned |

### Place

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuidv7 | assigned |
| most | integer | required |

### Guest

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuidv7 | assigned |
| host | ref Host or null | on delete clear |
| place | ref Place | required |

| Rule | Check |
| --- | --- |
| hosted | \`host != null or Guest.count(g, g.place == place and g.host == null) <= place.most\` |`,
  states: `${gone('Dept')}\n${gone('Person')}`,
  endpoints: `- Lists: { data, next } by cursor; 25, at most 100

| Operation | Path |
| --- | --- |
| create, read, delete Dept | /depts |
| create, list, read Person | /people |
| create, delete Host | /hosts |
| create, read Place | /places |
| create, read Guest | /guests |`,
  authentication: keyed('| all | all Dept, all Person, all Host, all Place, all Guest | |'),
  errors: '- Codes: named after conditions',
});

for (const [name, address] of everyStore) {
  describe(`records that follow a deletion ${name}`, () => {
    const open = async (t: Parameters<typeof serveIn>[0]) => {
      const served = await serveIn(t, firm, {}, undefined, await address());
      const key = await served.key(['all'], {});
      const ask = (line: string, body?: object) => served.ask(line, { key, body });
      const made = async (path: string, body: object): Promise<string> => (await ask(`POST ${path}`, body)).json.id;
      return { ask, made };
    };

    test('are deleted although the deletion of one has changed the others', async (t) => {
      const { ask, made } = await open(t);
      const dept = await made('/depts', {});
      const boss = await made('/people', { dept, boss: null });
      for (let i = 0; i < 3; i++) await made('/people', { dept, boss });
      const stays = await made('/people', { dept: await made('/depts', {}), boss });
      assert.equal((await ask(`DELETE /depts/${dept}`)).status, 204);
      const left = (await ask('GET /people')).json.data;
      assert.deepEqual(
        left.map(({ id, boss: of }: { id: string; boss: string | null }) => [id, of]),
        [[stays, null]],
      );
    });

    test('are judged by rules that read through references', async (t) => {
      const { ask, made } = await open(t);
      const [host, other] = [await made('/hosts', {}), await made('/hosts', {})];
      const place = await made('/places', { most: 1 });
      const guest = await made('/guests', { host, place });
      await made('/guests', { host: other, place });
      assert.equal((await ask(`DELETE /hosts/${host}`)).status, 204);
      assert.equal((await ask(`GET /guests/${guest}`)).json.host, null);
      assert.equal((await ask(`DELETE /hosts/${other}`)).status, 422);
    });
  });
}
