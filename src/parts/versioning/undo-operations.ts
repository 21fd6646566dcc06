import type { MemberTurn, OperationTurn, ParameterTurn, ValueTurn } from '../../plan/turn.ts';
import { parseShape } from '../../shape/parse.ts';
import type { MemberSyntax, ShapeSyntax } from '../../shape/syntax.ts';
import { lineOf } from '../../text/place.ts';
import type { MeansModel, OperationModel } from '../endpoints/model.ts';
import { clientSends } from '../meaning/inputs.ts';
import { holderOf } from '../meaning/older-names.ts';
import { operationsOf } from '../meaning/operation-names.ts';
import { definitionsOf, fieldOf } from '../meaning/vocabulary.ts';
import { isNotShown } from '../not-shown.ts';
import type { Service } from '../service.ts';
import type { FieldDraft, VersionDraft } from './undo-draft.ts';
import type { Expressions } from './undo-expressions.ts';
import { upOf } from './undo-turn.ts';

/** A version's service and the one below it, with what lies between them. */
export interface Step {
  readonly newer: Service;
  readonly older: Service;
  readonly draft: VersionDraft;
  readonly trees: Expressions;
  /** How each field that a row speaks of is turned, and those that hold something turned, by `Invoice.memo` (older, else newer). */
  readonly members: ReadonlyMap<string, MemberTurn>;
}

/** How what callers send to operations is turned; operations for which nothing differs are left out. */
export function planOperationTurns(step: Step): Readonly<Record<string, OperationTurn>> {
  const made: Record<string, OperationTurn> = {};
  const present = operationsOf(step.newer).named;
  const byOperation = Map.groupBy(step.draft.parameters.values(), ({ operation }) => operation);
  const fields = new Map<string, FieldDraft>();
  for (const field of step.draft.fields.values()) {
    if (field.older !== undefined) fields.set(`${field.owner}.${field.older.name.value}`, field);
  }
  for (const [name, older] of operationsOf(step.older).named) {
    const newer = present.get(name);
    if (newer === undefined) continue;
    const stated = (byOperation.get(name) ?? []).map((one): ParameterTurn => {
      const up = one.requests && upOf(one.requests, step.trees, lineOf(step.older.source, one.requests.row.span));
      return {
        ...(one.older === undefined ? {} : { older: one.older.name.value }),
        ...(one.newer === undefined ? {} : { newer: one.newer.model.name.value }),
        ...(up === undefined ? {} : { up }),
        line: lineOf(step.older.source, one.row.span),
      };
    });
    const parameters = parametersOf(step, older, fields, stated);
    const input = inputOf(step, newer, older);
    if (parameters.length > 0 || input.length > 0) made[name] = { input, parameters };
  }
  return made;
}

function parametersOf(
  step: Step,
  operation: OperationModel,
  fields: ReadonlyMap<string, FieldDraft>,
  stated: readonly ParameterTurn[],
): readonly ParameterTurn[] {
  const all = [...stated];
  const owner = operation.name.resource?.value;
  for (const { name, means, span } of operation.parameters) {
    const turn = means && owner && meansTurn(step, owner, means, fields);
    if (!turn) continue;
    const at = all.findIndex((one) => one.older === name.value);
    if (at >= 0) all[at] = { ...turn, ...all[at]! };
    else all.push({ older: name.value, newer: name.value, ...turn, line: lineOf(step.older.source, span) });
  }
  return all;
}

function meansTurn(
  step: Step,
  owner: string,
  means: MeansModel,
  fields: ReadonlyMap<string, FieldDraft>,
): Partial<ParameterTurn> | undefined {
  if (means.kind === 'filter') return filterTurn(step, owner, means, fields);
  if (means.kind !== 'sort') return undefined;
  const names = means.fields.flatMap(({ value }) => {
    const newer = fields.get(`${owner}.${value}`)?.newer?.model.name.value;
    return newer === undefined || newer === value ? [] : [[value, newer] as const];
  });
  return names.length === 0 ? undefined : { sort: Object.fromEntries(names) };
}

