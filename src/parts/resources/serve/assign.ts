import { then } from '../../../contracts/maybe-promise.ts';
import type { OperationContext } from '../../../contracts/operation-context.ts';
import type { Draft } from '../../../contracts/record.ts';
import type { Refusal } from '../../../contracts/refusal.ts';
import type { RequestContext } from '../../../contracts/request-context.ts';
import type { Step } from '../../../contracts/step.ts';
import { findOnlyInitialState } from '../../../plan/records/initial-states.ts';
import { findRefField } from '../../../plan/records/neighbours.ts';
import type { FieldPlan } from '../../../plan/resource.ts';
import { formatIso } from '../formats/date-time.ts';
import { formatOf } from '../formats/index.ts';

/** Gives a new record one of the values that are the service's own. */
export type Assign = (draft: Draft, ctx: RequestContext) => Refusal | undefined | Promise<undefined>;

/** Gives the values that are the service's own at creation: identities, moments, numbers, the caller's, defaults, states. */
export function createAssignment(op: OperationContext): Step {
  const resource = op.resource!;
  const moments = resource.plan.fields.filter((field) => field.state === true).length;
  const atOnce: Assign[] = [];
  const numbers: Assign[] = [];
  for (const field of resource.plan.fields) {
    const assign = createAssigner(op, field);
    if (assign === undefined) continue;
    if (field.assigned?.by === 'sequence') numbers.push(assign);
    else atOnce.push(assign);
  }
  const assign: Step = (ctx) => {
    const draft = ctx.after!;
    for (let i = 0; i < atOnce.length; i++) {
      const refusal = atOnce[i]!(draft, ctx);
      if (refusal !== undefined) return refusal as Refusal;
    }
    if (moments > 0) ctx.since = repeat(ctx.now, moments);
    return numbers.length === 0 ? undefined : assignSequentially(numbers, draft, ctx, 0);
  };
  const load = refersOf(op, resource.plan.fields);
  return (ctx) => {
    const done = assign(ctx);
    return then(done, (refusal) => refusal ?? load?.(ctx));
  };
}

/** A loop costs less than `fill`. */
function repeat(moment: number, count: number): number[] {
  const all = [moment];
  while (all.length < count) all.push(moment);
  return all;
}

/** What looks up the records that the service itself has named, where expressions read them. */
function refersOf(
  { operation, loadRefs }: OperationContext,
  fields: readonly FieldPlan[],
): ((ctx: RequestContext) => undefined | Promise<undefined>) | undefined {
  const read = new Set<string | undefined>(operation.refs.map(findRefField));
  const own = fields.some(({ name, assigned, default: otherwise }) => {
    return read.has(name) && (assigned !== undefined || otherwise !== undefined);
  });
  if (!own) return undefined;
  return (ctx) => {
    const loaded = loadRefs(ctx, ctx.after!);
    return then(loaded, () => undefined);
  };
}

function assignSequentially(all: readonly Assign[], draft: Draft, ctx: RequestContext, from: number): ReturnType<Step> {
  for (let i = from; i < all.length; i++) {
    const done = all[i]!(draft, ctx);
    if (done instanceof Promise) return done.then(() => assignSequentially(all, draft, ctx, i + 1));
    if (done !== undefined) return done;
  }
  return undefined;
}

/** Creates what assigns a field at creation; undefined if only clients give its value. */
export function createAssigner(op: OperationContext, field: FieldPlan): Assign | undefined {
  const { name, assigned } = field;
  if (field.state === true) return stateAssigner(op, name);
  if (field.assignedOnUpdate === true || assigned?.by === 'clock') {
    const moment = createMomentAssigner(field);
    return (draft, ctx) => {
      draft[name] = moment(ctx.now);
      return undefined;
    };
  }
  switch (assigned?.by) {
    case 'format':
      return formatAssigner(op, field);
    case 'caller':
      return createCallerAssigner(field, assigned.attribute);
    case 'sequence': {
      const resource = op.resource!.plan.name;
      const whole = createRecordCompleter(op, assigned.within);
      return (draft, ctx) => {
        const known = whole(draft);
        const within = assigned.within.map((fieldName) => known[fieldName]);
        const number = ctx.transaction!.next(resource, name, within);
        const put = (value: number): undefined => {
          draft[name] = field.storage === 'int64' ? BigInt(value) : value;
        };
        return then(number, put);
      };
    }
    default:
      return createAbsentAssigner(field);
  }
}

/** The record with what is worked out of it, where it is counted within that. */
function createRecordCompleter({ resource }: OperationContext, within: readonly string[]): (draft: Draft) => Draft {
  const computed = resource!.plan.fields.some((field) => field.computed !== undefined && within.includes(field.name));
  if (!computed) return (draft) => draft;
  return (draft) => {
    const whole = { ...draft };
    resource!.compute(whole, []);
    return whole;
  };
}

function stateAssigner({ resource }: OperationContext, name: string): Assign | undefined {
  const machine = resource!.plan.machines.find((stateMachine) => stateMachine.field === name);
  const initial = machine && findOnlyInitialState(machine);
  if (initial === undefined) return undefined;
  return (draft) => {
    draft[name] = initial;
    return undefined;
  };
}

function formatAssigner({ platform, operation }: OperationContext, field: FieldPlan): Assign | undefined {
  const { name, schema } = field;
  const assign = formatOf(schema)?.assignable;
  if (assign === undefined) return undefined;
  const argument = 'format' in schema ? schema.format?.argument : undefined;
  const byPath = operation.method === 'PUT';
  return (draft, ctx) => {
    if (!byPath || draft[name] === undefined) draft[name] = assign(platform, argument, ctx.now);
    return undefined;
  };
}

function createCallerAssigner({ name, line }: FieldPlan, attribute: string): Assign {
  const refusal: Refusal = { condition: 'forbidden', line };
  return (draft, ctx) => {
    const stated = Object.hasOwn(draft, name) ? draft[name] : undefined;
    if (stated !== undefined && ctx.asService === true) return undefined;
    const value = ctx.caller?.values[attribute];
    // No client sends it; where the path names it, it is the caller's all the same.
    if (value === undefined || (stated !== undefined && String(stated) !== String(value))) return refusal;
    draft[name] = value;
    return undefined;
  };
}

/** Makes what gives a field that was left out its default, else null where its type has null; undefined where it has neither. */
export function createAbsentAssigner({
  name,
  default: otherwise,
  schema,
  storage,
  computed,
}: FieldPlan): ((draft: Draft) => undefined) | undefined {
  if (computed !== undefined) return undefined;
  if (otherwise === undefined) {
    if (schema.nullable !== true) return undefined;
    return (draft) => {
      if (draft[name] === undefined) draft[name] = null;
      return undefined;
    };
  }
  const value = storage === 'int64' && otherwise !== null ? BigInt(otherwise as number | string) : otherwise;
  const plain = typeof value !== 'object' || value === null;
  return (draft) => {
    if (draft[name] === undefined) draft[name] = plain ? value : structuredClone(value);
    return undefined;
  };
}

/** Makes what gives a moment, in milliseconds, as a field of that format keeps it. */
export function createMomentAssigner({ schema }: FieldPlan): (now: number) => unknown {
  return formatOf(schema)?.clock?.at ?? formatIso;
}
