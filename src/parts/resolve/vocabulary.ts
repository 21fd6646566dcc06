import { fileFields, fileName, fileType } from '../../expression/file-type.ts';
import { findSharedFields } from '../../expression/shared-fields.ts';
import type { FieldType, SymbolTable } from '../../expression/symbol-table.ts';
import type { ValueType } from '../../expression/tree.ts';
import { formatLimits, type Limit, makeNullable } from '../../expression/types.ts';
import { isSometimesGiven } from '../../plan/fields/presence.ts';
import { memo } from '../../text/memo.ts';
import { present } from '../../text/present.ts';
import { findFormat } from '../resources/formats/index.ts';
import type { FieldModel, ObjectModel, ResourceModel, TypeModel, UnionModel } from '../resources/model.ts';
import type { Service } from '../service.ts';
import { collectDefinitions, findIdentity, findMachine, has } from './definitions.ts';
import { dependsOnOthers, isComputedWhenShown } from './shown-fields.ts';

export {
  collectDefinitions,
  type Definitions,
  findField,
  findIdentity,
  findMachine,
  findSimilarField,
  has,
  hasUnclearMachine,
} from './definitions.ts';

/** The name under which a vocabulary keeps what `caller.…` holds. No resource can have it: theirs begin with upper case. */
export const callerName = 'caller';

/** What expressions call things: the fields of resources, objects and unions, and under `callerName` those of the caller. */
export const createSymbolTable = memo((service: Service): SymbolTable => {
  const fields = new Map<string, ReadonlyMap<string, FieldType> | undefined>();
  const symbols: SymbolTable = {
    fields(name) {
      if (!fields.has(name)) fields.set(name, resolveFields(service, name));
      return fields.get(name);
    },
    identities: new Map(
      [...collectDefinitions(service).resources].flatMap(([name, resource]) => {
        const identity = findIdentity(resource)?.name.value;
        return identity === undefined ? [] : [[name, identity] as const];
      }),
    ),
  };
  return symbols;
});

function resolveFields(service: Service, name: string): ReadonlyMap<string, FieldType> | undefined {
  if (name === fileName) return fileFields;
  if (name === callerName) return buildCallerFields(service);
  const { resources, objects, unions } = collectDefinitions(service);
  const resource = resources.get(name);
  if (resource !== undefined) return collect(resource.fields, (field) => recordField(service, resource, field));
  const object = objects.get(name);
  if (object !== undefined) return collect(object.fields, (field) => resolveObjectField(service, object, field));
  const union = unions.get(name);
  return union === undefined ? undefined : resolveUnionFields(service, union);
}

function collect(fields: readonly FieldModel[], read: (field: FieldModel) => FieldType): Map<string, FieldType> {
  const map = new Map<string, FieldType>();
  for (const field of fields) if (!map.has(field.name.value)) map.set(field.name.value, read(field));
  return map;
}

function recordField(service: Service, resource: ResourceModel, field: FieldModel): FieldType {
  const type = resolveFieldType(service, resource.name.value, field);
  const stored = isComputedWhenShown(resource.fields, field) ? 'shown' : resolveStorageKind(type);
  const others = dependsOnOthers(resource.fields, field) ? ({ others: true } as const) : {};
  const sealed = findFormat(field.type)?.notCompared === undefined ? {} : ({ sealed: true } as const);
  const filled = has(field, 'default') ? ({ filled: true } as const) : {};
  const isFolded = field.constraints.some(({ kind, ...more }) => kind === 'unique' && 'ignoring' in more);
  const folded = isFolded ? ({ folded: true } as const) : {};
  return { type, optional: mayBeAbsent(service, resource, field), ...filled, stored, ...sealed, ...others, ...folded };
}

