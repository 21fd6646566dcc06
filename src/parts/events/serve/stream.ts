import type { Making } from '../../../contracts/operation-context.ts';
import type { Maybe } from '../../../contracts/record.ts';
import type { Refusal } from '../../../contracts/refusal.ts';
import type { Given } from '../../../contracts/request-context.ts';
import type { Step } from '../../../contracts/step.ts';
import { endOf } from '../../../plan/version/sunset.ts';
import { credential } from '../../authentication/steps/credential.ts';
import { scope } from '../../authentication/steps/scope.ts';
import { invalidInput } from '../../endpoints/serve/bodies/body.ts';
import { audienceOf } from './stream-audience.ts';
import { channelOf } from './stream-text.ts';

/** The media type of a stream, which is always UTF-8 (WHATWG HTML, 9.2.5). */
export const streamType = 'text/event-stream';

const parameter = 'Last-Event-ID';

/** Works out behind which event a stream begins: the one that `Last-Event-ID` names, else the newest there is. */
export function streamBeginStep({ operation, store }: Making): Step {
  const { line } = operation;
  const wrong = (message: string): Refusal => invalidInput([{ parameter, problem: 'constraint', message, line }]);
  const malformed = wrong('is no id of an event of this stream: a whole number');
  const unknown = wrong('names an event that this service has not had');
  const gone: Refusal = { condition: 'gone', line };
  const begin = (given: Given, from: number, newest: number): undefined => {
    given.streamed = { from, newest };
  };
  const resume = (given: Given, from: number, newest: number): Maybe<Refusal | undefined> => {
    if (from > newest) return unknown;
    const settle = (oldest: number): Refusal | undefined => (from + 1 < oldest ? gone : begin(given, from, newest));
    const oldest = store.events.oldest();
    return oldest instanceof Promise ? oldest.then(settle) : settle(oldest);
  };
  return (given) => {
    const text = given.incoming.header('last-event-id') ?? '';
    if (text !== '' && !/^(0|[1-9]\d{0,14})$/.test(text)) return malformed;
    const go = (newest: number): Maybe<Refusal | undefined> =>
      text === '' ? begin(given, newest, newest) : resume(given, Number(text), newest);
    const newest = store.events.newest();
    return newest instanceof Promise ? newest.then(go) : go(newest);
  };
}

/** Answers with the stream of those events that the caller may see as of each. */
export function streamAnswerStep(making: Making): Step {
  const { streams } = making;
  const channel = channelOf(making);
  const audience = audienceOf(making);
  const headers = [
    ...['Content-Type', streamType, 'Cache-Control', 'no-store', 'X-Content-Type-Options', 'nosniff'],
    // Proxies that gather an answer before they hand it on would hold events back.
    ...['X-Accel-Buffering', 'no'],
  ];
  const mayGoOn = admission(making);
  const row = making.plan.versioning.versions.find(({ name }) => name === making.version);
  const until = row && endOf(row);
  return (given) => {
    const { from, newest } = given.streamed!;
    const again = () => {
      const may = mayGoOn(given);
      const settle = (one: boolean) => (one ? audience(given.caller) : undefined);
      return may instanceof Promise ? may.then(settle) : settle(may);
    };
    const opened = (end: () => void): void => {
      given.end = () => {
        end();
        return true;
      };
    };
    const stream = streams.stream({ channel, audience: audience(given.caller), from, newest, again, until, opened });
    given.answer = { status: 200, headers: headers.slice(), body: undefined, stream };
    return undefined;
  };
}

/** Asks once more whether the credential of a request holds, and a scope lets it in. */
function admission(making: Making): (given: Given) => Maybe<boolean> {
  const planned = new Set(making.operation.steps.map(({ step }) => step));
  const known = planned.has('authentication/credential') ? credential.create(making) : undefined;
  const admitted = planned.has('authentication/scope') ? scope.create(making) : undefined;
  const allowed = (given: Given): Maybe<boolean> => {
    const refusal = admitted?.(given);
    return refusal instanceof Promise ? refusal.then((one) => one === undefined) : refusal === undefined;
  };
  return (given) => {
    given.caller = undefined;
    const refusal = known?.(given);
    if (refusal instanceof Promise) return refusal.then((one) => one === undefined && allowed(given));
    return refusal === undefined && allowed(given);
  };
}
