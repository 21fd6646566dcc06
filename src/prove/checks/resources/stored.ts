import { isObject } from '../../../plan/fields/is-object.ts';
import type { OperationPlan } from '../../../plan/operation.ts';
import type { FieldPlan, MemberPlan, ResourcePlan } from '../../../plan/resource.ts';
import type { ValueSchema } from '../../../plan/schema.ts';
import type { InputShape } from '../../../plan/shape.ts';
import type { Case, Check } from '../../check.ts';
import { type Outcome, proven, unreached, violated } from '../../ledger/verdict.ts';
import type { Prover } from '../../prover.ts';
import { findDefault } from '../../values/defaults.ts';
import { isSame } from '../../values/evaluate.ts';
import { isOfExisting, old } from '../../values/existing.ts';
import { listPlaces, putAt, readAt } from '../../values/places.ts';
import { findShownPath } from '../../values/shown.ts';

/** A create and a later read show the values that the create sent; a field that it left out has its default, or is absent. */
export const stored: Check = {
  part: 'resources',
  name: 'stored',
  says: 'The response of a create, and a read after it, show the values that were sent, and the defaults of the others.',
  cases: (prover) => [
    ...prover.operations.flatMap((operation) => listUnsent(prover, operation)),
    ...prover.operations.flatMap((operation) => {
      const resource = prover.resource(operation.resource);
      if (operation.kind !== 'create' || resource === undefined) return [];
      return listPlaces(prover.plan, operation).flatMap(({ field, path, member }): readonly Case[] => {
        if (field === undefined || member === undefined || isSetElsewhere(resource, field.name) || isHidden(field))
          return [];
        return [
          {
            line: field.line,
            about: `${field.name} of ${operation.name} is stored`,
            run: () => sendAndRead(prover, operation, resource, field, path),
          },
          ...((member.required && member.default === undefined) || isPlaced(operation, field.name)
            ? []
            : [
                {
                  line: field.line,
                  about: `${operation.name} without ${field.name}`,
                  run: () => leaveOut(prover, operation, field, path),
                },
              ]),
        ];
      });
    }),
  ],
};

/** Fields that no client sends and that nothing gives a value: a new record has their default, or lacks them. */
function listUnsent(prover: Prover, operation: OperationPlan): readonly Case[] {
  const resource = prover.resource(operation.resource);
  if (operation.kind !== 'create' || resource === undefined) return [];
  const sent = new Set(listSent(operation.input));
  return resource.fields
    .filter(
      (field) =>
        !sent.has(field.name) &&
        !isPlaced(operation, field.name) &&
        !isHidden(field) &&
        !isSetElsewhere(resource, field.name),
    )
    .filter(
      ({ assigned, assignedOnUpdate, computed, name }) =>
        assigned === undefined && assignedOnUpdate !== true && computed === undefined && name !== resource.identity,
    )
    .map((field) => ({
      line: field.line,
      about: `${field.name} of a new record of ${operation.name}`,
      run: () => leaveOut(prover, operation, field, [field.name]),
    }));
}

/** The fields of the record that a body sets, also those of which it has some members only. */
function listSent(shape: InputShape | undefined): readonly (string | undefined)[] {
  if (shape?.kind === 'list') return listSent(shape.item);
  if (shape?.kind !== 'object') return [];
  return shape.members.flatMap((member) => [member.field, ...listSent(member.shape)]);
}

/** Whether the path gives the field its value. */
function isPlaced({ segments }: OperationPlan, name: string): boolean {
  return segments.some((segment) => segment.kind === 'placeholder' && segment.field === name);
}

/** Whether a row of `create`, or an effect on other records, may give the field another value. */
function isSetElsewhere({ machines, operationRules }: ResourcePlan, name: string): boolean {
  const rows = [...machines.flatMap(({ transitions }) => transitions), ...operationRules].filter(
    (row) => row.name === 'create',
  );
  return rows.some(({ effects, others }) => effects.some(({ path }) => path[0] === name) || others !== undefined);
}

/** Values that responses do not show, or not as they were sent. */
function isHidden({ direction, schema, shownOnce, state }: MemberPlan & Partial<FieldPlan>): boolean {
  const format = 'format' in schema ? schema.format?.name : undefined;
  return (
    direction === 'internal' ||
    direction === 'write-only' ||
    shownOnce === true ||
    state === true ||
    schema.type === 'file' ||
    format === 'password'
  );
}

