import type { StepFacts, StepLine } from '../contracts/definition.ts';
import type { OperationPlan, RefusalPlan } from '../plan/operation.ts';
import type { ServiceRefusalPlan } from '../plan/plan.ts';
import { refusesForeignPages } from './endpoints/serve/cross-site.ts';
import { type Chooser, chooserOf, codeAt, type PossibleRefusal, placeOf } from './errors/choose.ts';
import { innerPlans } from './inner-plan.ts';
import { ratesOfAll } from './limits/serve/rate.ts';
import { linesOf } from './steps.ts';
import { pathRefusals } from './versioning/steps/version.ts';

type Facts = Omit<StepFacts['plan'], 'refusals'>;

/** Returns the refusals that no step of an operation gives, each with the row that answers it if no operation was found. */
export function planServiceRefusals(plan: Facts): readonly ServiceRefusalPlan[] {
  const choose = chooserOf(plan.errors);
  const all: readonly ServiceRefusalPlan[] = [
    { condition: 'malformed request' },
    { condition: 'unknown path' },
    { condition: 'method not allowed' },
    ...(refusesForeignPages(plan) ? [{ condition: 'not allowed' }] : []),
    ...pathRefusals(plan),
    ...ratesOfAll(plan).map(({ code, line }) => ({
      condition: 'rate limit',
      ...(code === undefined ? {} : { named: code }),
      line,
    })),
    { condition: 'internal failure', everywhere: true },
    { condition: 'unavailable', everywhere: true },
  ];
  return all.map((refusal) => ({ ...refusal, ...codeAt(choose, refusal) }));
}

/** The lines of the steps of an operation, in lists that follow one another, each line with the refusals that it can lead to. */
type LinesOf = (operation: OperationPlan) => readonly (readonly StepLine[])[];

/**
 * Returns every refusal that the operations of a plan can give, and that a request can meet which names none. A service without
 * operations gives none. `linesOf` returns what the steps of an operation do; left out: they stand in the plan.
 */
export function* refusalsIn(
  plan: StepFacts['plan'],
  linesOf: LinesOf = ({ steps }) => [steps],
): Generator<PossibleRefusal> {
  const served = plan.operations.filter(({ closed }) => closed !== true);
  const top = plan.operations[0]?.line;
  if (top === undefined) return;
  const choose = chooserOf(plan.errors);
  for (const refusal of plan.refusals) yield possible(choose, refusal, undefined, refusal.line ?? top);
  const everywhere = plan.refusals.filter((refusal) => refusal.everywhere === true);
  for (const operation of served) {
    for (const refusal of everywhere) yield possible(choose, refusal, operation, operation.line);
    yield* refusalsOf(choose, linesOf(operation), operation);
  }
  if (!served.some(({ kind }) => kind === 'code')) return;
  const names = new Set(served.map(({ name }) => name));
  for (const { plan: operation } of innerPlans(plan)) {
    for (const refusal of refusalsOf(choose, [operation.steps], operation)) {
      const { operation: _, ...place } = refusal;
      yield names.has(operation.name) ? refusal : place;
    }
  }
}

/** The refusals of lines, each with the row that answers it; of several lines that refuse alike, one behind the other, the first. */
function refusalsOf(
  choose: Chooser,
  lists: readonly (readonly StepLine[])[],
  operation: OperationPlan,
): PossibleRefusal[] {
  const found: PossibleRefusal[] = [];
  let last: RefusalPlan | undefined;
  for (const lines of lists) {
    for (const { refusals = none, line = operation.line } of lines) {
      for (const refusal of refusals) {
        if (last === undefined || !isSame(last, refusal)) found.push(possible(choose, refusal, operation, line));
        last = refusal;
      }
    }
  }
  return found;
}

const none: readonly RefusalPlan[] = [];

function isSame(one: RefusalPlan, other: RefusalPlan): boolean {
  const { condition, named, transition, resource } = one;
  if (condition !== other.condition || named !== other.named) return false;
  return transition === other.transition && resource === other.resource;
}

function possible(
  choose: Chooser,
  refusal: RefusalPlan,
  operation: OperationPlan | undefined,
  line: number,
): PossibleRefusal {
  const { condition, named } = refusal;
  const place = placeOf(refusal, operation);
  const code = choose(condition, place, named)?.code;
  return {
    condition,
    ...place,
    ...(code === undefined ? {} : { code }),
    isNamed: named !== undefined && named === code,
    line,
  };
}

/** Returns the same as `refusalsIn` for a plan whose operations have no steps yet: those of one at a time are planned, and not kept. */
export function refusalsFor(plan: StepFacts['plan']): Generator<PossibleRefusal> {
  const resources = new Map(plan.resources.map((resource) => [resource.name, resource]));
  return refusalsIn(plan, (operation) =>
    linesOf({ plan, operation, resource: resources.get(operation.resource ?? '') }),
  );
}
