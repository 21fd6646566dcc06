import { then } from '../../../contracts/maybe-promise.ts';
import type { OperationContext } from '../../../contracts/operation-context.ts';
import type { Step } from '../../../contracts/step.ts';
import { intersectBits } from '../../../plan/sets/bitset.ts';
import { freeGrants } from '../../authentication/serve/grants.ts';
import { createWrittenRule } from '../../authentication/serve/handler-rule.ts';
import { hasRowRules } from '../../authentication/serve/row-rule.ts';

/** Creates the step that runs the hook of an operation. If the hook wrote anything, the step reads the record again. */
export function createHookStep(op: OperationContext): Step {
  const run = op.handled!.within!;
  const reload = createReload(op);
  const rule = createRule(op);
  return (ctx) =>
    then(run(ctx), ({ refusal, wrote }) => {
      if (refusal !== undefined || !wrote) return refusal;
      return then(reload(ctx), () => rule?.(ctx));
    });
}

/** Reads the record and what responses show of its references as the hook left them. Throws if the hook deleted the record. */
function createReload(op: OperationContext): Step {
  const resource = op.resource!;
  const { operation } = op;
  const { name, identity } = resource.plan;
  const query = op.store.prepare({ resource: name, conditions: [{ kind: 'equal', field: identity }] });
  const isDelete = operation.kind === 'delete';
  return (ctx) => {
    const { before, after } = ctx;
    const id = (isDelete ? before : after)![identity];
    return then(ctx.transaction!.bind(query).one({ conditions: [id], now: ctx.now }), (row) => {
      if (row === undefined) throw new Error(`the hook within ${operation.name} deleted its record`);
      const record = resource.toRecord(row);
      ctx.row = row;
      if (!isDelete) ctx.after = { ...record };
      else {
        // A deletion that keeps the record as gone changes some of its fields only when it is written.
        const changed = Object.entries(after ?? {}).filter(([field, value]) => value !== before![field]);
        ctx.before = record;
        if (after !== undefined) ctx.after = { ...record, ...Object.fromEntries(changed) };
      }
      return then(op.loadRefs(ctx, (ctx.after ?? ctx.before)!), () => undefined);
    });
  };
}

/** The row rule of the operation for the records of its resource that the hook wrote; undefined if it has none. */
function createRule(op: OperationContext): Step | undefined {
  const { access } = op.operation;
  if (!hasRowRules(access)) return undefined;
  const free = freeGrants(access);
  const line = access.grants.find((grant) => grant.where !== undefined)!.line;
  const judge = createWrittenRule(op, { condition: 'forbidden', line });
  return (ctx) => (ctx.root === ctx && intersectBits(ctx.grants, free) === 0 ? judge(ctx) : undefined);
}
