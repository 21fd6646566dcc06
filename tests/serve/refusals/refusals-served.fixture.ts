import { type Asked, type Got, type Served, serve } from '../support/served.fixture.ts';

/** A service of `refusing` with what the cases below need. */
export interface Refusals {
  readonly served: Served;
  /** Asks as a caller who may do all. */
  ask(line: string, body?: unknown, headers?: Record<string, string>, more?: Asked): Promise<Got>;
  /** The answer to `POST` that must be 201; its identity. */
  make(path: string, body: object): Promise<string>;
  readonly reader: string;
}

/** Handlers that refuse, fail, and wait until the request's time is over. */
export const handlers = {
  async 'shut Note'({ record, call }: { record: { id: string }; call(name: string, id: string): Promise<unknown> }) {
    await call('settle Note', record.id);
  },
  'burn Letter'({ input, refuse }: { input: { how: string }; refuse(code: string): void }) {
    if (input.how === 'twice') refuse('burnt');
    if (input.how === 'unlisted') refuse('not_found_in_the_document');
    if (input.how === 'badly') throw new Error('the secret of /etc/passwd: SELECT 1 FROM letter');
  },
  before: {
    'burn Letter'({ input, signal }: { input: { how: string }; signal: AbortSignal }) {
      if (input.how !== 'slowly') return undefined;
      return new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
    },
    'create Folder': ({ input }: { input: { name: string } }) =>
      input.name === 'slow' ? new Promise<void>((resolve) => setTimeout(resolve, 300)) : undefined,
  },
};

let count = 0;

/** A number that no one had before. */
export function another(): number {
  return ++count;
}

/** Serves a document of refusals. */
export async function openRefusals(document: string, address: string): Promise<Refusals> {
  const served = await serve(document, {}, undefined, address, handlers);
  const key = await served.key(['all'], { shop: 'north' });
  const reader = await served.key(['reader'], { shop: 'north' });
  const ask: Refusals['ask'] = (line, body, headers = {}, more = {}) => {
    const keyed = line === 'POST /folders' ? { 'Idempotency-Key': `key-${another()}`, ...headers } : headers;
    return served.ask(line, { key, ...(body === undefined ? {} : { body }), headers: keyed, ...more });
  };
  return {
    served,
    reader,
    ask,
    async make(path, body) {
      const made = await ask(`POST ${path}`, body);
      if (made.status !== 201) throw new Error(`POST ${path}: ${made.status} ${made.text}`);
      return made.json.id;
    },
  };
}
