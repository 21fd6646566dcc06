import type { OperationContext } from '../contracts/operation-context.ts';
import type { Step } from '../contracts/step.ts';
import type { WriteHow } from '../contracts/store.ts';
import { referringLast } from '../parts/resources/serve/referring.ts';
import { steps } from '../parts/steps.ts';
import { mayChangeRecords, storesOne } from '../plan/kinds.ts';
import { phaseOf, type StepName } from '../plan/order.ts';

/** A named step of an operation. */
export interface NamedStep {
  readonly name: StepName;
  readonly step: Step;
}

/** The steps of an operation that keeps outcomes for idempotency keys which stand around what it does. */
export interface Keyed {
  readonly replay: Step;
  readonly outcome: Step;
}

/** The steps of one operation: before its transaction, inside it (none for an operation that only reads), and after it. */
export interface OperationSteps {
  readonly before: readonly Step[];
  readonly inside: readonly Step[] | undefined;
  readonly after: readonly Step[];
  /** What stands around the steps inside, where the operation keeps outcomes for idempotency keys. */
  readonly keyed?: Keyed;
  /** The hook before the transaction, where it runs behind the taking of such a key. */
  readonly hook?: Step;
  /** So many of the last steps inside only shape the answer: without an idempotency key they are done behind the transaction. */
  readonly shaping?: number;
  /** What is done inside, but for these, ends with the one record that is written. */
  readonly endsWithWrite?: boolean;
  /** What code reads and writes is to be as if nothing else ran beside it. */
  readonly how?: WriteHow;
  /** Those that look for the record, for hooks before the transaction. */
  readonly finding: readonly Step[];
  readonly names: readonly StepName[];
}

const looking = new Set<StepName>(['endpoints/load', 'authentication/row-rule-before', 'states/gone']);

/** Creates the steps that the plan of an operation names, in its order: those and no others. */
export function createSteps(op: OperationContext): readonly NamedStep[] {
  const isOlder = op.transform !== undefined;
  const planned = op.operation.steps.filter(({ before }) => before === undefined || isOlder);
  return [...new Set(planned.map(({ step }) => step))].map((name) => {
    const definition = steps[name];
    if (definition === undefined) throw new Error(`the plan of ${op.operation.name} names an unknown step: ${name}`);
    return { name, step: definition.create(op) };
  });
}

/** Makes the steps that an operation needs, once. */
export function arrangeSteps(op: OperationContext): OperationSteps {
  const { kind } = op.operation;
  const made = createSteps(op);
  const names = made.map(({ name }) => name);
  const finding = made.filter(({ name }) => looking.has(name)).map(({ step }) => step);
  if (!mayChangeRecords(op.operation)) {
    return { before: made.map(({ step }) => step), inside: undefined, after: [], finding, names };
  }
  const named = (name: StepName): Step | undefined => made.find((step) => step.name === name)?.step;
  const replay = named('endpoints/replay');
  const outcome = named('endpoints/outcome');
  const keyed = replay !== undefined && outcome !== undefined;
  // What code gives back is shaped before the commit: when it does not fit, nothing has happened. An outcome is kept as it is sent.
  const byCode = kind === 'code' || op.handled?.computed !== undefined;
  const isInside = ({ name }: NamedStep): boolean =>
    phaseOf(name) === 'inside' || ((byCode || keyed) && phaseOf(name) === 'after');
  const around = new Set([replay, outcome]);
  const all = made.filter((step) => isInside(step) && !around.has(step.step));
  const inside = referringLast(op, all);
  const shaping = byCode ? 0 : inside.filter(({ name }) => phaseOf(name) === 'after').length;
  const writes = inside.at(-1 - shaping)?.name === 'resources/write';
  return {
    ...(shaping > 0 ? { shaping } : {}),
    ...(keyed ? { keyed: { replay, outcome } } : {}),
    before: made.filter(({ name }) => phaseOf(name) === 'before').map(({ step }) => step),
    inside: inside.map(({ step }) => step),
    after: made.filter((step) => phaseOf(step.name) === 'after' && !isInside(step)).map(({ step }) => step),
    ...(writes && storesOne(op.operation) ? { endsWithWrite: true } : {}),
    ...(kind === 'code' ? { how: { serializable: true } } : {}),
    finding,
    names,
  };
}
