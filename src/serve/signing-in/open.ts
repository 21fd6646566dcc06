import type { Platform } from '../../contracts/platform.ts';
import type { SignIn } from '../../contracts/sessions/sign-in.ts';
import { IssuerUnavailableError } from '../../contracts/sessions/tokens.ts';
import type { Store } from '../../contracts/store.ts';
import type { Plan } from '../../plan/plan.ts';
import { findAccountResource } from '../../plan/records/accounts.ts';
import { openAttempts } from './attempts.ts';
import type { Issuer } from './issuer.ts';
import { listSignInIssuers, needSignIn, type SignInSettings, type SignInsSettings } from './settings.ts';

/** The dependencies of sign ins. */
export interface SignInOpening {
  readonly plan: Plan;
  readonly settings: SignInsSettings | undefined;
  readonly platform: Platform;
  readonly store: Store;
}

/** Opens sign ins; undefined if the document has none. Throws if a setting is missing. No issuer is asked for anything yet. */
export function openSignIn({ plan, settings, platform, store }: SignInOpening): SignIn | undefined {
  needSignIn(plan, settings);
  const { names } = listSignInIssuers(plan);
  if (names.length === 0) return undefined;
  const attempts = openAttempts({ platform, store });
  const claims = listClaims(plan);
  const issuerOf = memoByName(async (name: string): Promise<Issuer> => {
    const opening = { name, settings: settings![name] as SignInSettings, claims, platform };
    return (await loadIssuers()).openIssuer(opening);
  });
  return {
    async start(issuer, purpose) {
      if (!names.includes(issuer)) return 'invalid sign in';
      const opened = await issuerOf(issuer);
      const { attempt, text } = attempts.begin(issuer, purpose);
      return { address: await opened.address(attempt.secrets), attempt: text };
    },
    async prove(returned, purpose) {
      const attempt = attempts.read(returned.attempt, purpose);
      if (attempt === undefined || !names.includes(attempt.issuer)) return 'invalid sign in';
      const { secrets, issuer: name } = attempt;
      if (!attempts.equal(returned.state, secrets.state)) return 'invalid sign in';
      const { error, code, iss } = returned;
      if (iss !== undefined && iss !== settings![name]!.issuer) return 'invalid sign in';
      if (error !== undefined) return 'sign in denied';
      if (code === undefined || code === '') return 'invalid sign in';
      const identity = await (await issuerOf(name)).redeem(returned, secrets);
      return identity === undefined ? 'invalid sign in' : { identity, attempt };
    },
  };
}

type Issuers = typeof import('./issuer.ts');

/** Loads the client of issuers, at the first sign in. Rejects with an error that names the package if it is not installed. */
export async function loadIssuers(load: () => Promise<Issuers> = () => import('./issuer.ts')): Promise<Issuers> {
  try {
    return await load();
  } catch (error) {
    throw new IssuerUnavailableError(
      'Signing in needs the package openid-client. To install it, run: npm install openid-client',
      { cause: error },
    );
  }
}

/** The claims that the document stores: with the ID token alone, the issuer may give none of them. */
function listClaims(plan: Plan): readonly string[] {
  const accounts = findAccountResource(plan)?.fields.map(({ value }) => value as string) ?? [];
  const created = plan.operations.flatMap(({ session }) =>
    session?.does === 'sign in' ? (session.creates ?? []).map(({ claim }) => claim) : [],
  );
  return [...new Set([...accounts, ...created])].filter((name) => name !== 'issuer' && name !== 'subject');
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
