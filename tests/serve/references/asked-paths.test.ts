import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { collectIndexes } from '../../../src/stores/indexes.ts';
import { documentText, keyed } from '../../support/document-text.fixture.ts';
import { planFor, serveIn } from '../support/served.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';

const text = documentText('Comments', {
  resources: `### Project

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| shop | string | assigned from caller.shop |
| owner | string | required |
| note | string or null | |
| own | integer | = \`Comment.count(c, c.post.project == id)\` |
| notes | integer | = \`Comment.count(c, id == c.post.project and c.kind == "note")\` |
| same_owner | integer | = \`Comment.count(c, c.post.project.owner == owner)\` |
| same_note | integer | = \`Comment.count(c, c.kind == "note" and c.post.project.note == note)\` |
| noted | integer | = \`Comment.count(c, c.post.project.note == owner)\` |
| last | integer | = \`Comment.max(c, c.post.project == id, c.id)\` |

### Post

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| shop | string | assigned from caller.shop |
| project | ref Project | |

### Comment

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| shop | string | assigned from caller.shop |
| post | ref Post | |
| kind | one of note, task | required |`,
  endpoints: `- Lists: { data, next } by cursor; 100, at most 100

| Operation | Path |
| --- | --- |
| create, list Project | /projects |
| create Post | /posts |
| create Comment | /comments |
| list Project as tasked | /tasked |
| list Project as shared | /shared |`,
  authentication: keyed(
    `| all | create Project, list Project, create Post, create Comment | \`shop == caller.shop\` |
| all | tasked | \`shop == caller.shop and Comment.exists(c, c.post.project == id and c.kind == "task")\` |
| all | shared | \`shop == caller.shop and Comment.count(c, c.post.project.owner == owner) > 2\` |`,
  ),
  errors: '- Codes: named after conditions',
});

for (const [store, address] of everyStore) {
  describe(`questions that find their records along references ${store}`, () => {
    test('answer as counted one by one, for each tenant', async (t) => {
      const served = await serveIn(t, text, {}, undefined, await address());
      type Got = Readonly<Record<string, unknown>>;
      const projects: (Got & { readonly id: number })[] = [];
      const posts: (Got & { readonly id: number })[] = [];
      const comments: (Got & { readonly id: number })[] = [];
      const keys = new Map<string, string>();
      for (const shop of ['north', 'south']) keys.set(shop, await served.key(['all'], { shop }));
      const create = async (shop: string, path: string, body: object) => {
        const { status, json } = await served.ask(`POST ${path}`, { key: keys.get(shop)!, body });
        assert.equal(status, 201, JSON.stringify(json));
        return json;
      };
      for (let i = 0; i < 16; i++) {
        const shop = i % 2 === 0 ? 'north' : 'south';
        const owner = ['ann', 'ben', 'cat'][i % 3]!;
        projects.push(await create(shop, '/projects', { owner, note: [null, 'ann', 'x'][i % 5] ?? null }));
      }
      for (let i = 0; i < 40; i++) {
        const { id, shop } = projects[(i * 5) % 13]!;
        posts.push(await create(String(shop), '/posts', i % 9 === 0 ? {} : { project: id }));
      }
      for (let i = 0; i < 90; i++) {
        const { id, shop } = posts[(i * 7) % 31]!;
        const post = i % 11 === 0 ? {} : { post: id };
        comments.push(await create(String(shop), '/comments', { ...post, kind: i % 4 === 0 ? 'task' : 'note' }));
      }
      const projectOf = (comment: Got) => {
        const post = posts.find(({ id }) => id === comment.post);
        return projects.find(({ id }) => id === post?.project);
      };
      const found = comments.map((comment) => ({ id: comment.id, kind: comment.kind, project: projectOf(comment) }));
      const count = (holds: (comment: (typeof found)[number]) => boolean) => found.filter(holds).length;
      for (const [shop, key] of keys) {
        const list = async (path: string) => (await served.ask(`GET ${path}`, { key })).json.data;
        const own = projects.filter((project) => project.shop === shop);
        const due = own.map(({ id, owner, note }) => {
          const last = Math.max(...found.filter(({ project }) => project?.id === id).map((comment) => comment.id));
          return {
            id,
            own: count(({ project }) => project?.id === id),
            notes: count(({ project, kind }) => project?.id === id && kind === 'note'),
            same_owner: count(({ project }) => project?.owner === owner),
            same_note: count(({ project, kind }) => kind === 'note' && project !== undefined && project.note === note),
            noted: count(({ project }) => project?.note === owner),
            ...(last > 0 ? { last } : {}),
          };
        });
        const shown = (await list('/projects')).map(({ shop: _, owner: __, note: ___, ...rest }: Got) => rest);
        assert.deepEqual(shown, due);
        const ids = async (path: string) => (await list(path)).map(({ id }: Got) => id);
        const tasked = own.filter(({ id }) => count(({ project, kind }) => project?.id === id && kind === 'task') > 0);
        assert.deepEqual(
          await ids('/tasked'),
          tasked.map(({ id }) => id),
        );
        const shared = own.filter(({ owner }) => count(({ project }) => project?.owner === owner) > 2);
        assert.deepEqual(
          await ids('/shared'),
          shared.map(({ id }) => id),
        );
        assert.ok(tasked.length > 0 && shared.length > 0);
      }
      assert.deepEqual(served.logged, []);
    });
  });
}

test('indexes find the records on the way', () => {
  const found = [...collectIndexes(planFor(text))].map(([name, indexes]) => [
    name,
    indexes.map((keys) => keys.map(({ field }) => field).join(' ')),
  ]);
  assert.deepEqual(Object.fromEntries(found), {
    Project: ['note', 'owner', 'shop id'],
    Post: ['project'],
    Comment: ['kind', 'post kind'],
  });
});
