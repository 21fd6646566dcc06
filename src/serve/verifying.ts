import type { Verifier } from '../contracts/credentials.ts';
import type { ServiceContext } from '../contracts/operation-context.ts';
import type { MaybePromise } from '../contracts/record.ts';
import type { HttpResponse } from '../contracts/request-context.ts';
import { withHolder } from '../parts/authentication/serve/holders.ts';
import { createMetadataRoutes } from '../parts/authentication/serve/metadata.ts';
import { createVerifiers } from '../parts/authentication/serve/verifiers.ts';
import { type IssuersSettings, listExternalSchemes } from './verifying/issuer-settings.ts';
import { openIssuers } from './verifying/issuers.ts';
import { createClaimsReader } from './verifying/signed-tokens.ts';

/** The verification of credentials, and the metadata of tokens. */
export interface Verifying {
  /**
   * The verifiers of enabled schemes. Schemes with credentials of this service, which name the scheme, come before schemes with tokens of
   * issuers.
   */
  readonly verifiers: readonly Verifier[];
  /** Metadata and public keys, which need no credential, by path. */
  readonly routes: ReadonlyMap<string, () => MaybePromise<HttpResponse>>;
}

/** The dependencies of verification. `base`: the base URL without a slash at its end if it is known, else empty. */
export interface VerifyingDependencies
  extends Pick<ServiceContext, 'plan' | 'compiled' | 'keys' | 'store' | 'platform' | 'base' | 'signer'> {
  readonly issuers: IssuersSettings | undefined;
  /** Notes a request with a credential of a session, by its ID and the cell of its last use. */
  noteUse(session: string, lastUse: unknown, now: number): void;
}

/** Opens verification. Throws if a setting is missing. */
export function openVerifying(deps: VerifyingDependencies): Verifying {
  const { plan, compiled, keys, store, platform, base, signer, issuers } = deps;
  const outside = listExternalSchemes(plan);
  const issued = Object.values(issuers ?? {}).flatMap(({ issuer }) => (issuer === undefined ? [] : [issuer]));
  return {
    verifiers: [
      ...createVerifiers({ schemes: plan.authentication.schemes, keys }).map((verifier) =>
        withHolder({ plan, compiled, store, noteUse: deps.noteUse }, verifier),
      ),
      ...openIssuers(plan, issuers, platform, outside.length > 1 ? createClaimsReader() : undefined),
    ],
    routes: createMetadataRoutes({ plan, base, issuers: issued, signer, now: platform.now }),
  };
}
