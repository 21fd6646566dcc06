import { findSchemeKind, type JsonSchema } from '../../parts/registry.ts';
import { listIssuers } from '../../plan/access/access.ts';
import type { OperationPlan } from '../../plan/operation.ts';
import type { SchemePlan } from '../../plan/plan.ts';
import type { Json } from '../../plan/schema.ts';
import type { WholePlan } from '../../plan/whole.ts';
import { enumerate } from '../../text/enumerate.ts';
import { formatTime, joinDescriptions, toSentence } from '../words.ts';

/** A way of sending a credential of a scheme: an entry of `securitySchemes`. */
interface Carrier {
  readonly name: string;
  readonly scheme: SchemePlan;
  readonly sentIn: SchemePlan['sentIn'][number];
}

/** Every scheme once for each place in which its credentials may be sent; the name of the first is the scheme's own. */
function listCarriers({ authentication }: WholePlan): readonly Carrier[] {
  return authentication.schemes.flatMap((scheme) => {
    if (scheme.disabled === true) return [];
    return scheme.sentIn.map((sentIn, at) => ({
      name: toComponentName(at === 0 ? scheme.name : `${scheme.name}_${sentIn.in}_${sentIn.name}`),
      scheme,
      sentIn,
    }));
  });
}

function toComponentName(text: string): string {
  return text.replace(/[^A-Za-z0-9._-]+/g, '_');
}

/** Describes the authentication schemes as `securitySchemes`. */
export function describeSchemes(plan: WholePlan): Readonly<Record<string, JsonSchema>> {
  return Object.fromEntries(listCarriers(plan).map((carrier) => [carrier.name, describeScheme(plan, carrier)]));
}

function describeScheme(plan: WholePlan, { scheme, sentIn }: Carrier): JsonSchema {
  const kind = findSchemeKind(scheme.kind);
  const issuers = listIssuers(plan.operations, scheme.name).map(({ name }) => `\`${name}\``);
  const description = joinDescriptions([
    scheme.meaning === undefined ? undefined : toSentence(scheme.meaning),
    kind === undefined ? undefined : `Send ${kind.words} in ${formatCarrier(sentIn)}.`,
    issuers.length === 0 ? undefined : `${enumerate(issuers, 'and')} ${issuers.length === 1 ? 'issues' : 'issue'} it.`,
    scheme.lifetime === undefined ? undefined : `Lifetime: ${formatTime(scheme.lifetime)}.`,
    scheme.idle === undefined ? undefined : `It ends after ${formatTime(scheme.idle)} without a request.`,
    scheme.refresh === undefined
      ? undefined
      : `With a refresh token, a session gets further ones for ${formatTime(scheme.refresh)}.`,
  ]);
  const token = plan.operations.find((operation) => operation.kind === 'issue token' && operation.disabled !== true);
  if (kind?.madeBy === 'issue token' && token !== undefined) {
    const tokenUrl = (plan.base.known ?? plan.base.prefix) + token.path;
    const scopes = Object.fromEntries(listScopes(plan));
    return { type: 'oauth2', description, flows: { clientCredentials: { tokenUrl, scopes } } };
  }
  const word = sentIn.in === 'header' ? sentIn.word?.toLowerCase() : undefined;
  const isAuthorization = sentIn.in === 'header' && sentIn.name.toLowerCase() === 'authorization';
  if (isAuthorization && word === 'bearer') {
    return { type: 'http', scheme: 'bearer', ...(kind?.form === 'signed' ? { bearerFormat: 'JWT' } : {}), description };
  }
  if (isAuthorization && word === 'basic') return { type: 'http', scheme: 'basic', description };
  return { type: 'apiKey', in: sentIn.in, name: sentIn.name, description };
}

function formatCarrier({ in: place, name, word }: Carrier['sentIn']): string {
  return place === 'header'
    ? `the header \`${name}${word === undefined ? '' : `: ${word}`}\``
    : `the ${place} \`${name}\``;
}

/** The scopes with what each is for. */
function listScopes({ authentication }: WholePlan): readonly (readonly [name: string, meaning: string])[] {
  return authentication.scopes.map((scope) => {
    const rows = (authentication.scopeRows ?? []).filter(({ name }) => name === scope);
    const meaning = rows.find((row) => row.meaning !== undefined)?.meaning;
    const allows = rows.flatMap((row) => row.allows).join(', ');
    return [scope, meaning === undefined ? `Allows ${allows}.` : toSentence(meaning)] as const;
  });
}

/** Describes who may call an operation: alternatives of a scheme and a scope. */
export function describeSecurity(plan: WholePlan, { access, kind, signed }: OperationPlan): readonly Json[] {
  const carriers = listCarriers(plan);
  if (kind === 'issue token' || kind === 'revoke token' || carriers.length === 0) return [];
  if (access.open)
    return plan.authentication.status === 'stated' ? [{}, ...carriers.map(({ name }) => ({ [name]: [] }))] : [];
  const grants = access.grants.filter(({ where }) => where !== 'disabled');
  const isPublic = grants.some((grant) => grant.kind === 'public');
  const scopes = new Set(grants.flatMap((grant) => (grant.kind === 'scope' ? [grant.scope] : [])));
  const isAuthenticated = grants.some((grant) => grant.kind === 'authenticated');
  if (isPublic && scopes.size === 0 && !isAuthenticated) return [];
  return [
    ...(isPublic || signed !== undefined ? [{}] : []),
    ...(isAuthenticated ? carriers.map(({ name }) => ({ [name]: [] })) : []),
    ...[...scopes].flatMap((scope) => carriers.map(({ name }) => ({ [name]: [scope] }))),
  ];
}
