import type { Incoming } from '../../../contracts/request-context.ts';
import type { AccessPlan } from '../../../plan/operation.ts';
import type { Plan, SchemePlan } from '../../../plan/plan.ts';

type Place = SchemePlan['sentIn'][number];

/** A quoted string of a header (RFC 9110, section 5.6.4), its other characters than printable ASCII left out. */
export function quoteHeaderString(text: string): string {
  return `"${text.replace(/[^\x20-\x7e]/g, '').replace(/["\\]/g, '\\$&')}"`;
}

/** The parameters of a `Bearer` challenge in addition to its realm; `metadata` is the URL of the service's metadata (RFC 9728, section 5.1). */
export interface BearerFacts {
  readonly error?: 'invalid_token' | 'insufficient_scope';
  readonly scope?: string;
  readonly metadata?: string | undefined;
}

/**
 * `WWW-Authenticate` with one challenge for each carrier of a credential (RFC 9110, section 11.6.1): `Bearer` by RFC 6750,
 * `Basic` by RFC 7617; a key that is carried elsewhere has no registered scheme, its challenge says where it belongs.
 */
export function createChallengeHeader(plan: Plan, bearer: BearerFacts = {}): Readonly<Record<string, string>> {
  const places = plan.authentication.schemes.flatMap(({ sentIn }) => sentIn);
  const found = new Set(places.map((place) => formatChallenge(plan, place, bearer)));
  return { 'WWW-Authenticate': [...found].join(', ') || `ApiKey realm=${quoteHeaderString(plan.name)}` };
}

function formatChallenge(plan: Plan, place: Place, bearer: BearerFacts): string {
  const realm = `realm=${quoteHeaderString(plan.name)}`;
  if (!isAuthorization(place))
    return `ApiKey ${realm}, in=${quoteHeaderString(place.in)}, name=${quoteHeaderString(place.name)}`;
  const word = place.word!;
  if (word.toLowerCase() === 'basic') return `${word} ${realm}, charset="UTF-8"`;
  return word.toLowerCase() === 'bearer' ? formatBearerChallenge(word, realm, bearer) : `${word} ${realm}`;
}

function formatBearerChallenge(word: string, realm: string, { error, scope, metadata }: BearerFacts): string {
  const facts = [
    realm,
    ...(error === undefined ? [] : [`error="${error}"`]),
    ...(scope === undefined ? [] : [`scope=${quoteHeaderString(scope)}`]),
    ...(metadata === undefined ? [] : [`resource_metadata=${quoteHeaderString(metadata)}`]),
  ];
  return `${word} ${facts.join(', ')}`;
}

/** The challenge to a bearer whose credential lacks the scope (RFC 6750, section 3.1). */
export function createInsufficientScope(
  plan: Pick<Plan, 'name' | 'authentication'>,
  access: AccessPlan,
  metadata?: string,
): { readonly headers?: Readonly<Record<string, string>> } {
  const places = plan.authentication.schemes.flatMap(({ sentIn }) => sentIn);
  const word = places.find((place) => isAuthorization(place) && place.word?.toLowerCase() === 'bearer')?.word;
  const scopes = access.grants.filter((grant) => grant.kind === 'scope').map((grant) => grant.scope);
  if (word === undefined || scopes.length === 0) return {};
  const scope = [...new Set(scopes)].join(' ');
  const value = formatBearerChallenge(word, `realm=${quoteHeaderString(plan.name)}`, {
    error: 'insufficient_scope',
    scope,
    metadata,
  });
  return { headers: { 'WWW-Authenticate': value } };
}

/** Whether a request attempts `Bearer`: a client that attempts another scheme gets no error of it (RFC 6750, section 3.1). */
export function sendsBearer(incoming: Incoming): boolean {
  const sent = incoming.header('authorization');
  return sent !== undefined && /^bearer(?: |$)/i.test(sent);
}

function isAuthorization(place: Place): boolean {
  return place.in === 'header' && place.name.toLowerCase() === 'authorization' && place.word !== undefined;
}
