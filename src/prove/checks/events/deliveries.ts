import type { DeliveryPlan } from '../../../plan/plan.ts';
import type { Case, Check } from '../../check.ts';
import { type Caused, cause } from '../../events/follow.ts';
import { describeWay, judgeMessages } from '../../events/judge.ts';
import type { Message } from '../../events/message.ts';
import { isAbout, isOf, patience } from '../../events/perform.ts';
import { isInSight, listShared } from '../../events/sight.ts';
import { listDelivered, type Wanted, type Watcher, watch } from '../../events/watch.ts';
import { type Outcome, proven, unreached, violated } from '../../ledger/verdict.ts';
import type { Prover } from '../../prover.ts';
import type { Caller } from '../../world/callers.ts';
import { type Exchanged, NoResponseError } from '../../world/exchanged.ts';
import { dropRepeated } from './happen.ts';

/** Each delivery sends what it has to, to whom it has to, in order, and again where that fails. */
export const deliveries: Check = {
  part: 'events',
  name: 'deliveries',
  says: 'Events reach a subscriber of each delivery; one that chooses events gets no others; a stream goes on after its last event; an attempt that fails is made again; a caller of another tenant gets nothing.',
  cases: (prover) =>
    prover.plan.deliveries.flatMap((delivery): readonly Case[] => {
      const { line, kind } = delivery;
      const about = (words: string): string => `${words}, ${kind} of line ${line}`;
      if (delivery.disabled === true) return [];
      const { to } = delivery;
      const isStream = to?.kind === 'endpoint';
      const opens = isStream ? prover.plan.operations.find(({ name }) => name === to.operation) : undefined;
      return [
        ...(opens === undefined
          ? []
          : [{ line: opens.line, about: `${opens.name} opens a stream`, run: () => openStream(prover, delivery) }]),
        { line, about: about('events arrive'), run: () => arrive(prover, delivery) },
        { line, about: about('the order of two events of a record'), run: () => inOrder(prover, delivery) },
        ...(typeof delivery.events === 'object' && 'listedIn' in delivery.events
          ? [{ line, about: about('a subscription to one event alone'), run: () => choose(prover, delivery) }]
          : []),
        ...(isStream
          ? [
              { line, about: about('the stream goes on'), run: () => resume(prover, delivery) },
              { line, about: about('the stream without a credential'), run: () => openUnknown(prover, delivery) },
            ]
          : []),
        ...(delivery.attempts === undefined
          ? []
          : [{ line, about: about('a second attempt'), run: () => retry(prover, delivery) }]),
        ...(isStream || delivery.to?.kind === 'each'
          ? [{ line, about: about('a subscriber of another tenant'), run: () => stayAway(prover, delivery) }]
          : []),
      ];
    }),
};

/** Lets a subscriber watch while something happens. */
async function whileWatching(
  prover: Prover,
  delivery: DeliveryPlan,
  wanted: Wanted | undefined,
  run: (watcher: Watcher) => Promise<Outcome>,
): Promise<Outcome> {
  const watcher = await watch(prover, delivery, wanted);
  if (typeof watcher === 'string') return unreached(watcher);
  try {
    return await run(watcher);
  } finally {
    await watcher.close();
  }
}

/** Waits for the events of a record. */
async function awaitEvents(
  prover: Prover,
  watcher: Watcher,
  { resource, id, event }: Caused,
  count = 1,
  milliseconds = patience,
): Promise<readonly Message[]> {
  const own = (): readonly Message[] =>
    watcher.messages().filter((message) => isOf(event, message) && isAbout(prover, resource, message, id));
  await prover.ground.transport.until(() => own().length >= count, milliseconds);
  return own();
}

function arrive(prover: Prover, delivery: DeliveryPlan): Promise<Outcome> {
  return whileWatching(prover, delivery, undefined, async (watcher) => {
    const caused = await cause(prover, delivery);
    if (typeof caused === 'string') return unreached(caused);
    const messages = await awaitEvents(prover, watcher, caused);
    if (messages.length > 0) return judgeMessages(prover, watcher, messages, caused);
    return isInSight(prover, watcher, caused.resource) === true
      ? violated(
          `\`${caused.operation.name}\` causes ${caused.event.name} ${describeWay(watcher)}`,
          'no such event',
          caused.by,
        )
      : unreached('a condition may hide it');
  });
}

