import type { CredentialService, Verifier } from '../../../contracts/credentials.ts';
import type { SchemePlan } from '../../../plan/plan.ts';
import { findSchemeKind, type Scheme } from '../schemes/index.ts';
import { verifyBasic } from './basic.ts';
import { looksLike } from './keys.ts';

/** What the verifiers of a service are made with. */
export interface VerifierDependencies {
  readonly schemes: readonly SchemePlan[];
  readonly keys: CredentialService;
}

type VerifierFactory = (scheme: SchemePlan, deps: VerifierDependencies) => Verifier;

/** How credentials of each form are checked; those that are signed, by the host. */
const verifierFactories: Readonly<Partial<Record<Scheme['form'], VerifierFactory>>> = {
  'made here': verifyMadeHere,
  'id and secret': verifyBasic,
};

/** Makes the verifiers of a service, one for each scheme that is not disabled. */
export function createVerifiers(deps: VerifierDependencies): readonly Verifier[] {
  return deps.schemes.flatMap((scheme) => {
    const form = findSchemeKind(scheme.kind)?.form;
    const make = form && verifierFactories[form];
    return scheme.disabled === true || make === undefined ? [] : [make(scheme, deps)];
  });
}

/** Keys and tokens that were made here: they begin with the scheme's name; the ring asks for their check sum before it asks the store. */
function verifyMadeHere({ name }: SchemePlan, { keys }: VerifierDependencies): Verifier {
  return {
    scheme: name,
    fits: (text) => looksLike(name, text),
    find: (text, now) => keys.find(name, text, now),
  };
}
