import { then } from '../contracts/maybe-promise.ts';
import type { OperationContext } from '../contracts/operation-context.ts';
import type { RequestContext } from '../contracts/request-context.ts';
import type { Step } from '../contracts/step.ts';
import type { WriteHow } from '../contracts/store.ts';
import { takePresented } from '../parts/authentication/serve/presented.ts';
import { joinCreation } from '../parts/endpoints/serve/creating.ts';
import { deferReferences } from '../parts/resources/serve/referring.ts';
import { steps } from '../parts/steps.ts';
import { takesResumable } from '../plan/files/resumable.ts';
import { isCustomHandler } from '../plan/handler-rules.ts';
import { mayRunHook } from '../plan/hooks/hooked-changes.ts';
import { mayChangeRecords, storesOne } from '../plan/kinds.ts';
import { listPresentPaths } from '../plan/operation.ts';
import { getHookStep, getStepOrder, resolvePhase, type StepName, sortInStepOrder } from '../plan/order.ts';
import type { Plan } from '../plan/plan.ts';
import { isAnySerializable, mustBeSerializable } from '../plan/records/isolation.ts';
import { mayDelete } from '../plan/records/written.ts';

/** A named step of an operation. */
export interface NamedStep {
  readonly name: StepName;
  readonly step: Step;
}

/** The steps around the work of an operation with idempotency keys. */
export interface Keyed {
  readonly replay: Step;
  readonly outcome: Step;
}

/** The steps of one operation, by when they run. */
export interface OperationSteps {
  /** Before the transaction; of an operation that only reads, all steps. */
  readonly before: readonly Step[];
  /** Inside the transaction; undefined for an operation that only reads. */
  readonly inside: readonly Step[] | undefined;
  /** Shape the response: after the transaction, or inside it if `shapesInside` or if the request has an idempotency key. */
  readonly shape: readonly Step[];
  readonly shapesInside: boolean;
  /** The step of `inside` that looks for due timed transitions, where the operation has it. */
  readonly due?: Step | undefined;
  /** Present if the operation stores responses for idempotency keys. */
  readonly keyed?: Keyed;
  /** The hook before the transaction, if it runs after the request's idempotency key is taken. */
  readonly hook?: Step;
  /** The hook after the commit of a request that changed something. */
  readonly committed?: ((ctx: RequestContext) => void) | undefined;
  /** `inside` ends with the statement that writes the one record. */
  readonly endsWithWrite: boolean;
  /** How the transaction runs: a handler's is serializable, as are writes that ask in a circle, and `computed` runs code inside it too. */
  readonly how?: WriteHow;
  /** The steps that find the record, for hooks before the transaction. */
  readonly finding: readonly Step[];
  /** Present if the operation takes uploads in several requests. */
  readonly upload?: UploadSteps;
}

/** The steps of an operation, by what an upload in several requests does with them. */
export interface UploadSteps {
  /** Admit a request that continues an upload: rates count only the request that begins it. */
  readonly admit: readonly Step[];
  /** Count a request in rates: one that names no upload of its caller. */
  readonly count: readonly Step[];
  /** Admit the request that begins an upload. */
  readonly begin: readonly Step[];
  /** The other steps before the transaction. */
  readonly before: readonly Step[];
  /** Inside the transaction, up to the write of the record: what can be judged before the content arrives. */
  readonly judge: readonly Step[];
  /** Inside the transaction. */
  readonly inside: readonly Step[];
}

const looking = new Set<StepName>(['endpoints/load', 'authentication/row-rule-before', 'states/gone']);

/**
 * Throws an error if an operation of a plan names a step that nothing creates: its first request would be too late to report that. The
 * plan does not hold the steps of older versions, so all steps that the kinds of their operations may have must be known.
 */
export function requireKnownSteps({ operations, versioning }: Plan): void {
  const requireKnown = (operation: string, step: StepName): void => {
    if (!Object.hasOwn(steps, step)) throw new Error(`the plan of ${operation} names an unknown step: ${step}`);
  };
  for (const { name, steps: planned } of operations) for (const { step } of planned) requireKnown(name, step);
  for (const older of versioning.older ?? [])
    for (const operation of older.interface.operations)
      for (const step of getStepOrder(operation)) requireKnown(`${operation.name} in version ${older.name}`, step);
}

/** Creates the steps that the plan of an operation names, in its order, and the one of its hook inside the transaction: those and no others. */
export function createSteps(op: OperationContext): readonly NamedStep[] {
  const isOlder = op.transform !== undefined;
  const planned = op.operation.steps.filter(
    ({ before, creates }) => creates !== true && (before === undefined || isOlder),
  );
  const hook = getHookStep(op.operation);
  const others = planned.filter(({ step }) => step !== hook);
  const all = op.handled?.within === undefined ? others : sortInStepOrder([...others, { step: hook }]);
  const names = all.map(({ step }) => step);
  return [...new Set(names)].map((name) => ({ name, step: steps[name].create(op) }));
}

/** Creates the steps of a replace inside its transaction, with those of its creation. */
function createJoinedSteps(
  op: OperationContext,
  creation: OperationContext,
  own: readonly NamedStep[],
): readonly NamedStep[] {
  const planned = op.operation.steps.filter(({ creates }) => creates === true).map(({ creates: _, ...step }) => step);
  const made = createSteps({ ...creation, operation: { ...creation.operation, steps: planned } });
  const parse = steps['endpoints/parse-body'].create(creation);
  return joinCreation(op, own, { parse, steps: deferReferences(creation, withoutPresented(creation, made)) });
}

