import type { EventPosition } from '../../../contracts/events.ts';
import { then } from '../../../contracts/maybe-promise.ts';
import type { OperationContext } from '../../../contracts/operation-context.ts';
import type { MaybePromise } from '../../../contracts/record.ts';
import type { Refusal } from '../../../contracts/refusal.ts';
import type { RequestContext } from '../../../contracts/request-context.ts';
import type { Step } from '../../../contracts/step.ts';
import type { Subscription } from '../../../contracts/streams.ts';
import type { HeaderPlan } from '../../../plan/exchange.ts';
import { findSunset } from '../../../plan/version/sunset.ts';
import { credential } from '../../authentication/steps/credential.ts';
import { scope } from '../../authentication/steps/scope.ts';
import { createInvalidInput } from '../../endpoints/serve/bodies/body.ts';
import { formatPosition, readPositionNumber } from './position.ts';
import { createAudienceReader } from './stream-audience.ts';
import { createChannel } from './stream-text.ts';

/** The media type of a stream, which is always UTF-8 (WHATWG HTML, 9.2.5). */
export const streamType = 'text/event-stream';

const parameter = 'Last-Event-ID';

/** Where the stream of a request starts. */
const starts = new WeakMap<RequestContext, Pick<Subscription, 'from' | 'position' | 'newest'>>();

/** Computes the event after which a stream begins: the one that `Last-Event-ID` names, else the newest one. */
export function createStreamBeginStep({ operation, store: { events }, platform }: OperationContext): Step {
  const { line } = operation;
  const message = 'must be the ID of an event of this stream, such as `42-9c0a51e7`, or 0 for the oldest stored one';
  const malformed = createInvalidInput([{ parameter, problem: 'constraint', message, line }]);
  const gone: Refusal = { condition: 'gone', line };
  const begin = (ctx: RequestContext, from: number, position: string, newest: EventPosition): undefined => {
    starts.set(ctx, { from, position, newest });
  };
  const readPosition = (sequence: number): MaybePromise<EventPosition> =>
    then(events.idAt(sequence), (id) => ({ sequence, id }));
  return (ctx) => {
    const text = ctx.incoming.header('last-event-id') ?? '';
    const number = text === '' ? undefined : readPositionNumber(text);
    if (text !== '' && number === undefined) return malformed;
    const go = (newest: EventPosition): MaybePromise<Refusal | undefined> => {
      if (number === undefined) return begin(ctx, newest.sequence, formatPosition(platform, newest), newest);
      if (number === 0) return then(events.oldest(), (oldest) => begin(ctx, oldest - 1, text, newest));
      // An event that was deleted by its age, or lost with a part of the database, no longer has this position.
      return then(readPosition(number), (found) =>
        found.id !== undefined && formatPosition(platform, found) === text ? begin(ctx, number, text, newest) : gone,
      );
    };
    return then(then(events.newest(), readPosition), go);
  };
}

/** The headers of a stream in addition to those of every operation. */
export const streamHeaders: readonly HeaderPlan[] = [{ name: 'X-Accel-Buffering', on: 'success' }];

/** Answers with the stream of those events that the caller may see as of each. */
export function createStreamAnswerStep(op: OperationContext): Step {
  const { streams } = op;
  const channel = createChannel(op);
  const audience = createAudienceReader(op);
  const headers = [
    ...['Content-Type', streamType, 'Cache-Control', 'no-store', 'X-Content-Type-Options', 'nosniff'],
    // Proxies that gather an answer before they hand it on would hold events back.
    ...['X-Accel-Buffering', 'no'],
  ];
  const mayGoOn = createAdmissionCheck(op);
  const sunsets = new Map(op.plan.versioning.versions.map((version) => [version.name, findSunset(version)]));
  return (ctx) => {
    const start = starts.get(ctx)!;
    const until = ctx.version && sunsets.get(ctx.version.name);
    const again = () => {
      const may = mayGoOn(ctx);
      const settle = (isAllowed: boolean) => (isAllowed ? audience(ctx.caller) : undefined);
      return then(may, settle);
    };
    const opened = (end: () => void): void => {
      ctx.end = () => {
        end();
        return true;
      };
    };
    const stream = streams.stream({ channel, audience: audience(ctx.caller), ...start, again, until, opened });
    ctx.response = { status: 200, headers: headers.slice(), body: undefined, stream };
    return undefined;
  };
}

/** Asks once more whether the credential of a request holds, and a scope lets it in. */
function createAdmissionCheck(op: OperationContext): (ctx: RequestContext) => MaybePromise<boolean> {
  const planned = new Set(op.operation.steps.map(({ step }) => step));
  const known = planned.has('authentication/credential') ? credential.create(op) : undefined;
  const admitted = planned.has('authentication/scope') ? scope.create(op) : undefined;
  const allowed = (ctx: RequestContext): MaybePromise<boolean> => {
    const refusal = admitted?.(ctx);
    return then(refusal, (resolved) => resolved === undefined);
  };
  return (ctx) => {
    ctx.caller = undefined;
    const refusal = known?.(ctx);
    return then(refusal, (resolved) => resolved === undefined && allowed(ctx));
  };
}
