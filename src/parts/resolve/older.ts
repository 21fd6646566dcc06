import type { FieldType, SymbolTable } from '../../expression/symbol-table.ts';
import type { ValueType } from '../../expression/tree.ts';
import type { Name } from '../../text/location.ts';
import type { OperationModel, ParameterModel } from '../endpoints/model.ts';
import type { CodeModel } from '../errors/model.ts';
import type { LimitModel } from '../limits/model.ts';
import type { FieldModel, TypeModel } from '../resources/model.ts';
import type { Service } from '../service.ts';
import type { ChangeWhere } from '../versioning/model.ts';
import { collectDefinitions, findMachine } from './definitions.ts';
import { isComputedWhenShown } from './shown-fields.ts';
import { createSymbolTable, has, mayBeAbsent, resolveFieldType } from './vocabulary.ts';

/** A field as it stands in an older version. */
export interface OlderField {
  /** Its name in the present document; left out: it is no longer there. */
  readonly present?: string;
  readonly model: FieldModel;
  /** The names of the states of a `state` field. */
  readonly states?: readonly Name[];
  /** It is answered with a stated value and never sent: older callers see a field that they did not have. */
  readonly stated?: true;
  /** Of a field that is no longer there: those of the present document that rows make of it, in their order. */
  readonly becomes?: readonly string[];
  /** Its type is another in the present document: nothing can be ordered by it. */
  readonly retyped?: true;
}

/** An operation as it stands in an older version. */
export interface OlderOperation {
  readonly model: OperationModel;
  /** By their names in that version; `present` as of a field. */
  readonly parameters: ReadonlyMap<string, { readonly present?: string; readonly model: ParameterModel }>;
}

/**
 * A service as far back as its Changes were undone: what clients see of it, by the names of that version. It is changed in
 * place, version by version, so that each row costs what it touches.
 */
export interface Older {
  readonly service: Service;
  /** By the name of a resource or object, then by the name of the field; in the present document's order, then removed ones. */
  readonly fields: Map<string, Map<string, OlderField>>;
  readonly operations: Map<string, OlderOperation>;
  /** Names in that version → names in the present document. */
  readonly events: Map<string, string>;
  readonly codes: Map<string, string>;
  /** By the names that codes have in the present document, which holds them; with another status once that was undone. */
  readonly codeModels: Map<string, CodeModel>;
  readonly limits: Map<string, LimitModel>;
  readonly symbols: SymbolTable;
}

/** The service as its document states it, nothing undone yet. */
export function createOlder(service: Service): Older {
  const { resources, objects } = service.resources;
  const fields = new Map<string, Map<string, OlderField>>();
  for (const holder of [...resources, ...objects]) {
    if (fields.has(holder.name.value)) continue;
    const own = new Map<string, OlderField>();
    for (const model of holder.fields) {
      if (!own.has(model.name.value)) own.set(model.name.value, presentField(service, holder.name.value, model));
    }
    fields.set(holder.name.value, own);
  }
  const operations = new Map<string, OlderOperation>();
  for (const model of service.endpoints.operations) {
    if (operations.has(model.name.text)) continue;
    const parameters = model.parameters.map(
      (parameter) => [parameter.name.value, { present: parameter.name.value, model: parameter }] as const,
    );
    operations.set(model.name.text, { model, parameters: new Map(parameters) });
  }
  const same = (names: readonly Name[]): Map<string, string> => new Map(names.map(({ value }) => [value, value]));
  return {
    service,
    fields,
    operations,
    events: same(service.events.events.map((event) => event.name)),
    codes: same(service.errors.codes.map((code) => code.code)),
    codeModels: new Map(service.errors.codes.toReversed().map((code) => [code.code.value, code])),
    limits: new Map(service.limits.limits.map((limit) => [limit.name.value, limit])),
    symbols: createOlderSymbolTable(service, fields),
  };
}

/** The code that a row `status` means by its Where; a bare name is that of an operation first. */
export function findNamedCode({ operations, codes, codeModels }: Older, where: ChangeWhere): CodeModel | undefined {
  if (where.kind !== 'code' && (where.kind !== 'name' || operations.has(where.name.value))) return undefined;
  const present = codes.get(where.name.value);
  return present === undefined ? undefined : codeModels.get(present);
}

