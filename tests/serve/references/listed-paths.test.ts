import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { collectIndexes } from '../../../src/stores/indexes.ts';
import { createExplainer } from '../../../src/stores/queries/explained.ts';
import { documentText, keyed } from '../../support/document-text.fixture.ts';
import { planFor, serveIn } from '../support/served.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';

const text = documentText('Tasks', {
  resources: `### Lead

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| user | string | required |

### Project

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuidv7 | assigned |
| lead | ref Lead | |

### Task

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| project | ref Project | |
| done | boolean | default false |
| rank | integer or null | |`,
  endpoints: `- Lists: { data, next } by cursor; 4, at most 100

| Operation | Path |
| --- | --- |
| create Lead | /leads |
| create Project | /projects |
| create, list Task | /tasks |

### list Task

| Parameter | Maps to |
| --- | --- |
| sort | sort rank |
| done | filter |`,
  authentication: keyed(
    `| lead | list Task | \`project.lead.user == caller.id\` |
| open | list Task | \`done == false and caller.id == project.lead.user\` |
| all | create Lead, create Project, create Task | |`,
  ),
  errors: '- Codes: named after conditions',
});

interface Task {
  readonly id: number;
  readonly project?: string;
  readonly done: boolean;
  readonly rank: number | null;
}

for (const [name, address] of everyStore) {
  describe(`records of which a path leads to the caller, ${name}`, () => {
    test('are those of the caller in the order of the list, with few references and with many', async (t) => {
      const served = await serveIn(t, text, {}, undefined, await address());
      const admin = await served.key(['all'], {});
      const create = async (path: string, body: object) => {
        const { status, json } = await served.ask(`POST ${path}`, { key: admin, body });
        assert.equal(status, 201, JSON.stringify(json));
        return json;
      };
      const users = ['ann', 'ben', 'cat', 'dan'];
      const leads: number[] = [];
      for (const user of users) leads.push((await create('/leads', { user })).id);
      const projects: { readonly id: string; readonly user: string | undefined }[] = [];
      for (let i = 0; i < 215; i++) {
        // Some projects have no lead, and Cat leads more than are listed.
        const of = i < 3 ? 0 : i === 3 ? 1 : i === 4 ? undefined : 2;
        const { id } = await create('/projects', of === undefined ? {} : { lead: leads[of] });
        projects.push({ id, user: of === undefined ? undefined : users[of] });
      }
      const tasks: (Task & { readonly user: string | undefined })[] = [];
      for (let i = 0; i < 60; i++) {
        const project = i % 8 === 7 ? undefined : projects[(i * 7) % 9];
        const body = { ...(project && { project: project.id }), done: i % 3 === 0, rank: i % 5 === 0 ? null : i % 4 };
        tasks.push({ ...(await create('/tasks', body)), user: project?.user });
      }
      const byId = (left: Task, right: Task): number => left.id - right.id;
      const byRank = (left: Task, right: Task): number => (left.rank ?? -1) - (right.rank ?? -1);
      for (const user of users)
        for (const [scope, may] of [
          ['lead', () => true],
          ['open', ({ done }: Task) => !done],
        ] as const) {
          const key = await served.key([scope], {}, { subject: user });
          for (const [query, order] of [
            ['', byId],
            ['&sort=rank', (left: Task, right: Task) => byRank(left, right) || byId(left, right)],
            ['&sort=-rank', (left: Task, right: Task) => byRank(right, left) || byId(right, left)],
          ] as const) {
            const found: number[] = [];
            for (let next: string | undefined = ''; next !== undefined; ) {
              const cursor: string = next === '' ? '' : `&cursor=${encodeURIComponent(next)}`;
              const { json } = await served.ask(`GET /tasks?limit=4${query}${cursor}`, { key });
              found.push(...json.data.map(({ id }: Task) => id));
              next = json.next ?? undefined;
            }
            const due = tasks.filter((task) => task.user === user && may(task)).toSorted(order);
            assert.deepEqual(
              found,
              due.map(({ id }) => id),
              `${user} ${scope} ${query}`,
            );
          }
        }
    });
  });
}

test('indexes find the records from which the path leads to the caller', () => {
  const plan = planFor(text);
  const found = [...collectIndexes(plan)].map(([name, indexes]) => [
    name,
    indexes.map((keys) => keys.map(({ field }) => field).join(' ')),
  ]);
  assert.deepEqual(Object.fromEntries(found), {
    Lead: ['user'],
    Project: ['lead'],
    Task: [
      ...['done id', 'project id', 'rank id', 'done rank id', 'project done id', 'project rank id'],
      'project done rank id',
    ],
  });
  const [{ access }] = plan.operations.filter(({ name }) => name === 'list Task') as [(typeof plan.operations)[number]];
  const { where } = access.grants.find(({ scope }) => scope === 'lead')!;
  const order = [{ field: 'id', descending: false }];
  const read = createExplainer(plan).read({
    resource: 'Task',
    conditions: [{ kind: 'any', of: [where as never] }],
    order,
    bounded: true,
  });
  assert.deepEqual([read.reads, read.listed?.field, read.listed?.values], ['tested', 'project', 200]);
});
