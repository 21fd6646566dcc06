import type { StepDefinition } from '../../../contracts/definition.ts';
import { then } from '../../../contracts/maybe-promise.ts';
import type { OperationContext } from '../../../contracts/operation-context.ts';
import type { Refusal } from '../../../contracts/refusal.ts';
import type { Step } from '../../../contracts/step.ts';
import { findsRecord } from '../../../plan/handler-rules.ts';
import { storesOne } from '../../../plan/kinds.ts';
import { beginsSession, type OperationPlan } from '../../../plan/operation.ts';
import { intersectBits } from '../../../plan/sets/bitset.ts';
import { freeGrants } from '../serve/grants.ts';
import { createHandlerRule } from '../serve/handler-rule.ts';
import { createRowRuleTest, hasRowRules } from '../serve/row-rule.ts';
import { describeRowRules } from '../serve/words.ts';

/** The row rule on the record as it would be stored, or on the records that a handler wrote or returned: false is `forbidden`. */
export const rowRuleAfter: StepDefinition = {
  plan({ operation, resource }) {
    const words =
      operation.kind === 'handler'
        ? describeHandler(operation)
        : storesOne(operation)
          ? 'write the record only if'
          : undefined;
    if (resource === undefined || words === undefined || !hasRowRules(operation.access)) return [];
    return describeRowRules(operation.access, words, [{ condition: 'forbidden' }]);
  },
  create: createRule,
};

function describeHandler(operation: OperationPlan): string {
  if (beginsSession(operation.session)) return 'log in the record only if';
  if (operation.session?.does === 'refresh') return 'refresh the session of the record only if';
  if (findsRecord(operation)) return 'let the handler write a record only if';
  return 'let the handler write or return a record only if';
}

function createRule(op: OperationContext): Step {
  const { operation } = op;
  const { access } = operation;
  const free = freeGrants(access);
  const line = access.grants.find((grant) => grant.where !== undefined)!.line;
  const refusal: Refusal = { condition: 'forbidden', line };
  if (operation.kind === 'handler') {
    const rule = createHandlerRule(op, refusal);
    return (ctx) => (intersectBits(ctx.grants, free) === 0 ? rule(ctx) : undefined);
  }
  const passes = createRowRuleTest(op);
  return (ctx) => {
    if (intersectBits(ctx.grants, free) !== 0 || ctx.after === undefined) return undefined;
    return then(passes(ctx, ctx.after), (holds) => (holds ? undefined : refusal));
  };
}
