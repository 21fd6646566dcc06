import type { Json } from '../../../plan/schema.ts';
import { listBodyValues } from '../body.ts';
import { createExampleKey } from '../parameters.ts';
import { createRecord, ensureRecord } from '../records.ts';
import { refresh, type StoredRecord } from '../stage.ts';
import { createIn } from '../walk.ts';
import { holdForeign } from './access.ts';
import { put } from './input.ts';
import { areAllSeen, type Probe, send, type Trial } from './probe.ts';

/** The path names no record, or one of somebody else. */
export const notFound: Probe = async (trial, condition) => {
  const { operation, record } = trial;
  for (const whose of ['own', 'parent'] as const) {
    const values: Record<string, string> = {};
    for (const segment of operation.segments) {
      if (segment.kind === 'fixed' || segment.of !== whose) continue;
      const known = segment.of === 'own' ? record?.[segment.field] : findParent(trial, segment.field, segment.by);
      values[segment.name] = rename(known);
    }
    if (Object.keys(values).length > 0) await send(trial, { values }, 'There is no such record');
    if (areAllSeen(trial, condition)) return;
  }
  if (record === undefined) return;
  const held = await holdForeign(trial);
  if (held !== undefined) await send(trial, { held }, 'The record belongs to somebody else');
};

function findParent({ stage, resource, record }: Trial, name: string, by: string | undefined): unknown {
  const field = resource?.fields.find((candidate) => candidate.name === name);
  if (field?.schema.type !== 'ref') return undefined;
  const parent = stage.records.get(field.schema.resource)?.at(-1);
  const identity = stage.plan.resources.find(
    (one) => one.name === (field.schema as { resource: string }).resource,
  )?.identity;
  return record !== undefined && by === undefined ? record[name] : parent?.[by ?? identity ?? 'id'];
}

/** Another value of the same form, which no record has. */
function rename(value: unknown): string {
  if (typeof value === 'number') return String(value + 99_000);
  if (typeof value !== 'string' || value === '') return 'unknown';
  const end = value.slice(-4);
  if (!/^[0-9a-z]{4}$/.test(end) || !/\d/.test(value)) return 'unknown';
  return value.slice(0, -4) + (end === '0000' ? '1111' : '0000');
}

/** The record is in a state of kind gone. */
export const gone: Probe = async (trial) => {
  const { stage, resource } = trial;
  for (const machine of resource?.machines ?? []) {
    const states = machine.states.filter(({ kind }) => kind === 'gone').map(({ name }) => name);
    if (resource === undefined || machine.field === undefined || states.length === 0) continue;
    const record = await createIn(stage, resource, machine, states);
    if (record !== undefined) await send(trial, { record }, 'The record is gone');
  }
};

/** Another record has the same values of a unique constraint. */
export const notUnique: Probe = async (trial, condition) => {
  const { stage, operation, resource, pieces, record } = trial;
  if (resource === undefined || operation.input === undefined || pieces.body === undefined) return;
  const others = await refresh(stage, resource.name);
  for (const { fields, safe } of resource.uniques) {
    if (safe) continue;
    const other = others.findLast((one) => one !== record && one[resource.identity] !== record?.[resource.identity]);
    const present = other ?? (await createRecord(stage, resource.name));
    if (present === undefined) continue;
    let body = pieces.body as Json;
    for (const { path, member } of listBodyValues(operation.input)) {
      const field = member.field ?? path.at(-1)!;
      const value = present[field];
      if (fields.includes(field) && member.unchanged !== true && value !== undefined)
        body = put(body, path, value as Json);
    }
    await send(trial, { body }, `Another record has this ${fields[0]}`);
  }
  if (areAllSeen(trial, condition)) return;
  // A second request finds what the first one has made.
  await send(trial, {}, 'Sent a second time');
  await send(trial, {}, 'Sent a second time');
};

/** Another record refers to the one that is deleted. */
export const stillReferenced: Probe = async (trial) => {
  const { stage, resource } = trial;
  for (const { resource: other, onDelete } of resource?.referredBy ?? []) {
    if (onDelete !== 'restrict' || resource === undefined) continue;
    const target = await createRecord(stage, resource.name);
    if (target === undefined) continue;
    await createRecord(stage, other);
    const record = (await refresh(stage, resource.name)).find(
      (one) => one[resource.identity] === target[resource.identity],
    );
    if (record !== undefined) await send(trial, { record }, `Records of ${other} refer to it`);
  }
};

/** The record has changed since the client read it. */
export const preconditionFailed: Probe = async (trial, condition) => {
  const { operation, pieces } = trial;
  const creates = operation.kind === 'create' && operation.method === 'PUT';
  if (creates) {
    const record = await ensureRecord(trial.stage, operation.resource);
    const own = operation.segments.flatMap((segment) =>
      segment.kind === 'placeholder' && segment.of === 'own'
        ? [[segment.name, String(record?.[segment.field])] as const]
        : [],
    );
    const headers = { ...pieces.headers, 'if-none-match': '*' };
    await send(trial, { headers, values: Object.fromEntries(own) }, 'There is such a record already');
    if (areAllSeen(trial, condition)) return;
  }
  const headers = { ...pieces.headers, 'if-match': '"0"' };
  await send(trial, { headers }, 'The record has changed since the client read it');
};

/** A request without the header that it must have. */
export const preconditionRequired: Probe = async (trial) => {
  const names = trial.operation.preconditions.map(({ header }) => header.toLowerCase());
  const headers = Object.entries(trial.pieces.headers ?? {}).filter(([name]) => !names.includes(name));
  await send(trial, { headers: Object.fromEntries(headers) }, 'Without a precondition');
};

/** A request without the key that it must have. */
export const keyMissing: Probe = async (trial) => {
  const name = trial.operation.idempotency?.header.toLowerCase();
  const headers = Object.entries(trial.pieces.headers ?? {}).filter(([header]) => header !== name);
  await send(trial, { headers: Object.fromEntries(headers) }, 'Without an idempotency key');
};

/** The key of a request comes with another body. */
export const keyReused: Probe = async (trial) => {
  const { operation, pieces, stage } = trial;
  const name = operation.idempotency?.header.toLowerCase();
  if (name === undefined) return;
  const headers = { ...pieces.headers, [name]: createExampleKey(stage) };
  await send(trial, { headers }, 'The first request with a key');
  const other = changeBody(trial);
  await send(trial, { headers, body: other }, 'The key of another request');
};

/** A body that differs in one value. */
function changeBody({ operation, pieces }: Trial): unknown {
  const body = pieces.body as Json | undefined;
  if (operation.input === undefined || body === undefined) return { other: true };
  for (const { path, schema } of listBodyValues(operation.input)) {
    const present = path.reduce<unknown>((at, name) => (at as StoredRecord | undefined)?.[name], body);
    if (typeof present === 'number') return put(body, path, present + 1);
    if (typeof present === 'string' && schema.type === 'string' && schema.format === undefined)
      return put(body, path, `${present}!`);
  }
  return { ...(body as object), other: true };
}
