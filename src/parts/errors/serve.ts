import type { Refusal } from '../../contracts/refusal.ts';
import type { CodePlan, Plan } from '../../plan/plan.ts';
import { getChooser, getRefusalSubject } from './choose.ts';
import { getGapStatus } from './conditions/index.ts';

/** Creates what answers refusals. */
export interface Answerer {
  /** The row of Errors that answers a refusal of an operation (none: no operation was found); undefined at a gap. */
  choose(refusal: Refusal, operation: string | undefined): CodePlan | undefined;
  /** The status by which a condition is answered at a gap. */
  gapStatus(condition: string): number;
}

/**
 * Answers refusals by the rows of Errors. One that names no transition or resource happens at those of the operation that code has
 * called, or of its own.
 */
export function createErrorAnswerer(plan: Pick<Plan, 'errors' | 'operations'>): Answerer {
  const choose = getChooser(plan.errors);
  const subjects = new Map(plan.operations.map((operation) => [operation.name, getRefusalSubject(operation)]));
  return {
    choose({ condition, named, operation: called, transition, resource }, operation) {
      const inner = subjects.get(called ?? '');
      const outer = subjects.get(operation ?? '');
      const place = {
        operation,
        called,
        transition: transition ?? inner?.transition ?? outer?.transition,
        resource: resource ?? inner?.resource ?? outer?.resource,
      };
      return choose(condition, place, named);
    },
    gapStatus: getGapStatus,
  };
}
