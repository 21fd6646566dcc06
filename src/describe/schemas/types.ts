import type { JsonSchema } from '../../parts/registry.ts';
import type { OperationPlan } from '../../plan/operation.ts';
import { describeWire } from '../wire/index.ts';
import { listShownStates, type ShownState } from '../wire/states.ts';
import type { WireObject, WireType, WireValue } from '../wire/type.ts';
import type { Components } from './components.ts';
import { createObject } from './named.ts';
import { describeItems, describeValue, withNull } from './values.ts';

/** Describes the values of a type as JSON Schema; an object that has a name, or may have one, by a reference. */
export function describeType(components: Components, type: WireType): JsonSchema {
  const bare = describeBare(components, type);
  const { nullable, description } = type;
  return {
    ...(nullable === true ? withNull(bare) : bare),
    ...(description === undefined || isNamed(type) ? {} : { description }),
    ...(type.kind === 'value' ? describeComputed(type) : {}),
  };
}

function describeBare(components: Components, type: WireType): JsonSchema {
  switch (type.kind) {
    case 'value':
      return describeValue(components, type.schema, type.use);
    case 'object':
      return describeObject(components, type);
    case 'literal':
      return { const: type.value };
    case 'text': {
      const { format, pattern, constant } = type;
      return {
        type: 'string',
        ...(format === undefined ? {} : { format }),
        ...(pattern === undefined ? {} : { pattern }),
        ...(constant === undefined ? {} : { const: constant }),
      };
    }
    case 'count':
      return { type: 'integer', minimum: type.least };
    case 'list':
      return {
        type: 'array',
        items: describeType(components, type.item),
        ...describeItems(type.range),
        ...(type.isUnique === true ? { uniqueItems: true } : {}),
        ...(type.most === undefined ? {} : { maxItems: type.most }),
      };
    case 'map': {
      const values = { type: 'object', additionalProperties: describeType(components, type.item) };
      return type.most === undefined ? values : { ...values, maxProperties: type.most };
    }
    case 'union':
      return {
        [type.isExclusive === true ? 'oneOf' : 'anyOf']: type.of.map((each) => describeType(components, each)),
      };
    case 'null':
      return { type: 'null' };
    case 'unknown':
      return {};
  }
}

/** Describes the values of any of some types, equal ones once. */
export function describeAny(components: Components, types: readonly WireType[]): JsonSchema {
  const schemas = types.map((type) => describeType(components, type));
  const distinct = [...new Map(schemas.map((schema) => [JSON.stringify(schema), schema])).values()];
  return distinct.length > 1 ? { anyOf: distinct } : distinct[0]!;
}

function describeComputed({ field }: WireValue): JsonSchema {
  return field?.computed === undefined ? {} : { 'x-nonet-computed': field.computed.words };
}

/** Whether an object is described under a name: its description is there too. */
function isNamed(type: WireType): boolean {
  return type.kind === 'object' && (type.shapeName !== undefined || (type.names?.length ?? 0) > 0);
}

function describeObject(components: Components, type: WireType & WireObject): JsonSchema {
  const { use, members, shapeName, names = [], isChosen, description } = type;
  const described = createObject(
    components,
    use,
    members.map((member) => ({
      name: member.name,
      required: !member.optional && isChosen !== true,
      schema: {
        ...describeType(components, member.type),
        ...(member.isReadOnly === true ? { readOnly: true } : {}),
        ...(member.default === undefined ? {} : { default: member.default }),
      },
    })),
  );
  if (!isNamed(type)) return described;
  const whole = { ...(description === undefined ? {} : { description }), ...described };
  if (shapeName === undefined) return components.add(names, whole);
  const states = listShownStates(components.plan, type);
  const schema = {
    ...whole,
    ...describeStates(states),
    ...(isChosen === true ? {} : describeStatePresence(states)),
  };
  const name = isChosen === true ? `${shapeName}Fields` : shapeName;
  return components.add([name, ...names, `${name}Shown`], schema);
}

/** Describes the body of the requests of an operation; undefined if it has none. */
export function describeInput(components: Components, operation: OperationPlan): JsonSchema | undefined {
  const { body } = describeWire(components.plan).of(operation);
  return body && describeType(components, body);
}

/** Describes the states and transitions that an object shows of its record, under `x-nonet-states`. */
function describeStates(shown: readonly ShownState[]): JsonSchema {
  const described = shown.map(({ member, machine: { states, transitions } }) => ({
    field: member,
    states: states.map(({ name, kind, meaning }) => ({
      name,
      ...(kind === undefined ? {} : { kind }),
      ...(meaning === undefined ? {} : { meaning }),
    })),
    transitions: transitions
      .filter(({ to }) => to.kind !== 'none')
      .map(({ name, from, to, words, line }) => ({
        name,
        from,
        ...(to.kind === 'state' ? { to: to.state } : {}),
        words,
        line,
      })),
  }));
  return described.length === 0 ? {} : { 'x-nonet-states': described };
}

/** Describes which members a record has for certain in a state. */
function describeStatePresence(shown: readonly ShownState[]): JsonSchema {
  const found = shown.flatMap(({ member, members }) =>
    [...members].flatMap(([state, { present }]) =>
      present.length === 0 ? [] : [{ member, state, required: present }],
    ),
  );
  const alike = Map.groupBy(found, ({ member, required }) => JSON.stringify([member, required]));
  const conditions = [...alike.values()].map((all): JsonSchema => {
    const { member, required } = all[0]!;
    const states = { enum: all.map(({ state }) => state) };
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    return { if: { properties: { [member]: states }, required: [member] }, then: { required } };
  });
  return conditions.length === 0 ? {} : { allOf: conditions };
}
