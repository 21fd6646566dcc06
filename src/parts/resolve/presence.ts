import type { Presence, StateTable } from '../../expression/symbol-table.ts';
import { listBindingTransitions } from '../../plan/kinds.ts';
import { memo } from '../../text/memo.ts';
import type { ResourceModel } from '../resources/model.ts';
import type { Service } from '../service.ts';
import { findResourcesSetByEffects } from './effects/written.ts';
import { createPlainEnvironments } from './environments-plain.ts';
import { resolveExpression } from './expressions.ts';
import { isSentByClient } from './inputs.ts';
import { createOperationNames } from './operation-names.ts';
import { type Deed, listMoves, type Moves } from './presence/ways.ts';
import { collectDefinitions, has, isAlwaysGiven, mayBeAbsent } from './vocabulary.ts';

/** More than this is not worked out: then nothing is known of the states. */
const most = 50_000;

const madeOf = memo((_service: Service): Map<string, readonly StateTable[]> => new Map());

/** Which fields of a resource always have a value in a state, and which never, as the document alone moves its records. */
export function getStateTables(service: Service, resource: string): readonly StateTable[] {
  const all = madeOf(service);
  let tables = all.get(resource);
  if (tables === undefined) {
    // While the expressions of its own rows are looked at, nothing is known of it.
    all.set(resource, []);
    const model = collectDefinitions(service).resources.get(resource);
    tables = model === undefined ? [] : buildStateTables(service, model);
    all.set(resource, tables);
  }
  return tables;
}

/** A field that a record may lack, and what clients do to it. */
export interface Lacking {
  readonly name: string;
  /** Each new record has a value. */
  readonly given: boolean;
  /** Something outside the rows may give it a value. */
  readonly open: boolean;
  /** Something outside the rows may take its value away. */
  readonly cleared: boolean;
}

function buildStateTables(service: Service, resource: ResourceModel): StateTable[] {
  const lacking = listOptionalFields(service, resource);
  if (lacking.length === 0) return [];
  return listMoves(service, resource, Math.floor(most / lacking.length)).flatMap((moves) => {
    const always = findAlwaysPresentFields(moves, lacking);
    const may = findPossibleFields(moves, lacking);
    const states = moves.states.map((state) => {
      const held = may.get(state);
      const never = held === undefined ? [] : lacking.filter(({ name }) => !held.has(name)).map(({ name }) => name);
      return [state, { always: always.get(state) ?? new Set<string>(), never: new Set(never) }] as const;
    });
    return [{ field: moves.field, states: new Map(states) }];
  });
}

/** The fields that have a value in each state, whichever way a record came there. */
function findAlwaysPresentFields(moves: Moves, lacking: readonly Lacking[]): ReadonlyMap<string, ReadonlySet<string>> {
  const { states, edges, creations, matrix } = moves;
  const all = new Set(lacking.map(({ name }) => name));
  const given = new Set(lacking.filter((field) => field.given).map(({ name }) => name));
  const begin = (deeds: readonly Deed[]): ReadonlySet<string> => {
    const created = deeds.map(({ sets, perhaps, clears }) => given.union(sets).difference(perhaps).difference(clears));
    return created.length === 0 ? given : created.reduce((common, other) => common.intersection(other));
  };
  const known = new Map(states.map((state) => [state, all.difference(taken(state))] as const));
  function taken(state: string): ReadonlySet<string> {
    const names = lacking.filter(({ name, cleared }) => {
      const cell = matrix.get(name)?.get(state);
      return cell === 'absent' || (cleared && cell !== 'fixed' && cell !== 'required');
    });
    return new Set(names.map(({ name }) => name));
  }
  /** The fields that an update may remove when it moves the record out of a state. */
  const removable = (state: string): ReadonlySet<string> =>
    new Set(
      lacking.flatMap(({ name, cleared }) => (cleared && matrix.get(name)?.get(state) !== 'fixed' ? [name] : [])),
    );
  const required = (state: string): ReadonlySet<string> =>
    new Set(lacking.flatMap(({ name }) => (matrix.get(name)?.get(state) === 'required' ? [name] : [])));
  const narrow = (state: string, to: ReadonlySet<string>): boolean => {
    const before = known.get(state)!;
    const now = before.intersection(to.union(required(state)));
    known.set(state, now);
    return now.size < before.size;
  };
  for (const [state, deeds] of creations) narrow(state, begin(deeds));
  for (let isMoving = true; isMoving; ) {
    isMoving = false;
    for (const { from, to, deed } of edges) {
      const held = isChange(deed.row) ? known.get(from)!.difference(removable(from)) : known.get(from)!;
      const before = held.union(deed.finds);
      const after = before.difference(deed.perhaps).difference(deed.clears).union(deed.sets);
      if (narrow(to, after)) isMoving = true;
    }
  }
  return known;
}

