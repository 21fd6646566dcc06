import { toEmbeddedKey } from '../../codegen/answers/runtime.ts';
import type { Compiled, CompiledResource } from '../../contracts/compiled.ts';
import { then } from '../../contracts/maybe-promise.ts';
import type { MaybePromise, RecordValue, Row } from '../../contracts/record.ts';
import type { RequestContext } from '../../contracts/request-context.ts';
import type { Store } from '../../contracts/store.ts';
import { listNestedObjects, type NestedPath } from '../../plan/fields/field-path.ts';
import type { OperationPlan, RefPlan } from '../../plan/operation.ts';
import type { Plan } from '../../plan/plan.ts';
import { collectAddressRefs, collectReadRefs, readKey } from '../../plan/records/neighbours.ts';
import { getResourceOperations } from '../../plan/records/readers.ts';
import type { AnswerShape } from '../../plan/shape.ts';
import { createVisibleManyLookup } from './record-visibility.ts';

/** A reference whose record an answer embeds, or reads; `parameter` names the one by which a caller asks for it. */
interface Embedded {
  readonly field: string;
  readonly within: readonly NestedPath[];
  readonly parameter?: string | undefined;
  readonly code: CompiledResource;
  readonly inner: readonly Embedded[];
  /** Where `RequestContext.refs` holds what is found. */
  keyOf(resource: string, identity: unknown): string;
  find(ctx: RequestContext, identities: readonly unknown[]): MaybePromise<readonly Row[]>;
}

/** How a shape is come to. `loaded`: what its expressions read hangs on the operation's own record, and is there already. */
interface EmbedPath extends Pick<Embedded, 'within' | 'parameter'> {
  readonly loaded: boolean;
}

const fromRecord: EmbedPath = { within: [], loaded: false };

/**
 * Creates the loader of the records that an operation's responses embed, each only if the caller may read it, and of records that
 * expressions in them read, with one query per reference; undefined if there are none.
 */
export function createEmbedder(
  operation: OperationPlan,
  plan: Plan,
  compiled: Compiled,
  store: Store,
): ((ctx: RequestContext) => MaybePromise<void>) | undefined {
  const all = listEmbedded(operation, plan, compiled, store);
  if (all.length === 0) return undefined;
  const own = operation.resource === undefined ? undefined : compiled.resources.get(operation.resource);
  return (ctx) => {
    const due = all.filter(({ parameter }) => parameter === undefined || ctx.parameters[parameter] !== undefined);
    if (due.length === 0) return undefined;
    const record = ctx.after ?? ctx.before ?? (ctx.row === undefined ? undefined : own?.toRecord(ctx.row));
    const listed = operation.kind === 'list' && own !== undefined;
    const records = listed ? ctx.rows.map((row) => own.toRecord(row)) : record === undefined ? [] : [record];
    ctx.refs = { ...ctx.refs };
    return load(ctx, due, records, 0);
  };
}

