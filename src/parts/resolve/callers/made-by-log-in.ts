import type { Service } from '../../service.ts';
import { findFactorKind, listFactorResources } from './second-factors.ts';
import { listSessionResources } from './session-records.ts';

/** Whether a change is one that a log in or log out makes: `create Session`, `delete Session`, and `delete RecoveryCode` of a code that is used. */
export function isMadeByLogIn(service: Service, change: string): boolean {
  const isOfSession = listSessionResources(service).some(
    ({ name: { value } }) => change === `create ${value}` || change === `delete ${value}`,
  );
  return (
    isOfSession ||
    listFactorResources(service).some(
      (resource) => change === `delete ${resource.name.value}` && findFactorKind(resource) === 'recovery',
    )
  );
}