/** A record is created and changed: its events come in this order. */
function inOrder(prover: Prover, delivery: DeliveryPlan): Promise<Outcome> {
  return whileWatching(prover, delivery, undefined, async (watcher) => {
    const events = listDelivered(prover, delivery);
    for (const event of events) {
      const resource = prover.resource(event.resource);
      const isCreated = event.when.some(
        ({ operation, condition }) => operation === `create ${resource?.name}` && condition === undefined,
      );
      const next = prover.operations.find(
        ({ kind, verb, resource: of, input }) =>
          of === resource?.name &&
          kind === 'transition' &&
          input === undefined &&
          events.some(({ when }) =>
            when.some(
              ({ operation, condition, to }) =>
                operation === `${verb} ${of}` && condition === undefined && to === undefined,
            ),
          ),
      );
      if (!isCreated || resource === undefined || next === undefined) continue;
      const trial = await prover.prepare(next);
      if (typeof trial === 'string') return unreached(trial);
      const by = await prover.send(trial);
      if (by.response.status >= 400) return unreached(`the service responded ${by.response.status}`);
      const second = events.find(({ when }) =>
        when.some(({ operation }) => operation === `${next.verb} ${resource.name}`),
      )!;
      const id = String(trial.record?.[resource.identity]);
      const own = (): readonly Message[] =>
        dropRepeated(watcher.messages().filter((message) => isAbout(prover, resource, message, id)));
      const isComplete = (): boolean => [event, second].every((one) => own().some(({ type }) => type === one.name));
      await prover.ground.transport.until(isComplete, patience);
      if (!isComplete()) return unreached('not both of them came');
      const types = own().map(({ type }) => type);
      return types.indexOf(event.name) < types.indexOf(second.name)
        ? proven
        : violated(
            `${event.name} comes before ${second.name} of the same record ${describeWay(watcher)}`,
            types.join(', '),
            by,
          );
    }
    return unreached('no record has an event at its create and one at a transition');
  });
}

/** A subscription to one kind of events gets no others. */
async function choose(prover: Prover, delivery: DeliveryPlan): Promise<Outcome> {
  const caused = await cause(prover, delivery);
  if (typeof caused === 'string') return unreached(caused);
  const other = listDelivered(prover, delivery).find(({ name }) => name !== caused.event.name);
  if (other === undefined) return unreached('there is one event alone');
  return whileWatching(prover, delivery, undefined, (all) =>
    whileWatching(prover, delivery, { name: 'one', events: [other.name] }, async (one) => {
      const again = await cause(prover, delivery);
      if (typeof again === 'string') return unreached(again);
      if ((await awaitEvents(prover, all, again)).length === 0) return unreached('no subscriber got the event');
      await prover.ground.transport.until(() => false, 60);
      const wrong = one.messages().find(({ type }) => type !== undefined && type !== other.name);
      return wrong === undefined
        ? proven
        : violated(`a subscription to ${other.name} alone gets no other event`, wrong.type!, again.by);
    }),
  );
}

/** A stream that is opened after an event shows the ones that follow it, each. */
async function resume(prover: Prover, delivery: DeliveryPlan): Promise<Outcome> {
  const first = await watch(prover, delivery);
  if (typeof first === 'string') return unreached(first);
  const made: Caused[] = [];
  let after: string | undefined;
  try {
    for (let at = 0; at < 3; at++) {
      const caused = await cause(prover, delivery);
      if (typeof caused === 'string') return unreached(caused);
      const [message] = await awaitEvents(prover, first, caused);
      if (message?.position === undefined) return unreached('the stream shows no positions');
      if (at === 0) after = message.position;
      made.push(caused);
    }
  } finally {
    await first.close();
  }
  return whileWatching(prover, delivery, { name: 'again', after: after! }, async (again) => {
    const missing = (): Caused | undefined =>
      made
        .slice(1)
        .find(({ resource, id, event }) =>
          again.messages().every((message) => !isOf(event, message) || !isAbout(prover, resource, message, id)),
        );
    await prover.ground.transport.until(() => missing() === undefined, patience);
    const lost = missing();
    if (lost !== undefined)
      return violated(
        `the stream goes on with the events after the one that Last-Event-ID names: ${lost.event.name} of ${lost.id}`,
        'no such event',
        again.exchange!,
      );
    const order = made.slice(1).map(({ id }) => again.messages().findIndex(({ text }) => text.includes(id)));
    if (order[0]! > order[1]!) return violated('the stream goes on in order', 'the later event first', again.exchange!);
    const repeated = again.messages().some((message) => isOf(made[0]!.event, message) && message.position === after);
    return repeated
      ? violated('the stream goes on after the event that Last-Event-ID names', 'that event again', again.exchange!)
      : proven;
  });
}

/** A stream opens with its media type. */
function openStream(prover: Prover, delivery: DeliveryPlan): Promise<Outcome> {
  return whileWatching(prover, delivery, undefined, async ({ exchange }) => {
    const type = (exchange?.response.headers['content-type'] ?? '').split(';')[0]!.trim().toLowerCase();
    if (exchange === undefined || type === 'text/event-stream') return proven;
    return violated('a stream has the media type text/event-stream', type || 'no media type', exchange);
  });
}

