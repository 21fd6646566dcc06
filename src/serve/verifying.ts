import type { Verifier } from '../contracts/credentials.ts';
import type { ServiceContext } from '../contracts/operation-context.ts';
import type { MaybePromise, Row } from '../contracts/record.ts';
import type { HttpResponse } from '../contracts/request-context.ts';
import type { TokenSigner } from '../contracts/sessions/tokens.ts';
import { withHolder } from '../parts/authentication/serve/holders.ts';
import { createMetadataRoutes } from '../parts/authentication/serve/metadata.ts';
import { verifyOwn } from '../parts/authentication/serve/own-jwt.ts';
import { createVerifiers } from '../parts/authentication/serve/verifiers.ts';
import { type IssuersSettings, listExternalSchemes } from './verifying/issuer-settings.ts';
import { isToken, openIssuers } from './verifying/issuers.ts';
import { createClaimsReader } from './verifying/signed-tokens.ts';
import { openSigner } from './verifying/signer.ts';
import { computeMaxTokenLifetime, ownSchemes } from './verifying/signing-keys.ts';

/** The verification of credentials, the signing of tokens, and their metadata. */
export interface Verifying {
  /**
   * The verifiers of enabled schemes. Schemes with credentials of this service, which have a known prefix and length, come
   * before schemes with JWTs.
   */
  readonly verifiers: readonly Verifier[];
  /** Signs access tokens; undefined if the service issues none. */
  readonly signer: TokenSigner | undefined;
  /** Metadata and public keys, which need no credential, by path. */
  readonly routes: ReadonlyMap<string, () => MaybePromise<HttpResponse>>;
}

/** The dependencies of verification. `base`: the base URL if it is known, else empty. */
export interface VerifyingDependencies
  extends Pick<ServiceContext, 'plan' | 'compiled' | 'keys' | 'store' | 'platform' | 'base'> {
  readonly issuers: IssuersSettings | undefined;
  /** Notes a request with a credential of a session, by the row of its record. */
  noteUse(session: string, row: Row, now: number): void;
}

/** Opens verification and signing. Throws if a setting is missing. */
export function openVerifying(deps: VerifyingDependencies): Verifying {
  const { plan, compiled, keys, store, platform, base: given, issuers } = deps;
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
      ...createVerifiers({ schemes: plan.authentication.schemes, keys }).map((verifier) =>
        withHolder({ plan, compiled, store, noteUse: deps.noteUse }, verifier),
      ),
      ...verifyOwn(own, keys, outside.length === 0 ? isToken : isOwn),
      ...openIssuers(plan, issuers, platform, alone ? undefined : claimsOf),
    ],
    signer,
    routes: createMetadataRoutes({ plan, base, issuers: issued, signer, now: platform.now }),
  };
}