function filterTurn(
  step: Step,
  owner: string,
  { field, operator }: Extract<MeansModel, { kind: 'filter' }>,
  fields: ReadonlyMap<string, FieldDraft>,
): Partial<ParameterTurn> | undefined {
  const { resources } = definitionsOf(step.older);
  let holder = owner;
  for (const name of field.value.slice(0, -1)) {
    const model = resources.get(holder);
    const type = model && fieldOf(model, name)?.type;
    holder = (type && holderOf(type)) ?? '';
  }
  const last = field.value[field.value.length - 1]!;
  const draft = fields.get(`${holder}.${last}`);
  if (draft === undefined) return undefined;
  const line = lineOf(step.older.source, draft.row.span);
  if (draft.retyped) {
    const up = draft.requests && upOf(draft.requests, step.trees, line);
    const exact = operator === '=' || operator === '!=' || operator === 'in';
    return { up: exact && up?.kind === 'cel' ? { ...up, field: last } : { kind: 'refused', line } };
  }
  if (draft.down.size + draft.up.size === 0) return undefined;
  const value: ValueTurn = { kind: 'choice', down: Object.fromEntries(draft.down), up: Object.fromEntries(draft.up) };
  return { value };
}

/** The members of a body that mean fields, by the names that the body gives them. */
function inputOf(step: Step, newer: OperationModel, older: OperationModel): readonly MemberTurn[] {
  const before = fieldsIn(step.older, older);
  const after = new Map([...fieldsIn(step.newer, newer)].map(([name, meant]) => [meant, name]));
  const turns: MemberTurn[] = [];
  const seen = new Set<MemberTurn>();
  for (const [name, meant] of before) {
    const turn = step.members.get(meant);
    if (turn === undefined) continue;
    seen.add(turn);
    const owner = meant.slice(0, meant.indexOf('.'));
    const present = turn.newer === undefined ? undefined : after.get(`${owner}.${turn.newer}`);
    const { newer: _, older: __, down: ___, ...rest } = turn;
    const same = present === name && rest.up === undefined && rest.value === undefined;
    if (!same) turns.push({ older: name, ...(present === undefined ? {} : { newer: present }), ...rest });
  }
  for (const [meant, name] of after) {
    const turn = step.members.get(meant);
    if (turn === undefined || turn.newer === undefined || turn.older !== undefined || seen.has(turn)) continue;
    const { down: _, ...rest } = turn;
    turns.push({ ...rest, newer: name });
  }
  return turns;
}

/** By the name of a member, the field that it means: `Invoice.memo`. */
function fieldsIn(service: Service, operation: OperationModel): ReadonlyMap<string, string> {
  const { request, name } = operation;
  const found = new Map<string, string>();
  const { shape } = request === undefined || isNotShown(request) ? {} : parseShape(request);
  const inner: ShapeSyntax | undefined = shape;
  if (inner?.kind === 'object') addKeyed(service, inner.members, name.resource?.value, found);
  if (inner?.kind !== 'name') return found;
  const of = inner.name.value;
  const { resources, objects } = definitionsOf(service);
  const holder = resources.get(of) ?? objects.get(of);
  if (holder === undefined) return found;
  const changes = name.resource?.value === of && (name.verb === 'update' || name.verb === 'replace');
  const { picks } = inner;
  if (picks === undefined || picks.all) {
    for (const field of holder.fields) {
      if (clientSends(field, changes ? 'change' : 'creation')) found.set(field.name.value, `${of}.${field.name.value}`);
    }
  }
  for (const one of picks?.but ?? []) found.delete(one.value);
  for (const one of picks?.picked ?? []) found.set(one.name.value, `${of}.${one.name.value}`);
  addKeyed(service, picks?.members ?? [], of, found);
  return found;
}

function addKeyed(
  service: Service,
  members: readonly MemberSyntax[],
  owner: string | undefined,
  found: Map<string, string>,
): void {
  const { resources, objects } = definitionsOf(service);
  const holder = owner === undefined ? undefined : (resources.get(owner) ?? objects.get(owner));
  for (const { key, shape } of members) {
    found.delete(key.value);
    if (shape.kind === 'field') found.set(key.value, `${shape.of.value}.${shape.field.value}`);
    else if (holder !== undefined && fieldOf(holder, key.value) !== undefined)
      found.set(key.value, `${owner}.${key.value}`);
  }
}
