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
    states: [...rowsOf]
      .map(
        ([name, rows]) =>
          `### ${name}\n\n| Transition | Guard | Effect |\n| --- | --- | --- |\n${rows.map((row) => row.slice(name.length + 2)).join('\n')}`,
      )
      .join('\n\n'),
    endpoints: `| Operation | Path |
| --- | --- |
| create, read Bee | /bees |
| create, read${deletes ? ', delete' : ''} Hive | /hives |
| create, read Ant | /ants |${deletes ? '' : '\n| shut Hive | /hives/{id}/shut |'}`,
    authentication: keyed('| all | all | |'),
    errors: '- Codes: named after conditions',
  });
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
