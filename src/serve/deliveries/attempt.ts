import type { Compiled } from '../../contracts/compiled.ts';
import type { Attempt, CompletedDelivery, StoredDelivery } from '../../contracts/deliveries.ts';
import type { StoredEvent } from '../../contracts/events.ts';
import type { Outgoing, OutgoingResponse, Platform } from '../../contracts/platform.ts';
import type { MaybePromise } from '../../contracts/record.ts';
import type { DecodedEvent } from '../../contracts/shown-events.ts';
import type { Store } from '../../contracts/store.ts';
import { addJitter, askedFor } from '../../parts/events/serve/attempts.ts';
import type { SharedReads } from '../../parts/events/serve/shared-reads.ts';
import type { Webhook, WebhookRequest } from '../../parts/events/serve/webhook.ts';
import type { HostThrottle } from './host-throttle.ts';
import type { Targets } from './targets.ts';

/** An attempt fails without a 2xx response within this many milliseconds. Reads at most this much of the response. */
export const attemptTimeoutMs = 15_000;
const mostBytes = 65_536;

/** The dependencies of attempts. */
export interface AttemptDependencies {
  readonly store: Store;
  readonly platform: Platform;
  readonly compiled: Compiled;
  readonly targets: Targets;
  readonly throttle: HostThrottle;
  /** Returns an event by its ID; undefined if it is no longer stored. */
  findEvent(id: string, now: number): MaybePromise<DecodedEvent | StoredEvent | undefined>;
  /** Ends the leases of a subscriber's deliveries that are not in flight: they are due in some seconds. Resolves when that is stored. */
  release(subscriber: string): Promise<void>;
  /** Aborts when deliveries in flight must be released. */
  readonly signal: AbortSignal;
}

/**
 * Attempts a delivery. Resolves to its result; to undefined if the delivery no longer exists. Rejects with errors of the store and of
 * this machine, after which there was no attempt. Attempts that begin together share their reads.
 */
export type MakeAttempt = (delivery: StoredDelivery, shared: SharedReads) => Promise<CompletedDelivery | undefined>;

const open: Outgoing['allowed'] = () => true;

/** The number of URLs whose parts are kept. */
const mostUrls = 1_000;

/** A URL of a subscription: its host, and why no request may be sent to it. */
interface InspectedUrl {
  readonly host: string;
  readonly problem?: string;
}

/** Creates the function that inspects the URLs of subscriptions, each when it is first used. */
function createUrlInspector({ wrong }: Targets): (url: string) => InspectedUrl {
  const known = new Map<string, InspectedUrl>();
  return (url) => {
    const found = known.get(url);
    if (found !== undefined) return found;
    const reason = wrong(url);
    const problem = reason === undefined ? {} : { problem: `its address ${reason}` };
    const inspected = { host: URL.canParse(url) ? new URL(url).hostname : '', ...problem };
    if (known.size >= mostUrls) known.clear();
    known.set(url, inspected);
    return inspected;
  };
}

/** Creates the function that attempts a delivery of a webhook once and returns the result. */
export function createWebhookAttempts(deps: AttemptDependencies, webhook: Webhook): MakeAttempt {
  const { platform, store, signal } = deps;
  const inspect = createUrlInspector(deps.targets);
  return async (delivery, shared) => {
    const now = platform.now();
    const found = await deps.findEvent(delivery.event, now);
    if (found === undefined) return failDelivery(delivery, now, 'the event is no longer stored');
    const failBuilding = (error: unknown): CompletedDelivery => {
      const cause = error instanceof Error ? error.message : String(error);
      platform.log.error({ event: delivery.event, error: cause }, 'failed to build webhook payload');
      const attempt: Attempt = { at: now, milliseconds: 0, problem: 'failed to build the payload' };
      return completeFailedAttempt(deps, webhook, delivery, attempt);
    };
    let event: DecodedEvent;
    try {
      event = 'event' in found ? found : deps.compiled.events.decode(found);
    } catch (error) {
      return failBuilding(error);
    }
    const target = await webhook.target(delivery, event, now, shared);
    if (target === undefined) {
      await store.deliveries.deleteSubscriber(delivery.subscriber);
      return undefined;
    }
    if (target === 'unwanted') return failDelivery(delivery, now, 'the subscription no longer receives the event');
    let request: WebhookRequest | undefined;
    try {
      request = webhook.request(delivery, target, event, now);
    } catch (error) {
      return failBuilding(error);
    }
    if (request === undefined)
      return failDelivery(delivery, now, 'the version of the subscription does not have the event');
    const throttled = webhook.trusted ? undefined : inspect(request.url);
    const wait = throttled === undefined ? 0 : deps.throttle.wait(throttled.host, now);
    if (wait > 0) return postponeDelivery(delivery, now + wait);
    // The URL is possibly unchecked: the record was loaded, or created under other settings.
    const problem = throttled?.problem;
    const response = problem === undefined ? await send(deps, webhook, request) : { problem };
    if ('local' in response) throw new Error(response.problem);
    if (throttled !== undefined) deps.throttle.ended(throttled.host, isAccepted(response), platform.now() - now);
    if (signal.aborted && !('status' in response)) return postponeDelivery(delivery, now);
    const attempt: Attempt = { at: now, milliseconds: platform.now() - now, ...readAttemptResult(response) };
    return completeAttempt(deps, webhook, delivery, { request, attempt, answer: response });
  };
}

