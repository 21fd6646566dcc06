import type { StepDefinition } from '../../../contracts/definition.ts';
import type { OperationContext } from '../../../contracts/operation-context.ts';
import type { Refusal } from '../../../contracts/refusal.ts';
import type { Step } from '../../../contracts/step.ts';
import { createLateRuleTest } from '../../../plan/records/late-rules.ts';
import { writesRecord } from '../serve.ts';

/** Tests the rules of the record in order, at every write; the first that fails answers. Rules that need other records are tested later. */
export const rules: StepDefinition = {
  plan({ plan, operation, resource }) {
    if (resource === undefined || !writesRecord(operation, resource)) return [];
    const isLate = createLateRuleTest(plan, operation, resource);
    const own = resource.rules.filter((rule) => !isLate(rule));
    return own.map(({ name, words, error: otherwise, line }) => {
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
  const isLate = createLateRuleTest(op.plan, op.operation, plan);
  const own = rules.flatMap((rule, i) => (isLate(plan.rules[i]!) ? [] : [{ rule, refusal: refusals[i]! }]));
  return (ctx) => {
    if (ctx.after === undefined) return undefined;
    for (const { rule, refusal } of own) if (!rule(ctx.after, ctx.before, ctx)) return refusal;
    return undefined;
  };
}
