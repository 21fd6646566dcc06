import { then } from '../../../contracts/maybe-promise.ts';
import type { OperationContext } from '../../../contracts/operation-context.ts';
import type { MaybePromise, RecordValue, Row } from '../../../contracts/record.ts';
import type { RequestContext } from '../../../contracts/request-context.ts';
import type { PreparedQuery } from '../../../contracts/store.ts';
import { listNamed, listNestedObjects } from '../../../plan/fields/field-path.ts';
import type { ReferencedRecord } from './reads.ts';

/** A record that is stored with an event. */
interface Found {
  readonly resource: string;
  readonly row: Row;
}

/** Returns the records that a transaction has erased: queries no longer find them, but they were referenced before. */
export type Erased = (resource: string, id: unknown) => Row | undefined;

/**
 * Returns the JSON of the referenced records that are stored with an event, of the record after and before; undefined where it has
 * none.
 */
export type TakeSnapshots = (
  ctx: RequestContext,
  records: readonly RecordValue[],
  erased: Erased,
) => MaybePromise<string | undefined>;

type SnapshotDependencies = Pick<OperationContext, 'compiled' | 'store'>;

/** Creates the lookup of the records that events reference, as of the same transaction. */
export function createSnapshotTaker(
  of: SnapshotDependencies,
  neighbours: readonly ReferencedRecord[],
): TakeSnapshots | undefined {
  if (neighbours.length === 0) return undefined;
  const looks = neighbours.map((reference) => createLookup(of, reference));
  return (ctx, records, erased) => {
    const found = new Map<string, Found>();
    const done = runEach(looks, (look) => look(ctx, records, erased, found));
    return then(done, () => serializeSnapshots(of, found));
  };
}

function serializeSnapshots({ compiled }: SnapshotDependencies, found: ReadonlyMap<string, Found>): string | undefined {
  if (found.size === 0) return undefined;
  const texts = [...found.values()].map(
    ({ resource, row }) => `{"resource":${JSON.stringify(resource)},"record":${compiled.events.text(resource, row)}}`,
  );
  return `[${texts.join(',')}]`;
}

/** Finds the records that some records reference through one field, with one query. */
type Lookup = (
  ctx: RequestContext,
  records: readonly RecordValue[],
  erased: Erased,
  found: Map<string, Found>,
) => MaybePromise<void>;

function createLookup(of: SnapshotDependencies, { field, resource, within, inner }: ReferencedRecord): Lookup {
  const code = of.compiled.resources.get(resource)!;
  const { identity } = code.plan;
  const query = of.store.prepare({ resource, conditions: [{ kind: 'compare', path: [identity], operator: 'in' }] });
  const deeper = inner.map((reference) => createLookup(of, reference));
  return (ctx, records, erased, found) => {
    const ids = [
      ...listNamed(
        records.flatMap((record) => listNestedObjects(record, within)),
        field,
      ),
    ];
    if (ids.length === 0) return undefined;
    const gone = ids.map((id) => erased(resource, id)).filter((row) => row !== undefined);
    const keep = (rows: readonly Row[]): MaybePromise<void> => {
      const named = [...gone, ...rows].map((row) => ({ row, record: code.toRecord(row) }));
      for (const { row, record } of named) found.set(`${resource} ${String(record[identity])}`, { resource, row });
      const neighbours = named.map(({ record }) => record);
      return runEach(deeper, (look) => look(ctx, neighbours, erased, found));
    };
    const stored = ids.filter((id) => erased(resource, id) === undefined);
    if (stored.length === 0) return keep([]);
    const rows = bindQuery(ctx, query).many({ conditions: [stored], now: ctx.now, limit: stored.length });
    return then(rows, (resolved) => keep(resolved.rows));
  };
}

function bindQuery({ transaction }: RequestContext, query: PreparedQuery): PreparedQuery {
  return transaction === undefined ? query : transaction.bind(query, 'share');
}

function runEach<T>(all: readonly T[], work: (item: T) => MaybePromise<void>, from = 0): MaybePromise<void> {
  for (let at = from; at < all.length; at++) {
    const done = work(all[at]!);
    if (done instanceof Promise) return done.then(() => runEach(all, work, at + 1));
  }
  return undefined;
}
