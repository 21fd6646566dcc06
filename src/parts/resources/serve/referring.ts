import type { Making } from '../../../contracts/operation-context.ts';
import type { Maybe } from '../../../contracts/record.ts';
import type { Refusal } from '../../../contracts/refusal.ts';
import type { Given } from '../../../contracts/request-context.ts';
import type { Step } from '../../../contracts/step.ts';
import type { Needed } from '../../../contracts/store.ts';
import type { StepName } from '../../../plan/order.ts';
import type { FoundReference } from '../../../plan/references.ts';
import { problemsTeller } from '../serve.ts';
import { rowWriterOf } from './ceiling.ts';
import { collectorsOf, findersOf } from './references.ts';
import { conflictsOf } from './write.ts';

interface Named {
  readonly name: StepName;
  readonly step: Step;
}

type Ended = Maybe<Refusal | undefined>;

/** What may stand between the look at the references and the write: it reads the record alone. */
const readsOnlyIt = new Set<StepName>(['resources/rules', 'authentication/row-rule-after']);
/** Beyond so many references a record's are asked for one by one. */
const mostTogether = 4;

/**
 * Of a create whose expressions read nothing of the records that it refers to, the references are looked at last, by the statement
 * that writes. Answers stay as they are: what is refused in between is told only when no reference is wrong.
 */
export function referringLast<T extends Named>(making: Making, steps: readonly T[]): readonly (T | Named)[] {
  const { operation, resource } = making;
  const from = steps.findIndex(({ name }) => name === 'resources/references');
  const to = steps.findIndex(({ name }) => name === 'resources/write');
  if (operation.kind !== 'create' || resource === undefined || from < 0 || to < from) return steps;
  const between = steps.slice(from + 1, to);
  if (operation.refs.length > 0 || !between.every(({ name }) => readsOnlyIt.has(name))) return steps;
  const needed = neededIn(making);
  if (needed === undefined) return steps;
  const { step: references } = steps[from]!;
  const { step: write } = steps[to]!;
  return [
    ...steps.slice(0, from),
    { name: 'resources/references', step: problemsTeller(making) },
    ...between.map(({ name, step }) => ({ name, step: refusingLater(step, references) })),
    { name: 'resources/write', step: referringWrite(making, needed, references, write) },
    ...steps.slice(to + 1),
  ];
}

/** A step whose refusal comes behind that of the references. */
function refusingLater(step: Step, references: Step): Step {
  const told = (given: Given, refusal: Refusal | undefined): Ended =>
    refusal === undefined ? undefined : unlessRefused(references(given), () => refusal);
  return (given) => {
    const outcome = step(given);
    return outcome instanceof Promise ? outcome.then((one) => told(given, one)) : told(given, outcome);
  };
}

function unlessRefused(outcome: Ended, then: () => Ended): Ended {
  if (outcome instanceof Promise) return outcome.then((one) => one ?? then());
  return outcome ?? then();
}

/** The records that a draft refers to; undefined where they are to be asked for one by one. */
type NeededIn = (given: Given) => readonly Needed[] | undefined;

function neededIn(making: Making): NeededIn | undefined {
  const collectors = collectorsOf(making);
  if (collectors.length === 0) return undefined;
  const finders = findersOf(making);
  return (given) => {
    const found: FoundReference[] = [];
    for (const { name, collect, pointer } of collectors) {
      const value = given.after![name];
      if (value !== undefined && value !== null) collect(value, pointer, found);
    }
    if (found.length > mostTogether) return undefined;
    const needed: Needed[] = [];
    for (const { resource, value } of found) {
      const one = finders.get(resource)!.needed(given, value);
      if (one === undefined) return undefined;
      needed.push(one);
    }
    return needed;
  };
}

function referringWrite(making: Making, neededOf: NeededIn, references: Step, write: Step): Step {
  const refuse = conflictsOf(making);
  const writeRow = rowWriterOf(making);
  const { name } = making.resource!.plan;
  const absent = making.operation.method === 'PUT';
  const inTurn: Step = (given) => unlessRefused(references(given), () => write(given));
  return (given) => {
    const transaction = given.transaction!;
    if (transaction.insertIf === undefined || given.repeated === true || given.after === undefined)
      return inTurn(given);
    const needed = neededOf(given);
    if (needed === undefined) return inTurn(given);
    if (needed.length === 0) return write(given);
    const refusal = writeRow(given, 1);
    if (refusal !== undefined) return unlessRefused(references(given), () => refusal);
    const done = transaction.insertIf(name, given.row!, needed, absent);
    const after = given.after;
    if (done instanceof Promise) return done.then((one) => (one === 'ask first' ? inTurn(given) : refuse(one, after)));
    return done === 'ask first' ? inTurn(given) : refuse(done, after);
  };
}
