import type { CompiledResource } from '../../../contracts/compiled.ts';
import { then } from '../../../contracts/maybe-promise.ts';
import type { OperationContext } from '../../../contracts/operation-context.ts';
import type { MaybePromise, RecordValue } from '../../../contracts/record.ts';
import type { Refusal } from '../../../contracts/refusal.ts';
import type { RequestContext } from '../../../contracts/request-context.ts';
import type { Step } from '../../../contracts/step.ts';
import { listGoneStates } from '../../../plan/records/gone.ts';
import { createLateRuleTest } from '../../../plan/records/late-rules.ts';
import { collectReadRefs } from '../../../plan/records/neighbours.ts';
import { asksQuestions, listRulesOfParents } from '../../../plan/records/questions.ts';
import type { ResourcePlan } from '../../../plan/resource.ts';
import { writesRecord } from '../serve.ts';
import { createRefsLoader } from './refs.ts';

/** A record as it was and as it is; undefined where there was, or is, none. */
interface Changed {
  readonly before: RecordValue | undefined;
  readonly after: RecordValue | undefined;
}

/** The rules that a changed record can break: its own, and those of records that it refers to. */
interface Checks {
  readonly own: readonly ((ctx: RequestContext, changed: Changed) => MaybePromise<Refusal | undefined>)[];
  readonly parents: readonly ParentCheck[];
}

interface ParentCheck {
  /** The field that names the record with the rule. */
  readonly field: string;
  check(ctx: RequestContext, id: unknown): MaybePromise<Refusal | undefined>;
}

/** Creates the step that tests the rules that ask about other records, of a written record and of the records that a deletion changed. */
export function createAskingRules(op: OperationContext): Step {
  const resource = op.resource!;
  const { name } = resource.plan;
  // A record that becomes gone is asked about no more, and no rule of its own asks for it.
  const isWritten = op.operation.kind !== 'delete' && writesRecord(op.operation, resource.plan);
  const checks: Checks = {
    own: isWritten ? createOwnChecks(op, resource) : [],
    parents: createParentChecks(op, name),
  };
  const followers = createFollowerChecks(op);
  return (ctx) => {
    const erased = op.operation.kind === 'delete' && !ctx.softDeleted;
    const changed = { before: ctx.before, after: erased ? undefined : (ctx.after ?? ctx.before) };
    const cascaded = followers === undefined ? [] : (ctx.cascaded ?? []);
    const followed = [...Map.groupBy(cascaded, ({ resource: of }) => of)].map(([of, writes]) => {
      const { toRecord } = op.compiled.resources.get(of)!;
      const all = writes.map(({ kind, row, was }): Changed => {
        return { before: toRecord(was), after: kind === 'delete' && row === was ? undefined : toRecord(row) };
      });
      return { checks: followers!(of), all };
    });
    return firstRefusal(
      [{ checks, all: [changed] }, ...followed].flatMap((each) => listTests(ctx, each.checks, each.all)),
    );
  };
}

/** The tests of changed records of a resource: the rule of a record to which many of them refer is tested once. */
function listTests(
  ctx: RequestContext,
  { own, parents }: Checks,
  all: readonly Changed[],
): readonly (() => MaybePromise<Refusal | undefined>)[] {
  return [
    ...all.flatMap((changed) => own.map((check) => () => check(ctx, changed))),
    ...parents.flatMap(({ field, check }) => {
      const named = all.flatMap(({ before, after }) => [before?.[field], after?.[field]]);
      return [...new Set(named)].flatMap((id) => (id === undefined || id === null ? [] : [() => check(ctx, id)]));
    }),
  ];
}

function firstRefusal(checks: readonly (() => MaybePromise<Refusal | undefined>)[]): MaybePromise<Refusal | undefined> {
  for (const [at, check] of checks.entries()) {
    const outcome = check();
    if (outcome instanceof Promise) return outcome.then((refusal) => refusal ?? firstRefusal(checks.slice(at + 1)));
    if (outcome !== undefined) return outcome;
  }
  return undefined;
}

/** The rules of a resource itself. */
function createOwnChecks(op: OperationContext, { plan, rules }: CompiledResource, follows?: 'follows'): Checks['own'] {
  const isLate = follows === undefined ? createLateRuleTest(op.plan, op.operation, plan) : asksQuestions;
  return plan.rules.flatMap((rule, at): Checks['own'] => {
    if (!isLate(rule)) return [];
    const answer = op.answering(rule);
    const refusal = createRefusal(plan, at);
    // The references of the record of the operation are loaded already, unlike those of records that follow a deletion.
    const load = follows === undefined ? undefined : createRefsLoader(collectReadRefs(rule), op);
    return [
      (ctx, { before, after }) => {
        if (after === undefined || isGone(plan, after)) return undefined;
        const loaded = load?.(ctx, after);
        const holds = then(loaded, () => answer(ctx, () => rules[at]!(after, before, ctx)));
        return then(holds, (is) => (is ? undefined : refusal));
      },
    ];
  });
}

function createRefusal({ name, rules }: ResourcePlan, at: number): Refusal {
  const { error, line } = rules[at]!;
  return { condition: 'rule broken', resource: name, ...(error === undefined ? {} : { named: error }), line };
}

/** The rules of the records that a changed record referred to and refers to. */
function createParentChecks(op: OperationContext, child: string): readonly ParentCheck[] {
  const { plan, compiled, store } = op;
  return listRulesOfParents(plan.resources, child).map(({ of, at, field }): ParentCheck => {
    const code = compiled.resources.get(of.name)!;
    const query = store.prepare({ resource: of.name, conditions: [{ kind: 'equal', field: of.identity }] });
    const load = createRefsLoader(collectReadRefs(of.rules[at]), op);
    const answer = op.answering(of.rules[at]);
    const refusal = createRefusal(of, at);
    const check: ParentCheck['check'] = (ctx, id) =>
      then(ctx.transaction!.bind(query).one({ conditions: [id], now: ctx.now }), (row) => {
        const record = row && code.toRecord(row);
        if (record === undefined || isGone(of, record)) return undefined;
        const loaded = load(ctx, record);
        const holds = then(loaded, () => answer(ctx, () => code.rules[at]!(record, record, ctx)));
        return then(holds, (is) => (is ? undefined : refusal));
      });
    return { field, check };
  });
}

/** The checks of records that follow a deletion; undefined where nothing can follow it. */
function createFollowerChecks(op: OperationContext): ((resource: string) => Checks) | undefined {
  if (op.operation.kind !== 'delete') return undefined;
  const known = new Map<string, Checks>();
  return (name) => {
    const checks = known.get(name) ?? {
      own: createOwnChecks(op, op.compiled.resources.get(name)!, 'follows'),
      parents: createParentChecks(op, name),
    };
    known.set(name, checks);
    return checks;
  };
}

function isGone(plan: ResourcePlan, record: RecordValue): boolean {
  return listGoneStates(plan).some(({ field, states }) => states.includes(record[field] as string));
}
