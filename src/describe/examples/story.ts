import { operationKinds } from '../../plan/kinds.ts';
import type { OperationPlan } from '../../plan/operation.ts';
import type { ResourcePlan, StateMachinePlan } from '../../plan/resource.ts';
import { findResource } from './body.ts';
import { holdCredential } from './callers.ts';
import { composeRequest } from './compose.ts';
import { playList } from './lists.ts';
import { createParameters } from './parameters.ts';
import { attempt, createRecord, ensureRecord, nameSuccess, type Succeeded } from './records.ts';
import { isSuccess, keep, refresh, type Stage, type StoredRecord, sendFor } from './stage.ts';
import { playToken } from './tokens.ts';
import { createIn, createTarget } from './walk.ts';
import type { PlayedRequest } from './world.ts';

/** The number of records of a resource that exist when it is listed. */
const listed = 3;
/** How many earlier requests a handler is attempted with the values of. */
const earlier = 8;
const minute = 60_000;

/** Plays the story of a document: records are created, get on, are listed, read and changed. Each operation succeeds, if it can. */
export async function playStory(stage: Stage, isOver: () => boolean): Promise<ReadonlyMap<string, Succeeded>> {
  const successes = new Map<string, Succeeded>();
  for (const resource of listInOrder(stage)) if (!isOver()) await populate(stage, resource);
  if (!isOver()) await bringAboutEvents(stage);
  const served = stage.plan.operations.filter(({ disabled }) => disabled !== true);
  for (const operation of served.toSorted((left, right) => rankOperation(left) - rankOperation(right))) {
    if (isOver()) break;
    await stage.world.advance(minute);
    const done = await playSuccess(stage, operation);
    if (done === undefined) continue;
    successes.set(operation.name, done);
    await playUnchanged(stage, operation, done);
  }
  return successes;
}

/** The resources, subscriptions first: they receive the events of the others. */
function listInOrder({ plan }: Stage): readonly ResourcePlan[] {
  const hears = ({ name }: ResourcePlan): boolean =>
    plan.deliveries.some(({ to }) => to?.kind === 'each' && to.resource === name);
  return plan.resources.toSorted((left, right) => Number(hears(right)) - Number(hears(left)));
}

/** Reads come before what changes the records that they show, deletions last. */
function rankOperation({ kind, method, session }: OperationPlan): number {
  // A log in has issued its token, and no log out has ended it.
  if (session?.does === 'refresh') return 0.9;
  if (session?.does === 'log in') return 0.8;
  if (kind === 'create' || kind === 'issue token') return 0;
  if (kind === 'handler') return method === 'GET' ? 2 : method === 'DELETE' ? 6 : 1;
  if (kind === 'list') return 2;
  if (kind === 'read') return 3;
  if (kind === 'update' || kind === 'replace') return 4;
  return kind === 'delete' ? 7 : 5;
}

/** Creates the records of a resource, each by another person, leads the second on, and the third to its end. */
async function populate(stage: Stage, resource: ResourcePlan): Promise<void> {
  for (let index = 0; index < listed; index++) {
    await stage.world.advance(minute);
    const created = await createRecord(stage, resource.name, { index, rank: 2 });
    if (created === undefined) return;
    const machine = resource.machines.find(({ field }) => field !== undefined);
    if (index === 1 && machine !== undefined) await createIn(stage, resource, machine, listLiveStates(machine));
    if (index === 2 && machine !== undefined) await createIn(stage, resource, machine, listFinalStates(machine), true);
  }
}

/** Moves records into the states that events report, if no record has reached them. */
async function bringAboutEvents(stage: Stage): Promise<void> {
  for (const { resource: name, when } of stage.plan.events) {
    const resource = findResource(stage.plan, name);
    for (const { to } of when) {
      const machine = resource?.machines.find(({ states }) => states.some((state) => state.name === to));
      if (resource === undefined || machine?.field === undefined || to === undefined) continue;
      const there = stage.records.get(resource.name)?.some((record) => record[machine.field!] === to);
      if (there !== true) await createIn(stage, resource, machine, [to]);
    }
  }
}

/** The states of a machine, without its initial and gone states; states that can be left, if there are any. */
function listLiveStates({ states, transitions }: StateMachinePlan): readonly string[] {
  const live = states.filter(({ kind }) => kind !== 'initial' && kind !== 'gone').map(({ name }) => name);
  const leaves = (state: string): boolean => transitions.some(({ from }) => from.includes(state));
  const lively = live.filter(leaves);
  return lively.length > 0 ? lively : live;
}

function listFinalStates({ states }: StateMachinePlan): readonly string[] {
  return states.filter(({ kind }) => kind === 'final').map(({ name }) => name);
}

