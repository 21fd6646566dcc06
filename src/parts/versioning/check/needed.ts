import type { Diagnostic } from '../../../diagnostics/diagnostic.ts';
import type { ShapeSyntax } from '../../../shape/syntax.ts';
import type { OperationModel } from '../../endpoints/model.ts';
import { isSentByClient } from '../../resolve/inputs.ts';
import type { Older } from '../../resolve/older.ts';
import { findNamedType } from '../../resolve/older-names.ts';
import { getCreation } from '../../resolve/operation-names.ts';
import { collectDefinitions, findField, has } from '../../resolve/vocabulary.ts';
import type { FieldModel } from '../../resources/model.ts';
import type { Service } from '../../service.ts';
import { diagnostics } from '../diagnostics.ts';
import type { FieldDraft, VersionDraft } from '../downgrade/draft.ts';
import { findSuccessorField } from '../downgrade/expressions.ts';
import { parseRequestShape } from '../downgrade/inputs.ts';

type Report = (diagnostic: Diagnostic) => void;

/** The operations that need a field to be sent, by the names of resources and objects; the first of each. */
export interface Needing {
  /** By the resource that is created. */
  readonly creates: ReadonlyMap<string, OperationModel>;
  /** By the resource that is replaced. */
  readonly replaces: ReadonlyMap<string, OperationModel>;
  /** The fields that the rows `create` and `replace` set, as `create Invoice.memo`. */
  readonly set: ReadonlySet<string>;
  /** By an object that may be sent. */
  readonly objects: ReadonlyMap<string, OperationModel>;
}

/** What clients must send; worked out when first asked for. */
export function createNeeding(service: Service): () => Needing {
  let made: Needing | undefined;
  return () => {
    made ??= findNeeding(service);
    return made;
  };
}

/** Warns where callers of the version below can no longer succeed: a field is needed that they do not know, and nothing gives it. */
export function checkNeeded(older: Older, draft: VersionDraft, needing: () => Needing, report: Report): void {
  let given: Set<FieldDraft> | undefined;
  for (const field of draft.fields.values()) {
    const { owner, newer, older: below, requests, row, stated } = field;
    const model = newer?.present === undefined ? undefined : presentField(older.service, owner, newer.present);
    if (model === undefined || !isNeeded(model)) continue;
    const known = below !== undefined && stated !== true;
    if (requests !== undefined || (known && (has(below, 'required') || has(below, 'default')))) continue;
    given ??= new Set(
      [...draft.fields.values()].flatMap((candidate) =>
        candidate.requests?.given.kind === 'cel' ? (findSuccessorField(draft, candidate) ?? []) : [],
      ),
    );
    if (given.has(field)) continue;
    const { creates, replaces, set, objects } = needing();
    const called = `${owner}.${newer!.model.name.value}`;
    const span = row.where!.span;
    // a replace leaves alone what its version does not know
    const creating = creates.get(owner);
    const replacing = known ? replaces.get(owner) : undefined;
    const failing = (creating?.replaces === true ? [replacing, creating] : [creating, replacing]).find((operation) => {
      if (operation === undefined || !older.operations.has(operation.name.text)) return false;
      return failsWithout(operation, owner, model, set.has(`${operation.name.verb} ${owner}.${model.name.value}`));
    });
    if (failing !== undefined) report(diagnostics['cannot-create'](span, describeFailing(failing, owner), called));
    const sending = creates.has(owner) || replaces.has(owner) ? undefined : objects.get(owner);
    if (sending === undefined || !older.operations.has(sending.name.text)) continue;
    report(diagnostics['cannot-create'](span, `send \`${owner}\` in \`${sending.name.text}\``, called));
  }
}

/** Describes what fails: a replace without the field still changes a record that is there. */
function describeFailing({ name, replaces }: OperationModel, owner: string): string {
  const operation = `\`${name.text}\``;
  return replaces === true ? `create a record of \`${owner}\` by ${operation}` : operation;
}

function presentField(service: Service, owner: string, name: string): FieldModel | undefined {
  const { resources, objects } = collectDefinitions(service);
  const holder = resources.get(owner) ?? objects.get(owner);
  return holder && findField(holder, name);
}

function isNeeded(field: FieldModel): boolean {
  return has(field, 'required') && !has(field, 'default') && isSentByClient(field, 'creation');
}

/**
 * Whether a request fails that leaves the field out: its shape must have it, or may have it and nothing else sets it; the path
 * does not give it.
 */
