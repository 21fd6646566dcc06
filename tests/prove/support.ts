import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { read } from '../../src/operator/documents.ts';
import { createHttpTransport } from '../../src/operator/prove/http.ts';
import { listOlder } from '../../src/operator/prove/prove.ts';
import { createReceiver } from '../../src/operator/prove/receiver.ts';
import { buildWholePlan } from '../../src/parts/index.ts';
import { checks } from '../../src/prove/checks/index.ts';
import { listSubjects } from '../../src/prove/ledger/subjects.ts';
import { createReport, type Report } from '../../src/prove/report.ts';
import { run } from '../../src/prove/run.ts';
import { type Caller, createGivenCallers } from '../../src/prove/world/callers.ts';
import type { Transport } from '../../src/prove/world/exchanged.ts';
import type { Reference } from './reference/http.ts';
import { shops, startParcels } from './reference/parcels.ts';
import { keys, startReference } from './reference/server.ts';

/** How a reference implementation is proved. */
export interface ProveOptions {
  readonly seed?: number;
  /** The lines of the rows that are proved; left out: all. */
  readonly rows?: readonly number[];
  /** The callers that are known; left out: all. */
  readonly callers?: readonly string[];
}

/** A document with a service of it that is written by hand. */
export interface Proved {
  /** The first line of the page, or below a heading (`Member > | name |`), that begins with a text. */
  findLine(text: string): number;
  /** Proves the service with some switches. */
  prove(
    switches: readonly string[],
    options?: ProveOptions,
  ): Promise<{ readonly report: Report; readonly milliseconds: number }>;
}

function open(
  name: string,
  start: (switches: readonly string[]) => Promise<Reference>,
  given: readonly Omit<Caller, 'scheme'>[],
): Proved {
  const document = read(readFileSync(join(import.meta.dirname, 'reference', name), 'utf8'), name);
  const plan = { ...buildWholePlan(document.service), text: document.source.text };
  const scheme = plan.authentication.schemes[0]!;
  return {
    findLine(text) {
      const [below, from = below] = text.split(' > ');
      const lines = document.source.text.split('\n');
      const begin = from === below ? 0 : lines.findIndex((line) => line.startsWith(`### ${below}`));
      const at = lines.findIndex((line, i) => i >= begin && line.startsWith(from!));
      if (at === -1) throw new Error(`no line of ${name} begins with ${text}`);
      return at + 1;
    },
    async prove(switches, { seed = 0, rows, callers: known } = {}) {
      const reference = await start(switches);
      const receiver = createReceiver({ now: () => Date.now() });
      const begin = performance.now();
      try {
        const transport: Transport = createHttpTransport({
          origin: reference.origin,
          allowsChanges: true,
          until: () => Number.POSITIVE_INFINITY,
          inboxes: receiver.inboxes,
        });
        const callers = given.filter((one) => known?.includes(one.name) ?? true).map((one) => ({ ...one, scheme }));
        const done = await run({
          plan,
          transport,
          callers: createGivenCallers(callers),
          seed,
          older: listOlder(document, plan),
          checks,
          isOver: () => false,
          wants: (_check, { line }) => rows?.includes(line) ?? true,
        });
        const subjects = listSubjects(document.content, document.source);
        const report = createReport(done, { plan, document: name, origin: 'http://127.0.0.1:8080', seed, subjects });
        return { report, milliseconds: performance.now() - begin };
      } finally {
        await receiver.close();
        await reference.close();
      }
    },
  };
}

export const tools = open(
  'tools.md',
  startReference,
  Object.entries(keys).map(([text, scopes]) => ({ name: text.split('_')[1]!, text, scopes })),
);

export const parcels = open(
  'parcels.md',
  startParcels,
  Object.entries(shops).map(([text, shop]) => ({
    name: text.split('_')[1]!,
    text,
    scopes: ['desk'],
    attributes: { shop },
  })),
);

export const { findLine, prove } = tools;
