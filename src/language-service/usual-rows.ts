import type { OperationMember } from '../parts/endpoints/operations/contract.ts';
import { getOperationMember, operationMembers } from '../parts/endpoints/operations/index.ts';

/** The verbs that every resource may have: create, read, list, update, replace, delete. */
export const standardVerbs: readonly string[] = operationMembers.flatMap(({ name, namedBy }) =>
  namedBy === 'verb' ? [name] : [],
);

/** The kind of an operation by its verb: one of the standard verbs, else a transition. */
function getMember(verb: string): OperationMember {
  return (
    operationMembers.find(({ name, namedBy }) => namedBy === 'verb' && name === verb) ??
    getOperationMember('transition')
  );
}

/** The path of an operation below that of all records: `/notes`, `/notes/{id}`, `/notes/{id}/publish`. */
export function writeUsualPath(verb: string, all: string): string {
  const { finds, namedBy } = getMember(verb);
  if (finds === 'records' || finds === 'new record') return all;
  return namedBy === 'verb' ? `${all}/{id}` : `${all}/{id}/${verb}`;
}

/** Whether a request of the operation contains fields of its record. */
export function sendsRecord(verb: string): boolean {
  return getMember(verb).requestPlace !== undefined;
}

/** The status and shape of the response of an operation, with a shape for the records of a list. */
export function writeUsualResponse(verb: string, resource: string, ofList: string): string {
  const { statuses, response } = getMember(verb);
  const [status = 200] = statuses;
  return status === 204 ? '204' : `${status} \`${response === 'records' ? ofList : resource}\``;
}
