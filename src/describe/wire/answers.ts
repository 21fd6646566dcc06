import { formatOf } from '../../parts/registry.ts';
import { findNamed } from '../../plan/lookup.ts';
import { listExpansions, type OperationPlan } from '../../plan/operation.ts';
import type { FieldPlan, MemberPlan, ResourcePlan } from '../../plan/resource.ts';
import type { AnswerMember, AnswerShape } from '../../plan/shape.ts';
import type { WholePlan } from '../../plan/whole.ts';
import { present } from '../../text/present.ts';
import { joinDescriptions, toPascal, toSentence } from '../words.ts';
import { isAlwaysThere } from './presence.ts';
import type { WireMember, WireType } from './type.ts';
import { showExpression, showFigure, showGroups, showRole, showValue } from './values.ts';

/** The place of a shape. */
interface Place {
  /** The resource or object whose record the shape shows. */
  readonly holder?: string | undefined;
  /** Names for the shape if it is an object, the best first. */
  readonly names?: readonly string[];
  /** Clients choose the members of this object, or of the records of this list. */
  readonly chosen?: 'members' | 'records';
  /** A handler returns what is shown: it may leave out values that can be null. */
  readonly handled?: boolean;
  /** Roles of which more is known here. */
  readonly roles?: Readonly<Record<string, WireType>>;
  /** Fields in whose place clients may ask for the record. */
  readonly expand?: ReadonlyMap<string, AnswerShape>;
}

/** Returns the type of a shape of the responses of an operation. */
export function showResponse(plan: WholePlan, operation: OperationPlan, shape: AnswerShape): WireType {
  return showShape(plan, shape, createPlace(operation));
}

function createPlace({ name, kind, resource, parameters }: OperationPlan): Place {
  const expand = new Map(
    parameters.flatMap(({ mapsTo }) => listExpansions(mapsTo).map(({ field, shape }) => [field, shape] as const)),
  );
  const page =
    kind === 'list' && resource !== undefined ? [`${resource}Page`] : kind === 'list events' ? ['EventPage'] : [];
  return {
    holder: resource,
    ...(kind === 'handler' ? { handled: true } : {}),
    names: [...page, `${toPascal(name)}Response`],
    ...(parameters.some(({ mapsTo }) => mapsTo.kind === 'fields')
      ? { chosen: kind === 'list' ? 'records' : 'members' }
      : {}),
    ...(expand.size === 0 ? {} : { expand }),
  };
}

/** Returns the type of a shape of a response, a payload or an envelope. */
export function showShape(plan: WholePlan, shape: AnswerShape, place: Place): WireType {
  switch (shape.kind) {
    case 'object':
      return showObject(plan, shape, place);
    case 'field':
      return showField(plan, shape, place.holder);
    case 'records':
      return { kind: 'list', item: showShape(plan, shape.item, enterRecords(place, shape.of)) };
    case 'embedded':
      return showEmbedded(plan, shape, place);
    case 'children':
      return { kind: 'list', item: showShape(plan, shape.item, enter(place, shape.resource)), most: shape.most };
    case 'picked': {
      const item = showShape(
        plan,
        shape.item,
        enter(place, shape.of ?? findPathHolder(plan, place.holder, shape.path)),
      );
      return shape.list ? { kind: 'list', item } : item;
    }
    case 'literal':
      return { kind: 'literal', value: shape.value };
    case 'cel':
      return showExpression(plan, shape.value.type);
    case 'figure':
      return showFigure(shape);
    case 'groups':
      return showGroups(shape, findNamed(plan.resources, place.holder));
    case 'role':
      return place.roles?.[shape.role] ?? showRole(shape.role);
  }
}

/** The records of a list: parameters choose what is shown of them. */
function enterRecords({ names: _, chosen, holder, ...place }: Place, of = holder): Place {
  return { ...place, holder: of, ...(chosen === 'records' ? { chosen: 'members' } : {}) };
}

/** Inside a record that is shown: parameters choose nothing there. */
function enter({ roles, handled }: Place, holder: string | undefined): Place {
  return { holder, ...(roles === undefined ? {} : { roles }), ...(handled === true ? { handled } : {}) };
}

function showObject(
  plan: WholePlan,
  { shapeName, members }: AnswerShape & { readonly kind: 'object' },
  { names, chosen, ...around }: Place,
): WireType {
  const holder = shapeName ?? around.holder;
  const resource = findNamed(plan.resources, holder);
  const inside: Place = { ...around, holder, ...(chosen === 'records' ? { chosen } : {}) };
  return {
    kind: 'object',
    use: 'shown',
    members: members.map((member) => showMember(plan, member, resource, inside)),
    ...(shapeName === undefined ? {} : { shapeName, ...describeProse(resource?.description) }),
    ...(names === undefined ? {} : { names }),
    ...(resource === undefined ? {} : { resource }),
    ...(around.expand === undefined ? {} : { isExpandable: true }),
    ...(chosen === 'members' ? { isChosen: true } : {}),
  };
}