function resolveObjectField(service: Service, object: ObjectModel, field: FieldModel): FieldType {
  const type = resolveFieldType(service, object.name.value, field);
  const isFilled = has(field, 'default');
  const optional = !has(field, 'required') && !isFilled && type.kind !== 'nullable';
  return { type, optional, ...(isFilled ? { filled: true } : {}), stored: 'none' };
}

/** True when a stored record may lack the field: nothing gives it a value, or it can be removed. */
export function mayBeAbsent(service: Service, resource: ResourceModel, field: FieldModel): boolean {
  if (field.type?.nullable === true || has(field, 'required') || findIdentity(resource) === field) return false;
  if (field.type?.kind === 'state') return findMachine(service, resource, field.name.value) === undefined;
  return !isAlwaysGiven(field) && !has(field, 'default');
}

/** Whether the service gives the field a value in each record. */
export function isAlwaysGiven(field: FieldModel): boolean {
  return field.constraints.some(
    (constraint) =>
      constraint.kind === 'assigned' ||
      constraint.kind === 'assigned on update' ||
      (constraint.kind === 'assigned from' && !isSometimesGiven(constraint.path.value)),
  );
}

function resolveStorageKind(type: ValueType): 'column' | 'json' {
  const bare = type.kind === 'nullable' ? type.of : type;
  return bare.kind === 'list' || bare.kind === 'map' || bare.kind === 'object' || bare.kind === 'any'
    ? 'json'
    : 'column';
}

/** The type at the end of a path into a record, through objects, free objects and `or null`; undefined where there is none. */
export function resolvePathType(service: Service, resource: string, path: readonly string[]): ValueType | undefined {
  const symbols = createSymbolTable(service);
  let type: ValueType | undefined = { kind: 'object', name: resource };
  for (const step of path) {
    const holder: ValueType | undefined = type?.kind === 'nullable' ? type.of : type;
    if (holder?.kind === 'any' || (holder?.kind === 'map' && holder.value.kind === 'any')) return { kind: 'any' };
    type = holder?.kind === 'object' ? symbols.fields(holder.name)?.get(step)?.type : undefined;
    if (type === undefined) return undefined;
  }
  return type;
}

/**
 * The type of what an Effect sets at the end of a path. Null takes away what can be absent and is never null, and gives a field its
 * default again: such a target takes its type or null, and `clears` marks it.
 */
export function resolveEffectType(
  service: Service,
  resource: string,
  path: readonly string[],
): { readonly type: ValueType; readonly clears: boolean } | undefined {
  const type = resolvePathType(service, resource, path);
  if (type === undefined) return undefined;
  const holder = path.length === 1 ? resource : readObjectName(resolvePathType(service, resource, path.slice(0, -1)));
  const field = holder === undefined ? undefined : createSymbolTable(service).fields(holder)?.get(path.at(-1)!);
  const clears = (field?.optional === true || field?.filled === true) && type.kind !== 'nullable';
  return { type: clears ? makeNullable(type) : type, clears };
}

function readObjectName(type: ValueType | undefined): string | undefined {
  const bare = type?.kind === 'nullable' ? type.of : type;
  return bare?.kind === 'object' ? bare.name : undefined;
}

function resolveUnionFields(service: Service, union: UnionModel): ReadonlyMap<string, FieldType> {
  const { objects } = collectDefinitions(service);
  const members = union.cases.map((branch) => objects.get(branch.object.value));
  const shared = new Map<string, FieldType>();
  if (union.taggedBy !== undefined) {
    const tags = union.cases.map((branch) => branch.tag.value);
    const of = `${union.name.value}.${union.taggedBy.value}`;
    shared.set(union.taggedBy.value, { type: { kind: 'choice', of, values: tags }, optional: false, stored: 'none' });
  }
  if (members.includes(undefined)) return shared;
  const maps = members.map((object) => collect(object!.fields, (field) => resolveObjectField(service, object!, field)));
  for (const [name, field] of findSharedFields(maps)) if (!shared.has(name)) shared.set(name, field);
  return shared;
}

