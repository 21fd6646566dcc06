import type { Host } from '../../contracts/platform.ts';
import type { Refusal } from '../../contracts/refusal.ts';
import type { Answer, Incoming } from '../../contracts/request-context.ts';
import type { Versions } from '../versions.ts';
import { headRefusal, type Refusing, refuse } from './error-response.ts';
import type { FailureOf } from './failures.ts';
import type { Request } from './request-context.ts';
import type { Telling } from './request-logger.ts';
import type { Outcome } from './run.ts';
import { traceIdOf } from './trace.ts';

/** How the requests of a service are turned down. */
export interface Declining {
  /** Answers a refusal, in the words of the request's version; a trace id is made where none is known. */
  decline(refusal: Refusal, incoming: Incoming, operation?: string, traceId?: string): Answer;
  /** Answers an operation's request that ended in this way. */
  answerTo(given: Request, outcome: Outcome): Answer;
  /** Answers a request that failed before it had an operation; the error is logged. */
  failed(error: unknown, incoming: Incoming): Answer;
  /** Answers a request whose head could not be read, or is not taken, by this status of HTTP. */
  refuseHead(status: number): Answer;
}

/** What is needed to turn requests down; `versions` are asked for when there is a request, as they need this to be opened. */
export interface DecliningParts {
  readonly host: Host;
  readonly fail: FailureOf;
  readonly refusing: Refusing;
  readonly telling: Telling | undefined;
  versions(): Versions | undefined;
}

/** Makes what turns requests down. */
export function decliningOf({ host, fail, refusing, telling, versions }: DecliningParts): Declining {
  const decline = (refusal: Refusal, incoming: Incoming, operation?: string, known?: string): Answer => {
    const traceId = known ?? traceIdOf(incoming.header('traceparent'), host);
    telling?.refused(incoming, traceId);
    return refuse(versions()?.refusing(incoming) ?? refusing, refusal, incoming, operation, traceId);
  };
  return {
    decline,
    answerTo(given, outcome) {
      if (outcome === undefined && given.answer !== undefined) return given.answer;
      const whole = outcome?.answer;
      if (whole !== undefined) return { ...whole, headers: [...whole.headers] };
      return decline(outcome ?? { condition: 'internal failure' }, given.incoming, given.operation.name, given.traceId);
    },
    failed(error, incoming) {
      const traceId = traceIdOf(incoming.header('traceparent'), host);
      return decline(fail(error, traceId), incoming, undefined, traceId);
    },
    refuseHead(status) {
      const traceId = traceIdOf(undefined, host);
      const answer = refuse(refusing, headRefusal(status), undefined, undefined, traceId);
      telling?.unread(answer, traceId);
      return answer;
    },
  };
}
