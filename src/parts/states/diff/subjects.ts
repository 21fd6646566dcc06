import { ownVerbs } from '../../../plan/kinds.ts';
import type { StateMachinePlan, TransitionPlan } from '../../../plan/resource.ts';
import type { Span } from '../../../text/location.ts';
import { type Comparison, pairByName, pairByTests, type Side } from '../../diff/comparison.ts';
import type { StateMachineModel, TransitionModel } from '../model.ts';

/** A machine in one document. */
export interface MachineSide {
  readonly side: Side;
  readonly model: StateMachineModel;
  readonly plan: StateMachinePlan;
}

/** The machine of one state field, or the actions of a resource, in two documents. */
export interface MachinePair {
  readonly comparison: Comparison;
  readonly resource: string;
  /** `Invoice.status`, or the resource of actions. */
  readonly called: string;
  readonly old?: MachineSide;
  readonly now?: MachineSide;
}

/** A row of a transition table in one document. */
export interface RowSide {
  readonly side: Side;
  readonly machine: MachineSide;
  readonly model: TransitionModel;
  readonly plan: TransitionPlan;
}

/** The same row in two documents, or one that only one of them has. */
export interface RowPair {
  readonly comparison: Comparison;
  readonly resource: string;
  /** `pay Invoice`. */
  readonly called: string;
  /** Rows of the same transition there are in the older document, and in the newer one. */
  readonly olderRows: number;
  readonly newerRows: number;
  readonly old?: RowSide;
  readonly now?: RowSide;
}

/** An operation that rows of several state fields limit, in another order of the fields. */
export interface TableOrder {
  /** `update Ticket`. */
  readonly called: string;
  readonly old: Span;
  readonly now: Span;
}

/** Whether rows of this name only limit what is allowed without them. */
export function isLimiting(name: string): boolean {
  return ownVerbs.has(name);
}

/** The machines of both documents. */
export function pairMachines(comparison: Comparison): MachinePair[] {
  const { renamed } = comparison;
  const older = listMachines(comparison.old);
  const newer = listMachines(comparison.now);
  const keyOf = ({ model, plan }: MachineSide): string => `${model.resource.value} ${plan.field ?? ''}`;
  const back = (key: string): string => {
    const [of = '', field = ''] = key.split(' ');
    return `${of} ${field === '' ? '' : renamed.field(of, field)}`;
  };
  return pairByName(older, newer, keyOf, back).map(({ name, ...pair }) => {
    const [resource = '', field = ''] = name.split(' ');
    return { ...pair, comparison, resource, called: field === '' ? resource : `${resource}.${field}` };
  });
}

function listMachines(side: Side): MachineSide[] {
  const { service, plan } = side;
  return plan.resources.flatMap((resource) => {
    const models = service.states.machines.filter((machine) => machine.resource.value === resource.name);
    return resource.machines.map((machine, index) => ({ side, model: models[index]!, plan: machine }));
  });
}

/** Returns the operations with rows in several state machines of both documents, but in another order. */
export function findChangedOrders(machines: readonly MachinePair[]): TableOrder[] {
  const both = machines.flatMap(({ resource, old, now }) => (old && now ? [{ resource, old, now }] : []));
  return [...Map.groupBy(both, ({ resource }) => resource)].flatMap(([resource, all]) =>
    [...ownVerbs].flatMap((verb) => {
      const named = all.filter(({ old, now }) =>
        [old, now].every(({ plan }) => plan.transitions.some(({ name }) => name === verb)),
      );
      const before = named.toSorted((a, b) => a.old.plan.line - b.old.plan.line);
      const swapped = named.find((pair, index) => pair !== before[index]);
      if (swapped === undefined) return [];
      return [{ called: `${verb} ${resource}`, old: swapped.old.model.span, now: swapped.now.model.span }];
    }),
  );
}

/** The rows of the machines that both documents have. */
export function pairRows(machines: readonly MachinePair[]): RowPair[] {
  return machines.flatMap((pair) => {
    const { comparison, resource, old, now } = pair;
    if (old === undefined || now === undefined) return [];
    const [older, newer] = [groupRows(old), groupRows(now)];
    return [...new Set([...older.keys(), ...newer.keys()])].flatMap((name) => {
      const [before, after] = [older.get(name) ?? [], newer.get(name) ?? []];
      return matchRows(pair, before, after).map((rows) => ({
        ...rows,
        comparison,
        resource,
        called: `${name} ${resource}`,
        olderRows: before.length,
        newerRows: after.length,
      }));
    });
  });
}

function groupRows(machine: MachineSide): ReadonlyMap<string, readonly RowSide[]> {
  const { side, model, plan } = machine;
  return Map.groupBy(
    model.transitions.map((row, index): RowSide => ({ side, machine, model: row, plan: plan.transitions[index]! })),
    (row) => row.plan.name,
  );
}

/** Pairs the rows of one transition: the same From and To, then the same To, then a common From, then what is left in order. */
function matchRows(
  { comparison: { renamed }, resource, now }: MachinePair,
  older: readonly RowSide[],
  newer: readonly RowSide[],
): { readonly old?: RowSide; readonly now?: RowSide }[] {
  const field = now?.plan.field ?? '';
  const before = (state: string): string => renamed.value(resource, field, state);
  const toOf = ({ plan: { to } }: RowSide, turn: (state: string) => string): string =>
    to.kind === 'state' ? turn(to.state) : to.kind;
  return pairByTests(older, newer, [
    (row, other) =>
      toOf(row, keepState) === toOf(other, before) && row.plan.from.join() === other.plan.from.map(before).join(),
    (row, other) => toOf(row, keepState) === toOf(other, before),
    (row, other) => other.plan.from.some((state) => row.plan.from.includes(before(state))),
    () => true,
  ]);
}

function keepState(state: string): string {
  return state;
}
