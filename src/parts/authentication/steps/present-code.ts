import type { StepDefinition } from '../../../contracts/definition.ts';
import type { OperationContext } from '../../../contracts/operation-context.ts';
import type { Refusal } from '../../../contracts/refusal.ts';
import type { RequestContext } from '../../../contracts/request-context.ts';
import type { CodeSubject, CodeVerdict } from '../../../contracts/sessions/second-factors.ts';
import type { Step } from '../../../contracts/step.ts';
import { encodePointerStep } from '../../../plan/fields/json-pointer.ts';
import type { PresentCode } from '../../../plan/operation.ts';
import { createInvalidInput } from '../../endpoints/serve/bodies/body.ts';
import { createFinding } from '../serve/finding.ts';
import { readPresented } from '../serve/presented.ts';

const codes = new WeakMap<RequestContext, { readonly code: string | undefined }>();

/** Compares a member of the Request with second factors, before the transaction: a wrong code counts, whatever becomes of the request. */
export const presentCode: StepDefinition = {
  plan({ operation, resource }) {
    const { presentCode: code } = operation;
    if (code === undefined || operation.kind === 'create') return [];
    const name = code.path.join('.');
    const words =
      code.of === 'factor'
        ? `compare ${name} with the codes of the ${resource?.name}`
        : `compare ${name} with the second factors of the ${resource?.name}, if it has any`;
    const refusals = [{ condition: 'invalid input' }];
    return [
      {
        words,
        refusals: code.of === 'person' ? [{ condition: 'second factor required' }, ...refusals] : refusals,
        line: code.line,
      },
    ];
  },
  create: createComparison,
};

function createComparison(op: OperationContext): Step {
  const code = op.operation.presentCode!;
  const find = createFinding(op);
  const { creation, factors } = op;
  const refuse = createCodeRefusal(code);
  const toSubject = createSubject(op, code);
  return async (ctx) => {
    const sent = readPresented(ctx, code.path);
    const text = typeof sent === 'string' ? sent : undefined;
    codes.set(ctx, { code: text });
    for (const step of find) {
      const refusal = await step(ctx);
      if (refusal === undefined) continue;
      // The creation of a replace has no person. One who is created meanwhile has the factors that the transaction finds.
      return creation !== undefined && typeof refusal === 'object' && refusal.unknown === true ? undefined : refusal;
    }
    return refuse(await factors!.judge(toSubject(ctx), text, ctx.now));
  };
}

/** Creates what uses the code of a request up in its transaction. Work that code or effects do inside a request compares none. */
export function createCodeUse(op: OperationContext): Step {
  const code = op.operation.presentCode!;
  const refuse = createCodeRefusal(code);
  const toSubject = createSubject(op, code);
  return async (ctx) => {
    const presented = codes.get(ctx);
    if (presented === undefined || ctx.before === undefined) return undefined;
    const used = await op.factors!.use(ctx, toSubject(ctx), presented.code);
    return typeof used === 'object' ? used.refusal : refuse(used);
  };
}

function createSubject({ resource }: OperationContext, { of }: PresentCode): (ctx: RequestContext) => CodeSubject {
  const { identity } = resource!.plan;
  return ({ before }) => (of === 'factor' ? { factor: before![identity] } : { person: before![identity] });
}

function createCodeRefusal({ path, line }: PresentCode): (verdict: CodeVerdict) => Refusal | undefined {
  const pointer = path.map((name) => `/${encodePointerStep(name)}`).join('');
  const message = 'must be a code of the second factor that was not used before';
  const wrong = createInvalidInput([{ pointer, problem: 'constraint', message, line }]);
  const required: Refusal = { condition: 'second factor required', line };
  return (verdict) => ({ right: undefined, wrong, required })[verdict];
}
