import type { PassedRequest } from '../../../src/contracts/browser-service.ts';
import type { ExampleRequest } from '../../../src/describe/examples/exchange.ts';
import type { ShownOperation } from '../../workers/protocol.ts';
import type { Played } from '../played.ts';
import type { Service } from '../service.ts';

/** A request that can be sent as it is, unless it misses a record of a resource. */
export interface Prepared {
  readonly request: PassedRequest;
  readonly missing?: string;
}

/** Prepares a request of an operation: as its example was played, with the records and the credential of this service. */
export async function prepareRequest(operation: ShownOperation, service: Service, played: Played): Promise<Prepared> {
  const { method, name, refs, resource, hasBody } = operation;
  const example = played.latest?.examples[name]?.find(({ response }) => response.status < 400)?.request;
  const find = createIdentityFinder(service);
  let missing: string | undefined;
  const pieces = operation.path.split(/(\{[^}]*\})/);
  const path = await Promise.all(
    pieces.map(async (piece) => {
      const [, field] = /^\{(.*)\}$/.exec(piece) ?? [];
      if (field === undefined) return piece;
      const owner = refs[field] ?? resource;
      const id = await find(owner);
      if (id === undefined) missing ??= owner;
      return id === undefined ? piece : encodeURIComponent(id);
    }),
  );
  const body = hasBody ? await fillBody(example?.body, refs, find) : undefined;
  const request = {
    method,
    path: path.join('') + (/\?.*$/.exec(example?.path ?? '')?.[0] ?? ''),
    headers: listHeaders(operation, service, example),
    ...(body === undefined ? {} : { body }),
  };
  return { request, ...(missing === undefined ? {} : { missing }) };
}

type FindIdentity = (resource: string | undefined) => Promise<string | undefined>;

/** Returns what finds the identity of the newest record of a resource. */
function createIdentityFinder(service: Service): FindIdentity {
  return async (resource) => {
    if (resource === undefined || service.opened?.facts.resources.includes(resource) !== true) return undefined;
    const { rows } = await (await service.call()).records(resource);
    return rows[0]?.[0];
  };
}

/** Writes the body of an example, with the newest records in the fields that name one. */
async function fillBody(
  body: unknown,
  refs: Readonly<Record<string, string>>,
  find: FindIdentity,
): Promise<string | undefined> {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    return body === undefined ? undefined : JSON.stringify(body, null, 2);
  }
  const known = await Promise.all(
    Object.entries(refs).map(async ([field, resource]) => [field, await find(resource)] as const),
  );
  const replaced = known.filter(([field, id]) => field in body && id !== undefined);
  return JSON.stringify({ ...body, ...Object.fromEntries(replaced) }, null, 2);
}

function listHeaders(
  { needsCredential, hasBody, requiredHeaders }: ShownOperation,
  { opened }: Service,
  example: ExampleRequest | undefined,
): readonly (readonly [string, string])[] {
  const credential = opened?.facts.credential;
  const own = Object.entries(example?.headers ?? {}).filter(
    ([name]) => !/^(?:authorization|host|content-type|content-length)$/i.test(name) && name !== credential?.name,
  );
  const names = new Set(own.map(([name]) => name.toLowerCase()));
  return [
    ...(needsCredential && credential?.in === 'header'
      ? [[credential.name, `${credential.word === undefined ? '' : `${credential.word} `}${credential.text}`] as const]
      : []),
    ...(hasBody ? [['Content-Type', 'application/json'] as const] : []),
    ...own.map(([name, value]) => [name, /^idempotency-key$/i.test(name) ? crypto.randomUUID() : value] as const),
    ...requiredHeaders
      .filter((name) => !names.has(name.toLowerCase()))
      .map((name) => [name, /idempotency/i.test(name) ? crypto.randomUUID() : ''] as const),
  ];
}
