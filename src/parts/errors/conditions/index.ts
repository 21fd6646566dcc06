import type { CodePlan, Plan } from '../../../plan/plan.ts';
import type { Condition } from './contract.ts';
import { conditions } from './table.ts';

export type { Condition, Provocation } from './contract.ts';
export { conditions } from './table.ts';

/** The names of the conditions. */
export const conditionNames: readonly string[] = conditions.map((condition) => condition.name);

/** The conditions with which the code of a handler may refuse. */
export const conditionsFoundByCode: readonly string[] = conditions
  .filter(({ foundByCode }) => foundByCode === true)
  .map(({ name }) => name);

const byName = new Map(conditions.map((condition) => [condition.name, condition]));

/** The condition of a name. */
export function findCondition(name: string): Condition | undefined {
  return byName.get(name);
}

/** Returns the status of a condition without a code; 500 for an unknown name. */
export function getGapStatus(name: string): number {
  return byName.get(name)?.status ?? 500;
}

/** Whether an answer by this condition is kept for the idempotency key of its request. */
export function isKept(name: string): boolean {
  return byName.get(name)?.kept === true;
}

/** Lists the codes that the document states as raised by an operation. */
export function listRaisedCodes({ errors }: Pick<Plan, 'errors'>, operation: string): readonly string[] {
  const raised = errors.codes.filter(({ conditions: rows }) => rows.some(({ raisedBy }) => raisedBy === operation));
  return raised.map(({ code }) => code);
}

/** Returns the condition under which the code of an operation refuses with a code that it may name. */
export function getHandlerCondition({ conditions: rows }: CodePlan, operation: string): string {
  const isRaised = rows.length === 0 || rows.some(({ raisedBy }) => raisedBy === operation);
  return isRaised ? 'raised by' : rows.find(({ name }) => byName.get(name)?.foundByCode)!.name;
}

/** The codes that the code of an operation may refuse with, each with the condition that it answers. */
export function listHandlerCodes({ errors }: Pick<Plan, 'errors'>, operation: string): ReadonlyMap<string, CodePlan> {
  const may = ({ conditions: rows }: CodePlan): boolean =>
    rows.length === 0 ||
    rows.some(({ name, raisedBy, on }) =>
      raisedBy === undefined
        ? byName.get(name)?.foundByCode === true && (on === undefined || on.name === operation)
        : raisedBy === operation,
    );
  return new Map(errors.codes.filter(may).map((code) => [code.code, code]));
}
