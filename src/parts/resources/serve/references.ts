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
    const locked = lock?.(ctx, after);
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

/** Creates what returns the lookup of a resource's records by their identity, as references name them. */
export function createFinders({ compiled, visible }: OperationContext): (resource: string) => Visible {
  const known = new Map<string, Visible>();
  return (resource) => {
    let lookup = known.get(resource);
    if (lookup === undefined) {
      lookup = visible(resource, compiled.resources.get(resource)!.plan.identity, true);
      known.set(resource, lookup);
    }
    return lookup;
  };
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
