import type { JsonSchema } from '../../parts/registry.ts';
import type { MemberPlan, UnionPlan } from '../../plan/resource.ts';
import { describeProse } from '../wire/answers.ts';
import type { WireUse } from '../wire/type.ts';
import { toPascal, toSentence } from '../words.ts';
import type { Components } from './components.ts';
import { describeValue, withNull } from './values.ts';

const suffixes: Readonly<Record<WireUse, string>> = { shown: '', sent: 'Input', patched: 'Patch' };

/** Refers to the schema of an object or a union of the document: `Line`, `LineInput` in requests, `LinePatch` in a patch. */
export function describeNamed(components: Components, name: string, use: WireUse): JsonSchema {
  return components.once(`${use} ${name}`, name + suffixes[use], () => {
    const { objects, unions } = components.plan;
    const union = unions.find((candidate) => candidate.name === name);
    if (union !== undefined) return describeUnion(components, union, use);
    const object = objects.find((candidate) => candidate.name === name);
    const described = describeMembers(components, object?.members ?? [], use);
    return { ...describeProse(object?.description), ...described };
  });
}

function describeMembers(components: Components, all: readonly MemberPlan[], use: WireUse): JsonSchema {
  const members = all.filter(({ direction }) => isMember(direction, use));
  return createObject(
    components,
    use,
    members.map((member) => ({
      name: member.name,
      required: isRequired(member, use),
      schema: describeMember(components, member, use),
    })),
  );
}

/** Whether clients see, or send, a member of an object. */
function isMember(direction: MemberPlan['direction'], use: WireUse): boolean {
  if (direction === 'internal') return false;
  return use === 'shown' ? direction !== 'write-only' : direction !== 'read-only';
}

function isRequired({ required, schema, default: otherwise }: MemberPlan, use: WireUse): boolean {
  if (use === 'patched') return false;
  if (use === 'sent') return required && otherwise === undefined;
  return required || schema.nullable === true || otherwise !== undefined;
}

function describeMember(components: Components, member: MemberPlan, use: WireUse): JsonSchema {
  const { schema, required, default: otherwise, meaning } = member;
  const value = describeValue(components, schema, use);
  const removable = use === 'patched' && !required && schema.nullable !== true;
  return {
    ...(removable ? withNull(value) : value),
    ...(otherwise === undefined || use === 'shown' ? {} : { default: otherwise }),
    ...(meaning === undefined ? {} : { description: toSentence(meaning) }),
  };
}

/** A member of an object's schema. */
export interface Property {
  readonly name: string;
  readonly required: boolean;
  readonly schema: JsonSchema;
}

/** Creates the schema of an object; a request with other members is refused where the document says so. */
export function createObject(components: Components, use: WireUse, properties: readonly Property[]): JsonSchema {
  const required = properties.filter((property) => property.required).map(({ name }) => name);
  return {
    type: 'object',
    ...(required.length === 0 ? {} : { required }),
    properties: Object.fromEntries(properties.map(({ name, schema }) => [name, schema])),
    ...(use !== 'shown' && components.plan.unknownFields === 'refused' ? { additionalProperties: false } : {}),
  };
}

/** A union: one schema for each case; its tag distinguishes them. */
function describeUnion(components: Components, { name, tag, cases, description }: UnionPlan, use: WireUse): JsonSchema {
  const membersOf = (object: string): readonly MemberPlan[] => {
    const members = components.plan.objects.find((candidate) => candidate.name === object)?.members ?? [];
    return members.filter((member) => isMember(member.direction, use) && member.name !== tag);
  };
  const alternatives = cases.map(({ tag: value, object, meaning }) => {
    const own = membersOf(object);
    // A patch that changes the case may remove the members of the case before it.
    const others = use === 'patched' ? cases.flatMap((other) => membersOf(other.object)) : [];
    const removed = others.filter((member) => own.every(({ name: known }) => known !== member.name));
    const properties: readonly Property[] = [
      { name: tag, required: use !== 'patched', schema: { type: 'string', const: value } },
      ...own.map((member) => ({
        name: member.name,
        required: isRequired(member, use),
        schema: describeMember(components, member, use),
      })),
      ...removed.map((member) => ({ name: member.name, required: false, schema: { type: 'null' } })),
    ];
    const schema = {
      ...(meaning === undefined ? {} : { description: toSentence(meaning) }),
      ...createObject(components, use, properties),
    };
    return [value, components.add([`${name}${toPascal(value)}${suffixes[use]}`], schema)] as const;
  });
  return {
    ...describeProse(description),
    // A patch may leave out the tag: then several cases can fit.
    [use === 'patched' ? 'anyOf' : 'oneOf']: alternatives.map(([, reference]) => reference),
    discriminator: {
      propertyName: tag,
      mapping: Object.fromEntries(alternatives.map(([value, reference]) => [value, reference.$ref as string])),
    },
  };
}
