import { parseShape } from '../../shape/parse.ts';
import { memo } from '../../text/memo.ts';
import type { OperationModel } from '../endpoints/model.ts';
import { isNotShown } from '../not-shown.ts';
import type { Service } from '../service.ts';
import { createOperationNames } from './operation-names.ts';

/** Returns the field whose content an operation returns, if its only response is `Photo.image`. */
export const getStatedContent = memo(({ name, responses }: OperationModel): string | undefined => {
  if (isNotShown(responses) || responses.length !== 1) return undefined;
  const words = responses[0]!.shape;
  const shape = words && parseShape(words).shape;
  return shape?.kind === 'field' && shape.of.value === name.resource?.value ? shape.field.value : undefined;
});

/** Finds the operation that serves the signed links to the files in a field. */
export function findLinkedOperation(service: Service, resource: string, field: string): OperationModel | undefined {
  const operations = createOperationNames(service).of.get(resource) ?? [];
  return operations.find((operation) => operation.signedLinks !== undefined && getStatedContent(operation) === field);
}

/** Explains why a file has no link; undefined if it has one. */
export function explainNoLink(service: Service, resource: string, field: string): string | undefined {
  if (findLinkedOperation(service, resource, field) !== undefined) return undefined;
  return `no operation that returns \`${resource}.${field}\` has the line Signed links`;
}
