import * as openid from 'openid-client';
import type { Platform } from '../../contracts/platform.ts';
import type { Identity } from '../../contracts/sessions/sign-in.ts';
import { IssuerUnavailableError } from '../../contracts/sessions/tokens.ts';
import type { AttemptSecrets } from './attempts.ts';
import { isSubject, selectClaims } from './claims.ts';
import { createLimitedFetch, type LimitedFetch } from './limited-fetch.ts';
import { isIssuerAddress, type SignInSettings } from './settings.ts';

/** The metadata of an issuer are fetched again after this many milliseconds; the known ones stay in use if that fails. */
const refreshAfterMs = 600_000;
/** The minimum interval between two fetches after one has failed. */
const restMs = 1_000;
/** The difference of clocks that is accepted, in seconds. */
const toleranceSeconds = 30;
/** The scopes that are asked for (OpenID Connect Core, section 5.4). */
const scope = /* not a message */ 'openid email profile';

/** The parameters with which an issuer sends a person back. */
export interface ReturnedCode {
  readonly code: string;
  readonly state: string;
  readonly iss: string | undefined;
}

/** An issuer of OpenID Connect. Its functions reject with an `IssuerUnavailableError` if it does not answer. */
export interface Issuer {
  /** Returns the address at which a person signs in. */
  address(secrets: AttemptSecrets): Promise<string>;
  /** Exchanges a code for what the issuer says of the person; undefined if the code or the ID token is not valid. */
  redeem(returned: ReturnedCode, secrets: AttemptSecrets): Promise<Identity | undefined>;
}

/** The dependencies of an issuer. `claims`: the claims that the document stores. */
export interface IssuerOpening {
  readonly name: string;
  readonly settings: SignInSettings;
  readonly claims: readonly string[];
  readonly platform: Platform;
}

/** Opens an issuer. It is asked for its metadata when somebody first signs in with it, not before. */
export function openIssuer({ name, settings, claims, platform }: IssuerOpening): Issuer {
  const { issuer, client, secret, redirect } = settings;
  const metadataOf = createMetadataCache(name, settings, platform);
  let keys: openid.ExportedJWKSCache | undefined;

  const configure = (server: openid.ServerMetadata, limited: LimitedFetch): openid.Configuration => {
    // The clock of the service may be another one than that of the process.
    const skew = Math.round((platform.now() - Date.now()) / 1000);
    const times = { [openid.clockSkew]: skew, [openid.clockTolerance]: toleranceSeconds };
    const config = new openid.Configuration(server, client, times, chooseAuthentication(server, secret));
    prepare(config, issuer, limited);
    openid.enableNonRepudiationChecks(config);
    if (keys !== undefined) openid.setJwksCache(config, keys);
    return config;
  };
  return {
    async address({ state, nonce, verifier }) {
      const config = configure(await metadataOf(), createLimitedFetch(issuer, settings.fetch));
      const url = openid.buildAuthorizationUrl(config, {
        ...{ redirect_uri: redirect, scope, state, nonce },
        code_challenge: await openid.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      });
      return url.href;
    },
    async redeem({ code, state, iss }, { nonce, verifier, state: expectedState }) {
      const server = await metadataOf();
      const limited = createLimitedFetch(issuer, settings.fetch);
      const config = configure(server, limited);
      const returned = new URL(redirect);
      for (const [parameter, value] of Object.entries({ code, state, iss }))
        if (value !== undefined) returned.searchParams.set(parameter, value);
      try {
        const checks = { pkceCodeVerifier: verifier, expectedNonce: nonce, expectedState, idTokenExpected: true };
        const tokens = await openid.authorizationCodeGrant(config, returned, checks);
        keys = openid.getJwksCache(config) ?? keys;
        const own = tokens.claims()!;
        if (!isSubject(own.sub)) throw new Error('the claim sub is not a text of 1 to 255 characters');
        const isComplete = claims.every((claim) => own[claim] !== undefined);
        const more =
          isComplete || server.userinfo_endpoint === undefined
            ? {}
            : await openid.fetchUserInfo(config, tokens.access_token, own.sub);
        return { issuer: name, subject: own.sub, claims: selectClaims({ ...more, ...own }) };
      } catch (error) {
        if (limited.failure !== undefined) throw limited.failure;
        if (isOfClient(error))
          throw new IssuerUnavailableError(`${name} does not accept the client: ${describe(error)}`);
        platform.log.warn({ issuer: name, error: describe(error) }, 'a sign in was not valid');
        return undefined;
      }
    },
  };
}

