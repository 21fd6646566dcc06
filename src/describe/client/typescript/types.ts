import { formatOf } from '../../../parts/registry.ts';
import type { MemberPlan } from '../../../plan/resource.ts';
import type { ValueSchema } from '../../../plan/schema.ts';
import type { WholePlan } from '../../../plan/whole.ts';
import {
  formatChoiceType,
  formatObjectType,
  formatPropertyKey,
  quoteString,
  type TypeMember,
} from '../../types/values.ts';

/** Whether a value comes from the service or goes to it. */
export type Direction = 'response' | 'request';

/** Formats types of JSON values and collects the objects and unions that they name. */
export interface TypeWriter {
  readonly format: (schema: ValueSchema, direction: Direction) => string;
  /** Reserves a name for a type; the name with a suffix where it is taken. */
  readonly reserve: (name: string) => string;
  readonly add: (declaration: string) => void;
  /** The declarations so far, in the order in which they were added. */
  readonly list: () => readonly string[];
}

/** Creates the writer of a client's types. */
export function createTypeWriter(plan: WholePlan, reserved: readonly string[]): TypeWriter {
  const taken = new Set<string>(reserved);
  const named = new Map<string, string>();
  const declarations: string[] = [];
  const reserve = (name: string): string => {
    let free = name;
    for (let n = 2; taken.has(free); n += 1) free = `${name}${n}`;
    taken.add(free);
    return free;
  };
  const differs = createDifference(plan);
  const format = (schema: ValueSchema, direction: Direction): string => {
    const bare = formatBareType(schema, direction);
    return schema.nullable === true ? `${bare} | null` : bare;
  };
  const formatBareType = (schema: ValueSchema, direction: Direction): string => {
    switch (schema.type) {
      case 'string':
        return 'string';
      case 'integer':
      case 'number':
        return 'number';
      case 'boolean':
        return 'boolean';
      case 'choice':
        return formatChoiceType(schema.values);
      case 'ref':
        return format(findIdentity(plan, schema.resource), direction);
      case 'list':
        return `readonly ${wrap(format(schema.item, direction))}[]`;
      case 'map':
        return /* not a message */ `{ readonly [key: string]: ${format(schema.item, direction)} }`;
      case 'named':
        return nameOf(schema.name, direction);
      case 'object':
        return /* not a message */ '{ readonly [key: string]: unknown }';
      case 'any':
        return 'unknown';
    }
  };
  const nameOf = (name: string, direction: Direction): string => {
    const key = direction === 'request' && differs(name) ? `${name}Input` : name;
    const known = named.get(key);
    if (known !== undefined) return known;
    const made = reserve(key);
    named.set(key, made);
    declarations.push(declare(name, made, direction));
    return made;
  };
  const declare = (name: string, made: string, direction: Direction): string => {
    const union = plan.unions.find((candidate) => candidate.name === name);
    if (union !== undefined) {
      const cases = union.cases.map(
        ({ object, tag }) =>
          `(${nameOf(object, direction)} & { readonly ${formatPropertyKey(union.tag)}: ${quoteString(tag)} })`,
      );
      return `export type ${made} = ${cases.join(' | ') || 'never'};`;
    }
    const object = plan.objects.find((candidate) => candidate.name === name)!;
    const members = object.members
      .filter((member) => isSentIn(member, direction))
      .map(
        (member): TypeMember => ({
          name: member.name,
          type: format(member.schema, direction),
          optional: mayLack(member, direction),
          ...createDoc(member.meaning),
        }),
      );
    return `export interface ${made} ${formatObjectType(members)}`;
  };
  return { format, reserve, add: (text) => declarations.push(text), list: () => declarations };
}

/** The schema of a resource's identities. */
export function findIdentity(plan: WholePlan, resource: string): ValueSchema {
  const found = plan.resources.find(({ name }) => name === resource);
  return found?.fields.find(({ name }) => name === found.identity)?.schema ?? { type: 'string' };
}

/** A type in parentheses where it stands before `[]`. */
export function wrap(type: string): string {
  return /^[\w$.]+$/.test(type) ? type : `(${type})`;
}

/** The text of a doc comment: no the end of a comment ends it early, no line breaks. */
export function toDoc(text: string): string {
  return text.replace(/\s+/g, ' ').replaceAll('*/', '*\\/').trim();
}

/** The doc of a member, where the document has a Meaning for it. */
export function createDoc(meaning: string | undefined): Pick<TypeMember, 'doc'> {
  return meaning === undefined || meaning === '' ? {} : { doc: toDoc(meaning) };
}

function isSentIn({ direction }: MemberPlan, to: Direction): boolean {
  if (direction === 'internal') return false;
  return direction !== (to === 'request' ? 'read-only' : 'write-only');
}

function mayLack({ required, schema, default: value }: MemberPlan, direction: Direction): boolean {
  if (direction === 'request') return !required || value !== undefined;
  return !required && schema.nullable !== true;
}

/** Creates what tells whether requests have another form of an object or union than responses. */
function createDifference(plan: WholePlan): (name: string) => boolean {
  const known = new Map<string, boolean>();
  const inSchema = (schema: ValueSchema): boolean => {
    if (schema.type === 'named') return differs(schema.name);
    return schema.type === 'list' || schema.type === 'map' ? inSchema(schema.item) : false;
  };
  const differs = (name: string): boolean => {
    const before = known.get(name);
    if (before !== undefined) return before;
    known.set(name, false);
    const union = plan.unions.find((candidate) => candidate.name === name);
    const members = plan.objects.find((candidate) => candidate.name === name)?.members ?? [];
    const found =
      union?.cases.some(({ object }) => differs(object)) ??
      members.some(
        (member) =>
          isSentIn(member, 'request') !== isSentIn(member, 'response') ||
          (isSentIn(member, 'request') && mayLack(member, 'request') !== mayLack(member, 'response')) ||
          inSchema(member.schema),
      );
    known.set(name, found);
    return found;
  };
  return differs;
}

/** Whether the values of a schema may exceed what a number of JavaScript holds exactly. */
export function isInt64(schema: ValueSchema): boolean {
  return schema.type === 'integer' && formatOf(schema)?.storage === 'int64';
}