/** Plays an operation so that it succeeds, and returns how it did; undefined if it does not. */
export async function playSuccess(stage: Stage, operation: OperationPlan): Promise<Succeeded | undefined> {
  const { kind } = operation;
  const title = nameSuccess(operation);
  if (kind === 'issue token' || kind === 'revoke token') return playToken(stage, operation, title);
  if (operationKinds[kind].about === 'events') return playEvents(stage, operation, title);
  if (kind === 'list') return playList(stage, operation, title);
  const record = await findTarget(stage, operation);
  if (record === undefined && namesRecord(operation)) return undefined;
  const done =
    (await attempt(stage, operation, { record, title })) ?? (await attemptElsewhere(stage, operation, title));
  if (done === undefined) return undefined;
  keep(stage, operation.name, done.request, done.response, { title, rank: 2 });
  if (operation.resource !== undefined) await refresh(stage, operation.resource);
  return done;
}

/** Asks again with the tag of the response: what it shows has not changed. */
async function playUnchanged(stage: Stage, operation: OperationPlan, { request, response }: Succeeded): Promise<void> {
  const { etag } = response.headers;
  if (etag === undefined || operation.exchange?.statuses.some(({ status }) => status === 304) !== true) return;
  const again = { ...request, headers: { ...request.headers, 'if-none-match': etag } };
  await sendFor(stage, operation, again, { title: 'Not changed since', rank: 2, variant: 'unchanged' });
}

/** Attempts a handler with the values of earlier requests, or with a record in each state: only its code says which it takes. */
async function attemptElsewhere(stage: Stage, operation: OperationPlan, title: string): Promise<Succeeded | undefined> {
  const resource = findResource(stage.plan, operation.resource);
  if (operation.kind !== 'handler') return undefined;
  if (resource === undefined || !namesRecord(operation)) {
    for (let index = 0; index < Math.min(stage.count, earlier); index++) {
      const done = await attempt(stage, operation, { index, title });
      if (done !== undefined) return done;
    }
    return undefined;
  }
  for (const machine of resource.machines) {
    for (const { name, kind } of machine.field === undefined ? [] : machine.states) {
      const record = kind === 'initial' ? undefined : await createIn(stage, resource, machine, [name]);
      const done = record && (await attempt(stage, operation, { record, title }));
      if (done !== undefined) return done;
    }
  }
  return undefined;
}

/** Whether the path of an operation names one record of its resource. */
export function namesRecord({ segments, record, kind }: OperationPlan): boolean {
  return (
    kind !== 'create' &&
    (record !== undefined || segments.some((segment) => segment.kind === 'placeholder' && segment.of === 'own'))
  );
}

/** The record that an operation is played with: for reads the one that has got furthest, else a new one. */
async function findTarget(stage: Stage, operation: OperationPlan): Promise<StoredRecord | undefined> {
  const resource = findResource(stage.plan, operation.resource);
  if (resource === undefined || !namesRecord(operation)) return undefined;
  if (operation.kind === 'read') return findLively(stage, resource) ?? (await ensureRecord(stage, resource.name));
  if (operation.record !== undefined) return ensureRecord(stage, resource.name);
  return createTarget(stage, operation);
}

/** A record that is not in the state in which it began. */
function findLively({ records }: Stage, { name, machines }: ResourcePlan): StoredRecord | undefined {
  const machine = machines.find(({ field }) => field !== undefined);
  if (machine === undefined) return undefined;
  const live = listLiveStates(machine);
  return records.get(name)?.find((record) => live.includes(record[machine.field!] as string));
}

/** The request of a stream that begins with its last two events. */
async function resumeBeforeLast({ world }: Stage, request: PlayedRequest): Promise<PlayedRequest> {
  const from = (id: string): PlayedRequest => ({ ...request, headers: { ...request.headers, 'last-event-id': id } });
  const { body } = await world.stream(from('0'));
  const ids = [...String(body).matchAll(/^id: (.+)$/gm)].map(([, id]) => id!);
  return from(ids.at(-3) ?? '0');
}

/** Lists, reads or streams the events that the story has brought about. */
async function playEvents(stage: Stage, operation: OperationPlan, title: string): Promise<Succeeded | undefined> {
  const held = await holdCredential(stage, operation);
  const events = await stage.world.events();
  const first = events[0]?.id;
  const isStream = operation.kind === 'stream events';
  const values: Record<string, string> = {};
  for (const segment of operation.segments) if (segment.kind === 'placeholder') values[segment.name] = first ?? 'none';
  const pieces = { held, values, ...createParameters(stage, operation, 0) };
  const plain = composeRequest(stage, operation, pieces);
  const request = isStream && first !== undefined ? await resumeBeforeLast(stage, plain) : plain;
  const response = await sendFor(stage, operation, request, { title, rank: 2 });
  return isSuccess(response) ? { request, response, pieces } : undefined;
}
