import type { Compiled } from '../../contracts/compiled.ts';
import { then } from '../../contracts/maybe-promise.ts';
import type { MaybePromise, Row } from '../../contracts/record.ts';
import type { RequestContext } from '../../contracts/request-context.ts';
import type { Store } from '../../contracts/store.ts';
import { listNamed, listNestedObjects } from '../../plan/fields/field-path.ts';
import type { OperationPlan } from '../../plan/operation.ts';
import type { Plan } from '../../plan/plan.ts';
import { measureRow } from '../../plan/records/row-size.ts';
import { type Asked, type Embedded, listEmbedded } from './embedded.ts';
import { computeMaxEmbeddedSize, countFitting, type Holders, type Sizes, type ToShown } from './embedded-size.ts';

/** The parts of the service that an embedder uses. */
export interface EmbedderDependencies {
  readonly plan: Plan;
  readonly compiled: Compiled;
  readonly store: Store;
  readonly maxBodySize: number;
}

function isAsked(ctx: RequestContext, { parameter, field }: Asked): boolean {
  return (ctx.parameters[parameter] as readonly string[] | undefined)?.includes(field) === true;
}

/**
 * Creates the loader of the records that an operation's responses embed, each only if the caller may read it, and of records that
 * expressions in them read, with one query per reference; undefined if there are none. `shown`: a record as the version of the responses
 * shows it, whose fields they embed.
 *
 * The loader returns how many of the records of a list a response has room for, if these are not all.
 */
export function createEmbedder(
  operation: OperationPlan,
  { plan, compiled, store, maxBodySize }: EmbedderDependencies,
  shown: ToShown = (_, record) => record,
): ((ctx: RequestContext) => MaybePromise<number | undefined>) | undefined {
  const all = listEmbedded(operation, plan, compiled, store);
  if (all.length === 0) return undefined;
  const own = operation.resource === undefined ? undefined : compiled.resources.get(operation.resource);
  const most = computeMaxEmbeddedSize(plan, maxBodySize);
  return (ctx) => {
    const due = all.filter(({ asked }) => asked === undefined || isAsked(ctx, asked));
    if (due.length === 0) return undefined;
    const record = ctx.after ?? ctx.before ?? (ctx.row === undefined ? undefined : own?.toRecord(ctx.row));
    const listed = operation.kind === 'list' && own !== undefined;
    const records = listed ? ctx.rows.map((row) => own.toRecord(row)) : record === undefined ? [] : [record];
    ctx.refs = { ...ctx.refs };
    ctx.children = {};
    const holders: Holders = { of: operation.resource, records };
    // One record is always shown: a list that could not pass it would end for all its readers.
    const room = listed && records.length > 1 ? most : undefined;
    const loading: Loading = { ctx, shown, sizes: new Map(), left: room };
    return then(load(loading, due, holders, 0), () => {
      if (room === undefined) return undefined;
      if (isFull(loading)) return Math.floor(records.length / 2);
      return countFitting({ ctx, shown, sizes: loading.sizes, room }, due, holders);
    });
  };
}

interface Loading {
  readonly ctx: RequestContext;
  readonly shown: ToShown;
  readonly sizes: Sizes;
  /** How many characters may still be loaded; undefined for any number. */
  left: number | undefined;
}

function isFull({ left }: Loading): boolean {
  return left !== undefined && left < 0;
}

function load(loading: Loading, due: readonly Embedded[], holders: Holders, from: number): MaybePromise<void> {
  for (let i = from; i < due.length && !isFull(loading); i++) {
    const embedded = due[i]!;
    const done = loadOne(loading, embedded, holders);
    if (done instanceof Promise) return done.then(() => load(loading, due, holders, i + 1));
  }
  return undefined;
}

function loadOne(loading: Loading, embedded: Embedded, { of, records }: Holders): MaybePromise<void> {
  const { ctx, shown, sizes } = loading;
  const { children, code } = embedded;
  const { name, identity } = code.plan;
  const read = embedded.isShown && of !== undefined ? records.map((record) => shown(of, record)) : records;
  const holders =
    embedded.within.length === 0 ? read : read.flatMap((record) => listNestedObjects(record, embedded.within));
  const wanted = listNamed(holders, embedded.field);
  if (wanted.size === 0) return undefined;
  const settle = (rows: readonly Row[]): MaybePromise<void> => {
    const found = rows.map((row) => {
      const record = code.toRecord(row);
      const key = embedded.keyOf(name, record[identity]);
      ctx.refs[key] = record;
      if (loading.left !== undefined) {
        const size = measureRow(row);
        sizes.set(key, size);
        loading.left -= size;
      }
      return record;
    });
    if (children !== undefined) {
      // Of another member with the same bound, the lists are the same.
      for (const [parent, records] of Map.groupBy(found, (record) => String(record[children.field])))
        ctx.children[`${children.key} ${parent}`] = records.map((record) => record[identity]);
    }
    return embedded.inner.length === 0 ? undefined : load(loading, embedded.inner, { of: name, records: found }, 0);
  };
  return then(embedded.find(ctx, [...wanted], loading.left), settle);
}