/** Adds to a configuration how requests are sent. */
function prepare(config: openid.Configuration, issuer: string, { fetch }: LimitedFetch): void {
  if (issuer.startsWith('http:')) openid.allowInsecureRequests(config);
  config[openid.customFetch] = (url, options) => fetch(url, options as RequestInit);
}

/** How the client authenticates at the token endpoint: `client_secret_basic`, the default, unless the issuer takes another alone. */
function chooseAuthentication(
  { token_endpoint_auth_methods_supported: methods }: openid.ServerMetadata,
  secret: string | undefined,
): openid.ClientAuth {
  if (secret === undefined) return openid.None();
  if (methods === undefined || methods.includes('client_secret_basic')) return openid.ClientSecretBasic(secret);
  return openid.ClientSecretPost(secret);
}

/** Creates what fetches the metadata of an issuer, once for all who ask meanwhile. */
function createMetadataCache(
  name: string,
  { issuer, client, fetch }: SignInSettings,
  platform: Platform,
): () => Promise<openid.ServerMetadata> {
  let known: openid.ServerMetadata | undefined;
  let readAt = 0;
  let asked = Number.NEGATIVE_INFINITY;
  let failure: unknown;
  let under: Promise<openid.ServerMetadata> | undefined;
  const read = async (): Promise<openid.ServerMetadata> => {
    const limited = createLimitedFetch(issuer, fetch);
    const options: openid.DiscoveryRequestOptions = {
      execute: issuer.startsWith('http:') ? [openid.allowInsecureRequests] : [],
      [openid.customFetch]: (url, given) => limited.fetch(url, given as RequestInit),
    };
    const found = await openid.discovery(new URL(issuer), client, undefined, undefined, options);
    const server = found.serverMetadata();
    const endpoints = ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const;
    const wrong = endpoints.find((endpoint) => !isIssuerAddressOf(issuer, server[endpoint]));
    if (wrong !== undefined) throw new Error(`its ${wrong} is not an https URL`);
    return server;
  };
  return () => {
    const now = platform.now();
    if (known !== undefined && Math.abs(now - readAt) < refreshAfterMs) return Promise.resolve(known);
    if (under !== undefined) return under;
    if (Math.abs(now - asked) < restMs && failure !== undefined)
      return known === undefined ? Promise.reject(failure as Error) : Promise.resolve(known);
    asked = now;
    under = read().then(
      (server) => {
        [known, readAt, failure, under] = [server, now, undefined, undefined];
        return server;
      },
      (error: unknown) => {
        const why = `the metadata of ${name} could not be read: ${describe(error)}`;
        [failure, under] = [new IssuerUnavailableError(why, { cause: error }), undefined];
        if (known === undefined) throw failure;
        platform.log.warn({ issuer: name, error: describe(error) }, 'failed to fetch the metadata of an issuer');
        return known;
      },
    );
    return under;
  };
}

/** Whether an endpoint can be one of an issuer: of HTTPS, or on this machine if the issuer is there. */
function isIssuerAddressOf(issuer: string, endpoint: string | undefined): boolean {
  if (endpoint === undefined || !URL.canParse(endpoint)) return false;
  const { protocol, origin } = new URL(endpoint);
  return protocol === 'https:' || (protocol === 'http:' && issuer.startsWith('http:') && isIssuerAddress(origin));
}

/** Whether the issuer refuses the client itself: a setting is wrong, and no person can help it. */
function isOfClient(error: unknown): boolean {
  const code = error instanceof openid.ResponseBodyError ? error.error : undefined;
  return (
    code === 'invalid_client' || code === 'unauthorized_client' || error instanceof openid.WWWAuthenticateChallengeError
  );
}

/** Describes an error without what was sent. */
function describe(error: unknown): string {
  const { message, cause } = error as Error;
  const { error: code } = error as { readonly error?: unknown };
  const more = typeof code === 'string' ? code.slice(0, 100) : cause instanceof Error ? cause.message : undefined;
  return more === undefined ? message : `${message} (${more})`;
}
