import type { FieldPlan } from '../../plan/resource.ts';
import type { Given } from '../../steps/given.ts';
import type { Making } from '../../steps/maker.ts';
import type { FieldProblem } from '../../steps/record.ts';
import type { Step } from '../../steps/step.ts';
import { invalidInput } from './serve-body.ts';
import { hiddenIn } from './serve-hidden.ts';
import { patched, patchOf } from './serve-json-patch.ts';

interface Member {
  readonly name: string;
  readonly field: FieldPlan;
}

/**
 * Applies a JSON Patch to the record as its Request names its fields (RFC 6902). What differs then becomes the input of the
 * update: each field as a whole, null for one that was taken away.
 */
export function patchStep(making: Making): Step | undefined {
  const { operation, resource, code, plan, equal } = making;
  const check = code.document;
  if (operation.kind !== 'update' || resource === undefined || check === undefined) return undefined;
  const input = operation.input?.kind === 'object' ? operation.input.members : [];
  const members = input.flatMap(({ name, field }): Member[] => {
    const found = resource.plan.fields.find((one) => one.name === field);
    return found === undefined ? [] : [{ name, field: found }];
  });
  const hidden = hiddenIn(plan, equal);
  const shown = members.filter(({ field }) => !hidden.field(field));
  const documentOf = (given: Given): Record<string, unknown> => {
    const document: Record<string, unknown> = {};
    for (const { name, field } of shown) {
      const value = given.before![field.name];
      if (value !== undefined) document[name] = hidden.shown(field.schema, value);
    }
    return document;
  };
  const asSent = (document: Record<string, unknown>, given: Given): void => {
    for (const { name, field } of shown) {
      if (!Object.hasOwn(document, name)) continue;
      document[name] = hidden.sendable(field.schema, given.before![field.name], document[name]);
    }
  };
  return (given) => {
    if (given.bodyKind !== 'json patch') return undefined;
    const operations = patchOf(given.body);
    if (!('length' in operations)) return { condition: 'malformed request' };
    const result = patched(documentOf(given), operations);
    if ('at' in result) {
      return invalidInput([{ pointer: `/${result.at}`, problem: 'constraint', message: result.message }]);
    }
    const problems: FieldProblem[] = [];
    if (isObject(result.value)) asSent(result.value, given);
    const values = check(result.value, problems);
    if (problems.length > 0) return invalidInput(problems);
    const changed: Record<string, unknown> = {};
    const body: Record<string, unknown> = {};
    for (const { name, field } of members) {
      const before = given.before![field.name];
      const value = hidden.restored(field.schema, before, values[field.name]);
      const after = hidden.completed(field.schema, before, value);
      if (after === undefined ? before === undefined || hidden.field(field) : equal(after, before)) continue;
      changed[field.name] = after ?? null;
      body[name] = after ?? null;
    }
    given.input = changed;
    given.body = body;
    return undefined;
  };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
