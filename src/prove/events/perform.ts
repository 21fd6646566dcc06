import { listSolutions } from '../../describe/examples/bodies.ts';
import type { Trial } from '../../describe/examples/probes/probe.ts';
import type { EventPlan } from '../../plan/errors-events-limits.ts';
import type { OperationPlan } from '../../plan/operation.ts';
import type { DeliveryPlan } from '../../plan/plan.ts';
import type { ResourcePlan } from '../../plan/resource.ts';
import type { Json } from '../../plan/schema.ts';
import type { Prover } from '../prover.ts';
import { listPlaces, putAt } from '../values/places.ts';
import { findResponse, readRecords, type ShownRecord } from '../values/shown.ts';
import type { Exchanged } from '../world/exchanged.ts';
import { type Change, expectEvent, nameCause } from './expect.ts';
import { readIdentity } from './judge.ts';
import type { Message } from './message.ts';
import { listDelivered, type Watcher, watch } from './watch.ts';

/** The milliseconds after which an event is late, and those in which one that is wrong shows itself. */
export const patience = 4_000;
const grace = 60;

/** A change that was made while subscribers were watching. */
export interface Performed {
  readonly change: Change;
  readonly by: Exchanged;
  readonly watchers: readonly Watcher[];
  /** Why the others could not watch, by the line of the delivery. */
  readonly absent: ReadonlyMap<number, string>;
  /** The events that each received of the record since before it was made, the oldest first. */
  readonly received: ReadonlyMap<Watcher, readonly Message[]>;
  /** The earlier changes of the record, by their words in Events, the oldest first. */
  readonly earlier: readonly string[];
  /** The same request once more was accepted too; it is not made again where that would be another change for certain. */
  readonly isTakenTwice: boolean;
  /** The milliseconds that it all took, by the clock of the service: timers may have been due. */
  readonly elapsed: number;
}

/** Opens a subscriber of each delivery. */
export async function watchAll(
  prover: Prover,
): Promise<{ readonly watchers: readonly Watcher[]; readonly absent: ReadonlyMap<number, string> }> {
  const watchers: Watcher[] = [];
  const absent = new Map<number, string>();
  for (const delivery of prover.plan.deliveries) {
    const watcher = await watch(prover, delivery);
    if (typeof watcher === 'string') absent.set(delivery.line, watcher);
    else watchers.push(watcher);
  }
  return { watchers, absent };
}

/** Makes a change by an operation with subscribers watching, in up to some ways; a text says why none could be made. */
export async function perform(
  prover: Prover,
  operation: OperationPlan,
  wants: (performed: Performed) => boolean,
): Promise<readonly Performed[] | string> {
  const resource = prover.resource(operation.resource);
  if (resource === undefined) return 'it changes no record';
  const done: Performed[] = [];
  let why = 'no request for it succeeded';
  for (let way = 0; way < 4; way++) {
    const performed = await performOnce(prover, resource, operation, way);
    if (performed === undefined) break;
    if (typeof performed === 'string') {
      why = performed;
      continue;
    }
    done.push(performed);
    // An update that changes nothing is made too.
    if (wants(performed) && (operation.kind !== 'update' || way > 0)) break;
  }
  return done.length > 0 ? done : why;
}

function listInputs(
  operation: OperationPlan,
  resource: ResourcePlan,
  { pieces, record }: Trial,
): readonly { readonly body: Json | undefined }[] {
  const body = pieces.body as Json | undefined;
  if (operation.input?.kind !== 'object' || operation.kind === 'delete') return [{ body }];
  if (operation.kind === 'update') {
    const [name, value] = Object.entries(record ?? {}).find(([field]) => Object.hasOwn(body as object, field)) ?? [];
    return [{ body }, ...(name === undefined ? [] : [{ body: { [name]: value as Json } }])];
  }
  const solved = [true, false].flatMap((side) => listSolutions(operation, resource, record, side));
  return [{ body }, ...solved.map((values) => ({ body: { ...(body as object), ...values } as Json }))];
}

