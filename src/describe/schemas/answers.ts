import { formatOf, type JsonSchema } from '../../parts/registry.ts';
import type { FieldPlan, ResourcePlan } from '../../plan/resource.ts';
import type { AnswerMember, AnswerShape } from '../../plan/shape.ts';
import { toSentence } from '../words.ts';
import type { Components } from './components.ts';
import { describeExpression } from './expressions.ts';
import { describeFigure, describeGroups } from './figures.ts';
import { createObject, describeProse, type Property } from './named.ts';
import { isAlwaysThere } from './presence.ts';
import { describeRole } from './roles.ts';
import { describeStates, listStatePresence } from './states.ts';
import { describeValue, withNull } from './values.ts';

/** The place of a shape. */
export interface AnswerPlace {
  /** The resource or object whose record the shape shows. */
  readonly holder?: string | undefined;
  /** Names for the shape if it is an object, the best first; left out: it is written out where it is. */
  readonly names?: readonly string[];
  /** Clients choose the members of this object, or of the records of this list, so none has to be there. */
  readonly chosen?: 'members' | 'records';
  /** A handler returns what is shown: it may leave out values that can be null. */
  readonly handled?: boolean;
  /** Roles of which more is known here. */
  readonly roles?: Readonly<Record<string, JsonSchema>>;
  /** Fields in whose place clients may ask for the record. */
  readonly expand?: ReadonlyMap<string, AnswerShape>;
}

/** Describes the values of a shape of a response, a payload or an envelope. */
export function describeAnswer(components: Components, shape: AnswerShape, place: AnswerPlace): JsonSchema {
  switch (shape.kind) {
    case 'object':
      return describeObject(components, shape, place);
    case 'field':
      return describeField(components, shape, place);
    case 'records':
      return { type: 'array', items: describeAnswer(components, shape.item, enterRecords(place, shape.of)) };
    case 'embedded':
      return describeEmbedded(components, shape, place);
    case 'children': {
      const items = describeAnswer(components, shape.item, enter(place, shape.resource));
      return { type: 'array', items, maxItems: shape.most };
    }
    case 'picked': {
      const item = describeAnswer(
        components,
        shape.item,
        enter(place, shape.of ?? findHolder(components, place, shape.path)),
      );
      return shape.list ? { type: 'array', items: item } : item;
    }
    case 'literal':
      return { const: shape.value };
    case 'cel':
      return describeExpression(components, shape.value.type);
    case 'figure':
      return describeFigure(components, shape);
    case 'groups':
      return describeGroups(
        components,
        shape,
        components.plan.resources.find(({ name }) => name === place.holder),
      );
    case 'role':
      return place.roles?.[shape.role] ?? describeRole(shape.role);
  }
}

/** The records of a list: parameters choose what is shown of them. */
function enterRecords({ names: _, chosen, holder, ...place }: AnswerPlace, of = holder): AnswerPlace {
  return { ...place, holder: of, ...(chosen === 'records' ? { chosen: 'members' } : {}) };
}

/** Inside a record that is shown: parameters choose nothing there. */
function enter({ roles, handled }: AnswerPlace, holder: string | undefined): AnswerPlace {
  return { holder, ...(roles === undefined ? {} : { roles }), ...(handled === true ? { handled } : {}) };
}

function describeObject(
  components: Components,
  { shapeName, members }: AnswerShape & { readonly kind: 'object' },
  place: AnswerPlace,
): JsonSchema {
  const holder = shapeName ?? place.holder;
  const resource = components.plan.resources.find(({ name }) => name === holder);
  const isChosen = place.chosen === 'members';
  const { chosen, ...around } = place;
  const inside: AnswerPlace = { ...around, holder, names: [], ...(chosen === 'records' ? { chosen } : {}) };
  const properties = members.map((member) => describeMember(components, member, resource, inside, isChosen));
  const described = createObject(components, 'shown', properties);
  if (shapeName !== undefined) {
    const schema = {
      ...describeProse(resource?.description),
      ...described,
      ...(resource === undefined ? {} : describeStates(resource, listShown(members))),
      ...(resource === undefined || isChosen ? {} : listStatePresence(components.plan, resource, listShown(members))),
    };
    const name = isChosen ? `${shapeName}Fields` : shapeName;
    return components.add([name, ...(place.names ?? []), `${name}Shown`], schema);
  }
  return place.names === undefined || place.names.length === 0 ? described : components.add(place.names, described);
}

/** The members that show a field of the record as it is, by the name of the field. */
function listShown(members: readonly AnswerMember[]): ReadonlyMap<string, string> {
  return new Map(
    members.flatMap(({ name, shape }) =>
      shape.kind === 'field' && shape.path.length === 1 ? [[shape.path[0]!, name] as const] : [],
    ),
  );
}

