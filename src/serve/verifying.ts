import type { CredentialService, Verifier } from '../contracts/credentials.ts';
import type { Platform } from '../contracts/platform.ts';
import type { MaybePromise } from '../contracts/record.ts';
import type { HttpResponse } from '../contracts/request-context.ts';
import type { Store } from '../contracts/store.ts';
import type { TokenSigner } from '../contracts/tokens.ts';
import { createMetadataRoutes } from '../parts/authentication/serve/metadata.ts';
import { verifyOwn } from '../parts/authentication/serve/own-jwt.ts';
import { createVerifiers } from '../parts/authentication/serve/verifiers.ts';
import type { Plan } from '../plan/plan.ts';
import { type IssuersSettings, listExternalSchemes } from './verifying/issuer-settings.ts';
import { isToken, openIssuers } from './verifying/issuers.ts';
import { createClaimsReader } from './verifying/signed-tokens.ts';
import { openSigner } from './verifying/signer.ts';
import { computeMaxTokenLifetime, ownSchemes } from './verifying/signing-keys.ts';

/** What checks credentials, what signs tokens, and what is told of both. */
export interface Verifying {
  /** By scheme, those that are closed left out; what was made here, known by its name and length, before what only looks like a JWT. */
  readonly verifiers: readonly Verifier[];
  /** Where the service gives signed tokens. */
  readonly signer: TokenSigner | undefined;
  /** Metadata and keys that are read without a credential, by their paths. */
  readonly routes: ReadonlyMap<string, () => MaybePromise<HttpResponse>>;
}

/** What it is made with. `base`: the base address where one is known, else empty. */
export interface VerifyingDependencies {
  readonly plan: Plan;
  readonly keys: CredentialService;
  readonly store: Store;
  readonly platform: Platform;
  readonly base: string;
  readonly issuers: IssuersSettings | undefined;
}

/** Makes ready all that checks and gives credentials. Throws an error that says what is missing where a setting is. */
export function openVerifying({ plan, keys, store, platform, base: given, issuers }: VerifyingDependencies): Verifying {
  const base = given.replace(/\/+$/, '');
  const lifetime = computeMaxTokenLifetime(plan);
  const signer = lifetime === undefined ? undefined : openSigner({ store, platform, base, lifetime });
  const own = ownSchemes(plan);
  const outside = listExternalSchemes(plan);
  const claimsOf = createClaimsReader();
  const isOwn = (text: string): boolean => isToken(text) && claimsOf(text)?.iss === signer?.issuer;
  const alone = outside.length === 1 && own.length === 0;
  const issued = Object.values(issuers ?? {}).flatMap(({ issuer }) => (issuer === undefined ? [] : [issuer]));
  return {
    verifiers: [
      ...createVerifiers({ schemes: plan.authentication.schemes, keys }),
      ...verifyOwn(own, keys, outside.length === 0 ? isToken : isOwn),
      ...openIssuers(plan, issuers, platform, alone ? undefined : claimsOf),
    ],
    signer,
    routes: createMetadataRoutes({ plan, base, issuers: issued, signer, now: platform.now }),
  };
}
