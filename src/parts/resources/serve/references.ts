import { then } from '../../../contracts/maybe-promise.ts';
import type { OperationContext, Visible } from '../../../contracts/operation-context.ts';
import type { FieldError, MaybePromise, RecordValue, Row } from '../../../contracts/record.ts';
import type { RequestContext } from '../../../contracts/request-context.ts';
import type { Step } from '../../../contracts/step.ts';
import { equal } from '../../../plan/equal.ts';
import { formatPointer } from '../../../plan/fields/json-pointer.ts';
import {
  type CollectReferences,
  createReferenceCollector,
  type FoundReference,
  listInputReferences,
} from '../../../plan/fields/references.ts';
import type { OperationPlan } from '../../../plan/operation.ts';
import { listBindingRows } from '../../../plan/records/binding-rows.ts';
import { collectReadRefs, findRefField, readPathValue } from '../../../plan/records/neighbours.ts';
import { asksQuestions } from '../../../plan/records/questions.ts';
import type { ResourcePlan } from '../../../plan/resource.ts';
import { createFieldErrorCollector, writesRecord } from '../serve.ts';
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
  const look = createCheck(findIn);
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
    const looked = look(ctx, listSet(ctx, after, collectors));
    return then(looked, () => allProblems(ctx));
  }
}

/**
 * Checks the references that a request sends as input alone, and the new references that guards, rules and effects of the request read
 * through or ask about, before these do: otherwise their outcome would reveal values of records that the caller must not see.
 */
export function createReadLookup(op: OperationContext): Step {
  const { plan } = op.resource!;
  const read = new Set(writesRecord(op.operation, plan) ? listReadReferences(plan, op.operation) : []);
  const collectors = listFieldReferences(op).filter(({ name }) => read.has(name));
  const given = createInputReader(op);
  if (collectors.length === 0 && given === undefined) return () => undefined;
  const allProblems = createFieldErrorCollector(op);
  const look = createCheck(createFinders(op));
  return (ctx) => {
    const known = ctx.fieldErrors?.length ?? 0;
    const set = ctx.after === undefined ? [] : listSet(ctx, ctx.after, collectors);
    const looked = look(ctx, [...(given?.(ctx) ?? []), ...set]);
    return then(looked, () => ((ctx.fieldErrors?.length ?? 0) > known ? allProblems(ctx) : undefined));
  };
}

/**
 * Lists the fields through whose references guards, rules and effects of an operation read, if the operation may set them. Where these ask
 * about other records, the questions may be about the record of any reference.
 */
export function listReadReferences(resource: ResourcePlan, operation: OperationPlan): readonly string[] {
  if (operation.kind === 'transition' || operation.kind === 'delete') return [];
  const rows = listBindingRows(resource, operation).flatMap((bound) => bound.rows);
  const read = rows.map(({ guard, effects }) => [guard, effects]);
  if (asksQuestions(read)) return resource.fields.map(({ name }) => name);
  return collectReadRefs(read).flatMap((ref) => findRefField(ref) ?? []);
}

/** Creates the check of references: each names a record that the caller may name. It notes the problems of the others. */
function createCheck(
  findIn: (resource: string) => Visible,
): (ctx: RequestContext, references: readonly GivenReference[]) => MaybePromise<void> {
  return (ctx, references) => {
    const waits: Promise<void>[] = [];
    for (const { resource, value, place } of references) {
      const row = findIn(resource)(ctx, value);
      if (row instanceof Promise) waits.push(row.then((known) => note(ctx, known, place)));
      else note(ctx, row, place);
    }
    return waits.length === 0 ? undefined : Promise.all(waits).then(() => undefined);
  };
}

/** Lists the references in fields that the request changes. */
function listSet(
  { before }: RequestContext,
  after: RecordValue,
  fields: readonly FieldReferences[],
): readonly GivenReference[] {
  return fields.flatMap(({ name, collect, line, pointer }): readonly GivenReference[] => {
    const value = after[name];
    if (value === undefined || value === null || (before !== undefined && equal(value, before[name]))) return [];
    const found: FoundReference[] = [];
    collect(value, pointer, found);
    return found.map((reference) => ({ ...reference, place: { pointer: reference.pointer, line } }));
  });
}

/** Creates what finds the references that a request sends as input alone; undefined if its body has no place for any. */
export function createInputReader({
  plan,
  operation,
}: OperationContext): ((ctx: RequestContext) => readonly GivenReference[]) | undefined {
  const given = listInputReferences(plan, operation);
  if (given.length === 0) return undefined;
  return ({ input }) =>
    given.flatMap(({ path, collect, parameter, line }) => {
      const found: FoundReference[] = [];
      collect(readPathValue(input, path), formatPointer(path), found);
      return found.map((reference) => {
        const { pointer } = reference;
        return { ...reference, place: parameter === undefined ? { pointer, line } : { parameter, line } };
      });
    });
}

type Place = Pick<FieldError, 'pointer' | 'parameter' | 'line'>;

/** A reference that a request sends, and where. */
interface GivenReference extends FoundReference {
  readonly place: Place;
}

/** The references of one field, and the line that states the field. */
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
 * Creates what returns the lookup of a resource's records by their identity, as references of a draft name them: references of a tenant's
 * record name records of the same tenant, or of none. Without a draft, the record that is read or deleted decides.
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
  const tenantOf = ({ after, before }: RequestContext): unknown => (after ?? before)?.[field];
  return Object.assign((ctx: RequestContext, value: unknown) => lookup(ctx, value, tenantOf(ctx)), {
    needed: (ctx: RequestContext, value: unknown) => lookup.needed(ctx, value, tenantOf(ctx)),
    held: (ctx: RequestContext, value: unknown) => lookup.held(ctx, value, tenantOf(ctx)),
  });
}

function note(ctx: RequestContext, row: Row | undefined, place: Place): void {
  if (row !== undefined) return;
  ctx.fieldErrors ??= [];
  ctx.fieldErrors.push({
    ...place,
    problem: 'reference',
    message: 'must be the ID of an existing record that you can access',
  });
}
