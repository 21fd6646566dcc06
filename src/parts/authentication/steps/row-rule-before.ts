import type { StepDefinition } from '../../../contracts/definition.ts';
import { then } from '../../../contracts/maybe-promise.ts';
import type { OperationContext } from '../../../contracts/operation-context.ts';
import type { Refusal } from '../../../contracts/refusal.ts';
import type { Step } from '../../../contracts/step.ts';
import { findsRecord } from '../../../plan/handler-rules.ts';
import { mayChangeFound } from '../../../plan/kinds.ts';
import { intersectBits } from '../../../plan/sets/bitset.ts';
import { freeGrants } from '../serve/grants.ts';
import { createReadTest } from '../serve/readable.ts';
import { createRowRuleTest, hasRowRules } from '../serve/row-rule.ts';
import { describeRowRules } from '../serve/words.ts';

/** Checks the row rule on the present record: false is `not found` if the caller cannot read it, else `forbidden`. */
export const rowRuleBefore: StepDefinition = {
  plan({ operation, resource }) {
    const asks =
      resource !== undefined && hasRowRules(operation.access) && mayChangeFound(operation) && findsRecord(operation);
    const hidden = operation.creation === undefined ? refusals : [{ condition: 'forbidden' }];
    return asks ? describeRowRules(operation.access, 'show the record only if', hidden) : [];
  },
  create: createRule,
};

const refusals = [{ condition: 'not found' }, { condition: 'forbidden' }];

function createRule(op: OperationContext): Step {
  const { operation } = op;
  const free = freeGrants(operation.access);
  const line = operation.access.grants.find((grant) => grant.where !== undefined)!.line;
  const hidden: Refusal = { condition: 'not found', unknown: true, line };
  const forbidden: Refusal = { condition: 'forbidden', line };
  const readable = createReadTest(op, 'write');
  const passes = createRowRuleTest(op);
  return (ctx) => {
    if (intersectBits(ctx.grants, free) !== 0 || ctx.before === undefined) return undefined;
    return then(passes(ctx, ctx.before), (holds) => {
      if (holds) return undefined;
      return then(readable(ctx), (may) => (may ? forbidden : hidden));
    });
  };
}
