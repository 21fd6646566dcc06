import type { RecordValue } from '../../contracts/record.ts';
import type { OperationPlan } from '../../plan/operation.ts';
import type { Plan } from '../../plan/plan.ts';
import { findAddress } from '../../plan/records/addresses.ts';
import { readKey } from '../../plan/records/neighbours.ts';
import { encodeSegment } from '../../plan/records/paths.ts';
import { getResourceOperations } from '../../plan/records/readers.ts';

/** The address of a record's `read` operation, or undefined where one of the path's values is not known. */
export type AddressOf = (
  record: RecordValue,
  refs?: Readonly<Record<string, RecordValue | undefined>>,
) => string | undefined;

/** Returns the scheme and host of the running service; undefined while they are not known. */
export type GetOrigin = () => string | undefined;

/** Returns the value of a resource's field as an address shows it. */
export type ShowValue = (resource: string, field: string, value: unknown) => unknown;

/**
 * Makes the addresses of a resource's records; undefined where they have none. They begin with the base URL. Without
 * one they begin with `origin`, or are the path alone.
 */
export function createAddressReader(
  plan: Plan,
  resource: string,
  base = plan.base.known,
  origin?: GetOrigin,
  showValue: ShowValue = (_, __, value) => value,
): AddressOf | undefined {
  const held = plan.resources.find(({ name }) => name === resource);
  const read = held && findAddress(getResourceOperations(plan, resource), held, plan.resources);
  if (read === undefined) return undefined;
  const before = createAddressBeginning(plan, base, origin);
  const path = createPathReader(plan, resource, read, showValue);
  return (record, refs) => {
    const own = path(record, refs);
    return own === undefined ? undefined : before() + own;
  };
}

/** Returns what addresses begin with: the base URL, else the origin and the prefix of the plan. */
export function createAddressBeginning(plan: Plan, base: string | undefined, origin?: GetOrigin): () => string {
  const before = (base ?? plan.base.prefix).replace(/\/$/, '');
  return () => (base === undefined ? `${origin?.() ?? ''}${before}` : before);
}

/** Makes the paths of records by an operation that finds them by their path. */
export function createPathReader(
  plan: Plan,
  resource: string,
  { segments }: Pick<OperationPlan, 'segments'>,
  showValue: ShowValue = (_, __, value) => value,
): AddressOf {
  const parents = mapParentResources(plan, resource);
  return (record, refs) => {
    const texts: string[] = [];
    for (const segment of segments) {
      if (segment.kind === 'fixed') {
        texts.push(segment.text);
        continue;
      }
      const own = record[segment.field];
      const other = parents.get(segment.field);
      const value = segment.by === undefined ? own : refs?.[readKey(other ?? '', own)]?.[segment.by];
      if (value === undefined || value === null) return undefined;
      const shown =
        segment.by === undefined
          ? showValue(resource, segment.field, value)
          : showValue(other ?? '', segment.by, value);
      texts.push(encodeSegment(String(shown)));
    }
    return `/${texts.join('/')}`;
  };
}

/** The resources of the records that the `ref` fields of a resource name. */
function mapParentResources({ resources }: Plan, resource: string): ReadonlyMap<string, string> {
  const fields = resources.find(({ name }) => name === resource)?.fields ?? [];
  return new Map(fields.flatMap(({ name, schema }) => (schema.type === 'ref' ? [[name, schema.resource]] : [])));
}
