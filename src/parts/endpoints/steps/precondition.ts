import type { StepDefinition } from '../../../contracts/definition.ts';
import type { OperationContext } from '../../../contracts/operation-context.ts';
import type { Refusal } from '../../../contracts/refusal.ts';
import type { RequestContext } from '../../../contracts/request-context.ts';
import type { Step } from '../../../contracts/step.ts';
import { getContentField } from '../../../plan/files/file-bodies.ts';
import { isStoredFile } from '../../../plan/files/stored-file.ts';
import { changesFound } from '../../../plan/kinds.ts';
import type { OperationPlan } from '../../../plan/operation.ts';
import { isNeverShown } from '../serve/bodies/fields.ts';
import { openFileTags } from '../serve/files/tag.ts';
import { findsOwnRecord } from '../serve/load.ts';
import { formatEntityTag, matchesIfNoneMatch, matchHolds, parseEntityTags } from '../serve/precondition.ts';

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

/** The entity tag of the content at the address of an operation, undefined without content; undefined where the address is that of a record, or the content is never shown. */
function createFileTagReader(op: OperationContext): ((ctx: RequestContext) => string | undefined) | undefined {
  const field = getContentField(op.operation);
  if (field === undefined || op.resource === undefined) return undefined;
  const { toRecord, plan } = op.resource;
  // The tag of content that is never shown would confirm a guess of it.
  if (plan.fields.some((own) => own.name === field && isNeverShown(own))) return undefined;
  const formatTag = openFileTags(op);
  return ({ row }) => {
    const file = row === undefined ? undefined : toRecord(row)[field];
    return isStoredFile(file) ? formatTag(file.hash) : undefined;
  };
}

/** Whether If-Match names this tag, by strong comparison. */
function namesTag(header: string, tag: string | undefined): boolean {
  if (tag === undefined) return false;
  return header.trim() === '*' || (parseEntityTags(header)?.includes(tag) ?? false);
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
  const fileTag = createFileTagReader(op);
  const test = (ctx: RequestContext): Refusal | undefined => {
    const match = ctx.incoming.header('if-match');
    if (match !== undefined && kind !== 'list') {
      const holds =
        fileTag === undefined ? ctx.row !== undefined && matchHolds(match, ctx.row[0]) : namesTag(match, fileTag(ctx));
      if (!holds) return failed;
    }
    // A handler of a GET answers freely: there is no present answer to compare with.
    if (!acts || (kind === 'handler' && operation.method === 'GET')) return undefined;
    const none = ctx.incoming.header('if-none-match');
    if (none === undefined || ctx.row === undefined) return undefined;
    const tag = fileTag === undefined ? formatEntityTag(op, ctx.row[0]) : fileTag(ctx);
    return tag !== undefined && matchesIfNoneMatch(none, tag) ? exists : undefined;
  };
  if (needed.length === 0) return test;
  return (ctx) => {
    for (let i = 0; i < needed.length; i++) if (ctx.incoming.header(needed[i]!) === undefined) return missing[i];
    return test(ctx);
  };
}
