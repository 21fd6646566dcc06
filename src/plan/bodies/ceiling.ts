import type { OperationPlan } from '../operation.ts';

/** The bytes of a body where neither the document nor the operator states how many: 1 MiB. */
export const defaultBodySize = 1_048_576;
/** Small bodies that add to one record must have room in it. */
const leastRecord = 65_536;

type Operations = readonly Pick<OperationPlan, 'kind' | 'resource' | 'input' | 'bodySize'>[];

/** The largest bodies that may write the records of each resource, and those that may write any. */
interface Bodies {
  readonly byResource: ReadonlyMap<string, number>;
  readonly any: number;
}

const known = new WeakMap<Operations, Map<number, Bodies>>();

function measureBodies(operations: Operations, usual: number): Bodies {
  const made = known.get(operations) ?? new Map<number, Bodies>();
  known.set(operations, made);
  const found = made.get(usual);
  if (found !== undefined) return found;
  const byResource = new Map<string, number>();
  let any = 0;
  for (const { kind, resource, input, bodySize } of operations) {
    if (input === undefined) continue;
    const bytes = bodySize?.bytes ?? usual;
    // Code may write any record.
    if (kind === 'handler') any = Math.max(any, bytes);
    else if (resource !== undefined) byResource.set(resource, Math.max(byResource.get(resource) ?? 0, bytes));
  }
  const bodies = { byResource, any };
  made.set(usual, bodies);
  return bodies;
}

/**
 * Returns how many characters the texts and the JSON of one record of a resource hold together at most: as many as the largest
 * body that may write it has bytes, and at least 65,536. `usual`: the bytes of bodies that state no size.
 */
export function recordCeiling(operations: Operations, resource: string, usual: number): number {
  const { byResource, any } = measureBodies(operations, usual);
  const largest = Math.max(byResource.get(resource) ?? 0, any);
  return Math.max(leastRecord, largest === 0 ? usual : largest);
}

/** Returns how many characters and items one expression may join, search and compare: ten times the largest body, or 10 MiB. */
export function computeMaxWork(operations: Operations, usual: number = defaultBodySize): number {
  const { byResource, any } = measureBodies(operations, usual);
  let largest = Math.max(defaultBodySize, any);
  for (const bytes of byResource.values()) largest = Math.max(largest, bytes);
  return 10 * largest;
}