async function performOnce(
  prover: Prover,
  resource: ResourcePlan,
  operation: OperationPlan,
  way: number,
): Promise<Performed | string | undefined> {
  const { ground } = prover;
  const { transport, exchanges } = ground;
  // The way to a success is found before anybody watches.
  await prover.sample(operation);
  const { watchers, absent } = await watchAll(prover);
  const [begin, from] = [transport.now(), exchanges.length];
  try {
    const trial = await prover.prepare(operation);
    if (typeof trial === 'string') return trial;
    const input = listInputs(operation, resource, trial)[way];
    if (input === undefined) return undefined;
    const before = trial.record;
    await rejectOnce(prover, trial, input.body);
    const by = await prover.send(trial, input.body === undefined ? {} : { body: input.body });
    if (by.response.status >= 400) return `the service responded ${by.response.status}`;
    const change = await seeChange(prover, resource, operation, before, by);
    const id = (change.after ?? change.before)?.[resource.identity];
    if (id === undefined) return `no response shows the identity of the ${resource.name}`;
    const own = (watcher: Watcher): readonly Message[] =>
      watcher.messages().filter((message) => isAbout(prover, resource, message, String(id)));
    const isComplete = (): boolean =>
      watchers.every((watcher) =>
        listExpected(prover, watcher.delivery, change).every((event) =>
          own(watcher).some((message) => isOf(event, message)),
        ),
      );
    await transport.until(isComplete, patience);
    const isRepeatable = operation.kind === 'transition' || operation.kind === 'delete';
    const again = isRepeatable
      ? await prover.send(trial, input.body === undefined ? {} : { body: input.body })
      : undefined;
    await transport.until(() => false, grace);
    return {
      isTakenTwice: again !== undefined && again.response.status < 400,
      change,
      by,
      watchers,
      absent,
      received: new Map(watchers.map((watcher) => [watcher, own(watcher)])),
      earlier: listCauses(prover, exchanges.slice(from), by, String(id)),
      elapsed: transport.now() - begin,
    };
  } finally {
    for (const watcher of watchers) await watcher.close();
  }
}

/** Sends what is rejected: it causes nothing. */
async function rejectOnce(prover: Prover, trial: Trial, body: Json | undefined): Promise<void> {
  const { operation, pieces } = trial;
  const pieced = body === undefined ? {} : { body };
  if (pieces.held !== undefined) await prover.send(trial, { ...pieced, held: undefined });
  const needed = listPlaces(prover.plan, operation).find(({ isRequired }) => isRequired);
  const without = needed === undefined ? undefined : putAt(body, needed.path, undefined);
  if (without !== undefined) await prover.send(trial, { body: without });
}

/** The words in Events of what was done with a record before a request. */
function listCauses(
  { plan }: Prover,
  exchanges: readonly Exchanged[],
  until: Exchanged,
  id: string,
): readonly string[] {
  return exchanges.flatMap(({ number, request, response, operation: name }) => {
    const operation = plan.operations.find((one) => one.name === name);
    const isOwn = number < until.number && request.method !== 'GET' && response.status < 400;
    const isAbout = request.path.includes(encodeURIComponent(id)) || response.text.includes(id);
    return isOwn && isAbout && operation !== undefined ? [nameCause(operation)] : [];
  });
}

/** Sees what an operation made of a record. */
export async function seeChange(
  prover: Prover,
  resource: ResourcePlan,
  operation: OperationPlan,
  before: ShownRecord | undefined,
  by: Exchanged,
): Promise<Change> {
  const [shown] = readRecords(findResponse(operation, by.response.status)?.shape, by.response.body);
  const target = { ...before, ...shown };
  const isDeleted = operation.kind === 'delete';
  const read = isDeleted ? undefined : await prover.read(resource, target);
  const reader = prover.plan.operations.find(({ name }) => name === read?.operation);
  const [now] =
    read === undefined || reader === undefined || read.response.status >= 400
      ? []
      : readRecords(findResponse(reader, read.response.status)?.shape, read.response.body);
  return {
    resource,
    cause: nameCause(operation),
    isUpdate: operation.kind === 'update' || operation.kind === 'replace',
    before,
    after: isDeleted ? undefined : (now ?? (shown === undefined ? undefined : target)),
    hasEffects:
      operation.kind === 'handler' ||
      operation.creation !== undefined ||
      operation.steps.some(({ step }) => step === 'states/others' || step === 'states/others-first'),
  };
}

/** The events that a subscriber of a delivery has to receive of a change. */
export function listExpected(prover: Prover, delivery: DeliveryPlan, change: Change): readonly EventPlan[] {
  return listDelivered(prover, delivery).filter(
    (event) => event.resource === change.resource.name && expectEvent(prover, event, change) === true,
  );
}

/** Whether a message is of a kind of events; one that does not say its kind may be. */
export function isOf({ name }: EventPlan, { type }: Message): boolean {
  return type === undefined || type === name;
}

/** Whether a message is about a record; one that does not show its record may be. */
export function isAbout({ plan }: Prover, resource: ResourcePlan, message: Message, id: string): boolean {
  const event = plan.events.find(({ name }) => name === message.type);
  if (event === undefined) return message.type === undefined && message.text.includes(id);
  if (event.resource !== resource.name) return false;
  const shown = readIdentity(event, resource, message);
  return shown === undefined || shown === id;
}
