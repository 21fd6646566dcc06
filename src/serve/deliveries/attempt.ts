import type { Attempt, KeptDelivery, SettledDelivery } from '../../contracts/deliveries.ts';
import type { Host, Outgoing, OutgoingAnswer } from '../../contracts/platform.ts';
import type { Store } from '../../contracts/store.ts';
import { askedFor, varied } from '../../parts/events/serve/retries.ts';
import type { Webhook, WebhookRequest } from '../../parts/events/serve/webhook.ts';
import type { Pace } from './host-throttle.ts';
import type { Targets } from './targets.ts';

/** An attempt without an answer of 2xx within so many milliseconds has failed; so much of the answer is read. */
export const attemptMilliseconds = 15_000;
const mostBytes = 65_536;

/** What attempts are made with. */
export interface AttemptMaking {
  readonly store: Store;
  readonly host: Host;
  readonly webhooks: ReadonlyMap<string, Webhook>;
  readonly targets: Targets;
  readonly pace: Pace;
  /** Ends when what is under way is to be handed back. */
  readonly signal: AbortSignal;
}

/** Makes one attempt; undefined where the delivery is no more. */
export type MakeAttempt = (delivery: KeptDelivery) => Promise<SettledDelivery | undefined>;

const open: Outgoing['allowed'] = () => true;

/** Makes what attempts a delivery once and tells what came of it. */
export function attemptsWith(making: AttemptMaking): MakeAttempt {
  const { host, store, webhooks, signal } = making;
  return async (delivery) => {
    const now = host.now();
    const webhook = webhooks.get(delivery.way);
    if (webhook === undefined) return givenUp(delivery, now, 'the document does not state it any more');
    const event = await store.events.one(delivery.event);
    if (event === undefined) return givenUp(delivery, now, 'the event is kept no longer');
    let request: WebhookRequest | 'ended' | 'untold';
    try {
      request = await webhook.request(delivery, event, now);
    } catch (error) {
      host.log.error({ event: event.id, error: String(error) }, 'what a webhook is to show cannot be worked out');
      return failed(making, webhook, delivery, { at: now, milliseconds: 0, problem: 'it cannot be worked out' });
    }
    if (request === 'untold') return givenUp(delivery, now, 'the version of the subscription does not have the event');
    if (request === 'ended') {
      await store.deliveries.drop(delivery.subscriber);
      return undefined;
    }
    const wait = webhook.trusted ? 0 : making.pace.wait(new URL(request.url).hostname, now);
    if (wait > 0) return postponed(delivery, now + wait);
    const answer = await send(making, webhook, request);
    if (signal.aborted && !('status' in answer)) return postponed(delivery, now);
    const attempt: Attempt = { at: now, milliseconds: host.now() - now, ...factsOf(answer) };
    return settled(making, webhook, delivery, { request, attempt, answer });
  };
}

function send(
  { host, targets, signal }: AttemptMaking,
  { trusted }: Webhook,
  { url, headers, body }: WebhookRequest,
): Promise<OutgoingAnswer> {
  // A record may have got its address before this was checked: loaded, or under other settings.
  const wrong = trusted ? undefined : targets.wrong(url);
  if (wrong !== undefined) return Promise.resolve({ problem: `its address ${wrong}` });
  return host.send!({
    url,
    body,
    headers: { ...headers, 'user-agent': 'nonet' },
    allowed: trusted ? open : targets.allowed,
    milliseconds: attemptMilliseconds,
    mostBytes,
    signal,
  });
}

function factsOf(answer: OutgoingAnswer): Pick<Attempt, 'status' | 'problem'> {
  return 'status' in answer ? { status: answer.status } : { problem: answer.problem };
}

interface Attempted {
  readonly request: WebhookRequest;
  readonly attempt: Attempt;
  readonly answer: OutgoingAnswer;
}

async function settled(
  making: AttemptMaking,
  webhook: Webhook,
  delivery: KeptDelivery,
  { request, attempt, answer }: Attempted,
): Promise<SettledDelivery> {
  const { store, host } = making;
  const { subscriber, attempts } = delivery;
  const status = 'status' in answer ? answer.status : 0;
  if (status >= 200 && status < 300) {
    if (attempts.some((one) => one.status === 410)) await store.deliveries.resume(subscriber);
    return afterAttempt(delivery, attempt, 'delivered', host.now());
  }
  if (status === 410) {
    host.log.warn({ subscriber, event: delivery.event }, 'a subscriber wants nothing more: it answered 410');
    await store.deliveries.end({ subscriber, address: request.url }, 'the subscriber answered 410', host.now());
    return afterAttempt(delivery, attempt, 'failed', host.now());
  }
  return failed(making, webhook, delivery, attempt, 'status' in answer ? answer.retryAfter : undefined);
}

/** What failed is tried again by the schedule, later where the receiver asks for it, or is given up. */
function failed(
  { host }: AttemptMaking,
  { waits }: Webhook,
  delivery: KeptDelivery,
  attempt: Attempt,
  retryAfter?: string,
): SettledDelivery {
  const now = host.now();
  const wait = waits[delivery.tries];
  if (wait === undefined) {
    const { subscriber, event } = delivery;
    host.log.warn({ subscriber, event, ...attempt }, 'a delivery has failed');
    return afterAttempt(delivery, attempt, 'failed', now);
  }
  const [high = 0, low = 0] = host.random(2);
  const due = attempt.at + varied(wait, (high * 256 + low) / 65_536);
  return afterAttempt(delivery, attempt, 'waiting', Math.ceil(Math.max(now, due, askedFor(retryAfter, now) ?? 0)));
}

/** A delivery after an attempt, which counts. */
export function afterAttempt(
  { id, tries, attempts }: KeptDelivery,
  attempt: Attempt,
  state: SettledDelivery['state'],
  dueAt: number,
): SettledDelivery {
  return { id, state, tries: tries + 1, attempts: [...attempts, attempt], dueAt };
}

/** A delivery that is given up without an attempt. */
export function givenUp({ id, tries, attempts }: KeptDelivery, now: number, problem: string): SettledDelivery {
  return { id, state: 'failed', tries, attempts: [...attempts, { at: now, milliseconds: 0, problem }], dueAt: now };
}

/** A delivery that is handed back: nothing is counted. */
export function postponed({ id, tries }: KeptDelivery, dueAt: number): SettledDelivery {
  return { id, state: 'waiting', tries, dueAt };
}