/** Makes the steps of a creation take the present password and code out of the input: there is none that they could be compared with. */
function withoutPresented({ operation }: OperationContext, made: readonly NamedStep[]): readonly NamedStep[] {
  const paths = listPresentPaths(operation);
  if (paths.length === 0) return made;
  const take =
    (step: Step): Step =>
    (ctx) =>
      then(step(ctx), (result) => {
        if (result === undefined) for (const path of paths) takePresented(ctx, path);
        return result;
      });
  return made.map(({ name, step }) => ({ name, step: name === 'endpoints/input' ? take(step) : step }));
}

/** Creates the steps of an operation and arranges them around its transaction. */
export function arrangeSteps(op: OperationContext): OperationSteps {
  const { kind } = op.operation;
  const created = createSteps(op);
  const stepsIn = (steps: readonly NamedStep[]): readonly Step[] => steps.map(({ step }) => step);
  if (!mayChangeRecords(op.operation)) {
    return {
      finding: stepsIn(created.filter(({ name }) => looking.has(name))),
      before: stepsIn(created),
      inside: undefined,
      shape: [],
      shapesInside: false,
      endsWithWrite: false,
    };
  }
  const during = (phase: ReturnType<typeof resolvePhase>) => created.filter(({ name }) => resolvePhase(name) === phase);
  const find = (name: StepName): Step | undefined => created.find((step) => step.name === name)?.step;
  const replay = find('endpoints/replay');
  const outcome = find('endpoints/outcome');
  const own = deferReferences(
    op,
    during('inside').filter(({ step }) => step !== replay && step !== outcome),
  );
  const inside = op.creation === undefined ? own : createJoinedSteps(op, op.creation, own);
  // The result of a handler is shaped before the commit: if it does not fit its Response, nothing is committed.
  const shapesInside = kind === 'handler' || op.handled?.computed !== undefined;
  const hooked = runsHook(op);
  const serializable = isCustomHandler(op.operation) || hooked || isSerializable(op) ? true : undefined;
  return {
    ...(takesResumable(op.operation, (op.transform?.older ?? op.operation).input)
      ? { upload: arrangeUpload(during('before'), inside) }
      : {}),
    finding: stepsIn(inside.filter(({ name }) => looking.has(name))),
    ...(replay === undefined || outcome === undefined ? {} : { keyed: { replay, outcome } }),
    before: stepsIn(during('before')),
    inside: stepsIn(inside),
    due: inside.find(({ name }) => name === 'states/due')?.step,
    shape: stepsIn(during('after')),
    shapesInside,
    endsWithWrite:
      !shapesInside &&
      op.creation === undefined &&
      inside.at(-1)?.name === 'resources/write' &&
      storesOne(op.operation),
    ...(shapesInside || serializable
      ? { how: { ...(shapesInside || hooked ? { code: true } : {}), ...(serializable ? { serializable } : {}) } }
      : {}),
  };
}

const admitting = new Set<StepName>([
  'limits/open-concurrency',
  'authentication/credential',
  'authentication/scope',
  'limits/caller-concurrency',
  'versioning/version',
]);
const counting = new Set<StepName>(['limits/open-rate', 'limits/caller-rate']);

/** Arranges steps around an upload, which returns its reserved space just before the record takes it. */
function arrangeUpload(before: readonly NamedStep[], inside: readonly NamedStep[]): UploadSteps {
  const begins = ({ name }: NamedStep): boolean => admitting.has(name) || counting.has(name);
  const stepsIn = (steps: readonly NamedStep[]): readonly Step[] => steps.map(({ step }) => step);
  const found = inside.findIndex(({ name }) => name === 'resources/write');
  const writes = found < 0 ? inside.length : found;
  const judged = inside.slice(0, writes + 1);
  const complete: Step = (ctx) => then(ctx.transaction!.uploads.complete(ctx.upload!.id), () => undefined);
  return {
    admit: stepsIn(before.filter(({ name }) => admitting.has(name))),
    count: stepsIn(before.filter(({ name }) => counting.has(name))),
    begin: stepsIn(before.filter(begins)),
    before: stepsIn(before.filter((named) => !begins(named))),
    judge: stepsIn(judged.filter(({ name }) => name !== 'states/due' && !name.startsWith('endpoints/within'))),
    inside: [...stepsIn(inside.slice(0, writes)), complete, ...stepsIn(inside.slice(writes))],
  };
}

/** Whether the operation must run as if no other ran at the same time; a deletion may take records of any resource along. */
function isSerializable({ operation, plan, hookedChanges }: OperationContext): boolean {
  const { kind, resource } = operation;
  if (resource === undefined) return false;
  const isHooked = hookedChanges.size > 0;
  if (kind === 'delete' || mayDelete(plan, resource)) return isAnySerializable(plan, isHooked);
  return mustBeSerializable(plan, resource, isHooked);
}

/** Returns whether an operation runs a hook inside its transaction: its own, or that of a change that its effects may make. */
export function runsHook({ operation, creation, plan, hookedChanges, handled }: OperationContext): boolean {
  if (handled?.within !== undefined || creation?.handled?.within !== undefined) return true;
  return mayRunHook(plan, operation, hookedChanges);
}
