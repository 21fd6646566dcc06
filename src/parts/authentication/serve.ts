import type { Plan } from '../../plan/plan.ts';

/** Whether the service may be reached from this machine only: nothing says who may call. */
export function isLoopbackOnly(plan: Pick<Plan, 'authentication'>): boolean {
  return plan.authentication.status === 'not shown';
}
