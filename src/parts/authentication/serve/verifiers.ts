import type { CredentialService, Verifier } from '../../../contracts/credentials.ts';
import type { SchemePlan } from '../../../plan/plan.ts';
import { findSchemeKind, type Scheme } from '../schemes/index.ts';
import { verifyBasic } from './basic.ts';
import { looksLike } from './credentials/keys.ts';

/** The dependencies of the verifiers of a service. */
export interface VerifierDependencies {
  readonly schemes: readonly SchemePlan[];
  readonly keys: CredentialService;
}

type VerifierFactory = (scheme: SchemePlan, deps: VerifierDependencies) => Verifier;

/** The verifiers by form; `src/serve/verifying.ts` creates those of signed tokens. */
const verifierFactories: Readonly<Record<Scheme['form'], VerifierFactory | undefined>> = {
  'made here': verifyMadeHere,
  'id and secret': verifyBasic,
  signed: undefined,
};

/** Makes the verifiers of a service, one for each scheme that is not disabled. */
export function createVerifiers(deps: VerifierDependencies): readonly Verifier[] {
  return deps.schemes.flatMap((scheme) => {
    const form = findSchemeKind(scheme.kind)?.form;
    const make = form && verifierFactories[form];
    return scheme.disabled === true || make === undefined ? [] : [make(scheme, deps)];
  });
}

/** Verifies keys and tokens of this service: they begin with the scheme's name; the service checks their checksum before it queries the store. */
function verifyMadeHere({ name }: SchemePlan, { keys }: VerifierDependencies): Verifier {
  return {
    scheme: name,
    fits: (text) => looksLike(name, text),
    find: (text, now) => keys.find(name, text, now),
  };
}
