import type { Compiled } from '../../contracts/compiled.ts';
import type { RequestMeters } from '../../contracts/meters.ts';
import type { ServiceContext } from '../../contracts/operation-context.ts';
import { openCursors } from '../../parts/endpoints/serve/lists/cursor.ts';
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
export interface LazyOperationDependencies extends Pick<ServiceContext, 'store' | 'platform'> {
  readonly plan: Plan;
  readonly compiled: Compiled;
  readonly code: ServiceCode;
  readonly createContext: OperationContextFactory;
}

/** Creates the operations of a service. Throws an error if the plan names an unknown step. */
export function createLazyOperations(deps: LazyOperationDependencies): LazyOperations {
  const { plan, compiled, code, createContext, store, platform } = deps;
  requireKnownSteps(plan);
  const { operations } = plan;
  // The first list could come while a transaction is open, in which no secret can be created.
  const hasLists = operations.some(({ steps }) => steps.some(({ step }) => step === 'endpoints/list'));
  if (hasLists) openCursors({ platform, store });
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
