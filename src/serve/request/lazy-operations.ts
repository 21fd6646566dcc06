import type { Compiled } from '../../contracts/compiled.ts';
import type { RequestMeters } from '../../contracts/meters.ts';
import type { Plan } from '../../plan/plan.ts';
import { createLazyList, type LazyList } from '../../plan/sets/lazy-list.ts';
import type { ServiceCode } from '../handlers/making.ts';
import { type OperationSteps, requireKnownSteps } from '../request.ts';
import type { OperationContextFactory } from './operation-context.ts';
import { type Opened, type OpeningOperations, openOperation } from './operation-runner.ts';

/** The operations of a service, each compiled and opened when it is first read. */
export interface LazyOperations {
  readonly steps: LazyList<OperationSteps>;
  /** Returns the operations as requests run them. */
  open(opening: Omit<OpeningOperations, 'meter'>, meters: RequestMeters | undefined): LazyList<Opened>;
}

/** The dependencies of the operations of a service. */
export interface LazyOperationDependencies {
  readonly plan: Plan;
  readonly compiled: Compiled;
  readonly code: ServiceCode;
  readonly createContext: OperationContextFactory;
}

/** Creates the operations of a service. Throws an error if the plan names an unknown step. */
export function createLazyOperations({
  plan,
  compiled,
  code,
  createContext,
}: LazyOperationDependencies): LazyOperations {
  requireKnownSteps(plan);
  const { operations } = plan;
  const contexts = createLazyList(operations.length, (at) =>
    code.with(createContext(operations[at]!, compiled.operations.at(at)!)),
  );
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
