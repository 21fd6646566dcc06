import type { Losses } from '../ledger/ledger.ts';
import type { Sources } from '../source/sources.ts';
import { get, getAt, isTrue, listEntries, listItems, type MapTree, readString, type Tree } from '../source/tree.ts';
import type { Api, ApiBody, ApiEvent, ApiOperation, ApiParameter, ApiResponse, Dialect, MediaBody } from './api.ts';

const methods = ['get', 'post', 'put', 'patch', 'delete', 'head', 'options', 'trace', 'query'];

/** Reads a description of any dialect into one form. */
export function readApi(sources: Sources, root: Tree, dialect: Dialect, losses: Losses): Api {
  const reader: Reader = { sources, dialect, root, losses };
  const is2 = dialect === '2.0';
  const events: ApiEvent[] = [];
  const operations: ApiOperation[] = [];
  for (const [path, item] of listEntries(get(root, 'paths'))) {
    if (path.startsWith('x-')) continue;
    for (const operation of readItem(reader, path, item)) {
      operations.push(operation);
      events.push(...readCallbacks(reader, operation));
    }
  }
  for (const [name, item] of listEntries(get(root, 'webhooks') ?? get(root, 'x-webhooks'))) {
    for (const { tree, body, id } of readItem(reader, '/', item)) events.push(toEvent(name, tree, body, id));
  }
  return {
    dialect,
    sources,
    root,
    schemas: listEntries(is2 ? get(root, 'definitions') : getAt(root, 'components', 'schemas')),
    schemes: listEntries(is2 ? get(root, 'securityDefinitions') : getAt(root, 'components', 'securitySchemes')),
    operations,
    events,
    deliveries: [],
    servers: is2 ? readHost(root) : readServers(root),
  };
}

function toEvent(name: string, tree: Tree, body: ApiBody | undefined, id: Tree | undefined): ApiEvent {
  return { name, tree, body, ...(id === undefined ? {} : { nameSays: id }) };
}

interface Reader {
  readonly sources: Sources;
  readonly dialect: Dialect;
  readonly root: Tree;
  readonly losses: Losses;
}

function follow({ sources, losses }: Reader, tree: Tree): { readonly target: Tree; readonly refs: readonly Tree[] } {
  const followed = sources.follow(tree);
  if (followed !== undefined) return followed;
  losses.lose(tree, 'nothing', sources.open.at(-1)?.why ?? '');
  return { target: tree, refs: [] };
}

function* readItem(reader: Reader, path: string, tree: Tree): Iterable<ApiOperation> {
  const item = follow(reader, tree).target;
  const shared = listItems(get(item, 'parameters'));
  const own = listEntries(item).filter(([method]) => methods.includes(method));
  for (const [method, operation] of [...own, ...listEntries(get(item, 'additionalOperations'))]) {
    if (operation.kind === 'map') yield readOperation(reader, path, method, operation, shared);
  }
}

function readOperation(
  reader: Reader,
  path: string,
  method: string,
  tree: MapTree,
  shared: readonly Tree[],
): ApiOperation {
  const own = listItems(get(tree, 'parameters')).map((parameter) => readParameter(reader, parameter));
  const names = new Set(own.map(({ name, in: place }) => `${place} ${name}`));
  const inherited = shared
    .map((parameter) => readParameter(reader, parameter))
    .filter(({ name, in: place }) => !names.has(`${place} ${name}`));
  const all = [...inherited, ...own];
  const body = reader.dialect === '2.0' ? readBodyOf2(reader, tree, all) : readBody(reader, get(tree, 'requestBody'));
  return {
    tree,
    path,
    method: method.toUpperCase(),
    id: get(tree, 'operationId'),
    parameters: reader.dialect === '2.0' ? all.filter((one) => one.in !== 'body' && one.in !== 'formData') : all,
    body,
    responses: listEntries(get(tree, 'responses'))
      .filter(([status]) => !status.startsWith('x-'))
      .map(([status, response]) => readResponse(reader, tree, status, response)),
    security: get(tree, 'security') ?? get(reader.root, 'security'),
  };
}

