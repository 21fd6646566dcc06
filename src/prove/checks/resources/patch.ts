import type { Trial } from '../../../describe/examples/probes/probe.ts';
import type { OperationPlan } from '../../../plan/operation.ts';
import type { ResourcePlan } from '../../../plan/resource.ts';
import type { Check } from '../../check.ts';
import { type Outcome, proven, unreached, violated } from '../../ledger/verdict.ts';
import type { Prover } from '../../prover.ts';
import { isSame } from '../../values/evaluate.ts';
import { listPlaces, readAt } from '../../values/places.ts';
import { findResponse, readRecords } from '../../values/shown.ts';

/** An update sets what it sends, and leaves every other field as it was. */
export const patch: Check = {
  part: 'resources',
  name: 'patch',
  says: 'An update sets the fields that it sends and leaves all others alone.',
  cases: (prover) =>
    prover.operations.flatMap((operation) => {
      const resource = prover.resource(operation.resource);
      if (operation.kind !== 'update' || resource === undefined) return [];
      return resource.fields.flatMap((field) =>
        field.direction === 'internal' ||
        field.direction === 'write-only' ||
        field.computed !== undefined ||
        field.assignedOnUpdate === true
          ? []
          : [
              {
                line: field.line,
                about: `${field.name} after ${operation.name}`,
                run: () => change(prover, operation, resource, field.name),
              },
            ],
      );
    }),
};

/** Prepares a request for a record whose value is not the default: a reset would not be seen otherwise. */
async function prepareOther(
  prover: Prover,
  operation: OperationPlan,
  resource: ResourcePlan,
  name: string,
): Promise<Trial | string> {
  const field = resource.fields.find((one) => one.name === name);
  for (let times = 0; ; times++) {
    const trial = await prover.prepare(operation);
    if (typeof trial === 'string' || times === 3 || field?.default === undefined) return trial;
    const value = trial.record?.[name];
    if (value !== undefined && JSON.stringify(value) !== JSON.stringify(field.default)) return trial;
  }
}

async function change(
  prover: Prover,
  operation: OperationPlan,
  resource: ResourcePlan,
  name: string,
): Promise<Outcome> {
  const trial = await prepareOther(prover, operation, resource, name);
  if (typeof trial === 'string') return unreached(trial);
  const { record } = trial;
  if (record === undefined) return unreached('the path names no record');
  const before = await prover.read(resource, record);
  const reader =
    before?.operation === undefined ? undefined : prover.plan.operations.find((one) => one.name === before.operation);
  if (before === undefined || reader === undefined || before.response.status >= 400)
    return unreached(`no operation reads a ${resource.name}`);
  const [old] = readRecords(findResponse(reader, before.response.status)?.shape, before.response.body);
  const one = await prover.send(trial);
  if (one.response.status >= 400) return unreached(`the service responded ${one.response.status}`);
  const after = await prover.read(resource, record);
  if (old === undefined || after === undefined || after.response.status >= 400)
    return unreached('the record cannot be read');
  const [now] = readRecords(findResponse(reader, after.response.status)?.shape, after.response.body);
  if (now === undefined || !prover.shown(resource).has(name)) return unreached('no response shows it');
  const place = listPlaces(prover.plan, operation).find(({ field }) => field?.name === name);
  const sent = place && readAt(trial.pieces.body, place.path);
  const isMoved = resource.machines.some(({ field, transitions }) =>
    transitions.some(
      ({ name: row, effects, to }) =>
        (row === 'update' || row === 'replace') &&
        (effects.some(({ path }) => path[0] === name) || (field === name && to.kind === 'state')),
    ),
  );
  if (isMoved) return unreached('a row of update may set it');
  if (sent === undefined) {
    if (JSON.stringify(old[name]) === JSON.stringify(now[name])) return proven;
    return violated(
      `\`${operation.name}\` leaves \`${name}\` as it was: ${JSON.stringify(old[name])}`,
      JSON.stringify(now[name] ?? null),
      after,
    );
  }
  const isObjectValue = typeof sent === 'object' && sent !== null && !Array.isArray(sent);
  if (isObjectValue) return unreached('an object is patched member by member');
  if (sent === null || isSame(now[name], sent)) return proven;
  return violated(
    `\`${operation.name}\` sets \`${name}\` to ${JSON.stringify(sent)}`,
    JSON.stringify(now[name] ?? null),
    after,
  );
}
