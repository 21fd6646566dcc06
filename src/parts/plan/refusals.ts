import type { StepFacts, StepLine } from '../../contracts/definition.ts';
import { isCustomHandler } from '../../plan/handler-rules.ts';
import type { OperationPlan, RefusalPlan } from '../../plan/operation.ts';
import type { ServiceRefusalPlan } from '../../plan/plan.ts';
import { findNamed } from '../../text/find-named.ts';
import { memo } from '../../text/memo.ts';
import { needsOriginCheck } from '../endpoints/serve/cross-site.ts';
import { type Chooser, chooseCode, getChooser, getRefusalLocation, type PossibleRefusal } from '../errors/choose.ts';
import { listAddressRates } from '../limits/serve/rate.ts';
import { listStepLines } from '../steps.ts';
import { listPathRefusals } from '../versioning/steps/version.ts';
import { buildInnerPlans } from './inner-plan.ts';

type Facts = Omit<StepFacts['plan'], 'refusals'>;

/** Returns the refusals that no step of an operation gives, each with the row that answers it if no operation was found. */
export function planServiceRefusals(plan: Facts): readonly ServiceRefusalPlan[] {
  const choose = getChooser(plan.errors);
  const all: readonly ServiceRefusalPlan[] = [
    { condition: 'malformed request' },
    { condition: 'unknown path' },
    { condition: 'method not allowed' },
    ...(needsOriginCheck(plan) ? [{ condition: 'forbidden' }] : []),
    ...listPathRefusals(plan),
    ...listAddressRates(plan).map(({ code, line }) => ({
      condition: 'rate limit',
      ...(code === undefined ? {} : { named: code }),
      line,
    })),
    { condition: 'internal error', everywhere: true },
    { condition: 'unavailable', everywhere: true },
  ];
  return all.map((refusal) => ({ ...refusal, ...chooseCode(choose, refusal) }));
}

/** The lines of the steps of an operation, in lists that follow one another, each line with the refusals that it can lead to. */
type LinesOf = (operation: OperationPlan) => readonly (readonly StepLine[])[];

/**
 * Returns every refusal that the operations of a plan can give, and that a request can meet which names none. A service without
 * operations gives none. `linesOf` returns what the steps of an operation do; left out: they stand in the plan.
 */
export function* listPossibleRefusals(
  plan: StepFacts['plan'],
  linesOf: LinesOf = ({ steps }) => [steps],
): Generator<PossibleRefusal> {
  const served = plan.operations.filter(({ disabled }) => disabled !== true);
  const top = plan.operations[0]?.line;
  if (top === undefined) return;
  const choose = getChooser(plan.errors);
  for (const refusal of plan.refusals) yield createPossibleRefusal(choose, refusal, undefined, refusal.line ?? top);
  const everywhere = plan.refusals.filter((refusal) => refusal.everywhere === true);
  for (const operation of served) {
    for (const refusal of everywhere) yield createPossibleRefusal(choose, refusal, operation, operation.line);
    yield* resolveRefusals(choose, linesOf(operation), operation);
  }
  if (!served.some(isCustomHandler)) return;
  const names = new Set(served.map(({ name }) => name));
  for (const { plan: operation } of buildInnerPlans(plan)) {
    for (const refusal of resolveRefusals(choose, [operation.steps], operation)) {
      const { operation: _, ...place } = refusal;
      yield names.has(operation.name) ? refusal : place;
    }
  }
}

/** Resolves the errors of lines, each with the row of its code; of consecutive lines with the same error, the first. */
function resolveRefusals(
  choose: Chooser,
  lists: readonly (readonly StepLine[])[],
  operation: OperationPlan,
): PossibleRefusal[] {
  const found: PossibleRefusal[] = [];
  let last: RefusalPlan | undefined;
  for (const lines of lists) {
    for (const { refusal, line = operation.line } of lines.length < leastShared
      ? listRefusingLines(lines)
      : listOnce(lines)) {
      if (last === undefined || !isSame(last, refusal))
        found.push(createPossibleRefusal(choose, refusal, operation, line));
      last = refusal;
    }
  }
  return found;
}

interface RefusingLine {
  readonly refusal: RefusalPlan;
  readonly line: number | undefined;
}

/** Shorter lists are looked through faster than they are looked up. */
const leastShared = 16;

const listOnce = memo(listRefusingLines);

/** Lists the refusals of lines, of consecutive equal ones the first. */
function listRefusingLines(lines: readonly StepLine[]): readonly RefusingLine[] {
  const found: RefusingLine[] = [];
  for (const { refusals = [], line } of lines) {
    for (const refusal of refusals) {
      const last = found.at(-1);
      if (last === undefined || !isSame(last.refusal, refusal)) found.push({ refusal, line });
    }
  }
  return found;
}

function isSame(refusal: RefusalPlan, other: RefusalPlan): boolean {
  const { condition, named, transition, resource, called } = refusal;
  if (condition !== other.condition || named !== other.named || called !== other.called) return false;
  return transition === other.transition && resource === other.resource;
}

function createPossibleRefusal(
  choose: Chooser,
  refusal: RefusalPlan,
  operation: OperationPlan | undefined,
  line: number,
): PossibleRefusal {
  const { condition, named } = refusal;
  const place = getRefusalLocation(refusal, operation);
  const code = choose(condition, place, named)?.code;
  return {
    condition,
    ...place,
    ...(code === undefined ? {} : { code }),
    isNamed: named !== undefined && named === code,
    line,
  };
}

/** Returns the same as `listPossibleRefusals` for a plan whose operations have no steps yet: those of one at a time are planned, and not kept. */
export function listDraftRefusals(plan: StepFacts['plan']): Generator<PossibleRefusal> {
  return listPossibleRefusals(plan, (operation) =>
    listStepLines({ plan, operation, resource: findNamed(plan.resources, operation.resource) }),
  );
}
