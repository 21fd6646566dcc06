import './globals.ts';
import type { Answer, BrowserService, Call } from '../contracts/browser-service.ts';
import { passResponse, toRequest } from './exchanges.ts';
import { prepareSqlite } from './node/sqlite.ts';
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
      return passResponse(await running.fetch(toRequest(call.request)));
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
