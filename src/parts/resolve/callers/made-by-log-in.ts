import type { Service } from '../../service.ts';
import { listAccountResources } from './accounts.ts';
import { findFactorKind, listFactorResources } from './second-factors.ts';
import { listSessionResources } from './session-records.ts';

/**
 * Whether a change is one that a log in, a sign in or a log out makes: `create Session`, `delete Session`, `create Account`, and `delete
 * RecoveryCode` of a code that is used.
 */
export function isMadeByLogIn(service: Service, change: string): boolean {
  const sessions = listSessionResources(service).map(({ name }) => name.value);
  const accounts = listAccountResources(service).map(({ name }) => name.value);
  const recovery = listFactorResources(service).filter((resource) => findFactorKind(resource) === 'recovery');
  return (
    [...sessions, ...accounts].some((name) => change === `create ${name}`) ||
    [...sessions, ...recovery.map(({ name }) => name.value)].some((name) => change === `delete ${name}`)
  );
}