/** Returns a value that was sent as responses show it: without members that no response shows, and with the defaults of others. */
function expectShown(plan: Prover['plan'], schema: ValueSchema, value: unknown): unknown {
  if (Array.isArray(value) && schema.type === 'list') return value.map((item) => expectShown(plan, schema.item, item));
  if (!isObject(value)) return value;
  if (schema.type === 'map')
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, expectShown(plan, schema.item, item)]));
  if (schema.type !== 'named') return value;
  const union = plan.unions.find(({ name }) => name === schema.name);
  const object = union?.cases.find(({ tag }) => tag === value[union.tag])?.object ?? schema.name;
  const members = plan.objects.find(({ name }) => name === object)?.members ?? [];
  const known = new Map(members.map((member) => [member.name, member]));
  const others = Object.entries(value).filter(([name]) => !known.has(name));
  const own = members.flatMap((member) => {
    const sent = value[member.name] === undefined ? member.default : value[member.name];
    return sent === undefined || isHidden(member) ? [] : [[member.name, expectShown(plan, member.schema, sent)]];
  });
  return Object.fromEntries([...others, ...own]);
}

async function sendAndRead(
  prover: Prover,
  operation: OperationPlan,
  resource: ResourcePlan,
  field: FieldPlan,
  path: readonly string[],
): Promise<Outcome> {
  const trial = await prover.prepare(operation);
  if (typeof trial === 'string') return unreached(trial);
  const sent = expectShown(prover.plan, field.schema, readAt(trial.pieces.body, path));
  if (sent === undefined) return unreached('the request that succeeds does not send it');
  const one = await prover.send(trial);
  if (one.response.status >= 400) return unreached(`the service responded ${one.response.status}`);
  if (isOfExisting(operation, one)) return unreached(old);
  const shape = operation.responses[0]?.shape;
  const own = findShownPath(shape, field.name);
  const identity = findShownPath(shape, resource.identity);
  if (own !== undefined) {
    const shown = readAt(one.response.body, own);
    if (!isSame(shown, sent))
      return violated(
        `\`${operation.name}\` shows the value of \`${field.name}\` that was sent, ${JSON.stringify(sent)}`,
        describe(shown),
        one,
      );
  }
  const id = identity && readAt(one.response.body, identity);
  const reader = prover.plan.operations.find(({ kind, resource: of }) => kind === 'read' && of === resource.name);
  const read =
    id === undefined
      ? undefined
      : await prover.read(resource, { ...(trial.pieces.body as object), [resource.identity]: id });
  const shownPath = findShownPath(reader?.responses[0]?.shape, field.name);
  if (read === undefined || read.response.status >= 400 || shownPath === undefined)
    return own === undefined ? unreached('no response shows it') : proven;
  const later = readAt(read.response.body, shownPath);
  if (isSame(later, sent)) return proven;
  return violated(
    `a read shows the value of \`${field.name}\` that was sent, ${JSON.stringify(sent)}`,
    describe(later),
    read,
  );
}

async function leaveOut(
  prover: Prover,
  operation: OperationPlan,
  field: FieldPlan,
  path: readonly string[],
): Promise<Outcome> {
  const trial = await prover.prepare(operation);
  if (typeof trial === 'string') return unreached(trial);
  const body =
    readAt(trial.pieces.body, path) === undefined ? trial.pieces.body : putAt(trial.pieces.body, path, undefined);
  const one = await prover.send(trial, { body });
  if (one.response.status >= 400) {
    if (one.response.status !== 422 && one.response.status !== 400)
      return unreached(`the service responded ${one.response.status}`);
    return unreached('the request without it was rejected: a rule or a guard may need it');
  }
  if (isOfExisting(operation, one)) return unreached(old);
  const own = findShownPath(operation.responses[0]?.shape, field.name);
  if (own === undefined) return unreached('no response shows it');
  const shown = readAt(one.response.body, own);
  const wanted = findDefault(field);
  if (wanted === undefined) {
    if (shown === undefined) return proven;
    return violated(`\`${field.name}\` is absent: it was not sent and has no default`, describe(shown), one);
  }
  return isSame(shown, wanted)
    ? proven
    : violated(`\`${field.name}\` has its default, ${JSON.stringify(wanted)}`, describe(shown), one);
}

function describe(value: unknown): string {
  return value === undefined ? 'no such member' : JSON.stringify(value);
}
