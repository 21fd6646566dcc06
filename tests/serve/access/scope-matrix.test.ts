import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Response, TestClient, TestService } from '../../../src/testing.ts';
import { openTest } from '../../../src/testing.ts';
import { runs } from '../../support/runs.ts';
import { everyStore } from '../support/stores.fixture.ts';
import { type Attributes, handlers, type Page, pages, pageText, type Task } from './scope-matrix.fixture.ts';

/** Inside and outside of each rule. */
const seeds: readonly Omit<Task, 'id'>[] = [
  { team: 1, title: 'a', open: true },
  { team: 1, title: 'secret', open: false },
  { team: 2, title: 'a', open: true },
  { team: 2, title: 'secret', open: false },
];

const callers: readonly (Attributes | undefined)[] = [
  { writes: [1], level: 'none' },
  { writes: [], level: 'none' },
  { writes: [2], level: 'staff' },
  undefined,
];

interface Case {
  readonly what: string;
  readonly method: string;
  readonly path: string;
  readonly body?: object;
  /** Whether the rules of the page allow it. */
  readonly allowed: boolean;
}

/** Every operation that concerns one stored record, with what the rules say of it for a caller. */
function casesOf({ reading, acting }: Page, task: Task, caller: Attributes | undefined): readonly Case[] {
  const { id, team, title, open } = task;
  const values = { team, title, open };
  const moved = { ...values, team: 3 - task.team };
  const acts = (record: Omit<Task, 'id'>): boolean => acting.holds(record, caller);
  const knows = (record: Omit<Task, 'id'>): boolean => reading.holds(record, caller);
  /** Code knows the records that its caller may read. */
  const both = (record: Omit<Task, 'id'>): boolean => acts(record) && knows(record);
  /** Code that finds no record concerns none: what remains is the demand on the caller. */
  const findsNone = !knows(task) && (acting.demands?.(caller) ?? true);
  const path = `/tasks/${id}`;
  const by = (does: string, more: object, allowed: boolean): readonly Case[] => [
    { what: `work: ${does}`, method: 'POST', path: '/work', body: { does, ...more }, allowed },
    {
      what: `work_on: ${does}`,
      method: 'POST',
      path: `${path}/work`,
      body: { does, ...more },
      allowed: allowed && acts(task),
    },
  ];
  const within = (does: string, more: object, allowed: boolean): Case => {
    const { team: _, ...rest } = more as Task;
    return {
      what: `work_in: ${does}`,
      method: 'POST',
      path: `/teams/${task.team}/work`,
      body: { does, ...rest },
      allowed,
    };
  };
  return [
    { what: 'read', method: 'GET', path, allowed: knows(task) },
    { what: 'create', method: 'POST', path: '/tasks', body: values, allowed: acts(values) },
    {
      what: 'create below',
      method: 'POST',
      path: `/teams/${task.team}/tasks`,
      body: { title: task.title, open: task.open },
      allowed: acts(values),
    },
    {
      what: 'update',
      method: 'PATCH',
      path,
      body: { title: 'b' },
      allowed: acts(task) && acts({ ...values, title: 'b' }),
    },
    { what: 'move', method: 'PATCH', path, body: { team: moved.team }, allowed: acts(task) && acts(moved) },
    { what: 'replace', method: 'PUT', path, body: moved, allowed: acts(task) && acts(moved) },
    { what: 'transition', method: 'POST', path: `${path}/send`, allowed: acts(task) },
    { what: 'delete', method: 'DELETE', path, allowed: acts(task) },
    ...['create', 'create silently', 'call create', 'call handler'].flatMap((does) => [
      ...by(does, values, both(values)),
      within(does, values, both(values)),
    ]),
    ...by('create as service', values, acts(values)),
    ...['update', 'update silently', 'call update'].flatMap((does) =>
      by(does, { id, team: moved.team }, both(task) && both(moved)),
    ),
    ...['call send', 'delete', 'get'].flatMap((does) => by(does, { id }, both(task) || (does === 'get' && findsNone))),
    ...by('delete all', { id }, both(task) || findsNone),
    ...by('get as service', { id }, acts(task)),
  ];
}

/** The identities that the handler of lists returns; none if the caller alone is refused. */
async function idsFound(client: TestClient): Promise<readonly number[]> {
  const { status, body } = await client.get('/found');
  return status === 403 ? [] : body.tasks.map(({ id }: Task) => id);
}

