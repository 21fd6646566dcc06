import type { StepDefinition } from '../../../contracts/definition.ts';
import { then } from '../../../contracts/maybe-promise.ts';
import type { OperationContext } from '../../../contracts/operation-context.ts';
import type { Refusal } from '../../../contracts/refusal.ts';
import type { RequestContext } from '../../../contracts/request-context.ts';
import type { Step } from '../../../contracts/step.ts';
import { sharedBits } from '../../../plan/bitset.ts';
import { mayChangeFound } from '../../../plan/kinds.ts';
import { readersOf } from '../../../plan/readers.ts';
import { freeGrants } from '../serve/grants.ts';
import { createKnownBy, createQueriesTo } from '../serve/known.ts';
import { anyHolds, restricted } from '../serve/row-rule.ts';
import { ruleLines } from '../serve/words.ts';

/** The row rule on the record as it is: false is `not found` where the caller may not read it, else `not allowed`. */
export const rowRuleBefore: StepDefinition = {
  plan({ operation, resource }) {
    const asks = resource !== undefined && restricted(operation.access) && mayChangeFound(operation);
    return asks ? ruleLines(operation.access, 'the record is seen only where', refusals) : [];
  },
  create: createRule,
};

const refusals = [{ condition: 'not found' }, { condition: 'not allowed' }];

function createRule(op: OperationContext): Step {
  const { operation } = op;
  const free = freeGrants(operation.access);
  const line = operation.access.grants.find((grant) => grant.where !== undefined)!.line;
  const hidden: Refusal = { condition: 'not found', line };
  const forbidden: Refusal = { condition: 'not allowed', line };
  const readable = readableBy(op);
  return (ctx) => {
    if (sharedBits(ctx.grants, free) !== 0 || ctx.before === undefined) return undefined;
    if (anyHolds(op, ctx, ctx.before)) return undefined;
    const seen = readable(ctx);
    return then(seen, (may) => (may ? forbidden : hidden));
  };
}

/** Whether the caller may read the record that was loaded. */
function readableBy({
  plan,
  resource,
  store,
  operation,
}: OperationContext): (ctx: RequestContext) => boolean | Promise<boolean> {
  if (resource === undefined) return () => false;
  const { name, identity } = resource.plan;
  const reads = createKnownBy(readersOf(plan, name, operation.record));
  const questionFor = createQueriesTo(store, name, [{ kind: 'equal', field: identity }], reads);
  return (ctx) => {
    const query = questionFor(ctx.caller);
    if (query === undefined) return false;
    const values = { conditions: [ctx.before![identity]], caller: ctx.caller?.values, now: ctx.now };
    const row = (ctx.transaction?.bind(query) ?? query).one(values);
    return then(row, (resolved) => resolved !== undefined);
  };
}
