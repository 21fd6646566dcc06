import type { OperationPlan, StepPlan } from '../operation.ts';
import { compareStepOrder, getHookStep, type StepName } from '../order.ts';

/** A step that a hook inside the transaction adds. */
export type HookStep = Omit<StepPlan, 'step' | 'creates'>;

/** Returns the steps of an operation with those of its hook in their place; `made`: those in the creation of a replace. */
export function insertHookSteps<S extends StepPlan>(
  { steps, kind }: Pick<OperationPlan, 'kind'> & { readonly steps: readonly S[] },
  own: readonly HookStep[],
  made: readonly HookStep[] = [],
): readonly (S | StepPlan)[] {
  const step = getHookStep({ kind });
  const ofHook = own.map((added) => ({ ...added, step }));
  const inCreation = made.map((added) => ({ ...added, step: 'endpoints/within' as const, creates: true as const }));
  const at = findPlace(steps, 0, step);
  const creation = steps.findLastIndex(({ creates }) => creates === true);
  if (creation < 0) return [...steps.slice(0, at), ...ofHook, ...steps.slice(at)];
  const first = steps.findIndex(({ creates }) => creates === true);
  const inside = findPlace(steps, first, 'endpoints/within');
  return [
    ...steps.slice(0, at),
    ...ofHook,
    ...steps.slice(at, Math.min(inside, creation + 1)),
    ...inCreation,
    ...steps.slice(Math.min(inside, creation + 1)),
  ];
}

/** The place of a step among those of one group from an index on: before the lines that the document states about it. */
function findPlace(steps: readonly StepPlan[], from: number, step: StepName): number {
  const group = steps[from]?.creates;
  const at = steps.findIndex(
    (other, i) => i >= from && (other.creates !== group || compareStepOrder(other.step, step) >= 0),
  );
  return at < 0 ? steps.length : at;
}
