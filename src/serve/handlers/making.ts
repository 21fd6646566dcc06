import type { Handlers, OperationCode } from '../../contracts/handlers.ts';
import { then } from '../../contracts/maybe-promise.ts';
import type { OperationContext } from '../../contracts/operation-context.ts';
import type { Step } from '../../contracts/step.ts';
import type { Plan } from '../../plan/plan.ts';
import { collectHandlers } from '../handlers.ts';
import type { OperationSteps } from '../request.ts';
import { openPasswords } from '../verifying/passwords.ts';
import { createHandlerCode, type HandlerDependencies } from './code.ts';
import { createSessionCode } from './sessions.ts';

/** The handlers of a service, added to the contexts and steps of its operations. */
export interface ServiceCode {
  /** A making with the code that its operation has. */
  with(op: OperationContext): OperationContext;
  /** An operation inside the transaction of another, or of a timer, with the hook that it has there. */
  inside(op: OperationContext): OperationContext;
  /** The steps of an operation with its hooks. */
  stepsOf(op: OperationContext): OperationSteps;
  /** Resolves when no hook runs any more. */
  idle(): Promise<void>;
}

/** Makes the code of a service; `module` is what was given to `implement`, or nothing. Throws where it does not fit the plan. */
export function createServiceCode(
  deps: Omit<HandlerDependencies, 'handlers' | 'passwords'> & {
    readonly module: unknown;
    stepsOf(op: OperationContext): OperationSteps;
  },
): ServiceCode {
  const { plan, module, stepsOf } = deps;
  const passwords = openPasswords(deps.platform);
  const due = plan.operations.some(({ kind, disabled }) => kind === 'handler' && disabled !== true);
  if (module === undefined && !due) {
    const add = (op: OperationContext): OperationContext => ({
      ...op,
      passwords,
      ...(op.creation && { creation: { ...op.creation, passwords } }),
    });
    return { with: add, inside: (op) => op, stepsOf, idle: async () => undefined };
  }
  const handlers = addSessions(plan, collectHandlers(plan, module ?? {}));
  const code = createHandlerCode({ ...deps, handlers, passwords });
  const steps = new Map<OperationContext['operation'], OperationSteps>();
  const createCreationCode = (
    { creation }: OperationContext,
    handled: OperationCode | undefined,
  ): Pick<OperationContext, 'handled'> => {
    const within = code.within(creation!.operation);
    const { within: _, ...others } = handled ?? {};
    if (within === undefined && handled === undefined) return {};
    return { handled: { ...others, ...(within === undefined ? {} : { within }) } };
  };
  return {
    with(op) {
      const { operation } = op;
      const find = (): readonly Step[] => steps.get(operation)!.finding;
      const handled = code.of(operation, find);
      const creation = op.creation && { creation: { ...op.creation, passwords, ...createCreationCode(op, handled) } };
      if (handled === undefined) return { ...op, passwords, ...creation };
      return { ...op, passwords, handled, ...createEmbedding(op, handled), ...creation };
    },
    inside(op) {
      const within = code.within(op.operation);
      return within === undefined ? op : { ...op, handled: { within } };
    },
    stepsOf(op) {
      const made = stepsOf(op);
      steps.set(op.operation, made);
      return addHooks(made, op.handled);
    },
    idle: code.idle,
  };
}

/** Adds the code that Nonet has for operations on sessions. */
function addSessions(plan: Plan, handlers: Handlers): Handlers {
  const { operations, before } = createSessionCode(plan);
  return {
    ...handlers,
    operations: new Map([...handlers.operations, ...operations]),
    before: new Map([...handlers.before, ...before]),
  };
}

/** Adds the fields that depend on the caller after the records that a response embeds. */
function createEmbedding({ embed }: OperationContext, { computed }: OperationCode): Partial<OperationContext> {
  if (computed === undefined) return {};
  return {
    embed: (ctx) => {
      const loaded = embed?.(ctx);
      return then(loaded, (fitting) => (fitting === undefined ? then(computed(ctx), () => undefined) : fitting));
    },
  };
}

/** With idempotency keys the hook before runs separately, once the key is reserved. */
function addBeforeHook(steps: OperationSteps, before: Step | undefined): Pick<OperationSteps, 'before' | 'hook'> {
  if (before === undefined) return { before: steps.before };
  if (steps.keyed !== undefined) return { before: steps.before, hook: before };
  return { before: [...steps.before, before] };
}

function addHooks(steps: OperationSteps, code: OperationCode | undefined): OperationSteps {
  return { ...steps, ...addBeforeHook(steps, code?.before), committed: code?.after };
}