function buildCallerFields(service: Service): ReadonlyMap<string, FieldType> {
  const names = service.authentication.schemes.map(({ name }) => name.value);
  const scheme: ValueType = { kind: 'choice', of: 'caller.scheme', values: names };
  const scopes: ValueType = { kind: 'list', item: { kind: 'string' } };
  const map = new Map<string, FieldType>([
    ['id', { type: { kind: 'string' }, optional: true, stored: 'none' }],
    ['scopes', { type: scopes, optional: false, stored: 'none' }],
    ['scheme', { type: scheme, optional: true, stored: 'none' }],
  ]);
  for (const { name, type } of service.authentication.caller) {
    if (map.has(name.value)) continue;
    map.set(name.value, {
      type: resolveValueType(service, type, `caller.${name.value}`),
      optional: true,
      stored: 'none',
    });
  }
  return map;
}

/** The type of a field in expressions: that of its Type cell; a `state` has the states of its machine. */
export function resolveFieldType(service: Service, owner: string, field: FieldModel): ValueType {
  const type = resolveValueType(service, field.type, `${owner}.${field.name.value}`);
  const bare = type.kind === 'nullable' ? type.of : type;
  if (bare.kind !== 'hash') return type;
  const limits = field.constraints.flatMap((constraint): Limit[] => {
    if (constraint.kind === 'pattern') return [{ kind: 'pattern', pattern: constraint.pattern.text }];
    return constraint.kind === 'range' ? [constraint] : [];
  });
  const limited = { ...bare, ...present({ limits: formatLimits(limits) }) };
  return type.kind === 'nullable' ? { kind: 'nullable', of: limited } : limited;
}

/** The type that a Type cell gives in expressions; `of` names the place, for messages (`Invoice.status`). */
export function resolveValueType(service: Service, type: TypeModel | undefined, of: string): ValueType {
  if (type === undefined) return { kind: 'any' };
  const bare = resolveBareType(service, type, of);
  return type.nullable ? { kind: 'nullable', of: bare } : bare;
}

function resolveBareType(service: Service, type: TypeModel, of: string): ValueType {
  switch (type.kind) {
    case 'string':
      return findFormat(type)?.asExpression ?? { kind: 'string' };
    case 'integer':
      return findFormat(type)?.asExpression ?? { kind: 'int' };
    case 'number':
      return { kind: 'double' };
    case 'boolean':
      return { kind: 'bool' };
    case 'object':
      return { kind: 'map', value: { kind: 'any' } };
    case 'any':
      return { kind: 'any' };
    case 'file':
      return fileType;
    case 'state':
      return { kind: 'choice', of, values: listFieldStates(service, of) };
    case 'one of':
      return { kind: 'choice', of, values: type.values.map((value) => value.value) };
    case 'ref':
      return {
        kind: 'ref',
        resource: type.resource.value,
        identity: resolveIdentityType(service, type.resource.value),
      };
    case 'named':
      return { kind: 'object', name: type.name.value };
    case 'list':
      return { kind: 'list', item: resolveValueType(service, type.item, of) };
    case 'map':
      return { kind: 'map', value: resolveValueType(service, type.item, of) };
  }
}

function listFieldStates(service: Service, of: string): readonly string[] {
  const [owner = '', field = ''] = of.split(/\.(.*)/s);
  const resource = collectDefinitions(service).resources.get(owner);
  const machine = resource === undefined ? undefined : findMachine(service, resource, field);
  return machine?.states.map((state) => state.name.value) ?? [];
}

/** The type of a resource's identity: an int or a string. */
export function resolveIdentityType(service: Service, resource: string): ValueType {
  const model = collectDefinitions(service).resources.get(resource);
  const field = model === undefined ? undefined : findIdentity(model);
  if (field?.type?.kind !== 'integer') return { kind: 'string' };
  return findFormat(field.type)?.asExpression ?? { kind: 'int' };
}
