import { then } from '../../../contracts/maybe-promise.ts';
import type { OperationContext } from '../../../contracts/operation-context.ts';
import type { RequestContext } from '../../../contracts/request-context.ts';
import type { Step } from '../../../contracts/step.ts';
import type { RequiredRecord } from '../../../contracts/store.ts';
import type { FoundReference } from '../../../plan/fields/references.ts';
import type { StepName } from '../../../plan/order.ts';
import { listBindingRows } from '../../../plan/records/binding-rows.ts';
import { listDirectTargets } from '../../../plan/records/written.ts';
import { createFieldErrorCollector } from '../serve.ts';
import { createFirstVersion } from './first-version.ts';
import { createRowWriter } from './record-size.ts';
import { createFinders, listFieldReferences } from './references.ts';
import { createConflicts, getAbsent } from './write.ts';

interface Named {
  readonly name: StepName;
  readonly step: Step;
}

/** What may stand between the look at the references and the write: it reads the record alone. */
const readsOnlyIt = new Set<StepName>(['resources/rules', 'authentication/row-rule-after']);
/** Beyond so many references a record's are asked for one by one. */
const mostTogether = 4;

/**
 * Of a create whose expressions read nothing of the records that it refers to, the references are looked at last, by the statement
 * that writes. Answers stay as they are: a refusal in between is answered only if no reference is wrong.
 */
export function deferReferences<T extends Named>(op: OperationContext, steps: readonly T[]): readonly (T | Named)[] {
  const { operation, resource } = op;
  const from = steps.findIndex(({ name }) => name === 'resources/references');
  const to = steps.findIndex(({ name }) => name === 'resources/write');
  if (operation.kind !== 'create' || resource === undefined || from < 0 || to < from) return steps;
  const between = steps.slice(from + 1, to);
  // Records that its effects change are locked before.
  const rows = listBindingRows(resource.plan, operation).flatMap((bound) => bound.rows);
  if (listDirectTargets(rows).length > 0) return steps;
  if (operation.refs.length > 0 || !between.every(({ name }) => readsOnlyIt.has(name))) return steps;
  const needed = createNeededReader(op);
  if (needed === undefined) return steps;
  const { step: references } = steps[from]!;
  const { step: write } = steps[to]!;
  return [
    ...steps.slice(0, from),
    { name: 'resources/references', step: createFieldErrorCollector(op) },
    ...between.map(({ name, step }) => ({ name, step: deferRefusal(step, references) })),
    { name: 'resources/write', step: createReferringWrite(op, needed, references, write) },
    ...steps.slice(to + 1),
  ];
}

/** A step whose refusal comes behind that of the references. */
function deferRefusal(step: Step, references: Step): Step {
  return (ctx) =>
    then(step(ctx), (result) =>
      result === undefined ? undefined : continueUnlessRefused(references(ctx), () => result),
    );
}

function continueUnlessRefused(before: ReturnType<Step>, work: () => ReturnType<Step>): ReturnType<Step> {
  return then(before, (refusal) => refusal ?? work());
}

/** The records that a draft refers to; undefined where they are to be asked for one by one. */
type NeededIn = (ctx: RequestContext) => readonly RequiredRecord[] | undefined;

function createNeededReader(op: OperationContext): NeededIn | undefined {
  const collectors = listFieldReferences(op);
  if (collectors.length === 0) return undefined;
  const findIn = createFinders(op);
  return (ctx) => {
    const found: FoundReference[] = [];
    for (const { name, collect, pointer } of collectors) {
      const value = ctx.after![name];
      if (value !== undefined && value !== null) collect(value, pointer, found);
    }
    if (found.length > mostTogether) return undefined;
    const required: RequiredRecord[] = [];
    for (const { resource, value } of found) {
      const record = findIn(resource).needed(ctx, value);
      if (record === undefined) return undefined;
      required.push(record);
    }
    return required;
  };
}

function createReferringWrite(op: OperationContext, neededOf: NeededIn, references: Step, write: Step): Step {
  const refuse = createConflicts(op);
  const writeRow = createRowWriter(op);
  const firstVersion = createFirstVersion(op);
  const { name } = op.resource!.plan;
  const inTurn: Step = (ctx) => continueUnlessRefused(references(ctx), () => write(ctx));
  return (ctx) => {
    const transaction = ctx.transaction!;
    if (transaction.insertIfPresent === undefined || ctx.after === undefined) return inTurn(ctx);
    const required = neededOf(ctx);
    if (required === undefined) return inTurn(ctx);
    if (required.length === 0) return write(ctx);
    const refusal = writeRow(ctx, firstVersion(ctx.now));
    if (refusal !== undefined) return continueUnlessRefused(references(ctx), () => refusal);
    const done = transaction.insertIfPresent(name, ctx.row!, required, getAbsent(op, ctx));
    const after = ctx.after;
    return then(done, (result) => (result === 'check first' ? inTurn(ctx) : refuse(result, after)));
  };
}
