import type { StepDefinition } from '../../../contracts/definition.ts';
import type { OperationContext } from '../../../contracts/operation-context.ts';
import type { Refusal } from '../../../contracts/refusal.ts';
import type { Step } from '../../../contracts/step.ts';
import { storesOne } from '../../../plan/kinds.ts';
import { intersectBits } from '../../../plan/sets/bitset.ts';
import { freeGrants } from '../serve/grants.ts';
import { hasRowRules, passesRowRules } from '../serve/row-rule.ts';
import { describeRowRules } from '../serve/words.ts';

/** The row rule on the record as it would be stored: false is `forbidden`. */
export const rowRuleAfter: StepDefinition = {
  plan({ operation, resource }) {
    const asks = resource !== undefined && hasRowRules(operation.access) && storesOne(operation);
    return asks ? describeRowRules(operation.access, 'write the record only if', [{ condition: 'forbidden' }]) : [];
  },
  create: createRule,
};

function createRule(op: OperationContext): Step {
  const { operation } = op;
  const { access } = operation;
  const free = freeGrants(access);
  const line = access.grants.find((grant) => grant.where !== undefined)!.line;
  const refusal: Refusal = { condition: 'forbidden', line };
  return (ctx) => {
    if (intersectBits(ctx.grants, free) !== 0 || ctx.after === undefined) return undefined;
    return passesRowRules(op, ctx, ctx.after) ? undefined : refusal;
  };
}