function send(
  { platform, targets, signal }: AttemptDependencies,
  { trusted }: Webhook,
  { url, headers, body }: WebhookRequest,
): Promise<OutgoingResponse> {
  return platform.send!({
    url,
    body,
    headers: { ...headers, 'user-agent': 'nonet' },
    allowed: trusted ? open : targets.allowed,
    byDns: !trusted && targets.byDns,
    milliseconds: attemptTimeoutMs,
    mostBytes,
    signal,
  });
}

function isAccepted(response: OutgoingResponse): boolean {
  return 'status' in response && response.status >= 200 && response.status < 300;
}

function readAttemptResult(response: OutgoingResponse): Pick<Attempt, 'status' | 'problem'> {
  return 'status' in response ? { status: response.status } : { problem: response.problem };
}

interface Attempted {
  readonly request: WebhookRequest;
  readonly attempt: Attempt;
  readonly answer: OutgoingResponse;
}

async function completeAttempt(
  deps: AttemptDependencies,
  webhook: Webhook,
  delivery: StoredDelivery,
  { request, attempt, answer }: Attempted,
): Promise<CompletedDelivery> {
  const { store, platform } = deps;
  const { subscriber, attempts } = delivery;
  const status = 'status' in answer ? answer.status : 0;
  if (isAccepted(answer)) {
    if (attempts.some((candidate) => candidate.status === 410)) await store.deliveries.resume(subscriber);
    return recordAttempt(delivery, attempt, 'delivered', platform.now());
  }
  if (status === 410) {
    platform.log.warn({ subscriber, event: delivery.event }, 'a subscriber unsubscribed: it answered 410');
    await deps.release(subscriber);
    await store.deliveries.end({ subscriber, address: request.url }, 'the subscriber answered 410', platform.now());
    return recordAttempt(delivery, attempt, 'failed', platform.now());
  }
  return completeFailedAttempt(deps, webhook, delivery, attempt, 'status' in answer ? answer.retryAfter : undefined);
}

/** Schedules the next attempt, later if the receiver asks for it, or fails the delivery permanently. */
function completeFailedAttempt(
  { platform }: AttemptDependencies,
  { waits }: Webhook,
  delivery: StoredDelivery,
  attempt: Attempt,
  retryAfter?: string,
): CompletedDelivery {
  const now = platform.now();
  const wait = waits[delivery.tries];
  if (wait === undefined) {
    const { subscriber, event } = delivery;
    platform.log.warn({ subscriber, event, ...attempt }, 'a delivery has failed');
    return recordAttempt(delivery, attempt, 'failed', now);
  }
  const [high = 0, low = 0] = platform.random(2);
  const due = attempt.at + addJitter(wait, (high * 256 + low) / 65_536);
  return recordAttempt(delivery, attempt, 'waiting', Math.ceil(Math.max(now, due, askedFor(retryAfter, now) ?? 0)));
}

/** Returns the result of an attempt that counts. */
export function recordAttempt(
  { id, tries, attempts }: StoredDelivery,
  attempt: Attempt,
  state: CompletedDelivery['state'],
  dueAt: number,
): CompletedDelivery {
  return { id, state, tries: tries + 1, attempts: [...attempts, attempt], dueAt };
}

/** Returns the result of a delivery that fails without an attempt. */
export function failDelivery({ id, tries, attempts }: StoredDelivery, now: number, problem: string): CompletedDelivery {
  return { id, state: 'failed', tries, attempts: [...attempts, { at: now, milliseconds: 0, problem }], dueAt: now };
}

/** Returns the result of a released delivery: the attempt does not count. */
export function postponeDelivery({ id, tries }: StoredDelivery, dueAt: number): CompletedDelivery {
  return { id, state: 'waiting', tries, dueAt };
}
