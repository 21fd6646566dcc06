import type { StepDefinition, StepFacts, StepLine, StepsOf } from '../../../contracts/definition.ts';
import { then } from '../../../contracts/maybe-promise.ts';
import type { OperationContext } from '../../../contracts/operation-context.ts';
import type { MaybePromise } from '../../../contracts/record.ts';
import type { Refusal } from '../../../contracts/refusal.ts';
import type { Step } from '../../../contracts/step.ts';
import { mayRunHook } from '../../../plan/hooks/hooked-changes.ts';
import { type OperationPlan, ofItsKind, type RefusalPlan } from '../../../plan/operation.ts';
import type { StepName } from '../../../plan/order.ts';
import { listBindingRows } from '../../../plan/records/binding-rows.ts';
import { listReadResources } from '../../../plan/records/neighbours.ts';
import { listRunEffects, listTouched, listWrittenResources } from '../../../plan/records/written.ts';
import type { EffectPlan, OtherEffectPlan, TransitionPlan } from '../../../plan/resource.ts';
import { memo } from '../../../text/memo.ts';
import { present } from '../../../text/present.ts';
import { getRefusalSubject } from '../../errors/choose.ts';
import { findCondition } from '../../errors/conditions/index.ts';
import { buildBareInnerPlans, isInner } from '../../plan/bare-inner-plan.ts';
import { createOtherEffects } from '../serve/others.ts';

/** Does the effects of the row that was taken on other records, once the record itself is stored. */
export const others: StepDefinition = {
  plan: (facts, stepsOf) => (facts.operation.kind === 'delete' ? [] : listRequestLines(facts, stepsOf)),
  create: createEffects,
};

/** Does the effects of a deletion on other records while the record is still there. */
export const othersFirst: StepDefinition = {
  plan: (facts, stepsOf) => (facts.operation.kind === 'delete' ? listRequestLines(facts, stepsOf) : []),
  create: createEffects,
};

function listRequestLines(facts: StepFacts, stepsOf: StepsOf): readonly StepLine[] {
  const { resource, operation } = facts;
  if (resource === undefined) return [];
  return listBindingRows(resource, operation).flatMap(({ rows }) => listOtherLines(facts, rows, stepsOf));
}

/** The effects of rows on other records, each with the refusals of what it runs. */
export function listOtherLines(
  { plan }: Pick<StepFacts, 'plan'>,
  rows: readonly TransitionPlan[],
  stepsOf: StepsOf,
): readonly StepLine[] {
  return rows.flatMap(({ others: effects = [] }) =>
    effects.map((effect) => ({
      words: `do \`${effect.words}\``,
      refusals: listRefusals(plan, effect, stepsOf),
      line: effect.line,
    })),
  );
}

const innerPlans = memo((plan: StepFacts['plan']) =>
  Map.groupBy(buildBareInnerPlans(plan), ({ plan: { kind, verb, resource } }) => `${verb ?? kind} ${resource}`),
);

/** The operations whose refusals are being listed: in a document with that error, effects lead back to themselves. */
const listing = new Set<string>();

function listRefusals(plan: StepFacts['plan'], effect: OtherEffectPlan, stepsOf: StepsOf): readonly RefusalPlan[] {
  const all: RefusalPlan[] = [{ condition: 'invalid input' }];
  for (const { verb, resource, values } of listRunEffects([effect]))
    all.push(...listInnerRefusals(plan, verb, resource, stepsOf, values));
  return [...new Map(all.map((refusal) => [JSON.stringify(refusal), refusal])).values()];
}

/** Lists the refusals of an operation that runs inside another; of an update `values` are what it sets. */
function listInnerRefusals(
  plan: StepFacts['plan'],
  verb: string,
  resource: string,
  stepsOf: StepsOf,
  values: readonly EffectPlan[] = [],
  counts: (step: StepName) => boolean = isInner,
): readonly RefusalPlan[] {
  const key = `${verb} ${resource}`;
  const [inner] = innerPlans(plan).get(key) ?? [];
  if (inner === undefined || listing.has(key)) return [];
  listing.add(key);
  const operation = verb === 'update' ? keepFields(inner.plan, values) : inner.plan;
  const subject = present(getRefusalSubject(operation));
  const of = plan.resources.find(({ name }) => name === resource);
  const all = stepsOf({ plan, operation, resource: of })
    .filter(({ step }) => counts(step))
    .flatMap(({ lines }) => lines.flatMap(({ refusals = [] }) => refusals))
    .map((refusal) => ({ called: operation.name, ...subject, ...refusal }));
  listing.delete(key);
  return all;
}

