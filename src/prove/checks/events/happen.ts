import type { EventPlan } from '../../../plan/errors-events-limits.ts';
import type { OperationPlan } from '../../../plan/operation.ts';
import type { DeliveryPlan } from '../../../plan/plan.ts';
import type { Case, Check } from '../../check.ts';
import { expectEvent, isCausedBy, nameCause } from '../../events/expect.ts';
import { describeWay, judgeMessages, readIdentity } from '../../events/judge.ts';
import type { Message } from '../../events/message.ts';
import { isOf, type Performed, perform } from '../../events/perform.ts';
import { isInSight } from '../../events/sight.ts';
import { listDelivered, type Watcher } from '../../events/watch.ts';
import { type Outcome, proven, unreached, violated } from '../../ledger/verdict.ts';
import type { Prover } from '../../prover.ts';

/** Each event happens exactly when the page says, with its payload, envelope and signature. */
export const happen: Check = {
  part: 'events',
  name: 'happen',
  says: 'Each operation on a resource with events is called while a subscriber of each delivery watches: the events that it causes arrive once, and no others.',
  cases: (prover) =>
    prover.plan.deliveries.length === 0
      ? []
      : [true, false].flatMap((causes) =>
          prover.operations.flatMap((operation): readonly Case[] => {
            const events = listEvents(prover, operation).filter(
              (event) => isCausedBy(event, nameCause(operation)) === causes,
            );
            if (events.length === 0 || operation.method === 'GET' || operation.kind === 'handler') return [];
            const play = createPlay(prover, operation);
            return events.flatMap((event): readonly Case[] =>
              prover.plan.deliveries.map((delivery) => ({
                line: listDelivered(prover, delivery).includes(event) ? event.line : delivery.line,
                about: `${event.name} by ${operation.name}, ${delivery.kind} of line ${delivery.line}`,
                run: () => judge(prover, operation, event, delivery, play),
              })),
            );
          }),
        ),
};

/** The events that were received where they were expected: only of these it says something that they do not come. */
const seen = new WeakMap<Prover, Set<string>>();

/** The events of the resource of an operation, whether or not it causes them. */
function listEvents({ plan }: Prover, operation: OperationPlan): readonly EventPlan[] {
  const of = plan.events.filter(({ resource }) => resource === operation.resource);
  return of.length > 0 && operation.resource !== undefined ? of : [];
}

type Play = (user: string) => Promise<readonly Performed[] | string>;

/** Makes the change once for all users, and once more for a user that had it already. */
function createPlay(prover: Prover, operation: OperationPlan): Play {
  let last: Promise<readonly Performed[] | string> | undefined;
  const users = new Set<string>();
  const own = prover.plan.events.filter((event) => isCausedBy(event, nameCause(operation)));
  return (user) => {
    if (last === undefined || users.has(user)) {
      users.clear();
      const missing = new Set(own);
      last = perform(prover, operation, ({ change }) => {
        for (const event of missing) if (expectEvent(prover, event, change) === true) missing.delete(event);
        return missing.size === 0;
      });
    }
    users.add(user);
    return last;
  };
}

async function judge(
  prover: Prover,
  operation: OperationPlan,
  event: EventPlan,
  delivery: DeliveryPlan,
  play: Play,
): Promise<Outcome> {
  const { line } = delivery;
  const performed = await play(`${event.name} ${line}`);
  if (typeof performed === 'string') return unreached(performed);
  let last: Outcome = unreached(`nothing that was seen decides whether \`${operation.name}\` causes it`);
  for (const one of performed) {
    const watcher = one.watchers.find(({ delivery }) => delivery.line === line);
    if (watcher === undefined) return unreached(one.absent.get(line) ?? 'nothing watches');
    const outcome = await judgeOne(prover, operation, event, watcher, one);
    if (outcome.kind === 'violated') return outcome;
    if (last.kind !== 'proven') last = outcome;
  }
  return last;
}