function describeMember(
  components: Components,
  { name, optional, shape }: AnswerMember,
  resource: ResourcePlan | undefined,
  place: AnswerPlace,
  isChosen: boolean,
): Property {
  const field = shape.kind === 'field' || shape.kind === 'embedded' ? findField(resource, shape) : undefined;
  const always =
    shape.kind === 'field' && resource !== undefined && field !== undefined && isAlwaysThere(resource, field);
  const expanded = field === undefined ? undefined : place.expand?.get(field.name);
  const isRole = shape.kind === 'role' && place.roles?.[shape.role] === undefined;
  const schema = isRole
    ? describeRole(shape.role, optional)
    : shape.kind === 'figure'
      ? describeFigure(components, shape, optional)
      : describeAnswer(components, shape, place);
  return {
    name,
    required: (!optional || always) && !isChosen && !(place.handled === true && isNullable(shape)),
    schema: expanded === undefined ? schema : { anyOf: [schema, describeAnswer(components, expanded, place)] },
  };
}

function isNullable(shape: AnswerShape): boolean {
  return shape.kind === 'field' && shape.schema.nullable === true;
}

function findField(
  resource: ResourcePlan | undefined,
  shape: AnswerShape & { readonly kind: 'field' | 'embedded' },
): FieldPlan | undefined {
  const name = shape.kind === 'embedded' ? shape.field : shape.path.length === 1 ? shape.path[0] : undefined;
  return resource?.fields.find((field) => field.name === name);
}

function describeField(
  components: Components,
  { path, schema, of }: AnswerShape & { readonly kind: 'field' },
  { holder }: AnswerPlace,
): JsonSchema {
  const { resources, objects } = components.plan;
  const owner = of ?? holder;
  const resource = resources.find(({ name }) => name === owner);
  const field = path.length === 1 ? resource?.fields.find(({ name }) => name === path[0]) : undefined;
  const value = describeValue(components, schema, 'shown');
  if (field !== undefined) return { ...value, ...describeFieldFacts(field, resource) };
  const member = objects.find(({ name }) => name === owner)?.members.find(({ name }) => name === path.at(-1));
  return member?.meaning === undefined ? value : { ...value, description: toSentence(member.meaning) };
}

function describeFieldFacts(
  { meaning, computed, state, schema }: FieldPlan,
  resource: ResourcePlan | undefined,
): JsonSchema {
  const machine = state === true ? resource?.machines.find(({ field }) => field !== undefined) : undefined;
  const states = machine?.states.map(({ name, meaning: of }) => `\`${name}\`${of === undefined ? '' : ` (${of})`}`);
  const sentences = [
    meaning === undefined ? undefined : toSentence(meaning),
    states === undefined ? undefined : `One of ${states.join(', ')}.`,
    formatOf(schema)?.encrypted === true ? 'A secret: store it safely.' : undefined,
  ].filter((sentence) => sentence !== undefined);
  return {
    ...(sentences.length === 0 ? {} : { description: sentences.join(' ') }),
    ...(computed === undefined ? {} : { 'x-nonet-computed': computed.words }),
  };
}

/** The record that a field names, or those of a list; of one that is hidden or gone, an object with its identity alone. */
function describeEmbedded(
  components: Components,
  { field, list, resource: name, item }: AnswerShape & { readonly kind: 'embedded' },
  place: AnswerPlace,
): JsonSchema {
  const { resources } = components.plan;
  const resource = resources.find((candidate) => candidate.name === name);
  const identity = resource?.fields.find((candidate) => candidate.name === resource.identity);
  const shown = describeAnswer(components, item, enter(place, name));
  const own = resources.find((candidate) => candidate.name === place.holder)?.fields.find((one) => one.name === field);
  const one: JsonSchema =
    identity === undefined
      ? shown
      : {
          anyOf: [
            shown,
            createObject(components, 'shown', [
              { name: identity.name, required: true, schema: describeValue(components, identity.schema, 'shown') },
            ]),
          ],
        };
  const isItemNullable = own?.schema.type === 'list' && own.schema.item.nullable === true;
  const schema: JsonSchema = list === true ? { type: 'array', items: isItemNullable ? withNull(one) : one } : one;
  return own?.schema.nullable === true ? withNull(schema) : schema;
}

/** The resource or object at the end of a path into a record. */
function findHolder({ plan }: Components, { holder }: AnswerPlace, path: readonly string[]): string | undefined {
  let at = holder;
  for (const step of path) {
    const members: readonly Pick<FieldPlan, 'name' | 'schema'>[] =
      plan.resources.find(({ name }) => name === at)?.fields ??
      plan.objects.find(({ name }) => name === at)?.members ??
      [];
    const schema = members.find(({ name }) => name === step)?.schema;
    const inner = schema?.type === 'list' ? schema.item : schema;
    at = inner?.type === 'named' ? inner.name : undefined;
  }
  return at;
}
