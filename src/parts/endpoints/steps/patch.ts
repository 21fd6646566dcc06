import type { StepDefinition } from '../../../contracts/definition.ts';
import { then } from '../../../contracts/maybe-promise.ts';
import type { OperationContext } from '../../../contracts/operation-context.ts';
import type { Refusal } from '../../../contracts/refusal.ts';
import type { RequestContext } from '../../../contracts/request-context.ts';
import type { Step } from '../../../contracts/step.ts';
import { collectSentFields, withFields } from '../../../plan/bodies/sent.ts';
import { getFileForm } from '../../../plan/files/file-bodies.ts';
import { setsFields } from '../../../plan/kinds.ts';
import { getHashes } from '../../resources/serve/hashes.ts';
import { createOlderPatchStep } from '../../versioning/serve/patch.ts';
import { createInvalidInput, takesJsonPatch } from '../serve/bodies/body.ts';
import { createPatcher } from '../serve/bodies/patched.ts';
import { createReadableCheck } from '../serve/bodies/readable.ts';
import { findSentPlans } from '../serve/bodies/sent.ts';

/**
 * Applies a JSON Patch. What differs then is what was sent of the record: each field as a whole, null for one that was taken away.
 * `input` has the same in the form of the Request. What older callers send is applied to the record as their version shows it.
 */
export const patch: StepDefinition = {
  plan({ plan, operation, older }) {
    const { kind, input, line } = operation;
    if (input === undefined) return [];
    if (older?.operation.input !== undefined && setsFields(operation)) {
      return [{ words: 'apply the request to the record as the version of the client shows it', refusals, line }];
    }
    if (kind !== 'update' || !takesJsonPatch(plan) || getFileForm(input) !== undefined) return [];
    return [{ words: 'apply the JSON Patch to the record', refusals, line }];
  },
  create: (op) => (op.transform === undefined ? createPatch(op) : createOlderPatchStep(op)),
};

const refusals = [{ condition: 'malformed request' }, { condition: 'invalid input' }];

function createPatch(op: OperationContext): Step {
  const { operation, resource, code, plan } = op;
  const all = collectSentFields(operation.input);
  const apply = createPatcher(plan, operation.input, resource!.plan.fields, code.document!);
  const sent = findSentPlans(operation.input, resource!.plan.fields);
  const unread = createReadableCheck(op, { sent, responses: operation.responses });
  const change = (ctx: RequestContext): Refusal | undefined => {
    const left = apply(ctx.body, ctx.before!, getHashes(ctx));
    if ('condition' in left) return left;
    if (!('members' in left)) return createInvalidInput(left);
    ctx.fields = left.fields;
    ctx.whole = new Set(Object.keys(left.fields));
    ctx.input = { ...withFields(left.members, all, left.fields), ...ctx.inputParameters };
    return undefined;
  };
  return (ctx) => {
    if (ctx.bodyKind !== 'json patch') return undefined;
    return then(unread(ctx), (fields) => (fields.length > 0 ? createInvalidInput(fields) : change(ctx)));
  };
}
