import { sentFields, withFields } from '../../plan/sent.ts';
import type { Making } from '../../steps/maker.ts';
import type { Step } from '../../steps/step.ts';
import { invalidInput } from './serve-body.ts';
import { patcher } from './serve-patched.ts';

/**
 * Applies a JSON Patch. What differs then is what was sent of the record: each field as a whole, null for one that was taken away.
 * `input` has the same in the form of the Request.
 */
export function patchStep({ operation, resource, code, plan, equal }: Making): Step | undefined {
  const check = code.document;
  if (operation.kind !== 'update' || resource === undefined || check === undefined) return undefined;
  const all = sentFields(operation.input);
  const patch = patcher(plan, equal, operation.input, resource.plan.fields, check);
  return (given) => {
    if (given.bodyKind !== 'json patch') return undefined;
    const left = patch(given.body, given.before!);
    if ('condition' in left) return left;
    if (!('members' in left)) return invalidInput(left);
    given.fields = left.fields;
    given.otherwise = new Set(Object.keys(left.fields));
    given.whole = true;
    given.input = { ...withFields(left.members, all, left.fields), ...given.inputParameters };
    return undefined;
  };
}
