import type { CodePlan, Plan } from '../../plan/plan.ts';
import type { Refusal } from '../../steps/refusal.ts';
import { gapStatus } from './conditions/index.ts';

/** Tells how refusals are answered. */
export interface Answerer {
  /** The row of Errors that answers a refusal of an operation (none: no operation was found); undefined at a gap. */
  choose(refusal: Refusal, operation: string | undefined): CodePlan | undefined;
  /** The status by which a condition is answered at a gap. */
  gapStatus(condition: string): number;
}

interface Row {
  readonly code: CodePlan;
  readonly on: CodePlan['conditions'][number]['on'];
}

/** A code that is named answers; else the row narrowed to the operation, transition or resource; else the row without. */
export function answererOf(plan: Pick<Plan, 'errors' | 'operations'>): Answerer {
  const named = new Map(plan.errors.codes.map((code) => [code.code, code]));
  const resources = new Map(plan.operations.map(({ name, resource }) => [name, resource]));
  const byCondition = new Map<string, Row[]>();
  for (const code of plan.errors.codes) {
    if (code.byName) continue;
    for (const { name, on, byName } of code.conditions) {
      if (byName === true) continue;
      const rows = byCondition.get(name) ?? [];
      byCondition.set(name, rows);
      rows.push({ code, on });
    }
  }
  return {
    choose(refusal, operation) {
      if (refusal.named !== undefined) {
        const code = named.get(refusal.named);
        if (code !== undefined) return code;
      }
      const rows = byCondition.get(refusal.condition);
      if (rows === undefined) return undefined;
      const resource = refusal.resource ?? resources.get(operation ?? '');
      const places = { operation, transition: refusal.transition, resource };
      const narrowed = rows.find(({ on }) => on !== undefined && places[on.kind] === on.name);
      return (narrowed ?? rows.find(({ on }) => on === undefined))?.code;
    },
    gapStatus,
  };
}
