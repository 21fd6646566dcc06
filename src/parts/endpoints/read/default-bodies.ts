import type { ListsModel, OperationModel, ResponseModel } from '../model.ts';
import { findOperationKind } from '../operations/index.ts';
import { buildListResponse } from './lists.ts';

/** Adds to operations of resources the Request and the Response that their rows leave out. */
export function withDefaultBodies(
  operations: readonly OperationModel[],
  lists: ListsModel | undefined,
): readonly OperationModel[] {
  return operations.map((operation) => {
    const { request, responses } = operation;
    const resource = operation.name.resource;
    const isOpen = Array.isArray(responses) && responses.length === 0;
    if (resource === undefined || (request !== undefined && !isOpen)) return operation;
    const chosen = isOpen ? listDefaultResponses(operation, lists) : responses;
    const body = { text: resource.value, span: resource.span };
    const writes = findOperationKind(operation.name).requestPlace !== undefined;
    return { ...operation, ...(request === undefined && writes ? { request: body } : {}), responses: chosen };
  });
}

/** The responses of an operation whose Response is empty; none for handlers, and for lists without the line Lists. */
function listDefaultResponses(
  { name, method }: OperationModel,
  lists: ListsModel | undefined,
): readonly ResponseModel[] {
  const { span } = name;
  const headers = [{ name: { value: 'Location', span }, isConvention: true as const }];
  const respond = (status: number, headers: ResponseModel['headers'] = []): ResponseModel => ({
    status: { value: status, span },
    shape: { text: name.resource!.value, span: name.resource!.span },
    headers,
    span,
  });
  const empty: readonly ResponseModel[] = [{ status: { value: 204, span }, headers: [], span }];
  if (name.session === 'log out') return empty;
  if (name.session === 'start sign in') return [{ status: { value: 200, span }, headers: [], span }];
  switch (findOperationKind(name).name) {
    case 'create':
      return method?.value === 'PUT' ? [respond(201, headers), respond(200)] : [respond(201, headers)];
    case 'read':
    case 'update':
    case 'replace':
    case 'transition':
      return [respond(200)];
    case 'list':
      return lists === undefined ? [] : [buildListResponse(name.resource!, lists)];
    case 'delete':
      return empty;
    default:
      return [];
  }
}
