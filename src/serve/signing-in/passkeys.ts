import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { decodeAttestationObject, isoBase64URL } from '@simplewebauthn/server/helpers';
import type { Platform } from '../../contracts/platform.ts';
import type { Identity, Passkeys, SignInPurpose, UnprovenSignIn } from '../../contracts/sessions/sign-in.ts';
import { toBase64url } from '../../parts/endpoints/serve/lists/cursor.ts';
import { passkeyIssuer } from '../../plan/records/accounts.ts';
import { readKeptPasskey, writeKeptPasskey } from '../../text/codes/kept-passkey.ts';
import { attemptLifetimeMs } from './attempts.ts';
import type { PasskeyScope } from './passkey-settings.ts';

/** The algorithms of public keys: Ed25519, P-256 with SHA-256, and RSA with SHA-256 (RFC 9053). */
const algorithms = [-8, -7, -257];

/** Asks authenticators for passkeys, and verifies what they respond (WebAuthn, section 7). */
export interface Authenticators {
  /** Returns the options for a browser: to create a passkey of a caller, or to use one. */
  options(challenge: string, purpose: SignInPurpose): Promise<object>;
  /** Returns the identity whose passkey responded, or the condition: the passkey is unknown, or the response is not valid. */
  verify(response: object, challenge: string, purpose: SignInPurpose): Promise<Identity | UnprovenSignIn>;
}

/** The dependencies of passkeys. `scope` is read at each use: the port of a service may be known late. */
export interface PasskeyOpening {
  readonly name: string;
  readonly scope: () => PasskeyScope;
  readonly passkeys: Passkeys;
  readonly platform: Platform;
  /** Returns the number by which authenticators know a caller; it says nothing of the record. */
  readonly handleOf: (caller: string) => Uint8Array<ArrayBuffer>;
}

type Registration = Parameters<typeof verifyRegistrationResponse>[0]['response'];
type Authentication = Parameters<typeof verifyAuthenticationResponse>[0]['response'];

const invalid: UnprovenSignIn = 'invalid sign in';

/** Opens what speaks with authenticators. */
export function openAuthenticators({ name, scope, passkeys, platform, handleOf }: PasskeyOpening): Authenticators {
  const digest = (id: string): string => toBase64url(platform.sha256(id));
  const register = async (response: Registration, challenge: string): Promise<Identity | UnprovenSignIn> => {
    if (!isUnattested(response)) return invalid;
    const { origins, domain } = scope();
    const checks = { expectedChallenge: challenge, expectedOrigin: [...origins], expectedRPID: domain };
    const { registrationInfo } = await verifyRegistrationResponse({
      ...{ response, ...checks, supportedAlgorithmIDs: algorithms, requireUserVerification: true },
    });
    if (registrationInfo === undefined) return invalid;
    const { id, publicKey, counter, transports } = registrationInfo.credential;
    const key = isoBase64URL.fromBuffer(publicKey);
    const text = writeKeptPasskey({ id, key, counter, transports: selectTransports(transports) });
    if (text === undefined) return invalid;
    return { issuer: passkeyIssuer, subject: digest(id), claims: {}, publicKey: { text } };
  };
  const authenticate = async (response: Authentication, challenge: string): Promise<Identity | UnprovenSignIn> => {
    if (typeof response.id !== 'string') return invalid;
    const subject = digest(response.id);
    const was = await passkeys.find(subject);
    const kept = was === undefined ? undefined : readKeptPasskey(was);
    if (kept === undefined || was === undefined) return 'no account';
    const { origins, domain } = scope();
    const checks = { expectedChallenge: challenge, expectedOrigin: [...origins], expectedRPID: domain };
    const credential = { id: kept.id, publicKey: isoBase64URL.toBuffer(kept.key), counter: kept.counter };
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      ...{ response, ...checks, credential, requireUserVerification: true },
    });
    if (!verified) return invalid;
    const text = writeKeptPasskey({ ...kept, counter: authenticationInfo.newCounter });
    return text === undefined ? invalid : { issuer: passkeyIssuer, subject, claims: {}, publicKey: { text, was } };
  };
  return {
    async options(challenge, purpose) {
      const { domain: rpID } = scope();
      const shared = { rpID, challenge: isoBase64URL.toBuffer(challenge), timeout: attemptLifetimeMs };
      if (purpose === 'sign in') return generateAuthenticationOptions({ ...shared, userVerification: 'required' });
      const known = (await passkeys.list(purpose.caller)).flatMap((text) => readKeptPasskey(text) ?? []);
      const called = await passkeys.describe(purpose.caller);
      return generateRegistrationOptions({
        ...{ ...shared, rpName: name, userName: called, userDisplayName: called },
        userID: handleOf(purpose.caller),
        attestationType: 'none',
        excludeCredentials: known.map(({ id, transports }) => ({ id, transports: [...transports] })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        supportedAlgorithmIDs: algorithms,
      });
    },
    async verify(response, challenge, purpose) {
      try {
        return purpose === 'sign in'
          ? await authenticate(response as Authentication, challenge)
          : await register(response as Registration, challenge);
      } catch (error) {
        // The texts of the library repeat what was sent; the challenge is used up or over by then.
        platform.log.warn(
          { issuer: passkeyIssuer, error: (error as Error).message.slice(0, 300) },
          'a sign in was not valid',
        );
        return invalid;
      }
    },
  };
}

/** The names of transports that a client sends; more than ten, or other values, say nothing. */
function selectTransports(sent: unknown): readonly string[] {
  const names = Array.isArray(sent) ? sent.filter((name) => /^[a-z-]{1,20}$/.test(String(name))) : [];
  return names.map(String).slice(0, 10);
}

/**
 * Whether no maker vouches for the authenticator, as was asked for. A certificate would prove nothing without a list of trusted makers, and
 * looking up whether one was withdrawn would send requests to an address that the client chooses.
 */
function isUnattested({ response }: Registration): boolean {
  const attestation = decodeAttestationObject(isoBase64URL.toBuffer(response.attestationObject));
  const format = attestation.get('fmt');
  return format === 'none' || (format === 'packed' && attestation.get('attStmt').get('x5c') === undefined);
}
