import '../../src/browser/globals.ts';
import { passResponse, toRequest } from '../../src/browser/exchanges.ts';
import { loadNextDatabase, prepareSqlite, saveLastDatabase } from '../../src/browser/node/sqlite.ts';
import { openService } from '../../src/browser/service.ts';
import { readSqliteWasm } from '../../src/browser/wasm.ts';
import type { BrowserService } from '../../src/contracts/browser-service.ts';
import { plan, read } from '../../src/operator/documents.ts';
import { playExamples } from '../../src/operator/examples.ts';
import { createWholePlanFinder } from '../../src/operator/whole-plans.ts';
import { createSource } from '../../src/text/location.ts';
import { answerCalls, type Port } from './calls.ts';
import type { EngineFunctions, Opened } from './engine-protocol.ts';
import { migrateImage } from './migrated.ts';

let running: BrowserService | undefined;

/** Opens the service of a document. Records of the one before are kept, unless a new one is wanted or they do not fit. */
async function open(text: string, clock: number, isNew: boolean): Promise<Opened> {
  await prepareSqlite(await readSqliteWasm());
  const before = isNew ? undefined : running;
  const image = before && saveLastDatabase();
  const now = before?.now() ?? clock;
  await running?.close();
  running = undefined;
  const migrated = image && (await migrateImage(image, plan(read(text))));
  if (migrated !== undefined && 'image' in migrated) loadNextDatabase(migrated.image);
  running = await openService(text, { clock: now });
  const { facts } = running;
  if (migrated === undefined) return { facts, now, records: 'new', reasons: [] };
  if ('image' in migrated) return { facts, now, records: 'kept', reasons: [] };
  return { facts, now, records: 'reset', reasons: migrated.reasons };
}

function find(): BrowserService {
  if (running === undefined) throw new Error('The service is not open.');
  return running;
}

const functions: EngineFunctions = {
  open,
  send: async (request) => passResponse(await find().fetch(toRequest(request))),
  events: (after) => find().events(after),
  sent: () => find().sent(),
  records: (resource) => find().records(resource),
  async advance(milliseconds) {
    await find().advance(milliseconds);
    return find().now();
  },
  async play(text, milliseconds) {
    await prepareSqlite(await readSqliteWasm());
    return playExamples(createWholePlanFinder(createSource('document.md', text)), { milliseconds });
  },
};

const scope = globalThis as unknown as { onmessage: ((event: { readonly ports: readonly Port[] }) => void) | null };

// The frame that starts this worker passes one end of a connection with the page.
scope.onmessage = ({ ports: [port] }) => {
  if (port !== undefined) answerCalls(port, functions);
};
