import type {
  Answer,
  Call,
  EventShown,
  PassedRequest,
  PassedResponse,
  RecordTable,
  RunningFacts,
} from '../../../contracts/browser-service.ts';

/** The service of the page's document, running in a worker of the page. */
export interface Running {
  readonly facts: RunningFacts;
  fetch(request: PassedRequest): Promise<Response>;
  events(after: number): Promise<readonly EventShown[]>;
  records(resource: string): Promise<RecordTable>;
  /** Moves its clock by milliseconds, and returns the new moment. */
  advance(milliseconds: number): Promise<number>;
  end(): void;
}

type Question = Call extends infer Each ? (Each extends Call ? Omit<Each, 'id'> : never) : never;

/** Loads the service and opens it. Rejects with a message for the reader. */
export async function startService(address: string, text: string, clock: number): Promise<Running> {
  if (location.protocol === 'file:') {
    throw new Error(
      'A browser runs no service for a page from disk. Put the files on a web server, and open the page there.',
    );
  }
  const worker = new Worker(new URL(address, location.href), { type: 'module' });
  const waiting = new Map<number, { resolve(result: unknown): void; reject(error: Error): void }>();
  let count = 0;
  const fail = (message: string): void => {
    for (const { reject } of waiting.values()) reject(new Error(message));
    waiting.clear();
  };
  worker.addEventListener('error', () => fail('The service could not be loaded.'));
  worker.addEventListener('message', ({ data }: MessageEvent<Answer>) => {
    const asked = waiting.get(data.id);
    waiting.delete(data.id);
    if ('error' in data) asked?.reject(new Error(data.error));
    else asked?.resolve(data.result);
  });
  const call = <Result>(question: Question): Promise<Result> =>
    new Promise((resolve, reject) => {
      const id = ++count;
      waiting.set(id, { resolve: (result) => resolve(result as Result), reject });
      worker.postMessage({ ...question, id });
    });
  const facts = await call<RunningFacts>({ call: 'open', document: text, clock }).catch((error: Error) => {
    worker.terminate();
    throw error;
  });
  return {
    facts,
    fetch: async (request) => toResponse(await call<PassedResponse>({ call: 'fetch', request })),
    events: (after) => call({ call: 'events', after }),
    records: (resource) => call({ call: 'records', resource }),
    advance: (milliseconds) => call({ call: 'advance', milliseconds }),
    end() {
      worker.terminate();
      fail('The service was stopped.');
    },
  };
}

function toResponse({ status, statusText, headers, body }: PassedResponse): Response {
  return new Response(body === '' ? null : body, {
    status,
    statusText,
    headers: headers.map(([name, value]): [string, string] => [name, value]),
  });
}
