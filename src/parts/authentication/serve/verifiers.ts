import type { KeyRing, Verifier } from '../../../contracts/credentials.ts';
import type { SchemePlan } from '../../../plan/plan.ts';
import { type Scheme, schemeKind } from '../schemes/index.ts';
import { verifyBasic } from './basic.ts';
import { looksLike } from './keys.ts';

/** What the verifiers of a service are made with. */
export interface VerifierMaking {
  readonly schemes: readonly SchemePlan[];
  readonly keys: KeyRing;
}

type Maker = (scheme: SchemePlan, making: VerifierMaking) => Verifier;

/** How credentials of each form are checked; those that are signed, by the host. */
const makers: Readonly<Partial<Record<Scheme['form'], Maker>>> = {
  'made here': verifyMadeHere,
  'id and secret': verifyBasic,
};

/** Makes the verifiers of a service, one for each scheme that is not closed. */
export function verifiersOf(making: VerifierMaking): readonly Verifier[] {
  return making.schemes.flatMap((scheme) => {
    const form = schemeKind(scheme.kind)?.form;
    const make = form && makers[form];
    return scheme.closed === true || make === undefined ? [] : [make(scheme, making)];
  });
}

/** Keys and tokens that were made here: they begin with the scheme's name; the ring asks for their check sum before it asks the store. */
function verifyMadeHere({ name }: SchemePlan, { keys }: VerifierMaking): Verifier {
  return {
    scheme: name,
    fits: (text) => looksLike(name, text),
    find: (text, now) => keys.find(name, text, now),
  };
}