/** The steps that may refuse a session: the service gives its values, and finds it. */
const stepsOfSessions: ReadonlySet<StepName> = new Set([
  'states/choose',
  'resources/rules',
  'resources/asking-rules',
  'resources/write',
  'states/others',
  'states/others-first',
  'endpoints/within',
  'endpoints/within-first',
]);

/** Lists the refusals of sessions that an operation begins or ends. */
export function listSessionRefusals(
  plan: StepFacts['plan'],
  verb: 'create' | 'delete',
  sessions: string,
  stepsOf: StepsOf,
): readonly RefusalPlan[] {
  const all = listInnerRefusals(plan, verb, sessions, stepsOf, [], (step) => stepsOfSessions.has(step));
  return [...new Map(all.map((refusal) => [JSON.stringify(refusal), refusal])).values()];
}

/** Lists the refusals of a record that a sign in creates, whose values the service gives. */
export function listCreatedRefusals(
  plan: StepFacts['plan'],
  resource: string,
  stepsOf: StepsOf,
): readonly RefusalPlan[] {
  const all = listInnerRefusals(plan, 'create', resource, stepsOf, [], (step) => stepsOfSessions.has(step));
  return [
    ...new Map(
      all
        .filter(({ condition }) => {
          const { ofValues, collides } = findCondition(condition) ?? {};
          return ofValues !== true && collides !== true;
        })
        .map((refusal) => [JSON.stringify(refusal), refusal]),
    ).values(),
  ];
}

/** The update that an effect runs: it changes the fields that the effect sets. */
function keepFields(operation: OperationPlan, values: readonly EffectPlan[]): OperationPlan {
  const { input } = operation;
  if (input?.kind !== 'object') return operation;
  const set = new Set(values.map(({ path }) => path[0]));
  return ofItsKind({ ...operation, input: { ...input, members: input.members.filter(({ name }) => set.has(name)) } });
}

function createEffects(op: OperationContext): Step {
  const perform = createOtherEffects(op, op.resource!);
  const { kind } = op.operation;
  const resource = op.resource!;
  const { name, identity, machines } = resource.plan;
  const readsAfter = kind === 'create' || kind === 'update' || kind === 'replace';
  const byIdentity = op.store.prepare({ resource: name, conditions: [{ kind: 'equal', field: identity }] });
  const rows = machines.flatMap(({ transitions }) => transitions);
  const written = [...listWrittenResources(op.plan, rows)];
  const isHooked = mayRunHook(op.plan, op.operation, op.hookedChanges);
  const mayChangeOwn =
    kind !== 'delete' && (isHooked || written.includes(name) || listTouched(op.plan, written).has(name));
  // Responses may read through refs the records that the effects changed.
  const changed = new Set([...written, ...listTouched(op.plan, written)]);
  const again = isHooked || listReadResources(op.operation.refs).some((of) => changed.has(of));
  return (ctx) => {
    const { taken } = ctx;
    if (taken === undefined) return undefined;
    const record = (readsAfter ? ctx.after : ctx.before)!;
    const settle = (): MaybePromise<undefined> =>
      again ? then(op.loadRefs(ctx, (ctx.after ?? ctx.before)!), () => undefined) : undefined;
    return perform({ ctx, own: ctx, record }, taken).then((refusal) => {
      if (refusal !== undefined) return refusal;
      if (!mayChangeOwn) return settle();
      const found = ctx.transaction!.bind(byIdentity).one({ conditions: [ctx.after![identity]], now: ctx.now });
      return then(found, (row) => {
        if (row === undefined) return refuseItself(taken);
        ctx.row = row;
        ctx.after = { ...resource.toRecord(row) };
        return settle();
      });
    });
  };
}

/** The effects deleted the record of the request itself. */
function refuseItself([row]: readonly TransitionPlan[]): Refusal {
  const { line } = row!;
  const message = 'would delete the record itself';
  return { condition: 'invalid input', fields: [{ pointer: '', problem: 'constraint', message, line }], line };
}