function listEmbedded(operation: OperationPlan, plan: Plan, compiled: Compiled, store: Store): readonly Embedded[] {
  const code = operation.kind === 'handler';
  const inside = (shape: AnswerShape | undefined, path: EmbedPath): readonly Embedded[] => {
    switch (shape?.kind) {
      case 'object':
        return shape.members.flatMap(({ name, shape: inner }) =>
          code && inner.kind === 'records' ? listed(inner, path, [name]) : inside(inner, path),
        );
      case 'records':
        return listed(shape, path, []);
      case 'picked':
        return picked(shape, { ...path, within: [...path.within, shape], loaded: false });
      case 'cel':
        return path.loaded ? [] : collectReadRefs(shape.value).map((ref) => readBy(ref, path));
      case 'embedded': {
        const { field, resource, item } = shape;
        const { within, parameter } = path;
        const of = compiled.resources.get(resource)!;
        const inner = [...addressed(resource), ...inside(item, fromRecord)];
        const find = createVisibleManyLookup(plan, compiled, store, resource);
        return [{ field, within, parameter, code: of, inner, keyOf: toEmbeddedKey, find }];
      }
      default:
        return [];
    }
  };
  /** A handler returns its lists under their names; those of `list` are the rows themselves. */
  const listed = ({ item, of }: AnswerShape & { kind: 'records' }, embedPath: EmbedPath, path: readonly string[]) => {
    const within = code ? [...embedPath.within, { path, list: true }] : embedPath.within;
    return [...addressed(of ?? operation.resource, within), ...inside(item, { ...embedPath, within, loaded: false })];
  };
  const picked = ({ item, of }: AnswerShape & { kind: 'picked' }, path: EmbedPath) => [
    ...addressed(of, path.within),
    ...inside(item, path),
  ];
  const addressed = (name: string | undefined, within: EmbedPath['within'] = []): readonly Embedded[] => {
    const resource = plan.resources.find((candidate) => candidate.name === name);
    const refs = resource === undefined ? [] : collectAddressRefs(getResourceOperations(plan, name), resource);
    return refs.map((ref) => readBy(ref, { ...fromRecord, within }));
  };
  const readBy = ({ path, resource }: RefPlan, { within, parameter }: EmbedPath): Embedded => {
    const holder = path.slice(0, -1);
    return {
      field: path.at(-1)!,
      within: holder.length === 0 ? within : [...within, { path: holder, list: false }],
      parameter,
      code: compiled.resources.get(resource)!,
      inner: [],
      keyOf: readKey,
      find: createBatchLookup(plan, store, resource),
    };
  };
  const asked = operation.parameters.flatMap(({ name, mapsTo }) =>
    mapsTo.kind === 'expand' ? inside(mapsTo.shape, { ...fromRecord, parameter: name }) : [],
  );
  return [...operation.responses.flatMap(({ shape }) => inside(shape, { ...fromRecord, loaded: !code })), ...asked];
}

/** Loads the records that expressions read, for any caller; inside a transaction they are locked. */
function createBatchLookup(plan: Plan, store: Store, resource: string): Embedded['find'] {
  const { identity } = plan.resources.find((otherResource) => otherResource.name === resource)!;
  const among = { kind: 'compare', path: [identity], operator: 'in' } as const;
  const query = store.prepare({ resource, conditions: [among] });
  return ({ transaction, now }, identities) => {
    const asked = transaction === undefined ? query : transaction.bind(query, 'share');
    const found = asked.many({ conditions: [identities], now, limit: identities.length });
    return then(found, ({ rows }) => rows);
  };
}

function load(
  ctx: RequestContext,
  due: readonly Embedded[],
  records: readonly RecordValue[],
  from: number,
): MaybePromise<void> {
  for (let i = from; i < due.length; i++) {
    const embedded = due[i]!;
    const done = loadOne(ctx, embedded, records);
    if (done instanceof Promise) return done.then(() => load(ctx, due, records, i + 1));
  }
  return undefined;
}

function loadOne(ctx: RequestContext, embedded: Embedded, records: readonly RecordValue[]): MaybePromise<void> {
  const { name, identity } = embedded.code.plan;
  const holders =
    embedded.within.length === 0 ? records : records.flatMap((record) => listNestedObjects(record, embedded.within));
  const wanted = new Set(
    holders.map((holder) => holder[embedded.field]).filter((id) => id !== undefined && id !== null),
  );
  if (wanted.size === 0) return undefined;
  const settle = (rows: readonly Row[]): MaybePromise<void> => {
    const found = rows.map((row) => embedded.code.toRecord(row));
    for (const record of found) ctx.refs[embedded.keyOf(name, record[identity])] = record;
    return embedded.inner.length === 0 ? undefined : load(ctx, embedded.inner, found, 0);
  };
  const rows = embedded.find(ctx, [...wanted]);
  return then(rows, settle);
}
