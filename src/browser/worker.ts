import './globals.ts';
import { prepareSqlite } from './node/sqlite.ts';
import type { Answer, BrowserService, Call, PassedRequest, PassedResponse } from './protocol.ts';
import { openService } from './service.ts';
import { readSqliteWasm } from './wasm.ts';

interface Scope {
  onmessage: ((event: { readonly data: Call }) => void) | null;
  postMessage(answer: Answer): void;
}

const scope = globalThis as unknown as Scope;
let running: BrowserService | undefined;

scope.onmessage = ({ data }) => {
  answer(data).then(
    (result) => scope.postMessage({ id: data.id, result }),
    (error: unknown) =>
      scope.postMessage({ id: data.id, error: error instanceof Error ? error.message : String(error) }),
  );
};

async function answer(call: Call): Promise<unknown> {
  if (call.call === 'open') {
    await prepareSqlite(await readSqliteWasm());
    await running?.close();
    running = await openService(call.document, { clock: call.clock });
    return running.facts;
  }
  if (running === undefined) throw new Error('the service is not open');
  switch (call.call) {
    case 'fetch':
      return pass(await running.fetch(toRequest(call.request)));
    case 'events':
      return running.events(call.after);
    case 'records':
      return running.records(call.resource);
    case 'advance':
      await running.advance(call.milliseconds);
      return running.now();
    case 'now':
      return running.now();
  }
}

function toRequest({ method, path, headers, body }: PassedRequest): Request {
  return new Request(new URL(path, 'http://localhost'), {
    method,
    headers: headers.map(([name, value]): [string, string] => [name, value]),
    ...(body === undefined ? {} : { body }),
  });
}

async function pass(response: Response): Promise<PassedResponse> {
  const headers = [...response.headers];
  const isStream = (response.headers.get('Content-Type') ?? '').startsWith('text/event-stream');
  if (isStream) await response.body?.cancel();
  const body = isStream ? 'A stream is not shown here: the events are listed below.' : await response.text();
  return { status: response.status, statusText: response.statusText, headers, body };
}
