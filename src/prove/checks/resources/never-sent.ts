import { createSource } from '../../../describe/examples/stage.ts';
import { createValue } from '../../../describe/examples/values/value.ts';
import type { OperationPlan } from '../../../plan/operation.ts';
import type { FieldPlan } from '../../../plan/resource.ts';
import type { Case, Check } from '../../check.ts';
import { proven, unreached, violated } from '../../ledger/verdict.ts';
import type { Prover } from '../../prover.ts';
import { expectRejection } from '../../rejections.ts';
import { readAt } from '../../values/places.ts';
import { findShownPath } from '../../values/shown.ts';

/** Fields that clients never send, and fields that no row states, have no effect on a create. */
export const neverSent: Check = {
  part: 'resources',
  name: 'never-sent',
  says: 'A create sends fields that clients never send: read-only, assigned and computed ones.',
  cases: (prover) => [
    ...prover.operations.flatMap((operation) => listUpdateCases(prover, operation)),
    ...prover.operations.flatMap((operation) => {
      const resource = prover.resource(operation.resource);
      if (operation.kind !== 'create' || resource === undefined || operation.input?.kind !== 'object') return [];
      const sent = new Set(
        operation.input.members
          .filter(({ ignored, unchanged }) => ignored !== true && unchanged !== true)
          .map(({ name }) => name),
      );
      const placed = new Set(
        operation.segments.flatMap((segment) => (segment.kind === 'placeholder' ? [segment.field] : [])),
      );
      const fields = resource.fields.filter(({ name, assigned, computed, direction, state }) => {
        const isOurs =
          assigned !== undefined ||
          computed !== undefined ||
          direction === 'read-only' ||
          direction === 'internal' ||
          state === true;
        return isOurs && !sent.has(name) && !placed.has(name);
      });
      return fields.map((field) => ({
        line: field.line,
        about: `${operation.name} with ${field.name}`,
        run: () =>
          prover.plan.unknownFields === 'refused' ? reject(prover, operation, field) : ignore(prover, operation, field),
      }));
    }),
  ],
};

/** An update takes a field that cannot change with its present value only. */
function listUpdateCases(prover: Prover, operation: OperationPlan): readonly Case[] {
  const resource = prover.resource(operation.resource);
  if (operation.kind !== 'update' || resource === undefined || operation.input?.kind !== 'object') return [];
  const sent = operation.input.members.filter(({ unchanged }) => unchanged !== true).map(({ name }) => name);
  if (prover.plan.unknownFields !== 'refused' || operation.input.members.every(({ shape }) => shape.kind !== 'value'))
    return [];
  return resource.fields
    .filter(({ name, direction, assigned, computed, state, assignedOnUpdate }) => {
      const isOurs =
        direction === 'read-only' || direction === 'create-only' || assigned !== undefined || computed !== undefined;
      return isOurs && state !== true && assignedOnUpdate !== true && direction !== 'internal' && !sent.includes(name);
    })
    .map((field) => ({
      line: field.line,
      about: `${operation.name} with another ${field.name}`,
      run: () =>
        expectRejection(prover, operation, {
          conditions: ['invalid input', 'wrong state'],
          words: `with another \`${field.name}\`, which cannot change,`,
          pieces: ({ record }) => {
            const value = createForeign(prover, field, operation.resource!);
            return record?.[field.name] === undefined || JSON.stringify(value) === JSON.stringify(record[field.name])
              ? undefined
              : { body: { [field.name]: value } };
          },
        }),
    }));
}

function createForeign(prover: Prover, { name, schema }: FieldPlan, resource: string): ReturnType<typeof createValue> {
  return (
    createValue(
      createSource(prover.ground.stage, prover.ground.stage.count++),
      schema.type === 'file' ? { type: 'string' } : schema,
      { name, holder: resource },
    ) ?? 'something'
  );
}

function reject(prover: Prover, operation: OperationPlan, field: FieldPlan) {
  return expectRejection(prover, operation, {
    conditions: ['invalid input'],
    words: `with \`${field.name}\`, which clients never send,`,
    pieces: ({ pieces }) =>
      typeof pieces.body === 'object' && pieces.body !== null
        ? { body: { ...pieces.body, [field.name]: createForeign(prover, field, operation.resource!) } }
        : undefined,
  });
}

async function ignore(prover: Prover, operation: OperationPlan, field: FieldPlan) {
  const trial = await prover.prepare(operation);
  if (typeof trial === 'string') return unreached(trial);
  const path = findShownPath(operation.responses[0]?.shape, field.name);
  const value = createForeign(prover, field, operation.resource!);
  if (path === undefined || typeof value === 'boolean' || field.schema.type === 'choice')
    return unreached('no response shows whether it was taken');
  const one = await prover.send(trial, { body: { ...(trial.pieces.body as object), [field.name]: value } });
  if (one.response.status >= 400) return unreached(`the service responded ${one.response.status}`);
  const shown = readAt(one.response.body, path);
  // The value of the service may be the same by chance.
  if (JSON.stringify(shown) !== JSON.stringify(value)) return proven;
  const plain = await prover.send(trial, {});
  if (JSON.stringify(readAt(plain.response.body, path)) === JSON.stringify(value))
    return unreached('the service gives the same value to another record');
  return violated(
    `\`${field.name}\` keeps its own value: clients never send it`,
    `the value that was sent: ${JSON.stringify(shown)}`,
    one,
  );
}
