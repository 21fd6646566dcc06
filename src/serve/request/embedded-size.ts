import type { RecordValue } from '../../contracts/record.ts';
import type { RequestContext } from '../../contracts/request-context.ts';
import { computeMaxRecordSize, defaultBodySize } from '../../plan/bodies/max-record-size.ts';
import { listNestedObjects } from '../../plan/fields/field-path.ts';
import type { Plan } from '../../plan/plan.ts';
import type { Embedded } from './embedded.ts';

/** The characters of records that were loaded, by their key in `RequestContext.refs`. */
export type Sizes = Map<string, number>;

/** Converts a record to the version that a response shows. */
export type ToShown = (resource: string, record: RecordValue) => RecordValue;

/** The characters that the embedded records of one response may have together: as many as 32 of the largest records, at least 32 MiB. */
export function computeMaxEmbeddedSize(plan: Plan, maxBodySize: number): number {
  const largest = plan.resources.map(({ name }) => computeMaxRecordSize(plan.operations, name, maxBodySize));
  return 32 * Math.max(defaultBodySize, ...largest);
}

/** Records of a resource whose references are loaded. */
export interface Holders {
  readonly of: string | undefined;
  readonly records: readonly RecordValue[];
}

/** The records that were loaded for a response, and the characters that it has room for. */
interface Loaded {
  readonly ctx: RequestContext;
  readonly sizes: Sizes;
  readonly room: number;
  readonly shown: ToShown;
}

/**
 * Returns for how many of the first records there is room with their embedded records, if these are not all. An embedded record
 * counts as often as the response shows it.
 */
export function countFitting(
  { ctx, sizes, room, shown }: Loaded,
  due: readonly Embedded[],
  holders: Holders,
): number | undefined {
  const known = new Map<Embedded, Map<unknown, number>>();
  const measureOne = (embedded: Embedded, identity: unknown): number => {
    const { children, code, inner } = embedded;
    const name = code.plan.name;
    const ofEmbedded = known.get(embedded) ?? new Map<unknown, number>();
    known.set(embedded, ofEmbedded);
    const measured = ofEmbedded.get(identity);
    if (measured !== undefined) return measured;
    const found = children === undefined ? [identity] : (ctx.children[`${children.key} ${identity}`] ?? []);
    let size = 0;
    for (const id of found) {
      const key = embedded.keyOf(name, id);
      const record = ctx.refs[key];
      if (record !== undefined) size += (sizes.get(key) ?? 0) + measureAll(name, record, inner);
    }
    ofEmbedded.set(identity, size);
    return size;
  };
  const measureAll = (of: string | undefined, record: RecordValue, all: readonly Embedded[]): number => {
    let size = 0;
    for (const embedded of all) {
      if (!embedded.isEmbedded) continue;
      const read = embedded.isShown && of !== undefined ? shown(of, record) : record;
      const holding = embedded.within.length === 0 ? [read] : listNestedObjects(read, embedded.within);
      for (const holder of holding) {
        for (const identity of [holder[embedded.field]].flat()) {
          if (identity !== undefined && identity !== null) size += measureOne(embedded, identity);
        }
      }
    }
    return size;
  };
  let left = room;
  const at = holders.records.findIndex((record) => {
    left -= measureAll(holders.of, record, due);
    return left < 0;
  });
  return at < 0 ? undefined : at;
}
