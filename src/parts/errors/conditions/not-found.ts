import type { OperationModel } from '../../endpoints/model.ts';
import type { Condition, Facts, ProducedAt } from './contract.ts';
import { anywhere, at, namesRecord } from './places.ts';

/** The record, or the parent in the path, does not exist or is hidden (RFC 9110, 15.5.5). */
export const notFound: Condition = {
  name: 'not found',
  status: 404,
  absent: true,
  narrowedTo: anywhere,
  foundByCode: true,
  statuses: 'client',
  produced: (facts) => facts.operations.filter(namesRecord).flatMap((operation) => placesOf(facts, operation)),
  words: 'there is no such record',
};

/** Of a missing parent, a row for the parent's resource answers. */
function placesOf(facts: Facts, operation: OperationModel): readonly ProducedAt[] {
  const parents = facts.parents(operation).map((resource) => at(operation, { resource }));
  const named = operation.path?.segments.filter((segment) => segment.kind === 'placeholder') ?? [];
  return operation.record === undefined && named.length === parents.length ? parents : [at(operation), ...parents];
}
