import type { Compiled, CompiledOperation } from '../../contracts/compiled.ts';
import type { OperationContext } from '../../contracts/operation-context.ts';
import type { Row } from '../../contracts/record.ts';
import type { Step } from '../../contracts/step.ts';
import type { PreparedQuery, Store, WriteHow } from '../../contracts/store.ts';
import { listWaits, type Wait } from '../../parts/states/serve/due.ts';
import { createTimedChooseStep } from '../../parts/states/serve/timed.ts';
import { listOtherLines } from '../../parts/states/steps/others.ts';
import { planSteps } from '../../parts/steps.ts';
import type { OperationPlan, StepPlan } from '../../plan/operation.ts';
import { type StepName, sortInStepOrder } from '../../plan/order.ts';
import type { Plan } from '../../plan/plan.ts';
import { listOperationRules } from '../../plan/records/binding-rows.ts';
import { isAnySerializable } from '../../plan/records/isolation.ts';
import { collectReadRefs } from '../../plan/records/neighbours.ts';
import { getTimerField } from '../../plan/records/timed.ts';
import type { ResourcePlan } from '../../plan/resource.ts';
import type { OperationContextFactory } from '../request/operation-context.ts';
import { createPresentLookup } from '../request/record-visibility.ts';
import { createSteps, runsHook } from '../request.ts';

/** A timed transition, and the query that finds its due records. */
export interface TimedWork {
  readonly wait: Wait;
  readonly op: OperationContext;
  readonly steps: readonly Step[];
  /** Finds records in the state up to a bound, oldest first; continues after the `keyOf` of a row. */
  readonly found: PreparedQuery;
  /** Finds records that entered the state after a moment, as `found` does; undefined if the time is one that records state. */
  readonly ahead: PreparedQuery | undefined;
  /** Returns the values of `QueryValues.after` that continue after a row. */
  keyOf(row: Row): readonly unknown[];
}

/** The timed transitions of one resource. */
export interface TimedResource {
  readonly name: string;
  readonly works: readonly TimedWork[];
  /** How its transactions run. */
  readonly how: WriteHow;
  /** Finds a record by its identity. */
  readonly one: PreparedQuery;
  idOf(row: Row): unknown;
  /** The number of state timestamps in a row, after its version. */
  readonly moments: number;
}

/** The steps that a timed transition shares with requests. It has no caller, body, path or response. */
const timedSteps: ReadonlySet<StepName> = new Set<StepName>([
  'endpoints/change',
  'states/choose',
  'resources/compute',
  'resources/validate',
  'states/matrix',
  'resources/references',
  'resources/rules',
  'states/others-first',
  'resources/write',
  'events/record',
  'states/others',
  'resources/asking-rules',
]);

/** Returns the timed transitions by resource; omits resources without any. */
export function collectWaits(plan: Plan, columnOf: OperationContext['columnOf']): ReadonlyMap<string, readonly Wait[]> {
  const all = plan.resources.map((resource) => [resource.name, listWaits(resource, columnOf)] as const);
  return new Map(all.filter(([, waits]) => waits.length > 0));
}

/** Creates the timed transitions of a resource. */
export function createTimerWork(
  resource: ResourcePlan,
  waits: readonly Wait[],
  {
    compiled,
    store,
    createContext,
  }: { readonly compiled: Compiled; readonly store: Store; readonly createContext: OperationContextFactory },
): TimedResource {
  const { name, identity, fields } = resource;
  const moments = fields.filter((field) => field.state === true).length;
  const works = waits.map((wait): TimedWork => {
    const operation = createTimerOperation(compiled.plan, resource, wait);
    const op = {
      ...createContext(operation, compileTimerOperation(operation)),
      visible: createPresentLookup(compiled, store),
    };
    const at = getTimerField(wait.plan);
    const idAt = op.columnOf(name, identity);
    const prepare = (operator: '<=' | '>'): PreparedQuery =>
      store.prepare({
        resource: name,
        conditions: [
          { kind: 'equal', field: wait.plan.field },
          { kind: 'compare', path: [at], operator },
        ],
        order: [
          { field: at, descending: false },
          { field: identity, descending: false },
        ],
        after: true,
      });
    return {
      wait,
      op,
      steps: createTimerSteps(op, wait),
      keyOf: (row) => [row[wait.at], row[idAt]],
      found: prepare('<='),
      ahead: wait.plan.time.kind === 'after' ? prepare('>') : undefined,
    };
  });
  const idAt = works[0]!.op.columnOf(name, identity);
  const query = store.prepare({ resource: name, conditions: [{ kind: 'equal', field: identity }] });
  const isHooked = works.some(({ op }) => runsHook(op));
  const isSerializable = isHooked || isAnySerializable(compiled.plan, works[0]!.op.hookedChanges.size > 0);
  const how: WriteHow = { ...(isSerializable ? { serializable: true } : {}), ...(isHooked ? { code: true } : {}) };
  return { name, works, how, one: query, idOf: (row) => row[idAt], moments };
}

/** Creates the steps of a timed transition, which choose among its own rows. */
function createTimerSteps(op: OperationContext, { plan: wait }: Wait): readonly Step[] {
  return createSteps(op).map(({ name, step }) => (name === 'states/choose' ? createTimedChooseStep(op, wait) : step));
}

/** Creates the operation of a timed transition, which no client can call. */
function createTimerOperation(plan: Plan, resource: ResourcePlan, { plan: wait }: Wait): OperationPlan {
  const { name, rules, machines } = resource;
  const own = listOperationRules(resource, [wait.transition]);
  const { transitions } = machines.find(({ field }) => field === wait.field)!;
  const isDelete = wait.transition === 'delete';
  const operation: OperationPlan<'delete' | 'transition'> = {
    name: `${wait.transition} ${name}`,
    ...(isDelete ? ({ kind: 'delete' } as const) : ({ kind: 'transition', verb: wait.transition } as const)),
    resource: name,
    method: '',
    path: '',
    segments: [],
    responses: [],
    order: [],
    parameters: [],
    preconditions: [],
    limits: [],
    access: { open: true, grants: [] },
    refs: collectReadRefs(rules, own, ...wait.rows.map((row) => transitions[row])),
    steps: [],
    line: wait.line,
  };
  const steps = planSteps({ plan, operation, resource }).filter(({ step }) => timedSteps.has(step));
  // Requests cannot take these rows, so their steps do not choose among them.
  const chosen = wait.rows.map((row) => transitions[row]!);
  const choice = [...own, ...chosen].map(({ words, line }): StepPlan => ({ step: 'states/choose', words, line }));
  const beyond = listOtherLines({ plan }, chosen, () => []).map(
    (line): StepPlan => ({ step: isDelete ? 'states/others-first' : 'states/others', ...line }),
  );
  const replaced: ReadonlySet<StepName> = new Set(['states/choose', 'states/others-first', 'states/others']);
  const all = [...steps.filter(({ step }) => !replaced.has(step)), ...choice, ...beyond];
  return { ...operation, steps: sortInStepOrder(all) };
}

/** Compiles an operation that reads no request and sends no response. */
function compileTimerOperation(plan: OperationPlan): CompiledOperation {
  return { plan, parameters: [], path: [], grants: [], callers: [], responses: [] };
}
