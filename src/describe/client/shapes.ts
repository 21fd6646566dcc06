import { proveStateFields, type StateFields } from '../../plan/records/state-fields.ts';
import type { ResourcePlan, StateMachinePlan } from '../../plan/resource.ts';
import type { ValueSchema } from '../../plan/schema.ts';
import type { AnswerMember, AnswerShape, InputShape } from '../../plan/shape.ts';
import type { WholePlan } from '../../plan/whole.ts';
import { isAlwaysThere } from '../wire/presence.ts';
import { toPascal } from '../words.ts';
import { type ClientMember, type ClientType, withNull } from './type.ts';
import { createDoc, findIdentity, type TypeWriter } from './types.ts';
import { typeExpression, typeFigure, typeGroups, typeLiteral, typeRole } from './values.ts';

/** Finds the types of request and response bodies, with a named type for each shape that the document names. */
export interface ShapeWriter {
  /** `resource`: whose record the shape shows. */
  readonly response: (shape: AnswerShape, resource: string | undefined, place: ResponsePlace) => ClientType;
  readonly request: (shape: InputShape) => ClientType;
  /** The state field of a named response type, and the types of its states. */
  readonly stateOf: (type: ClientType) => StateType | undefined;
}

/** The response or event that a shape is part of. */
export interface ResponsePlace {
  /** The name of its type where the name of the shape has another form already. */
  readonly owner: string;
  /** References that clients can ask to see as records, by field. */
  readonly expand?: ReadonlyMap<string, AnswerShape>;
}

/** The state field of a named type, and the type of its records in each state. */
export interface StateType {
  readonly field: string;
  readonly variants: ReadonlyMap<string, string>;
}

interface Machine {
  readonly machine: StateMachinePlan;
  readonly proven: ReadonlyMap<string, StateFields>;
}

