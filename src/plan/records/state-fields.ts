import type { Expression } from '../../expression/tree.ts';
import { memoPair } from '../../text/memo.ts';
import { mayBeAbsent } from '../fields/presence.ts';
import { isCustomHandler } from '../handler-rules.ts';
import { type OperationKind, ownVerbs, setsFields } from '../kinds.ts';
import { type OperationPlan, withCreation } from '../operation.ts';
import type { Plan } from '../plan.ts';
import type { EffectPlan, FieldPlan, ResourcePlan, StateMachinePlan, TransitionPlan } from '../resource.ts';
import type { InputShape } from '../shape.ts';
import { listCreateRowsInto, listInitialStates } from './initial-states.ts';
import { isWrittenByEffects } from './written.ts';

/** The optional fields by state: those that each record in it has, and those that none has. */
export interface StateFields {
  readonly present: ReadonlySet<string>;
  readonly absent: ReadonlySet<string>;
}

/** Whether a field has a value: certain, certainly not, or unknown. */
type Presence = 'present' | 'absent' | 'unknown';
type Presences = ReadonlyMap<string, Presence>;

/**
 * Returns for each state of a machine which optional fields its records have and which they lack, as far as the tables prove it:
 * creation and each transition that leads to the state, what clients may change in it, and the field-by-state table. Handlers, and
 * effects of other records, may change any field, and records that no operation creates may have any: only that table counts then. Hooks are
 * taken to leave these fields alone.
 */
export function proveStateFields(
  resource: ResourcePlan,
  machine: StateMachinePlan,
  { operations, resources }: Pick<Plan, 'operations' | 'resources'>,
): ReadonlyMap<string, StateFields> {
  return prove(operations, machine, resource, resources);
}

type Prove = (
  operations: Plan['operations'],
  machine: StateMachinePlan,
  resource: ResourcePlan,
  resources: Plan['resources'],
) => ReadonlyMap<string, StateFields>;

/** Proves the fields of a state machine once: each response that shows a record asks for them. */
const prove: Prove = memoPair((operations, machine, resource, resources) => {
  const fields = resource.fields.filter((field) => field.name !== machine.field && mayBeAbsent(resource, field));
  const of = operations.filter((operation) => operation.resource === resource.name).flatMap(withCreation);
  const isCoded = operations.some(isCustomHandler) || isWrittenByEffects({ resources }, resource.name);
  const isFree = isCoded || !of.some(({ kind }) => kind === 'create');
  const loose = new Set(fields.filter((field) => isFree || isChangedElsewhere(resource, machine, field)));
  const known = new Map<string, Presences>();
  const settle = (state: string, next: Presences): boolean => {
    const settled = new Map(
      fields.map((field) => [field.name, settleField(machine, of, field, state, loose.has(field), next)] as const),
    );
    const before = known.get(state);
    const merged = before === undefined ? settled : mergePresences(before, settled);
    known.set(state, merged);
    return before === undefined || fields.some(({ name }) => before.get(name) !== merged.get(name));
  };
  const queue = [...listInitialStates(machine)];
  for (const state of queue) settle(state, listCreated(listCreateRowsInto(machine, state), of, fields));
  for (let state = queue.pop(); state !== undefined; state = queue.pop()) {
    for (const transition of machine.transitions) {
      if (!transition.from.includes(state) || isBlocked(transition)) continue;
      const to = transition.to.kind === 'state' ? transition.to.state : state;
      const before = isChange(transition) ? loosen(machine, of, state, known.get(state)!) : known.get(state)!;
      if (settle(to, applyEffects(before, transition.effects))) queue.push(to);
    }
  }
  return new Map([...known].map(([state, presences]) => [state, toStateFields(presences)]));
});

function toStateFields(presences: Presences): StateFields {
  const named = (wanted: Presence): ReadonlySet<string> =>
    new Set([...presences].filter(([, presence]) => presence === wanted).map(([name]) => name));
  return { present: named('present'), absent: named('absent') };
}

