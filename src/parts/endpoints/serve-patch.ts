import { sentFields, withFields } from '../../plan/sent.ts';
import type { Making } from '../../steps/maker.ts';
import type { Step } from '../../steps/step.ts';
import { invalidInput } from './serve-body.ts';
import { noFields } from './serve-change.ts';
import { hiddenIn } from './serve-hidden.ts';
import { patcher, sentPlans } from './serve-patched.ts';

/**
 * Applies a JSON Patch. What differs then is what was sent of the record: each field as a whole, null for one that was taken away.
 * `input` has the same in the form of the Request.
 */
export function patchStep(making: Making): Step | undefined {
  const { operation, resource, code, plan, equal } = making;
  const check = code.document;
  if (operation.kind !== 'update' || resource === undefined || check === undefined) return undefined;
  const { fields } = resource.plan;
  const sent = sentPlans(operation.input, fields);
  const all = sentFields(operation.input);
  const hidden = hiddenIn(plan, equal);
  const patch = patcher(operation.input, fields, check, hidden);
  return (given) => {
    if (given.bodyKind !== 'json patch') return undefined;
    const left = patch(given.body, given.before!);
    if ('condition' in left) return left;
    if (!('members' in left)) return invalidInput(left);
    const changed = noFields();
    for (const { field, plan } of sent) {
      const before = given.before![field];
      const after = hidden.completed(plan.schema, before, left.fields[field]);
      if (after === undefined ? before === undefined || hidden.field(plan) : equal(after, before)) continue;
      changed[field] = after ?? null;
    }
    given.fields = changed;
    given.whole = true;
    given.input = { ...withFields(left.members, all, changed), ...given.inputParameters };
    return undefined;
  };
}
