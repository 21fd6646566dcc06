import { StoreUnavailableError } from '../../../src/contracts/store.ts';
import type { Got } from '../support/served.fixture.ts';
import { another, type Refusals } from './refusals-served.fixture.ts';

/** A request that is refused by a condition, and where. */
export interface RefusedCase {
  readonly condition: string;
  readonly operation?: string;
  readonly transition?: string;
  readonly resource?: string;
  refused(world: Refusals): Promise<Got>;
}

const folder = (world: Refusals): Promise<string> => world.make('/folders', { name: `folder ${another()}` });
const note = async (world: Refusals, text = 'x'): Promise<string> =>
  world.make('/notes', { folder: await folder(world), text });

/** A caller of a tenant that no other case uses. */
const alone = (world: Refusals): Promise<string> => world.served.key(['all'], { shop: `shop ${another()}` });

async function letter(world: Refusals): Promise<{ readonly key: string; readonly id: string }> {
  const key = await alone(world);
  return { key, id: (await world.served.ask('POST /letters', { key, body: {} })).json.id };
}

async function burn(world: Refusals, how: string): Promise<Got> {
  const { key, id } = await letter(world);
  return world.served.ask(`POST /letters/${id}/burn`, { key, body: { how } });
}

async function failing(world: Refusals, work: () => Promise<Got>): Promise<Got> {
  const store = world.served.store as { write: unknown };
  const { write } = store;
  store.write = () => Promise.reject(new StoreUnavailableError('connect ECONNREFUSED 10.0.0.1:5432'));
  try {
    return await work();
  } finally {
    store.write = write;
  }
}

