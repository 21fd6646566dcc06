import { isCustomHandler } from '../plan/handler-rules.ts';
import type { OperationPlan, PickEach } from '../plan/operation.ts';
import type { Plan } from '../plan/plan.ts';

/** Returns a plan whose operations of handlers are disabled, in each version: they respond with 501. */
export function disableHandlers<P extends Plan>(plan: P): P {
  const disable = <O extends PickEach<OperationPlan, 'kind' | 'session'>>(operations: readonly O[]): readonly O[] =>
    operations.map((operation) =>
      isCustomHandler(operation) ? { ...operation, disabled: true, steps: [] } : operation,
    );
  const older = plan.versioning.older?.map((version) => ({
    ...version,
    interface: { ...version.interface, operations: disable(version.interface.operations) },
  }));
  const versioning = { ...plan.versioning, ...(older === undefined ? {} : { older }) };
  return { ...plan, versioning, operations: disable(plan.operations) };
}
