import type { RequestMeters } from '../../contracts/meters.ts';
import type { OperationContext } from '../../contracts/operation-context.ts';
import type { OperationPlan } from '../../plan/operation.ts';
import { createLazyList, type LazyList } from '../../plan/sets/lazy-list.ts';
import type { ServiceCode } from '../handlers/making.ts';
import type { OperationSteps } from '../request.ts';
import { type Opened, type OpeningOperations, openOperation } from './operation-runner.ts';

/** The operations of a version of a service, each compiled and opened when it is first read. */
export interface LazyOperations {
  readonly steps: LazyList<OperationSteps>;
  /** Returns the operations as requests run them. */
  open(opening: Omit<OpeningOperations, 'meter'>, meters: RequestMeters | undefined): LazyList<Opened>;
}

/** Creates the operations of a version of a service; `contextOf` creates the dependencies of one, by its index. */
export function createLazyOperations(
  operations: readonly Pick<OperationPlan, 'name'>[],
  code: ServiceCode,
  contextOf: (at: number) => OperationContext,
): LazyOperations {
  const contexts = createLazyList(operations.length, (at) => code.with(contextOf(at)));
  const steps = createLazyList(operations.length, (at) => code.stepsOf(contexts.at(at)!));
  return {
    steps,
    open: (opening, meters) =>
      createLazyList(operations.length, (at) => {
        const meter = meters?.meterOf(operations[at]!.name);
        return openOperation(contexts.at(at)!, steps.at(at)!, { ...opening, meter });
      }),
  };
}
