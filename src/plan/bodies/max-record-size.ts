import { memoByKey } from '../../text/memo.ts';
import type { OperationPlan } from '../operation.ts';

/** The maximum size of a body that neither the document nor the operator limits: 1 MiB. */
export const defaultBodySize = 1_048_576;
/** A record has room for several small bodies that add to it. */
const minRecordSize = 65_536;

type Operations = readonly Pick<OperationPlan, 'kind' | 'resource' | 'input' | 'bodySize'>[];

/** The maximum size in bytes of bodies that write records, by resource, and of bodies that write any record. */
interface Bodies {
  readonly byResource: ReadonlyMap<string, number>;
  readonly any: number;
}

const measureBodies = memoByKey((operations: Operations, defaultSize: number): Bodies => {
  const byResource = new Map<string, number>();
  let any = 0;
  for (const { kind, resource, input, bodySize } of operations) {
    if (input === undefined) continue;
    const bytes = bodySize?.bytes ?? defaultSize;
    // Code may write any record.
    if (kind === 'handler') any = Math.max(any, bytes);
    else if (resource !== undefined) byResource.set(resource, Math.max(byResource.get(resource) ?? 0, bytes));
  }
  return { byResource, any };
});

/**
 * Returns the maximum number of characters in the strings and JSON of one record: the size in bytes of the largest body that
 * may write it, and at least 65,536. `defaultSize` is the maximum size of bodies without a stated one.
 */
export function computeMaxRecordSize(operations: Operations, resource: string, defaultSize: number): number {
  const { byResource, any } = measureBodies(operations, defaultSize);
  const largest = Math.max(byResource.get(resource) ?? 0, any);
  return Math.max(minRecordSize, largest === 0 ? defaultSize : largest);
}

/** Returns the maximum number of characters and items that one expression may process: ten times the largest body, at least 10 MiB. */
export function computeMaxWork(operations: Operations, defaultSize: number = defaultBodySize): number {
  const { byResource, any } = measureBodies(operations, defaultSize);
  let largest = Math.max(defaultBodySize, any);
  for (const bytes of byResource.values()) largest = Math.max(largest, bytes);
  return 10 * largest;
}
