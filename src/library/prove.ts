import { loadDocument, plan } from '../operator/documents.ts';
import type { StatedCaller } from '../operator/prove/callers.ts';
import type { WholePlan } from '../plan/whole.ts';
import type { Report } from '../prove/report.ts';

/** The options of a proof. */
export interface ProveOptions {
  /** The address of the running service. Default: the service that Nonet runs from the document, in memory, without its handlers. */
  readonly baseUrl?: string;
  /** The callers with their credentials. A service in memory needs none. */
  readonly callers?: readonly StatedCaller[];
  /** Milliseconds after which no check begins. Default: 60,000. */
  readonly budget?: number;
  /** The number that the values of requests begin with. Default: 0 in memory, else by the time. */
  readonly seed?: number;
  /** Proves the rows of one part, such as `states`. */
  readonly part?: string;
  /** Proves the row on one line. */
  readonly row?: number;
  /** Sends requests that change records to a service on another machine too. */
  readonly allowChanges?: boolean;
  /** Sends no request that may change something. */
  readonly readOnly?: boolean;
  /** The address by which the service sends webhooks to this process. Default: one of this machine, for a service of this machine. */
  readonly receiver?: string;
}

/**
 * Proves row by row that a service does what its document says, as `nonet prove` does. `document` is its text, or the path of a `.md`
 * file. Rejects if the document has errors, if the service does not respond or rejects every request, and if changes are not allowed.
 */
export async function prove(document: string, options: ProveOptions = {}): Promise<Report> {
  const {
    baseUrl,
    callers = [],
    budget = 60_000,
    seed,
    part,
    row,
    allowChanges = false,
    readOnly = false,
    receiver,
  } = options;
  const read = await loadDocument(document);
  const whole: WholePlan = { ...(plan(read, { whole: true }) as WholePlan), text: read.source.text };
  const { proveService } = await import('../operator/prove/prove.ts');
  const { createCaller } = await import('../operator/prove/callers.ts');
  const service =
    baseUrl === undefined
      ? undefined
      : {
          url: new URL(baseUrl).href.replace(/\/+$/, ''),
          callers: callers.map((caller) => createCaller(whole, caller)),
          allowChanges,
          readOnly,
          receiver,
        };
  return await proveService({ document: read, plan: whole, file: read.source.name, service, budget, seed, part, row });
}
