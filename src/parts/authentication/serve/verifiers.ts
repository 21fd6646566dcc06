import type { CredentialService, Verifier } from '../../../contracts/credentials.ts';
import type { SchemePlan } from '../../../plan/plan.ts';
import { findSchemeKind } from '../schemes/index.ts';
import { verifyBasic } from './basic.ts';
import { looksLike } from './credentials/keys.ts';
import { looksSigned } from './credentials/signed-form.ts';

/** The dependencies of the verifiers of a service. */
export interface VerifierDependencies {
  readonly schemes: readonly SchemePlan[];
  readonly keys: CredentialService;
}

/** Makes the verifiers of the credentials that a service creates, one for each scheme that is not disabled. */
export function createVerifiers({ schemes, keys }: VerifierDependencies): readonly Verifier[] {
  return schemes.flatMap((scheme) => {
    const kind = findSchemeKind(scheme.kind);
    if (scheme.disabled === true || kind === undefined || kind.madeBy === 'outside issuer') return [];
    return [kind.form === 'id and secret' ? verifyBasic(scheme, { keys }) : verifyMadeHere(scheme, keys)];
  });
}

/**
 * Verifies keys and tokens of this service by their hashes. Their text shows the scheme: an opaque one begins with its name, a signed one
 * names it. Both count whatever the kind is now, so tokens stay valid if it changes from one to the other.
 */
function verifyMadeHere({ name }: SchemePlan, keys: CredentialService): Verifier {
  return {
    scheme: name,
    fits: (text) => looksLike(name, text) || looksSigned(name, text),
    find: (text, now) => keys.find(name, text, now),
  };
}
