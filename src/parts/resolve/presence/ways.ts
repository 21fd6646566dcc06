import { mostValues } from '../../../expression/conditions/facts.ts';
import { learn, reads } from '../../../expression/conditions/learn.ts';
import type { Facts } from '../../../expression/symbol-table.ts';
import type { Expression } from '../../../expression/tree.ts';
import { isNotShown } from '../../not-shown.ts';
import type { ResourceModel } from '../../resources/model.ts';
import type { Service } from '../../service.ts';
import type { StateMachineModel, TransitionModel } from '../../states/model.ts';
import { listMachines } from '../definitions.ts';
import { createPlainEnvironments } from '../environments-plain.ts';
import { resolveExpression } from '../expressions.ts';
import { createFromStatesReader, groupRows, indexStates } from '../machines.ts';
import { has, resolveEffectType } from '../vocabulary.ts';

/** What a row does to the fields of the record that it is taken for. */
export interface Deed {
  readonly row: TransitionModel;
  /** Fields that get a value. */
  readonly sets: ReadonlySet<string>;
  /** Fields that get a value or null. */
  readonly perhaps: ReadonlySet<string>;
  /** Fields that get null. */
  readonly clears: ReadonlySet<string>;
  /** Fields of the record, or of the one before, without whose values the row cannot be taken. */
  readonly needs: ReadonlySet<string>;
  /** Fields that have a value wherever the row is taken. */
  readonly finds: ReadonlySet<string>;
}

/** A way of a record from one state into another, or into the same. */
export interface StateEdge {
  readonly from: string;
  readonly to: string;
  readonly deed: Deed;
}

/** The states of one state field with all that moves or changes a record; one nameless state where there is no such field. */
export interface Moves {
  readonly machine: StateMachineModel | undefined;
  readonly field: string | undefined;
  readonly states: readonly string[];
  readonly edges: readonly StateEdge[];
  /** By initial state the rows of `create` that make a record in it, one of which each record comes by; none where records are made without. */
  readonly creations: ReadonlyMap<string, readonly Deed[]>;
  readonly matrix: ReadonlyMap<string, ReadonlyMap<string, string>>;
}

/**
 * The moves of a resource, one for each of its state fields; none of a field whose rows cannot be understood, or that has more
 * than `most` states and ways together.
 */
export function listMoves(service: Service, resource: ResourceModel, most: number): readonly Moves[] {
  const machines = listMachines(service, resource.name.value);
  const fields = resource.fields.filter(({ type }) => type?.kind === 'state').map(({ name }) => name.value);
  const deeds = new Map<TransitionModel, Deed>();
  for (const { transitions } of machines)
    for (const row of transitions) deeds.set(row, buildDeed(service, resource, row));
  if (machines.length === 0)
    return fields.length > 0 ? [] : listMachineMoves(undefined, undefined, machines, deeds, most);
  return machines.flatMap((machine) => {
    const field = machine.field?.value ?? (fields.length === 1 ? fields[0] : undefined);
    const isUnclear = field === undefined && fields.length > 0;
    return isUnclear ? [] : listMachineMoves(machine, field, machines, deeds, most);
  });
}

function listMachineMoves(
  machine: StateMachineModel | undefined,
  field: string | undefined,
  machines: readonly StateMachineModel[],
  deeds: ReadonlyMap<TransitionModel, Deed>,
  most: number,
): readonly Moves[] {
  const known = machine === undefined || field === undefined ? new Map() : indexStates(machine);
  const states = known.size === 0 ? [''] : [...known.keys()];
  if (states.length > mostValues) return [];
  const stated = (machine?.states ?? []).filter(({ kind }) => kind?.value === 'initial').map(({ name }) => name.value);
  // A document with mistakes may name states that it does not have.
  const reached = new Set(states);
  const found = stated.filter((state) => reached.has(state));
  const initial = found.length === 0 ? [states[0]!] : found;
  const edges: StateEdge[] = [];
  for (const other of machines) {
    for (const [name, rows] of groupRows(other)) {
      if (name === 'create') continue;
      const from = other === machine && known.size > 0 ? createFromStatesReader(known, rows) : () => states;
      for (const row of rows) {
        const deed = deeds.get(row);
        if (deed === undefined) continue;
        const to =
          other === machine && row.to?.kind === 'state' && known.has(row.to.state.value)
            ? row.to.state.value
            : undefined;
        for (const state of from(row)) if (reached.has(state)) edges.push({ from: state, to: to ?? state, deed });
        if (states.length + edges.length > most) return [];
      }
    }
  }
  const created = machines.flatMap(({ transitions }) =>
    transitions.flatMap((row) => (row.name.value === 'create' ? (deeds.get(row) ?? []) : [])),
  );
  const own = new Set(machine?.transitions);
  const leads = ({ row }: Deed, state: string): boolean =>
    !own.has(row) || row.to?.kind !== 'state' || row.to.state.value === state;
  const creations = new Map(initial.map((state) => [state, created.filter((deed) => leads(deed, state))] as const));
  const matrix = new Map(
    (machine?.matrix?.rows ?? []).map((row) => {
      const cells = (machine?.matrix?.states ?? []).flatMap((state, index) => {
        const cell = row.cells[index]?.value;
        return cell === undefined ? [] : [[state.value, cell] as const];
      });
      return [row.field.value, new Map<string, string>(cells)] as const;
    }),
  );
  return [{ machine, field: known.size === 0 ? undefined : field, states, edges, creations, matrix }];
}

function buildDeed(service: Service, { name: { value: resource }, fields }: ResourceModel, row: TransitionModel): Deed {
  const nullable = new Set(fields.filter(({ type }) => type?.nullable === true).map((field) => field.name.value));
  const filled = new Set(
    fields.filter((field) => has(field, 'default') && !nullable.has(field.name.value)).map(({ name }) => name.value),
  );
  const sets = new Set<string>();
  const perhaps = new Set<string>();
  const clears = new Set<string>();
  const plain = createPlainEnvironments(service);
  let known: Facts = new Map();
  const { guard } = row;
  if (guard !== undefined && !isNotShown(guard)) {
    const environment = plain.guard(resource, row);
    const { tree } = resolveExpression(guard, environment);
    known = (tree && learn(environment, tree, true, known)) ?? known;
  }
  for (const effect of row.effects) {
    const path = effect.path.map(({ value }) => value);
    const name = path[0] ?? '';
    const { tree } = resolveExpression(
      effect.value,
      plain.effect(resource, row, path.join('.'), resolveEffectType(service, resource, path)?.type),
    );
    if (tree === undefined) perhaps.add(name);
    else {
      if (effect.ifPresent !== true) known = reads(tree, known);
      if (effect.ifPresent === true) perhaps.add(name);
      else if (filled.has(name)) sets.add(name);
      else if (tree.type.kind === 'null') (path.length === 1 ? clears : perhaps).add(name);
      else (isValue(tree) ? sets : perhaps).add(name);
    }
  }
  const needs = new Set<string>();
  const finds = new Set<string>();
  for (const [key, fact] of known) {
    const [root, name, ...rest] = key.split('\n');
    if ((root !== 'record' && root !== 'old') || name === undefined || rest.length > 0) continue;
    if (nullable.has(name) ? fact.null !== false : fact.there !== true) continue;
    needs.add(name);
    if (root === 'record') finds.add(name);
  }
  const { trigger } = row;
  if (trigger?.kind === 'at') for (const held of [needs, finds]) held.add(trigger.field.value);
  return { row, sets, perhaps, clears, needs, finds };
}

function isValue({ type }: Expression): boolean {
  return type.kind !== 'nullable' && type.kind !== 'any';
}
