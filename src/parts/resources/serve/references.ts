import type { OperationContext, Visible } from '../../../contracts/operation-context.ts';
import type { RecordValue, Row } from '../../../contracts/record.ts';
import type { RequestContext } from '../../../contracts/request-context.ts';
import type { Step } from '../../../contracts/step.ts';
import { equal } from '../../../plan/equal.ts';
import { formatPointer } from '../../../plan/fields/json-pointer.ts';
import {
  type CollectReferences,
  createReferenceCollector,
  type FoundReference,
} from '../../../plan/fields/references.ts';
import { listBindingRows } from '../../../plan/records/binding-rows.ts';
import { createFieldErrorCollector } from '../serve.ts';
import { createTargetLocks } from './target-locks.ts';

/**
 * A reference that a request sets must name a record that exists, is not gone and is seen by the caller. The last of the full
 * validation: all errors are answered together.
 */
export function createLookup(op: OperationContext): Step {
  const allProblems = createFieldErrorCollector(op);
  const collectors = listFieldReferences(op);
  if (collectors.length === 0) return allProblems;
  const findIn = createFinders(op);
  const lock = createTargetLocks(
    op,
    listBindingRows(op.resource!.plan, op.operation).flatMap(({ rows }) => rows),
  );
  return (ctx) => {
    const { after } = ctx;
    const refusal = allProblems(ctx);
    if (after === undefined || refusal !== undefined) return refusal;
    const isNew = (field: string): boolean => ctx.before === undefined || !equal(after[field], ctx.before[field]);
    // Of a new reference only a record that the caller may name is locked.
    const locked = lock?.(ctx, after, ({ field, resource }) => (isNew(field) ? findIn(resource) : undefined));
    return locked instanceof Promise ? locked.then(() => find(ctx, after)) : find(ctx, after);
  };

  function find(ctx: RequestContext, after: RecordValue): ReturnType<Step> {
    const { before } = ctx;
    const waits: Promise<void>[] = [];
    for (const { name, collect, line, pointer } of collectors) {
      const value = after[name];
      if (value === undefined || value === null || (before !== undefined && equal(value, before[name]))) continue;
      const found: FoundReference[] = [];
      collect(value, pointer, found);
      for (const reference of found) {
        const row = findIn(reference.resource)(ctx, reference.value);
        if (row instanceof Promise) waits.push(row.then((known) => note(ctx, known, reference.pointer, line)));
        else note(ctx, row, reference.pointer, line);
      }
    }
    return waits.length === 0 ? allProblems(ctx) : Promise.all(waits).then(() => allProblems(ctx));
  }
}

/** What collects the references of one field, and where they stand. */
export interface FieldReferences {
  readonly name: string;
  readonly collect: CollectReferences;
  readonly line: number;
  readonly pointer: string;
}

/** The fields of an operation's resource that may hold references. */
export function listFieldReferences({ resource, plan }: OperationContext): readonly FieldReferences[] {
  return (resource?.plan.fields ?? []).flatMap(({ name, schema, line }) => {
    const collect = createReferenceCollector(plan, schema);
    return collect === undefined ? [] : [{ name, collect, line, pointer: formatPointer([name]) }];
  });
}

/**
 * Creates what returns the lookup of a resource's records by their identity, as references of a draft name them: those of a tenant's record
 * name records of the same tenant, or of none.
 */
export function createFinders({ compiled, visible, resource: own }: OperationContext): (resource: string) => Visible {
  const known = new Map<string, Visible>();
  return (resource) => {
    const found = known.get(resource);
    if (found !== undefined) return found;
    const { identity, tenant } = compiled.resources.get(resource)!.plan;
    const field = own?.plan.tenant;
    const lookup =
      field === undefined || tenant === undefined
        ? visible(resource, identity, true)
        : among(field, visible(resource, identity, true, tenant));
    known.set(resource, lookup);
    return lookup;
  };
}

/** A lookup among the records of the draft's own tenant. */
function among(field: string, lookup: Visible): Visible {
  return Object.assign((ctx: RequestContext, value: unknown) => lookup(ctx, value, ctx.after?.[field]), {
    needed: (ctx: RequestContext, value: unknown) => lookup.needed(ctx, value, ctx.after?.[field]),
    held: (ctx: RequestContext, value: unknown) => lookup.held(ctx, value, ctx.after?.[field]),
  });
}

function note(ctx: RequestContext, row: Row | undefined, pointer: string, line: number): void {
  if (row !== undefined) return;
  ctx.fieldErrors ??= [];
  ctx.fieldErrors.push({
    pointer,
    problem: 'reference',
    message: 'must be the ID of an existing record that you can access',
    line,
  });
}
