import { type ExampleSeed, findCondition, formatOf } from '../../../parts/registry.ts';
import type { Json } from '../../../plan/schema.ts';
import { listSolutions } from '../bodies.ts';
import { type BodyValue, listBodyValues } from '../body.ts';
import { attempt, createRecord } from '../records.ts';
import { refresh, type StoredRecord } from '../stage.ts';
import { createIn, createTarget, findMachine, listFrom } from '../walk.ts';
import { put } from './input.ts';
import { areAllSeen, type Probe, send, type Trial } from './probe.ts';

/** The record is in a state in which the transition, or a change of the field, is not possible. */
export const wrongState: Probe = async (trial, condition) => {
  const { stage, operation, resource } = trial;
  if (resource === undefined) return;
  const machine = findMachine(resource, operation.verb ?? operation.kind);
  if (machine !== undefined) {
    const from = listFrom(machine, operation.verb ?? operation.kind);
    for (const { name } of machine.states.filter((state) => !from.includes(state.name) && state.kind !== 'gone')) {
      const record = await createIn(stage, resource, machine, [name]);
      if (record !== undefined) await send(trial, { record }, `The record is ${name}`);
      if (areAllSeen(trial, condition)) return;
    }
  }
  for (const other of resource.machines) {
    for (const { field, cells } of other.matrix) {
      const states = Object.entries(cells).flatMap(([state, cell]) =>
        cell === 'fixed' || cell === 'absent' ? [state] : [],
      );
      const value = listBodyValues(operation.input ?? { kind: 'object', members: [], line: 0 }).find(
        ({ member, path }) => (member.field ?? path.at(-1)) === field,
      );
      if (value === undefined || other.field === undefined) continue;
      const record = await createIn(stage, resource, other, states);
      if (record === undefined) continue;
      const changed = changeValue(trial, value, record);
      const body =
        operation.kind === 'update'
          ? put({}, value.path, changed)
          : put((trial.pieces.body ?? {}) as Json, value.path, changed);
      await send(
        trial,
        { record, body: nestPatch(body, value.path, changed) },
        `${field} is fixed while the record is ${record[other.field]}`,
      );
      if (areAllSeen(trial, condition)) return;
    }
  }
};

function nestPatch(body: Json, path: readonly string[], value: Json | undefined): Json {
  return path.length > 0 && JSON.stringify(body) === '{}'
    ? path.toReversed().reduce<Json>((inner, name) => ({ [name]: inner }), value ?? null)
    : body;
}

/** Another value of a field than the record has. */
function changeValue({ pieces, stage }: Trial, { path, schema }: BodyValue, record: StoredRecord): Json {
  const sent = path.reduce<unknown>((at, name) => (at as StoredRecord | undefined)?.[name], pieces.body);
  const present = record[path.at(-1)!];
  if (sent !== undefined && JSON.stringify(sent) !== JSON.stringify(present)) return sent as Json;
  if (schema.type === 'integer' || schema.type === 'number') return Number(present ?? 0) + 1;
  const dated = formatOf(schema)?.dated?.(stage.world.now() + 86_400_000 * 60);
  if (dated !== undefined) return dated;
  if (schema.type === 'list' && Array.isArray(present))
    return present.length > 1 ? (present.slice(1) as Json[]) : [...present, ...present];
  return 'Changed';
}

/** A guard, or a rule, that does not hold: other values, another history, or a later day. */
export const broken: Probe = async (trial, condition) => {
  const { stage, resource } = trial;
  const done = (): boolean => areAllSeen(trial, condition);
  await tryValues(trial, trial.record, 'With these values');
  if (done() || resource === undefined) return;
  for (const state of listStarts(trial)) {
    for (const other of stage.plan.operations) {
      if (other.resource !== resource.name || other.disabled === true) continue;
      if (other.kind !== 'transition' && other.kind !== 'update') continue;
      const before = await state();
      if (before === undefined) break;
      const first = await attempt(stage, other, { record: before, title: other.name });
      const record = await reread(trial, before);
      if (first !== undefined && record !== undefined) await send(trial, { record }, `After ${other.name}`);
      if (done()) return;
    }
  }
};

/** Records in each state from which the transition of an operation may be taken. */
function listStarts({ stage, operation, resource }: Trial): readonly (() => Promise<StoredRecord | undefined>)[] {
  const transition = operation.verb ?? operation.kind;
  const machine = findMachine(resource, transition);
  if (machine === undefined || resource === undefined) return [() => createTarget(stage, operation)];
  return listFrom(machine, transition).map((state) => () => createIn(stage, resource, machine, [state]));
}

