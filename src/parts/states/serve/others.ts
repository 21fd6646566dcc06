import type { CompiledOther, CompiledResource, OtherValue } from '../../../contracts/compiled.ts';
import type { OperationContext } from '../../../contracts/operation-context.ts';
import type { FieldError, RecordValue } from '../../../contracts/record.ts';
import type { Refusal } from '../../../contracts/refusal.ts';
import type { RequestContext } from '../../../contracts/request-context.ts';
import type { PreparedQuery } from '../../../contracts/store.ts';
import { formatPointer } from '../../../plan/fields/json-pointer.ts';
import { buildNotGoneConditions } from '../../../plan/records/gone.ts';
import { collectReadRefs, collectVariableRefs } from '../../../plan/records/neighbours.ts';
import { clearAt, setAt } from '../../../plan/records/setting.ts';
import { listRunEffects, listTouched } from '../../../plan/records/written.ts';
import {
  type OtherEffectPlan,
  onceVariable,
  type ResourcePlan,
  type TransitionPlan,
  targetVariable,
} from '../../../plan/resource.ts';
import { compareCodePoints } from '../../../text/code-points.ts';
import { createRefsLoader } from '../../resources/serve/refs.ts';
import { createTargetLocks } from '../../resources/serve/target-locks.ts';
import { createSentFinder, describeRefusal } from './sent-values.ts';

/** The most records that one `each` changes. */
export const mostChanged = 1000;
/** The most effects of one request, with those of its effects: an `each` in an `each` would do a million. */
const mostEffects = 10_000;

/** The input of an effect: the request, the record that its expressions read, and the variables around it. */
interface Doing {
  /** The request in whose transaction it is done. */
  readonly ctx: RequestContext;
  /** The request as the expressions of the row read it. */
  readonly own: RequestContext;
  readonly record: RecordValue;
  /** Records and items of lists. */
  readonly variables: Readonly<Record<string, unknown>>;
  /** Where in the request the items of lists are that variables hold, as JSON Pointers. */
  readonly sent: Readonly<Record<string, string>>;
  /** Whether an effect was done before: the records that expressions read through refs may have changed since they were loaded. */
  readonly earlier: { any: boolean };
}

type Do = (doing: Doing) => Promise<Refusal | undefined>;

type Making = Pick<OperationContext, 'plan' | 'compiled' | 'store' | 'inner' | 'answering' | 'hookedChanges'> &
  Partial<Pick<OperationContext, 'operation'>>;

/** Does the effects of rows on other records, in their order; the first refusal ends it. */
export type OtherEffects = (
  doing: Omit<Doing, 'variables' | 'sent' | 'earlier'>,
  rows: readonly TransitionPlan[],
) => Promise<Refusal | undefined>;

/** Creates what does the effects of a resource's rows on other records. */
export function createOtherEffects(
  op: Making,
  { plan: { machines }, machines: codes }: CompiledResource,
): OtherEffects {
  const works = new Map<TransitionPlan, readonly Do[]>();
  for (const [m, { transitions }] of machines.entries())
    for (const [at, row] of transitions.entries()) {
      const { others } = codes[m]!.rows[at]!;
      if (row.others !== undefined)
        works.set(
          row,
          row.others.map((plan, of) => createWork(op, plan, others[of]!, [])),
        );
    }
  const locks = new Map([...works.keys()].map((row) => [row, createTargetLocks(op, [row])]));
  return async (doing, rows) => {
    for (const row of rows) await locks.get(row)?.(doing.ctx, doing.record);
    const earlier = { any: false };
    for (const row of rows) {
      for (const work of works.get(row)!) {
        const refusal = await work({ ...doing, variables: {}, sent: {}, earlier });
        if (refusal !== undefined) return refusal;
      }
    }
    return undefined;
  };
}

/** `around`: the variables of the `each` around it. */
function createWork(op: Making, plan: OtherEffectPlan, code: CompiledOther, around: readonly string[]): Do {
  if (plan.kind === 'each') return createEach(op, plan, code, around);
  if (plan.kind === 'items') return createItems(op, plan, code, around);
  return createRun(op, plan, code, around);
}

/** Loads again, once effects were done, what expressions read through refs of the record and of the variables around them. */
function createRefresh(
  op: Making,
  read: readonly unknown[],
  around: readonly string[],
): (doing: Doing) => Promise<void> {
  const refs = collectReadRefs(...read);
  const ofRecord = refs.length === 0 ? undefined : createRefsLoader(refs, op);
  const ofVariables = around.flatMap((variable) => {
    const held = collectVariableRefs(read, variable);
    return held.length === 0 ? [] : [{ variable, load: createRefsLoader(held, op) }];
  });
  return async ({ own, record, variables, earlier }) => {
    if (!earlier.any) return;
    await ofRecord?.(own, record);
    for (const { variable, load } of ofVariables) await load(own, variables[variable] as RecordValue);
  };
}

