import type { Host } from '../../contracts/platform.ts';
import type { Answer, Incoming } from '../../contracts/request-context.ts';
import type { Request } from './request-context.ts';
import { traceIdOf } from './trace.ts';

/** Tells the log of each request: its method, operation, status, time, trace and caller, and nothing that the caller sent besides. */
export interface Telling {
  /** A request found its operation. */
  begun(incoming: Incoming, given: Request): void;
  /** A request is refused under a trace id. */
  refused(incoming: Incoming, traceId: string): void;
  /** Does a request's work and tells of it when it is answered. */
  around(incoming: Incoming, work: (incoming: Incoming) => Answer | Promise<Answer>): Answer | Promise<Answer>;
  /** Tells of a request whose head could not be read. */
  unread(answer: Answer, traceId: string): void;
}

interface Known {
  given?: Request;
  traceId?: string;
}

/** Gives what tells of requests; undefined where the host's log does not want to hear of each. */
export function tellingOf(host: Host): Telling | undefined {
  const { log } = host;
  if (log.request === undefined) return undefined;
  const all = new WeakMap<Incoming, Known>();
  const knownOf = (incoming: Incoming): Known => {
    const known = all.get(incoming) ?? {};
    all.set(incoming, known);
    return known;
  };
  const tell = (incoming: Incoming, { status }: Answer, began: number): void => {
    const { given, traceId } = knownOf(incoming);
    const { id, credential } = given?.caller ?? {};
    log.request?.({
      method: incoming.method,
      ...(given === undefined ? {} : { operation: given.operation.name }),
      status,
      milliseconds: Math.round((performance.now() - began) * 1000) / 1000,
      traceId: given?.traceId ?? traceId ?? traceIdOf(incoming.header('traceparent'), host),
      ...(id === undefined ? {} : { caller: id, credential }),
    });
  };
  return {
    begun(incoming, given) {
      knownOf(incoming).given = given;
    },
    refused(incoming, traceId) {
      knownOf(incoming).traceId = traceId;
    },
    around(incoming, work) {
      const began = performance.now();
      const answer = work(incoming);
      if (answer instanceof Promise) {
        return answer.then((one) => {
          tell(incoming, one, began);
          return one;
        });
      }
      tell(incoming, answer, began);
      return answer;
    },
    unread: ({ status }, traceId) => log.request?.({ status, traceId }),
  };
}