function failsWithout(
  operation: OperationModel,
  owner: string,
  { name: { value: name } }: FieldModel,
  isSet: boolean,
): boolean {
  const inPath = operation.path?.segments.some(
    (segment) => segment.kind === 'placeholder' && segment.names[0]?.value === name,
  );
  const shape = parseRequestShape(operation);
  return inPath !== true && shape !== undefined && needsField(shape, owner, name, isSet);
}

/** Whether a body must hold a field of the record, in an object around its fields too. */
function needsField(shape: ShapeSyntax, owner: string, name: string, isSet: boolean): boolean {
  const { picks } = shape.kind === 'name' ? shape : {};
  const members = shape.kind === 'object' ? shape.members : (picks?.members ?? []);
  const keyed = members.find(
    ({ key, shape: fieldShape }) =>
      (fieldShape.kind === 'field' && fieldShape.of.value === owner && fieldShape.field.value === name) ||
      (key.value === name && !(fieldShape.kind === 'name' && fieldShape.name.value === owner)),
  );
  if (keyed !== undefined) return !keyed.optional || !isSet;
  if (shape.kind === 'object') return members.some((member) => needsField(member.shape, owner, name, isSet));
  if (shape.kind !== 'name' || shape.name.value !== owner) return false;
  if (picks === undefined) return true;
  const picked = picks.picked.find((pick) => pick.name.value === name);
  if (picked !== undefined) return !picked.optional || !isSet;
  return picks.all && !picks.except.some((otherName) => otherName.value === name);
}

function findNeeding(service: Service): Needing {
  const creates = new Map<string, OperationModel>();
  const replaces = new Map<string, OperationModel>();
  const objects = new Map<string, OperationModel>();
  for (const operation of service.endpoints.operations) {
    const { verb, resource, code } = operation.name;
    const shape = parseRequestShape(operation);
    const writing = code ? undefined : verb === 'create' ? creates : verb === 'replace' ? replaces : undefined;
    if (resource !== undefined && writing?.has(resource.value) === false) writing.set(resource.value, operation);
    const creation = getCreation(operation);
    if (resource !== undefined && creation !== undefined && !creates.has(resource.value))
      creates.set(resource.value, creation);
    if (shape !== undefined)
      for (const name of collectTypeNames(service, shape)) reach(service, name, operation, objects);
  }
  return { creates, replaces, set: setByRows(service), objects };
}

function setByRows({ states }: Service): ReadonlySet<string> {
  const set = new Set<string>();
  for (const { resource, transitions } of states.machines) {
    for (const { name, effects } of transitions) {
      if (name.value !== 'create' && name.value !== 'replace') continue;
      for (const { path } of effects) set.add(`${name.value} ${resource.value}.${path[0]?.value}`);
    }
  }
  return set;
}

/** The objects and unions that a Request names, of a whole resource those in its fields. */
function collectTypeNames(service: Service, shape: ShapeSyntax): readonly string[] {
  switch (shape.kind) {
    case 'list':
      return collectTypeNames(service, shape.item);
    case 'object':
      return shape.members.flatMap((member) => collectTypeNames(service, member.shape));
    case 'field': {
      const type = presentField(service, shape.of.value, shape.field.value)?.type;
      return type === undefined ? [] : [findNamedType(type) ?? ''];
    }
    case 'name': {
      const { resources } = collectDefinitions(service);
      const resource = resources.get(shape.name.value);
      const { picks } = shape;
      if (resource === undefined) return picks === undefined ? [shape.name.value] : [];
      const fields = resource.fields.filter(
        ({ name }) => picks === undefined || picks.all || picks.picked.some((pick) => pick.name.value === name.value),
      );
      const sent = fields.flatMap((field) =>
        field.type !== undefined && isSentByClient(field, 'creation') ? [findNamedType(field.type) ?? ''] : [],
      );
      return [...sent, ...(picks?.members ?? []).flatMap((member) => collectTypeNames(service, member.shape))];
    }
    default:
      return [];
  }
}

function reach(service: Service, name: string, operation: OperationModel, into: Map<string, OperationModel>): void {
  const { objects, unions } = collectDefinitions(service);
  const open = [name];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (into.has(next)) continue;
    const union = unions.get(next);
    const object = objects.get(next);
    if (union === undefined && object === undefined) continue;
    into.set(next, operation);
    for (const branch of union?.cases ?? []) open.push(branch.object.value);
    for (const { type } of object?.fields ?? []) open.push((type && findNamedType(type)) ?? '');
  }
}