/** For each condition a request that it refuses. */
export const refusedCases: readonly RefusedCase[] = [
  {
    condition: 'malformed request',
    operation: 'create Note',
    resource: 'Note',
    refused: ({ ask }) => ask('POST /notes', undefined, {}, { text: '{"text":' }),
  },
  {
    condition: 'unsupported media type',
    operation: 'create Note',
    resource: 'Note',
    refused: ({ ask }) => ask('POST /notes', undefined, { 'Content-Type': 'text/csv' }, { text: 'a,b' }),
  },
  {
    condition: 'invalid input',
    operation: 'create Folder',
    resource: 'Folder',
    refused: ({ ask }) => ask('POST /folders', { name: 5 }),
  },
  { condition: 'unknown path', refused: ({ ask }) => ask('GET /nowhere') },
  { condition: 'method not allowed', refused: ({ ask }) => ask('DELETE /folders') },
  {
    condition: 'not acceptable',
    operation: 'list Folder',
    resource: 'Folder',
    refused: ({ ask }) => ask('GET /folders', undefined, { Accept: 'text/html' }),
  },
  {
    condition: 'no credential',
    operation: 'list Folder',
    resource: 'Folder',
    refused: ({ served }) => served.ask('GET /folders'),
  },
  {
    condition: 'invalid credential',
    operation: 'list Folder',
    resource: 'Folder',
    refused: ({ served }) => served.ask('GET /folders', { key: 'key_nobody' }),
  },
  {
    condition: 'wrong credentials',
    operation: 'log in Person',
    resource: 'Person',
    refused: ({ ask }) => ask('POST /sessions', { name: 'Ada', password: 'correct horse' }),
  },
  {
    condition: 'forbidden',
    operation: 'list Folder',
    resource: 'Folder',
    refused: ({ served, reader }) => served.ask('GET /folders', { key: reader }),
  },
  {
    condition: 'not found',
    operation: 'read Note',
    resource: 'Note',
    refused: ({ ask }) => ask('GET /notes/01890a5d-ac96-774b-bcce-b302099a8057'),
  },
  {
    condition: 'gone',
    operation: 'read Note',
    resource: 'Note',
    async refused(world) {
      const id = await note(world);
      await world.ask(`DELETE /notes/${id}`);
      return world.ask(`GET /notes/${id}`);
    },
  },
  {
    condition: 'wrong state',
    operation: 'close Note',
    resource: 'Note',
    async refused(world) {
      const id = await note(world);
      await world.ask(`POST /notes/${id}/close`);
      return world.ask(`POST /notes/${id}/close`);
    },
  },
  {
    condition: 'guard fails',
    operation: 'close Note',
    resource: 'Note',
    refused: async (world) => world.ask(`POST /notes/${await note(world, 'stay')}/close`),
  },
  {
    condition: 'guard fails',
    operation: 'shut Note',
    transition: 'settle Note',
    resource: 'Note',
    refused: async (world) => world.ask(`POST /notes/${await note(world, 'stay')}/shut`),
  },
  {
    condition: 'rule broken',
    operation: 'create Note',
    resource: 'Note',
    refused: async (world) => world.ask('POST /notes', { folder: await folder(world), text: 'rude' }),
  },
  {
    condition: 'not unique',
    operation: 'create Folder',
    resource: 'Folder',
    async refused(world) {
      const name = `folder ${another()}`;
      await world.make('/folders', { name });
      return world.ask('POST /folders', { name });
    },
  },
  {
    condition: 'still referenced',
    operation: 'delete Folder',
    resource: 'Folder',
    async refused(world) {
      const id = await folder(world);
      await world.make('/notes', { folder: id, text: 'x' });
      return world.ask(`DELETE /folders/${id}`);
    },
  },
  {
    condition: 'precondition failed',
    operation: 'update Folder',
    resource: 'Folder',
    refused: async (world) =>
      world.ask(`PATCH /folders/${await folder(world)}`, { name: 'a' }, { 'If-Match': '"9-x"' }),
  },
  {
    condition: 'precondition required',
    operation: 'update Folder',
    resource: 'Folder',
    refused: async (world) => world.ask(`PATCH /folders/${await folder(world)}`, { name: 'a' }),
  },
  {
    condition: 'idempotency key missing',
    operation: 'create Folder',
    resource: 'Folder',
    refused: async (world) => world.served.ask('POST /folders', { key: await alone(world), body: { name: 'a' } }),
  },
  {
    condition: 'idempotency key reused',
    operation: 'create Folder',
    resource: 'Folder',
    async refused({ ask }) {
      const headers = { 'Idempotency-Key': `again-${another()}` };
      await ask('POST /folders', { name: `folder ${another()}` }, headers);
      return ask('POST /folders', { name: 'another' }, headers);
    },
  },
  {
    condition: 'idempotency key in progress',
    operation: 'create Folder',
    resource: 'Folder',
    async refused({ ask }) {
      const headers = { 'Idempotency-Key': `at-once-${another()}` };
      const both = await Promise.all([0, 1].map(() => ask('POST /folders', { name: 'slow' }, headers)));
      return both.find(({ status }) => status !== 201)!;
    },
  },
  {
    condition: 'rate limit',
    operation: 'list Letter',
    resource: 'Letter',
    async refused(world) {
      const key = await alone(world);
      await world.served.ask('GET /letters', { key });
      return world.served.ask('GET /letters', { key });
    },
  },
  {
    condition: 'concurrency limit',
    operation: 'burn Letter',
    resource: 'Letter',
    async refused(world) {
      const { key, id } = await letter(world);
      const burning = world.served.ask(`POST /letters/${id}/burn`, { key, body: { how: 'slowly' } });
      await new Promise((resolve) => setTimeout(resolve, 100));
      const got = await world.served.ask(`POST /letters/${id}/burn`, { key, body: { how: 'well' } });
      await burning;
      return got;
    },
  },
  {
    condition: 'too large',
    operation: 'create Note',
    resource: 'Note',
    refused: ({ ask }) => ask('POST /notes', { text: 'x'.repeat(300) }),
  },
  { condition: 'timed out', operation: 'burn Letter', resource: 'Letter', refused: (world) => burn(world, 'slowly') },
  {
    condition: 'quota',
    operation: 'create Letter',
    resource: 'Letter',
    refused: async (world) => world.served.ask('POST /letters', { key: (await letter(world)).key, body: {} }),
  },
  {
    condition: 'internal error',
    operation: 'burn Letter',
    resource: 'Letter',
    refused: (world) => burn(world, 'badly'),
  },
  {
    condition: 'unavailable',
    operation: 'delete Note',
    resource: 'Note',
    async refused(world) {
      const id = await note(world);
      return failing(world, () => world.ask(`DELETE /notes/${id}`));
    },
  },
  { condition: 'raised by', operation: 'burn Letter', resource: 'Letter', refused: (world) => burn(world, 'twice') },
];