/** Creates the writer of a client's bodies. */
export function createShapeWriter(plan: WholePlan, types: TypeWriter): ShapeWriter {
  const named = new Map<string, { readonly form: string; readonly type: string }>();
  const states = new Map<string, StateType>();
  const machines = new Map<string, Machine | undefined>();

  const findMachine = (resource: ResourcePlan): Machine | undefined => {
    if (!machines.has(resource.name)) {
      const machine = resource.machines.find(({ field }) => field !== undefined);
      const found = machine && { machine, proven: proveStateFields(resource, machine, plan) };
      machines.set(resource.name, found);
    }
    return machines.get(resource.name);
  };

  const response: ShapeWriter['response'] = (shape, resource, place) => {
    // Parameters expand references of the record itself alone.
    const inner: ResponsePlace = { owner: place.owner };
    switch (shape.kind) {
      case 'object':
        return shape.shapeName === undefined
          ? { kind: 'object', members: listMembers(shape.members, resource, place) }
          : nameShape(shape.shapeName, shape.members, findHolder(shape.shapeName, resource), place);
      case 'field':
        return types.typeOf(shape.schema, 'response');
      case 'records':
        return { kind: 'list', item: response(shape.item, shape.of ?? resource, place) };
      case 'embedded': {
        const field = plan.resources
          .find(({ name }) => name === resource)
          ?.fields.find(({ name }) => name === shape.field);
        const identity = plan.resources.find(({ name }) => name === shape.resource)?.identity ?? 'id';
        const type = types.typeOf(findIdentity(plan, shape.resource), 'response');
        const bare: ClientType = { kind: 'object', members: [{ name: identity, type, optional: false }] };
        const one: ClientType = { kind: 'union', of: [response(shape.item, shape.resource, inner), bare] };
        return wrap(field?.schema, shape.list === true, one);
      }
      case 'children':
        return { kind: 'list', item: response(shape.item, shape.resource, inner) };
      case 'picked': {
        const item = response(shape.item, shape.of, inner);
        return shape.list ? { kind: 'list', item } : item;
      }
      case 'literal':
        return typeLiteral(shape.value);
      case 'cel':
        return typeExpression(plan, shape.value.type, types);
      case 'figure':
        return typeFigure(shape, types);
      case 'groups':
        return typeGroups(
          shape,
          types,
          plan.resources.find(({ name }) => name === resource),
        );
      case 'role':
        return typeRole(shape.role);
    }
  };

  /** Whose record a named shape shows: that of the resource with its name, if there is one. */
  const findHolder = (shapeName: string, resource: string | undefined): string | undefined =>
    plan.resources.some(({ name }) => name === shapeName) ? shapeName : resource;

  const listMembers = (
    members: readonly AnswerMember[],
    resource: string | undefined,
    place: ResponsePlace,
  ): readonly ClientMember[] => {
    const holder = plan.resources.find(({ name }) => name === resource);
    return members.map(({ name, optional, shape }) => {
      const path = shape.kind === 'field' && shape.path.length === 1 ? shape.path[0] : undefined;
      const field = holder?.fields.find((candidate) => candidate.name === path);
      return {
        name,
        optional: optional && (field === undefined || !isAlwaysThere(holder!, field)),
        type: typeMember(shape, resource, place, optional),
        ...createDoc(field?.meaning),
      };
    });
  };

  const typeMember = (
    shape: AnswerShape,
    resource: string | undefined,
    place: ResponsePlace,
    optional: boolean,
  ): ClientType => {
    if (shape.kind === 'role') return typeRole(shape.role, optional);
    if (shape.kind === 'figure') return typeFigure(shape, types, optional);
    const type = response(shape, resource, place);
    const expanded = shape.kind === 'field' && shape.path.length === 1 ? place.expand?.get(shape.path[0]!) : undefined;
    if (expanded === undefined) return type;
    return { kind: 'union', of: [type, response(expanded, resource, { owner: place.owner })] };
  };

  const nameShape = (
    shapeName: string,
    members: readonly AnswerMember[],
    resource: string | undefined,
    place: ResponsePlace,
  ): ClientType => {
    const list = listMembers(members, resource, place);
    const form = JSON.stringify(list);
    const keys = [...(place.expand === undefined ? [shapeName] : []), `${place.owner} ${shapeName}`];
    const known = keys.map((key) => named.get(key)).find((candidate) => candidate?.form === form);
    if (known !== undefined) return { kind: 'named', name: known.type };
    const key = keys.find((candidate) => !named.has(candidate)) ?? keys.at(-1)!;
    const type = types.reserve(key === shapeName ? shapeName : `${place.owner}Response`);
    named.set(key, { form, type });
    declare(
      type,
      members,
      list,
      plan.resources.find(({ name }) => name === resource),
    );
    return { kind: 'named', name: type };
  };

  const declare = (
    type: string,
    members: readonly AnswerMember[],
    list: readonly ClientMember[],
    resource: ResourcePlan | undefined,
  ): void => {
    const found = resource === undefined ? undefined : findMachine(resource);
    const state = members.find(({ shape }) => isField(shape, found?.machine.field));
    if (found === undefined || state === undefined || found.machine.states.length < 2) {
      types.add({ kind: 'object', name: type, members: list });
      return;
    }
    const { machine, proven } = found;
    const isProven = ({ name }: ClientMember): boolean => {
      const shape = members.find((member) => member.name === name)!.shape;
      return [...proven.values()].some(({ present, absent }) =>
        [...present, ...absent].some((field) => isField(shape, field)),
      );
    };
    const common = list.filter((member) => member.name !== state.name && !isProven(member));
    const base = types.reserve(`${type}Base`);
    types.add({ kind: 'object', name: base, members: common, inner: true });
    const variants = machine.states.map(({ name, meaning }) => {
      const variant = types.reserve(`${type}${toPascal(name)}`);
      const fields = proven.get(name);
      const own = list.filter(isProven).map((member): ClientMember => {
        const shape = members.find((candidate) => candidate.name === member.name)!.shape;
        const has = (names: ReadonlySet<string> | undefined): boolean =>
          [...(names ?? [])].some((field) => isField(shape, field));
        if (has(fields?.absent)) return { ...member, type: { kind: 'none' }, optional: true };
        return has(fields?.present) ? { ...member, optional: false } : member;
      });
      const literal: ClientType = { kind: 'literal', value: name };
      const body = [{ name: state.name, type: literal, optional: false }, ...own];
      const doc = `In the state \`${name}\`${meaning === undefined || meaning === '' ? '' : `: ${meaning}`}.`;
      types.add({ kind: 'object', name: variant, members: body, base, doc });
      return [name, variant] as const;
    });
    const union = variants.map(([, variant]): ClientType => ({ kind: 'named', name: variant }));
    types.add({ kind: 'alias', name: type, type: { kind: 'union', of: union } });
    states.set(type, { field: state.name, variants: new Map(variants) });
  };

  const request: ShapeWriter['request'] = (shape) => {
    switch (shape.kind) {
      case 'value':
        return types.typeOf(shape.schema, 'request');
      case 'literal':
        return typeLiteral(shape.value);
      case 'list':
        return { kind: 'list', item: request(shape.item) };
      case 'object':
        return {
          kind: 'object',
          members: shape.members.map(({ name, required, default: value, shape: inner }) => ({
            name,
            type: request(inner),
            optional: !required || value !== undefined,
          })),
        };
    }
  };
  return { response, request, stateOf: (type) => (type.kind === 'named' ? states.get(type.name) : undefined) };
}

/** The type of an embedded record, or of a list of them, with null where its field or the items of the list may be null. */
function wrap(schema: ValueSchema | undefined, isList: boolean, one: ClientType): ClientType {
  const isItemNullable = schema?.type === 'list' && schema.item.nullable === true;
  const type: ClientType = isList ? { kind: 'list', item: isItemNullable ? withNull(one) : one } : one;
  return schema?.nullable === true ? withNull(type) : type;
}

function isField(shape: AnswerShape, field: string | undefined): boolean {
  return field !== undefined && shape.kind === 'field' && shape.path.length === 1 && shape.path[0] === field;
}