async function openUnknown(prover: Prover, delivery: DeliveryPlan): Promise<Outcome> {
  const { to } = delivery;
  const operation = prover.plan.operations.find(({ name }) => to?.kind === 'endpoint' && name === to.operation);
  if (operation === undefined || operation.disabled === true) return unreached('no operation opens the stream');
  if (operation.access.open || operation.access.grants.some(({ kind }) => kind === 'public'))
    return unreached('everybody may open it');
  try {
    const path = `${prover.plan.base.prefix}${operation.path}`;
    const { exchange, close } = await prover.ground.open({
      method: 'GET',
      path,
      headers: { accept: 'text/event-stream' },
    });
    await close();
    const { status } = exchange.response;
    return status < 400
      ? violated('the stream opens for no caller without a credential', `${status}: it opened`, exchange)
      : proven;
  } catch (error) {
    if (error instanceof NoResponseError) return unreached(error.message);
    throw error;
  }
}

/** The first wait between two attempts, in milliseconds, and how much longer one is waited for. */
const firstWait = 5_000;
const slack = 10_000;

/** An attempt that fails is made again after five seconds, with the same ID, and no more once one succeeds. */
function retry(prover: Prover, delivery: DeliveryPlan): Promise<Outcome> {
  const { transport } = prover.ground;
  if (delivery.to?.kind === 'setting' && transport.inboxes?.areStated !== true)
    return Promise.resolve(unreached(`the operator sets the address: state it with --receiver`));
  return whileWatching(prover, delivery, { name: 'failing', status: 503 }, async (watcher) => {
    const caused = await cause(prover, delivery);
    if (typeof caused === 'string') return unreached(caused);
    const [message] = await awaitEvents(prover, watcher, caused);
    if (message?.at === undefined) return unreached('the event did not come');
    if (transport.turnsClock === true) await transport.advance(firstWait * 1.2);
    const messages = await awaitEvents(prover, watcher, caused, 2, firstWait + slack);
    const again = messages.find(({ at, id }) => id === message.id && at !== undefined && at - message.at! > 1_000);
    const words = `an attempt of ${caused.event.name} that got 503 is made again after 5 seconds`;
    if (again?.at === undefined) return violated(words, 'no second attempt', caused.by);
    const waited = again.at - message.at;
    if (waited < firstWait * 0.85) return violated(words, `after ${waited / 1000} seconds`, caused.by);
    if (message.headers['webhook-id'] !== again.headers['webhook-id'])
      return violated(`each attempt of ${caused.event.name} has the same webhook-id`, 'another one', caused.by);
    if (message.text !== again.text && JSON.stringify(message.body) !== JSON.stringify(again.body))
      return violated(`each attempt of ${caused.event.name} has the same body`, 'another one', caused.by);
    return judgeMessages(prover, watcher, [again], caused);
  });
}

/** A subscriber of another tenant gets no event of a record that it cannot see. */
async function stayAway(prover: Prover, delivery: DeliveryPlan): Promise<Outcome> {
  const { away } = prover;
  if (away === undefined) return unreached('there is no other caller');
  return whileWatching(prover, delivery, undefined, async (home) => {
    const stranger = await watch(away, delivery);
    if (typeof stranger === 'string') return unreached(`no caller of another tenant: ${stranger}`);
    try {
      const caused = await cause(prover, delivery);
      if (typeof caused === 'string') return unreached(caused);
      // Only where both sides compare one attribute of the caller it is certain that the other one does not see it.
      const shared = listShared(prover, delivery, caused.resource);
      const [one, other] = [findCaller(prover, caused.by), findCaller(away, stranger.exchange)];
      const isOther = shared?.some((name) => {
        const [left, right] = [one?.attributes?.[name], other?.attributes?.[name]];
        return left !== undefined && right !== undefined && left !== right;
      });
      if (isOther !== true) return unreached('nothing that was seen decides who gets it');
      if ((await awaitEvents(prover, home, caused)).length === 0) return unreached('no subscriber got the event');
      await prover.ground.transport.until(() => false, 100);
      const leaked = stranger.messages().find(({ text }) => text.includes(caused.id));
      return leaked === undefined
        ? proven
        : violated(
            `a subscriber of another tenant does not get ${caused.event.name} of ${caused.id}`,
            'it came',
            caused.by,
          );
    } finally {
      await stranger.close();
    }
  });
}

function findCaller({ ground }: Prover, exchange: Exchanged | undefined): Caller | undefined {
  return ground.known().find(({ name }) => name === exchange?.caller);
}