async function reread({ stage, resource }: Trial, record: StoredRecord): Promise<StoredRecord | undefined> {
  const { name, identity } = resource!;
  return (await refresh(stage, name)).find((one) => one[identity] === record[identity]);
}

/** Values at the ends of what a field may hold. */
async function tryValues(trial: Trial, record: StoredRecord | undefined, title: string): Promise<void> {
  const { operation, pieces, stage, resource } = trial;
  if (operation.input === undefined || pieces.body === undefined) return;
  const wanted = new Set(
    trial.wanted
      .map(({ condition }) => condition)
      .filter((condition) => findCondition(condition)?.provokedBy === 'send extreme values'),
  );
  for (const { path, value } of listExtremes(trial)) {
    // The record may have got on: a fresh one is taken.
    const target = operation.kind === 'create' ? record : ((await createTarget(stage, operation)) ?? record);
    const body = put(pieces.body as Json, path, value);
    const values = operation.kind === 'create' ? {} : { record: target };
    const shown = JSON.stringify(value);
    await send(trial, { ...values, body }, `${title}: ${path.join('.')} is ${shown.length > 40 ? 'other' : shown}`);
    if ([...wanted].every((condition) => areAllSeen(trial, condition))) return;
  }
  if (resource !== undefined) await refresh(stage, resource.name);
}

function listExtremes({
  operation,
  stage,
  pieces,
  record,
  resource,
}: Trial): readonly { readonly path: readonly string[]; readonly value: Json }[] {
  const at = (path: readonly string[]): unknown =>
    path.reduce<unknown>((inner, name) => (inner as StoredRecord | undefined)?.[name], pieces.body) ??
    record?.[path.at(-1)!];
  const refused = listSolutions(operation, resource, record, false).flatMap((values) =>
    Object.entries(values).map(([name, value]) => ({ path: [name], value })),
  );
  const extremes = listBodyValues(operation.input!).flatMap(({ path, schema }) => {
    const of = (...values: Json[]) => values.map((value) => ({ path, value }));
    const range = schema.constraints?.find((one) => one.kind === 'range' && one.unit === 'value');
    const [from, to] =
      range?.kind === 'range' ? [Number(range.from ?? 0), Number(range.to ?? 1_000_000)] : [0, 1_000_000];
    if (schema.type === 'integer' || schema.type === 'number') return of(from, to);
    if (schema.type === 'choice') return of(...schema.values);
    if (schema.type === 'boolean') return of(false, true);
    const { dated } = formatOf(schema) ?? {};
    if (dated !== undefined) return of(...[-400, 4000].map((days) => dated(stage.world.now() + days * 86_400_000)));
    if (schema.type === 'string' && schema.format === undefined) return of('Somebody else', '');
    if (schema.type === 'list' && schema.item.type === 'named') {
      const items = at(path);
      return Array.isArray(items) && items.length > 0
        ? listItemExtremes(stage, schema.item.name, items).flatMap((value) => of(value))
        : [];
    }
    return [];
  });
  return [...refused, ...extremes];
}

/** Lists whose only item has one of its numbers at the least. */
function listItemExtremes({ plan }: Trial['stage'], name: string, [item]: readonly unknown[]): readonly Json[] {
  const object = plan.objects.find((candidate) => candidate.name === name);
  return (object?.members ?? []).flatMap(({ name: member, schema }): Json[] => {
    if (schema.type !== 'integer' && schema.type !== 'number') return [];
    const range = schema.constraints?.find((one) => one.kind === 'range' && one.unit === 'value');
    const from = range?.kind === 'range' ? Number(range.from ?? 0) : 0;
    return [[{ ...(item as { [name: string]: Json }), [member]: from }]];
  });
}

/** A handler that refuses: other values of its input, and records that others have made. */
export const raised: Probe = async (trial, condition) => {
  const { stage, operation, pieces, resource } = trial;
  const done = (): boolean => areAllSeen(trial, condition);
  await send(trial, {}, 'Sent a second time');
  if (done()) return;
  await send(trial, {}, 'Sent again');
  if (operation.input !== undefined && pieces.body !== undefined) {
    for (const { path, schema } of listBodyValues(operation.input)) {
      if (schema.type !== 'string') continue;
      const value =
        formatOf(schema)?.plausible?.(createStrangeSeed(path.at(-1)!, stage.world.now())) ?? 'a different value';
      await send(trial, { body: put(pieces.body as Json, path, value) }, `${path.join('.')} is another`);
      if (done()) return;
    }
  }
  if (resource !== undefined) await createRecord(stage, resource.name);
};

/** Values that no other example has. */
function createStrangeSeed(field: string, now: number): ExampleSeed {
  return { field, index: 98, login: () => 'nobody', moment: () => now + 86_400_000 * 90, number: () => 98 };
}
