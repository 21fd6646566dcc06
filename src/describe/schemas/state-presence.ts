import { mayBeAbsent } from '../../plan/fields/presence.ts';
import type { FieldPlan, ResourcePlan, StateMachinePlan, TransitionPlan } from '../../plan/resource.ts';
import type { WholePlan } from '../../plan/whole.ts';
import { isAlwaysThere } from './presence.ts';

/** The fields that every record has in a state, and that a record may lack in another. */
export interface StatePresence {
  /** The state field. */
  readonly field: string;
  readonly state: string;
  readonly present: readonly string[];
}

/**
 * Finds which fields every record has in each state, as far as the transition table proves it: a field that clients cannot write
 * and that a transition has set on every way into the state, or one that the table of fields by state requires there. Handlers may
 * write any field: with a handler in the document only that table proves something.
 */
export function findPresenceByState(
  { operations }: Pick<WholePlan, 'operations'>,
  resource: ResourcePlan,
): readonly StatePresence[] {
  const isCoded = operations.some(({ kind }) => kind === 'handler');
  return resource.machines.flatMap((machine) => {
    const { field } = machine;
    if (field === undefined) return [];
    const open = resource.fields.filter((one) => mayBeAbsent(resource, one) && !isAlwaysThere(resource, one));
    const proven = open.map((one) => ({ name: one.name, states: findStatesWith(one, resource, machine, isCoded) }));
    return machine.states.flatMap(({ name }) => {
      const present = proven.filter(({ states }) => states.has(name)).map((one) => one.name);
      return present.length === 0 ? [] : [{ field, state: name, present }];
    });
  });
}

/** The states in which a field is there for certain. */
function findStatesWith(
  field: FieldPlan,
  resource: ResourcePlan,
  machine: StateMachinePlan,
  isCoded: boolean,
): ReadonlySet<string> {
  const cells = machine.matrix.find((row) => row.field === field.name)?.cells ?? {};
  const required = machine.states.filter(({ name }) => cells[name] === 'required').map(({ name }) => name);
  if (isCoded || field.direction !== 'read-only' || field.computed !== undefined) return new Set(required);
  const initial = new Set(machine.states.filter(({ kind }) => kind === 'initial').map(({ name }) => name));
  const all = resource.machines.flatMap(({ transitions }) => transitions);
  const rows = machine.transitions.filter(({ to }) => to.kind === 'state' || to.kind === 'same');
  // Assume all, and take away what a row or a beginning contradicts, until nothing changes.
  const held = new Set(machine.states.map(({ name }) => name).filter((name) => !initial.has(name)));
  if (all.some((row) => takesAway(row, field))) return new Set(required);
  for (let changed = true; changed; ) {
    changed = false;
    for (const row of rows) {
      for (const from of row.from) {
        const to = row.to.kind === 'state' ? row.to.state : from;
        if (!held.has(to) || sets(row, field) || held.has(from)) continue;
        held.delete(to);
        changed = true;
      }
    }
  }
  // A state that no row leads to has no records that prove anything.
  const reached = new Set(rows.flatMap(({ to }) => (to.kind === 'state' ? [to.state] : [])));
  return new Set([...required, ...[...held].filter((name) => reached.has(name))]);
}

function sets(row: TransitionPlan, { name }: FieldPlan): boolean {
  return row.effects.some(
    ({ path, value, clears }) => path.length === 1 && path[0] === name && clears !== true && isValue(value),
  );
}

/** Whether an expression always gives a value: not null, and nothing that may be absent. */
function isValue(value: TransitionPlan['effects'][number]['value']): boolean {
  if (value.type.kind === 'nullable' || value.type.kind === 'null') return false;
  return value.op !== 'path' || !value.steps.some(({ optional, nullable }) => optional === true || nullable === true);
}

function takesAway(row: TransitionPlan, { name }: FieldPlan): boolean {
  return row.effects.some(
    ({ path, value, clears }) => path.length === 1 && path[0] === name && (clears === true || !isValue(value)),
  );
}
