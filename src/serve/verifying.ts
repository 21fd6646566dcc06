import type { KeyRing, Verifier } from '../contracts/credentials.ts';
import type { Host } from '../contracts/platform.ts';
import type { Maybe } from '../contracts/record.ts';
import type { Answer } from '../contracts/request-context.ts';
import type { Store } from '../contracts/store.ts';
import type { TokenSigner } from '../contracts/tokens.ts';
import { metadataRoutes } from '../parts/authentication/serve/metadata.ts';
import { verifyOwn } from '../parts/authentication/serve/own-jwt.ts';
import { verifiersOf } from '../parts/authentication/serve/verifiers.ts';
import type { Plan } from '../plan/plan.ts';
import { type IssuersSettings, outsideSchemes } from './verifying/issuer-settings.ts';
import { isToken, openIssuers } from './verifying/issuers.ts';
import { claimsReader } from './verifying/signed-tokens.ts';
import { openSigner } from './verifying/signer.ts';
import { longestSigned, ownSchemes } from './verifying/signing-keys.ts';

/** What checks credentials, what signs tokens, and what is told of both. */
export interface Verifying {
  /** By scheme, those that are closed left out; what was made here, known by its name and length, before what only looks like a JWT. */
  readonly verifiers: readonly Verifier[];
  /** Where the service gives signed tokens. */
  readonly signer: TokenSigner | undefined;
  /** Metadata and keys that are read without a credential, by their paths. */
  readonly routes: ReadonlyMap<string, () => Maybe<Answer>>;
}

/** What it is made with. `base`: the base address where one is known, else empty. */
export interface VerifyingMaking {
  readonly plan: Plan;
  readonly keys: KeyRing;
  readonly store: Store;
  readonly host: Host;
  readonly base: string;
  readonly issuers: IssuersSettings | undefined;
}

/** Makes ready all that checks and gives credentials. Throws an error that says what is missing where a setting is. */
export function verifyingOf({ plan, keys, store, host, base: given, issuers }: VerifyingMaking): Verifying {
  const base = given.replace(/\/+$/, '');
  const lifetime = longestSigned(plan);
  const signer = lifetime === undefined ? undefined : openSigner({ store, host, base, lifetime });
  const own = ownSchemes(plan);
  const outside = outsideSchemes(plan);
  const claimsOf = claimsReader();
  const isOwn = (text: string): boolean => isToken(text) && claimsOf(text)?.iss === signer?.issuer;
  const alone = outside.length === 1 && own.length === 0;
  const issued = Object.values(issuers ?? {}).flatMap(({ issuer }) => (issuer === undefined ? [] : [issuer]));
  return {
    verifiers: [
      ...verifiersOf({ schemes: plan.authentication.schemes, keys }),
      ...verifyOwn(own, keys, outside.length === 0 ? isToken : isOwn),
      ...openIssuers(plan, issuers, host, alone ? undefined : claimsOf),
    ],
    signer,
    routes: metadataRoutes({ plan, base, issuers: issued, signer, now: host.now }),
  };
}
