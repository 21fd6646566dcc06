import type { CheckBody } from '../../../../contracts/compiled.ts';
import type { FieldError, RecordValue, SentBody } from '../../../../contracts/record.ts';
import type { Refusal } from '../../../../contracts/refusal.ts';
import { createBodyFrame, removeFields, withFields } from '../../../../plan/bodies/sent.ts';
import { equal } from '../../../../plan/equal.ts';
import { isObject } from '../../../../plan/fields/is-object.ts';
import type { Plan } from '../../../../plan/plan.ts';
import { readPathValue } from '../../../../plan/records/neighbours.ts';
import type { FieldPlan } from '../../../../plan/resource.ts';
import type { InputShape } from '../../../../plan/shape.ts';
import { createPasswordSealer } from '../../../resources/serve/patched-passwords.ts';
import { createEmptyFields } from '../change.ts';
import { createWriteMask } from '../write-masking.ts';
import { createAsShown } from './as-shown.ts';
import type { Members } from './fields.ts';
import { applyPatch, type PatchOperation, parsePatch } from './json-patch.ts';
import { findSentPlans } from './sent.ts';

/**
 * What a JSON Patch changes of a record: fields as whole values, null for one that was taken away, and the other members of its
 * Request; or what is wrong with it. Passwords in it are replaced by their `hashes`.
 */
export type Patch = (
  body: unknown,
  record: RecordValue,
  hashes: ReadonlyMap<string, string>,
) => PatchedBody | readonly FieldError[] | Refusal;

/** What a patch changes, and which of the objects in it were which objects of the record. */
export interface PatchedBody extends SentBody {
  readonly origins: Origins;
}

/**
 * Makes what applies a JSON Patch to a record as a Request shows it (RFC 6902). What is never shown is not there for the patch: it
 * can be set, and neither tested nor copied.
 */
export function createPatcher(
  plan: Members & Pick<Plan, 'resources'>,
  input: InputShape | undefined,
  fields: readonly FieldPlan[],
  check: CheckBody,
): Patch {
  const hidden = createWriteMask(plan);
  const asShown = createAsShown(plan);
  const sent = findSentPlans(input, fields);
  const shown = sent.filter(({ plan: fieldPlan }) => !hidden.field(fieldPlan));
  const covering = new Set(
    sent.filter(({ plan: fieldPlan }) => hidden.covers(fieldPlan.schema)).map(({ field }) => field),
  );
  const valuesOf = (record: RecordValue): Record<string, unknown> => {
    const values = createEmptyFields();
    for (const { field, plan: fieldPlan } of shown) {
      if (record[field] !== undefined) values[field] = hidden.shown(fieldPlan.schema, record[field]);
    }
    return values;
  };
  /** A document as it may be sent, without the fields that the patch has left as they are shown. */
  const differing = (document: Record<string, unknown>, record: RecordValue): Record<string, unknown> => {
    const before = valuesOf(record);
    const values = createEmptyFields();
    for (const { field, path, plan: fieldPlan } of shown) {
      const value = readPathValue(document, path);
      if (value === undefined) continue;
      const same = Object.hasOwn(before, field) && equal(value, before[field]);
      values[field] = same ? undefined : hidden.sendable(fieldPlan.schema, record[field], value);
    }
    return withFields(document, shown, values);
  };
  const seal = createPasswordSealer(plan, input);
  return (body, record, hashes) => {
    const operations = parsePatch(body);
    if (!('length' in operations)) return { condition: 'malformed request' };
    const before = valuesOf(record);
    const origins: Origins = new WeakMap();
    for (const { field } of shown) noteCopies(origins, before[field], record[field]);
    const result = applyPatch(withFields(createBodyFrame(input), shown, before), operations);
    if ('at' in result) return [{ pointer: `/${result.at}`, problem: 'constraint', message: result.message }];
    const fieldErrors: FieldError[] = [];
    const values = createEmptyFields();
    const document = result.value;
    if (!isObject(document)) {
      check(document, fieldErrors, values);
      return fieldErrors;
    }
    const left = differing(document, record);
    // The check fills in what was left out: what was named is looked up in what there was before.
    const named = new Map(sent.map(({ field, path }) => [field, readPathValue(left, path)]));
    for (const field of covering) named.set(field, structuredClone(named.get(field)));
    const members = check(left, fieldErrors, values);
    if (fieldErrors.length > 0) return fieldErrors;
    if (seal !== undefined) {
      const unknown = seal(members, hashes);
      if (unknown.length > 0) return unknown;
      for (const { field, path } of sent) {
        if (Object.hasOwn(values, field)) values[field] = readPathValue(members, path);
      }
    }
    const changed = createEmptyFields();
    for (const { field, path, member, plan: fieldPlan } of sent) {
      if (member.ignored === true) continue;
      const [before, value] = [record[field], named.get(field)];
      if (member.endState === true && isWritten(operations, path))
        changed[field] = readPathValue(document, path) ?? null;
      else if (value !== undefined) {
        if (asShown(fieldPlan, values[field], before, 'whole')) continue;
        changed[field] = hidden.restored(fieldPlan.schema, before, values[field], value) ?? null;
        noteMade(origins, changed[field], readPathValue(document, path));
      } else if (before !== undefined && !hidden.field(fieldPlan) && readPathValue(document, path) === undefined)
        changed[field] = null;
    }
    return { fields: changed, members: removeFields(members, sent), origins };
  };
}

/** Whether operations write a member, or an object around it, also if it is as before. */
function isWritten(operations: readonly PatchOperation[], member: readonly string[]): boolean {
  return operations.some(({ op, path }) => op !== 'test' && path.every((name, at) => member[at] === name));
}

/** The objects of a value that came from another one, each with the object it was there. */
type Origins = WeakMap<object, object>;

/** Notes the objects of a copy, each with the one that it is a copy of. */
function noteCopies(origins: Origins, copy: unknown, of: unknown): void {
  walk(copy, of, (object, other) => origins.set(object, other));
}

/** Notes the objects of a value that was made of another one, each with the origin of the object it was made of. */
function noteMade(origins: Origins, made: unknown, of: unknown): void {
  walk(made, of, (object, other) => {
    const origin = origins.get(other);
    if (origin !== undefined) origins.set(object, origin);
  });
}

function walk(left: unknown, right: unknown, see: (left: object, right: object) => void): void {
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return;
  if (Array.isArray(left) !== Array.isArray(right)) return;
  see(left, right);
  for (const [name, field] of Object.entries(left)) {
    if (Object.hasOwn(right, name)) walk(field, (right as Readonly<Record<string, unknown>>)[name], see);
  }
}
