import type { Refusal } from '../../contracts/refusal.ts';
import type { OperationPlan } from '../../plan/operation.ts';
import type { CodePlan, Plan } from '../../plan/plan.ts';
import { createErrorChooser, type RefusedAt } from './choose.ts';
import { gapStatus } from './conditions/index.ts';

/** Tells how refusals are answered. */
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
  const choose = createErrorChooser(plan.errors);
  const places = new Map(plan.operations.map((operation) => [operation.name, placeOf(operation)]));
  return {
    choose({ condition, named, operation: called, transition, resource }, operation) {
      const inner = places.get(called ?? '');
      const outer = places.get(operation ?? '');
      const place = {
        operation,
        called,
        transition: transition ?? inner?.transition ?? outer?.transition,
        resource: resource ?? inner?.resource ?? outer?.resource,
      };
      return choose(condition, place, named);
    },
    gapStatus,
  };
}

/** The resource of an operation, and the transition that it runs. */
function placeOf({ kind, verb, resource }: OperationPlan): Pick<RefusedAt, 'transition' | 'resource'> {
  return { transition: kind === 'transition' ? `${verb} ${resource}` : undefined, resource };
}
