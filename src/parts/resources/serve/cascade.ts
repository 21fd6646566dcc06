import type { CompiledResource } from '../../../contracts/compiled.ts';
import type { OperationContext } from '../../../contracts/operation-context.ts';
import type { Draft, FieldError, MaybePromise, RecordValue, Row } from '../../../contracts/record.ts';
import type { Refusal } from '../../../contracts/refusal.ts';
import type { RequestContext } from '../../../contracts/request-context.ts';
import { listBindingTransitions } from '../../../plan/kinds.ts';
import { listRows } from '../../../plan/records/binding-rows.ts';
import { collectReadRefs } from '../../../plan/records/neighbours.ts';
import { asksQuestions } from '../../../plan/records/questions.ts';
import { rehearse } from '../../states/serve/choose.ts';
import { createOtherEffects } from '../../states/serve/others.ts';
import { isTakenFrom, listCompiledRows } from '../../states/serve/rows.ts';
import { createMomentAssigner } from './assign.ts';
import { createAnswering } from './questions.ts';
import { createRefsLoader } from './refs.ts';

/** How the records of one resource are changed that follow another's deletion. */
export interface Cascade {
  /** What is given of one of them: the caller and the transaction are those of the deletion, the record before is its own. */
  of(ctx: RequestContext, row: Row, before: RecordValue): RequestContext;
  /** Looks up what its rows and rules read through references, as they hang on the record. */
  look(own: RequestContext, record: RecordValue): MaybePromise<void>;
  /**
   * Takes the rows of `update` or `delete`: `may` if there are none, or one whose guard holds has done its effect in `into`;
   * `may not` if one forbids it or needs what is not there. A row that keeps the record as gone moves it in `into`: `kept`;
   * without `into` it is `may not`.
   */
  take(own: RequestContext, kind: Followed, record: RecordValue, into: Draft | undefined): Promise<Taken>;
  /** Does the effects on other records of the rows that were taken; `may not` if one of them is refused. */
  others(ctx: RequestContext, own: RequestContext, record: RecordValue): Promise<'may' | 'may not'>;
  /**
   * Runs the hook of `update` or `delete`: its refusal, or the row as the hook left it. `after`: the record as it will be or is, undefined where
   * it will be erased.
   */
  hook(
    ctx: RequestContext,
    kind: Followed,
    changed: { readonly row: Row; readonly before: RecordValue; readonly after: RecordValue | undefined },
  ): Promise<{ readonly refusal: Refusal } | { readonly row: Row }>;
  /** Completes and validates the record after the change and gives its row; undefined if it breaks a rule of its own. */
  row(own: RequestContext, after: Draft): Promise<Row | undefined>;
}

/** What the rows of `update` or `delete` say. */
export type Taken = 'may' | 'may not' | 'kept';

type Followed = 'delete' | 'update';

const followed = new Set([...listBindingTransitions('delete'), ...listBindingTransitions('update')]);

/** Makes it for the records of one resource. */
export function createCascade(
  op: Pick<OperationContext, 'plan' | 'compiled' | 'store' | 'platform' | 'inner' | 'hookedChanges'>,
  resource: CompiledResource,
): Cascade {
  const { plan } = resource;
  const rows = listRows(plan).filter(({ name }) => followed.has(name));
  const moments = plan.fields.filter((field) => field.state === true).length;
  const asking = new Set([...plan.rules.keys()].filter((at) => asksQuestions(plan.rules[at])));
  const answering = createAnswering(op.store);
  const byIdentity = op.store.prepare({
    resource: plan.name,
    conditions: [{ kind: 'equal', field: plan.identity }],
  });
  const look = createRefsLoader(collectReadRefs(plan.rules, rows), op);
  const perform = createOtherEffects({ ...op, answering }, resource);
  return {
    of({ caller, now, transaction }, row, before) {
      const since = row.slice(1, 1 + moments);
      return { caller, now, transaction, row, since, before, input: {}, fields: {}, parameters: {}, refs: {} } as never;
    },
    look,
    take: (own, kind, record, into) => take(resource, answering, own, kind, record, into),
    async others(ctx, own, record) {
      if (own.taken === undefined) return 'may';
      return (await perform({ ctx, own, record }, own.taken)) === undefined ? 'may' : 'may not';
    },
    async hook(ctx, kind, { row, before, after }) {
      const hooked = await op.inner().of(kind, plan.name).hook?.({ ctx, row, before, after });
      if (hooked?.refusal !== undefined) return { refusal: hooked.refusal };
      if (hooked?.wrote !== true) return { row };
      const found = await ctx.transaction!.bind(byIdentity).one({ conditions: [before[plan.identity]], now: ctx.now });
      if (found === undefined) throw new Error(`the hook within ${kind} ${plan.name} deleted its record`);
      return { row: found };
    },
    async row(own, after) {
      await look(own, after);
      for (const field of plan.fields) {
        if (field.assignedOnUpdate === true) after[field.name] = createMomentAssigner(field)(own.now);
      }
      const fieldErrors: FieldError[] = [];
      resource.compute(after, fieldErrors);
      resource.validate(after, fieldErrors);
      if (fieldErrors.length > 0 || !satisfiesStates(plan, after)) return undefined;
      if (!resource.rules.every((rule, at) => asking.has(at) || rule(after, own.before, own))) return undefined;
      return resource.toRow(after, Number(own.row![0]) + 1, own.since!);
    },
  };
}

async function take(
  resource: CompiledResource,
  answering: OperationContext['answering'],
  own: RequestContext,
  kind: Followed,
  record: RecordValue,
  into: Draft | undefined,
): Promise<Taken> {
  let taken: Taken = 'may';
  for (const { field, moment, rows } of listCompiledRows(resource, { kind })) {
    if (into === record) resource.compute(into, []);
    const state = field === undefined ? undefined : (own.before![field] as string);
    const row = await answering(rows.map(({ plan }) => plan.guard))(own, () =>
      rows.find(({ plan, code }) => isTakenFrom(plan, field, state) && code.guard(own, record)),
    );
    if (row === undefined) return 'may not';
    const { to, effects, others } = row.plan;
    if (others !== undefined) {
      own.taken ??= [];
      own.taken.push(row.plan);
    }
    if (into === undefined) {
      if (to.kind === 'state') return 'may not';
      continue;
    }
    if (effects.length > 0) {
      const fieldErrors: FieldError[] = [];
      const next = (of: string, within: readonly unknown[]): MaybePromise<number> =>
        own.transaction!.next(resource.plan.name, of, within);
      const perform = () => row.code.effect(own, record, into, next, fieldErrors);
      await answering(effects)(own, () => rehearse(row, own, record), perform);
      if (fieldErrors.length > 0) return 'may not';
    }
    if (to.kind !== 'state' || field === undefined) continue;
    into[field] = to.state;
    own.since![moment] = own.now;
    taken = 'kept';
  }
  return taken;
}

/** Whether a record has what its states require, and lacks what they forbid. */
function satisfiesStates(plan: CompiledResource['plan'], record: RecordValue): boolean {
  return plan.machines.every(({ field, matrix }) =>
    matrix.every(({ field: name, cells }) => {
      const cell = field === undefined ? undefined : cells[record[field] as string];
      const there = record[name] !== undefined && record[name] !== null;
      return cell === 'required' ? there : cell !== 'absent' || !there;
    }),
  );
}