function presentField(service: Service, owner: string, model: FieldModel): OlderField {
  const field: OlderField = { present: model.name.value, model };
  const resource = collectDefinitions(service).resources.get(owner);
  if (model.type?.kind !== 'state' || resource === undefined) return field;
  const states = findMachine(service, resource, model.name.value)?.states.map((state) => state.name) ?? [];
  return { ...field, states };
}

/** The values that a field, or the items of a list or map, may have: its states or those of its `name of`. */
export function listOlderValues({ model, states }: OlderField): readonly Name[] {
  if (states !== undefined) return states;
  let { type } = model;
  while (type?.kind === 'list' || type?.kind === 'map') type = type.item;
  return type?.kind === 'one of' ? type.values : [];
}

/** The same field with other values. */
export function withValues(field: OlderField, values: readonly Name[]): OlderField {
  if (field.states !== undefined) return { ...field, states: values };
  const { type } = field.model;
  return type === undefined ? field : { ...field, model: { ...field.model, type: replaceTypeValues(type, values) } };
}

function replaceTypeValues(type: TypeModel, values: readonly Name[]): TypeModel {
  if (type.kind === 'one of') return { ...type, values };
  return type.kind === 'list' || type.kind === 'map' ? { ...type, item: replaceTypeValues(type.item, values) } : type;
}

/** The type of a field in expressions, as it stands in that version. */
export function resolveOlderType(service: Service, owner: string, { model, states }: OlderField): ValueType {
  const type = resolveFieldType(service, owner, model);
  if (states === undefined) return type;
  const choice: ValueType = {
    kind: 'choice',
    of: `${owner}.${model.name.value}`,
    values: states.map((name) => name.value),
  };
  return type.kind === 'nullable' ? { kind: 'nullable', of: choice } : choice;
}

function createOlderSymbolTable(service: Service, fields: Older['fields']): SymbolTable {
  const made = new Map<string, LiveFields>();
  return {
    fields(name) {
      const own = fields.get(name);
      // unions have the fields that all their objects share; rows name the objects
      if (own === undefined) return createSymbolTable(service).fields(name);
      let live = made.get(name);
      if (live === undefined) {
        live = new LiveFields(service, name, own);
        made.set(name, live);
      }
      return live;
    },
  };
}

/** The fields of a holder as expressions see them now: each type is worked out when it is asked for. */
class LiveFields extends Map<string, FieldType> {
  private readonly types = new WeakMap<OlderField, FieldType>();
  private readonly service: Service;
  private readonly owner: string;
  private readonly own: ReadonlyMap<string, OlderField>;

  constructor(service: Service, owner: string, own: ReadonlyMap<string, OlderField>) {
    super();
    this.service = service;
    this.owner = owner;
    this.own = own;
  }

  override get(name: string): FieldType | undefined {
    const field = this.own.get(name);
    if (field === undefined) return undefined;
    const known = this.types.get(field);
    if (known !== undefined) return known;
    const type = resolveOlderType(this.service, this.owner, field);
    const resource = collectDefinitions(this.service).resources.get(this.owner);
    const isShown = resource !== undefined && isComputedWhenShown(resource.fields, field.model);
    const filled = has(field.model, 'default') ? { filled: true as const } : {};
    const made: FieldType = {
      type,
      optional: this.mayLack(field, type),
      ...filled,
      stored: isShown ? 'shown' : 'none',
    };
    this.types.set(field, made);
    return made;
  }

  private mayLack({ model, states }: OlderField, type: ValueType): boolean {
    const resource = collectDefinitions(this.service).resources.get(this.owner);
    if (states !== undefined && states.length > 0) return false;
    if (resource === undefined) return !has(model, 'required') && !has(model, 'default') && type.kind !== 'nullable';
    return mayBeAbsent(this.service, resource, model);
  }

  override has(name: string): boolean {
    return this.own.has(name);
  }

  override get size(): number {
    return this.own.size;
  }

  override keys(): MapIterator<string> {
    return this.own.keys() as MapIterator<string>;
  }

  override *entries(): MapIterator<[string, FieldType]> {
    for (const name of this.own.keys()) yield [name, this.get(name)!];
  }

  override [Symbol.iterator](): MapIterator<[string, FieldType]> {
    return this.entries();
  }
}
