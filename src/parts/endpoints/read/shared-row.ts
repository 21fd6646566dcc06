import type { Span } from '../../../text/location.ts';
import type { ListsModel, OperationModel, OperationName, PathSegment, ResponseModel } from '../model.ts';
import { findOperationKind } from '../operations/index.ts';
import { buildListResponse } from './lists.ts';

type Path = NonNullable<OperationModel['path']>;

/** Returns the name of the field that is the identity of a resource; undefined for an unknown resource. */
export type IdentityOf = (resource: string) => string | undefined;

/**
 * Builds the path of an operation whose row has several: the path of the records for `create` and `list`, of one record for the others,
 * and below it the verb of a transition. The Path of the row may be either of the first two.
 */
export function buildPath(path: Path, { verb, resource, ...name }: OperationName, identityOf: IdentityOf): Path {
  const { name: kind } = findOperationKind({ verb, ...(resource === undefined ? {} : { resource }), ...name });
  const endsInRecord = path.segments.at(-1)?.kind === 'placeholder';
  if (kind === 'create' || kind === 'list')
    return endsInRecord ? formPath(path.segments.slice(0, -1), path.span) : path;
  const identity = { value: identityOf(resource?.value ?? '') ?? 'id', span: path.span };
  const own: PathSegment = { kind: 'placeholder', names: [identity], span: path.span };
  const segments = endsInRecord ? path.segments : [...path.segments, own];
  return formPath(
    kind === 'transition' ? [...segments, { kind: 'fixed', text: verb, span: name.span }] : segments,
    path.span,
  );
}

function formPath(segments: readonly PathSegment[], span: Span): Path {
  const texts = segments.map((segment) =>
    segment.kind === 'fixed' ? segment.text : `{${segment.names.map(({ value }) => value).join('.')}}`,
  );
  return { text: `/${texts.join('/')}`, segments, span };
}

/** Adds to operations of resources the Request and the Response that their rows leave out. */
export function withUsualBodies(
  operations: readonly OperationModel[],
  lists: ListsModel | undefined,
): readonly OperationModel[] {
  const read = new Set(
    operations.flatMap(({ name }) => (findOperationKind(name).name === 'read' ? [name.resource?.value] : [])),
  );
  return operations.map((operation) => {
    const { request, responses } = operation;
    const resource = operation.name.resource;
    const isOpen = Array.isArray(responses) && responses.length === 0;
    if (resource === undefined || (request !== undefined && !isOpen)) return operation;
    const usual = isOpen ? listUsualResponses(operation, read.has(resource.value), lists) : responses;
    const body = { text: resource.value, span: resource.span };
    const writes = findOperationKind(operation.name).requestPlace !== undefined;
    return { ...operation, ...(request === undefined && writes ? { request: body } : {}), responses: usual };
  });
}

/** The responses of an operation whose Response is empty; none for handlers, and for lists without the line Lists. */
function listUsualResponses(
  { name, method }: OperationModel,
  hasAddress: boolean,
  lists: ListsModel | undefined,
): readonly ResponseModel[] {
  const { span } = name;
  const headers = hasAddress ? [{ name: { value: 'Location', span } }] : [];
  const respond = (status: number, headers: ResponseModel['headers'] = []): ResponseModel => ({
    status: { value: status, span },
    shape: { text: name.resource!.value, span: name.resource!.span },
    headers,
    span,
  });
  switch (findOperationKind(name).name) {
    case 'create':
      return method?.value === 'PUT' ? [respond(201, headers), respond(200)] : [respond(201, headers)];
    case 'read':
    case 'update':
    case 'replace':
    case 'transition':
      return [respond(200)];
    case 'list':
      return lists === undefined ? [] : [buildListResponse(name.resource!.value, lists)];
    case 'delete':
      return [{ status: { value: 204, span }, headers: [], span }];
    default:
      return [];
  }
}
