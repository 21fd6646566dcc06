import type { CodePlan, Plan } from '../../plan/plan.ts';
import type { Refusal } from '../../steps/refusal.ts';
import { chooser } from './choose.ts';
import { gapStatus } from './conditions/index.ts';

/** Tells how refusals are answered. */
export interface Answerer {
  /** The row of Errors that answers a refusal of an operation (none: no operation was found); undefined at a gap. */
  choose(refusal: Refusal, operation: string | undefined): CodePlan | undefined;
  /** The status by which a condition is answered at a gap. */
  gapStatus(condition: string): number;
}

/** Answers refusals by the rows of Errors; one that names no resource happens at that of its operation. */
export function answererOf(plan: Pick<Plan, 'errors' | 'operations'>): Answerer {
  const choose = chooser(plan.errors);
  const resources = new Map(plan.operations.map(({ name, resource }) => [name, resource]));
  return {
    choose({ condition, named, operation: called, transition, resource = resources.get(called ?? '') }, operation) {
      const place = { operation, called, transition, resource: resource ?? resources.get(operation ?? '') };
      return choose(condition, place, named);
    },
    gapStatus,
  };
}