/** Finds records, in the order of their identities, and does an effect with each. */
function createEach(
  op: Making,
  { of, effect, line }: OtherEffectPlan & { readonly kind: 'each' },
  code: CompiledOther,
  around: readonly string[],
): Do {
  const { variable, resource, where, asked, findMissing, effect: inner } = code.each!;
  const other = op.compiled.resources.get(resource)!;
  const alive = buildNotGoneConditions(other.plan);
  // Without an order the store reads along the index of the question.
  const query = op.store.prepare({ resource, conditions: [{ kind: 'where', holds: where }, ...alive] });
  const load = createRefsLoader(collectVariableRefs(effect, variable), op);
  const work = createWork(op, effect, inner, [...around, variable]);
  const refresh = createRefresh(op, [of], around);
  // The effect on one record may change the others, or take them along.
  const changed = listRunEffects([effect]).map((run) => run.resource);
  const mayChange =
    op.hookedChanges.size > 0 || changed.includes(resource) || listTouched(op.plan, changed).has(resource);
  const again = op.store.prepare({
    resource,
    conditions: [{ kind: 'where', holds: where }, ...alive, { kind: 'equal', field: other.plan.identity }],
  });
  const answer = op.answering(of);
  const message = `would change more than ${mostChanged} records of ${resource}`;
  const tooMany = refuseField({ pointer: '', problem: 'constraint', message, line });
  const places = asked.map(createSentFinder(op));
  const failed = (pointer = ''): Refusal =>
    refuseField({ pointer, problem: 'constraint', message: `the condition for ${resource} cannot be computed`, line });
  return async (doing) => {
    const { own, record, variables, ctx } = doing;
    await refresh(doing);
    const given = await answer(own, () => code.values.map((value) => value(own, record, variables)));
    const missing = findMissing(given);
    if (missing !== undefined) return failed(places[missing]!(doing));
    const conditions = [given.map((value) => value?.value), ...alive.map(() => undefined)];
    const found = await ctx.transaction!.bind(query).many({ conditions, now: ctx.now, limit: mostChanged + 1 });
    if (found.rows.length > mostChanged) return tooMany;
    const items = sortByIdentity(found.rows.map(other.toRecord), other.plan);
    for (const [i, stored] of items.entries()) {
      ctx.requireTime();
      let item = stored;
      if (i > 0 && mayChange) {
        const values = { conditions: [...conditions, item[other.plan.identity]], now: ctx.now };
        const fresh = await ctx.transaction!.bind(again).one(values);
        if (fresh === undefined) continue;
        item = other.toRecord(fresh);
      }
      await load(own, item);
      const refusal = await work({ ...doing, variables: { ...variables, [variable]: item } });
      if (refusal !== undefined) return refusal;
    }
    return undefined;
  };
}

function sortByIdentity(records: readonly RecordValue[], { identity }: ResourcePlan): readonly RecordValue[] {
  return records.toSorted(({ [identity]: left }, { [identity]: right }) => {
    if (typeof left === 'string' && typeof right === 'string') return compareCodePoints(left, right);
    return (left as number | bigint) < (right as number | bigint) ? -1 : 1;
  });
}

/** Does an effect for each item of a list, in their order. */
function createItems(
  op: Making,
  { list, where, effect, variable, line }: OtherEffectPlan & { readonly kind: 'items' },
  code: CompiledOther,
  around: readonly string[],
): Do {
  const [ofList, ofItem] = code.values;
  const work = createWork(op, effect, code.items!.effect, [...around, variable]);
  const load = createRefsLoader(collectVariableRefs([where, effect], variable), op);
  const refresh = createRefresh(op, [list, where], around);
  const findSent = createSentFinder(op)(list);
  const [answer, answerItem] = [op.answering(list), op.answering(where)];
  const message = `has more than ${mostChanged} items`;
  const what = variable === onceVariable ? 'the condition of an effect' : 'the condition for an item';
  const failed = (pointer = ''): Refusal =>
    refuseField({ pointer, problem: 'constraint', message: `${what} cannot be computed`, line });
  return async (doing) => {
    const { own, record, variables, ctx } = doing;
    await refresh(doing);
    const found = await answer(own, () => ofList!(own, record, variables));
    const items = (found?.value ?? []) as readonly unknown[];
    const place = findSent(doing);
    if (items.length > mostChanged) return refuseField({ pointer: place ?? '', problem: 'constraint', message, line });
    for (const [i, item] of items.entries()) {
      ctx.requireTime();
      const inside = { ...variables, [variable]: item };
      const sent = place === undefined ? doing.sent : { ...doing.sent, [variable]: `${place}/${i}` };
      await load(own, item as RecordValue);
      if (ofItem !== undefined) {
        const holds = (await answerItem(own, () => ofItem(own, record, inside)))?.value;
        if (holds === undefined) return failed(place && `${place}/${i}`);
        if (holds !== true) continue;
      }
      const refusal = await work({ ...doing, variables: inside, sent });
      if (refusal !== undefined) return refusal;
    }
    return undefined;
  };
}