const send = (client: TestClient, { method, path, body }: Case): Promise<Response> =>
  client.request(method, path, body === undefined ? {} : { body });

async function judge(service: TestService, page: Page, alone: readonly Omit<Task, 'id'>[]): Promise<void> {
  const root = await service.client({ scopes: ['root'] });
  for (const open of [true, false]) await root.post('/teams', { public: open });
  const scopes = page.audience === 'crew' ? ['crew'] : [];
  const clients = await Promise.all(
    callers.map((caller) =>
      caller === undefined ? service.anonymous : service.client({ scopes, attributes: { ...caller } }),
    ),
  );
  await judgeLists(page, root, clients);
  for (const [at, client] of clients.entries())
    for (const values of alone) await judgeOne(page, root, client, callers[at], values);
}

const isAdmitted = ({ audience }: Page, caller: Attributes | undefined): boolean =>
  audience === 'public' || caller !== undefined;

async function judgeOne(
  page: Page,
  root: TestClient,
  client: TestClient,
  caller: Attributes | undefined,
  values: Omit<Task, 'id'>,
): Promise<void> {
  const everything = async (): Promise<readonly Task[]> => (await root.get('/everything')).body;
  const anew = async (): Promise<readonly Task[]> => {
    await root.post('/clear');
    await root.post('/seed', values);
    return everything();
  };
  let stored = await anew();
  const next = (at: number): Case | undefined => casesOf(page, stored[0]!, caller)[at];
  for (let at = 0, each = next(at); each !== undefined; each = next(++at)) {
    const got = await send(client, each);
    const told = `${each.what} of ${JSON.stringify(stored[0])} by ${JSON.stringify(caller)}: ${got.status} ${got.text}`;
    assert.equal(got.status < 300, isAdmitted(page, caller) && each.allowed, told);
    if (got.status >= 300) {
      assert.equal([401, 403, 404].includes(got.status), true, told);
      assert.deepEqual(await everything(), stored, told);
    } else if (each.method !== 'GET') stored = await anew();
  }
}

/** What lists, streams and lists of events show of the seeds. */
async function judgeLists(page: Page, root: TestClient, clients: readonly TestClient[]): Promise<void> {
  const streams = await Promise.all(
    clients.map((client, at) => (isAdmitted(page, callers[at]) ? client.stream('/events/stream') : undefined)),
  );
  const tasks: Task[] = [];
  for (const values of seeds) tasks.push((await root.post('/seed', values)).body);
  for (const [at, client] of clients.entries()) {
    const caller = callers[at];
    if (!isAdmitted(page, caller)) continue;
    const idsOf = (found: readonly Pick<Task, 'id'>[]): readonly number[] => found.map(({ id }) => id);
    const known = tasks.filter((task) => page.reading.holds(task, caller));
    const told = JSON.stringify(caller);
    assert.deepEqual(idsOf((await client.get('/tasks')).body), idsOf(known), told);
    const inTeam = known.filter(({ team }) => team === 2);
    assert.deepEqual(idsOf((await client.get('/teams/2/tasks')).body), idsOf(inTeam), told);
    const found = tasks.filter((task) => page.acting.holds(task, caller));
    assert.deepEqual(await idsFound(client), idsOf(found), told);
    // biome-ignore lint/suspicious/noExplicitAny: the shape of the page
    const events = (await client.get('/events')).body.data.map(({ body }: any) => body);
    assert.deepEqual(idsOf(events), idsOf(known), told);
    assert.deepEqual(idsOf(streams[at]!.events.map(({ data }) => data)), idsOf(known), told);
  }
  for (const stream of streams) await stream?.close();
}

for (const [store, addressOf] of everyStore) {
  describe(`scope rows ${store}`, () => {
    const alone = store === 'on SQLite' ? seeds.slice(1) : seeds.slice(1, 2);
    const every = Math.ceil(pages.length / runs(store === 'on SQLite' ? 40 : 15));
    for (const page of pages.filter((_, at) => at % every === 0)) {
      const { audience, reading, acting } = page;
      test(`${audience}: read where ${reading.where || 'nothing'}, all else where ${acting.where || 'nothing'}`, async () => {
        const service = await openTest({ document: pageText(page), handlers, store: await addressOf() });
        try {
          await judge(service, page, alone);
        } finally {
          await service.close();
        }
      });
    }
  });
}
