import type { Platform } from '../../contracts/platform.ts';
import type { Passkeys, SignIn } from '../../contracts/sessions/sign-in.ts';
import { IssuerUnavailableError } from '../../contracts/sessions/tokens.ts';
import type { Store } from '../../contracts/store.ts';
import type { Plan } from '../../plan/plan.ts';
import { findAccountResource, passkeyIssuer } from '../../plan/records/accounts.ts';
import type { Settings } from '../settings.ts';
import { openAttempts } from './attempts.ts';
import type { Issuer } from './issuer.ts';
import { choosePasskeyScope, needPasskeys, type PasskeyScope } from './passkey-settings.ts';
import type { Authenticators } from './passkeys.ts';
import { listSignInIssuers, needSignIn, type SignInSettings } from './settings.ts';

/** The dependencies of sign ins. */
export interface SignInOpening {
  readonly plan: Plan;
  readonly settings: Pick<Settings, 'signIn' | 'passkeys' | 'origin'>;
  readonly platform: Platform;
  readonly store: Store;
  /** The base URL; empty if there is none. */
  readonly base: string;
  /** Undefined of a document without passkeys. */
  readonly passkeys: Passkeys | undefined;
}

/** Opens sign ins; undefined if the document has none. Throws if a setting is missing. No issuer is asked for anything yet. */
export function openSignIn({ plan, settings, platform, store, base, passkeys }: SignInOpening): SignIn | undefined {
  const { signIn } = settings;
  needSignIn(plan, signIn);
  needPasskeys(plan, settings.passkeys, base);
  const { names } = listSignInIssuers(plan);
  if (names.length === 0 && passkeys === undefined) return undefined;
  const attempts = openAttempts({ platform, store });
  const claims = listClaims(plan);
  const issuerOf = memoByName(async (name: string): Promise<Issuer> => {
    const opening = { name, settings: signIn![name] as SignInSettings, claims, platform };
    return (await load('openid-client', () => import('./issuer.ts'))).openIssuer(opening);
  });
  const scope = (): PasskeyScope => choosePasskeyScope(settings.passkeys ?? {}, base, settings.origin?.());
  const authenticators = memoByName(async (): Promise<Authenticators> => {
    const { openAuthenticators } = await load('@simplewebauthn/server', () => import('./passkeys.ts'));
    const handleOf = attempts.handleOf;
    return openAuthenticators({ name: plan.name, scope, passkeys: passkeys!, platform, handleOf });
  });
  const isKnown = (issuer: string): boolean =>
    issuer === passkeyIssuer ? passkeys !== undefined : names.includes(issuer);
  return {
    async start(issuer, purpose) {
      if (!isKnown(issuer)) return 'invalid sign in';
      if (issuer === passkeyIssuer) {
        const asking = await authenticators(issuer);
        const { attempt, text } = attempts.begin(issuer, purpose);
        return { options: await asking.options(attempt.secrets.nonce, purpose), attempt: text };
      }
      const opened = await issuerOf(issuer);
      const { attempt, text } = attempts.begin(issuer, purpose);
      return { address: await opened.address(attempt.secrets), attempt: text };
    },
    async prove(returned, purpose) {
      const attempt = attempts.read(returned.attempt, purpose);
      if (attempt === undefined || !isKnown(attempt.issuer)) return 'invalid sign in';
      const { secrets, issuer: name } = attempt;
      if (name === passkeyIssuer) {
        const { credential } = returned;
        if (credential === undefined) return 'invalid sign in';
        const identity = await (await authenticators(name)).verify(credential, secrets.nonce, purpose);
        return typeof identity === 'string' ? identity : { identity, attempt };
      }
      const { state, error, code, iss } = returned;
      if (state === undefined || !attempts.equal(state, secrets.state)) return 'invalid sign in';
      if (iss !== undefined && iss !== signIn![name]!.issuer) return 'invalid sign in';
      if (error !== undefined) return 'sign in denied';
      if (code === undefined || code === '') return 'invalid sign in';
      const identity = await (await issuerOf(name)).redeem({ state, code, iss }, secrets);
      return identity === undefined ? 'invalid sign in' : { identity, attempt };
    },
  };
}

/** Loads what speaks with issuers or authenticators, at the first sign in. Rejects with an error that names the package if it is not installed. */
export async function load<T>(name: string, loading: () => Promise<T>): Promise<T> {
  try {
    return await loading();
  } catch (error) {
    throw new IssuerUnavailableError(`Signing in needs the package ${name}. To install it, run: npm install ${name}`, {
      cause: error,
    });
  }
}

/** The claims that the document stores: with the ID token alone, the issuer may give none of them. */
function listClaims(plan: Plan): readonly string[] {
  const accounts = findAccountResource(plan)?.fields.map(({ value }) => value as string) ?? [];
  const created = plan.operations.flatMap(({ session }) =>
    session?.does === 'sign in' ? (session.creates ?? []).map(({ claim }) => claim) : [],
  );
  return [...new Set([...accounts, ...created])].filter(
    (name) => name !== 'issuer' && name !== 'subject' && name !== 'public_key',
  );
}

function memoByName<T>(make: (name: string) => Promise<T>): (name: string) => Promise<T> {
  const made = new Map<string, Promise<T>>();
  return (name) => {
    const found = made.get(name) ?? make(name);
    made.set(name, found);
    found.catch(() => made.delete(name));
    return found;
  };
}