function isBlocked({ name, to, guard }: TransitionPlan): boolean {
  const endsIt = to.kind === 'none' && name === 'delete';
  return endsIt || guard === 'disabled';
}

function isChange({ name }: TransitionPlan): boolean {
  return ownVerbs.has(name) && setsFields({ kind: name as OperationKind });
}

/** The fields of a record that an update moves out of a state: it may set and remove each that the state does not fix. */
function loosen(
  { matrix }: StateMachinePlan,
  operations: readonly OperationPlan[],
  state: string,
  before: Presences,
): Presences {
  const changing = operations.filter((op) => setsFields(op));
  return new Map(
    [...before].map(([name, presence]) => {
      const isFixed = matrix.find(({ field }) => field === name)?.cells[state] === 'fixed';
      const isChanged = !isFixed && changing.some(({ input }) => takesField(input, name));
      return [name, isChanged ? 'unknown' : presence] as const;
    }),
  );
}

function mergePresences(before: Presences, after: Presences): Presences {
  return new Map([...before].map(([name, presence]) => [name, after.get(name) === presence ? presence : 'unknown']));
}

/** The field after all that may happen to a record while it is in a state. */
function settleField(
  { matrix }: StateMachinePlan,
  operations: readonly OperationPlan[],
  { name }: FieldPlan,
  state: string,
  isLoose: boolean,
  next: Presences,
): Presence {
  const cell = matrix.find(({ field }) => field === name)?.cells[state];
  if (cell === 'required') return 'present';
  if (cell === 'absent') return 'absent';
  const isChanged = cell !== 'fixed' && operations.some((op) => setsFields(op) && takesField(op.input, name));
  return isLoose || isChanged ? 'unknown' : next.get(name)!;
}

/** Whether the other tables of the resource, or a deletion elsewhere, may change the field in whichever state. */
function isChangedElsewhere({ machines }: ResourcePlan, machine: StateMachinePlan, field: FieldPlan): boolean {
  if ((field.onDelete === 'clear' && field.schema.type === 'ref') || field.computed !== undefined) return true;
  return machines
    .filter((other) => other !== machine)
    .some(({ transitions }) => transitions.some(({ effects }) => effects.some(({ path }) => path[0] === field.name)));
}

function listCreated(
  rows: readonly TransitionPlan[],
  operations: readonly OperationPlan[],
  fields: readonly FieldPlan[],
): Presences {
  const creating = operations.filter(({ kind }) => kind === 'create');
  const given = (name: string): Presence =>
    creating.some(({ input }) => takesField(input, name)) ? 'unknown' : 'absent';
  const begun = new Map(
    fields.map(({ name, default: value }) => [name, value === undefined ? given(name) : 'present'] as const),
  );
  return rows.length === 0
    ? begun
    : rows.map(({ effects }): Presences => applyEffects(begun, effects)).reduce(mergePresences);
}

function takesField(input: InputShape | undefined, name: string): boolean {
  return input?.kind === 'object' && input.members.some(({ field, unchanged }) => field === name && unchanged !== true);
}

function applyEffects(before: Presences, effects: readonly EffectPlan[]): Presences {
  const after = new Map(before);
  for (const { path, value, clears, ifPresent } of effects) {
    const name = path[0]!;
    if (!after.has(name) || path.length > 1) continue;
    const isNull = value.op === 'literal' && value.value === null;
    const isSure = ifPresent !== true;
    after.set(name, isNull && isSure ? 'absent' : isSure && clears !== true && isValue(value) ? 'present' : 'unknown');
  }
  return after;
}

/** Whether an expression always gives a value: not null, and nothing that may be absent. */
function isValue(value: Expression): boolean {
  if (value.type.kind === 'nullable' || value.type.kind === 'null') return false;
  return value.op !== 'path' || !value.steps.some(({ optional, nullable }) => optional === true || nullable === true);
}
