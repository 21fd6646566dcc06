import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { mustBeSerializable } from '../../../src/plan/records/isolation.ts';
import { documentText, keyed } from '../../support/document-text.fixture.ts';
import { freshDatabase } from '../../support/postgres.ts';
import { planFor, serveIn } from '../support/served.fixture.ts';

interface Case {
  readonly bee: string;
  readonly hive: string;
  readonly ant: string;
  /** Rows of transitions, as `Resource: cells`. */
  readonly states: readonly string[];
  readonly serializable: readonly string[];
  /** Only the plan is looked at. */
  readonly planned?: true;
}

const shutting = '| shut | `not Ant.exists(a, a.k == k)` |';

/** Either an ant is created or its hive is shut, deleted or emptied, never both. */
const cases: Readonly<Record<string, Case>> = {
  'what only an effect writes, read through a reference': {
    ...{
      bee: '| open | boolean | default true |',
      hive: '| bee | ref Bee | required |',
      ant: '| bee | ref Bee | required |',
    },
    states: [`Hive: ${shutting} \`bee.open = false\` |`, 'Ant: | create | `bee.open` | |'],
    serializable: ['Ant', 'Hive'],
  },
  'what a deletion takes along': {
    ...{ bee: '| k | string | |\n| hive | ref Hive | required; on delete cascade |', hive: '', ant: '' },
    states: ['Hive: | delete | `not Ant.exists(a, a.k == k)` | |', 'Ant: | create | `Bee.exists(b, b.k == k)` | |'],
    serializable: ['Ant', 'Hive'],
  },
  'what a deletion clears': {
    ...{ bee: '| k | string | |\n| hive | ref Hive | on delete clear |', hive: '', ant: '' },
    states: [
      'Hive: | delete | `not Ant.exists(a, a.k == k)` | |',
      'Ant: | create | `Bee.exists(b, b.k == k and has(b.hive))` | |',
    ],
    serializable: ['Ant', 'Hive'],
  },
  'what a timed deletion takes along': {
    bee: '| k | string | |\n| hive | ref Hive | required; on delete cascade |',
    hive: '| at | date-time | |\n| status | state | |',
    ant: '',
    states: [
      'Hive: | open | delete | | at at | `not Ant.exists(a, a.k == k)` | |',
      'Ant: | create | `Bee.exists(b, b.k == k)` | |',
    ],
    serializable: ['Ant', 'Hive'],
    planned: true,
  },
  'what an effect reads of the records that it finds': {
    bee: '| k | string | |\n| n | integer | default 1 |',
    hive: '| bee | ref Bee | required |',
    ant: '| n | integer | |',
    states: [
      'Hive: | shut | | `Hive.each(h, h.k == k, create Ant(k: h.k, n: h.bee.n))` |',
      'Bee: | drop | `not Ant.exists(a, a.k == k) and not Hive.exists(h, h.k == k)` | `n = 0` |',
    ],
    serializable: ['Bee', 'Hive'],
    planned: true,
  },
  'effects that find the records that they change': {
    bee: '| hive | ref Hive | required |\n| n | integer | default 1 |',
    hive: '',
    ant: '',
    states: ['Hive: | shut | | `Bee.each(b, b.hive == id, b.n = 2)` |'],
    serializable: ['Hive'],
    planned: true,
  },
  'effects that change what the record references': {
    bee: '| n | integer | default 1 |',
    hive: '| bee | ref Bee | required |\n| other | ref Bee | |',
    ant: '',
    states: ['Hive: | shut | | `bee.n = 2`; `other.n = 3`; `create Ant(k: k)` |'],
    serializable: [],
    planned: true,
  },
  'effects on a record of the own resource': {
    ...{ bee: '', hive: '| after | ref Hive | |\n| n | integer | default 1 |', ant: '' },
    states: ['Hive: | shut | | `after.n = 2` |'],
    serializable: ['Hive'],
    planned: true,
  },
  'effects of the records that a deletion takes along': {
    bee: '| hive | ref Hive | required; on delete cascade |\n| ant | ref Ant | required |',
    hive: '',
    ant: '| n | integer | default 1 |',
    states: ['Bee: | delete | | `ant.n = 2` |', 'Hive: | delete | | |'],
    serializable: ['Hive'],
    planned: true,
  },
  'a guard and an effect that ask in the same row': {
    ...{ bee: '', hive: '| ants | integer | default 0 |', ant: '' },
    states: ['Hive: | shut | `Ant.count(a, a.k == k) < 1` | `ants = Ant.count(a, a.k == k)` |'],
    serializable: ['Hive'],
  },
};

