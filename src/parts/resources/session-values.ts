import type { SessionValue } from '../../plan/resource.ts';
import type { Name } from '../../text/location.ts';

/** The values that `assigned from session.…` may name, each with its form. */
export const sessionValues: Readonly<Record<SessionValue, 'moment' | 'text'>> = {
  expires_at: 'moment',
  used_at: 'moment',
  user_agent: 'text',
};

const beginning = 'session.';

/** Whether `assigned from` names a value of a session, known or not. */
export function isOfSession({ value }: Name): boolean {
  return value.startsWith(beginning);
}

/** Reads `session.user_agent`; undefined for another path. */
export function readSessionValue(path: string): SessionValue | undefined {
  const name = path.startsWith(beginning) ? path.slice(beginning.length) : '';
  return Object.hasOwn(sessionValues, name) ? (name as SessionValue) : undefined;
}
