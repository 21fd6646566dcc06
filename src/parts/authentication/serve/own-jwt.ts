import type { Caller } from '../../../contracts/caller.ts';
import type { CredentialService, Verifier } from '../../../contracts/credentials.ts';
import { then } from '../../../contracts/maybe-promise.ts';
import type { MaybePromise } from '../../../contracts/record.ts';
import type { SchemePlan } from '../../../plan/plan.ts';

/**
 * Verifies the signed tokens of this service (RFC 9068): each was stored as a hash when it was signed, so its text alone shows whether it
 * is one of them, its caller, and whether it was ended. `fits` distinguishes them from others.
 */
export function verifyOwn(
  schemes: readonly SchemePlan[],
  keys: CredentialService,
  fits: (text: string) => boolean,
): readonly Verifier[] {
  const names = schemes.map(({ name }) => name);
  // All these schemes travel in one place and look alike: the first that fits speaks for all.
  const find = (text: string, now: number, at = 0): MaybePromise<Caller | undefined> => {
    const caller = keys.find(names[at]!, text, now);
    const settle = (found: Caller | undefined): MaybePromise<Caller | undefined> =>
      found !== undefined || at + 1 === names.length ? found : find(text, now, at + 1);
    return then(caller, settle);
  };
  return names.map((scheme) => ({ scheme, fits, find: (text, now) => find(text, now) }));
}
