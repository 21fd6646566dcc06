import { findCondition } from '../../../parts/registry.ts';

/** Says in words what has happened where a condition holds. */
export function describeCondition(name: string): string {
  return findCondition(name)?.happened ?? name;
}
