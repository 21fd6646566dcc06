import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { mustBeSerializable } from '../../../src/plan/records/isolation.ts';
import { documentText, keyed } from '../../support/document-text.fixture.ts';
import { freshDatabase } from '../../support/postgres.ts';
import { planFor, type Served, serveIn } from '../support/served.fixture.ts';
import { chain } from './chain.fixture.ts';

const together = 30;

const places: readonly (readonly [name: string, address: () => Promise<string>, instances: number])[] = [
  ['on SQLite', async () => 'sqlite::memory:', 1],
  ['on PostgreSQL', freshDatabase, 1],
  ['on three instances', freshDatabase, 3],
];

/** A lamp may be switched off while the other lamp of its pair is on, which each finds through the room between them. */
const lamps = documentText('Lamps', {
  resources: `### Lamp

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| on | boolean | default true |
| room | ref Room | |

| Rule | Check | Error |
| --- | --- | --- |
| one_on | \`on or not has(room) or room.other.on\` | dark |

### Room

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| other | ref Lamp | required |`,
  endpoints: `| Operation | Path |
| --- | --- |
| create, read, update Lamp | /lamps |
| create, update Room | /rooms |`,
  authentication: keyed('| all | all | |'),
  errors: `- Codes: named after conditions

| Code | Status | Condition |
| --- | --- | --- |
| dark | 409 | |`,
});

describe('writes that follow several references', () => {
  const isolated = (document: string) => {
    const plan = planFor(document);
    return plan.resources.map(({ name }) => name).filter((name) => mustBeSerializable(plan, name));
  };

  test('are put in an order by the locks on the records on the way', () => assert.deepEqual(isolated(chain), []));

  test('run as if alone if a write must that reads what they write', () => {
    const counted = 'status == "closed" or Project.count(p, p.owner == owner) <= 100';
    const text = chain.replace(
      '### Person\n',
      `| Rule | Check |\n| --- | --- |\n| few | \`${counted}\` |\n\n### Person\n`,
    );
    assert.deepEqual(isolated(text), ['Project', 'Post', 'Comment']);
  });
});

for (const [name, address, instances] of places) {
  describe(`conditions through several references at the same time ${name}`, () => {
    const open = async (document: string, t: Parameters<typeof serveIn>[0]) => {
      const at = await address();
      const all: Served[] = [];
      for (let i = 0; i < instances; i++) all.push(await serveIn(t, document, {}, undefined, at));
      const key = await all[0]!.key(['all'], { shop: 'north' }, { subject: 'ana' });
      let count = 0;
      const ask = (line: string, body?: object) =>
        all[count++ % instances]!.ask(line, { key, ...(body === undefined ? {} : { body }) });
      const made = async (path: string, body: object): Promise<number> => {
        const got = await ask(`POST ${path}`, body);
        assert.equal(got.status, 201, got.text);
        return got.json.id;
      };
      return { all, ask, made };
    };

    test('of two writes that read each other’s record, one is refused', async (t) => {
      const { all, ask, made } = await open(lamps, t);
      const pairs: (readonly [number, number])[] = [];
      for (let i = 0; i < together; i++) {
        const [left, right] = [await made('/lamps', {}), await made('/lamps', {})];
        const [toRight, toLeft] = [await made('/rooms', { other: right }), await made('/rooms', { other: left })];
        await ask(`PATCH /lamps/${left}`, { room: toRight });
        await ask(`PATCH /lamps/${right}`, { room: toLeft });
        pairs.push([left, right]);
      }
      const got = await Promise.all(pairs.flat().map((id) => ask(`PATCH /lamps/${id}`, { on: false })));
      for (const [i] of pairs.entries()) {
        const codes = [got[2 * i]!, got[2 * i + 1]!].map(({ status, json }) => (status === 200 ? 'done' : json.code));
        assert.deepEqual(codes.toSorted(), ['dark', 'done']);
      }
      assert.deepEqual(
        all.flatMap(({ logged }) => logged),
        [],
      );
    });

    test('a project is not closed while a comment is added two references away', async (t) => {
      const { all, ask, made } = await open(chain, t);
      const team = await made('/teams', {});
      for (let round = 0; round < 10; round++) {
        const project = await made('/projects', { team, owner: 'ana' });
        const post = await made('/posts', { project, title: 'x' });
        const lines = Array.from({ length: 6 }, (_, i) => (i === 3 ? `/projects/${project}/close` : '/comments'));
        const got = await Promise.all(
          lines.map((line) => ask(`POST ${line}`, line === '/comments' ? { post, text: 'x' } : undefined)),
        );
        const added = got.filter(({ status }) => status === 201).length;
        const closed = got[3]!.status === 200;
        assert.ok(
          closed ? added === 0 : added === 5,
          JSON.stringify(got.map(({ status, json }) => [status, json?.code])),
        );
        assert.deepEqual(new Set(got.map(({ status }) => status)).difference(new Set([200, 201, 409])), new Set());
      }
      assert.deepEqual(
        all.flatMap(({ logged }) => logged),
        [],
      );
    });

    test('a comment is not added once the post between has moved to a closed project', async (t) => {
      const { all, ask, made } = await open(chain, t);
      const team = await made('/teams', {});
      const closed = await made('/projects', { team, owner: 'ana' });
      assert.equal((await ask(`POST /projects/${closed}/close`)).status, 200);
      const project = await made('/projects', { team, owner: 'ana' });
      const posts: number[] = [];
      for (let i = 0; i < together; i++) posts.push(await made('/posts', { project, title: 'x' }));
      const late = async (post: number) => {
        await ask(`PATCH /posts/${post}`, { project: closed });
        return (await ask('POST /comments', { post, text: 'late' })).json.code;
      };
      const got = await Promise.all(
        posts.map(async (post) => {
          const [early, after] = await Promise.all([ask('POST /comments', { post, text: 'early' }), late(post)]);
          return [early.status === 201 || early.json.code === 'project_closed', after];
        }),
      );
      assert.deepEqual(
        got,
        posts.map(() => [true, 'project_closed']),
      );
      assert.deepEqual(
        all.flatMap(({ logged }) => logged),
        [],
      );
    });
  });
}