function document({ bee, hive, ant, states }: Case): string {
  const table = (name: string, rows: string, k: string) => `### ${name}

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuidv7 | assigned |
${k}${rows}${rows === '' ? '' : '\n'}`;
  const k = '| k | string | required |\n';
  const rowsOf = Map.groupBy(states, (row) => row.slice(0, row.indexOf(':')));
  const deletes = states.some((row) => row.includes('| delete |'));
  return documentText('Hives', {
    resources: [table('Bee', bee, ''), table('Hive', hive, k), table('Ant', ant, k)].join('\n'),
    states: [...rowsOf].map(([name, rows]) => writeRows(name, rows)).join('\n\n'),
    endpoints: `| Operation | Path |
| --- | --- |
| create, read Bee | /bees |
| create, read${deletes ? ', delete' : ''} Hive | /hives |
| create, read Ant | /ants |${deletes ? '' : '\n| shut Hive | /hives/{id}/shut |'}${states.some((row) => row.includes('| drop |')) ? '\n| drop Bee | /bees/{id}/drop |' : ''}`,
    authentication: keyed('| all | all | |'),
    errors: '- Codes: named after conditions',
  });
}

/** A table of rows, in the columns that they have. */
function writeRows(name: string, rows: readonly string[]): string {
  const cells = rows.map((row) => row.slice(name.length + 2));
  const isTimed = cells.some((row) => row.includes(' at at '));
  const columns = isTimed
    ? ['From', 'Transition', 'To', 'Trigger', 'Guard', 'Effect']
    : ['Transition', 'Guard', 'Effect'];
  const states = isTimed ? '| State | Kind |\n| --- | --- |\n| open | initial |\n\n' : '';
  const head = [columns, columns.map(() => '---')].map((row) => `| ${row.join(' | ')} |`).join('\n');
  return `### ${name}\n\n${states}${head}\n${cells.join('\n')}`;
}

describe('writes run as if alone', () => {
  for (const [name, stated] of Object.entries(cases)) {
    test(name, () => {
      const plan = planFor(document(stated));
      const names = plan.resources.map((resource) => resource.name).filter((each) => mustBeSerializable(plan, each));
      assert.deepEqual(names.sort(), stated.serializable);
    });
  }
});

describe('on PostgreSQL only one of two writes succeeds that exclude each other', () => {
  for (const [name, stated] of Object.entries(cases)) {
    if (stated.planned === true) continue;
    test(name, async (t) => {
      const served = await serveIn(t, document(stated), {}, undefined, await freshDatabase());
      const key = await served.key(['all'], {});
      const create = async (path: string, body: object) => (await served.ask(`POST ${path}`, { key, body })).json.id;
      for (let i = 0; i < 40; i++) {
        const k = `k${i}`;
        const bee = stated.hive.includes('ref Bee') ? { bee: await create('/bees', {}) } : {};
        const hive = await create('/hives', { k, ...bee });
        if (stated.bee.includes('ref Hive')) await create('/bees', { k, hive });
        const deletes = stated.states[0]!.includes('delete');
        const [made, shut] = await Promise.all([
          served.ask('POST /ants', { key, body: { k, ...(stated.ant === '' ? {} : bee) } }),
          served.ask(deletes ? `DELETE /hives/${hive}` : `POST /hives/${hive}/shut`, { key }),
        ]);
        const counted = shut.json?.ants;
        const both = `${made.status} ${made.text}\n${shut.status} ${shut.text}`;
        if (counted !== undefined) assert.equal(counted, 0, both);
        else assert.equal([made, shut].filter(({ status }) => status < 300).length, 1, both);
      }
    });
  }
});
