import type { Compiled, Match } from '../../contracts/compiled.ts';
import type { MaybePromise } from '../../contracts/record.ts';
import type { Refusal } from '../../contracts/refusal.ts';
import type { HttpResponse, Incoming, VersionRefusal } from '../../contracts/request-context.ts';
import { listRequestMediaTypes } from '../../parts/endpoints/serve/bodies/body.ts';
import type { Browsers } from '../../parts/endpoints/serve/cors.ts';
import type { Plan } from '../../plan/plan.ts';
import type { ExtraRoute } from '../descriptions.ts';
import { type FindUpload, listUploadHeaders, uploadMethods } from '../uploads/route.ts';

const served = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'QUERY'];
/** TRACE is a method that no path has: a 405 lists all others (RFC 9110, section 15.5.6). */
const known = [...served, 'TRACE'];

type Found = Extract<Match, { readonly operation: number }>;

/** Answers a request. Called once limits have let it in. */
export type Answering = () => MaybePromise<HttpResponse | Refusal>;

/**
 * Responds to requests outside the operations' own methods: OPTIONS, routes that the document does not state, and errors for unknown paths
 * and for methods that a path, or this service, does not have (RFC 9110, sections 9.1, 9.3.7, 15.5.6).
 */
export function createMethodResponder(
  plan: Plan,
  compiled: Compiled,
  routes: ReadonlyMap<string, ExtraRoute>,
  browsers: Browsers | undefined,
  uploads: FindUpload | undefined,
): (incoming: Incoming, match: Match, unknownVersion: VersionRefusal | undefined) => Answering | Found {
  const used = new Set([...known, ...plan.operations.map((operation) => operation.method)]);
  const unknownMethod: Answering = () => ({ condition: 'method not allowed', plainStatus: 501 });
  const unknownPath: Answering = () => ({ condition: 'unknown path' });
  return (incoming, match, unknownVersion) => {
    const { method, path } = incoming;
    if (!used.has(method)) return unknownMethod;
    if (method === 'HEAD') {
      const own = compiled.route('HEAD', path);
      if (own !== undefined && 'operation' in own) return own;
    }
    if (method === 'OPTIONS' && path === '*') return () => createOptionsResponse(served, []);
    if (match === undefined || !('allowed' in match)) {
      const route = routes.get(path);
      return route === undefined ? unknownPath : () => handleExtraRoute(route, incoming, unknownVersion, browsers);
    }
    const upload = method === 'OPTIONS' ? uploads?.(path) : undefined;
    const allowed = withOptions(upload === undefined ? match.allowed : [...match.allowed, ...uploadMethods]);
    if (method !== 'OPTIONS')
      return () => ({ condition: 'method not allowed', headers: { Allow: allowed.join(', ') } });
    const preflight = browsers?.preflight(incoming, allowed);
    if (preflight !== undefined) return () => preflight;
    const patch = match.allowed.includes('PATCH') ? compiled.route('PATCH', path) : undefined;
    const types =
      patch !== undefined && 'operation' in patch ? listRequestMediaTypes(plan, plan.operations[patch.operation]!) : [];
    const told = upload === undefined ? [] : listUploadHeaders(plan, upload.operation);
    return () => createOptionsResponse(allowed, types, told);
  };
}

/** A path that is read answers HEAD, and every path OPTIONS. */
function withOptions(methods: readonly string[]): readonly string[] {
  const all = new Set(methods);
  if (all.has('GET')) all.add('HEAD');
  all.add('OPTIONS');
  return [...all];
}

function createOptionsResponse(
  allowed: readonly string[],
  patchTypes: readonly string[],
  told: readonly string[] = [],
): HttpResponse {
  const headers = ['Allow', allowed.join(', '), 'X-Content-Type-Options', 'nosniff', ...told];
  if (patchTypes.length > 0) headers.push('Accept-Patch', patchTypes.join(', '));
  return { status: 204, headers, body: undefined };
}

function handleExtraRoute(
  route: ExtraRoute,
  incoming: Incoming,
  unknownVersion: VersionRefusal | undefined,
  browsers: Browsers | undefined,
): MaybePromise<HttpResponse | Refusal> {
  const { method } = incoming;
  const allowed = [...(route.method === undefined ? ['GET', 'HEAD'] : [route.method]), 'OPTIONS'];
  if (method === 'OPTIONS')
    return browsers?.preflight(incoming, allowed, route.requestHeaders) ?? createOptionsResponse(allowed, []);
  if (!allowed.includes(method)) return { condition: 'method not allowed', headers: { Allow: allowed.join(', ') } };
  // descriptions of a service must be readable for clients that do not know its versions yet
  const mayRefuse = route.versioned === true && unknownVersion?.unnamed !== true;
  return mayRefuse && unknownVersion !== undefined ? unknownVersion : route.answer(incoming);
}