async function judgeOne(
  prover: Prover,
  operation: OperationPlan,
  event: EventPlan,
  watcher: Watcher,
  performed: Performed,
): Promise<Outcome> {
  const { change, by, received } = performed;
  const strange = await findStrange(prover, event, watcher, performed);
  if (strange !== undefined) return strange;
  const isDelivered = listDelivered(prover, watcher.delivery).includes(event);
  const expected = isDelivered ? expectEvent(prover, event, change) : false;
  const known = seen.get(prover) ?? new Set<string>();
  seen.set(prover, known);
  if (expected === undefined) return unreached(`nothing that was seen decides whether \`${operation.name}\` causes it`);
  const all = (received.get(watcher) ?? []).filter((message) => isOf(event, message));
  const own = dropRepeated(all);
  const way = describeWay(watcher);
  if (!expected) {
    const [first] = own.filter(({ type }) => type === event.name);
    if (first === undefined)
      return known.has(event.name) ? proven : unreached(`no request of this run causes ${event.name}`);
    if (!isDelivered) return violated(`${event.name} is not among the events of this delivery`, `it came ${way}`, by);
    return mayComeOtherwise(event, performed)
      ? unreached('an earlier change of the record may have caused it')
      : violated(`\`${operation.name}\` does not cause ${event.name} here`, `it came ${way}`, by);
  }
  if (own.length === 0) {
    if (isInSight(prover, watcher, change.resource) !== true) return unreached('a condition may hide it');
    return violated(`\`${operation.name}\` causes ${event.name} ${way}`, 'no such event', by);
  }
  const outcome = await judgeMessages(prover, watcher, own, {
    event,
    resource: change.resource,
    record: change.after,
    old: change.before,
    by,
  });
  if (outcome.kind !== 'proven') return outcome;
  known.add(event.name);
  const [message, more] = mayComeOtherwise(event, performed) ? [] : own;
  if (more !== undefined && message?.type !== undefined && message.id !== undefined && more.id !== undefined)
    return violated(`\`${operation.name}\` causes ${event.name} once`, `events ${message.id} and ${more.id}`, by);
  return proven;
}

/** Finds an event of a record that there is not: a request that was rejected has caused it. */
async function findStrange(
  prover: Prover,
  event: EventPlan,
  watcher: Watcher,
  { change, by }: Performed,
): Promise<Outcome | undefined> {
  const { resource } = change;
  if (change.before !== undefined || !isCausedBy(event, change.cause)) return undefined;
  const known = prover.ground.model.own().map(({ record }) => String(record[resource.identity]));
  for (const message of watcher.messages()) {
    const id = message.type === event.name ? readIdentity(event, resource, message) : undefined;
    if (id === undefined || known.includes(id)) continue;
    const read = await prover.read(resource, { [resource.identity]: id });
    if (read?.response.status === 404)
      return violated(
        `a request that is rejected does not cause ${event.name}`,
        `the event of ${id}, which is not found`,
        by,
      );
  }
  return undefined;
}

/** Whether something else that happened to the record may have caused an event: an earlier change, or a timer. */
function mayComeOtherwise(
  event: EventPlan,
  { earlier, elapsed, isTakenTwice, change: { resource } }: Performed,
): boolean {
  if (isTakenTwice) return true;
  if (earlier.some((cause) => isCausedBy(event, cause))) return true;
  return resource.machines.some(({ transitions }) =>
    transitions.some(({ name, trigger }) => {
      const isDue = trigger?.kind === 'at' || (trigger?.kind === 'after' && trigger.milliseconds < elapsed + 5_000);
      return isDue && isCausedBy(event, `${name} ${resource.name}`);
    }),
  );
}

/** An event may be delivered several times: its ID is the same. */
export function dropRepeated(messages: readonly Message[]): readonly Message[] {
  return messages.filter(({ id }, at) => id === undefined || messages.findIndex((other) => other.id === id) === at);
}
