import { findNamed } from '../../text/find-named.ts';
import type { OperationPlan, RefPlan } from '../operation.ts';
import type { FieldPlan, ResourcePlan } from '../resource.ts';

type Held = Pick<ResourcePlan, 'name' | 'fields'>;
type Read = Pick<OperationPlan, 'kind' | 'resource' | 'record' | 'segments'>;

/**
 * Returns the operation whose path is the address of a resource's records: the first `read` that finds them by their path. A path with a
 * value that is shown once, or never, cannot be one: each reader of `self` would see the value.
 */
export function findAddress<Operation extends Read>(
  operations: readonly Operation[],
  resource: Held,
  resources: readonly Held[],
): Operation | undefined {
  return operations.find(
    (operation) =>
      operation.kind === 'read' &&
      operation.resource === resource.name &&
      operation.record === undefined &&
      operation.segments.every((segment) => {
        if (segment.kind === 'fixed') return true;
        const own = findField(resource, segment.field);
        if (segment.by === undefined) return !isHidden(own);
        const parent = own?.schema.type === 'ref' ? own.schema.resource : undefined;
        const other = findField(findNamed(resources, parent), segment.by);
        return !isHidden(other);
      }),
  );
}

/** The refs whose other records the address of a resource's record is made of. */
export function collectAddressRefs(
  operations: readonly Read[],
  resource: Held,
  resources: readonly Held[],
): readonly RefPlan[] {
  return (findAddress(operations, resource, resources)?.segments ?? []).flatMap((segment): RefPlan[] => {
    if (segment.kind !== 'placeholder' || segment.by === undefined) return [];
    const schema = findField(resource, segment.field)?.schema;
    return schema?.type === 'ref' ? [{ path: [segment.field], resource: schema.resource }] : [];
  });
}

/** Whether a value is shown once or never. The caller knows its own attributes, also the tenant. */
function isHidden(field: FieldPlan | undefined): boolean {
  if (field === undefined) return false;
  const { shownOnce, direction, assigned } = field;
  return shownOnce === true || direction === 'write-only' || (direction === 'internal' && assigned?.by !== 'caller');
}

function findField(resource: Held | undefined, name: string): Held['fields'][number] | undefined {
  return findNamed(resource?.fields, name);
}
