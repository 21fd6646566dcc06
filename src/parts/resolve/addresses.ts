import { memo } from '../../text/memo.ts';
import type { OperationModel } from '../endpoints/model.ts';
import { findOperationKind } from '../endpoints/operations/index.ts';
import type { FieldModel } from '../resources/model.ts';
import type { Service } from '../service.ts';
import { has } from './definitions.ts';
import { createOperationNames } from './operation-names.ts';

/**
 * Explains why records of a resource have no address, which is the path of the first `read` that finds them by their path; undefined where
 * they have one, or where it has no operation at all. A path with a value that is shown once, or never, cannot be one: each reader of `self`
 * would see the value.
 */
export function explainNoAddress(service: Service, resource: string): string | undefined {
  return createExplainer(service)(resource);
}

const createExplainer = memo((service: Service) => {
  const known = new Map<string, string | undefined>();
  return (resource: string): string | undefined => {
    if (!known.has(resource)) known.set(resource, explain(service, resource));
    return known.get(resource);
  };
});

function explain(service: Service, resource: string): string | undefined {
  const operations = createOperationNames(service).of.get(resource);
  if (operations === undefined) return undefined;
  const reads = operations.filter(
    (operation) => operation.record === undefined && findOperationKind(operation.name).name === 'read',
  );
  if (reads.length === 0) return `\`${resource}\` has no operation \`read ${resource}\``;
  return reads.some((read) => !isNamedByHidden(service, resource, read))
    ? undefined
    : `the path of \`${reads[0]!.name.text}\` contains a value that is shown once, or never`;
}

/** Whether a path contains a value of the record, or of a parent, that is shown once or never. */
function isNamedByHidden(service: Service, resource: string, { path }: OperationModel): boolean {
  return (path?.segments ?? []).some((segment) => {
    if (segment.kind !== 'placeholder') return false;
    const [own, by] = segment.names.map(({ value }) => value);
    const field = findFieldOf(service, resource, own);
    const named =
      by === undefined || field?.type?.kind !== 'ref' ? field : findFieldOf(service, field.type.resource.value, by);
    return named !== undefined && isHiddenLater(named);
  });
}

function findFieldOf(service: Service, resource: string, name: string | undefined): FieldModel | undefined {
  const { fields = [] } = service.resources.resources.find((model) => model.name.value === resource) ?? {};
  return fields.find((field) => field.name.value === name);
}

/** As `findAddress` of the plan says it. */
function isHiddenLater(field: FieldModel): boolean {
  const isOfCaller = has(field, 'assigned from');
  return field.constraints.some((constraint) => {
    if (constraint.kind === 'shown once') return true;
    if (constraint.kind !== 'direction') return false;
    return constraint.word === 'write-only' || (constraint.word === 'internal' && !isOfCaller);
  });
}
