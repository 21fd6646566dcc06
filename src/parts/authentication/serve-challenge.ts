import type { AccessPlan } from '../../plan/operation.ts';
import type { Plan } from '../../plan/plan.ts';

/** A quoted string of a header (RFC 9110, section 5.6.4), its other characters than printable ASCII left out. */
export function quoted(text: string): string {
  return `"${text.replace(/[^\x20-\x7e]/g, '').replace(/["\\]/g, '\\$&')}"`;
}

/**
 * `WWW-Authenticate` with one challenge for each way a credential is carried (RFC 9110, section 11.6.1); `sent` tells that
 * one was sent and is no good, `metadata` where the protected resource tells of itself (RFC 9728, section 5.1).
 */
export function challenges(plan: Plan, sent: boolean, metadata?: string): Readonly<Record<string, string>> {
  const realm = `realm=${quoted(plan.name)}`;
  const found = new Set<string>();
  for (const { carriedIn } of plan.authentication.schemes) {
    for (const place of carriedIn) {
      if (place.in === 'header' && place.name.toLowerCase() === 'authorization' && place.word !== undefined) {
        const bearer = place.word.toLowerCase() === 'bearer';
        const error = sent && bearer ? ', error="invalid_token"' : '';
        found.add(`${place.word} ${realm}${error}${bearer ? toldBy(metadata) : ''}`);
      } else {
        found.add(`ApiKey ${realm}, in=${quoted(place.in)}, name=${quoted(place.name)}`);
      }
    }
  }
  return { 'WWW-Authenticate': [...found].join(', ') || `ApiKey ${realm}` };
}

function toldBy(metadata: string | undefined): string {
  return metadata === undefined ? '' : `, resource_metadata=${quoted(metadata)}`;
}

/** What a bearer's client is told when its credential lacks the scope (RFC 6750, section 3.1). */
export function insufficientScope(
  plan: Plan,
  access: AccessPlan,
  metadata?: string,
): { readonly headers?: Readonly<Record<string, string>> } {
  const bearer = plan.authentication.schemes.some((scheme) =>
    scheme.carriedIn.some((place) => place.word?.toLowerCase() === 'bearer'),
  );
  const scopes = access.grants.filter((grant) => grant.kind === 'scope').map((grant) => grant.scope);
  if (!bearer || scopes.length === 0) return {};
  const scope = quoted([...new Set(scopes)].join(' '));
  const value = `Bearer realm=${quoted(plan.name)}, error="insufficient_scope", scope=${scope}${toldBy(metadata)}`;
  return { headers: { 'WWW-Authenticate': value } };
}
