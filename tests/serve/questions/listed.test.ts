import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createExplainer } from '../../../src/stores/queries/explained.ts';
import { documentText, keyed } from '../../support/document-text.fixture.ts';
import { planFor, type Served, serveIn } from '../support/served.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';

const text = documentText('Tasks', {
  resources: `### Project

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuidv7 | assigned |
| name | string | required |

### Member

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuidv7 | assigned |
| project | ref Project or null | |
| user | string | required |
| active | boolean | default true |

### Task

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuidv7 | assigned |
| project | ref Project | |
| done | boolean | default false |
| rank | integer or null | |
| tag | string | |`,
  endpoints: `- Lists: { data, next } by cursor; 3, at most 100

| Operation | Path |
| --- | --- |
| create, list Project | /projects |
| create Member | /members |
| create, list Task | /tasks |

### list Task

| Parameter | Maps to |
| --- | --- |
| sort | sort rank, tag |
| done | filter |
| tag | filter |`,
  authentication: keyed(
    `| member | list Task | \`Member.exists(m, m.project == project and m.user == caller.id and m.active == true)\` |
| member | list Project | \`Member.exists(m, m.project == id and m.user == caller.id and m.active == true)\` |
| lists | list Task | \`project in caller.projects\` |
| all | create Project, create Member, create Task | |`,
    '| projects | string[] |\n',
  ),
  errors: '- Codes: named after conditions',
});

interface Task {
  readonly id: string;
  readonly project?: string;
  readonly done: boolean;
  readonly rank: number | null;
  readonly tag: string;
}

/** Reads a list page by page, to its end. */
async function readAll(served: Served, path: string, key: string): Promise<readonly { readonly id: string }[]> {
  const found: { id: string }[] = [];
  for (let next: string | null = '', pages = 0; next !== null; pages++) {
    assert.ok(pages < 500, `${path} does not end`);
    const { status, json } = await served.ask(
      `GET ${path}${next === '' ? '' : `&cursor=${encodeURIComponent(next)}`}`,
      { key },
    );
    assert.equal(status, 200, JSON.stringify(json));
    assert.ok(json.data.length <= 3);
    found.push(...json.data);
    next = json.next ?? null;
  }
  return found;
}

type Order = readonly [sort: string, compare: (left: Task, right: Task) => number];

const byId = (left: Task, right: Task): number => (left.id < right.id ? -1 : 1);
const byRank = (left: Task, right: Task): number => (left.rank ?? -1) - (right.rank ?? -1);

const orders: readonly Order[] = [
  ['', byId],
  ['&sort=rank', (left, right) => byRank(left, right) || byId(left, right)],
  ['&sort=-rank', (left, right) => byRank(right, left) || byId(right, left)],
  ['&sort=tag', (left, right) => (left.tag === right.tag ? byId(left, right) : left.tag < right.tag ? -1 : 1)],
];

const filters: readonly (readonly [string, (task: Task) => boolean])[] = [
  ['', () => true],
  ['&done=true', ({ done }) => done],
  ['&tag=b', ({ tag }) => tag === 'b'],
  ['&tag=b&done=false', ({ tag, done }) => tag === 'b' && !done],
];

for (const [name, address] of everyStore) {
  describe(`records of which a Where lists the values, ${name}`, () => {
    test('are those of the caller in the order of the list, with few values and with many', async (t) => {
      const served = await serveIn(t, text, {}, undefined, await address());
      const admin = await served.key(['all'], {});
      const create = async (path: string, body: object) => {
        const { status, json } = await served.ask(`POST ${path}`, { key: admin, body });
        assert.equal(status, 201, JSON.stringify(json));
        return json;
      };
      const projects: string[] = [];
      for (let i = 0; i < 210; i++) projects.push((await create('/projects', { name: `p${i}` })).id);
      const tasks: Task[] = [];
      for (let i = 0; i < 60; i++) {
        // Some tasks belong to no project, and no caller sees them, whatever memberships name none.
        const project = i % 8 === 7 ? {} : { project: projects[(i * 7) % 9] };
        const rank = i % 5 === 0 ? null : i % 4;
        tasks.push(
          await create('/tasks', { ...project, done: i % 3 === 0, rank, tag: 'abc'[i % 3 === 2 ? 1 : i % 2] }),
        );
      }
      const callers: Readonly<Record<string, readonly number[]>> = {
        ann: [0, 1, 2, 2],
        ben: [3],
        cat: projects.map((_, i) => i),
        dan: [],
      };
      for (const [user, of] of Object.entries(callers)) {
        for (const i of of) await create('/members', { project: projects[i], user });
        await create('/members', { project: null, user });
        await create('/members', { project: projects[5], user, active: false });
      }
      for (const [user, of] of Object.entries(callers)) {
        const own = new Set(of.map((i) => projects[i]!));
        const keys = [
          await served.key(['member'], {}, { subject: user }),
          await served.key(['lists'], { projects: [...own, ...own] }, { subject: user }),
        ];
        const seen = tasks.filter(({ project }) => project !== undefined && own.has(project));
        for (const key of keys)
          for (const [sort, compare] of orders)
            for (const [filter, holds] of sort === '&sort=tag' ? filters.slice(0, 1) : filters) {
              const found = await readAll(served, `/tasks?limit=3${sort}${filter}`, key);
              const expected = seen.filter(holds).toSorted(compare);
              assert.deepEqual(
                found.map(({ id }) => id),
                expected.map(({ id }) => id),
                `${user} ${sort}${filter}`,
              );
            }
        const found = await readAll(served, '/projects?limit=3', keys[0]!);
        assert.deepEqual(
          found.map(({ id }) => id),
          [...own].sort(),
        );
      }
    });
  });
}

test('are explained with the index that is read for each value', () => {
  const plan = planFor(text);
  const explainer = createExplainer(plan);
  const ruleOf = (name: string, scope: string) =>
    plan.operations.find((operation) => operation.name === name)!.access.grants.find((grant) => grant.scope === scope)!
      .where;
  const read = (name: string, scope: string) => {
    const where = ruleOf(name, scope);
    assert.ok(where !== undefined && where !== 'disabled');
    const resource = name.slice('list '.length);
    return explainer.read({
      resource,
      conditions: [{ kind: 'any', of: [where] }],
      order: [{ field: 'id', descending: false }],
    });
  };
  assert.equal(read('list Task', 'member').listed?.field, 'project');
  assert.equal(read('list Task', 'lists').listed?.field, 'project');
  assert.deepEqual(read('list Project', 'member').listed, { field: 'id', values: 200, index: 'identity of project' });
  const members = explainer.tables.find(({ resource }) => resource === 'Member')!;
  const fields = members.indexes.map((index) => index.fields.join(' '));
  assert.ok(fields.includes('user active project'), fields.join('\n'));
});
