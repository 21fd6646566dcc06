import type { AccountValue } from '../../plan/resource.ts';
import type { Name } from '../../text/location.ts';

/** The values that `assigned from sign_in.…` may name, each with its form. */
export const accountValues: Readonly<Record<AccountValue, 'issuer' | 'subject' | 'text' | 'address' | 'key'>> = {
  issuer: 'issuer',
  subject: 'subject',
  email: 'address',
  name: 'text',
  public_key: 'key',
};

const beginning = 'sign_in.';

/** Whether `assigned from` names a value of a sign in, known or not. */
export function isOfSignIn({ value }: Name): boolean {
  return value.startsWith(beginning);
}

/** Reads `sign_in.issuer`; undefined for another path. */
export function readAccountValue(path: string): AccountValue | undefined {
  const name = path.startsWith(beginning) ? path.slice(beginning.length) : '';
  return Object.hasOwn(accountValues, name) ? (name as AccountValue) : undefined;
}