function showMember(
  plan: WholePlan,
  { name, optional, shape }: AnswerMember,
  resource: ResourcePlan | undefined,
  place: Place,
): WireMember {
  const field = resource && findNamed(resource.fields, getFieldName(shape));
  const shown = shape.kind === 'field' ? field : undefined;
  const always = shown !== undefined && isAlwaysThere(resource!, shown);
  const mayLack = place.handled === true && shape.kind === 'field' && shape.schema.nullable === true;
  const expanded = field && place.expand?.get(field.name);
  const type = showMemberType(plan, shape, optional, place);
  return {
    name,
    optional: (optional && !always) || mayLack,
    type: expanded === undefined ? type : { kind: 'union', of: [type, showShape(plan, expanded, place)] },
    ...(shown === undefined ? {} : { field: shown }),
  };
}

function showMemberType(plan: WholePlan, shape: AnswerShape, isOptional: boolean, place: Place): WireType {
  if (shape.kind === 'role' && place.roles?.[shape.role] === undefined) return showRole(shape.role, isOptional);
  return shape.kind === 'figure' ? showFigure(shape, isOptional) : showShape(plan, shape, place);
}

function getFieldName(shape: AnswerShape): string | undefined {
  if (shape.kind === 'embedded') return shape.field;
  return shape.kind === 'field' && shape.path.length === 1 ? shape.path[0] : undefined;
}

function showField(
  plan: WholePlan,
  { path, schema, of }: AnswerShape & { readonly kind: 'field' },
  holder: string | undefined,
): WireType {
  const owner = of ?? holder;
  const resource = findNamed(plan.resources, owner);
  const field = path.length === 1 && resource !== undefined ? findNamed(resource.fields, path[0]) : undefined;
  const member = findNamed(findNamed(plan.objects, owner)?.members ?? [], path.at(-1));
  const { unchecked } = (field ?? member)?.schema ?? {};
  const value = showValue({ ...schema, ...present({ unchecked }) });
  if (field !== undefined) return { ...value, field, ...describe(listSentences(field, resource!)) };
  return { ...value, ...describe(member?.meaning === undefined ? [] : [toSentence(member.meaning)]) };
}

function describe(sentences: readonly string[]): { readonly description?: string } {
  return sentences.length === 0 ? {} : { description: sentences.join(' ') };
}

/** Returns the prose of a resource or an object as the description of its values. */
export function describeProse(prose: readonly { readonly text: string }[] = []): { readonly description?: string } {
  const description = joinDescriptions(prose.map(({ text }) => text));
  return description === '' ? {} : { description };
}

function listSentences({ meaning, state, schema }: FieldPlan, { machines }: ResourcePlan): readonly string[] {
  const machine = state === true ? machines.find(({ field }) => field !== undefined) : undefined;
  const states = machine?.states.map(({ name, meaning: of }) => `\`${name}\`${of === undefined ? '' : ` (${of})`}`);
  return [
    ...(meaning === undefined ? [] : [toSentence(meaning)]),
    ...(states === undefined ? [] : [`One of ${states.join(', ')}.`]),
    ...(formatOf(schema)?.encrypted === true ? ['A secret: store it safely.'] : []),
  ];
}

/** The record that a field names, or those of a list; of one that is hidden or gone, an object with its identity alone. */
function showEmbedded(
  plan: WholePlan,
  { field, list, resource: name, item }: AnswerShape & { readonly kind: 'embedded' },
  place: Place,
): WireType {
  const schema = findNamed(findNamed(plan.resources, place.holder)?.fields ?? [], field)?.schema;
  const shown = showShape(plan, item, enter(place, name));
  const identity = findIdentity(plan, name);
  const one: WireType = identity === undefined ? shown : { kind: 'union', of: [shown, showIdentity(identity)] };
  const isItemNullable = schema?.type === 'list' && schema.item.nullable === true;
  const type: WireType =
    list === true ? { kind: 'list', item: isItemNullable ? { ...one, nullable: true } : one } : one;
  return schema?.nullable === true ? { ...type, nullable: true } : type;
}

/** Finds the field that identifies the records of a resource. */
export function findIdentity({ resources }: Pick<WholePlan, 'resources'>, name: string): FieldPlan | undefined {
  const resource = findNamed(resources, name);
  return resource && findNamed(resource.fields, resource.identity);
}

function showIdentity({ name, schema }: FieldPlan): WireType {
  return { kind: 'object', use: 'shown', members: [{ name, optional: false, type: showValue(schema) }] };
}

/** The resource or object at the end of a path into a record. */
function findPathHolder(plan: WholePlan, holder: string | undefined, path: readonly string[]): string | undefined {
  let at = holder;
  for (const step of path) {
    const members: readonly Pick<MemberPlan, 'name' | 'schema'>[] =
      findNamed(plan.resources, at)?.fields ?? findNamed(plan.objects, at)?.members ?? [];
    const schema = findNamed(members, step)?.schema;
    const inner = schema?.type === 'list' ? schema.item : schema;
    at = inner?.type === 'named' ? inner.name : undefined;
  }
  return at;
}
