import type { StepDefinition } from '../../../contracts/definition.ts';
import type { OperationContext } from '../../../contracts/operation-context.ts';
import type { Refusal } from '../../../contracts/refusal.ts';
import type { Step } from '../../../contracts/step.ts';
import { writesRecord } from '../serve.ts';

/** Tests the rules of the record in order, at every write; the first that fails answers. */
export const rules: StepDefinition = {
  plan({ operation, resource }) {
    if (resource === undefined || !writesRecord(operation, resource)) return [];
    return resource.rules.map(({ name, words, error: otherwise, line }) => {
      const code = otherwise === undefined ? '' : `, else ${otherwise}`;
      const named = otherwise === undefined ? {} : { named: otherwise };
      return {
        words: `check rule ${name}: ${words}${code}`,
        refusals: [{ condition: 'rule broken', ...named }],
        line,
      };
    });
  },
  create: createCheck,
};

function createCheck(op: OperationContext): Step {
  const { rules, plan } = op.resource!;
  const refusals = plan.rules.map(
    ({ error: otherwise, line }): Refusal => ({
      condition: 'rule broken',
      resource: plan.name,
      ...(otherwise === undefined ? {} : { named: otherwise }),
      line,
    }),
  );
  return (ctx) => {
    if (ctx.after === undefined) return undefined;
    for (let i = 0; i < rules.length; i++) if (!rules[i]!(ctx.after, ctx.before, ctx)) return refusals[i];
    return undefined;
  };
}
