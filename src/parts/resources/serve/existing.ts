import { then } from '../../../contracts/maybe-promise.ts';
import type { OperationContext } from '../../../contracts/operation-context.ts';
import type { Draft, FieldError, MaybePromise, RecordValue, Row } from '../../../contracts/record.ts';
import type { RequestContext } from '../../../contracts/request-context.ts';
import type { Step, StepResult } from '../../../contracts/step.ts';
import type { Condition, PreparedQuery } from '../../../contracts/store.ts';
import type { Expression } from '../../../expression/tree.ts';
import { encodePointerStep } from '../../../plan/fields/json-pointer.ts';
import { listGoneStates } from '../../../plan/records/gone.ts';
import { readUniqueValues } from '../../../plan/records/unique-values.ts';
import type { UniquePlan } from '../../../plan/resource.ts';
import { createReadTest } from '../../authentication/serve/readable.ts';
import { createAssigner } from './assign.ts';

/** How a record is found by one constraint. */
interface Search {
  readonly key: Pick<UniquePlan, 'fields' | 'ignoring'>;
  readonly query: PreparedQuery;
  /** Whether the constraint counts a new record. */
  counts(record: RecordValue): boolean;
}

/**
 * Creates the step that looks for the existing record with the unique values of the new one. It is the answer if it is the only one and
 * the caller may read it; the create goes on otherwise, and the constraint refuses it at the write. It comes before guards, rules, numbers
 * and quotas: a record that exists already needs none.
 */
export function createExistingStep(op: OperationContext): Step {
  const resource = op.resource!;
  const { identity } = resource.plan;
  const { existing } = op.operation;
  const searches = (existing ?? []).map((index) => createSearch(op, index));
  const preview = createPreview(op);
  const isGone = createGoneTest(op);
  const isReadable = createReadTest(op, 'share');
  const answer = (ctx: RequestContext, row: Row): MaybePromise<StepResult> => {
    if (isGone(row)) return undefined;
    ctx.before = resource.toRecord(row);
    return then(isReadable(ctx), (may) => {
      if (!may) {
        ctx.before = undefined;
        return undefined;
      }
      ctx.row = row;
      ctx.after = { ...ctx.before };
      if (op.operation.refs.length === 0) return 'unchanged';
      return then(op.loadRefs(ctx, ctx.before!), () => 'unchanged' as const);
    });
  };
  return (ctx) => {
    if (ctx.fieldErrors !== undefined && ctx.fieldErrors.length > 0) return undefined;
    const record = preview(ctx);
    if (record === undefined) return undefined;
    return then(findRows(searches, ctx, record), (rows) => {
      const [row, ...others] = new Map(
        rows.map((found) => [String(resource.toRecord(found)[identity]), found]),
      ).values();
      if (row === undefined) ctx.absent = existing;
      return row === undefined || others.length > 0 ? undefined : answer(ctx, row);
    });
  };
}

/** Finds the record of each constraint, in order. */
function findRows(
  searches: readonly Search[],
  ctx: RequestContext,
  record: RecordValue,
  found: readonly Row[] = [],
): MaybePromise<readonly Row[]> {
  const [search, ...others] = searches;
  if (search === undefined) return found;
  const { key, query, counts } = search;
  const values = counts(record) ? readUniqueValues(key, record) : undefined;
  if (values === undefined) return findRows(others, ctx, record, found);
  const row = ctx.transaction!.bind(query, 'share').one({ conditions: values, now: ctx.now });
  return then(row, (one) => findRows(others, ctx, record, one === undefined ? found : [...found, one]));
}

function createSearch({ resource, store }: OperationContext, index: number): Search {
  const { name, identity, uniques } = resource!.plan;
  const unique = uniques[index];
  const key = unique ?? { fields: [identity] };
  const conditions = key.fields.map((field, at): Condition => {
    const folds = unique?.ignoring === 'case' && at === 0;
    return folds ? { kind: 'where', holds: createFoldedEquality(field) } : { kind: 'equal', field };
  });
  const where: Condition[] = unique?.where === undefined ? [] : [{ kind: 'of index', holds: unique.where }];
  const query = store.prepare({ resource: name, conditions: [...conditions, ...where] });
  return { key, query, counts: resource!.uniques[index] ?? (() => true) };
}

/** The condition that a field is equal to a value in lower case, whatever the case of its own letters. */
function createFoldedEquality(field: string): Expression {
  const type = { kind: 'string' } as const;
  const path = { op: 'path', root: 'record', steps: [{ name: field }], type } as const;
  const left = { op: 'call', name: 'lowerAscii', of: [path], type } as const;
  return {
    op: 'binary',
    operator: '==',
    left,
    right: { op: 'path', root: 'value', steps: [], type },
    type: { kind: 'bool' },
  };
}

/** Creates the preview of a new record: with all values that are known before it is numbered, without fields that are wrong. */
function createPreview(op: OperationContext): (ctx: RequestContext) => Draft | undefined {
  const resource = op.resource!;
  const fields = resource.plan.fields.filter(
    ({ assigned }) => assigned?.by !== 'sequence' && assigned?.by !== 'format',
  );
  const assigners = fields.flatMap((field) => createAssigner(op, field) ?? []);
  const names = resource.plan.fields.map(({ name }) => ({ name, pointer: `/${encodePointerStep(name)}` }));
  return (ctx) => {
    const draft = { ...ctx.after! };
    for (const assign of assigners) if (assign(draft, ctx) !== undefined) return undefined;
    resource.compute(draft, []);
    const errors: FieldError[] = [];
    resource.validate(draft, errors, undefined, ctx.validated);
    for (const { pointer = '' } of errors) {
      const wrong = names.find((field) => pointer === field.pointer || pointer.startsWith(`${field.pointer}/`));
      if (wrong !== undefined) draft[wrong.name] = undefined;
    }
    return draft;
  };
}

function createGoneTest({ resource, columnOf }: OperationContext): (row: Row) => boolean {
  const gone = listGoneStates(resource!.plan).map(({ field, states }) => ({
    at: columnOf(resource!.plan.name, field),
    states,
  }));
  return (row) => gone.some(({ at, states }) => states.includes(row[at] as string));
}
