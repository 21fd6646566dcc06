import type { OperationContext, ServiceContext } from '../../../contracts/operation-context.ts';
import type { MaybePromise } from '../../../contracts/record.ts';
import type { HttpResponse } from '../../../contracts/request-context.ts';
import type { Plan, SchemePlan } from '../../../plan/plan.ts';
import { getResourceOperations } from '../../../plan/records/readers.ts';
import { type Scheme, selectSchemes } from '../schemes/index.ts';

/** The facts of the metadata of a service. */
export interface MetadataDependencies extends Pick<ServiceContext, 'plan' | 'base' | 'signer'> {
  /** The issuers outside whose tokens are taken. */
  readonly issuers: readonly string[];
  now(): number;
}

/** Whether clients get tokens of such a kind from `issue token`. */
export function issuesToClients({ madeBy }: Scheme): boolean {
  return madeBy === 'issue token';
}

/** The name of the authorization server's metadata (RFC 8414, section 3). */
export const serverName = '/.well-known/oauth-authorization-server';
/** The name of the protected resource's metadata (RFC 9728, section 3). */
export const resourceName = '/.well-known/oauth-protected-resource';
/** The path of the keys of own signed tokens, below the base URL. */
export const keysName = '/.well-known/jwks.json';
const kept = 300;

/** The metadata documents that a service has once its base address is known, by their names. */
export function createMetadata(plan: Plan): readonly string[] {
  const schemes = listBearerSchemes(plan);
  if (schemes.length === 0) return [];
  return issuesTokens(plan) ? [serverName, resourceName] : [resourceName];
}

/** Schemes whose tokens an authorization server gives, outside or here. */
function listBearerSchemes(plan: Plan): readonly SchemePlan[] {
  return selectSchemes(plan.authentication, (kind) => kind.madeBy === 'outside issuer' || issuesToClients(kind));
}

function issuesTokens(plan: Plan): boolean {
  return (
    selectSchemes(plan.authentication, issuesToClients).length > 0 &&
    findOperationPath(plan, 'issue token') !== undefined
  );
}

function findOperationPath(plan: Plan, kind: 'issue token' | 'revoke token'): string | undefined {
  return getResourceOperations(plan, undefined).find(
    (operation) => operation.kind === kind && operation.disabled !== true,
  )?.path;
}

/** Returns the name of a metadata document with the path of the described URL after it, not before (RFC 8414, section 3). */
function insertWellKnown(name: string, base: string): string {
  return name + new URL(base).pathname.replace(/\/+$/, '');
}

/** Returns the URL of the service's metadata as a protected resource, by the URL that the steps of its operations know. */
export function getMetadataUrl({ plan, address }: Pick<OperationContext, 'plan' | 'address'>): string | undefined {
  return findResourceMetadata(plan, address(plan.base.prefix));
}

/** The address of the protected resource's metadata, where there is one (RFC 9728, section 5.1). */
export function findResourceMetadata(plan: Plan, base: string): string | undefined {
  if (!base.startsWith('http') || listBearerSchemes(plan).length === 0) return undefined;
  return new URL(base).origin + insertWellKnown(resourceName, base);
}

/** The routes of the metadata and of the keys of own tokens, by their paths: what is known of them is said, nothing else. */
export function createMetadataRoutes(
  deps: MetadataDependencies,
): ReadonlyMap<string, () => MaybePromise<HttpResponse>> {
  const { plan, base, signer, now } = deps;
  const routes = new Map<string, () => MaybePromise<HttpResponse>>();
  if (signer !== undefined) {
    const path = plan.base.prefix + keysName;
    routes.set(path, () => signer.publicKeys(now()).then((text) => answer(text, 'application/jwk-set+json')));
  }
  if (base === '') return routes;
  for (const name of createMetadata(plan)) {
    const text = JSON.stringify(name === serverName ? createServerMetadata(deps) : createResourceMetadata(deps));
    routes.set(insertWellKnown(name, base), () => answer(text));
  }
  return routes;
}

function answer(body: string, type = 'application/json'): HttpResponse {
  const headers = [
    'Content-Type',
    type,
    'Cache-Control',
    /* not a message */ `public, max-age=${kept}`,
    'X-Content-Type-Options',
    'nosniff',
  ];
  return { status: 200, headers, body };
}

/** The authorization server (RFC 8414, section 2). It has no authorization endpoint, so it says nothing of response types. */
function createServerMetadata({ plan, base, signer }: MetadataDependencies): object {
  const methods = ['client_secret_basic', 'client_secret_post'];
  const revoke = findOperationPath(plan, 'revoke token');
  return {
    issuer: base,
    token_endpoint: base + findOperationPath(plan, 'issue token')!,
    token_endpoint_auth_methods_supported: methods,
    grant_types_supported: ['client_credentials'],
    ...(revoke === undefined
      ? {}
      : { revocation_endpoint: base + revoke, revocation_endpoint_auth_methods_supported: methods }),
    ...(signer === undefined ? {} : { jwks_uri: base + keysName }),
    ...createScopeMetadata(plan),
  };
}

/** The ways of RFC 6750 (section 2) in which the document carries tokens of an authorization server. */
function listBearerMethods(plan: Plan): readonly string[] {
  const places = listBearerSchemes(plan).flatMap(({ sentIn }) => sentIn);
  const header = places.some((place) => place.in === 'header' && place.word?.toLowerCase() === 'bearer');
  const query = places.some((place) => place.in === 'query' && place.name === 'access_token');
  return [...(header ? ['header'] : []), ...(query ? ['query'] : [])];
}

/** The protected resource (RFC 9728, section 2). */
function createResourceMetadata({ plan, base, issuers }: MetadataDependencies): object {
  const methods = listBearerMethods(plan);
  const servers = [...(issuesTokens(plan) ? [base] : []), ...issuers];
  return {
    resource: base,
    ...(servers.length === 0 ? {} : { authorization_servers: [...new Set(servers)] }),
    ...createScopeMetadata(plan),
    ...(methods.length === 0 ? {} : { bearer_methods_supported: methods }),
    resource_name: plan.name,
  };
}

function createScopeMetadata({ authentication: { scopes } }: Plan): object {
  return scopes.length === 0 ? {} : { scopes_supported: scopes };
}
