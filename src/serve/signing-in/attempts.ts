import type { Platform } from '../../contracts/platform.ts';
import type { SignInAttempt, SignInPurpose } from '../../contracts/sessions/sign-in.ts';
import type { Store } from '../../contracts/store.ts';
import { decodeBase64url, toBase64url } from '../../parts/endpoints/serve/lists/cursor.ts';

/** How many milliseconds an attempt to sign in lasts. */
export const attemptLifetimeMs = 600_000;

/** The values of an attempt that go to the issuer, or belong to its code. */
export interface AttemptSecrets {
  readonly state: string;
  readonly nonce: string;
  /** The PKCE code verifier (RFC 7636). */
  readonly verifier: string;
}

/** An attempt to sign in, with its issuer. */
export interface OpenAttempt extends SignInAttempt {
  readonly issuer: string;
  readonly secrets: AttemptSecrets;
}

/** Begins attempts to sign in, and reads them again. */
export interface Attempts {
  /** Returns a new attempt, and the text by which the client names it. */
  begin(issuer: string, purpose: SignInPurpose): { readonly attempt: OpenAttempt; readonly text: string };
  /** Reads the text of an attempt; undefined if it is not one of this service, is over, or is for another purpose. */
  read(text: string, purpose: SignInPurpose): OpenAttempt | undefined;
  /** Returns the number by which authenticators know a caller (WebAuthn, section 6.1): it says nothing of the record. */
  handleOf(caller: string): Uint8Array<ArrayBuffer>;
  /** Whether two texts are equal, in a time that does not say where they differ. */
  equal(left: string, right: string): boolean;
}

/**
 * Opens attempts. Nothing is stored for one: its text says what it is for and is signed by a secret of the store, and state, nonce and verifier
 * follow from its random ID by another. The client never has the verifier.
 */
export function openAttempts({ platform, store }: { readonly platform: Platform; readonly store: Store }): Attempts {
  const secret = store.secret('sign in');
  const [signing, deriving] = [platform.hmac(secret, 'attempts'), platform.hmac(secret, 'secrets')];
  const sign = (payload: string): string => toBase64url(platform.hmac(signing, payload));
  const derive = (what: string, id: string): string => toBase64url(platform.hmac(deriving, `${what} ${id}`));
  const open = (id: string, issuer: string, until: number): OpenAttempt => {
    const secrets = { state: derive('state', id), nonce: derive('nonce', id), verifier: derive('verifier', id) };
    return { id, issuer, until, secrets };
  };
  const equal = (left: string, right: string): boolean =>
    platform.equal(platform.hmac(signing, `text ${left}`), platform.hmac(signing, `text ${right}`));
  const describe = (purpose: SignInPurpose): string => {
    const of = purpose === 'sign in' ? [purpose] : [purpose.caller, purpose.session];
    return toBase64url(platform.hmac(signing, JSON.stringify(['purpose', ...of])).subarray(0, 16));
  };
  return {
    begin(issuer, purpose) {
      const attempt = open(toBase64url(platform.random(24)), issuer, platform.now() + attemptLifetimeMs);
      const facts = JSON.stringify([attempt.id, issuer, attempt.until, describe(purpose)]);
      const payload = Buffer.from(facts).toString('base64url');
      return { attempt, text: `${payload}.${sign(payload)}` };
    },
    read(text, purpose) {
      const [payload = '', signature = '', ...others] = text.split('.');
      if (others.length > 0 || !equal(signature, sign(payload))) return undefined;
      const bytes = decodeBase64url(payload);
      if (bytes === undefined) return undefined;
      const [id, issuer, until, meant] = JSON.parse(new TextDecoder().decode(bytes)) as [
        string,
        string,
        number,
        string,
      ];
      if (until <= platform.now() || until > platform.now() + attemptLifetimeMs) return undefined;
      return equal(meant, describe(purpose)) ? open(id, issuer, until) : undefined;
    },
    handleOf: (caller) => new Uint8Array(platform.hmac(deriving, `handle ${caller}`)),
    equal,
  };
}
