import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openTest, type TestClient, type TestService } from '../../../src/testing.ts';
import { everyStore } from '../support/stores.fixture.ts';

const document = `# Tasks

## Resources and their fields

### Team

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| name | string | required |

### Task

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| team | ref Team | required |
| title | string | required |

## Endpoints

| Operation | Method | Path | Request | Response |
| --- | --- | --- | --- | --- |
| create Team | POST | /teams | \`Team\` | 201 \`Team\` |
| read Team | GET | /teams/{id} | | 200 \`Team\` |
| submit Task (handler) | POST | /teams/{team}/submit | \`Task(title)\` | 201 \`Task\` |
| drop_in Task (handler) | POST | /drop_in | \`{ team: Task.team, title: Task.title }\` | 201 \`Task\` |
| copy Task (handler) | POST | /tasks/{id}/copy | \`{ team: Task.team }\` | 204 |
| reset Task (handler) | POST | /reset | | 204 |
| peek Task (handler) | GET | /peek | | 204 header X-Title \`title\` |
| locate Task (handler) | POST | /locate | | 201 header Location |
| tell Task (handler) | POST | /tell | | 200 \`{ kept: "yes" }\` when \`title == "kept"\`; 202 \`{ kept: "no" }\` |
| read Task | GET | /tasks/{id} | | 200 \`Task\` |
| list Task | GET | /tasks | | 200 \`Task[]\` |

## Authentication

| Scheme | Kind | Sent in |
| --- | --- | --- |
| key | api key | header Authorization: Bearer |

| Scope | Allows | Where |
| --- | --- | --- |
| authenticated | create Team, read Team, read Task, list Task | |
| authenticated | submit Task, drop_in Task, copy Task, peek Task, locate Task, tell Task | \`team in caller.writes\` |
| authenticated | reset Task | \`caller.level == "staff" and title != "kept"\` |

### Caller

| Attribute | Type |
| --- | --- |
| writes | integer[] |
| level | string |

## Versioning

| Version | Status |
| --- | --- |
| 2 | current |
| 1 | supported |

| Sent in | Name | When absent |
| --- | --- | --- |
| header | Api-Version | current |

| Version | Change | What | Before |
| --- | --- | --- | --- |
| 2 | renamed | Task.title | name |
`;

interface Given {
  readonly service: TestService;
  readonly ada: TestClient;
  readonly eve: TestClient;
  titles(): Promise<readonly string[]>;
}

// biome-ignore lint/suspicious/noExplicitAny: handlers are typed by `nonet generate types`, not in these tests
type Context = any;

const first = async ({ store }: Context): Promise<unknown> => (await store.asService.list('Task'))[0];

async function open(address: string): Promise<Given> {
  const handlers = {
    'submit Task': ({ input, store }: Context) => store.create('Task', input),
    'drop_in Task': ({ input, store }: Context) => store.create('Task', input),
    'copy Task': async ({ input, record: { title }, store }: Context) => {
      await store.create('Task', { title, team: input.team });
    },
    'peek Task': first,
    'locate Task': first,
    'tell Task': first,
    'reset Task': async ({ store }: Context) => void (await store.asService.deleteAll('Task', { where: 'true' })),
  };
  const service = await openTest({ document, handlers, store: address, settings: { mcp: true } });
  const ada = await service.client({ attributes: { writes: [1], level: 'none' } });
  const eve = await service.client({ attributes: { writes: [], level: 'none' } });
  for (const name of ['one', 'two']) await ada.post('/teams', { name });
  const titles = async (): Promise<readonly string[]> =>
    (await ada.get('/tasks')).body.map(({ title }: { readonly title: string }) => title);
  return { service, ada, eve, titles };
}

for (const [store, addressOf] of everyStore) {
  describe(`row rules of handlers ${store}`, () => {
    const opened = (what: string, work: (given: Given) => Promise<void>): void => {
      test(what, async () => {
        const given = await open(await addressOf());
        try {
          await work(given);
        } finally {
          await given.service.close();
        }
      });
    };
    opened('a handler whose path names no record writes within its Where only', async ({ ada, eve, titles }) => {
      for (const [path, body] of [
        ['/teams/1/submit', { title: 'in' }],
        ['/drop_in', { team: 1, title: 'in' }],
      ] as const) {
        assert.equal((await ada.post(path, body)).status, 201);
        assert.equal((await eve.post(path, body)).status, 403);
      }
      assert.equal((await ada.post('/drop_in', { team: 2, title: 'out' })).status, 403);
      assert.deepEqual(await titles(), ['in', 'in']);
    });

    opened(
      'a record that a response shows in a header, an address or its `when` is held to the Where',
      async ({ ada, eve }) => {
        await ada.post('/drop_in', { team: 1, title: 'kept' });
        for (const [method, path, status] of [
          ['GET', '/peek', 204],
          ['POST', '/locate', 201],
          ['POST', '/tell', 200],
        ] as const) {
          assert.equal((await ada.request(method, path)).status, status, path);
          const refused = await eve.request(method, path);
          assert.deepEqual(
            [refused.status, refused.headers.get('x-title'), refused.headers.get('location')],
            [403, null, null],
          );
        }
        assert.equal((await ada.get('/peek')).headers.get('x-title'), 'kept');
        assert.equal((await ada.post('/locate')).headers.get('location'), '/tasks/1');
      },
    );

    opened('a record beside the one of the path is held to the Where as well', async ({ ada, titles }) => {
      await ada.post('/drop_in', { team: 1, title: 'a' });
      assert.equal((await ada.post('/tasks/1/copy', { team: 2 })).status, 403);
      assert.equal((await ada.post('/tasks/1/copy', { team: 1 })).status, 204);
      assert.deepEqual(await titles(), ['a', 'a']);
    });

    opened('what Where demands of the caller holds before the handler runs', async ({ service, ada, titles }) => {
      await ada.post('/drop_in', { team: 1, title: 'a' });
      assert.equal((await ada.post('/reset')).status, 403);
      assert.deepEqual(await titles(), ['a']);
      const staff = await service.client({ attributes: { writes: [], level: 'staff' } });
      assert.equal((await staff.post('/reset')).status, 204);
      assert.deepEqual(await titles(), []);
    });

    opened('an older version and a tool are held to the Where alike', async ({ ada, eve, titles }) => {
      const older = { 'Api-Version': '1' };
      assert.equal((await ada.post('/drop_in', { team: 1, title: 'a' }, older)).status, 201);
      assert.equal((await eve.post('/drop_in', { team: 1, title: 'a' }, older)).status, 403);
      const params = { name: 'dropInTask', arguments: { body: { team: 1, title: 'b' } } };
      const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
      const accept = { Accept: 'application/json, text/event-stream' };
      assert.match((await eve.post('/mcp', call, accept)).text, /"status":403/);
      assert.match((await ada.post('/mcp', call, accept)).text, /"status":201/);
      assert.deepEqual(await titles(), ['a', 'b']);
    });
  });
}