function isChange({ name }: Deed['row']): boolean {
  return listBindingTransitions('update').includes(name.value);
}

/** The fields that may have a value in each state that can be reached; a row that needs what nothing gives is never taken. */
function findPossibleFields(moves: Moves, lacking: readonly Lacking[]): ReadonlyMap<string, ReadonlySet<string>> {
  const { states, edges, creations, matrix } = moves;
  const names = new Set(lacking.map(({ name }) => name));
  const open = new Set(lacking.filter((field) => field.open).map(({ name }) => name));
  const known = new Map<string, ReadonlySet<string>>();
  const widen = (state: string, by: ReadonlySet<string>): boolean => {
    const before = known.get(state);
    const absent = [...names].filter((name) => matrix.get(name)?.get(state) === 'absent');
    const now = (before ?? new Set<string>()).union(by).union(open).difference(new Set(absent));
    if (before !== undefined && now.size === before.size) return false;
    known.set(state, now);
    return true;
  };
  const isKnown = new Set(states);
  for (const [state, deeds] of creations)
    widen(state, new Set(deeds.flatMap(({ sets, perhaps }) => [...sets, ...perhaps])));
  for (let isMoving = true; isMoving; ) {
    isMoving = false;
    for (const { from, to, deed } of edges) {
      const before = known.get(from);
      if (before === undefined || !isKnown.has(to)) continue;
      if (!deed.needs.intersection(names).isSubsetOf(before)) continue;
      if (widen(to, before.difference(deed.clears).union(deed.sets).union(deed.perhaps))) isMoving = true;
    }
  }
  return known;
}

/** The fields that a record of a resource may lack, or that may be null. */
export function listOptionalFields(service: Service, resource: ResourceModel): readonly Lacking[] {
  const { hasHandlers, running } = createOperationNames(service);
  const { value } = resource.name;
  const isChanged = listBindingTransitions('update').some((verb) => running(verb, value).length > 0);
  const computed = findAlwaysComputedFields(resource, service);
  const isFree = running('create', value).length === 0 || hasHandlers || findResourcesSetByEffects(service).has(value);
  return resource.fields.flatMap((field) => {
    const isNullable = field.type?.nullable === true;
    if (!isNullable && !mayBeAbsent(service, resource, field)) return [];
    const { name, type } = field;
    const isSent = isSentByClient(field, 'creation');
    const isSure = computed.has(name.value);
    const isAssigned = has(field, 'assigned') || has(field, 'assigned from') || has(field, 'assigned on update');
    const default_ = field.constraints.find(({ kind }) => kind === 'default');
    const isFilled = isAlwaysGiven(field) || (default_?.kind === 'default' && default_.literal.value !== null);
    const isOwn =
      isSent || isSentByClient(field, 'change') || isAssigned || has(field, 'computed') || type?.kind === 'state';
    return [
      {
        name: name.value,
        given: isSure || (isFilled && !(isNullable && isSent)),
        open: isFree || isOwn || default_ !== undefined,
        cleared:
          (isChanged && isSentByClient(field, 'change') && (isNullable || default_ === undefined)) ||
          (has(field, 'computed') && !isSure) ||
          has(field, 'on delete'),
      },
    ];
  });
}

/** The computed fields that always have a value, since all that they read has one. */
const findAlwaysComputedFields = memo((resource: ResourceModel, service: Service): ReadonlySet<string> => {
  const found = new Set<string>();
  const name = resource.name.value;
  let open = resource.fields.filter((field) => has(field, 'computed') && field.type?.nullable !== true);
  // One that reads others is sure behind them; of long chains the end is not looked at.
  for (let round = 0; round < 5 && open.length > 0; round++) {
    const table = { field: undefined, states: new Map([['', { always: new Set(found), never: new Set<string>() }]]) };
    const states: Presence['states'] = (of) => (of === name ? [table] : []);
    const presence: Presence = { failing: 'wrong', outcome: '', facts: new Map(), states };
    const left = open.filter((field) => {
      const cel = field.constraints.find((constraint) => constraint.kind === 'computed')?.cel;
      const place = { ...createPlainEnvironments(service).computed(name, field.name.value), presence };
      const { tree, diagnostics } = cel === undefined ? { diagnostics: [] } : resolveExpression(cel, place);
      if (tree !== undefined && diagnostics.length === 0) found.add(field.name.value);
      return !found.has(field.name.value);
    });
    if (left.length === open.length) break;
    open = left;
  }
  return found;
});