/** Runs an operation of the other record, with the rights of the service. */
function createRun(
  op: Making,
  plan: OtherEffectPlan & { readonly kind: 'run' },
  code: CompiledOther,
  around: readonly string[],
): Do {
  const { verb, resource, line } = plan;
  const { plan: other, toRecord } = op.compiled.resources.get(resource)!;
  const byIdentity = op.store.prepare({ resource, conditions: [{ kind: 'equal', field: other.identity }] });
  const find = createFinder(byIdentity, toRecord);
  const load = createRefsLoader(collectVariableRefs(plan.values, targetVariable), op);
  const answer = op.answering(plan.target, plan.values);
  const refresh = createRefresh(op, [plan.target, plan.values], around);
  const isStored = verb === 'create' || verb === 'update';
  const isOptional = plan.values.length > 0 && plan.values.every(({ ifPresent }) => ifPresent === true);
  const places = plan.values.map(({ path, value }) => ({
    pointer: formatPointer(path),
    find: createSentFinder(op)(value),
  }));
  const readsTarget = plan.target !== undefined && plan.values.length > 0;
  const message = `would do more than ${mostEffects} effects`;
  const tooMany = refuseField({ pointer: '', problem: 'constraint', message, line });
  return async (doing) => {
    const { ctx, own, record } = doing;
    if (++ctx.root.effects > mostEffects) return tooMany;
    const evaluate = (value: OtherValue, variables: Doing['variables']) =>
      answer(own, () => value(own, record, variables));
    await refresh(doing);
    const id = code.target === undefined ? undefined : (await evaluate(code.target, doing.variables))?.value;
    const failed = (path: readonly string[], at = line): Refusal => {
      const message = `${[resource, ...path].join('.')} cannot be computed`;
      return refuseField({ pointer: '', problem: 'constraint', message, line: at });
    };
    if (code.target !== undefined && (id === undefined || id === null)) return isOptional ? undefined : failed([]);
    let { variables } = doing;
    const before = readsTarget ? await find(ctx, id) : undefined;
    if (before !== undefined) {
      variables = { ...variables, [targetVariable]: before };
      await load(own, before);
    }
    const input: Record<string, unknown> = {};
    // Without the record the operation itself says that it is not there.
    const values = readsTarget && before === undefined ? [] : plan.values;
    for (const [at, { path, line: of, ifPresent, clears }] of values.entries()) {
      const result = await evaluate(code.values[at]!, variables);
      const isAbsent = result?.value === undefined;
      if (result !== undefined && isAbsent && ifPresent === true) continue;
      if (isAbsent) return failed(path, of);
      // A new record has no value that null removes: it is left out.
      if (clears === true && result.value === null && verb === 'create') continue;
      const [name = ''] = path;
      if (path.length > 1 && !Object.hasOwn(input, name)) input[name] = before?.[name];
      if (clears === true && result.value === null && path.length > 1) clearAt(input, path);
      else setAt(input, path, result.value);
    }
    const done = await op
      .inner()
      .of(verb, resource)
      .run({ ctx, id, input, checked: !isStored, whole: true, asService: true });
    doing.earlier.any = true;
    if (!('refusal' in done)) return undefined;
    const sent = places.flatMap(({ pointer, find: findSent }) => {
      const place = findSent(doing);
      return place === undefined ? [] : [{ pointer, place }];
    });
    return describeRefusal(done, sent);
  };
}

function refuseField(field: FieldError): Refusal {
  return { condition: 'invalid input', fields: [field], ...(field.line === undefined ? {} : { line: field.line }) };
}

function createFinder(query: PreparedQuery, toRecord: CompiledResource['toRecord']) {
  return async (ctx: RequestContext, id: unknown): Promise<RecordValue | undefined> => {
    const row = await ctx.transaction!.bind(query).one({ conditions: [id], now: ctx.now });
    return row && toRecord(row);
  };
}
