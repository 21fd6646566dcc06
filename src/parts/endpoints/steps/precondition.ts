import type { StepDefinition } from '../../../contracts/definition.ts';
import type { OperationContext } from '../../../contracts/operation-context.ts';
import type { Refusal } from '../../../contracts/refusal.ts';
import type { RequestContext } from '../../../contracts/request-context.ts';
import type { Step } from '../../../contracts/step.ts';
import { changesFound } from '../../../plan/kinds.ts';
import type { OperationPlan } from '../../../plan/operation.ts';
import { findsOwnRecord } from '../serve/load.ts';
import { formatEntityTag, matchesIfNoneMatch, matchHolds } from '../serve/precondition.ts';

/** Conditional requests (RFC 9110, section 13), just before the action. That of a read's If-None-Match is its answer's. */
export const precondition: StepDefinition = {
  plan({ operation }) {
    const { kind, preconditions, line } = operation;
    if (!actsOnRecord(operation) && kind !== 'read' && kind !== 'list') return [];
    const words = kind === 'list' ? 'check If-None-Match' : 'check If-Match and If-None-Match';
    const needed = preconditions.filter((row) => row.required).map((row) => row.header);
    const asks = needed.length === 0 ? '' : `; required: ${needed.join(' and ')}`;
    const missing = needed.length === 0 ? [] : [{ condition: 'precondition required' }];
    const failed = kind === 'list' ? [] : [{ condition: 'precondition failed' }];
    return [{ words: `${words}${asks}`, refusals: [...missing, ...failed], line: preconditions[0]?.line ?? line }];
  },
  create: createTest,
};

/** Whether an operation changes, or is given, the record that its path names. */
function actsOnRecord(operation: OperationPlan): boolean {
  const { kind, method, resource } = operation;
  if (kind === 'create') return method === 'PUT';
  if (kind === 'handler') return resource !== undefined && findsOwnRecord(operation);
  return changesFound(operation);
}

function createTest(op: OperationContext): Step {
  const { operation } = op;
  const { kind, preconditions } = operation;
  const acts = actsOnRecord(operation);
  const lineOf = (header: string): number | undefined => preconditions.find((row) => row.header === header)?.line;
  const refusalFor = (header: string, condition: string): Refusal => {
    const line = lineOf(header);
    return { condition, ...(line === undefined ? {} : { line }) };
  };
  const failed = refusalFor('If-Match', 'precondition failed');
  const exists = refusalFor('If-None-Match', 'precondition failed');
  const needed = preconditions.filter((row) => row.required).map((row) => row.header.toLowerCase());
  const missing = preconditions
    .filter((row) => row.required)
    .map((row) => refusalFor(row.header, 'precondition required'));
  const test = (ctx: RequestContext): Refusal | undefined => {
    const match = ctx.incoming.header('if-match');
    if (match !== undefined && kind !== 'list') {
      if (ctx.row === undefined || !matchHolds(match, ctx.row[0])) return failed;
    }
    // Code behind a GET answers what it likes: there is no present answer to compare with.
    if (!acts || (kind === 'handler' && operation.method === 'GET')) return undefined;
    const none = ctx.incoming.header('if-none-match');
    if (none === undefined || ctx.row === undefined) return undefined;
    return matchesIfNoneMatch(none, formatEntityTag(op, ctx.row[0])) ? exists : undefined;
  };
  if (needed.length === 0) return test;
  return (ctx) => {
    for (let i = 0; i < needed.length; i++) if (ctx.incoming.header(needed[i]!) === undefined) return missing[i];
    return test(ctx);
  };
}
