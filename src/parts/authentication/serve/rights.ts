import type { CredentialRecord, Rights } from '../../../contracts/caller.ts';
import type { ChangeRights } from '../../../contracts/sessions/credential-store.ts';
import type { AuthenticationPlan } from '../../../plan/plan.ts';
import { selectSchemes } from '../schemes/index.ts';
import { explainWhyNotAllowed } from './asked.ts';

/** A change of rights: `scopes` replaces all scopes, then some are added and removed. An attribute that is undefined is removed. */
export interface RightsChange {
  readonly scopes?: readonly string[] | undefined;
  readonly addScopes?: readonly string[] | undefined;
  readonly removeScopes?: readonly string[] | undefined;
  readonly attributes?: Readonly<Record<string, unknown>> | undefined;
}

/** Says what a document does not let a credential get by a change. It may lose any scope and attribute that it has. */
export function explainWhyNotChanged(
  authentication: AuthenticationPlan,
  { scopes = [], addScopes = [], removeScopes, attributes }: RightsChange,
): string | undefined {
  const given = [...scopes, ...addScopes];
  const both = given.find((name) => removeScopes?.includes(name));
  if (both !== undefined) return `the scope ${both} cannot be both given and removed`;
  return explainWhyNotAllowed(authentication, { scopes: given, attributes: attributes ?? {} });
}

/** A change names a token of a client, which has the rights of the client. */
export class TokenOfClientError extends Error {
  constructor({ id, client }: CredentialRecord) {
    super(`${id} is a token of the client ${client}. It has the rights of the client: change those of ${client}.`);
  }
}

/**
 * Creates the change of each credential of a holder, keys and secrets first. A token of a client never gets a scope that it did not have: it
 * keeps the scopes that the client still has. It is changed with the client alone.
 */
export function createRightsChange(authentication: AuthenticationPlan, change: RightsChange): ChangeRights {
  const issued = new Set(
    selectSchemes(authentication, ({ madeBy }) => madeBy === 'issue token').map(({ name }) => name),
  );
  return (record, earlier) => {
    const attributes = changeAttributes(record, change);
    const secrets = earlier.filter(({ kind }) => kind === 'secret');
    if (record.kind === 'token' && issued.has(record.scheme) && secrets.length === 0)
      throw new TokenOfClientError(record);
    if (record.kind !== 'token' || secrets.length === 0) return { scopes: changeScopes(record, change), attributes };
    return { scopes: record.scopes.filter((name) => secrets.some(({ scopes }) => scopes.includes(name))), attributes };
  };
}

function changeScopes(record: CredentialRecord, change: RightsChange): Rights['scopes'] {
  const { scopes = record.scopes, addScopes = [], removeScopes = [] } = change;
  return [...new Set([...scopes, ...addScopes])].filter((name) => !removeScopes.includes(name));
}

function changeAttributes({ attributes }: CredentialRecord, change: RightsChange): Rights['attributes'] {
  const all = Object.entries({ ...attributes, ...change.attributes });
  return Object.fromEntries(all.filter(([, value]) => value !== undefined));
}
