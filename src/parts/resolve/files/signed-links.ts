import type { OperationModel } from '../../endpoints/model.ts';
import type { Service } from '../../service.ts';
import { createOperationNames } from '../operation-names.ts';
import { getStatedContent } from './contents.ts';

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