function readParameter(reader: Reader, tree: Tree): ApiParameter {
  const { target, refs } = follow(reader, tree);
  return {
    tree: target,
    refs,
    name: readString(get(target, 'name')) ?? '',
    in: readString(get(target, 'in')) ?? '',
    isRequired: isTrue(get(target, 'required')),
    schema: reader.dialect === '2.0' && readString(get(target, 'in')) !== 'body' ? target : get(target, 'schema'),
    description: get(target, 'description'),
  };
}

function readContent(tree: Tree | undefined): readonly MediaBody[] {
  return listEntries(tree).map(([type, media]) => ({
    type,
    schema: get(media, 'schema') ?? get(media, 'itemSchema'),
    tree: media,
  }));
}

function readBody(reader: Reader, tree: Tree | undefined): ApiBody | undefined {
  if (tree === undefined) return undefined;
  const { target, refs } = follow(reader, tree);
  return { tree: target, refs, content: readContent(get(target, 'content')), description: get(target, 'description') };
}

function readBodyOf2(reader: Reader, operation: Tree, parameters: readonly ApiParameter[]): ApiBody | undefined {
  const types = listTypes(reader, operation, 'consumes');
  const body = parameters.find((parameter) => parameter.in === 'body');
  if (body !== undefined) {
    const content = types.map((type) => ({ type, schema: body.schema }));
    return { tree: body.tree, refs: body.refs, content, description: body.description };
  }
  const fields = parameters.filter((parameter) => parameter.in === 'formData');
  if (fields.length === 0) return undefined;
  for (const { tree } of fields)
    reader.losses.lose(tree, 'Request `not shown`', 'Fields of a form of OpenAPI 2.0 are single parameters.');
  return {
    tree: fields[0]!.tree,
    refs: [],
    content: [{ type: 'multipart/form-data', schema: undefined }],
    description: undefined,
  };
}

function listTypes({ root }: Reader, operation: Tree, key: 'consumes' | 'produces'): readonly string[] {
  const stated = listItems(get(operation, key) ?? get(root, key)).map((type) => readString(type) ?? '');
  return stated.length === 0 ? ['application/json'] : stated;
}

function readResponse(reader: Reader, operation: Tree, status: string, tree: Tree): ApiResponse {
  const { target, refs } = follow(reader, tree);
  const schema = get(target, 'schema');
  const content =
    reader.dialect !== '2.0'
      ? readContent(get(target, 'content'))
      : schema === undefined
        ? []
        : listTypes(reader, operation, 'produces').map((type) => ({ type, schema }));
  return {
    tree: target,
    refs,
    status,
    content,
    description: get(target, 'description'),
    headers: new Map(listEntries(get(target, 'headers'))),
  };
}

function* readCallbacks(reader: Reader, { tree, id }: ApiOperation): Iterable<ApiEvent> {
  for (const [name, callback] of listEntries(get(tree, 'callbacks'))) {
    const { target } = follow(reader, callback);
    for (const [path, item] of listEntries(target)) {
      if (path.startsWith('x-')) continue;
      for (const operation of readItem(reader, path, item))
        yield toEvent(
          `${readString(id) ?? ''}.${name}`.replace(/^\./, ''),
          operation.tree,
          operation.body,
          operation.id,
        );
    }
  }
}

function readServers(root: Tree): Api['servers'] {
  return listItems(get(root, 'servers')).flatMap((server) => {
    const url = get(server, 'url');
    const text = readString(url);
    if (url === undefined || text === undefined) return [];
    const says: Tree[] = [url];
    const filled = text.replace(/\{([^{}]+)\}/g, (whole, name: string) => {
      const value = getAt(server, 'variables', name, 'default');
      if (value?.kind !== 'scalar') return whole;
      says.push(value);
      return String(value.value);
    });
    return [{ url: filled, says }];
  });
}

function readHost(root: Tree): Api['servers'] {
  const host = get(root, 'host');
  const base = get(root, 'basePath');
  const path = (readString(base) ?? '').replace(/\/$/, '');
  if (host === undefined) return path === '' ? [] : [{ url: path, says: [base!] }];
  const schemes = listItems(get(root, 'schemes'));
  const scheme = schemes.find((one) => readString(one) === 'https') ?? schemes[0];
  if (scheme === undefined) return [];
  const says = [host, base, scheme].filter((tree) => tree !== undefined);
  return [{ url: `${readString(scheme)}://${readString(host)}${path}`, says }];
}
